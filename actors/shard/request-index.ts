// Request ids that took effect: which ids a shard has surely not seen, and the newest outcomes.

import { requestKeyOf } from '../../storage/request-key.js';
import { type Outcome, Outcomes } from './outcomes.js';

/** Ids a filter holds at about 2 bytes each: one in two thousand unknown ids asks the database. */
const BLOCK_IDS = 1 << 20;
const BLOCK_BITS = 1 << 24;
const PROBES = 8;
const UPPER = 2 ** 32;

/** Which request ids a shard's accounts have used: never forgets one, and is bounded in memory. */
export class RequestIndex {
  readonly #blocks: Uint32Array[] = [];
  #inBlock = BLOCK_IDS;
  /** The newest outcomes; older ones are read from the database. */
  readonly #recent = new Outcomes((seq) => this.#forgotten(seq));
  /** The request that was hashed last: it is asked for and then remembered. */
  #login = 0;
  #requestId = '';
  /** Where its probes of the filter begin, and how they go on; the former finds its outcome too. */
  #start = 0;
  #step = 0;
  /** Once the checkpoint has passed this seq, what the database does not hold was never used. */
  forgottenSeq = 0;

  /** `seqNow` tells a seq that is not below that of any event committed so far. */
  constructor(private readonly seqNow: () => number) {}

  /** Notes the key (storage/request-key.ts) of an id whose outcome is stored in the database. */
  add(key: number): void {
    this.#probe(key);
    this.#add();
  }

  /** Notes the id whose probes were taken last. */
  #add(): void {
    if (this.#inBlock === BLOCK_IDS) {
      this.#blocks.push(new Uint32Array(BLOCK_BITS / 32));
      this.#inBlock = 0;
    }
    this.#inBlock += 1;
    const block = this.#blocks[this.#blocks.length - 1];
    let at = this.#start;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = at & (BLOCK_BITS - 1);
      block[bit >>> 5] |= 1 << (bit & 31);
      at = (at + this.#step) | 0;
    }
  }

  /** Notes the key of an id whose outcome is in the log at `seq`, and later in the database. */
  addForgotten(key: number, seq: number): void {
    this.add(key);
    this.forgottenSeq = Math.max(this.forgottenSeq, seq);
  }

  /** Notes an id with its outcome. */
  remember(login: number, outcome: Outcome): void {
    this.#hash(login, outcome.remembered.request_id);
    this.#add();
    this.#recent.add(this.#start, login, outcome);
  }

  /** An outcome makes room: from then on the database must know it. */
  #forgotten(seq: number): void {
    this.forgottenSeq = Math.max(this.forgottenSeq, seq === 0 ? this.seqNow() : seq);
  }

  /** The outcome, when it is among the newest. */
  recent(login: number, requestId: string): Outcome | undefined {
    this.#hash(login, requestId);
    return this.#recent.find(this.#start, login, requestId);
  }

  /** Could the id have been used? False is certain; true needs a look into the database. */
  mayHold(login: number, requestId: string): boolean {
    this.#hash(login, requestId);
    for (const block of this.#blocks) if (this.#isIn(block)) return true;
    return false;
  }

  /** Are all bits of the request that was hashed last set in a block? */
  #isIn(block: Uint32Array): boolean {
    let at = this.#start;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = at & (BLOCK_BITS - 1);
      if ((block[bit >>> 5] & (1 << (bit & 31))) === 0) return false;
      at = (at + this.#step) | 0;
    }
    return true;
  }

  #hash(login: number, requestId: string): void {
    if (this.#login === login && this.#requestId === requestId) return;
    this.#probe(requestKeyOf(login, requestId));
    this.#login = login;
    this.#requestId = requestId;
  }

  /** Takes a key apart: its lower half says where the probes begin, both how they go on. */
  #probe(key: number): void {
    this.#login = 0;
    this.#start = key | 0;
    this.#step = Math.imul(this.#start ^ (key / UPPER), 0x9e3779b1) | 1;
  }
}
