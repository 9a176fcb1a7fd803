// Rows on their way into a table: many a statement, or the newest of each key at the end.

import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import type { Database, Statement } from '../database/database.js';
import { insertOf, type LoadedTable, type Table, upsertOf } from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { rowSum } from '../files/checksum.js';

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

/**
 * Rows of a statement: one statement with 16 takes half the time of 16 statements, and more rows
 * gain little.
 */
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
  readonly #replacing: (key: number) => void;

  /** `replacing` gets the key of a row that may take the place of another. */
  constructor(db: Database, table: Table, replacing: (key: number) => void = () => {}) {
    this.#db = db;
    this.#replacing = replacing;
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
      const values = this.#values.slice(row * columns, (row + 1) * columns);
      this.#replacing(values[0] as number);
      storing(this.#one, seq, values);
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
      // The failed row is found one by one.
      return false;
    }
  }
}

/** A row that waits for the transaction's end. */
interface QueuedRow {
  seq: number;
  /** Where the packed row lies; null = the row is to go. */
  bytes: Buffer | null;
  begin: number;
  end: number;
}

/** The columns by which a row of a loaded table is searched. */
export type RowColumns = Readonly<Record<string, unknown>> & { readonly login: number };

/**
 * Rows that change often, of which the transaction's end stores the newest of each key. Only the
 * place of a row is noted until then; its columns are read by `read`.
 */
export class NewestRows {
  readonly #waiting = new Map<number, QueuedRow>();
  readonly #table: LoadedTable;
  readonly #totals: Totals;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #sum: Statement;
  readonly #read: (from: MsgpackReader) => RowColumns;

  /** `read` answers the columns of a packed row in order, but the checksum and the row itself. */
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

  /** Takes the row of an event, which lies between `begin` and the cursor. */
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

  /** Has the row of a key go. */
  drop(seq: number, key: number): void {
    this.#waiting.set(key, { seq, bytes: null, begin: 0, end: 0 });
  }

  /** Has a row that was never stored leave nothing. */
  forget(key: number): void {
    this.#waiting.delete(key);
  }

  /** The stored row of a key, if there is one, leaves the count: it is deleted, or replaced. */
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

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.clear();
  }
}
