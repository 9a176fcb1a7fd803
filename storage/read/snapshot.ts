// The snapshot: memory loaded from the database as it stood at its checkpoint.
//
// Every function reads; for one consistent snapshot, call them together within `inSnapshot`
// (database.ts).
// Each row is compared with its checksum, and all rows with the totals of the checkpoint: a changed
// row, and a row that is missing or there twice, are reported and never loaded.

import { existsSync } from 'node:fs';
import type { AccountRecord } from '../../wire/accounts/account.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import { type Checkpoint, readCheckpoint, readTotals } from '../database/checkpoint.js';
import { type Database, damaged, openReader, type Statement } from '../database/database.js';
import {
  DERIVED,
  isOfBefore,
  kindTotal,
  LEDGERS,
  type LoadedTable,
  ORDERS,
  POSITIONS,
  QUEUE,
  REQUEST_PART,
  REQUESTS_TOTAL,
} from '../database/schema.js';
import { RowTotal } from '../database/totals.js';
import { numbersSum, recordSum, rowSum, valuesSum } from '../files/checksum.js';

/** The kind of record that an account is. */
const ACCOUNT = 'account';
/** Rows that are read at a time from tables that may be long. */
const PAGE_ROWS = 1_000;

/** The checkpoint of a database of any version; 0 when none can be read. */
export const storedCheckpoint = (path: string): number => {
  if (!existsSync(path)) return 0;
  try {
    const db = openReader(path);
    try {
      const { seq } = isOfBefore(db)
        ? (db.prepare('SELECT seq FROM checkpoint').get() as Checkpoint)
        : readCheckpoint(db);
      return seq;
    } finally {
      db.close();
    }
  } catch {
    // Faults of the file are reported where it is used.
    return 0;
  }
};

/** Throws when the rows read from a table are fewer or more than all. */
const expectAll = (db: Database, table: string, read: RowTotal): void => {
  const fault = readTotals(db).faultOf(table, read);
  if (fault !== undefined) damaged(db, fault);
};

/** Does the shard own the login? */
export type OwnsLogin = (login: number) => boolean;

/** The stored rows of one account, each as the bytes in its event. */
interface StoredAccount {
  readonly record: AccountRecord;
  /** Null before the account's first money operation or trade. */
  readonly ledger: Buffer | null;
  /** Open positions by id. */
  readonly positions: readonly Uint8Array[];
  /** Working orders by id. */
  readonly orders: readonly Uint8Array[];
  /** Waiting requests and offers, by id. */
  readonly queue: readonly Uint8Array[];
}

/** The rows of an account. */
export type StoredRows = Omit<StoredAccount, 'record'>;

/** A row of a loaded table: packed, with its columns. */
export interface SummedRow {
  readonly key: number;
  readonly login: number;
  readonly sum: number;
  readonly row: Buffer;
}

/** Throws when a row of a loaded table was changed. */
export const checkRow = (
  db: Database,
  { name, begin }: LoadedTable,
  { key, login, sum, row }: SummedRow,
): void => {
  if (rowSum(begin, key, login, row) !== sum)
    damaged(db, `row ${key} of ${name} is not what was written`);
};

type SummedColumns = [key: number, login: number, sum: number, row: Buffer];

/** The rows of a table by login, for logins in ascending order. */
class RowsByLogin {
  readonly #db: Database;
  readonly #table: LoadedTable;
  readonly #mine: OwnsLogin;
  readonly #read = new RowTotal();
  readonly #find: Statement;
  #rows: IterableIterator<SummedColumns> | undefined;
  #next: SummedRow | undefined;

  constructor(db: Database, table: LoadedTable, mine: OwnsLogin) {
    const { name, key } = table;
    this.#db = db;
    this.#table = table;
    this.#mine = mine;
    this.#find = db
      .prepare(`SELECT ${key}, login, sum, row FROM ${name} ORDER BY login, ${key}`)
      .raw();
  }

  /** Returns to the first row. */
  begin(): void {
    this.#rows = this.#find.iterate() as IterableIterator<SummedColumns>;
    this.#next = this.#following();
  }

  /** The rows of a login; rows of lower logins are skipped. */
  take(login: number): Buffer[] {
    const taken: Buffer[] = [];
    for (let next = this.#next; next !== undefined && next.login <= login; next = this.#next) {
      if (next.login === login) taken.push(next.row);
      this.#next = this.#following();
    }
    return taken;
  }

  /** Skips the remaining rows. Throws when the rows are not complete. */
  end(): void {
    while (this.#next !== undefined) this.#next = this.#following();
    expectAll(this.#db, this.#table.name, this.#read);
  }

  close(): void {
    this.#rows?.return?.();
  }

  /** The next row; rows of other shards are skipped. */
  #following(): SummedRow | undefined {
    const next = this.#rows?.next();
    if (next === undefined || next.done) return undefined;
    const [key, login, sum, row] = next.value;
    const { name } = this.#table;
    if (login < (this.#next?.login ?? 0)) damaged(this.#db, `${name} is out of order`);
    this.#read.add(sum);
    const found = { key, login, sum, row };
    if (this.#mine(login)) checkRow(this.#db, this.#table, found);
    return found;
  }
}

/** The accounts of a shard with their rows, by login. Throws on any damage. */
export function* accountsOf(db: Database, mine: OwnsLogin): Generator<StoredAccount> {
  const positions = new RowsByLogin(db, POSITIONS, mine);
  const orders = new RowsByLogin(db, ORDERS, mine);
  const queue = new RowsByLogin(db, QUEUE, mine);
  const ledgers = new RowsByLogin(db, LEDGERS, mine);
  const tables = [positions, orders, queue, ledgers];
  try {
    for (const rows of tables) rows.begin();
    for (const [login, record] of accountRecords(db, mine)) {
      yield {
        record: JSON.parse(record) as AccountRecord,
        // An account without a ledger has no event yet.
        ledger: ledgers.take(login)[0] ?? null,
        positions: positions.take(login),
        orders: orders.take(login),
        queue: queue.take(login),
      };
    }
    for (const rows of tables) rows.end();
  } finally {
    for (const rows of tables) rows.close();
  }
}

/** A desk record as stored. */
interface StoredRecord {
  readonly kind: string;
  readonly key: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>>;
  /** Seq of the event that wrote it. */
  readonly seq: number;
}

type RecordColumns = [
  kind: string,
  key: string,
  number: number | null,
  version: number,
  record: string,
  seq: number,
  sum: number,
];

const RECORD_COLUMNS = 'kind, key, number, version, record, seq, sum';

/** The JSON of a record. Throws when it was changed. */
const checkedRecord = (db: Database, row: RecordColumns): string => {
  const [kind, key, number, version, record, seq, sum] = row;
  const isText = typeof key === 'string' && typeof record === 'string';
  const isWhole = isText && recordSum(kind, key, number, version, record, seq) === sum;
  return isWhole ? record : damaged(db, `record ${key} of kind ${kind} is not what was written`);
};

const parsed = (db: Database, row: RecordColumns): StoredRecord => {
  const record = JSON.parse(checkedRecord(db, row));
  const [kind, key, , version, , seq] = row;
  return { kind, key, version, record, seq };
};

/** The records of a shard's accounts, by login. */
function* accountRecords(
  db: Database,
  mine: OwnsLogin,
): Generator<[login: number, record: string]> {
  const read = new RowTotal();
  let last = 0;
  const rows = db
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM records
       WHERE kind = ? AND number IS NOT NULL ORDER BY number`,
    )
    .raw()
    .iterate(ACCOUNT) as IterableIterator<RecordColumns>;
  for (const row of rows) {
    const login = row[2] as number;
    if (login <= last) damaged(db, 'accounts are out of order');
    last = login;
    read.add(row[6]);
    if (mine(login)) yield [login, checkedRecord(db, row)];
  }
  expectAll(db, kindTotal(ACCOUNT), read);
}

/** Does a text follow another in SQLite's order? */
const isBehind = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

/** All records of a type, by key as text; `read` counts them. */
export function* recordsOf(
  db: Database,
  kind: string,
  read = new RowTotal(),
): Generator<StoredRecord> {
  const page = db
    .prepare(
      `SELECT ${RECORD_COLUMNS} FROM records
       WHERE kind = ? AND key > ? ORDER BY key LIMIT ${PAGE_ROWS}`,
    )
    .raw();
  for (let after = ''; ; ) {
    const rows = page.all(kind, after) as RecordColumns[];
    for (const row of rows) {
      read.add(row[6]);
      yield parsed(db, row);
    }
    if (rows.length < PAGE_ROWS) return;
    const last = rows.at(-1)?.[1] as string;
    // Without this check it might never end.
    if (!isBehind(last, after)) damaged(db, `records of kind ${kind} are out of order`);
    after = last;
  }
}

/** All records of a type for loading: throws when there are too few or too many. */
export function* allRecordsOf(db: Database, kind: string): Generator<StoredRecord> {
  const read = new RowTotal();
  yield* recordsOf(db, kind, read);
  expectAll(db, kindTotal(kind), read);
}

/** Numeric keys of a type above `after`, in order, at most `limit`. */
export const numbersOf = (
  db: Database,
): ((kind: string, after: number, limit: number) => readonly number[]) => {
  const find = db
    .prepare('SELECT number FROM records WHERE kind = ? AND number > ? ORDER BY number LIMIT ?')
    .pluck();
  return (kind, after, limit) => find.all(kind, after, limit) as number[];
};

/** Makes a function that reads single records by type and key; its statement is compiled once. */
export const recordFinder = (
  db: Database,
): ((kind: string, key: string) => StoredRecord | undefined) => {
  const find = db.prepare(`SELECT ${RECORD_COLUMNS} FROM records WHERE kind = ? AND key = ?`).raw();
  return (kind, key) => {
    const row = find.get(kind, key) as RecordColumns | undefined;
    return row && parsed(db, row);
  };
};

/** Keys and seqs of the stored request results of a shard, newest first. Less than 1 µs each. */
export function* requestKeys(db: Database, mine: OwnsLogin): Generator<[key: number, seq: number]> {
  const part = db
    .prepare(
      `SELECT key, seq, login FROM entries
       WHERE ${REQUEST_PART} = ? AND key IS NOT NULL ORDER BY id DESC`,
    )
    .raw();
  const below = db
    .prepare(
      `SELECT MAX(${REQUEST_PART}) FROM entries WHERE ${REQUEST_PART} < ? AND key IS NOT NULL`,
    )
    .pluck();
  const read = new RowTotal();
  let at: number | null = Number.MAX_SAFE_INTEGER;
  for (;;) {
    at = below.get(at) as number | null;
    if (at === null) break;
    for (const [key, seq, login] of part.all(at) as [number, number, number][]) {
      read.add(numbersSum(seq, key, login));
      if (mine(login)) yield [key, seq];
    }
  }
  expectAll(db, REQUESTS_TOTAL, read);
}

/** Derived commands without a result in the tables, oldest first; they are sent again at start. */
export const derivedPending = (db: Database): DerivedCommand[] => {
  const rows = db
    .prepare(`SELECT request_id, login, action, amount, comment, seq, from_login, from_deal,
         currency
       FROM derived ORDER BY seq`)
    .all() as (DerivedCommand & { readonly seq: number })[];
  const read = new RowTotal();
  for (const row of rows) read.add(valuesSum(...Object.values(row)));
  expectAll(db, DERIVED, read);
  return rows.map(({ seq: _, ...command }) => command);
};
