// Request ids that took effect: which ids a shard has surely not seen, and the newest outcomes.

import type { Remembered } from '../../wire/events.js';

/** Ids a filter holds at about 2 bytes each: one in two thousand unknown ids asks the database. */
const BLOCK_IDS = 1 << 20;
const BLOCK_BITS = 1 << 24;
const PROBES = 8;
/** Outcomes kept in memory; older ones are read from the database. */
export const RECENT_MAX = 1 << 16;

const mix = (hash: number, value: number): number => {
  let h = Math.imul(hash ^ value, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
};

const hashOf = (login: number, requestId: string, seed: number): number => {
  let h = mix(seed, login | 0);
  for (let i = 0; i < requestId.length; i += 1) h = mix(h, requestId.charCodeAt(i));
  return h;
};

/** An outcome, and where its event stands: `seq` when known, else the shard's event count. */
export interface Outcome {
  readonly remembered: Remembered;
  /** Number of the event among its shard's since the shard started; 0 = before that. */
  readonly count: number;
  /** Global seq; 0 = not known here: the front knows it by `count`. */
  readonly seq: number;
}

/** Which request ids a shard's accounts have used: never forgets one, and is bounded in memory. */
export class RequestIndex {
  readonly #blocks: Uint32Array[] = [];
  #inBlock = BLOCK_IDS;
  readonly #recent = new Map<string, Outcome>();
  /** Keys of the newest outcomes in the order they came, as a ring. */
  readonly #order: string[] = [];
  #next = 0;
  /** Once the checkpoint has passed this seq, what the database does not hold was never used. */
  forgottenSeq = 0;

  /** `seqNow` tells a seq that is not below that of any event committed so far. */
  constructor(private readonly seqNow: () => number) {}

  /** Notes an id whose outcome is stored in the database. */
  add(login: number, requestId: string): void {
    if (this.#inBlock === BLOCK_IDS) {
      this.#blocks.push(new Uint32Array(BLOCK_BITS / 32));
      this.#inBlock = 0;
    }
    this.#inBlock += 1;
    const block = this.#blocks[this.#blocks.length - 1];
    const step = hashOf(login, requestId, 0x27d4eb2f) | 1;
    let at = hashOf(login, requestId, 0x165667b1);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = at & (BLOCK_BITS - 1);
      block[bit >>> 5] |= 1 << (bit & 31);
      at = (at + step) | 0;
    }
  }

  /** Notes an id whose outcome is in the log at `seq`, and later in the database. */
  addForgotten(login: number, requestId: string, seq: number): void {
    this.add(login, requestId);
    this.forgottenSeq = Math.max(this.forgottenSeq, seq);
  }

  /** Notes an id with its outcome. */
  remember(login: number, outcome: Outcome): void {
    const requestId = outcome.remembered.request_id;
    const key = `${login}:${requestId}`;
    const known = this.#recent.has(key);
    this.#recent.set(key, outcome);
    if (known) return;
    this.add(login, requestId);
    this.#forget(this.#order[this.#next]);
    this.#order[this.#next] = key;
    this.#next = (this.#next + 1) % RECENT_MAX;
  }

  #forget(key: string | undefined): void {
    if (key === undefined) return;
    const seq = this.#recent.get(key)?.seq ?? 0;
    this.forgottenSeq = Math.max(this.forgottenSeq, seq === 0 ? this.seqNow() : seq);
    this.#recent.delete(key);
  }

  /** The outcome, when it is among the newest. */
  recent(login: number, requestId: string): Outcome | undefined {
    return this.#recent.get(`${login}:${requestId}`);
  }

  /** Could the id have been used? False is certain; true needs a look into the database. */
  mayHold(login: number, requestId: string): boolean {
    const step = hashOf(login, requestId, 0x27d4eb2f) | 1;
    const start = hashOf(login, requestId, 0x165667b1);
    return this.#blocks.some((block) => {
      let at = start;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = at & (BLOCK_BITS - 1);
        if ((block[bit >>> 5] & (1 << (bit & 31))) === 0) return false;
        at = (at + step) | 0;
      }
      return true;
    });
  }
}
