// The staff channels `deals`, `orders` and `positions`: what visible accounts have, and their
// events.

import { Type } from '@sinclair/typebox';
import type {
  ActorsClient,
  EventPart,
  MovedAccount,
  NumberedEvent,
} from '../../../actors/client.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { done, type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { Strict } from '../../../wire/base/schema.js';
import type { OutFrame } from '../../../wire/codec/out-frames.js';
import { NUMBERED_EVENTS } from '../../../wire/socket/events.js';
import { callerOf } from '../../session/identify.js';
import { SOCKET_LIMITS } from '../connection/clock.js';
import { CLOSE } from '../connection/close.js';
import type { Connection } from '../connection/connection.js';
import { type EventFilter, partBits } from '../connection/event-store.js';
import { framesOf, type PictureRead, type Pictures } from '../connection/pictures.js';
import { AccountVisibility, type Concealing } from './account-visibility.js';
import {
  type Channel,
  type ChannelForm,
  channel,
  GroupMask,
  maskMayShow,
  mayFollow,
  tooManyRows,
} from './channel.js';

export const EVENT_PARTS: readonly EventPart[] = ['deals', 'orders', 'positions'];

const RIGHTS: readonly Right[] = ['trades.view'];

/** The parts that a desk has a picture of, with the lists that show the same rows. */
const LISTS = { positions: '/admin/v1/positions', orders: '/admin/v1/positions/orders' } as const;
type PicturePart = keyof typeof LISTS;
const PICTURE_PARTS = Object.keys(LISTS) as readonly PicturePart[];
const PICTURE_BITS = partBits(PICTURE_PARTS);

/** Newest moves of accounts that are kept for `resume`. */
const MOVES_MAX = 10_000;
/** Most moved accounts that wait to be shown to a connection; with more it is closed. */
const MOVED_MAX = 256;

const form = (name: EventPart, says: string) =>
  ({
    name,
    says:
      `${says} An event with several parts comes once to a socket, whichever of \`deals\`, ` +
      '`orders` and `positions` it follows.',
    who: ['staff'],
    rights: RIGHTS,
    filter: Strict({ group: Type.Optional(GroupMask()) }),
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
        '`snapshot` of its own; an event up to the `seq` of that changes no rows of the account.',
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

/** The subscriptions of a staff connection: masks by part, and what they pass for each group. */
interface Following {
  readonly sight: AccountVisibility;
  readonly masks: Record<EventPart, Masks>;
  readonly passed: Map<string, FollowedParts>;
  /** Moved accounts with the seq up to which their snapshots show every event. */
  readonly shown: Map<number, number>;
  /** Moved accounts that are still to be shown, with their last move. */
  readonly moved: Map<number, Move>;
  /** The position of events behind which others wait until these are shown. */
  behind: number;
}

interface Move extends MovedAccount {
  readonly seq: number;
}

/** The rows of a moved account, or of a mask. */
interface RowsRead extends PictureRead {
  readonly seqs?: ReadonlyMap<number, number>;
}

/** The staff connections that get events. */
export class StaffEvents {
  readonly channels: Readonly<Record<EventPart, Channel>>;
  readonly #following = new Map<Connection, Following>();
  /** The newest moves of accounts, and the seq up to which moves are not kept. */
  readonly #moves: Move[] = [];
  #movesAfter = -1;

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
      subscribe: (connection, { group = '*' }, answer) => {
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
        else following.masks[part].delete(group);
        following.passed.clear();
      },
      leave: (connection) => this.#following.delete(connection),
      refresh: (connection) => this.#following.get(connection)?.passed.clear(),
    });
  }

  /** Follows a mask without a snapshot: what was missed is resumed. */
  follow(connection: Connection, part: EventPart, group = '*'): Refusal | undefined {
    if (!mayFollow(connection, RIGHTS)) return refuse('forbidden');
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
    const head = `"channel":"${part}","group":${JSON.stringify(mask)}`;
    const behind = this.pictures.mark;
    this.pictures.show<RowsRead>(
      connection,
      () => this.#read(connection, part, { groups: this.#groupsOf(connection, mask) }, head),
      (picture) => {
        if (picture !== undefined) {
          this.#take(connection, part, mask, picture.seq);
          this.#meet(connection, picture.seq, behind);
        }
        return this.filterOf(connection);
      },
      (outcome) => {
        const give = () =>
          answer(outcome.ok ? done('null') : outcome, '', outcome.ok ? outcome.data.seq : 0);
        this.settle(connection, give);
      },
    );
  }

  /** Notes accounts that were moved while the rows of a mask were read; events wait for them. */
  #meet(connection: Connection, seq: number, behind: number): void {
    const following = this.#of(connection);
    for (let at = this.#moves.length - 1; at >= 0; at -= 1) {
      const move = this.#moves[at];
      if (move === undefined || move.seq < seq) break;
      if (following.moved.has(move.login) || !this.#concerns(following, move)) continue;
      following.moved.set(move.login, move);
      following.behind = Math.min(following.behind, behind);
    }
  }

  /** The groups of a mask whose accounts it may show. */
  #groupsOf(connection: Connection, mask: string): readonly string[] {
    const paths = this.client.settings().group.map(({ path }) => path);
    return paths.filter((path) => maskListFits(mask, path) && maskMayShow(connection, path));
  }

  async #read(
    connection: Connection,
    kind: PicturePart,
    of: { readonly groups: readonly string[]; readonly login?: number },
    head: string,
    from?: number,
  ): Promise<Outcome<RowsRead>> {
    const { session, address } = connection;
    const { rights, group_scope } = session;
    const found = await this.pictures.read(
      connection,
      (fence) =>
        this.client.query(callerOf(session, address), 'open.picture', {
          ...fence,
          ...of,
          kind,
          viewer: { rights, group_scope },
          most: SOCKET_LIMITS.snapshotRows,
        }),
      from,
    );
    if (!found.ok) return found;
    const { rows, total, projection_seq } = found.data;
    if (total > SOCKET_LIMITS.snapshotRows) return tooManyRows(kind, total, LISTS[kind]);
    const seq = Number(projection_seq);
    const texts = rows.map(([, , text]) => text);
    return done({ frames: framesOf(head, texts, seq), seq });
  }

  /** Sends an event to the followers of at least one of its parts. */
  event({ login, group, parts, seq }: NumberedEvent, frame: OutFrame): void {
    if (this.#following.size === 0) return;
    const bits = partBits(parts);
    for (const [connection, following] of this.#following) {
      if (following.moved.size > 0) continue;
      if (!this.#gets(following, login, group, bits, seq)) continue;
      connection.deliver(frame);
      this.client.told(connection.session.id, seq);
    }
  }

  /** Moved accounts: shows what they have to those whose masks they came into or left. */
  moved(accounts: readonly MovedAccount[], seq: number): void {
    const at = Math.max(seq, this.pictures.newest);
    for (const move of accounts) {
      const last = { ...move, seq: at };
      this.#moves.push(last);
      for (const [connection, following] of this.#following) {
        if (!this.#concerns(following, move)) continue;
        if (following.moved.size === 0) following.behind = this.pictures.mark;
        following.moved.set(move.login, last);
        if (following.moved.size === 1) {
          connection.replies.run((end) => this.settle(connection, () => end()), 0);
        }
        if (following.moved.size <= MOVED_MAX) continue;
        connection.end(CLOSE.unsent, 'too many accounts were moved');
      }
    }
    const over = this.#moves.splice(0, Math.max(0, this.#moves.length - MOVES_MAX));
    this.#movesAfter = over.at(-1)?.seq ?? this.#movesAfter;
  }

  /** Does a move change which rows the connection has a picture of? */
  #concerns(following: Following, { login, from, to }: MovedAccount): boolean {
    const partsAt = ({ group, hidden }: MovedAccount['to']): number =>
      following.sight.sees(login, group, hidden) ? this.#passed(following, group).bits : 0;
    return ((partsAt(from) ^ partsAt(to)) & PICTURE_BITS) !== 0;
  }

  /**
   * Shows moved accounts, and then calls `done`. Nothing numbered may be sent between a move and
   * this: a client that resumes behind the move has seen it.
   */
  settle(connection: Connection, done: () => void): void {
    const following = this.#following.get(connection);
    if (following === undefined || following.moved.size === 0) return done();
    const moved = [...following.moved.values()];
    const { behind } = following;
    following.moved.clear();
    following.behind = Number.POSITIVE_INFINITY;
    this.pictures.show<RowsRead>(
      connection,
      () => this.#readMoved(connection, following, moved),
      (picture) => {
        // Of earlier ones every event was delivered.
        for (const [login, seq] of following.shown) {
          if (seq <= this.client.seq()) following.shown.delete(login);
        }
        for (const [login, seq] of picture?.seqs ?? []) following.shown.set(login, seq);
        return this.filterOf(connection);
      },
      (outcome) => {
        if (!outcome.ok) connection.end(CLOSE.unsent, 'moved accounts were not read');
        this.settle(connection, done);
      },
      behind,
    );
  }

  async #readMoved(
    connection: Connection,
    following: Following,
    moved: readonly Move[],
  ): Promise<Outcome<RowsRead>> {
    const from = Math.max(this.pictures.newest, ...moved.map(({ seq }) => seq));
    const frames: Uint8Array[] = [];
    const seqs = new Map<number, number>();
    let newest = from;
    for (const { login, to } of moved) {
      seqs.set(login, Number.MAX_SAFE_INTEGER);
      for (const part of PICTURE_PARTS) {
        if (following.masks[part].size === 0) continue;
        const isIn = (this.#passed(following, to.group).bits & partBits([part])) !== 0;
        const head = `"channel":"${part}","login":${login}`;
        const groups = isIn ? [to.group] : [];
        const found = await this.#read(connection, part, { groups, login }, head, from);
        if (!found.ok) return found;
        frames.push(...found.data.frames);
        seqs.set(login, Math.min(seqs.get(login) ?? 0, found.data.seq));
        newest = Math.max(newest, found.data.seq);
      }
    }
    return done({ frames, seq: newest, seqs });
  }

  /**
   * Were accounts moved after a seq of which the connection has a picture? Then events alone do not
   * bring it up to date.
   */
  isStale(connection: Connection, after: number): boolean {
    if (!this.hasPictures(connection)) return false;
    if (after <= this.#movesAfter) return true;
    const following = this.#of(connection);
    return this.#moves.some((move) => move.seq >= after && this.#concerns(following, move));
  }

  /** Does the connection follow what it has a picture of? */
  hasPictures(connection: Connection): boolean {
    const { masks } = this.#of(connection);
    return PICTURE_PARTS.some((part) => masks[part].size > 0);
  }

  /** The filter of a connection's events, for `resume`. */
  filterOf(connection: Connection): EventFilter {
    const following = this.#of(connection);
    return (login, group, parts, seq, position) =>
      position <= following.behind && this.#gets(following, login, group, parts, seq);
  }

  #of(connection: Connection): Following {
    const known = this.#following.get(connection);
    if (known !== undefined) return known;
    const masks = (): Masks => new Map();
    const following: Following = {
      sight: new AccountVisibility(connection, this.client),
      masks: { deals: masks(), orders: masks(), positions: masks() },
      passed: new Map(),
      shown: new Map(),
      moved: new Map(),
      behind: Number.POSITIVE_INFINITY,
    };
    this.#following.set(connection, following);
    return following;
  }

  /** Does the connection get an event of an account with these parts, under present conditions? */
  #gets(following: Following, login: number, group: string, parts: number, seq: number): boolean {
    const { bits, after } = this.#passed(following, group);
    if (seq <= after) return false;
    const isShown = following.shown.size > 0 && (following.shown.get(login) ?? 0) >= seq;
    const wanted = isShown ? parts & ~PICTURE_BITS : parts;
    return (bits & wanted) !== 0 && following.sight.sees(login, group);
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
