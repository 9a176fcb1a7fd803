// Row writers: several rows in one statement, or only the newest row of each key at the end.

import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import type { Database, Statement } from '../database/database.js';
import { insertOf, type LoadedTable, type Table, upsertOf } from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { rowSum } from '../files/checksum.js';

/** Thrown for an event that the database rejects. */
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

/**
 * Rows in one statement: a statement of 16 rows takes half the time of 16 statements; more rows
 * gain little.
 */
const ROWS = 16;

/**
 * New rows of one table, several in one statement. The statement skips rows whose keys exist, which
 * is rare: these are then stored one by one and replace the old row. A statement that replaces rows
 * itself, or could be rolled back alone, would first copy each page.
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

  /** Begins the row of an event; push its columns in order before the next call. */
  next(seq: number): unknown[] {
    if (this.#seqs.length === ROWS) this.#storeMany();
    this.#seqs.push(seq);
    return this.#values;
  }

  /** Writes the waiting rows, so that they can be read. */
  flush(): void {
    const columns = this.#columns;
    for (const [row, seq] of this.#seqs.entries()) {
      const values = this.#values.slice(row * columns, (row + 1) * columns);
      storing(this.#one, seq, values);
    }
    this.clear();
  }

  /** Discards the waiting rows. */
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
      // A full disk and similar errors roll back the whole transaction, so it cannot continue.
      if (!this.#db.inTransaction) throw error;
      // The caller finds the failed row by storing the rows one by one.
      return false;
    }
  }
}

/** A row that waits for the transaction's end, and the event that it is of. */
interface WaitingRow<R> {
  seq: number;
  /** null = delete the row. */
  row: R | null;
}

/** Compiles a function that returns the columns of a row, except its checksum and its bytes. */
const columnsOf = <R>(columns: readonly string[]): ((row: R) => unknown[]) => {
  const values = columns.slice(0, -2).map((name) => `row[${JSON.stringify(name)}]`);
  return new Function('row', `return [${values.join(', ')}]`) as (row: R) => unknown[];
};

/** Rows that change often: only the newest of each key is written, at the transaction's end. */
export class NewestRows<T extends FieldTable> {
  readonly #waiting = new Map<number, WaitingRow<Row<T>>>();
  readonly #table: LoadedTable<T>;
  readonly #totals: Totals;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #sum: Statement;
  readonly #columns: (row: Row<T>) => unknown[];
  readonly #pack: (out: Bytes, row: Row<T>) => void;
  readonly #scratch = new Bytes();

  constructor(db: Database, table: LoadedTable<T>, totals: Totals) {
    this.#table = table;
    this.#totals = totals;
    this.#put = db.prepare(upsertOf(table));
    this.#drop = db.prepare(`DELETE FROM ${table.name} WHERE ${table.key} = ?`);
    this.#sum = db.prepare(`SELECT sum FROM ${table.name} WHERE ${table.key} = ?`).pluck();
    this.#columns = columnsOf(table.columns);
    this.#pack = rowPacker(table.fields);
  }

  /** Stores the row of an event. */
  set(seq: number, key: number, row: Row<T>): void {
    this.#wait(seq, key, row);
  }

  /** Deletes the row of a key. */
  drop(seq: number, key: number): void {
    this.#wait(seq, key, null);
  }

  /** Drops a row that was never written. */
  forget(key: number): void {
    this.#waiting.delete(key);
  }

  #wait(seq: number, key: number, row: Row<T> | null): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, { seq, row });
      return;
    }
    waiting.seq = seq;
    waiting.row = row;
  }

  flush(): void {
    for (const [key, { seq, row }] of this.#waiting) {
      this.#uncount(key);
      if (row === null) this.#drop.run(key);
      else this.#store(seq, key, row);
    }
    this.clear();
  }

  /** Subtracts the stored row of a key, if any, from the totals: it is deleted or replaced. */
  #uncount(key: number): void {
    const sum = this.#sum.get(key) as number | undefined;
    if (sum !== undefined) this.#totals.take(this.#table.name, sum);
  }

  #store(seq: number, key: number, row: Row<T>): void {
    const { name, begin } = this.#table;
    this.#pack(this.#scratch.clear(), row);
    const packed = this.#scratch.copy();
    const sum = rowSum(begin, key, row.login as number, packed);
    this.#totals.add(name, sum);
    storing(this.#put, seq, [...this.#columns(row), sum, packed]);
  }

  /** Discards the waiting rows. */
  clear(): void {
    this.#waiting.clear();
  }
}
