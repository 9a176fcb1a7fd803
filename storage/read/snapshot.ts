// The snapshot: memory loaded from the database as it stood at its checkpoint.
//
// Every function reads; for one consistent snapshot, call them together within `inSnapshot`
// (database.ts).
// Each row is compared with its checksum, and all rows with the totals of the checkpoint: a changed
// row, and a row that is missing or there twice, are reported and never loaded.

import { existsSync } from 'node:fs';
import type { DerivedCommand } from '../../wire/trading/events.js';
import { type Checkpoint, readCheckpoint, readTotals } from '../database/checkpoint.js';
import { atMost, type Database, damaged, openReader } from '../database/database.js';
import {
  type AccountRowKind,
  DERIVED,
  isOlder,
  kindTotal,
  LEDGERS,
  ORDERS,
  POSITIONS,
  partBelow,
  QUEUE,
  REQUEST_PART,
  REQUESTS_TOTAL,
  ROW_HEAD,
  SWITCHED,
} from '../database/schema.js';
import { RowTotal } from '../database/totals.js';
import { numbersSum, recordSum, rowSum, valuesSum } from '../files/checksum.js';

/** Rows that are read at a time from tables that may be long. */
const PAGE_ROWS = 1_000;
/** Characters of records at which a page of them ends. */
const PAGE_CHARS = 4 << 20;

/**
 * The last event that a database of any version has; 0 without a database, undefined when it cannot
 * be read.
 */
export const storedCheckpoint = (path: string): number | undefined => {
  if (!existsSync(path)) return 0;
  try {
    const db = openReader(path);
    try {
      const { seq } = isOlder(db)
        ? (db.prepare('SELECT seq FROM checkpoint').get() as Checkpoint)
        : readCheckpoint(db);
      return seq;
    } finally {
      db.close();
    }
  } catch {
    // Faults of the file are reported where it is used.
    return undefined;
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
export interface StoredAccount {
  readonly login: number;
  readonly switches: Buffer;
  /** Null before the account's first money operation or trade. */
  readonly ledger: Buffer | null;
  /** Open positions by id. */
  readonly positions: readonly Buffer[];
  /** Working orders by id. */
  readonly orders: readonly Buffer[];
  /** Waiting requests and offers, by id. */
  readonly queue: readonly Buffer[];
}

/** A row of an account: packed, with its columns. */
interface SummedRow {
  readonly id: number;
  readonly login: number;
  readonly sum: number;
  readonly row: Buffer;
}

/** Throws when a row of an account was changed. */
export const checkRow = (
  db: Database,
  { name, begin }: AccountRowKind,
  { id, login, sum, row }: SummedRow,
): void => {
  if (rowSum(begin, id, login, row) !== sum)
    damaged(db, `row ${id} of ${name} is not what was written`);
};

/** The kinds of rows by number. */
const KINDS: readonly AccountRowKind[] = [SWITCHED, LEDGERS, POSITIONS, ORDERS, QUEUE];

/** The rows of an account that is being read, by kind. */
const noRows = (): Buffer[][] => KINDS.map(() => []);

/** The account of these rows; undefined = the desk has no record of it. */
const accountOf = (login: number, rows: readonly Buffer[][]): StoredAccount | undefined => {
  const [[switches], [ledger = null], positions, orders, queue] = rows as [
    Buffer[],
    Buffer[],
    Buffer[],
    Buffer[],
    Buffer[],
  ];
  return switches && { login, switches, ledger, positions, orders, queue };
};

const LOWER = 0xffff_ffff;
const UPPER = 2 ** 32;

type PageColumns = [
  heads: Buffer | null,
  rows: Buffer | null,
  kinds: number,
  logins: number,
  loginsUpper: number,
  ids: number,
  idsUpper: number,
  sums: number,
];

/** A row on a page, as its head says. */
interface RowHead {
  login: number;
  kind: number;
  id: number;
  sum: number;
}

/** Does the key of a row follow the key of another? */
const isBehind = (one: RowHead, other: RowHead): boolean => {
  if (one.login !== other.login) return one.login > other.login;
  return one.kind === other.kind ? one.id > other.id : one.kind > other.kind;
};

/**
 * Reads all rows of accounts in the order of their key, a page at a time: SQLite joins the heads
 * and the rows of a page, because a value of its own for each takes ten times as long. Throws where
 * the heads differ from the columns.
 */
function* rowsOfAccounts(db: Database): Generator<RowHead & { readonly row: Buffer }> {
  // Sums of halves, which stay exact.
  const find = db
    .prepare(
      `SELECT CAST(group_concat(head, '') AS BLOB), CAST(group_concat(row, '') AS BLOB), sum(kind),
         sum(login & ${LOWER}), sum(login >> 32), sum(id & ${LOWER}), sum(id >> 32), sum(sum)
       FROM (SELECT * FROM account_rows
         WHERE (login, kind, id) > (?, ?, ?) ORDER BY login, kind, id LIMIT ${PAGE_ROWS})`,
    )
    .raw();
  let before: RowHead = { login: 0, kind: 0, id: 0, sum: 0 };
  for (;;) {
    const [heads, rows, ...sums] = find.get(before.login, before.kind, before.id) as PageColumns;
    if (heads === null || rows === null) return;
    const read = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];
    let end = 0;
    for (let at = 0; at < heads.length; at += ROW_HEAD.size) {
      const login = heads.readDoubleLE(at + ROW_HEAD.login);
      const id = heads.readDoubleLE(at + ROW_HEAD.id);
      const sum = heads.readUInt32LE(at + ROW_HEAD.sum);
      const kind = heads.readUInt32LE(at + ROW_HEAD.kind);
      const begin = end;
      end += heads.readUInt32LE(at + ROW_HEAD.length);
      const head = { login, kind, id, sum, row: rows.subarray(begin, end) };
      if (!isBehind(head, before)) damaged(db, 'rows of accounts are out of order');
      before = head;
      read[0] += kind;
      read[1] += login % UPPER;
      read[2] += Math.floor(login / UPPER);
      read[3] += id % UPPER;
      read[4] += Math.floor(id / UPPER);
      read[5] += sum;
      yield head;
    }
    const isWhole = end === rows.length && read.every((sum, n) => sum === sums[n]);
    if (!isWhole) damaged(db, 'a head of account_rows is not what was written');
    if (heads.length < PAGE_ROWS * ROW_HEAD.size) return;
  }
}

/** The accounts of a shard with their rows, by login. Throws on any damage. */
export function* accountsOf(db: Database, mine: OwnsLogin): Generator<StoredAccount> {
  const read = KINDS.map(() => new RowTotal());
  let at = 0;
  let isMine = false;
  let rows = noRows();
  for (const head of rowsOfAccounts(db)) {
    const { login, kind, id, sum } = head;
    if (login !== at) {
      const account = isMine ? accountOf(at, rows) : undefined;
      if (account !== undefined) yield account;
      [at, isMine, rows] = [login, mine(login), noRows()];
    }
    const of = KINDS[kind] ?? damaged(db, `row ${id} of account ${login} is of kind ${kind}`);
    (read[kind] as RowTotal).add(sum);
    if (!isMine) continue;
    checkRow(db, of, head);
    (rows[kind] as Buffer[]).push(head.row);
  }
  const last = isMine ? accountOf(at, rows) : undefined;
  if (last !== undefined) yield last;
  for (const [kind, { name }] of KINDS.entries()) expectAll(db, name, read[kind] as RowTotal);
}

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

/** Does a text follow another in SQLite's order? */
const isTextBehind = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) > 0;

/** The first rows, until their records have enough characters: attachments are records, too. */
const pageOf = (found: Iterable<RecordColumns>): RecordColumns[] => {
  const rows: RecordColumns[] = [];
  let chars = 0;
  for (const row of found) {
    rows.push(row);
    chars += row[4].length;
    if (chars >= PAGE_CHARS) break;
  }
  return rows;
};

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
    // The statement has ended before a row is passed on, so that the caller can use the connection.
    const rows = pageOf(page.iterate(kind, after) as Iterable<RecordColumns>);
    for (const row of rows) {
      read.add(row[6]);
      yield parsed(db, row);
    }
    const last = rows.at(-1)?.[1];
    if (last === undefined) return;
    // Without this check it might never end.
    if (!isTextBehind(last, after)) damaged(db, `records of kind ${kind} are out of order`);
    after = last;
  }
}

/** All records of a type for loading: throws when there are too few or too many. */
export function* allRecordsOf(db: Database, kind: string): Generator<StoredRecord> {
  const read = new RowTotal();
  yield* recordsOf(db, kind, read);
  expectAll(db, kindTotal(kind), read);
}

/** Throws when the database lacks records of a type, or has more; without reading them. */
export const expectAllRecords = (db: Database, kind: string): void => {
  const [rows, sum] = db
    .prepare(`SELECT count(*), coalesce(sum(sum), 0) & ${LOWER} FROM records WHERE kind = ?`)
    .raw()
    .get(kind) as [number, number];
  expectAll(db, kindTotal(kind), new RowTotal(rows, sum));
};

/** Numeric keys of a type above `after`, in order, at most `limit`. */
export const numbersOf = (
  db: Database,
): ((kind: string, after: number, limit: number) => readonly number[]) => {
  const find = db
    .prepare(
      `SELECT number FROM records WHERE kind = ? AND number > ? ORDER BY number ${atMost('?')}`,
    )
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

/**
 * Keys and seqs of the stored request results of a shard, newest parts first; in no order within a
 * part. Read from the index alone, in less than 1 µs each: an entry with a key has its seq as id.
 * SQLite writes the columns of a part as lists, which takes half the time of a row for each.
 */
export function* requestKeys(db: Database, mine: OwnsLogin): Generator<[key: number, seq: number]> {
  const part = db
    .prepare(
      `SELECT json_group_array(key), json_group_array(id), json_group_array(login)
       FROM entries WHERE ${REQUEST_PART} = ? AND key IS NOT NULL`,
    )
    .raw();
  const below = db.prepare(`SELECT ${partBelow('?')}`).pluck();
  const read = new RowTotal();
  let at: number | null = Number.MAX_SAFE_INTEGER;
  for (;;) {
    at = below.get(at) as number | null;
    if (at === null) break;
    const [keys, seqs, logins] = (part.get(at) as [string, string, string]).map(
      (list) => JSON.parse(list) as number[],
    ) as [number[], number[], number[]];
    for (let n = 0; n < keys.length; n += 1) {
      const key = keys[n] as number;
      const seq = seqs[n] as number;
      const login = logins[n] as number;
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
         currency, demo
       FROM derived ORDER BY seq`)
    .all() as (Omit<DerivedCommand, 'demo'> & { readonly seq: number; readonly demo: number })[];
  const read = new RowTotal();
  for (const row of rows) read.add(valuesSum(...Object.values(row)));
  expectAll(db, DERIVED, read);
  return rows.map(({ seq: _, demo, ...command }) => ({ ...command, demo: demo === 1 }));
};
