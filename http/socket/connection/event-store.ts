// The newest numbered events, stored so that a client can get missed events after a break.

import type { EventPart, NumberedEvent } from '../../../actors/client.js';

/** Limits of the number and the bytes of events; whichever is reached first drops the oldest. */
const RESUME_EVENTS_MAX = 200_000;
const RESUME_BYTES_MAX = 64 * 1024 * 1024;

const PART_BITS: Readonly<Record<EventPart, number>> = { deals: 1, orders: 2, positions: 4 };

/** The parts of an event as bits, to compare them with the parts of a subscription. */
export const partBits = (parts: readonly EventPart[]): number =>
  parts.reduce((bits, part) => bits | PART_BITS[part], 0);

/** Selects the events for a staff client. */
export type EventFilter = (login: number, group: string, parts: number, seq: number) => boolean;

/** The seq of what is a frame already, in place of a packed event: events are numbered from 1. */
export const FRAME = 0;

/** A stored event; its bytes are valid until the next event is stored. */
export type StoredEvent = Pick<NumberedEvent, 'packed' | 'seq'>;

/** A reader: it returns event after event up to the newest. */
export interface Cursor {
  /** The next event; undefined = there is none, or it is being read. */
  next(): StoredEvent | undefined;
  /** Were events dropped before this reader reached them? Then `next` returns nothing more. */
  readonly isLost: boolean;
  /** Bytes of events that it holds itself. */
  readonly bytes?: number;
  /** Resolves when `next` should be called again; undefined = nothing is being read. */
  readonly reading?: Promise<void> | undefined;
}

/** Alignment of events: unaligned shared memory is copied byte by byte. */
const ALIGN = 8;

/** No event: positions count from 1. */
const NONE = 0;

/**
 * A ring of events: their bytes are in one block of memory, all other fields in typed arrays,
 * and each account's events form a doubly linked list. A position is the number of an event since
 * the start, counted from 1; its slot is the position modulo the ring's size.
 */
export class ResumeStore {
  readonly #size: number;
  readonly #block: Buffer;
  readonly #start: Float64Array;
  readonly #length: Uint32Array;
  readonly #seq: Float64Array;
  /** The highest seq so far: events of several shards may be slightly out of order. */
  readonly #high: Float64Array;
  readonly #accountSeq: Float64Array;
  readonly #login: Float64Array;
  readonly #group: Uint32Array;
  readonly #parts: Uint8Array;
  readonly #before: Float64Array;
  readonly #after: Float64Array;
  readonly #newestOf = new Map<number, number>();
  /** Group paths by number, and the number of events of each; groups without events are dropped. */
  readonly #groups: string[] = [];
  readonly #groupIndex = new Map<string, number>();
  readonly #groupEvents: number[] = [];
  readonly #freeGroups: number[] = [];
  #oldest: number;
  #newest: number;
  #highest = 0;
  #written: number;
  /** Events up to this seq are not stored. */
  #floor = Number.POSITIVE_INFINITY;

  /** Starts at the position `before` for events and for bytes, a multiple of 8. */
  constructor(events = RESUME_EVENTS_MAX, bytes = RESUME_BYTES_MAX, before = NONE) {
    this.#size = events;
    this.#oldest = before + 1;
    this.#newest = before;
    this.#written = before;
    this.#block = Buffer.allocUnsafeSlow(bytes);
    const column = () => new Float64Array(events);
    [this.#start, this.#high, this.#accountSeq] = [column(), column(), column()];
    this.#seq = column();
    [this.#login, this.#before, this.#after] = [column(), column(), column()];
    this.#length = new Uint32Array(events);
    this.#group = new Uint32Array(events);
    this.#parts = new Uint8Array(events);
  }

  /** Events up to this seq may not be stored. */
  get floor(): number {
    return this.#floor;
  }

  /** The number of stored events. */
  get count(): number {
    return this.#newest - this.#oldest + 1;
  }

  /** The position of the newest event. */
  get mark(): number {
    return this.#newest;
  }

  /** The highest seq of an event, or of rows that a client was shown. */
  get highest(): number {
    return this.#highest;
  }

  /**
   * A client was shown rows up to this seq and every stored event: events that are stored from now
   * on are behind it, even events of a lower seq.
   */
  shown(seq: number): void {
    this.#highest = Math.max(this.#highest, seq);
  }

  /** Nothing up to this seq is stored, and everything after it will be. */
  startAfter(seq: number): void {
    this.#floor = seq;
  }

  /** Drops everything, because some events up to this seq were lost. */
  lose(seq: number): void {
    while (this.count > 0) this.#drop();
    this.startAfter(seq);
  }

  /**
   * Stores an event that is newer than all others of its account; the oldest events are dropped.
   */
  add(event: NumberedEvent): void {
    const bytes = event.packed.byteLength;
    const { length: room } = this.#block;
    if (bytes > room) throw new RangeError(`an event of ${bytes} bytes cannot be kept`);
    const used = this.#written % room;
    const start = used + bytes > room ? this.#written + room - used : this.#written;
    while (this.count === this.#size) this.#drop();
    while (this.count > 0 && (this.#start[this.#oldest % this.#size] ?? 0) < start + bytes - room) {
      this.#drop();
    }
    this.#block.set(event.packed, start % room);
    this.#written = Math.ceil((start + bytes) / ALIGN) * ALIGN;
    this.#link(event, start, bytes);
  }

  #link(event: NumberedEvent, start: number, bytes: number): void {
    this.#newest += 1;
    const at = this.#newest % this.#size;
    const before = this.#newestOf.get(event.login) ?? NONE;
    if (before !== NONE) this.#after[before % this.#size] = this.#newest;
    this.#newestOf.set(event.login, this.#newest);
    this.#start[at] = start;
    this.#length[at] = bytes;
    this.#seq[at] = event.seq;
    this.#high[at] = Math.max(event.seq, this.#highest);
    this.#highest = this.#high[at] ?? 0;
    this.#accountSeq[at] = event.account_seq;
    this.#login[at] = event.login;
    this.#group[at] = this.#groupOf(event.group);
    this.#parts[at] = partBits(event.parts);
    this.#before[at] = before;
    this.#after[at] = NONE;
  }

  #groupOf(path: string): number {
    const known = this.#groupIndex.get(path);
    const number = known ?? this.#freeGroups.pop() ?? this.#groups.length;
    if (known === undefined) {
      this.#groupIndex.set(path, number);
      this.#groups[number] = path;
      this.#groupEvents[number] = 0;
    }
    this.#groupEvents[number] = (this.#groupEvents[number] ?? 0) + 1;
    return number;
  }

  /** Counts down the events of a group. */
  #leaveGroup(number: number): void {
    const left = (this.#groupEvents[number] ?? 0) - 1;
    this.#groupEvents[number] = left;
    if (left > 0) return;
    this.#groupIndex.delete(this.#groups[number] ?? '');
    this.#freeGroups.push(number);
  }

  #drop(): void {
    const at = this.#oldest % this.#size;
    const login = this.#login[at] ?? 0;
    this.#floor = this.#high[at] ?? 0;
    if (this.#newestOf.get(login) === this.#oldest) this.#newestOf.delete(login);
    this.#leaveGroup(this.#group[at] ?? 0);
    this.#oldest += 1;
  }

  /** Number of an account's newest stored event; undefined when none is stored. */
  accountSeq(login: number): number | undefined {
    const newest = this.#newestOf.get(login);
    return newest === undefined ? undefined : this.#accountSeq[newest % this.#size];
  }

  /**
   * A reader of an account's events after number `after`; `newest` is the account's number if none
   * of its events is stored. Undefined: older than the stored events, or in the future.
   */
  forAccount(login: number, after: number, newest: number): Cursor | undefined {
    let at = this.#newestOf.get(login) ?? NONE;
    if ((this.accountSeq(login) ?? newest) === after) return this.#reader(NONE, () => NONE);
    while (at >= this.#oldest && (this.#accountSeq[at % this.#size] ?? 0) > after + 1) {
      at = this.#before[at % this.#size] ?? NONE;
    }
    if (at < this.#oldest || this.#accountSeq[at % this.#size] !== after + 1) return undefined;
    return this.#reader(at, (position) => this.#after[position % this.#size] ?? NONE);
  }

  /**
   * The position after which all events after `seq` are stored; undefined: some are not stored any
   * more.
   */
  positionOf(seq: number): number | undefined {
    return seq < this.#floor ? undefined : this.#firstAfter(seq) - 1;
  }

  /**
   * A reader of events behind a position that pass the filter; undefined: some were dropped. An
   * event that is stored after the reader has returned nothing is not read.
   */
  forStaff(mark: number, filter: EventFilter): Cursor | undefined {
    if (mark < this.#oldest - 1) return undefined;
    const passes = (position: number): boolean => {
      const at = position % this.#size;
      const group = this.#groups[this.#group[at] ?? 0] ?? '';
      const [login, parts, seq] = [this.#login[at], this.#parts[at], this.#seq[at]];
      return filter(login ?? 0, group, parts ?? 0, seq ?? 0);
    };
    const from = (position: number): number => {
      for (let at = position; at <= this.#newest; at += 1) if (passes(at)) return at;
      return NONE;
    };
    return this.#reader(from(mark + 1), (position) => from(position + 1));
  }

  /**
   * The position after the event with which `seq` became the highest: nothing before it is missed.
   */
  #firstAfter(seq: number): number {
    let low = this.#oldest;
    let high = this.#newest + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#high[middle % this.#size] ?? 0) >= seq) high = middle;
      else low = middle + 1;
    }
    return low <= this.#newest && this.#seq[low % this.#size] === seq ? low + 1 : low;
  }

  /**
   * Reads from `first` on; `follow` returns the position after one, and is called as late as
   * possible.
   */
  #reader(first: number, follow: (position: number) => number): Cursor {
    let pending = first;
    let last = NONE;
    let lost = false;
    const stored = (position: number): StoredEvent => {
      const at = position % this.#size;
      const start = (this.#start[at] ?? 0) % this.#block.length;
      const packed = this.#block.subarray(start, start + (this.#length[at] ?? 0));
      return { packed, seq: this.#seq[at] ?? 0 };
    };
    const next = (): StoredEvent | undefined => {
      if (pending === NONE && last !== NONE) {
        lost ||= last < this.#oldest;
        if (!lost) pending = follow(last);
      }
      if (pending !== NONE) lost ||= pending < this.#oldest;
      if (lost || pending === NONE) return undefined;
      last = pending;
      pending = NONE;
      return stored(last);
    };
    return {
      next,
      get isLost() {
        return lost;
      },
    };
  }
}
