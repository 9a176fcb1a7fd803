// The newest outcomes of requests, as the bytes of their events: as objects they would live so long
// that garbage collection costs more than executing the order.

import { unpackStored } from '../../../wire/codec/unpack.js';
import type { Remembered } from '../../../wire/trading/events.js';

/**
 * Limits of the number and the bytes of outcomes; whichever is reached first drops the oldest. The
 * number is a power of two.
 */
export const OUTCOMES_MAX = 1 << 16;
const BLOCK_BYTES = 1 << 25;

/** The numbers of an outcome, side by side: reading them waits for memory once. */
const HASH = 0;
const LOGIN = 1;
const COUNT = 2;
const SEQ = 3;
/** The position of the outcome before it in its bucket. */
const BEFORE = 4;
/** Where its bytes are in the block. */
const START = 5;
const END = 6;
/**
 * Bytes that it takes of the block: its own, and those at the block's end that were left unused
 * because its own did not fit there.
 */
const TAKEN = 7;
const NUMBERS = 8;

/** The position of no outcome. */
const NONE = -1;

/** An outcome, and where its event is: `seq` if known, else the shard's event count. */
export interface RequestOutcome {
  readonly remembered: Remembered;
  /** Number of the event among its shard's events since the start; 0 = before the start. */
  readonly count: number;
  /** Global seq; 0 = unknown here: the front finds it by `count`. */
  readonly seq: number;
}

/** Where the numbers of a position are. */
const slotOf = (position: number): number => (position & (OUTCOMES_MAX - 1)) * NUMBERS;

/**
 * A ring of outcomes: their bytes are in one block of memory, their numbers in one list, and they
 * are found by hash. A position counts outcomes since the start; its slot is the position modulo
 * the ring's size. A bucket has the position of its newest outcome, and each outcome that of the
 * one before it in its bucket. Outcomes below the oldest are dropped, so that a drop takes the same
 * time however many request ids a client finds that share a bucket.
 */
export class Outcomes {
  readonly #block: Buffer;
  readonly #buckets = new Float64Array(OUTCOMES_MAX).fill(NONE);
  readonly #numbers = new Float64Array(OUTCOMES_MAX * NUMBERS);
  #oldest: number;
  #newest: number;
  /** Where the next outcome's bytes begin, if they fit in front of the block's end. */
  #end = 0;
  /** Bytes of the block that the stored outcomes take. */
  #taken = 0;

  /**
   * `dropped` is called with each outcome that is removed to make room; seq 0 = its seq is unknown.
   * The ring starts at the position `before`.
   */
  constructor(
    private readonly dropped: (hash: number, login: number, seq: number) => void,
    blockBytes = BLOCK_BYTES,
    before = 0,
  ) {
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
    this.#oldest = before;
    this.#newest = before;
  }

  /**
   * Stores the outcome in the bytes of an event; an earlier outcome of the same request is not
   * found any more. `count` and `seq` as in `RequestOutcome`.
   */
  add(hash: number, login: number, packed: Uint8Array, count: number, seq: number): void {
    const left = this.#block.length - this.#end;
    const fits = packed.length <= left;
    const taken = packed.length + (fits ? 0 : left);
    this.#makeRoom(taken);
    const start = fits ? this.#end : 0;
    this.#block.set(packed, start);
    this.#end = start + packed.length;
    this.#taken += taken;
    const bucket = hash & (OUTCOMES_MAX - 1);
    const numbers = this.#numbers;
    const at = slotOf(this.#newest);
    numbers[at + HASH] = hash;
    numbers[at + LOGIN] = login;
    numbers[at + COUNT] = count;
    numbers[at + SEQ] = seq;
    numbers[at + BEFORE] = this.#buckets[bucket] as number;
    numbers[at + START] = start;
    numbers[at + END] = this.#end;
    numbers[at + TAKEN] = taken;
    this.#buckets[bucket] = this.#newest;
    this.#newest += 1;
  }

  /** The newest outcome of a request; undefined when it is not stored. */
  find(hash: number, login: number, requestId: string): RequestOutcome | undefined {
    const numbers = this.#numbers;
    let position = this.#buckets[hash & (OUTCOMES_MAX - 1)] as number;
    while (position >= this.#oldest) {
      const at = slotOf(position);
      position = numbers[at + BEFORE] as number;
      if (numbers[at + HASH] !== hash || numbers[at + LOGIN] !== login) continue;
      const packed = this.#block.subarray(numbers[at + START], numbers[at + END]);
      const { remembered } = unpackStored(packed);
      if (remembered?.request_id !== requestId) continue;
      return { remembered, count: numbers[at + COUNT] as number, seq: numbers[at + SEQ] as number };
    }
    return undefined;
  }

  /** Drops the oldest outcomes until there is a free slot, and so many bytes of the block. */
  #makeRoom(bytes: number): void {
    const numbers = this.#numbers;
    while (this.#newest > this.#oldest) {
      const isFull = this.#newest - this.#oldest === OUTCOMES_MAX;
      if (!isFull && this.#taken + bytes <= this.#block.length) return;
      const at = slotOf(this.#oldest);
      this.#oldest += 1;
      this.#taken -= numbers[at + TAKEN] as number;
      const [hash, login] = [numbers[at + HASH] as number, numbers[at + LOGIN] as number];
      this.dropped(hash, login, numbers[at + SEQ] as number);
    }
  }
}
