// What traders are told of settings: that something changed by which their own account trades.

import type { ActorsClient } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { ACCOUNT_CHANGE, type ChangedSetting } from '../../../wire/settings/settings-delta.js';
import type { Connection } from '../connection/connection.js';

type Client = Pick<ActorsClient, 'group' | 'symbols' | 'settings'>;

/** Does a change concern the accounts of a group? A deleted symbol may have been offered to any. */
const concerns = (client: Client, group: GroupRecord, { kind, id }: ChangedSetting): boolean => {
  switch (kind) {
    case 'group':
      return id === String(group.id ?? group.path);
    case 'leverage_profile':
      return id === String(group.leverage_profile_id);
    case 'symbol': {
      const isGone = client.symbols().byId(Number(id)) === undefined;
      return isGone || client.group(group.path)?.byId(Number(id)) !== undefined;
    }
    default:
      return false;
  }
};

/** Is it the session's own account that changed? */
const isOwn = ({ login }: SessionCopy, { kind, id }: ChangedSetting): boolean =>
  kind === ACCOUNT_CHANGE && id === String(login);

/** Tells traders' sockets, without a subscription. */
export class OwnSettings {
  constructor(private readonly client: Client) {}

  /**
   * Tells what changed with a version: the group, its leverage profile, a symbol that it is
   * offered, or the account itself, one event each.
   */
  tell(
    config_version: number,
    changes: readonly ChangedSetting[],
    connections: Iterable<Connection>,
  ): void {
    const told = changes.map((change) => {
      const { kind, id, version } = change;
      const data = { kind, id, version, config_version };
      const bytes = Buffer.from(JSON.stringify({ event: 'config_changed', data }));
      return { change, frame: new OutFrame(bytes) };
    });
    const ofGroup = new Map<string, ReadonlySet<ChangedSetting>>();
    for (const connection of connections) {
      const { session } = connection;
      if (session.audience !== 'trader' || !connection.isSignedIn) continue;
      const shared = ofGroup.get(session.group) ?? this.#concerning(session.group, changes);
      ofGroup.set(session.group, shared);
      for (const { change, frame } of told) {
        if (shared.has(change) || isOwn(session, change)) connection.deliverUnstored(frame);
      }
    }
  }

  #concerning(path: string, changes: readonly ChangedSetting[]): ReadonlySet<ChangedSetting> {
    const group = this.client.settings().group.find((one) => one.path === path);
    if (group === undefined) return new Set();
    return new Set(changes.filter((change) => concerns(this.client, group, change)));
  }
}
