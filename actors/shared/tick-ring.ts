// Tick rings: quotes from the market to one consumer in shared memory. When full, they conflate
// ticks without losing a trigger.

import type { Bell } from './ring.js';

const HEAD = 0;
/** In a cache line of its own, so that producer and consumer do not slow each other down. */
const TAIL = 16;
/** Beside the tail, because the consumer writes both. */
const WANTED = 17;
const HEADER_BYTES = 128;
const TICK_FLOATS = 5;
/** The share of a ring from which on a consumer that wanted its ticks later must take them. */
const FILLING = 1 / 4;

/**
 * When a consumer wants ticks: `now` wakes it for them; `later` lets it take them when it has other
 * work, or when a quarter of the ring is full; `never` drops them.
 */
type TicksWanted = 'now' | 'later' | 'never';
const NOW = 0;
const LATER = 1;
const NEVER = 2;
const WANTED_CODES: Readonly<Record<TicksWanted, number>> = {
  now: NOW,
  later: LATER,
  never: NEVER,
};

/** Default number of ticks in a ring. */
export const TICK_RING_CAPACITY = 16_384;

/** Shared memory for a ring of the given number of ticks, a power of two of at least 8. */
export const tickRingMemory = (capacity: number = TICK_RING_CAPACITY): SharedArrayBuffer => {
  if (capacity < 8 || !Number.isInteger(Math.log2(capacity))) {
    throw new RangeError(`a tick ring holds a power of two of at least 8, not ${capacity}`);
  }
  return new SharedArrayBuffer(HEADER_BYTES + capacity * TICK_FLOATS * 8);
};

/**
 * Receives a tick: prices ×10^(digits+3), `last` 0 = no trade known, time in ms. Returns false for
 * no further tick now.
 */
export type TickTaker = (
  symbolId: number,
  bid: number,
  ask: number,
  time: number,
  last: number,
) => unknown;

interface Tick {
  /** Position in the order of arrival. */
  readonly place: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  readonly last: number;
}

/** Most ticks kept for a waiting symbol: six extremes and the newest. */
const WAITING_TICKS_MAX = 7;

/**
 * The kept ticks of a symbol without room: those with the lowest and the highest Bid, Ask and Last,
 * and the newest. Every level that a dropped tick reached is reached by one of these, so the same
 * triggers fire; and because they are real ticks in their order, no others do.
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

  /** The kept ticks, each once, in their order. */
  ticks(): readonly Tick[] {
    const kept = [this.#lowBid, this.#highBid, this.#lowAsk, this.#highAsk, this.#newest];
    const [low, high] = [this.#lowLast, this.#highLast];
    if (low.last !== high.last) kept.push(low, high);
    return [...new Set(kept)].sort((a, b) => a.place - b.place);
  }
}

/** The producer of a ring. Ticks become visible with `flush`. */
export class TickWriter {
  readonly #cells: Int32Array;
  readonly #ticks: Float64Array;
  readonly #capacity: number;
  /** Symbols whose ticks wait for room, longest waiting first. */
  readonly #waiting = new Map<number, ConflatedTicks>();
  #head: number;
  #flushed: number;
  #tail: number;
  #arrived = 0;

  constructor(
    shared: SharedArrayBuffer,
    private readonly bell: Pick<Bell, 'ring'>,
  ) {
    this.#cells = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.#ticks = new Float64Array(shared, HEADER_BYTES);
    this.#capacity = this.#ticks.length / TICK_FLOATS;
    this.#head = Atomics.load(this.#cells, HEAD);
    this.#tail = Atomics.load(this.#cells, TAIL);
    this.#flushed = this.#head;
  }

  /** The number of symbols whose ticks wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Writes a tick; when the ring is full it is conflated with the waiting ticks of its symbol. */
  push(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    if (Atomics.load(this.#cells, WANTED) === NEVER) return;
    if (this.#waiting.size === 0 && this.#hasRoom(1)) {
      this.#write(symbolId, bid, ask, time, last);
      return;
    }
    this.#keep(symbolId, { place: this.#arrived++, bid, ask, time, last });
  }

  /**
   * Publishes the ticks, waiting ones first, and wakes the consumer; call it once a turn. False:
   * ticks still wait for room, or the ring is more than half full; flush again soon and delay other
   * work.
   */
  flush(): boolean {
    this.#relieve();
    if (this.#flushed !== this.#head) {
      this.#flushed = this.#head;
      Atomics.store(this.#cells, HEAD, this.#head);
      const isWanted = Atomics.load(this.#cells, WANTED) !== LATER;
      if (isWanted || !this.#hasRoom((1 - FILLING) * this.#capacity)) this.bell.ring();
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

/** The consumer of a ring. */
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

  /**
   * Says when ticks are wanted; at first `now`. Ticks in the ring stay there: after a change to
   * `now` the consumer must look for them.
   */
  want(wanted: TicksWanted): void {
    Atomics.store(this.#cells, WANTED, WANTED_CODES[wanted]);
  }

  /** Is there a tick to take? */
  pending(): boolean {
    return Atomics.load(this.#cells, HEAD) !== this.#next;
  }

  /** Must ticks be taken that were wanted later, because the ring is filling? */
  isFilling(): boolean {
    const waiting = (Atomics.load(this.#cells, HEAD) - this.#next) >>> 0;
    return waiting > FILLING * this.#capacity;
  }

  /** Passes at most `max` ticks to `take` and frees their room; returns their number. */
  drain(take: TickTaker, max: number): number {
    const head = Atomics.load(this.#cells, HEAD);
    const ticks = this.#ticks;
    let taken = 0;
    try {
      while (this.#next !== head && taken < max) {
        const at = (this.#next & (this.#capacity - 1)) * TICK_FLOATS;
        this.#next = (this.#next + 1) | 0;
        taken += 1;
        const last = ticks[at + 4]!;
        if (take(ticks[at]!, ticks[at + 1]!, ticks[at + 2]!, ticks[at + 3]!, last) === false) break;
      }
    } finally {
      Atomics.store(this.#cells, TAIL, this.#next);
    }
    return taken;
  }
}
