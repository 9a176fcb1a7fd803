// Rows on their way into a table: many a statement, or the newest of each key at the end.

import { Cursor } from '../wire/cursor.js';
import type { Database, Statement } from './database.js';
import { insertOf, type Table, upsertOf } from './schema.js';

/** An event that the database refuses. */
export class EventError extends Error {
  constructor(seq: number, cause: unknown) {
    super(`event ${seq} cannot be projected: ${(cause as Error).message}`, { cause });
  }
}

const storing = (put: Statement, seq: number, values: readonly unknown[]): void => {
  try {
    put.run(...values);
  } catch (error) {
    throw new EventError(seq, error);
  }
};

/** Rows of a statement: one with 16 takes half of what 16 take, and more of them give little. */
const ROWS = 16;

/**
 * New rows of one table, stored by many in one statement. It leaves out those whose keys are there,
 * which is rare: then each is stored by itself, and replaces what is there. A statement that had to
 * do so at once, or to undo itself, would copy each page beforehand.
 */
export class NewRows {
  readonly #db: Database;
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #columns: number;
  readonly #values: unknown[] = [];
  readonly #seqs: number[] = [];

  constructor(db: Database, table: Table) {
    this.#db = db;
    this.#many = db.prepare(insertOf(table, ROWS));
    this.#one = db.prepare(upsertOf(table));
    this.#columns = table.columns.length;
  }

  /** Begins the row of an event: its columns are to be pushed in order, before the next one. */
  next(seq: number): unknown[] {
    if (this.#seqs.length === ROWS) this.#storeMany();
    this.#seqs.push(seq);
    return this.#values;
  }

  /** Stores what waits: then it can be read. */
  flush(): void {
    const columns = this.#columns;
    for (const [row, seq] of this.#seqs.entries()) {
      storing(this.#one, seq, this.#values.slice(row * columns, (row + 1) * columns));
    }
    this.clear();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#values.length = 0;
    this.#seqs.length = 0;
  }

  #storeMany(): void {
    if (this.#hasStoredMany()) this.clear();
    else this.flush();
  }

  #hasStoredMany(): boolean {
    try {
      return this.#many.run(...this.#values).changes === ROWS;
    } catch (error) {
      // A full disk and the like undo the whole transaction: nothing may go on without it.
      if (!this.#db.inTransaction) throw error;
      // Which of them it was, one by one tells.
      return false;
    }
  }
}

/** A row that waits for the transaction's end. */
interface Waiting {
  seq: number;
  /** Where the packed row lies; null = the row is to go. */
  bytes: Buffer | null;
  begin: number;
  end: number;
}

/**
 * Rows that change often, of which the transaction's end stores the newest of each key. Only the
 * place of a row is noted until then; its columns are read by `read`.
 */
export class NewestRows {
  readonly #waiting = new Map<number, Waiting>();
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #read: (from: Cursor) => readonly unknown[];

  /** `read` answers the columns of a packed row but the last, which is the row itself. */
  constructor(db: Database, table: Table, read: (from: Cursor) => readonly unknown[]) {
    this.#put = db.prepare(upsertOf(table));
    this.#drop = db.prepare(`DELETE FROM ${table.name} WHERE ${table.key} = ?`);
    this.#read = read;
  }

  /** Takes the row of an event, which lies between `begin` and the cursor. */
  set(seq: number, key: number, { bytes, at }: Cursor, begin: number): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, { seq, bytes, begin, end: at });
    else {
      waiting.seq = seq;
      waiting.bytes = bytes;
      waiting.begin = begin;
      waiting.end = at;
    }
  }

  /** Has the row of a key go. */
  drop(seq: number, key: number): void {
    this.#waiting.set(key, { seq, bytes: null, begin: 0, end: 0 });
  }

  /** Has a row that was never stored leave nothing. */
  forget(key: number): void {
    this.#waiting.delete(key);
  }

  flush(): void {
    for (const [key, { seq, bytes, begin, end }] of this.#waiting) {
      if (bytes === null) this.#drop.run(key);
      else {
        const row = bytes.subarray(begin, end);
        storing(this.#put, seq, [...this.#read(new Cursor(row)), row]);
      }
    }
    this.clear();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.clear();
  }
}
