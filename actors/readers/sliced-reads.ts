// Sliced reads of a reader thread: each has a connection with an open snapshot until it ends.
//
// A read takes the thread for a few ms at a time. Between its steps the queue of the readers gives
// other callers their turn, so no read holds them up for longer.

import { threadId } from 'node:worker_threads';
import type { Database } from '../../storage/database/database.js';
import { type SlicedTable, slicedTable } from '../../storage/read/lists/accounts.js';
import type { SlicedRead } from '../../storage/read/lists/sliced-read.js';
import type { SlicedQuery } from '../../wire/desk/queries.js';
import { type Unfinished, unfinished } from './unfinished.js';

/** Time in ms after which a step ends. */
const STEP_MS = 8;
/** Most reads that are open at a time; each holds a connection. */
const OPEN_MAX = 16;
/** A read that is not continued for so long, in ms, is given up: its caller was refused. */
const IDLE_MS = 10_000;

/** More reads than a thread begins in its life. */
const READS_OF_THREAD = 1e9;

interface ReadConnection {
  readonly db: Database;
  readonly table: SlicedTable;
}

interface OpenRead {
  readonly read: SlicedRead<unknown>;
  readonly connection: ReadConnection;
  usedAt: number;
}

/** The reads that one thread has open. */
export class SlicedReads {
  readonly #open = new Map<number, OpenRead>();
  readonly #free: ReadConnection[] = [];
  /** Numbers of a thread that was replaced are not given out again. */
  #last = threadId * READS_OF_THREAD;

  /** `open` opens a connection; `now` is the time in ms. */
  constructor(
    private readonly open: () => Database,
    private readonly now = (): number => performance.now(),
  ) {}

  /** Takes the first step of a query. Returns its answer, or that it goes on or has no room. */
  begin(name: SlicedQuery, input: never): unknown {
    this.#dropIdle();
    if (this.#open.size >= OPEN_MAX) return unfinished('no_room');
    const connection = this.#free.pop() ?? this.#connect();
    this.#last += 1;
    const read = connection.table[name](input) as SlicedRead<unknown>;
    this.#open.set(this.#last, { read, connection, usedAt: this.now() });
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

  #connect(): ReadConnection {
    const db = this.open();
    return { db, table: slicedTable(db) };
  }

  #close(id: number, { read, connection }: OpenRead): void {
    this.#open.delete(id);
    read.return(undefined);
    this.#free.push(connection);
  }

  #dropIdle(): void {
    const before = this.now() - IDLE_MS;
    for (const [id, one] of this.#open) if (one.usedAt < before) this.#close(id, one);
  }
}
