// The staff channel `exposure`: open volume by symbol, and the symbols of which it changes.

import { type Static, Type } from '@sinclair/typebox';
import type { ActorsClient } from '../../../actors/client.js';
import { type Outcome, ok } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { GroupFilter } from '../../../wire/base/setting-fields.js';
import { OutFrame } from '../../../wire/codec/out-frames.js';
import { ExposureRow, exposureRows } from '../../../wire/rest/trading/reports.js';
import { eventOf } from '../../../wire/socket/events.js';
import { coverageOf } from '../../rest/coverage.js';
import { SOCKET_LIMITS, type SocketClock } from '../connection/clock.js';
import type { Connection } from '../connection/connection.js';
import { samePowers } from './account-visibility.js';
import { type Channel, type ChannelForm, channel, mayFollow } from './channel.js';

const Filter = Strict({
  group: Type.Optional(GroupFilter()),
  company: Type.Optional(
    Type.String({ maxLength: 128, description: 'Company of the groups; empty = any.' }),
  ),
});
type Filter = Static<typeof Filter>;

export const EXPOSURE = {
  name: 'exposure',
  says:
    'Open volume by symbol over the accounts within the scope, without accounts of staff ' +
    'groups. Events have the symbols whose volume has changed, at most once a second; a ' +
    'symbol with 0 positions has no positions any more. While the caller lacks the ' +
    'right, each symbol has 0. A socket follows one filter: the newest.',
  who: ['staff'],
  rights: ['reports'],
  filter: Filter,
  snapshot: Type.Array(ExposureRow, { description: 'Symbols with open positions.' }),
  events: ['exposure'],
  codes: ['forbidden', 'timeout', 'trade.too_many_requests', 'internal'],
  example: { group: 'demo\\*' },
} as const satisfies ChannelForm;

type RowsBySymbol = ReadonlyMap<string, ExposureRow>;

/** A connection that follows, and what it was shown; no rows = its snapshot is being read. */
interface ExposureFollower {
  readonly filter: Filter;
  session: Connection['session'];
  rows: RowsBySymbol | undefined;
}

const isSame = (one: ExposureRow | undefined, other: ExposureRow): boolean =>
  one?.positions === other.positions &&
  one.buy_volume === other.buy_volume &&
  one.sell_volume === other.sell_volume;

/** The rows that differ from those before; a symbol that is gone has no positions. */
const changesOf = (before: RowsBySymbol, after: RowsBySymbol): ExposureRow[] => {
  const gone = [...before.values()].filter(({ symbol }) => !after.has(symbol));
  const none = { buy_volume: '0', sell_volume: '0', net_volume: '0', positions: 0 };
  return [
    ...[...after.values()].filter((row) => !isSame(before.get(row.symbol), row)),
    ...gone.map((row) => ({ ...row, ...none })),
  ];
};

/** The followers of exposure. */
export class ExposureChannel {
  readonly channel: Channel;
  readonly #followers = new Map<Connection, ExposureFollower>();
  #isPlanned = false;

  constructor(
    private readonly client: Pick<ActorsClient, 'query' | 'settings'>,
    private readonly clock: SocketClock,
  ) {
    this.channel = channel({
      ...EXPOSURE,
      subscribe: (connection, filter, answer) => {
        const follower: ExposureFollower = { filter, session: connection.session, rows: undefined };
        this.#followers.set(connection, follower);
        void this.#read(connection.session, filter).then((read) => {
          if (read.ok) follower.rows = read.data;
          else if (this.#followers.get(connection) === follower) this.#followers.delete(connection);
          answer(read.ok ? ok(JSON.stringify([...read.data.values()])) : read);
          this.changed();
        });
      },
      unsubscribe: (connection) => this.#followers.delete(connection),
      leave: (connection) => this.#followers.delete(connection),
      refresh: (connection) => this.#refresh(connection),
    });
  }

  /** Positions have changed, or the accounts that have them were moved. */
  changed(): void {
    if (this.#isPlanned || this.#followers.size === 0) return;
    this.#isPlanned = true;
    this.clock.after(SOCKET_LIMITS.exposureMs, () => {
      this.#isPlanned = false;
      void this.#round();
    });
  }

  /** Sends each follower what has changed; those who see the same are read for once. */
  async #round(): Promise<void> {
    const reads = new Map<string, Promise<Outcome<RowsBySymbol>>>();
    for (const [connection, follower] of [...this.#followers]) {
      const { session, filter } = follower;
      const key = JSON.stringify([session.rights, session.group_scope, filter]);
      const reading = reads.get(key) ?? this.#read(session, filter);
      reads.set(key, reading);
      const read = await reading;
      const isPresent = this.#followers.get(connection) === follower;
      if (!isPresent || follower.session !== session || follower.rows === undefined) continue;
      if (!read.ok) this.changed();
      else this.#show(connection, follower, read.data);
    }
  }

  #show(connection: Connection, follower: ExposureFollower, rows: RowsBySymbol): void {
    const changes = changesOf(follower.rows ?? new Map(), rows);
    follower.rows = rows;
    if (changes.length === 0) return;
    connection.deliverUnstored(new OutFrame(eventOf('exposure', { rows: changes })));
  }

  /**
   * The rows that a session sees, none without the right; refused while the database lacks the
   * newest events.
   */
  async #read(session: Connection['session'], filter: Filter): Promise<Outcome<RowsBySymbol>> {
    if (!mayFollow({ session }, EXPOSURE.rights)) return ok(new Map());
    const { id, login, audience, rights, group_scope } = session;
    const settings = this.client.settings();
    const covered = coverageOf({ session: id, rights, group_scope }, filter, settings);
    const query = { ...covered, waits_for: 'surely' } as const;
    const found = await this.client.query({ audience, login }, 'reports.exposure', query);
    if (!found.ok) return found;
    const rows = exposureRows(found.data.rows, settings);
    return ok(new Map(rows.map((row) => [row.symbol, row])));
  }

  /** A follower's session has changed: rights or scope may be others. */
  #refresh(connection: Connection): void {
    const follower = this.#followers.get(connection);
    if (follower === undefined || samePowers(follower.session, connection.session)) return;
    follower.session = connection.session;
    this.changed();
  }
}
