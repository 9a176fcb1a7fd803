// The snapshot: memory loaded from the database as it stood at its checkpoint.
//
// Every function reads; to get one picture, call them together within `inSnapshot` (database.ts).

import { existsSync } from 'node:fs';
import type { AccountRecord } from '../wire/desk.js';
import type { DerivedCommand } from '../wire/events.js';
import type { FieldTable } from '../wire/fields.js';
import { type Database, openReader } from './database.js';
import { LEDGERS, ORDERS, POSITIONS, QUEUE, type RecordTable } from './schema.js';

/** Rows that are read at a time where a table may be long. */
const PAGE_ROWS = 1_000;

/** Seq of the newest event in the tables, and the settings' version then. */
export interface Checkpoint {
  readonly seq: number;
  readonly config_version: number;
}

/** Where the tables stand; both 0 in a new database. */
export const readCheckpoint = (db: Database): Checkpoint =>
  db.prepare('SELECT seq, config_version FROM checkpoint').get() as Checkpoint;

/** The checkpoint of a database as it lies there; 0 without one that can be read. */
export const storedCheckpoint = (path: string): number => {
  if (!existsSync(path)) return 0;
  try {
    const db = openReader(path);
    try {
      return readCheckpoint(db).seq;
    } finally {
      db.close();
    }
  } catch {
    // What is wrong with it is said when it is opened for writing.
    return 0;
  }
};

/** Which logins a shard owns. */
export type Mine = (login: number) => boolean;

/** All that is stored of one account: rows are the bytes that they have in their events. */
export interface StoredAccount {
  readonly record: AccountRecord;
  /** Null before the account's first money operation or trade. */
  readonly ledger: Buffer | null;
  /** Open ones by id. */
  readonly positions: readonly Uint8Array[];
  /** Working ones by id. */
  readonly orders: readonly Uint8Array[];
  /** Requests that wait, and offers, by id. */
  readonly queue: readonly Uint8Array[];
}

/** The rows of an account. */
export type StoredRows = Omit<StoredAccount, 'record'>;

/** The rows of a table by login, for logins that come in order. */
class RowsByLogin {
  readonly #rows: IterableIterator<[login: number, row: Buffer]>;
  #next: IteratorResult<[login: number, row: Buffer]>;

  constructor(db: Database, { name, key }: RecordTable<FieldTable>, where = 'true') {
    this.#rows = db
      .prepare(`SELECT login, row FROM ${name} WHERE ${where} ORDER BY login, ${key.join()}`)
      .raw()
      .iterate() as IterableIterator<[number, Buffer]>;
    this.#next = this.#rows.next();
  }

  /** The rows of a login, and past those of lower ones. */
  take(login: number): Buffer[] {
    const taken: Buffer[] = [];
    while (!this.#next.done && this.#next.value[0] <= login) {
      const [of, row] = this.#next.value;
      if (of === login) taken.push(row);
      this.#next = this.#rows.next();
    }
    return taken;
  }

  close(): void {
    this.#rows.return?.();
  }
}

/** The accounts of a shard with their rows, by login. */
export function* accountsOf(db: Database, mine: Mine): Generator<StoredAccount> {
  const positions = new RowsByLogin(db, POSITIONS);
  const orders = new RowsByLogin(db, ORDERS, 'done_at = 0');
  const queue = new RowsByLogin(db, QUEUE);
  const ledgers = new RowsByLogin(db, LEDGERS);
  const records = db
    .prepare(
      `SELECT number, record FROM records
       WHERE kind = 'account' AND number IS NOT NULL ORDER BY number`,
    )
    .raw()
    .iterate() as IterableIterator<[login: number, record: string]>;
  try {
    for (const [login, record] of records) {
      if (!mine(login)) continue;
      yield {
        record: JSON.parse(record) as AccountRecord,
        // An account without a ledger has no event yet.
        ledger: ledgers.take(login)[0] ?? null,
        positions: positions.take(login),
        orders: orders.take(login),
        queue: queue.take(login),
      };
    }
  } finally {
    for (const rows of [positions, orders, queue, ledgers]) rows.close();
  }
}

/** A desk record as stored. */
export interface StoredRecord {
  readonly kind: string;
  readonly key: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>>;
  /** The event that wrote it. */
  readonly seq: number;
}

type RecordColumns = Omit<StoredRecord, 'record'> & { readonly record: string };

const parsed = (row: RecordColumns): StoredRecord => ({ ...row, record: JSON.parse(row.record) });

/** All records of a kind, by key as text. */
export function* recordsOf(db: Database, kind: string): Generator<StoredRecord> {
  const page = db.prepare(
    `SELECT kind, key, version, record, seq FROM records
     WHERE kind = ? AND key > ? ORDER BY key LIMIT ${PAGE_ROWS}`,
  );
  for (let after = ''; ; ) {
    const rows = page.all(kind, after) as RecordColumns[];
    yield* rows.map(parsed);
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.key as string;
  }
}

/** Keys of a kind that are whole numbers, above one of them, in order, at most `limit`. */
export const numbersOf = (
  db: Database,
): ((kind: string, after: number, limit: number) => readonly number[]) => {
  const find = db
    .prepare('SELECT number FROM records WHERE kind = ? AND number > ? ORDER BY number LIMIT ?')
    .pluck();
  return (kind, after, limit) => find.all(kind, after, limit) as number[];
};

/** Finds single records by kind and key; the statement is compiled once. */
export const recordFinder = (
  db: Database,
): ((kind: string, key: string) => StoredRecord | undefined) => {
  const find = db.prepare(
    'SELECT kind, key, version, record, seq FROM records WHERE kind = ? AND key = ?',
  );
  return (kind, key) => {
    const row = find.get(kind, key) as RecordColumns | undefined;
    return row && parsed(row);
  };
};

/** One record; undefined when there is none. */
export const recordOf = (db: Database, kind: string, key: string): StoredRecord | undefined =>
  recordFinder(db)(kind, key);

/** The kinds of which there are records. */
export const recordKinds = (db: Database): string[] =>
  db.prepare('SELECT DISTINCT kind FROM records ORDER BY kind').pluck().all() as string[];

/**
 * The keys and seqs of the remembered requests of a shard, newest first. One that took effect in
 * several events comes with each of them. Less than 1 µs each.
 */
export function* requestKeys(db: Database, mine: Mine): Generator<[key: number, seq: number]> {
  const page = db
    .prepare(
      `SELECT seq, key, login FROM requests WHERE seq < ? ORDER BY seq DESC LIMIT ${PAGE_ROWS}`,
    )
    .raw();
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = page.all(below) as [number, number, number][];
    for (const [seq, key, login] of rows) if (mine(login)) yield [key, seq];
    if (rows.length < PAGE_ROWS) return;
    below = rows.at(-1)?.[0] as number;
  }
}

/** Derived commands whose result is not in the tables, oldest first: to be sent again at start. */
export const derivedPending = (db: Database): DerivedCommand[] =>
  db
    .prepare(`SELECT request_id, login, action, amount, comment, from_login, from_deal,
         currency
       FROM derived ORDER BY seq`)
    .all() as DerivedCommand[];

/** The highest ids given out so far; 0 = none. */
export interface IdMaxima {
  readonly order: number;
  readonly deal: number;
}

/** The highest order and deal ids in the tables. */
export const idMaxima = (db: Database): IdMaxima =>
  db
    .prepare(
      `SELECT MAX(COALESCE((SELECT MAX(id) FROM orders), 0),
                  COALESCE((SELECT MAX(id) FROM queue), 0)) AS "order",
              MAX(COALESCE((SELECT MAX(id) FROM deals), 0),
                  COALESCE((SELECT MAX(id) FROM corrections), 0)) AS deal`,
    )
    .get() as IdMaxima;
