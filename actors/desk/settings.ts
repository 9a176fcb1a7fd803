// Settings: all configuration records at one version, as other threads hold them.

import {
  type PlatformRecord,
  PlatformRecord as platformSchema,
  type Settings,
  type SettingsKind,
  type SettingsKinds,
} from '../../wire/config.js';
import { complete } from '../../wire/schema.js';
import type { Records } from './records.js';

const PLATFORM_DEFAULT = complete(platformSchema, {}) as PlatformRecord;

/** Assembles the settings, once for each version. */
export class SettingsBook {
  readonly #records: Records;
  #current: Settings | undefined;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Symbols and datafeeds by id, groups by path, routing rules in the order of their walk. */
  current(): Settings {
    const version = this.#records.configVersion;
    if (this.#current?.version === version) return this.#current;
    this.#current = {
      version,
      symbol: this.#sorted('symbol', (a, b) => a.id - b.id),
      group: this.#sorted('group', (a, b) => (a.path < b.path ? -1 : 1)),
      routing: this.#sorted('routing', (a, b) => a.position - b.position),
      datafeed: this.#sorted('datafeed', (a, b) => a.id - b.id),
      platform: [this.platform()],
      holiday: this.#sorted('holiday', (a, b) => a.position - b.position || a.id - b.id),
      leverage_profile: this.#sorted('leverage_profile', (a, b) => a.id - b.id),
      gateway: this.#sorted('gateway', (a, b) => a.priority - b.priority || a.id - b.id),
    };
    return this.#current;
  }

  /** The platform-wide settings; the defaults for what was never set. */
  platform(): PlatformRecord {
    return { ...PLATFORM_DEFAULT, ...this.#records.get('platform', 'platform')?.record };
  }

  #sorted<K extends SettingsKind>(
    kind: K,
    order: (a: SettingsKinds[K], b: SettingsKinds[K]) => number,
  ): readonly SettingsKinds[K][] {
    return Array.from(this.#records.all(kind), (held) => held.record).sort(order);
  }
}
