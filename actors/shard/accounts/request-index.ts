// The request index of a shard: request ids that were certainly not used, and the newest outcomes.

import { requestKeyOf } from '../../../storage/projection/request-key.js';
import type { SeqSpan } from '../../../storage/read/queries.js';
import { BIT_SHIFT, FilterBlock, PROBES, wordsFor } from './filter-block.js';
import { FilterFile } from './filter-file.js';
import { Outcomes, type RequestOutcome } from './outcomes.js';
import { Unprojected } from './unprojected.js';

/** How much of request ids and their outcomes is in memory. */
export interface IndexSizes {
  /** Ids in each filter, a power of two. */
  readonly ids: number;
  /** The number of filters in memory, a power of two. */
  readonly blocks: number;
  /** Bytes of the newest outcomes, if not 32 MiB. */
  readonly outcomeBytes?: number;
}

/** 2^25 ids in 64 MiB, tested in some 3 µs. */
const SIZES: IndexSizes = { ids: 1 << 20, blocks: 32 };
/** When there are more filters, the older half of those in memory goes into a file. */
const GROUPS = 2;
const MIX = 0x9e3779b1;
const UPPER = 2 ** 32;
/** Above every seq: the end of a block whose events are not all committed. */
const OPEN_END = Number.MAX_SAFE_INTEGER;

/** Where a shard has the filters of older ids. */
interface OlderFilters {
  /** The file, which is made when it is needed. */
  readonly path: string;
  /** Called when it cannot be used: a look into the database takes its place. */
  readonly failed: (error: Error) => void;
}

/**
 * The request ids that a shard's accounts have used: all of them, in 2 bytes each. Filters of the
 * newest 2^24 to 2^25 are in memory, filters of older ids in a file. To test an id takes some 2 µs
 * longer for each 2^24 older ids.
 */
export class RequestIndex {
  /** The filters in memory, oldest first. */
  readonly #blocks: FilterBlock[] = [];
  /** The filters of older ids. */
  readonly #older: FilterFile;
  /** The number of filters that go into the file together. */
  readonly #group: number;
  /** The newest outcomes; older ones are read from the database. */
  readonly #recent: Outcomes;
  /** Ids whose outcomes are dropped from memory but not in the database yet. */
  readonly #unprojected: Unprojected;
  /** The request that was hashed last, because it is first looked up and then stored. */
  #login = 0;
  #requestId = '';
  /** Its hash, which selects its line in a filter, and finds its outcome. */
  #hash = 0;
  /** The places of its bits in a line. */
  readonly #bits = new Uint16Array(PROBES);

  /**
   * `seqNow` returns the seq of the shard's newest committed event, `checkpoint` that of the newest
   * event in the database. `older` says where the filters of older ids are. `sizes` are
   * smaller in tests.
   */
  constructor(
    private readonly seqNow: () => number,
    checkpoint: () => number,
    older: OlderFilters,
    private readonly sizes = SIZES,
  ) {
    this.#recent = new Outcomes(
      (hash, login, seq) => this.#forgotten(hash, login, seq),
      sizes.outcomeBytes,
    );
    this.#unprojected = new Unprojected(checkpoint);
    this.#group = Math.max(1, sizes.blocks / GROUPS);
    this.#older = new FilterFile(this.#group, wordsFor(sizes.ids), older.path, older.failed);
  }

  /**
   * Adds the keys (`requestKey`) of ids in the database with the seqs of their events, before any
   * other id. Reads the source to its end, where it checks its rows.
   */
  load(newestFirst: Iterable<readonly [key: number, seq: number]>): void {
    let block: FilterBlock | undefined;
    let older: FilterBlock[] = [];
    for (const [key, seq] of newestFirst) {
      if (block === undefined || block.count === this.sizes.ids) {
        if (older.length === this.#group) {
          this.#older.add(older);
          older = [];
        }
        block = new FilterBlock(this.sizes.ids);
        if (this.#blocks.length < this.sizes.blocks) this.#blocks.push(block);
        else older.push(block);
      }
      block.count += 1;
      block.widen(seq, seq);
      this.#hashKey(key);
      block.add(this.#hash, this.#bits);
    }
    if (older.length > 0) this.#older.add(older);
    this.#blocks.reverse();
    const newest = this.#blocks.at(-1);
    if (newest !== undefined) newest.count = this.sizes.ids;
  }

  /** Adds the id that was hashed last; seq 0 = its event is not committed yet. */
  #add(seq: number): void {
    const block = this.#open();
    if (seq > 0) block.widen(seq, seq);
    else if (block.to !== OPEN_END) block.widen(this.seqNow(), OPEN_END);
    block.add(this.#hash, this.#bits);
  }

  /**
   * The block for the next id. When a block is full, all events of the block before it are
   * committed.
   */
  #open(): FilterBlock {
    let block = this.#blocks[this.#blocks.length - 1];
    if (block === undefined || block.count === this.sizes.ids) {
      const full = this.#blocks[this.#blocks.length - 2];
      if (full?.to === OPEN_END) full.to = this.seqNow();
      block = new FilterBlock(this.sizes.ids);
      this.#blocks.push(block);
      if (this.#blocks.length > this.sizes.blocks) {
        this.#older.add(this.#blocks.splice(0, this.#group));
      }
    }
    block.count += 1;
    return block;
  }

  /** Adds the key of an id whose outcome is in the log at `seq`, and later in the database. */
  addForgotten(login: number, key: number, seq: number): void {
    this.#hashKey(key);
    this.#add(seq);
    this.#unprojected.add(this.#hash, login, seq);
  }

  /** Adds an id with the bytes of its event; `count` and `seq` as in `RequestOutcome`. */
  remember(login: number, requestId: string, packed: Uint8Array, count: number, seq: number): void {
    this.#hashRequest(login, requestId);
    this.#add(seq);
    this.#recent.add(this.#hash, login, packed, count, seq);
  }

  /** Called when an outcome is dropped from memory: it can then only be read from the database. */
  #forgotten(hash: number, login: number, seq: number): void {
    this.#unprojected.add(hash, login, seq === 0 ? this.seqNow() : seq);
  }

  /** The outcome, if it is among the newest. */
  recent(login: number, requestId: string): RequestOutcome | undefined {
    this.#hashRequest(login, requestId);
    return this.#recent.find(this.#hash, login, requestId);
  }

  /** Can the id have been used? False is certain; true needs a look into the database. */
  mayHold(login: number, requestId: string): boolean {
    this.#hashRequest(login, requestId);
    for (const block of this.#blocks) if (block.has(this.#hash, this.#bits)) return true;
    return this.#older.spans(this.#hash, this.#bits).length > 0;
  }

  /** Is an outcome of the id missing in a database at this checkpoint? */
  isOwed(login: number, requestId: string, checkpoint: number): boolean {
    this.#hashRequest(login, requestId);
    return this.#unprojected.has(this.#hash, login, checkpoint);
  }

  /** The spans of seqs in which the id's event may be, newest first. */
  spans(login: number, requestId: string): SeqSpan[] {
    this.#hashRequest(login, requestId);
    const newer = this.#blocks
      .filter((block) => block.has(this.#hash, this.#bits))
      .map(({ from, to }) => ({ from, to }));
    const older = this.#older.spans(this.#hash, this.#bits);
    return [...newer, ...older].sort((a, b) => b.to - a.to);
  }

  /** Closes the file of older ids. */
  close(): void {
    this.#older.close();
  }

  #hashRequest(login: number, requestId: string): void {
    if (this.#login === login && this.#requestId === requestId) return;
    this.#hashKey(requestKeyOf(login, requestId));
    this.#login = login;
    this.#requestId = requestId;
  }

  /** Hashes a key: by its lower half, and for the bits by both. */
  #hashKey(key: number): void {
    this.#login = 0;
    this.#hash = key | 0;
    let mixed = this.#hash ^ (key / UPPER);
    for (let probe = 0; probe < PROBES; probe += 1) {
      mixed = Math.imul(mixed, MIX);
      this.#bits[probe] = mixed >>> BIT_SHIFT;
    }
  }
}
