// The schema of the database: its tables store rows in the form in which the log has them.
//
// A row is stored as its bytes in the event, with columns only for values that are searched, sorted
// or summed. A new field in a record needs no new table: older rows are read with the field's empty
// value. After a change of tables they are rebuilt from the log: see `VERSION`. Rows that are
// loaded into memory have a checksum, `sum`: see snapshot.ts.

import { existsSync } from 'node:fs';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../wire/codec/row-reader.js';
import { DAILY } from '../../wire/trading/daily.js';
import { QUEUED } from '../../wire/trading/queued.js';
import {
  CLOSED_POSITION,
  CORRECTION,
  DEAL,
  LEDGER,
  ORDER,
  POSITION,
} from '../../wire/trading/records.js';
import { valuesSum } from '../files/checksum.js';
import { type Database, dropDatabase, openDatabase, versionOf } from './database.js';

/** A table: its columns in order, and the columns of its key. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Columns that keep their value when a row is stored again. */
  readonly kept?: readonly string[];
}

/** A table of records; the last column holds the packed row. */
export interface RecordTable<T extends FieldTable = FieldTable> extends Table {
  readonly fields: T;
}

/** A table of records that are loaded into memory; the column before the last is a checksum. */
export interface LoadedTable<T extends FieldTable = FieldTable> extends RecordTable<T> {
  /** The start of its checksums, so that a row of another table is not accepted. */
  readonly begin: number;
  /** A column that is 0 while the row is loaded into memory; for other rows the checksum is 0. */
  readonly ending?: string;
}

const recordTable = <T extends FieldTable>(
  name: string,
  fields: T,
  columns: readonly string[],
  kept: readonly string[] = [],
): RecordTable<T> => ({
  name,
  fields,
  key: columns.slice(0, 1),
  columns: [...columns, 'row'],
  kept,
});

const loadedTable = <T extends FieldTable>(
  name: string,
  fields: T,
  columns: readonly string[],
): LoadedTable<T> => ({
  ...recordTable(name, fields, [...columns, 'sum']),
  begin: valuesSum(name),
});

export const ORDERS = {
  ...loadedTable('orders', ORDER, ['id', 'login', 'done_at']),
  ending: 'done_at',
};
/** `seq` is the seq of the event that created the deal. */
export const DEALS = recordTable('deals', DEAL, ['id', 'login', 'position_id', 'seq'], ['seq']);
/** Open positions only. */
export const POSITIONS = loadedTable('positions', POSITION, [
  'id',
  'login',
  'symbol',
  'side',
  'volume',
]);
export const CLOSED_POSITIONS = recordTable('closed_positions', CLOSED_POSITION, [
  'id',
  'login',
  'group',
  'symbol',
  'volume',
  'profit',
  'swap',
  'commission',
  'fee',
  'closed_at',
]);
export const LEDGERS = loadedTable('ledgers', LEDGER, ['login', 'balance', 'credit']);
/** Requests that wait for a time, a dealer or a gateway; and open offers. */
export const QUEUE = loadedTable('queue', QUEUED, ['id', 'login']);
/** The rows of accounts by day; the id contains both (`dailyId` in wire/trading/daily.ts). */
export const DAILIES = recordTable('dailies', DAILY, ['id', 'login', 'date']);
export const CORRECTIONS = recordTable('corrections', CORRECTION, ['id', 'login', 'position_id']);

/** Executed request ids, by event. `key` is `requestKey`, `row` the packed outcome. */
export const REQUESTS: Table = {
  name: 'requests',
  key: ['seq'],
  columns: ['seq', 'key', 'login', 'row'],
};
/** The key in the totals for the records of a type. */
export const kindTotal = (kind: string): string => `records of kind ${kind}`;
/** The name of the table of derived commands. */
export const DERIVED = 'derived';
/** The columns by which lists of an account are shown, by time. */
export const HISTORY: Table = {
  name: 'history',
  key: ['login', 'time', 'order_id', 'deal_id', 'closed_id', 'symbol'],
  columns: ['login', 'time', 'order_id', 'deal_id', 'closed_id', 'symbol'],
};

const quote = (name: string): string => `"${name}"`;

const list = (names: readonly string[]): string => names.map(quote).join(', ');

/** SQL that stores a row, or replaces the row of the same key. */
export const upsertOf = ({ name, key, columns, kept = [] }: Table): string => {
  const updates = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  const sets = updates.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  return (
    `INSERT INTO ${name} (${list(columns)}) VALUES (${columns.map(() => '?').join(', ')}) ` +
    `ON CONFLICT (${list(key)}) DO ${sets === '' ? 'NOTHING' : `UPDATE SET ${sets}`}`
  );
};

/** SQL that stores `rows` rows, except those whose keys exist. */
export const insertOf = ({ name, columns }: Table, rows: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = Array(rows).fill(row).join(', ');
  return `INSERT OR IGNORE INTO ${name} (${list(columns)}) VALUES ${values}`;
};

/** Compiles a function that converts a stored row to the record. */
export const storedRow = <T extends FieldTable>({
  fields,
}: RecordTable<T>): ((row: Buffer) => Row<T>) => {
  const read = rowReader(fields);
  return (row) => read(new MsgpackReader(row)) as Row<T>;
};

/**
 * Request ids are found by a number made of login and id. These numbers are random: in a single
 * index, each event would change another page. So each part of 65,536 events has an index range of
 * its own.
 */
export const REQUEST_PART = 'seq >> 16';
/** Number of seqs in a part. */
export const PART_SEQS = 1 << 16;

const INT = 'INTEGER NOT NULL';
const TEXT = 'TEXT NOT NULL';
const BYTES = 'BLOB NOT NULL';

const SCHEMA = `
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, login ${INT}, done_at ${INT}, sum ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX orders_working ON orders (id) WHERE done_at = 0;
  CREATE TABLE deals (
    id INTEGER PRIMARY KEY, login ${INT}, position_id ${INT}, seq ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX deals_position ON deals (position_id) WHERE position_id > 0;
  -- Later events that a deal stands in: they changed it.
  CREATE TABLE deal_changes (
    deal_id ${INT}, seq ${INT}, PRIMARY KEY (deal_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE positions (
    id INTEGER PRIMARY KEY, login ${INT}, symbol ${TEXT}, side ${TEXT}, volume ${INT}, sum ${INT},
    row ${BYTES}
  ) STRICT;
  CREATE TABLE closed_positions (
    id INTEGER PRIMARY KEY, login ${INT}, "group" ${TEXT}, symbol ${TEXT}, volume ${INT},
    profit ${INT}, swap ${INT}, commission ${INT}, fee ${INT}, closed_at ${INT}, row ${BYTES}
  ) STRICT;
  CREATE TABLE ledgers (
    login INTEGER PRIMARY KEY, balance ${INT}, credit ${INT}, sum ${INT}, row ${BYTES}
  ) STRICT;
  CREATE TABLE queue (
    id INTEGER PRIMARY KEY, login ${INT}, sum ${INT}, row ${BYTES}
  ) STRICT;
  CREATE TABLE dailies (
    id INTEGER PRIMARY KEY, login ${INT}, date ${TEXT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX dailies_login ON dailies (login, date);
  CREATE TABLE corrections (
    id INTEGER PRIMARY KEY, login ${INT}, position_id ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX corrections_position ON corrections (position_id);

  -- One entry for what one event shows of a time and symbol in the lists of orders, deals and
  -- closed positions, 0 where it shows none: an order, its deal and the position that it closed
  -- together change one page, where an index of each list would have three changed.
  CREATE TABLE history (
    login ${INT}, time ${INT}, order_id ${INT}, deal_id ${INT}, closed_id ${INT}, symbol ${TEXT},
    PRIMARY KEY (login, time, order_id, deal_id, closed_id, symbol)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE requests (
    seq INTEGER PRIMARY KEY, key ${INT}, login ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX requests_key ON requests (${REQUEST_PART}, key);
  -- Derived commands whose result has not been seen yet.
  CREATE TABLE derived (
    request_id ${TEXT}, login ${INT}, action ${TEXT}, amount ${TEXT}, comment ${TEXT},
    seq ${INT}, from_login ${INT}, from_deal ${INT}, currency ${TEXT},
    PRIMARY KEY (request_id, login)
  ) STRICT, WITHOUT ROWID;
  -- Records of the desk as JSON; number is the key where that is a whole number, else null.
  CREATE TABLE records (
    kind ${TEXT}, key ${TEXT}, number INTEGER, version ${INT}, record ${TEXT}, seq ${INT},
    sum ${INT},
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_number ON records (kind, number) WHERE number IS NOT NULL;
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY, seq ${INT}, time ${INT}, by ${INT}, ip ${TEXT}, kind ${TEXT},
    login ${INT}, text ${TEXT}, setting ${TEXT} DEFAULT '',
    "group" ${TEXT} DEFAULT ''
  ) STRICT;
  CREATE INDEX journal_time ON journal (time, id);
  CREATE INDEX journal_login ON journal (login, time, id);
  CREATE INDEX journal_by ON journal (by, time, id);
  CREATE INDEX journal_kind ON journal (kind, time, id);
  -- Logins of staff who dealt, decided or changed something.
  CREATE TABLE acted (login INTEGER PRIMARY KEY) STRICT;
  -- One row: the newest event whose effect is in the tables, the head of its batch in hex, the
  -- settings' version then, and what there is of all that memory is loaded from.
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1), seq ${INT}, batch ${TEXT}, config_version ${INT},
    totals ${TEXT}, sum ${INT}
  ) STRICT;
  INSERT INTO checkpoint VALUES (1, 0, '', 0, '', ${valuesSum(0, '', 0, '')});
`;

/** Version of the tables. Tables of an older version are emptied and rebuilt from the log. */
const VERSION = 1;
/**
 * Most pages are filled sequentially: half the number of pages costs less than half as much again.
 */
const PAGE_BYTES = 8192;

/** Is an open database of an older version? */
export const isOfBefore = (db: Database): boolean =>
  (db.pragma('user_version', { simple: true }) as number) < VERSION;

/** Is there a database of an older version, which opening for writing would rebuild? */
export const isOutdated = (path: string): boolean => existsSync(path) && versionOf(path) < VERSION;

/**
 * Opens the projection's database for writing, with all its tables. A database of an older version
 * is emptied and rebuilt, so the log must be complete. `unshared` as in `openDatabase`.
 */
export const openProjection = (path: string, unshared = false): Database => {
  if (isOutdated(path)) dropDatabase(path);
  return openDatabase(path, [SCHEMA], PAGE_BYTES, unshared);
};
