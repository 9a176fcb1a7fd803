// Request ids whose outcomes are neither in memory nor in the database yet, only in the log.

import { randomInt } from 'node:crypto';

const SLOTS_MIN = 4096;
/** Largest share of occupied slots; above it searching takes long. */
const FILL_MAX = 0.75;
const UPPER = 2 ** 32;
/**
 * Number of different logins in a code, a power of two: an id of another login has the same code in
 * one of 10^15 cases.
 */
const LOGINS = 2 ** 20;

/** Clients choose ids, so which ids share a slot must be secret. */
const FACTOR = randomInt(2 ** 30) * 2 + 1;

/** Hash and login as an integer above 0, which marks a free slot. */
const codeOf = (hash: number, login: number): number =>
  (login & (LOGINS - 1)) * UPPER + (hash >>> 0) + 1;

/** Seqs by id in a table of numbers: after a crash there may be a million. */
export class Unprojected {
  #codes = new Float64Array(SLOTS_MIN);
  #seqs = new Float64Array(SLOTS_MIN);
  #count = 0;

  /**
   * `checkpoint` returns the database's checkpoint; when the table is full, entries up to it are
   * dropped.
   */
  constructor(private readonly checkpoint: () => number) {}

  /** Adds an id by its hash; its event has this seq or a lower one. */
  add(hash: number, login: number, seq: number): void {
    if (this.#count >= this.#codes.length * FILL_MAX) this.#renew();
    this.#put(codeOf(hash, login), seq);
  }

  /** Is the id in the table, with an event above the checkpoint? */
  has(hash: number, login: number, checkpoint: number): boolean {
    const at = this.#find(codeOf(hash, login));
    return this.#codes[at] !== 0 && (this.#seqs[at] as number) > checkpoint;
  }

  #put(code: number, seq: number): void {
    const at = this.#find(code);
    if (this.#codes[at] === 0) this.#count += 1;
    this.#codes[at] = code;
    this.#seqs[at] = Math.max(this.#seqs[at] as number, seq);
  }

  /** The slot of a code, or the free slot for it. */
  #find(code: number): number {
    const mask = this.#codes.length - 1;
    let at = Math.imul(code | 0, FACTOR) >>> Math.clz32(mask);
    while (this.#codes[at] !== 0 && this.#codes[at] !== code) at = (at + 1) & mask;
    return at;
  }

  /**
   * Rebuilds the table from entries that the database lacks, so that they take at most half of it.
   */
  #renew(): void {
    const [codes, seqs] = [this.#codes, this.#seqs];
    const checkpoint = this.checkpoint();
    const isLeft = (at: number): boolean => codes[at] !== 0 && (seqs[at] as number) > checkpoint;
    let left = 0;
    for (let at = 0; at < codes.length; at += 1) if (isLeft(at)) left += 1;
    let slots = SLOTS_MIN;
    while (slots < 2 * left) slots *= 2;
    this.#codes = new Float64Array(slots);
    this.#seqs = new Float64Array(slots);
    this.#count = 0;
    for (let at = 0; at < codes.length; at += 1) {
      if (isLeft(at)) this.#put(codes[at] as number, seqs[at] as number);
    }
  }
}
