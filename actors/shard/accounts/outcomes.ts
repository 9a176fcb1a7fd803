// The newest outcomes of requests, as the bytes of their events: as objects they would live so long
// that garbage collection costs more than executing the order.

import { unpackStored } from '../../../wire/codec/unpack.js';
import type { Remembered } from '../../../wire/trading/events.js';

/**
 * Limits of the number and the bytes of outcomes; whichever is reached first drops the oldest.
 * Powers of two.
 */
export const OUTCOMES_MAX = 1 << 16;
const BLOCK_BYTES = 1 << 25;

const NONE = -1;

/** An outcome, and the position of its event: `seq` if known, else the shard's event count. */
export interface RequestOutcome {
  readonly remembered: Remembered;
  /** Number of the event among its shard's events since the start; 0 = before the start. */
  readonly count: number;
  /** Global seq; 0 = unknown here: the front finds it by `count`. */
  readonly seq: number;
}

/**
 * A ring of outcomes: their bytes are in one block of memory, all other fields in typed arrays, and
 * they are found by hash. A position counts outcomes since the start; its slot is the position
 * modulo the ring's size. The slots of a bucket form a doubly linked list, newest first, so that
 * the oldest is dropped in constant time even if a client finds request ids that share a bucket.
 */
export class Outcomes {
  readonly #block: Buffer;
  readonly #buckets = new Int32Array(OUTCOMES_MAX).fill(NONE);
  readonly #next = new Int32Array(OUTCOMES_MAX);
  readonly #before = new Int32Array(OUTCOMES_MAX);
  readonly #hash = new Int32Array(OUTCOMES_MAX);
  readonly #length = new Uint32Array(OUTCOMES_MAX);
  readonly #start = new Float64Array(OUTCOMES_MAX);
  readonly #login = new Float64Array(OUTCOMES_MAX);
  readonly #count = new Float64Array(OUTCOMES_MAX);
  readonly #seq = new Float64Array(OUTCOMES_MAX);
  #oldest: number;
  #newest: number;
  #written: number;

  /**
   * `dropped` is called with each outcome that is removed to make room; seq 0 = its seq is unknown.
   * The ring starts at the position `before` for outcomes and for bytes.
   */
  constructor(
    private readonly dropped: (hash: number, login: number, seq: number) => void,
    blockBytes = BLOCK_BYTES,
    before = 0,
  ) {
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
    this.#oldest = before;
    this.#newest = before;
    this.#written = before;
  }

  /**
   * Stores the outcome in the bytes of an event; an earlier outcome of the same request is not
   * found any more. `count` and `seq` as in `RequestOutcome`.
   */
  add(hash: number, login: number, packed: Uint8Array, count: number, seq: number): void {
    const start = this.#room(packed.length);
    this.#block.set(packed, start % this.#block.length);
    this.#written = start + packed.length;
    const at = this.#newest % OUTCOMES_MAX;
    this.#newest += 1;
    this.#start[at] = start;
    this.#length[at] = packed.length;
    this.#login[at] = login;
    this.#count[at] = count;
    this.#seq[at] = seq;
    this.#hash[at] = hash;
    const bucket = hash & (OUTCOMES_MAX - 1);
    const first = this.#buckets[bucket] as number;
    this.#next[at] = first;
    this.#before[at] = NONE;
    if (first !== NONE) this.#before[first] = at;
    this.#buckets[bucket] = at;
  }

  /** The newest outcome of a request; undefined when it is not stored. */
  find(hash: number, login: number, requestId: string): RequestOutcome | undefined {
    let at = this.#buckets[hash & (OUTCOMES_MAX - 1)] as number;
    for (; at !== NONE; at = this.#next[at] as number) {
      if (this.#hash[at] !== hash || this.#login[at] !== login) continue;
      const remembered = this.#read(at);
      if (remembered?.request_id !== requestId) continue;
      return { remembered, count: this.#count[at] as number, seq: this.#seq[at] as number };
    }
    return undefined;
  }

  #read(at: number): Remembered | null {
    const start = (this.#start[at] as number) % this.#block.length;
    const packed = this.#block.subarray(start, start + (this.#length[at] as number));
    return unpackStored(packed).remembered;
  }

  /**
   * The position for `bytes` bytes; outcomes stored there, and those that are too old, are dropped.
   */
  #room(bytes: number): number {
    const { length: room } = this.#block;
    const used = this.#written % room;
    const start = used + bytes > room ? this.#written + room - used : this.#written;
    while (this.#newest > this.#oldest && this.#isInTheWay(start + bytes)) this.#drop();
    return start;
  }

  #isInTheWay(end: number): boolean {
    const full = this.#newest - this.#oldest === OUTCOMES_MAX;
    return full || (this.#start[this.#oldest % OUTCOMES_MAX] as number) < end - this.#block.length;
  }

  /** Drops the oldest outcome, which is the last of its bucket. */
  #drop(): void {
    const oldest = this.#oldest % OUTCOMES_MAX;
    const bucket = (this.#hash[oldest] as number) & (OUTCOMES_MAX - 1);
    const before = this.#before[oldest] as number;
    if (before === NONE) this.#buckets[bucket] = NONE;
    else this.#next[before] = NONE;
    this.#oldest += 1;
    const [hash, login] = [this.#hash[oldest] as number, this.#login[oldest] as number];
    this.dropped(hash, login, this.#seq[oldest] as number);
  }
}
