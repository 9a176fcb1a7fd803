// The staff channels `deals`, `orders` and `positions`: what visible accounts have, and their
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
import { done, type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
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
import { type DueRows, framesOf, type PictureRead, type Pictures } from '../connection/pictures.js';
import { inTurn } from '../connection/replay.js';
import { AccountVisibility, type Concealing, samePowers } from './account-visibility.js';
import {
  type Channel,
  type ChannelForm,
  channel,
  maskMayShow,
  mayFollow,
  tooManyRows,
} from './channel.js';
import { type Move, Moves } from './moves.js';

export const EVENT_PARTS: readonly EventPart[] = ['deals', 'orders', 'positions'];

const RIGHTS: readonly Right[] = ['trades.view'];

/** The parts that a desk has a picture of, with the lists that show the same rows. */
const LISTS = { positions: '/admin/v1/positions', orders: '/admin/v1/positions/orders' } as const;
type PicturePart = keyof typeof LISTS;
const PICTURE_PARTS = Object.keys(LISTS) as readonly PicturePart[];
const PICTURE_BITS = partBits(PICTURE_PARTS);

/** Most moved accounts that wait to be shown to a connection; with more it needs a new snapshot. */
const MOVED_MAX = 256;

const form = (name: EventPart, says: string) =>
  ({
    name,
    says:
      `${says} An event with several parts comes once to a socket, whichever of \`deals\`, ` +
      '`orders` and `positions` it follows.',
    who: ['staff'],
    rights: RIGHTS,
    filter: Strict({ group: Type.Optional(GroupFilter()) }),
    snapshot: Type.Null({ description: 'It has come in events `snapshot`, if there is one.' }),
    example: { group: 'demo\\*' },
  }) as const;

const NUMBERED = Object.keys(NUMBERED_EVENTS) as (keyof typeof NUMBERED_EVENTS)[];

const pictureForm = (name: PicturePart, what: string) =>
  ({
    ...form(
      name,
      `${what} of the accounts of a mask, then their events that have ${name}. The rows come in ` +
        'events `snapshot`, without live values; then later events; then the answer, whose ' +
        '`seq` is that of the rows. An account that is moved into the mask or out of it has a ' +
        '`snapshot` of its own; an event up to the `seq` of that changes no rows of the account. ' +
        'All rows come again when the reach of the staff user changes.',
    ),
    events: [...NUMBERED, 'snapshot'],
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
  orders: pictureForm('orders', 'Working orders'),
  positions: pictureForm('positions', 'Open positions'),
} as const satisfies Record<EventPart, ChannelForm>;

/** Masks, each with the seq up to which its snapshot shows every event. */
type Masks = Map<string, number>;

/** The parts, as bits, that are followed for accounts of a group, of events above a seq. */
interface FollowedParts {
  readonly bits: number;
  readonly after: number;
}

/** Where a connection is that does not get events as they come. */
interface Held {
  /** It has got the events up to this position and the moves before this number, and no others. */
  readonly position: number;
  readonly move: number;
  /** The newest seq that it may be told of. */
  readonly seq: number;
}

/** The subscriptions of a staff connection: masks by part, and what they pass for each group. */
interface Following {
  readonly sight: AccountVisibility;
  readonly masks: Record<EventPart, Masks>;
  readonly passed: Map<string, FollowedParts>;
  /** The session that it has pictures for. */
  session: SessionCopy;
  held: Held | undefined;
}

/** The powers of a staff user, and the newest event that was stored before they changed. */
interface KnownPowers {
  readonly session: SessionCopy;
  readonly since: number;
}

/** No event that is stored. */
const NOWHERE = -1;

/** A reader of nothing, for a client that needs a new snapshot. */
const LOST: Cursor = { next: () => undefined, isLost: true };

/** The staff connections that get events. */
export class StaffEvents {
  readonly channels: Readonly<Record<EventPart, Channel>>;
  readonly #following = new Map<Connection, Following>();
  readonly #moves = new Moves();
  /** By login. */
  readonly #powers = new Map<number, KnownPowers>();

  constructor(
    private readonly client: Concealing & Pick<ActorsClient, 'told' | 'query' | 'seq' | 'settings'>,
    private readonly pictures: Pictures,
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
        answer(done('null'), '', this.pictures.newest);
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

  /** Follows a mask without a snapshot: what was missed is resumed. */
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
    part: PicturePart,
    mask: string,
    answer: Parameters<Channel['subscribe']>[2],
  ): void {
    this.show(
      connection,
      () => this.#readMask(connection, part, mask),
      (read) => answer(read.ok ? done('null') : read, '', read.ok ? read.data.seq : 0),
    );
  }

  /** Reads the rows of a mask, which is followed from there on. */
  async #readMask(
    connection: Connection,
    part: PicturePart,
    mask: string,
  ): Promise<Outcome<PictureRead>> {
    const shows = (path: string) =>
      mayFollow(connection, RIGHTS) && maskListFits(mask, path) && maskMayShow(connection, path);
    const head = `"channel":"${part}","group":${JSON.stringify(mask)}`;
    const read = await this.#read(connection, part, { groups: this.#groups(shows) }, head);
    if (read.ok && connection.isOpen) this.#take(connection, part, mask, read.data.seq);
    return read;
  }

  /** Shows all masks again, because other accounts may be in reach, or in the groups. */
  #renew(connection: Connection): void {
    if (!this.#hasPictures(connection)) return;
    this.#hold(connection);
    connection.replies.run((end) => {
      if (!connection.isOpen) return;
      const { masks } = this.#of(connection);
      // Each mask is read when the one before has been sent.
      const reads = PICTURE_PARTS.flatMap((part) =>
        [...masks[part].keys()].map((mask) => async () => {
          const read = await this.#readMask(connection, part, mask);
          return read.ok ? read.data.frames : undefined;
        }),
      );
      this.#catchUp(connection, () => end(), reads);
    }, 0);
  }

  /**
   * Sends a picture, then what has happened behind it, and calls `done` before anything else can be
   * sent. Events wait in the store meanwhile. After a refused read only events are sent.
   */
  show<T extends PictureRead>(
    connection: Connection,
    read: () => Promise<Outcome<T>>,
    done: (outcome: Outcome<T>) => void,
  ): void {
    let outcome: Outcome<T> = refuse('internal');
    const rows = async () => {
      outcome = await read().catch(() => refuse('internal'));
      return outcome.ok ? outcome.data.frames : [];
    };
    this.#catchUp(connection, () => done(outcome), [rows]);
  }

  /** Sends what has happened since the connection was held, behind rows if there are some. */
  #catchUp(connection: Connection, done: () => void, reads: readonly DueRows['read'][] = []): void {
    const { position, move } = this.#hold(connection);
    const first = reads.map((read) => ({ position, read }));
    this.#send(connection, this.#behind(connection, position, move, first), (isWhole) => {
      if (isWhole) done();
      else connection.end(CLOSE.unsent, 'too slow for its events, or too many accounts were moved');
    });
  }

  #send(connection: Connection, cursor: Cursor, done: (isWhole: boolean) => void): void {
    this.pictures.send(connection, cursor, (isWhole) => {
      this.#of(connection).held = undefined;
      done(isWhole);
    });
  }

  /** Events wait from now on, if they do not yet. */
  #hold(connection: Connection, move = this.#moves.next, seq = this.client.seq()): Held {
    const following = this.#of(connection);
    following.held ??= { position: this.pictures.mark, move, seq };
    return following.held;
  }

  /** The newest seq that the connection may be told of. */
  seqFor(connection: Connection): number {
    return this.#following.get(connection)?.held?.seq ?? this.client.seq();
  }

  /**
   * A reader of what is behind a position: rows that come first, events, and moves from one on. A
   * moved account is read behind its last event before the move, so its next events are all needed.
   */
  #behind(
    connection: Connection,
    position: number,
    from: number,
    first: readonly DueRows[] = [],
  ): Cursor {
    const rows = [...first];
    let number = from;
    const nextDue = (): DueRows | undefined => {
      const found = rows.shift();
      if (found !== undefined) return found;
      const left = this.#moves.from(number);
      const waiting = left?.filter((move) => this.#concerns(connection, move)) ?? [];
      const [move] = waiting;
      number = move === undefined ? this.#moves.next : move.number + 1;
      if (left === undefined || waiting.length > MOVED_MAX) {
        return { position, read: async () => undefined };
      }
      return move && { ...move, read: () => this.#readMoved(connection, move) };
    };
    return this.pictures.cursor(this.#filterOf(connection), position, nextDue);
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
    if (after > this.pictures.newest) {
      connection.release();
      return give(false);
    }
    const hasRows = this.#hasPictures(connection);
    this.#hold(connection, this.#moves.next, after);
    const missed = missedByStaff(store, this.client, connection.session, after, {
      passes: this.#filterOf(connection),
      behind: (position) =>
        hasRows && position <= this.#floorOf(connection)
          ? LOST
          : this.#behind(connection, position, this.#moves.firstAt(position)),
      hasRows,
    });
    const all = messages === undefined ? missed : inTurn(missed, messages);
    this.#send(connection, all, give);
  }

  /** The position up to which changes may be missing that a picture shows. */
  #floorOf({ session: { login } }: Connection): number {
    return Math.max(this.#moves.floor, this.#powers.get(login)?.since ?? NOWHERE);
  }

  #groups(fits: (path: string) => boolean): readonly string[] {
    return this.client.settings().group.flatMap(({ path }) => (fits(path) ? [path] : []));
  }

  async #read(
    connection: Connection,
    kind: PicturePart,
    of: { readonly groups: readonly string[]; readonly login?: number },
    head: string,
  ): Promise<Outcome<PictureRead>> {
    const found = await this.pictures.read(connection, (by, fence) =>
      this.client.query(by, 'open.picture', {
        ...fence,
        ...of,
        kind,
        viewer: by,
        most: SOCKET_LIMITS.snapshotRows,
      }),
    );
    if (!found.ok) return found;
    const { rows, total, projection_seq } = found.data;
    if (total > SOCKET_LIMITS.snapshotRows) return tooManyRows(kind, total, LISTS[kind]);
    const seq = Number(projection_seq);
    const texts = rows.map(([, , text]) => text);
    return done({ frames: framesOf(head, texts, seq), seq });
  }

  /** Sends an event, which was stored, to the followers of at least one of its parts. */
  event({ login, group, parts, seq }: NumberedEvent, frame: OutFrame): void {
    const bits = partBits(parts);
    for (const [connection, following] of this.#following) {
      if (following.held !== undefined) continue;
      if (!this.#gets(following, login, group, bits, seq)) continue;
      connection.deliver(frame);
      this.client.told(connection.session.id, seq);
    }
    const place = this.#moves.placeAfter(login, group);
    if (place === null) return;
    this.#moved({ login, from: { group, hidden: place.hidden }, to: place });
  }

  /**
   * Moved accounts, up to a seq: shows what they have to those whose masks they came into or left.
   * Null: any account may have been moved, and desks are shown everything again.
   */
  moved(accounts: readonly MovedAccount[] | null, seq: number): void {
    this.pictures.reached(seq);
    for (const account of accounts ?? []) this.#moved(account);
    if (accounts !== null) return;
    this.#moves.lose(this.pictures.mark);
    for (const connection of this.#following.keys()) this.#renew(connection);
  }

  #moved(account: MovedAccount): void {
    const move = this.#moves.next;
    this.#moves.add(account, this.pictures.mark);
    for (const [connection, { held }] of this.#following) {
      if (held !== undefined || !this.#concerns(connection, account)) continue;
      this.#hold(connection, move);
      connection.replies.run((end) => {
        // Another request may have caught up before this one's turn.
        if (connection.isOpen) this.#catchUp(connection, () => end());
      }, 0);
    }
  }

  /** The group that an account is in; `told` is that which its shard tells. */
  groupOf(login: number, told: string): string {
    return this.#moves.groupOf(login, told);
  }

  /** A session of staff was opened or changed. */
  powersOf(session: SessionCopy): void {
    const known = this.#powers.get(session.login);
    if (known !== undefined && samePowers(known.session, session)) return;
    const since = known === undefined ? NOWHERE : this.pictures.mark;
    this.#powers.set(session.login, { session, since });
  }

  /** The connection's session has changed; with other powers it is shown everything again. */
  #refresh(connection: Connection): void {
    const following = this.#following.get(connection);
    if (following === undefined) return;
    const { session } = following;
    following.session = connection.session;
    following.passed.clear();
    if (!samePowers(session, connection.session)) this.#renew(connection);
  }

  /** Does a move change which rows the connection has a picture of? */
  #concerns(connection: Connection, { login, from, to }: MovedAccount): boolean {
    const following = this.#of(connection);
    const partsAt = (place: MovedAccount['to']): number =>
      place !== null && following.sight.sees(login, place.group, place.hidden)
        ? this.#passed(following, place.group).bits
        : 0;
    return ((partsAt(from) ^ partsAt(to)) & PICTURE_BITS) !== 0;
  }

  /** Reads what a moved account has; nothing of parts that are not followed where it is now. */
  async #readMoved(
    connection: Connection,
    { login, to }: Move,
  ): Promise<readonly Uint8Array[] | undefined> {
    const following = this.#of(connection);
    const frames: Uint8Array[] = [];
    for (const part of PICTURE_PARTS) {
      if (following.masks[part].size === 0) continue;
      const shows = (path: string) => (this.#passed(following, path).bits & partBits([part])) !== 0;
      const head = `"channel":"${part}","login":${login}`;
      // It may have been moved on among these groups.
      const groups = to !== null && shows(to.group) ? this.#groups(shows) : [];
      const found = await this.#read(connection, part, { groups, login }, head);
      if (!found.ok) return undefined;
      frames.push(...found.data.frames);
    }
    return frames;
  }

  /** Does the connection follow what it has a picture of? */
  #hasPictures(connection: Connection): boolean {
    const { masks } = this.#of(connection);
    return PICTURE_PARTS.some((part) => masks[part].size > 0);
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
      held: undefined,
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
   * What the connection follows of accounts of a group. Of masks with snapshots of several times
   * the first decides: events have all their parts, so all events behind it are needed.
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
