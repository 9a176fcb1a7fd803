// All settings at one version in the form for other threads, and the changes between versions.

import { complete } from '../../../wire/base/schema.js';
import {
  type PlatformRecord,
  PlatformRecord as platformSchema,
  type Settings,
  type SettingsKind,
} from '../../../wire/settings/config.js';
import { API_SERVER, EVERYONE, type ServerAccess } from '../../../wire/settings/servers.js';
import {
  type ChangedSetting,
  inOrder,
  isSettingsKind,
  SETTINGS_KINDS,
  type SettingsChange,
  type SettingsDelta,
  settingsWith,
} from '../../../wire/settings/settings-delta.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import type { RecordReader } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import { RECORD_TYPES, TYPE_TABLE } from '../types/record-types.js';

/** For fields that a platform record lacks because an older release stored it. */
const PLATFORM_DEFAULT = complete(platformSchema, {}) as PlatformRecord;

/**
 * The settings that an event changes, each once; called before the event is applied to the records.
 */
export const changedSettings = (
  { changes }: DeskEvent,
  records: RecordReader,
): ChangedSetting[] => {
  const all = new Map<string, ChangedSetting>();
  for (const { kind, key, version, record } of changes) {
    if (!TYPE_TABLE.has(kind) || !RECORD_TYPES[kind].settings) continue;
    const numbered = record ?? records.get(kind, key)?.record;
    const id = String((numbered as { id?: number } | undefined)?.id ?? key);
    all.set(`${kind} ${id}`, { kind: RECORD_TYPES[kind].eventName ?? kind, id, version });
  }
  return [...all.values()];
};

/** The changed records of single accounts whose sockets get them, besides the accounts. */
export const ownChanges = ({ changes }: DeskEvent): ChangedSetting[] =>
  changes.flatMap(({ kind, key, version }) =>
    TYPE_TABLE.has(kind) && RECORD_TYPES[kind].notifiesOwner ? [{ kind, id: key, version }] : [],
  );

/** The settings at the version of the records. */
export class SettingsView {
  #current: Settings | undefined;

  constructor(private readonly records: Records) {}

  /** All settings, each type in its order: see `inOrder`. Assembled once, then updated. */
  current(): Settings {
    const version = this.records.configVersion;
    if (this.#current?.version === version) return this.#current;
    const all: Record<string, unknown> = { version };
    for (const kind of SETTINGS_KINDS) all[kind] = this.#inOrder(kind);
    this.#current = all as unknown as Settings;
    return this.#current;
  }

  /**
   * The settings that an event of the newest version changed; called after it was applied to the
   * records.
   */
  delta(event: DeskEvent): SettingsDelta {
    const version = event.config_version;
    const changes = new Map<string, SettingsChange>();
    for (const { kind, key, version, record } of event.changes) {
      if (!isSettingsKind(kind)) continue;
      const shown = kind === 'platform' ? this.platform() : record;
      changes.set(`${kind} ${key}`, { kind, key, version, record: shown } as SettingsChange);
    }
    const delta = { version, changes: [...changes.values()] };
    if (this.#current?.version === version - 1) {
      this.#current = settingsWith(this.#current, delta);
    }
    return delta;
  }

  /** The platform settings, with all fields. */
  platform(): PlatformRecord {
    return { ...PLATFORM_DEFAULT, ...this.records.get('platform', 'platform')?.record };
  }

  /** The access settings of the platform. */
  access(): ServerAccess {
    return this.records.get('logical_server', API_SERVER)?.record.access ?? EVERYONE;
  }

  #inOrder(kind: SettingsKind): readonly unknown[] {
    if (kind === 'platform') return [this.platform()];
    return inOrder(
      kind,
      Array.from(this.records.all(kind), (held) => held.record),
    );
  }
}
