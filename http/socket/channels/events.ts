// The staff channels `deals`, `orders` and `positions`: the rows of visible accounts, and their
// events.

import { Type } from '@sinclair/typebox';
import type {
  ActorsClient,
  EventPart,
  MovedAccount,
  NumberedEvent,
} from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { Strict } from '../../../wire/base/schema.js';
import { GroupFilter } from '../../../wire/base/setting-fields.js';
import type { OutFrame } from '../../../wire/codec/out-frames.js';
import { NUMBERED_EVENTS } from '../../../wire/socket/events.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import { CLOSE } from '../connection/close.js';
import type { Connection } from '../connection/connection.js';
import {
  type Cursor,
  type EventFilter,
  partBits,
  type ResumeStore,
} from '../connection/event-store.js';
import { missedByStaff } from '../connection/missed-events.js';
import { chained } from '../connection/replay.js';
import { framesOf, type SnapshotRead, type Snapshots } from '../connection/snapshots.js';
import { AccountVisibility, type Concealing, samePowers } from './account-visibility.js';
import {
  type Channel,
  type ChannelForm,
  channel,
  maskMayShow,
  mayFollow,
  tooManyRows,
} from './channel.js';

export const EVENT_PARTS: readonly EventPart[] = ['deals', 'orders', 'positions'];

const RIGHTS: readonly Right[] = ['trades.view'];

/** The parts that a desk has a snapshot of, with the lists that show the same rows. */
const LISTS = { positions: '/admin/v1/positions', orders: '/admin/v1/positions/orders' } as const;
type SnapshotPart = keyof typeof LISTS;
const SNAPSHOT_PARTS = Object.keys(LISTS) as readonly SnapshotPart[];

const form = (name: EventPart, says: string) =>
  ({
    name,
    says:
      `${says} An event with several parts comes once to a socket, whichever of \`deals\`, ` +
      '`orders` and `positions` the socket follows.',
    who: ['staff'],
    rights: RIGHTS,
    filter: Strict({ group: Type.Optional(GroupFilter()) }),
    snapshot: Type.Null({
      description: 'The snapshot has come in events `snapshot`, if the channel has a snapshot.',
    }),
    example: { group: 'demo\\*' },
  }) as const;

const NUMBERED = Object.keys(NUMBERED_EVENTS) as (keyof typeof NUMBERED_EVENTS)[];

const snapshotForm = (name: SnapshotPart, what: string) =>
  ({
    ...form(
      name,
      `${what} of the accounts of a mask, then their events that have ${name}. The rows come in ` +
        'events `snapshot`, without live values; then later events; then the answer, whose ' +
        '`seq` equals the `seq` of the rows. The event `resubscribe` ends the subscription.',
    ),
    events: [...NUMBERED, 'snapshot', 'resubscribe'],
    codes: ['forbidden', 'conflict', 'trade.timeout', 'trade.too_many_requests', 'internal'],
  }) as const satisfies ChannelForm;

export const EVENT_CHANNELS = {
  deals: {
    ...form(
      'deals',
      'Events of the accounts of a mask that have deals, all above the `seq` of the answer; ' +
        'earlier deals stand in the history of each account.',
    ),
    events: NUMBERED,
    codes: ['forbidden'],
  },
  orders: snapshotForm('orders', 'Working orders'),
  positions: snapshotForm('positions', 'Open positions'),
} as const satisfies Record<EventPart, ChannelForm>;

/** Masks, each with the seq up to which its snapshot shows every event. */
type Masks = Map<string, number>;

/** The parts, as bits, that are followed for accounts of a group, of events above a seq. */
interface FollowedParts {
  readonly bits: number;
  readonly after: number;
}

/** The subscriptions of a staff connection: masks by part, and what they pass for each group. */
interface Following {
  readonly sight: AccountVisibility;
  readonly masks: Record<EventPart, Masks>;
  readonly passed: Map<string, FollowedParts>;
  /** The session that its masks were subscribed to with. */
  session: SessionCopy;
  /** The newest seq that it may learn while it is sent rows or missed events. */
  heldAt: number | undefined;
}

/** The staff connections that get events. */
export class StaffEvents {
  readonly channels: Readonly<Record<EventPart, Channel>>;
  readonly #following = new Map<Connection, Following>();
  /** The position of the newest event before accounts were moved; -1 = none was moved. */
  #floor = -1;

  constructor(
    private readonly client: Concealing &
      Pick<ActorsClient, 'markShown' | 'query' | 'seq' | 'settings'>,
    private readonly snapshots: Snapshots,
  ) {
    this.channels = {
      deals: this.#channel('deals'),
      orders: this.#channel('orders'),
      positions: this.#channel('positions'),
    };
  }

  #channel(part: EventPart): Channel {
    return channel({
      ...EVENT_CHANNELS[part],
      subscribe: (connection, filter, answer) => {
        const group = filter.group || '*';
        const refused = this.#maskFault(connection, part, group);
        if (refused !== undefined) return answer(refused);
        if (part !== 'deals') return this.#show(connection, part, group, answer);
        this.#take(connection, part, group);
        answer(ok('null'), '', this.snapshots.newest);
      },
      unsubscribe: (connection, { group }) => {
        const following = this.#following.get(connection);
        if (following === undefined) return;
        if (group === undefined) following.masks[part].clear();
        else following.masks[part].delete(group || '*');
        following.passed.clear();
      },
      leave: (connection) => this.#following.delete(connection),
      refresh: (connection) => this.#refresh(connection),
    });
  }

  /** Follows a mask without a snapshot: missed events are resumed. */
  follow(connection: Connection, part: EventPart, masks = ''): Refusal | undefined {
    if (!mayFollow(connection, RIGHTS)) return refuse('forbidden');
    const group = masks || '*';
    const refused = this.#maskFault(connection, part, group);
    if (refused === undefined && !this.#of(connection).masks[part].has(group)) {
      this.#take(connection, part, group);
    }
    return refused;
  }

  #maskFault(connection: Connection, part: EventPart, group: string): Refusal | undefined {
    const masks = this.#of(connection).masks[part];
    return masks.has(group) || masks.size < SOCKET_LIMITS.masks
      ? undefined
      : refuse('invalid_input', `group: at most ${SOCKET_LIMITS.masks} masks`);
  }

  /** Sends events of a mask above a seq from now on. */
  #take(connection: Connection, part: EventPart, group: string, after = 0): void {
    const following = this.#of(connection);
    following.masks[part].set(group, after);
    following.passed.clear();
  }

  /** Sends the rows of a mask, then their later events. */
  #show(
    connection: Connection,
    part: SnapshotPart,
    mask: string,
    answer: Parameters<Channel['subscribe']>[2],
  ): void {
    // No event is passed before the rows are read.
    this.#take(connection, part, mask, Number.POSITIVE_INFINITY);
    const { masks, passed } = this.#of(connection);
    this.show(
      connection,
      () => !masks[part].has(mask),
      () => this.#readMask(connection, part, mask),
      (read) => {
        if (!read.ok) masks[part].delete(mask);
        passed.clear();
        answer(read.ok ? ok('null') : read, '', read.ok ? read.data.seq : 0);
      },
    );
  }

  /** Reads the rows of a mask; their later events are passed from then on. */
  async #readMask(
    connection: Connection,
    part: SnapshotPart,
    mask: string,
  ): Promise<Outcome<SnapshotRead>> {
    const groups = this.client
      .settings()
      .group.flatMap(({ path }) =>
        maskListFits(mask, path) && maskMayShow(connection, path) ? [path] : [],
      );
    const most = SOCKET_LIMITS.snapshotRows;
    const found = await this.snapshots.read(connection, (by, fence) =>
      this.client.query(by, 'open.snapshot', { ...fence, groups, kind: part, viewer: by, most }),
    );
    if (!found.ok) return found;
    const { rows, total, projection_seq } = found.data;
    if (total > most) return tooManyRows(part, total, LISTS[part]);
    const seq = Number(projection_seq);
    if (this.#of(connection).masks[part].has(mask)) this.#take(connection, part, mask, seq);
    const head = `"channel":"${part}","group":${JSON.stringify(mask)}`;
    const texts = rows.map(([, , text]) => text);
    return ok({ frames: framesOf(head, texts, seq), seq });
  }

  /**
   * Sends a snapshot, then what has happened since, and calls `done` before anything else can be
   * sent. Events wait in the store meanwhile. After a refused read, or once the snapshot is over,
   * only events are sent.
   */
  show<T extends SnapshotRead>(
    connection: Connection,
    isOver: () => boolean,
    read: () => Promise<Outcome<T>>,
    done: (outcome: Outcome<T>) => void,
  ): void {
    let outcome: Outcome<T> = refuse('internal');
    const frames = async () => {
      outcome = await read().catch(() => refuse('internal'));
      return outcome.ok ? outcome.data.frames : [];
    };
    const cursor = this.snapshots.cursor(frames(), isOver, this.#filterOf(connection));
    this.#send(connection, cursor, this.client.seq(), (isWhole) => {
      if (isWhole) done(outcome);
      else connection.end(CLOSE.unsent, 'the client reads its events too slowly');
    });
  }

  /** Sends what a cursor reads; meanwhile no event behind it, and no seq above `heldAt`. */
  #send(
    connection: Connection,
    cursor: Cursor,
    heldAt: number,
    done: (isWhole: boolean) => void,
  ): void {
    const following = this.#of(connection);
    following.heldAt = heldAt;
    this.snapshots.send(connection, cursor, (isWhole) => {
      following.heldAt = undefined;
      done(isWhole);
    });
  }

  /** The newest seq that the connection may learn. */
  seqFor(connection: Connection): number {
    return this.#following.get(connection)?.heldAt ?? this.client.seq();
  }

  /**
   * Sends what a client missed that has everything up to a seq, and the messages behind it; false =
   * something is missing, and it needs new snapshots.
   */
  resume(
    connection: Connection,
    after: number,
    store: ResumeStore,
    give: (isWhole: boolean) => void,
    messages?: Cursor,
  ): void {
    if (after > this.snapshots.newest) {
      connection.release();
      return give(false);
    }
    const { masks } = this.#of(connection);
    const hasRows = SNAPSHOT_PARTS.some((part) => masks[part].size > 0);
    const passes = this.#filterOf(connection);
    const floor = hasRows ? this.#floor : undefined;
    const missed = missedByStaff(store, this.client, connection.session, after, passes, floor);
    const all = messages === undefined ? missed : chained(missed, messages);
    this.#send(connection, all, after, give);
  }

  /** Sends an event, which was stored, to the followers of at least one of its parts. */
  event({ login, group, parts, seq }: NumberedEvent, frame: OutFrame): void {
    const bits = partBits(parts);
    for (const [connection, following] of this.#following) {
      if (following.heldAt !== undefined) continue;
      if (!this.#gets(following, login, group, bits, seq)) continue;
      connection.deliver(frame);
      this.client.markShown(connection.session.id, seq);
    }
  }

  /**
   * Moved accounts, up to a seq: ends the masks whose accounts change. Null: any account may have
   * been moved.
   */
  moved(accounts: readonly MovedAccount[] | null, seq: number): void {
    this.snapshots.reached(seq);
    this.#floor = this.snapshots.mark;
    for (const [connection, { sight }] of this.#following) {
      this.#end(
        connection,
        (mask) => accounts?.some((moved) => sight.isMaskChangedBy(mask, moved)) ?? true,
      );
    }
  }

  /** The connection's session has changed; with other powers its masks show other accounts. */
  #refresh(connection: Connection): void {
    const following = this.#following.get(connection);
    if (following === undefined) return;
    const { session } = following;
    following.session = connection.session;
    following.passed.clear();
    if (!samePowers(session, connection.session)) this.#end(connection, () => true);
  }

  /** Ends subscriptions with rows: the client takes new snapshots. */
  #end(connection: Connection, isOver: (mask: string) => boolean): void {
    const { masks, passed } = this.#of(connection);
    for (const part of SNAPSHOT_PARTS) {
      for (const group of [...masks[part].keys()].filter(isOver)) {
        masks[part].delete(group);
        passed.clear();
        connection.sendEvent('resubscribe', { channel: part, group });
      }
    }
  }

  /** The filter of a connection's events, under present conditions. */
  #filterOf(connection: Connection): EventFilter {
    const following = this.#of(connection);
    return (login, group, parts, seq) => this.#gets(following, login, group, parts, seq);
  }

  #of(connection: Connection): Following {
    const known = this.#following.get(connection);
    if (known !== undefined) return known;
    const masks = (): Masks => new Map();
    const following: Following = {
      sight: new AccountVisibility(connection, this.client),
      masks: { deals: masks(), orders: masks(), positions: masks() },
      passed: new Map(),
      session: connection.session,
      heldAt: undefined,
    };
    if (connection.isOpen) this.#following.set(connection, following);
    return following;
  }

  /** Does the connection get an event of an account with these parts, under present conditions? */
  #gets(following: Following, login: number, group: string, parts: number, seq: number): boolean {
    const { bits, after } = this.#passed(following, group);
    return seq > after && (bits & parts) !== 0 && following.sight.sees(login, group);
  }

  /**
   * The event parts that the connection follows of accounts of a group. Of masks with snapshots of
   * several times the first decides: events have all their parts, so all events behind it are
   * needed.
   */
  #passed({ sight: { connection }, masks, passed }: Following, group: string): FollowedParts {
    const known = passed.get(group);
    if (known !== undefined) return known;
    const isOpen = mayFollow(connection, RIGHTS) && maskMayShow(connection, group);
    const fitting = EVENT_PARTS.flatMap((part) =>
      [...masks[part]].flatMap(([mask, after]) =>
        maskListFits(mask, group) ? [{ part, after }] : [],
      ),
    );
    const found = {
      bits: isOpen ? partBits([...new Set(fitting.map(({ part }) => part))]) : 0,
      after: Math.min(...fitting.map(({ after }) => after)),
    };
    passed.set(group, found);
    return found;
  }
}
