// Request ids that took effect: which ids a shard has surely not seen, and the newest outcomes.

import { requestKeyOf } from '../../../storage/projection/request-key.js';
import type { SeqSpan } from '../../../storage/read/queries.js';
import { Outcomes, type RequestOutcome } from './outcomes.js';
import { Unprojected } from './unprojected.js';

/** Ids that a filter holds, and filters: 2^25 ids in 64 MiB, all asked in some 3 µs. */
const SIZES = { ids: 1 << 20, blocks: 32 };
/** With so many bits for an id one in two thousand unknown ids asks the database. */
const ID_BITS = 16;
const PROBES = 8;
const UPPER = 2 ** 32;
/** Above every seq: where a block ends whose events are not all committed. */
const OPEN_END = Number.MAX_SAFE_INTEGER;

/** One filter, and the seqs between which the events of its ids lie. */
class FilterBlock {
  readonly bits: Uint32Array;
  count = 0;
  from = Number.POSITIVE_INFINITY;
  to = 0;

  constructor(ids: number) {
    this.bits = new Uint32Array((ids * ID_BITS) / 32);
  }

  widen(from: number, to: number): void {
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
  }
}

/**
 * Which request ids a shard's accounts have used: the newest 2^25, in 2 bytes for each. An older
 * one counts as new; its order is found by its own id.
 */
export class RequestIndex {
  /** The oldest first. */
  readonly #blocks: FilterBlock[] = [];
  /** The newest outcomes; older ones are read from the database … */
  readonly #recent = new Outcomes((...of) => this.#forgotten(...of));
  /** … which has yet to see these. */
  readonly #unprojected: Unprojected;
  /** The request that was hashed last: it is asked for and then remembered. */
  #login = 0;
  #requestId = '';
  /** Where its probes of the filter begin, and how they go on; the former finds its outcome too. */
  #start = 0;
  #step = 0;

  /**
   * `seqNow` returns the seq of the newest event of the shard that is committed, `checkpoint` that
   * of the newest in the database. `sizes`: powers of two.
   */
  constructor(
    private readonly seqNow: () => number,
    checkpoint: () => number,
    private readonly sizes = SIZES,
  ) {
    this.#unprojected = new Unprojected(checkpoint);
  }

  /**
   * Notes the keys (`requestKey`) of the ids that the database has, and the seqs of their
   * events, before any other. They are read to their end, where their source checks what it read.
   */
  load(newestFirst: Iterable<readonly [key: number, seq: number]>): void {
    let room = this.sizes.ids * this.sizes.blocks;
    for (const [key, seq] of newestFirst) {
      if (room === 0) continue;
      room -= 1;
      this.#probe(key);
      this.#add(seq);
    }
    this.#blocks.reverse();
    const newest = this.#blocks.at(-1);
    if (newest !== undefined) newest.count = this.sizes.ids;
  }

  /** Notes the id whose probes were taken last; seq 0 = its event is still to be committed. */
  #add(seq: number): void {
    const block = this.#open();
    if (seq > 0) block.widen(seq, seq);
    else if (block.to !== OPEN_END) block.widen(this.seqNow(), OPEN_END);
    const mask = block.bits.length * 32 - 1;
    let at = this.#start;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = at & mask;
      block.bits[bit >>> 5] |= 1 << (bit & 31);
      at = (at + this.#step) | 0;
    }
  }

  /** The block that takes the next id. Of the one before the last all events are committed. */
  #open(): FilterBlock {
    let block = this.#blocks[this.#blocks.length - 1];
    if (block === undefined || block.count === this.sizes.ids) {
      const full = this.#blocks[this.#blocks.length - 2];
      if (full?.to === OPEN_END) full.to = this.seqNow();
      block = new FilterBlock(this.sizes.ids);
      this.#blocks.push(block);
      if (this.#blocks.length > this.sizes.blocks) this.#blocks.shift();
    }
    block.count += 1;
    return block;
  }

  /** Notes the key of an id whose outcome is in the log at `seq`, and later in the database. */
  addForgotten(login: number, key: number, seq: number): void {
    this.#probe(key);
    this.#add(seq);
    this.#unprojected.add(this.#start, login, seq);
  }

  /** Notes an id with its outcome. */
  remember(login: number, outcome: RequestOutcome): void {
    this.#hash(login, outcome.remembered.request_id);
    this.#add(outcome.seq);
    this.#recent.add(this.#start, login, outcome);
  }

  /** An outcome makes room: from then on the database must know it. */
  #forgotten(hash: number, login: number, seq: number): void {
    this.#unprojected.add(hash, login, seq === 0 ? this.seqNow() : seq);
  }

  /** The outcome, when it is among the newest. */
  recent(login: number, requestId: string): RequestOutcome | undefined {
    this.#hash(login, requestId);
    return this.#recent.find(this.#start, login, requestId);
  }

  /** Could the id have been used? False is certain; true needs a look into the database. */
  mayHold(login: number, requestId: string): boolean {
    this.#hash(login, requestId);
    for (const { bits } of this.#blocks) if (this.#isIn(bits)) return true;
    return false;
  }

  /** Has the database, which is at this checkpoint, yet to see an outcome of the id? */
  isOwed(login: number, requestId: string, checkpoint: number): boolean {
    this.#hash(login, requestId);
    return this.#unprojected.has(this.#start, login, checkpoint);
  }

  /** Where the database would have the id, newest first: the spans of seqs it may lie in. */
  spans(login: number, requestId: string): SeqSpan[] {
    this.#hash(login, requestId);
    return this.#blocks
      .filter(({ bits }) => this.#isIn(bits))
      .map(({ from, to }) => ({ from, to }))
      .sort((a, b) => b.to - a.to);
  }

  /** Are all bits of the request that was hashed last set? */
  #isIn(bits: Uint32Array): boolean {
    const mask = bits.length * 32 - 1;
    let at = this.#start;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = at & mask;
      if ((bits[bit >>> 5] & (1 << (bit & 31))) === 0) return false;
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
