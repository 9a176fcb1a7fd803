// Reads all rows of a database's table as records.

import { type Database, openReader } from '../../storage/database/database.js';
import {
  ACCOUNT_ROWS,
  type AccountRowKind,
  accountRow,
  ORDERS,
  type RecordTable,
  storedRow,
  upsertOf,
} from '../../storage/database/schema.js';
import { tableRows } from '../../storage/database/table-rows.js';
import { NEWEST_DEAL_SEQ, rowOf, StoredEvents } from '../../storage/read/rows/entries.js';
import { recordFinder } from '../../storage/read/snapshot.js';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import type { Deal, Order } from '../../wire/trading/records.js';

/** Every row of a table by its key, or every row of a kind that accounts have, by id. */
export const rowsIn = <T extends FieldTable>(
  db: Database,
  of: RecordTable<T> | AccountRowKind<T>,
): Row<T>[] => {
  const sql =
    'kind' in of
      ? `account_rows WHERE kind = ${of.kind} ORDER BY id`
      : `${of.name} ORDER BY ${of.key}`;
  const rows = db.prepare(`SELECT row FROM ${sql}`).pluck().all();
  return (rows as Buffer[]).map(storedRow(of));
};

/** Writes a row of an account as the projection would, in place of the one of its id. */
export const replaceRow = <T extends FieldTable>(
  db: Database,
  of: AccountRowKind<T>,
  login: number,
  id: number,
  row: Row<T>,
): void => {
  const packed = new Bytes();
  rowPacker(of.fields)(packed, row);
  db.prepare(upsertOf(ACCOUNT_ROWS)).run(...accountRow(of, login, id, packed.copy()));
};

/** The rows of a kind that entries show, in their newest form. */
const shown = (db: Database, column: 'order_id' | 'deal_id', seq: string): [number, number][] =>
  db
    .prepare(`SELECT ${column}, ${seq} FROM entries WHERE ${column} > 0 ORDER BY ${column}`)
    .raw()
    .all() as [number, number][];

/** Every deal, by id. */
export const dealsIn = (db: Database): Deal[] => {
  const events = new StoredEvents(db);
  return shown(db, 'deal_id', NEWEST_DEAL_SEQ).map(([id, seq]) =>
    rowOf(events.event(seq).deals, id),
  );
};

/** Every order, by id: those that work, and those that ended. */
export const ordersIn = (db: Database): Order[] => {
  const events = new StoredEvents(db);
  const ended = shown(db, 'order_id', 'seq').map(([id, seq]) =>
    rowOf(events.event(seq).orders, id),
  );
  return [...ended, ...rowsIn(db, ORDERS)].sort((one, other) => one.id - other.id);
};

type FoundRecord = ReturnType<ReturnType<typeof recordFinder>>;

/** One record; undefined when there is none. */
export const recordOf = (db: Database, kind: string, key: string): FoundRecord =>
  recordFinder(db)(kind, key);

/** The kinds of which there are records. */
export const recordKinds = (db: Database): string[] =>
  db.prepare('SELECT DISTINCT kind FROM records ORDER BY kind').pluck().all() as string[];

/** Every row of every table, to compare two databases with. */
export const tablesIn = (db: Database): Record<string, unknown[]> =>
  Object.fromEntries([...tableRows(db)].map(([name, sql]) => [name, db.prepare(sql).raw().all()]));

/** The same of a database's file. */
export const dump = (path: string): Record<string, unknown[]> => {
  const db = openReader(path);
  try {
    return tablesIn(db);
  } finally {
    db.close();
  }
};
