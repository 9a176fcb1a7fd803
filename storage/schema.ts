// The schema: the database's tables, those of records generated from the records' field tables.

import { DAILY } from '../wire/daily.js';
import {
  type FieldTable,
  type FieldType,
  type Readers,
  type Row,
  rowBuilder,
  rowFromArray,
} from '../wire/fields.js';
import { QUEUED } from '../wire/queued.js';
import { CLOSED_POSITION, CORRECTION, DEAL, LEDGER, ORDER, POSITION } from '../wire/records.js';
import { type Database, type Migration, openDatabase } from './database.js';

/** A table of trading records: one column for each field, in field order. */
export interface RecordTable<T extends FieldTable = FieldTable> {
  readonly name: string;
  readonly fields: T;
  readonly key: string;
}

const recordTable = <T extends FieldTable>(
  name: string,
  fields: T,
  key: keyof T & string,
): RecordTable<T> => ({ name, fields, key });

export const ORDERS = recordTable('orders', ORDER, 'id');
export const DEALS = recordTable('deals', DEAL, 'id');
/** Open positions only. */
export const POSITIONS = recordTable('positions', POSITION, 'id');
export const CLOSED_POSITIONS = recordTable('closed_positions', CLOSED_POSITION, 'id');
export const LEDGERS = recordTable('ledgers', LEDGER, 'login');
const FIRST_TABLES: readonly RecordTable[] = [ORDERS, DEALS, POSITIONS, CLOSED_POSITIONS, LEDGERS];
/** Requests that wait for their time, a dealer or a gateway; and offers that still stand. */
export const QUEUE = recordTable('queue', QUEUED, 'id');
/** The row of an account and day; its id is the day's number times 2^32 plus the login. */
export const DAILIES = recordTable('dailies', DAILY, 'id');
export const CORRECTIONS = recordTable('corrections', CORRECTION, 'id');
const LAW_TABLES: readonly RecordTable[] = [QUEUE, DAILIES, CORRECTIONS];
const RECORD_TABLES: readonly RecordTable[] = [...FIRST_TABLES, ...LAW_TABLES];

const quote = (name: string): string => `"${name}"`;

const isText = (type: FieldType): boolean =>
  typeof type !== 'string' ||
  type === 'text' ||
  type === 'object' ||
  type === 'list' ||
  type === 'rate';

/** A column and the value that rows have which were stored before the field was appended. */
const columnOf = (name: string, type: FieldType): string => {
  const [kind, empty] = isText(type) ? ['TEXT', emptyText(type)] : ['INTEGER', '0'];
  return `${quote(name)} ${kind} NOT NULL DEFAULT ${empty}`;
};

const emptyText = (type: FieldType): string => {
  if (typeof type !== 'string') return `'${type.choices[0]}'`;
  return { rate: "'0'", object: "'{}'", list: "'[]'" }[type as string] ?? "''";
};

const createRecordTable = ({ name, fields, key }: RecordTable): string => {
  const columns = Object.entries(fields).map(([field, type]) =>
    field === key ? `${quote(field)} INTEGER PRIMARY KEY` : columnOf(field, type),
  );
  return `CREATE TABLE ${name} (${columns.join(', ')}) STRICT;`;
};

/**
 * The indexes answer lists of one login by time, filtered by symbol without touching the rows.
 * An order has `done_at` exactly in its final states, so 0 means that it works.
 */
const FIRST = `
  ${FIRST_TABLES.map(createRecordTable).join('\n')}
  CREATE INDEX orders_history ON orders (login, done_at, id, symbol) WHERE done_at > 0;
  CREATE INDEX orders_working ON orders (login) WHERE done_at = 0;
  CREATE INDEX deals_history ON deals (login, created_at, id, symbol);
  CREATE INDEX deals_position ON deals (position_id, id) WHERE position_id > 0;
  CREATE INDEX closed_history ON closed_positions (login, closed_at, id, symbol);
  CREATE INDEX closed_position ON closed_positions (position_id, id);

  -- Request ids that took effect; n rises with their first event. result: packed TradeResult.
  CREATE TABLE requests (
    n INTEGER PRIMARY KEY, login INTEGER NOT NULL, request_id TEXT NOT NULL, digest TEXT NOT NULL,
    result BLOB NOT NULL, seq INTEGER NOT NULL, UNIQUE (login, request_id)
  ) STRICT;
  -- Derived commands whose result has not been seen yet.
  CREATE TABLE derived (
    request_id TEXT PRIMARY KEY, login INTEGER NOT NULL, action TEXT NOT NULL,
    amount TEXT NOT NULL, comment TEXT NOT NULL, seq INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Records of the desk as JSON; number is the key where that is a whole number, else null.
  CREATE TABLE records (
    kind TEXT NOT NULL, key TEXT NOT NULL, number INTEGER, version INTEGER NOT NULL,
    record TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_number ON records (kind, number) WHERE number IS NOT NULL;
  CREATE TABLE journal (
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, time INTEGER NOT NULL, by INTEGER NOT NULL,
    ip TEXT NOT NULL, kind TEXT NOT NULL, login INTEGER NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_time ON journal (time, id);
  CREATE INDEX journal_login ON journal (login, time, id);
  -- One row: the newest event whose effect is in the tables, and the settings' version then.
  CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, config_version INTEGER NOT NULL
  ) STRICT;
  INSERT INTO checkpoint VALUES (1, 0, 0);
`;

const LAW = `
  ${LAW_TABLES.map(createRecordTable).join('\n')}
  CREATE INDEX dailies_login ON dailies (login, date);
  CREATE INDEX corrections_position ON corrections (position_id);
`;

/** Empties every table and goes back to the log's beginning: all of it is projected anew. */
const startAnew = (db: Database): void => {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'checkpoint'")
    .pluck()
    .all() as string[];
  for (const name of tables) db.exec(`DELETE FROM ${quote(name)}`);
  db.exec('UPDATE checkpoint SET seq = 0, config_version = 0');
};

const ORIGINS = `
  -- The events that a deal stands in: the one that made it, then those that changed it.
  CREATE TABLE deal_events (
    deal_id INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (deal_id, seq)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE derived ADD COLUMN from_login INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE derived ADD COLUMN from_deal INTEGER NOT NULL DEFAULT 0;
`;

/** Which events the deals that are there stand in is known to the log alone. */
const addOrigins: Migration = (db) => {
  db.exec(ORIGINS);
  startAnew(db);
};

/** Amounts of derived commands that are owed already are in the paid account's currency. */
const CURRENCIES = `ALTER TABLE derived ADD COLUMN currency TEXT NOT NULL DEFAULT '';`;

/** All changes of the schema, in order; new ones are appended. */
const MIGRATIONS: readonly Migration[] = [FIRST, LAW, addOrigins, CURRENCIES];

/** Adds the columns of fields that were appended to a record since its table was made. */
const growTables = (db: Database): void => {
  for (const { name, fields } of RECORD_TABLES) {
    const there = new Set(
      (db.pragma(`table_info(${name})`) as { name: string }[]).map((column) => column.name),
    );
    for (const [field, type] of Object.entries(fields)) {
      if (!there.has(field)) db.exec(`ALTER TABLE ${name} ADD COLUMN ${columnOf(field, type)}`);
    }
  }
};

/** Opens the projection's database for writing, with all its tables. */
export const openProjection = (path: string): Database => {
  const db = openDatabase(path, MIGRATIONS);
  growTables(db);
  return db;
};

/** The columns of a record table in field order, for a SELECT. */
export const columnsOf = ({ name, fields }: RecordTable): string =>
  Object.keys(fields)
    .map((field) => `${name}.${quote(field)}`)
    .join(', ');

/** SQL that stores a row, or replaces what its key holds. */
export const upsertOf = ({ name, fields, key }: RecordTable): string => {
  const names = Object.keys(fields);
  const updates = names.filter((field) => field !== key).map(quote);
  return (
    `INSERT INTO ${name} (${names.map(quote).join(', ')}) ` +
    `VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT (${quote(key)}) DO UPDATE ` +
    `SET ${updates.map((field) => `${field} = excluded.${field}`).join(', ')}`
  );
};

const toColumn = (type: FieldType): ((value: unknown) => unknown) | undefined => {
  if (type === 'rate') return String;
  if (type === 'bool') return (value) => (value ? 1 : 0);
  return type === 'object' || type === 'list' ? (value) => JSON.stringify(value) : undefined;
};

/**
 * Compiles the step from a row's array in field order to its columns. The array is changed in
 * place; one packed before fields were appended is filled up.
 */
export const columnWriter = (fields: FieldTable): ((row: unknown[]) => unknown[]) => {
  const types = Object.values(fields);
  const written = types.flatMap((type, index) => {
    const write = toColumn(type);
    return write ? [{ index, write }] : [];
  });
  return (row) => {
    if (row.length < types.length) fillUp(fields, row);
    for (const { index, write } of written) row[index] = write(row[index]);
    return row;
  };
};

const fillUp = (fields: FieldTable, row: unknown[]): void => {
  const whole = Object.values(rowFromArray(fields, row));
  for (let index = row.length; index < whole.length; index += 1) row.push(whole[index]);
};

const FROM_COLUMNS: Readers = {
  rate: (value) => BigInt(value as string),
  bool: (value) => value === 1,
  object: (value) => JSON.parse(value as string),
  list: (value) => JSON.parse(value as string),
};

/** Compiles the step from columns, as `columnsOf` selects them, to the record. */
export const columnReader = <T extends FieldTable>(
  fields: T,
): ((columns: readonly unknown[]) => Row<T>) => rowBuilder(fields, FROM_COLUMNS);
