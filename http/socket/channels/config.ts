// The staff channel `config`: names of changed settings, sent when every thread uses the change.

import { Type } from '@sinclair/typebox';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { type ChangedSetting, isOwnChange } from '../../../wire/settings/settings-delta.js';
import { eventOf } from '../../../wire/socket/events.js';
import type { Connection } from '../connection/connection.js';
import { type Channel, type ChannelForm, channel, mayFollow } from './channel.js';

/** Any right to settings is enough, because only ids and versions are sent. */
const CONFIG_RIGHTS = RIGHTS.filter((right) => right.startsWith('config.'));

export const CONFIG = {
  name: 'config',
  says: 'Names of the settings that change, one event a setting.',
  who: ['staff'],
  rights: CONFIG_RIGHTS,
  filter: Strict({}),
  snapshot: Strict({ config_version: Type.Integer({ description: 'Version of all settings.' }) }),
  events: ['config_changed'],
  codes: ['forbidden'],
  example: {},
} as const satisfies ChannelForm;

/** The followers of settings. */
export class ConfigChanges {
  readonly channel: Channel;
  readonly #followers = new Set<Connection>();

  /** `version` returns the version of the settings that the front uses. */
  constructor(version: () => number) {
    this.channel = channel({
      ...CONFIG,
      subscribe: (connection, _filter, answer) => {
        this.#followers.add(connection);
        answer(ok(JSON.stringify({ config_version: version() })));
      },
      unsubscribe: (connection) => this.#followers.delete(connection),
      leave: (connection) => this.#followers.delete(connection),
      refresh: () => {},
    });
  }

  /** Sends the changes of a version, one event for each setting. */
  announce(config_version: number, changes: readonly ChangedSetting[]): void {
    if (this.#followers.size === 0) return;
    for (const { kind, id, version } of changes) {
      if (isOwnChange(kind)) continue;
      const data = { kind, id, version, config_version };
      const frame = new OutFrame(Buffer.from(eventOf('config_changed', data)));
      for (const connection of this.#followers) {
        if (mayFollow(connection, CONFIG_RIGHTS)) connection.deliverUnstored(frame);
      }
    }
  }
}
