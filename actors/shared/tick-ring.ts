// Tick rings: quotes from the market to one consumer in shared memory; full, they lose no trigger.

import type { Bell } from './ring.js';

const HEAD = 0;
/** On a cache line of its own: producer and consumer do not disturb each other's. */
const TAIL = 16;
const HEADER_BYTES = 128;
const TICK_FLOATS = 5;

/** Ticks that a ring holds unless it is made otherwise. */
export const TICK_RING_CAPACITY = 16_384;

/** Shared memory for a ring of the given number of ticks, a power of two of at least 8. */
export const tickRingMemory = (capacity: number = TICK_RING_CAPACITY): SharedArrayBuffer => {
  if (capacity < 8 || !Number.isInteger(Math.log2(capacity))) {
    throw new RangeError(`a tick ring holds a power of two of at least 8, not ${capacity}`);
  }
  return new SharedArrayBuffer(HEADER_BYTES + capacity * TICK_FLOATS * 8);
};

/** Takes one tick: prices ×10^(digits+3), `last` 0 = no trade known, time in ms. */
export type TickTaker = (
  symbolId: number,
  bid: number,
  ask: number,
  time: number,
  last: number,
) => void;

interface Tick {
  /** Place in the order of arrival. */
  readonly place: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  readonly last: number;
}

/** The most ticks that one waiting symbol comes to: six extremes and the newest. */
const WAITING_TICKS_MAX = 7;

/**
 * The kept ticks of a symbol that found no room: the lowest and the highest Bid, Ask and Last, and
 * the newest. Each level that any of the lost ticks reached is reached by one of these, so the same
 * triggers fire; and as they are real ticks in their order, no others do.
 */
class ConflatedTicks {
  #lowBid: Tick;
  #highBid: Tick;
  #lowAsk: Tick;
  #highAsk: Tick;
  #lowLast: Tick;
  #highLast: Tick;
  #newest: Tick;

  constructor(first: Tick) {
    this.#lowBid = first;
    this.#highBid = first;
    this.#lowAsk = first;
    this.#highAsk = first;
    this.#lowLast = first;
    this.#highLast = first;
    this.#newest = first;
  }

  take(tick: Tick): void {
    if (tick.bid < this.#lowBid.bid) this.#lowBid = tick;
    if (tick.bid > this.#highBid.bid) this.#highBid = tick;
    if (tick.ask < this.#lowAsk.ask) this.#lowAsk = tick;
    if (tick.ask > this.#highAsk.ask) this.#highAsk = tick;
    if (tick.last < this.#lowLast.last) this.#lowLast = tick;
    if (tick.last > this.#highLast.last) this.#highLast = tick;
    this.#newest = tick;
  }

  /** The ticks kept, each once, in the order they came. */
  ticks(): readonly Tick[] {
    const kept = [this.#lowBid, this.#highBid, this.#lowAsk, this.#highAsk, this.#newest];
    const [low, high] = [this.#lowLast, this.#highLast];
    if (low.last !== high.last) kept.push(low, high);
    return [...new Set(kept)].sort((a, b) => a.place - b.place);
  }
}

/** The producer's end. Ticks become visible with `flush`. */
export class TickWriter {
  readonly #cells: Int32Array;
  readonly #ticks: Float64Array;
  readonly #capacity: number;
  readonly #bell: Pick<Bell, 'ring'>;
  /** Symbols whose ticks found no room, longest waiting first. */
  readonly #waiting = new Map<number, ConflatedTicks>();
  #head: number;
  #flushed: number;
  #tail: number;
  #arrived = 0;

  constructor(shared: SharedArrayBuffer, bell: Pick<Bell, 'ring'>) {
    this.#cells = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.#ticks = new Float64Array(shared, HEADER_BYTES);
    this.#capacity = this.#ticks.length / TICK_FLOATS;
    this.#bell = bell;
    this.#head = Atomics.load(this.#cells, HEAD);
    this.#tail = Atomics.load(this.#cells, TAIL);
    this.#flushed = this.#head;
  }

  /** Symbols whose ticks wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Hands over a tick; when the ring is full it joins what waits of its symbol. */
  push(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    if (this.#waiting.size === 0 && this.#hasRoom(1)) {
      this.#write(symbolId, bid, ask, time, last);
      return;
    }
    this.#keep(symbolId, { place: this.#arrived++, bid, ask, time, last });
  }

  /**
   * Publishes the ticks, waiting ticks first, and wakes the consumer; once a turn. False: ticks
   * still wait for room, or the ring is more than half full; flush again soon and hold back work
   * that can wait.
   */
  flush(): boolean {
    this.#relieve();
    if (this.#flushed !== this.#head) {
      this.#flushed = this.#head;
      Atomics.store(this.#cells, HEAD, this.#head);
      this.#bell.ring();
    }
    return this.#waiting.size === 0 && this.#hasRoom(this.#capacity / 2);
  }

  #hasRoom(ticks: number): boolean {
    if (this.#capacity - ((this.#head - this.#tail) >>> 0) >= ticks) return true;
    this.#tail = Atomics.load(this.#cells, TAIL);
    return this.#capacity - ((this.#head - this.#tail) >>> 0) >= ticks;
  }

  #write(symbolId: number, bid: number, ask: number, time: number, last: number): void {
    const at = (this.#head & (this.#capacity - 1)) * TICK_FLOATS;
    const ticks = this.#ticks;
    ticks[at] = symbolId;
    ticks[at + 1] = bid;
    ticks[at + 2] = ask;
    ticks[at + 3] = time;
    ticks[at + 4] = last;
    this.#head = (this.#head + 1) | 0;
  }

  #keep(symbolId: number, tick: Tick): void {
    const waiting = this.#waiting.get(symbolId);
    if (waiting === undefined) this.#waiting.set(symbolId, new ConflatedTicks(tick));
    else waiting.take(tick);
  }

  #relieve(): void {
    for (const [symbolId, waiting] of this.#waiting) {
      if (!this.#hasRoom(WAITING_TICKS_MAX)) return;
      for (const { bid, ask, time, last } of waiting.ticks()) {
        this.#write(symbolId, bid, ask, time, last);
      }
      this.#waiting.delete(symbolId);
    }
  }
}

/** The consumer's end. */
export class TickReader {
  readonly #cells: Int32Array;
  readonly #ticks: Float64Array;
  readonly #capacity: number;
  #next: number;

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.#ticks = new Float64Array(shared, HEADER_BYTES);
    this.#capacity = this.#ticks.length / TICK_FLOATS;
    this.#next = Atomics.load(this.#cells, TAIL);
  }

  /** Is there a tick that was not taken yet? */
  pending(): boolean {
    return Atomics.load(this.#cells, HEAD) !== this.#next;
  }

  /** Gives at most `max` ticks to `take` and frees their room; the number given. */
  drain(take: TickTaker, max: number): number {
    const head = Atomics.load(this.#cells, HEAD);
    const ticks = this.#ticks;
    let taken = 0;
    try {
      while (this.#next !== head && taken < max) {
        const at = (this.#next & (this.#capacity - 1)) * TICK_FLOATS;
        this.#next = (this.#next + 1) | 0;
        taken += 1;
        take(ticks[at]!, ticks[at + 1]!, ticks[at + 2]!, ticks[at + 3]!, ticks[at + 4]!);
      }
    } finally {
      Atomics.store(this.#cells, TAIL, this.#next);
    }
    return taken;
  }
}
