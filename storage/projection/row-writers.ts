// Row writers: several rows in one statement, or only the newest row of each key at the end.

import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
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
  readonly #replacing: (key: number) => void;

  /** `replacing` is called with the key of each row that may replace another. */
  constructor(db: Database, table: Table, replacing: (key: number) => void = () => {}) {
    this.#db = db;
    this.#replacing = replacing;
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
      this.#replacing(values[0] as number);
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

/** A row that waits for the transaction's end. */
interface QueuedRow {
  seq: number;
  /** The position of the packed row; null = delete the row. */
  bytes: Buffer | null;
  begin: number;
  end: number;
}

/** The columns by which rows of a loaded table are searched. */
export type RowColumns = Readonly<Record<string, unknown>> & { readonly login: number };

/**
 * Rows that change often: only the newest row of each key is written at the end of the transaction.
 * Until then just the position of a row is stored; its columns are read by `read`.
 */
export class NewestRows {
  readonly #waiting = new Map<number, QueuedRow>();
  readonly #table: LoadedTable;
  readonly #totals: Totals;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #sum: Statement;
  readonly #read: (from: MsgpackReader) => RowColumns;

  /**
   * `read` returns the columns of a packed row in order, except the checksum and the row itself.
   */
  constructor(
    db: Database,
    table: LoadedTable,
    totals: Totals,
    read: (from: MsgpackReader) => RowColumns,
  ) {
    this.#table = table;
    this.#totals = totals;
    this.#put = db.prepare(upsertOf(table));
    this.#drop = db.prepare(`DELETE FROM ${table.name} WHERE ${table.key} = ?`);
    this.#sum = db.prepare(`SELECT sum FROM ${table.name} WHERE ${table.key} = ?`).pluck();
    this.#read = read;
  }

  /** Stores the row of an event, which lies between `begin` and the cursor. */
  set(seq: number, key: number, { bytes, at }: MsgpackReader, begin: number): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, { seq, bytes, begin, end: at });
    else {
      waiting.seq = seq;
      waiting.bytes = bytes;
      waiting.begin = begin;
      waiting.end = at;
    }
  }

  /** Deletes the row of a key. */
  drop(seq: number, key: number): void {
    this.#waiting.set(key, { seq, bytes: null, begin: 0, end: 0 });
  }

  /** Drops a row that was never written. */
  forget(key: number): void {
    this.#waiting.delete(key);
  }

  /**
   * Subtracts the stored row of a key, if any, from the totals, because it is deleted or replaced.
   */
  readonly uncount = (key: number): void => {
    const sum = this.#sum.get(key) as number | undefined;
    if (sum !== undefined) this.#totals.take(this.#table.name, sum);
  };

  flush(): void {
    for (const [key, { seq, bytes, begin, end }] of this.#waiting) {
      this.uncount(key);
      if (bytes === null) this.#drop.run(key);
      else this.#store(seq, key, bytes.subarray(begin, end));
    }
    this.clear();
  }

  #store(seq: number, key: number, row: Buffer): void {
    const { name, begin, ending = '' } = this.#table;
    const columns = this.#read(new MsgpackReader(row));
    const sum = columns[ending] ? 0 : rowSum(begin, key, columns.login, row);
    this.#totals.add(name, sum);
    storing(this.#put, seq, [...Object.values(columns), sum, row]);
  }

  /** Discards the waiting rows. */
  clear(): void {
    this.#waiting.clear();
  }
}
