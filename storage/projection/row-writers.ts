// Row writers: several rows in one statement, or only the newest row of each key at the end.

import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import type { Database, Statement } from '../database/database.js';
import {
  ACCOUNT_ROWS,
  type AccountRowKind,
  accountRow,
  insertOf,
  type Table,
  upsertOf,
} from '../database/schema.js';
import type { Totals } from '../database/totals.js';

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
  readonly login: number;
  /** null = delete the row. */
  row: R | null;
}

const OF_KEY = `${ACCOUNT_ROWS.name} WHERE login = ? AND kind = ? AND id = ?`;

/**
 * Rows of accounts of one kind, which change often: only the newest of each id is written, at the
 * transaction's end.
 */
export class NewestRows<T extends FieldTable> {
  readonly #waiting = new Map<number, WaitingRow<Row<T>>>();
  readonly #rows: AccountRowKind<T>;
  readonly #totals: Totals;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #sum: Statement;
  readonly #pack: (out: Bytes, row: Row<T>) => void;
  readonly #scratch = new Bytes();

  constructor(db: Database, rows: AccountRowKind<T>, totals: Totals) {
    this.#rows = rows;
    this.#totals = totals;
    this.#put = db.prepare(upsertOf(ACCOUNT_ROWS));
    this.#drop = db.prepare(`DELETE FROM ${OF_KEY}`);
    this.#sum = db.prepare(`SELECT sum FROM ${OF_KEY}`).pluck();
    this.#pack = rowPacker(rows.fields);
  }

  /** Stores the row of an event; its id is the login where an account has one such row. */
  set(seq: number, login: number, id: number, row: Row<T>): void {
    this.#wait(seq, login, id, row);
  }

  /** Deletes the row of an id. */
  drop(seq: number, login: number, id: number): void {
    this.#wait(seq, login, id, null);
  }

  /** Drops a row that was never written. */
  forget(id: number): void {
    this.#waiting.delete(id);
  }

  #wait(seq: number, login: number, id: number, row: Row<T> | null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      this.#waiting.set(id, { seq, login, row });
      return;
    }
    waiting.seq = seq;
    waiting.row = row;
  }

  flush(): void {
    for (const [id, waiting] of this.#waiting) {
      const { login, row } = waiting;
      this.#uncount(login, id);
      if (row === null) this.#drop.run(login, this.#rows.kind, id);
      else this.#store(waiting.seq, login, id, row);
    }
    this.clear();
  }

  /** Subtracts the stored row of an id, if any, from the totals: it is deleted or replaced. */
  #uncount(login: number, id: number): void {
    const sum = this.#sum.get(login, this.#rows.kind, id) as number | undefined;
    if (sum !== undefined) this.#totals.take(this.#rows.name, sum);
  }

  #store(seq: number, login: number, id: number, row: Row<T>): void {
    this.#pack(this.#scratch.clear(), row);
    const columns = accountRow(this.#rows, login, id, this.#scratch.copy());
    this.#totals.add(this.#rows.name, columns[3]);
    storing(this.#put, seq, columns);
  }

  /** Discards the waiting rows. */
  clear(): void {
    this.#waiting.clear();
  }
}
