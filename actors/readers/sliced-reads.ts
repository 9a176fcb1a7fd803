// Sliced reads of a reader thread: each has a connection with an open snapshot until it ends.
//
// A read takes the thread for a few ms at a time. Between its steps the queue of the readers gives
// other callers their turn, so no read holds them up for longer.
//
// SQLite cannot overwrite its write-ahead file beyond the oldest open snapshot, so the time of each
// snapshot is bounded, whether its read goes on or nobody continues it.

import { threadId } from 'node:worker_threads';
import type { SlicedTable } from '../../storage/read/lists/accounts.js';
import type { SlicedRead } from '../../storage/read/lists/sliced-read.js';
import type { SlicedQuery } from '../../wire/queries/queries.js';
import { patience } from '../shared/failpoint.js';
import { type Unfinished, unfinished } from './unfinished.js';

/** Time in ms after which a step ends. */
const STEP_MS = 8;
/** Most reads that are open at a time; each holds a connection. */
const OPEN_MAX = 16;
/** A read that is not continued for so long, in ms, is given up: its caller was refused. */
export const IDLE_MS = patience(10_000);
/** A read that has taken so long in all, in ms, is given up: its caller may ask again. */
export const READ_MS = patience(30_000);
/** Interval in ms at which open reads are looked at. */
const LOOK_MS = 1_000;

/** More reads than a thread begins in its life. */
const READS_OF_THREAD = 1e9;

interface OpenRead {
  readonly read: SlicedRead<unknown>;
  readonly table: SlicedTable;
  readonly begunAt: number;
  usedAt: number;
}

/** The reads that one thread has open. */
export class SlicedReads {
  readonly #open = new Map<number, OpenRead>();
  /** The queries of connections that no read uses. */
  readonly #free: SlicedTable[] = [];
  /** Numbers of a thread that was replaced are not given out again. */
  #last = threadId * READS_OF_THREAD;
  #isWatched = false;

  /**
   * `connect` makes the queries of a further connection; `now` is the time in ms, `after` calls a
   * function once after some ms.
   */
  constructor(
    private readonly connect: () => SlicedTable,
    private readonly now = (): number => performance.now(),
    private readonly after = (ms: number, run: () => void): void =>
      void setTimeout(run, ms).unref(),
  ) {}

  /** Takes the first step of a query. Returns its answer, or that it goes on or has no room. */
  begin(name: SlicedQuery, input: never): unknown {
    if (this.#open.size >= OPEN_MAX) return unfinished('no_room');
    const table = this.#free.pop() ?? this.connect();
    this.#last += 1;
    const read = table[name](input) as SlicedRead<unknown>;
    const begunAt = this.now();
    this.#open.set(this.#last, { read, table, begunAt, usedAt: begunAt });
    this.#watch();
    return this.next(this.#last);
  }

  /** Takes the next step of a read. Returns its answer, or that it goes on or was given up. */
  next(id: number): unknown | Unfinished {
    const one = this.#open.get(id);
    if (one === undefined) return unfinished('no_room');
    const until = this.now() + STEP_MS;
    try {
      for (;;) {
        const step = one.read.next();
        if (step.done) {
          this.#close(id, one);
          return step.value;
        }
        one.usedAt = this.now();
        if (one.usedAt >= until) return unfinished(id);
      }
    } catch (error) {
      this.#close(id, one);
      throw error;
    }
  }

  #close(id: number, { read, table }: OpenRead): void {
    this.#open.delete(id);
    read.return(undefined);
    this.#free.push(table);
  }

  /** Looks at the open reads from time to time, while there are some. */
  #watch(): void {
    if (this.#isWatched || this.#open.size === 0) return;
    this.#isWatched = true;
    this.after(LOOK_MS, () => {
      this.#isWatched = false;
      this.#dropOverdue();
      this.#watch();
    });
  }

  #dropOverdue(): void {
    const now = this.now();
    for (const [id, one] of this.#open) {
      if (one.usedAt < now - IDLE_MS || one.begunAt < now - READ_MS) this.#close(id, one);
    }
  }
}
