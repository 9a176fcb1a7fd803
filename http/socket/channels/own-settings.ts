// Notices to traders about settings: something changed by which their own account trades.

import type { ActorsClient } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { type GroupRecord, offerOf } from '../../../wire/settings/groups.js';
import { ACCOUNT_CHANGE, type ChangedSetting } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { Connection } from '../connection/connection.js';

type Client = Pick<ActorsClient, 'symbols' | 'settings'>;

/** A change, and the symbol before and after it, as far as it is known. */
interface Judged {
  readonly change: ChangedSetting;
  readonly symbols: readonly SymbolRecord[];
}

/**
 * Does a change concern the accounts of a group? A symbol does if the group was offered it before
 * or is afterwards, also when it is renamed, moved or deleted. An unknown symbol may have been
 * offered to any group. Holidays and the platform's clock set the sessions of all groups.
 */
const concerns = (group: GroupRecord, { change: { kind, id }, symbols }: Judged): boolean => {
  switch (kind) {
    case 'group':
      return id === String(group.id ?? group.path);
    case 'leverage_profile':
      return id === String(group.leverage_profile_id);
    case 'symbol':
      return symbols.length === 0 || symbols.some((one) => offerOf(group, one) !== undefined);
    case 'holiday':
    case 'platform':
      return true;
    default:
      return false;
  }
};

/** Is it the session's own account that changed? */
const isOwn = ({ login }: SessionCopy, { kind, id }: ChangedSetting): boolean =>
  kind === ACCOUNT_CHANGE && id === String(login);

/** Sends notices to traders' sockets, without a subscription. */
export class OwnSettings {
  /** The symbols at the newest notice about each. */
  readonly #symbols: Map<number, SymbolRecord>;

  constructor(private readonly client: Client) {
    this.#symbols = new Map(client.settings().symbol.map((one) => [one.id, one]));
  }

  /**
   * Sends the changes of a version: the group, its leverage profile, a symbol that it is or was
   * offered, holidays, the platform, or the account itself, one event each.
   */
  tell(
    config_version: number,
    changes: readonly ChangedSetting[],
    connections: Iterable<Connection>,
  ): void {
    const judged = changes.map((change) => ({ change, symbols: this.#symbolsOf(change) }));
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
      const shared = ofGroup.get(session.group) ?? this.#concerning(session.group, judged);
      ofGroup.set(session.group, shared);
      for (const { change, frame } of told) {
        if (shared.has(change) || isOwn(session, change)) connection.deliverUnstored(frame);
      }
    }
  }

  /** A changed symbol before and after; none for other kinds of settings. */
  #symbolsOf({ kind, id }: ChangedSetting): readonly SymbolRecord[] {
    if (kind !== 'symbol') return [];
    const key = Number(id);
    const before = this.#symbols.get(key);
    const after = this.client.symbols().byId(key);
    if (after === undefined) this.#symbols.delete(key);
    else this.#symbols.set(key, after);
    return [before, after].filter((one) => one !== undefined);
  }

  #concerning(path: string, judged: readonly Judged[]): ReadonlySet<ChangedSetting> {
    const group = this.client.settings().group.find((one) => one.path === path);
    if (group === undefined) return new Set();
    const mine = judged.filter((one) => concerns(group, one));
    return new Set(mine.map(({ change }) => change));
  }
}
