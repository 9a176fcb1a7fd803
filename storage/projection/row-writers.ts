// Row writers: several rows in one statement, or only the newest row of each key at the end.

import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import type { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { enterEvent, type ProjectedEvent, readStored } from '../../wire/codec/unpack.js';
import type { Database, Statement } from '../database/database.js';
import {
  ACCOUNT_ROWS,
  type AccountRowKind,
  ALL_SYMBOLS,
  accountRow,
  insertOf,
  openBlocks,
  storedRow,
  type Table,
  upsertOf,
} from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { RowCounts } from './listed-rows.js';
import type { SymbolNumbers } from './symbol-numbers.js';

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
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #columns: number;
  /** The columns of the waiting rows, then of rows that were written. */
  readonly #values: unknown[];
  readonly #seqs = new Float64Array(ROWS);
  #count = 0;
  #at = 0;

  constructor(
    private readonly db: Database,
    table: Table,
  ) {
    this.#many = db.prepare(insertOf(table, ROWS));
    this.#one = db.prepare(upsertOf(table));
    this.#columns = table.columns.length;
    this.#values = new Array(ROWS * this.#columns).fill(null);
  }

  /** Begins the row of an event; put its columns in order before the next call. */
  begin(seq: number): this {
    if (this.#count === ROWS) this.#storeMany();
    this.#seqs[this.#count] = seq;
    this.#count += 1;
    return this;
  }

  /** Adds the next column of the row. */
  put(value: unknown): void {
    this.#values[this.#at] = value;
    this.#at += 1;
  }

  /** Adds a whole row of an event. */
  add(seq: number, ...columns: readonly unknown[]): void {
    this.begin(seq);
    for (const value of columns) this.put(value);
  }

  /** Writes the waiting rows, so that they can be read. */
  flush(): void {
    const columns = this.#columns;
    for (let row = 0; row < this.#count; row += 1) {
      const values = this.#values.slice(row * columns, (row + 1) * columns);
      storing(this.#one, this.#seqs[row] as number, values);
    }
    this.clear();
  }

  /** Discards the waiting rows. */
  clear(): void {
    this.#count = 0;
    this.#at = 0;
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
      if (!this.db.inTransaction) throw error;
      // The caller finds the failed row by storing the rows one by one.
      return false;
    }
  }
}

/** An event whose rows are stored at the transaction's end: the reader of its batch, its place. */
export interface EventPlace {
  readonly seq: number;
  readonly from: MsgpackReader;
  readonly at: number;
}

/** A row that waits for the transaction's end. */
interface WaitingRow {
  /** The event that has its newest form. */
  seq: number;
  from: MsgpackReader;
  at: number;
  readonly login: number;
  /** The row's id; the login where an account has one such row. */
  readonly id: number;
  /** Is no row of the id stored? */
  readonly isNew: boolean;
  isDropped: boolean;
  readonly rows: RowStore;
}

interface RowStore {
  waiting(): Iterable<WaitingRow>;
  /** Stores the row out of its event. */
  store(row: WaitingRow, event: ProjectedEvent): void;
  /** Deletes the row. */
  remove(row: WaitingRow): void;
  clear(): void;
}

const eventAt = ({ seq, from, at }: EventPlace): ProjectedEvent => {
  try {
    from.at = at;
    return readStored(enterEvent(from), from);
  } catch (error) {
    throw new EventError(seq, error);
  }
};

/** Writes the rows that wait in some tables; each event is read once. */
export const storeWaiting = (tables: readonly RowStore[]): void => {
  const waiting = tables.flatMap((rows) => [...rows.waiting()]);
  waiting.sort((one, other) => one.seq - other.seq);
  let seq = 0;
  let event: ProjectedEvent | undefined;
  for (const row of waiting) {
    if (row.isDropped) {
      row.rows.remove(row);
      continue;
    }
    if (event === undefined || row.seq !== seq) event = eventAt(row);
    seq = row.seq;
    row.rows.store(row, event);
  }
  for (const rows of tables) rows.clear();
};

const OF_ID = `${ACCOUNT_ROWS.name} WHERE login = ? AND kind = ? AND id = ?`;

/** Where columns of rows of accounts are stored for searching. */
interface SearchedRows<R> {
  /** `isNew` = no row of its id is stored. */
  put(seq: number, row: R, isNew: boolean): void;
  remove?(id: number): void;
}

/** The table that lists search for open rows. */
export class ListedRows implements SearchedRows<Readonly<Record<string, unknown>>> {
  /** The numbers of rows by block of logins and symbol. */
  readonly counts: RowCounts;
  readonly #columns: readonly string[];
  readonly #put: Statement;
  readonly #drop: Statement;

  constructor(
    db: Database,
    table: Table,
    private readonly symbols: SymbolNumbers,
  ) {
    this.#columns = table.columns;
    this.#put = db.prepare(upsertOf(table));
    this.#drop = db.prepare(`DELETE FROM ${table.name} WHERE id = ? RETURNING login, symbol`).raw();
    this.counts = new RowCounts(db, {
      blocks: openBlocks(table.name),
      by: 'symbol',
      totals: 'symbol_names',
      total: table.name,
    });
  }

  put(seq: number, row: Readonly<Record<string, unknown>>, isNew: boolean): void {
    const symbol = this.symbols.of(String(row.symbol));
    storing(
      this.#put,
      seq,
      this.#columns.map((name) => (name === 'symbol' ? symbol : row[name])),
    );
    if (!isNew) return;
    const login = Number(row.login);
    for (const one of [symbol, ALL_SYMBOLS]) this.counts.move(login, undefined, one);
  }

  remove(id: number): void {
    const [login, symbol] = (this.#drop.get(id) ?? []) as number[];
    if (login === undefined) return;
    for (const one of [symbol, ALL_SYMBOLS]) this.counts.move(login, one, undefined);
  }
}

/** The stored rows of accounts of one kind, and their totals. */
export class KindRows<T extends FieldTable> {
  readonly #searched: SearchedRows<Row<T>> | undefined;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #sum: Statement;
  readonly #row: Statement;
  readonly #pack: (out: Bytes, row: Row<T>) => void;
  readonly #read: (row: Buffer) => Row<T>;
  readonly #scratch = new Bytes();

  constructor(
    db: Database,
    private readonly kind: AccountRowKind<T>,
    private readonly totals: Totals,
    searched?: SearchedRows<Row<T>>,
  ) {
    this.#searched = searched;
    this.#put = db.prepare(upsertOf(ACCOUNT_ROWS));
    this.#drop = db.prepare(`DELETE FROM ${OF_ID}`);
    this.#sum = db.prepare(`SELECT sum FROM ${OF_ID}`).pluck();
    this.#row = db.prepare(`SELECT row FROM ${OF_ID}`).pluck();
    this.#pack = rowPacker(kind.fields);
    this.#read = storedRow(kind);
  }

  /** Stores the row of an event; `isNew` = no row of the id is stored. */
  put(seq: number, login: number, id: number, row: Row<T>, isNew = false): void {
    const wasStored = !isNew && this.#uncount(login, id);
    this.#pack(this.#scratch.clear(), row);
    const columns = accountRow(this.kind, login, id, this.#scratch.copy());
    this.totals.add(this.kind.name, columns[3]);
    storing(this.#put, seq, columns);
    this.#searched?.put(seq, row, !wasStored);
  }

  /** Replaces the stored row of an id, if there is one, by what `change` makes of it. */
  change(seq: number, login: number, id: number, change: (row: Row<T>) => Row<T>): void {
    const stored = this.#row.get(login, this.kind.kind, id) as Buffer | undefined;
    if (stored !== undefined) this.put(seq, login, id, change(this.#read(stored)));
  }

  /** Deletes the row of an id, if there is one. */
  remove(login: number, id: number): void {
    this.#uncount(login, id);
    this.#searched?.remove?.(id);
    this.#drop.run(login, this.kind.kind, id);
  }

  /**
   * Subtracts the stored row of an id from the totals, because it is deleted or replaced; false =
   * there is none.
   */
  #uncount(login: number, id: number): boolean {
    const sum = this.#sum.get(login, this.kind.kind, id) as number | undefined;
    if (sum === undefined) return false;
    this.totals.take(this.kind.name, sum);
    return true;
  }
}

/** Rows that change often: only the newest of each id is written, by `storeWaiting`. */
export class NewestRows<T extends FieldTable> implements RowStore {
  readonly #waiting = new Map<number, WaitingRow>();
  readonly #rows: KindRows<T>;

  /** `rowOf` finds the newest row of an id in an event. */
  constructor(
    db: Database,
    kind: AccountRowKind<T>,
    totals: Totals,
    private readonly rowOf: (event: ProjectedEvent, id: number) => Row<T> | undefined,
    searched?: SearchedRows<Row<T>>,
  ) {
    this.#rows = new KindRows(db, kind, totals, searched);
  }

  /** Stores the row of an event; `isNew` = no row of the id is stored. */
  set(place: EventPlace, login: number, id: number, isNew = false): void {
    this.#wait(place, login, id, isNew, false);
  }

  /** Deletes the row of an id. */
  drop(place: EventPlace, login: number, id: number): void {
    if (this.#waiting.get(id)?.isNew) this.#waiting.delete(id);
    else this.#wait(place, login, id, false, true);
  }

  #wait(
    { seq, from, at }: EventPlace,
    login: number,
    id: number,
    isNew: boolean,
    isDropped: boolean,
  ): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      this.#waiting.set(id, { seq, from, at, login, id, isNew, isDropped, rows: this });
      return;
    }
    waiting.seq = seq;
    waiting.from = from;
    waiting.at = at;
    waiting.isDropped = isDropped;
  }

  /** Changes a stored row; none may be waiting. */
  change(...all: Parameters<KindRows<T>['change']>): void {
    this.#rows.change(...all);
  }

  waiting(): Iterable<WaitingRow> {
    return this.#waiting.values();
  }

  remove({ login, id }: WaitingRow): void {
    this.#rows.remove(login, id);
  }

  store({ seq, login, id, isNew }: WaitingRow, event: ProjectedEvent): void {
    const row = this.rowOf(event, id);
    if (row === undefined) throw new EventError(seq, new Error(`it has no row ${id}`));
    this.#rows.put(seq, login, id, row, isNew);
  }

  /** Discards the waiting rows. */
  clear(): void {
    this.#waiting.clear();
  }
}
