// Notices to traders about settings: something changed by which their own account trades.

import type { ActorsClient } from '../../../actors/client.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { type GroupRecord, offerOf } from '../../../wire/settings/groups.js';
import { type ChangedSetting, isOwnChange } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { eventOf } from '../../../wire/socket/events.js';
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

/** A notice about a change. */
const frameOf = ({ kind, id, version }: ChangedSetting, config_version: number): OutFrame =>
  new OutFrame(eventOf('config_changed', { kind, id, version, config_version }));

/** May the connection get notices of its account? */
const getsNotices = ({ session, isSignedIn }: Connection): boolean =>
  session.audience === 'trader' && isSignedIn;

/** The open connections: all of them, and the connections of a login. */
interface OpenConnections {
  readonly all: Iterable<Connection>;
  readonly of: (login: number) => Iterable<Connection>;
}

/** Sends notices to traders' sockets, without a subscription. */
export class OwnSettings {
  /** The symbols at the newest notice about each. */
  readonly #symbols: Map<number, SymbolRecord>;

  constructor(private readonly client: Client) {
    this.#symbols = new Map(client.settings().symbol.map((one) => [one.id, one]));
  }

  /**
   * Sends the changes of a version, one event each: records of single accounts to their sockets;
   * then the group, its leverage profile, a symbol that it is or was offered, holidays and the
   * platform.
   */
  announce(
    config_version: number,
    changes: readonly ChangedSetting[],
    connections: OpenConnections,
  ): void {
    const shared: ChangedSetting[] = [];
    for (const change of changes) {
      if (isOwnChange(change.kind)) this.#announceToOwner(config_version, change, connections);
      else shared.push(change);
    }
    if (shared.length > 0) this.#sendToGroups(config_version, shared, connections);
  }

  #announceToOwner(config_version: number, change: ChangedSetting, { of }: OpenConnections): void {
    const frame = frameOf(change, config_version);
    for (const connection of of(Number(change.id))) {
      if (getsNotices(connection)) connection.deliverUnstored(frame);
    }
  }

  #sendToGroups(
    config_version: number,
    changes: readonly ChangedSetting[],
    { all }: OpenConnections,
  ): void {
    const judged = changes.map((change) => ({ change, symbols: this.#symbolsOf(change) }));
    const framed = changes.map((change) => ({ change, frame: frameOf(change, config_version) }));
    const ofGroup = new Map<string, ReadonlySet<ChangedSetting>>();
    for (const connection of all) {
      if (!getsNotices(connection)) continue;
      const { group } = connection.session;
      const concerning = ofGroup.get(group) ?? this.#concerning(group, judged);
      ofGroup.set(group, concerning);
      for (const { change, frame } of framed) {
        if (concerning.has(change)) connection.deliverUnstored(frame);
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
