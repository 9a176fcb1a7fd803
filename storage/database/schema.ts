// The schema of the database: searched, sorted and summed values have columns, beside packed rows.
//
// The events that lists show are stored once, with an entry for each row that they show: orders and
// deals that are history are read from their event. The present rows of accounts are in one table,
// in the order of memory; rows that are loaded into memory have a checksum, `sum`: see
// snapshot.ts. A new field in a record needs no new table: older rows are read with the field's
// empty value. After a change of tables they are rebuilt from the log: see `VERSION`.

import { existsSync } from 'node:fs';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../wire/codec/row-reader.js';
import { SWITCHES } from '../../wire/settings/config.js';
import { DAILY } from '../../wire/trading/daily.js';
import { QUEUED } from '../../wire/trading/queued.js';
import {
  CLOSED_POSITION,
  CORRECTION,
  LEDGER,
  ORDER,
  POSITION,
} from '../../wire/trading/records.js';
import { rowSum, valuesSum } from '../files/checksum.js';
import { ACCOUNT_TABLES } from './account-tables.js';
import { type Database, dropDatabase, openDatabase, versionOf } from './database.js';
import { EXPOSURE } from './exposure.js';
import { MAIL_TABLES } from './mail-tables.js';

/** A table: its columns in order, and the columns of its key. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Further columns, with the SQL of their values, for which the given ones are `column1` … */
  readonly computed?: Readonly<Record<string, string>>;
}

/** A table of records; the last column holds the packed row. */
export interface RecordTable<T extends FieldTable = FieldTable> extends Table {
  readonly fields: T;
}

/** A kind of rows of accounts. */
export interface AccountRowKind<T extends FieldTable = FieldTable> {
  /** Its name in totals and errors. */
  readonly name: string;
  readonly kind: number;
  readonly fields: T;
  /** The start of its checksums, so that a row of another kind is not accepted. */
  readonly begin: number;
}

const recordTable = <T extends FieldTable>(
  name: string,
  fields: T,
  columns: readonly string[],
): RecordTable<T> => ({
  name,
  fields,
  key: columns.slice(0, 1),
  columns: [...columns, 'row'],
});

const accountRows = <T extends FieldTable>(
  name: string,
  kind: number,
  fields: T,
): AccountRowKind<T> => ({ name, kind, fields, begin: valuesSum(name) });

/**
 * The rows of accounts as memory has them, in its order: a start reads them from one end to the
 * other, in pages (snapshot.ts). Each has a checksum, `sum`, and a `head` with the columns and the
 * length of its row. The id of a row that an account has once is its login.
 */
export const ACCOUNT_ROWS: Table = {
  name: 'account_rows',
  key: ['login', 'kind', 'id'],
  columns: ['login', 'kind', 'id', 'sum', 'head', 'row'],
};
/** Offsets in the head of a row, and its size: login and id are doubles, the others 32 bits. */
export const ROW_HEAD = { login: 0, id: 8, sum: 16, kind: 20, length: 24, size: 28 } as const;
/** Makes the values of a row's columns. */
export const accountRow = (
  { kind, begin }: AccountRowKind,
  login: number,
  id: number,
  row: Buffer,
): readonly [login: number, kind: number, id: number, sum: number, head: Buffer, row: Buffer] => {
  const sum = rowSum(begin, id, login, row);
  const head = Buffer.allocUnsafe(ROW_HEAD.size);
  head.writeDoubleLE(login, ROW_HEAD.login);
  head.writeDoubleLE(id, ROW_HEAD.id);
  head.writeUInt32LE(sum, ROW_HEAD.sum);
  head.writeUInt32LE(kind, ROW_HEAD.kind);
  head.writeUInt32LE(row.length, ROW_HEAD.length);
  return [login, kind, id, sum, head, row];
};
/** The copies of the desk's records of accounts that shards have. */
export const SWITCHED = accountRows('switches', 0, SWITCHES);
export const LEDGERS = accountRows('ledgers', 1, LEDGER);
/** Open positions only. */
export const POSITIONS = accountRows('positions', 2, POSITION);
/** Working orders only; those that ended are in their events. */
export const ORDERS = accountRows('orders', 3, ORDER);
/** Requests that wait for a time, a dealer or a gateway; and open offers. */
export const QUEUE = accountRows('queue', 4, QUEUED);

/**
 * The bucket of the account in the second column, at the end of the transaction; 0 = there is no
 * such account.
 */
const OF_BUCKET = {
  bucket: 'COALESCE((SELECT bucket FROM accounts WHERE login = column2), 0)',
} as const;

/** The lists of open trades, by the kind's name: the columns that they filter, sort and sum by. */
type OpenTable = 'orders' | 'positions';
export const OPEN_LISTS: Readonly<Record<OpenTable, Table>> = {
  orders: {
    name: 'orders',
    key: ['id'],
    columns: ['id', 'login', 'symbol', 'volume_held'],
    computed: OF_BUCKET,
  },
  positions: {
    name: 'positions',
    key: ['id'],
    columns: ['id', 'login', 'symbol', 'side', 'volume'],
    computed: OF_BUCKET,
  },
};

/** The table with the number of rows of such a list by block of logins and symbol. */
export const openBlocks = (table: string): string => `${table}_blocks`;
/** The symbol of the numbers of all symbols together. */
export const ALL_SYMBOLS = 0;

/** SQL for the number by which open rows have the symbol of a parameter, in whatever case. */
export const SYMBOL_NUMBER = '(SELECT id FROM symbol_names WHERE name = @symbol)';

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
  'currency_digits',
  'closed_at',
]);
/** The rows of accounts by day; the id contains both (`dailyId` in wire/trading/daily.ts). */
export const DAILIES = recordTable('dailies', DAILY, ['id', 'login', 'date']);
export const CORRECTIONS = recordTable('corrections', CORRECTION, ['id', 'login', 'position_id']);

/**
 * The rows of events in lists: an entry has an order, a deal and a closed position of one time and
 * symbol, 0 where it has none; time 0 = it shows nothing. The position is the position of its deal,
 * else of its order; `deal_order_id` is the order of its deal. The action is the action of a money
 * operation, null = none. The first entry of an event has the event's seq as its id, the packed
 * event up to its request's outcome, and the key of its request; further ones count down from -1.
 */
export const ENTRIES: Table = {
  name: 'entries',
  key: ['id'],
  columns: [
    'id',
    'seq',
    'login',
    'time',
    'symbol',
    'order_id',
    'deal_id',
    'closed_id',
    'position_id',
    'deal_order_id',
    'action',
    'key',
    'event',
  ],
};
/** The type of the desk's records of accounts. */
export const ACCOUNT = 'account';
/** The key in the totals for the remembered requests. */
export const REQUESTS_TOTAL = 'requests';
/** The key in the totals for the records of a type. */
export const kindTotal = (kind: string): string => `records of kind ${kind}`;
/** The name of the table of derived commands. */
export const DERIVED = 'derived';

const quote = (name: string): string => `"${name}"`;

const list = (names: readonly string[]): string => names.map(quote).join(', ');

/** SQL that stores a row, or replaces the row of the same key. */
export const upsertOf = ({ name, key, columns, computed = {} }: Table): string => {
  const more = Object.keys(computed);
  const all = [...columns, ...more];
  const updates = all.filter((column) => !key.includes(column));
  const sets = updates.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  const given = `VALUES (${columns.map(() => '?').join(', ')})`;
  const names = [...columns.map((_, at) => `column${at + 1}`), ...Object.values(computed)];
  const values = `SELECT ${names.join(', ')} FROM (${given}) WHERE true`;
  return (
    `INSERT INTO ${name} (${list(all)}) ${more.length === 0 ? given : values} ` +
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
}: Pick<RecordTable<T>, 'fields'>): ((row: Buffer) => Row<T>) => {
  const read = rowReader(fields);
  return (row) => read(new MsgpackReader(row)) as Row<T>;
};

/**
 * Request ids are found by a number made of login and id. These numbers are random: in a single
 * index, each event would change another page. So each part of 16,384 events has an index range of
 * its own, of some 30 pages.
 */
export const REQUEST_PART = 'id >> 14';
/** Number of seqs in a part. */
export const PART_SEQS = 1 << 14;
/** SQL for the newest part with requests below one: seqs may jump over any number of parts. */
export const partBelow = (part: string): string =>
  `(SELECT MAX(${REQUEST_PART}) FROM entries WHERE ${REQUEST_PART} < ${part} AND key IS NOT NULL)`;

const INT = 'INTEGER NOT NULL';
const TEXT = 'TEXT NOT NULL';
const BYTES = 'BLOB NOT NULL';

/**
 * The indexes of rows of open trades, in the order of their lists: by login, then by id. A list
 * walks over one of them alone, from the block in which a page begins.
 */
const openIndexes = (table: OpenTable): string => `
  CREATE INDEX ${table}_login ON ${table} (login, bucket);
  CREATE INDEX ${table}_bucket ON ${table} (bucket, login);
  CREATE INDEX ${table}_symbol ON ${table} (symbol, login, bucket);
  CREATE TABLE ${openBlocks(table)} (
    symbol ${INT}, block ${INT}, count ${INT}, PRIMARY KEY (symbol, block)
  ) STRICT, WITHOUT ROWID;`;

const SCHEMA = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, seq ${INT}, login ${INT}, time ${INT}, symbol ${TEXT},
    order_id ${INT}, deal_id ${INT}, closed_id ${INT}, position_id ${INT},
    deal_order_id ${INT}, action TEXT, key INTEGER, event BLOB
  ) STRICT;
  -- All that lists filter and sort by, so that a page walks over the index alone.
  CREATE INDEX entries_time ON entries (login, time, order_id, deal_id, closed_id, symbol)
    WHERE time > 0;
  -- The entries of all accounts by time, for reports.
  CREATE INDEX entries_at ON entries (time) WHERE time > 0;
  CREATE INDEX entries_action ON entries (login, action, time, deal_id)
    WHERE action IS NOT NULL;
  CREATE INDEX entries_order ON entries (order_id) WHERE order_id > 0;
  CREATE INDEX entries_deal ON entries (deal_id) WHERE deal_id > 0;
  CREATE INDEX entries_position ON entries (position_id, deal_id) WHERE position_id > 0;
  CREATE INDEX entries_deal_order ON entries (deal_order_id, deal_id) WHERE deal_order_id > 0;
  CREATE INDEX entries_key ON entries (${REQUEST_PART}, key, login) WHERE key IS NOT NULL;
  CREATE TABLE account_rows (
    login ${INT}, kind ${INT}, id ${INT}, sum ${INT}, head ${BYTES}, row ${BYTES},
    PRIMARY KEY (login, kind, id)
  ) STRICT, WITHOUT ROWID;
  -- The symbols of open rows, in the order of their first orders and deals: an index by numbers is
  -- walked over in half the time. Each has the numbers of its open rows.
  CREATE TABLE symbol_names (
    id INTEGER PRIMARY KEY, name ${TEXT} COLLATE NOCASE UNIQUE,
    orders ${INT} DEFAULT 0, positions ${INT} DEFAULT 0
  ) STRICT;
  -- What lists search of open rows, whose bytes are in account_rows.
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, login ${INT}, symbol ${INT}, volume_held ${INT}, bucket ${INT}
  ) STRICT;
${openIndexes('orders')}
  CREATE INDEX orders_held ON orders (login, bucket, id) WHERE volume_held > 0;
  CREATE TABLE positions (
    id INTEGER PRIMARY KEY, login ${INT}, symbol ${INT}, side ${TEXT}, volume ${INT}, bucket ${INT}
  ) STRICT;
${openIndexes('positions')}
  -- The open volume of each bucket, symbol and side, in two parts (storage/database/exposure.ts).
  ${EXPOSURE}
  -- Later events that a deal stands in: they changed it.
  CREATE TABLE deal_changes (
    deal_id ${INT}, seq ${INT}, PRIMARY KEY (deal_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE closed_positions (
    id INTEGER PRIMARY KEY, login ${INT}, "group" ${TEXT}, symbol ${TEXT}, volume ${INT},
    profit ${INT}, swap ${INT}, commission ${INT}, fee ${INT}, currency_digits ${INT},
    closed_at ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX closed_positions_time ON closed_positions (closed_at);
  CREATE TABLE dailies (
    id INTEGER PRIMARY KEY, login ${INT}, date ${TEXT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX dailies_login ON dailies (login, date);
  -- The groups that accounts had at the ends of days, each with its company of then. Of idle days
  -- also the other values that rows share (IdleRow in wire/trading/idle-day.ts).
  CREATE TABLE daily_groups (
    id INTEGER PRIMARY KEY, "group" ${TEXT}, company ${TEXT}, currency ${TEXT},
    currency_digits ${INT}, leverage ${INT}, is_flat ${INT},
    UNIQUE ("group", company, currency, currency_digits, leverage, is_flat)
  ) STRICT;
  -- Which accounts of a group have a row for a day, in blocks (wire/base/login-set.ts): pages and
  -- numbers of rows of all accounts come from these sets, without a walk over the rows. Of an idle
  -- day, whose rows are made when they are read, "at" is the planned end; 0 = rows are stored.
  CREATE TABLE daily_logins (
    day ${INT}, block ${INT}, group_id ${INT}, at ${INT}, logins ${BYTES},
    PRIMARY KEY (day, block, group_id, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX daily_logins_block ON daily_logins (block, day);
  CREATE TABLE corrections (
    id INTEGER PRIMARY KEY, login ${INT}, position_id ${INT}, row ${BYTES}
  ) STRICT;
  CREATE INDEX corrections_position ON corrections (position_id);

  -- Derived commands whose result has not been seen yet.
  CREATE TABLE derived (
    request_id ${TEXT}, login ${INT}, action ${TEXT}, amount ${TEXT}, comment ${TEXT},
    seq ${INT}, from_login ${INT}, from_deal ${INT}, currency ${TEXT},
    demo ${INT},
    PRIMARY KEY (request_id, login)
  ) STRICT, WITHOUT ROWID;
  -- Records of the desk as JSON; number is the key where that is a whole number, else null.
  CREATE TABLE records (
    kind ${TEXT}, key ${TEXT}, number INTEGER, version ${INT}, record ${TEXT}, seq ${INT},
    sum ${INT},
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_number ON records (kind, number) WHERE number IS NOT NULL;
  ${ACCOUNT_TABLES}
  ${MAIL_TABLES}
  -- The newest notifications of each login: places count 1, 2, 3 … without gaps.
  CREATE TABLE notifications (
    login ${INT}, place ${INT}, id ${INT}, PRIMARY KEY (login, place)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY, seq ${INT}, time ${INT}, by ${INT}, ip ${TEXT}, kind ${TEXT},
    login ${INT}, text ${TEXT}, setting ${TEXT} DEFAULT '',
    "group" ${TEXT} DEFAULT '', changes ${TEXT} DEFAULT ''
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
export const VERSION = 20;
/**
 * Most pages are filled sequentially: half the number of pages costs less than half as much again.
 */
const PAGE_BYTES = 8192;

/** Is an open database of an older version? */
export const isOlder = (db: Database): boolean =>
  (db.pragma('user_version', { simple: true }) as number) < VERSION;

/** Is there a database of an older version, which opening for writing would rebuild? */
export const isOutdated = (path: string): boolean => existsSync(path) && versionOf(path) < VERSION;

/**
 * Opens the projection's database for writing, with all its tables. A database of an older version
 * is emptied and rebuilt, so the log must be complete. `unshared` as in `openDatabase`.
 */
export const openProjection = (path: string, unshared = false): Database => {
  if (isOutdated(path)) dropDatabase(path);
  return openDatabase(path, [SCHEMA], { version: VERSION, pageBytes: PAGE_BYTES, unshared });
};
