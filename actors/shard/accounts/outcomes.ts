// The newest outcomes of requests, packed: as objects each would live long enough to cost the
// collector more than the order cost the engine.

import { Bytes } from '../../../wire/codec/bytes.js';
import { writeRemembered } from '../../../wire/codec/pack.js';
import { unpackRemembered } from '../../../wire/codec/unpack.js';
import type { Remembered } from '../../../wire/trading/events.js';

/** How much is kept: whichever bound is met first drops the oldest. Powers of two. */
export const OUTCOMES_MAX = 1 << 16;
const BLOCK_BYTES = 1 << 24;

const NONE = -1;

/** An outcome, and where its event stands: `seq` when known, else the shard's event count. */
export interface RequestOutcome {
  readonly remembered: Remembered;
  /** Number of the event among its shard's since the shard started; 0 = before that. */
  readonly count: number;
  /** Global seq; 0 = not known here: the front knows it by `count`. */
  readonly seq: number;
}

/**
 * A ring of outcomes: their bytes one after the other in one block of memory, the rest in typed
 * arrays, found by hash. A position counts outcomes since the start; its slot is the position
 * modulo the ring's size. Slots of one bucket are linked, the newest first, and backwards:
 * who finds ids of one bucket must not make dropping them long.
 */
export class Outcomes {
  readonly #block: Buffer;
  readonly #scratch = new Bytes();
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
   * `dropped` gets each outcome that is removed to make room; seq 0 = its seq is not known. The
   * ring starts behind so many outcomes, and bytes, `before`.
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

  /** Stores an outcome; an earlier outcome of the same request is found no more. */
  add(hash: number, login: number, { remembered, count, seq }: RequestOutcome): void {
    const packed = this.#scratch.clear();
    writeRemembered(packed, remembered);
    const start = this.#room(packed.length);
    this.#block.set(packed.written(), start % this.#block.length);
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

  /** The newest outcome of a request; undefined when it is not kept. */
  find(hash: number, login: number, requestId: string): RequestOutcome | undefined {
    let at = this.#buckets[hash & (OUTCOMES_MAX - 1)] as number;
    for (; at !== NONE; at = this.#next[at] as number) {
      if (this.#hash[at] !== hash || this.#login[at] !== login) continue;
      const remembered = this.#read(at);
      if (remembered.request_id !== requestId) continue;
      return { remembered, count: this.#count[at] as number, seq: this.#seq[at] as number };
    }
    return undefined;
  }

  #read(at: number): Remembered {
    const start = (this.#start[at] as number) % this.#block.length;
    return unpackRemembered(this.#block.subarray(start, start + (this.#length[at] as number)));
  }

  /**
   * The place for so many bytes; outcomes that lie there, and outcomes that are too old, are
   * dropped.
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

  /** The oldest is the last of its bucket. */
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
