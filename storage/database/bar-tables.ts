// The tables of bars: columns, checksums, and the check of their file.

import type { BarRow } from '../../wire/queries/bar-queries.js';
import { valuesSum } from '../files/checksum.js';
import {
  cutFault,
  type Database,
  inSnapshot,
  openDatabase,
  openReader,
  refuseNewer,
} from './database.js';
import { type SchemaText, schemaFault, schemaText } from './schema-text.js';
import { RowTotal } from './totals.js';

/** A bar as stored: times in ms, prices ×10^(digits+3), with the digits at its creation. */
export interface StoredBar extends BarRow {
  readonly symbol_id: number;
  /** Index of the timeframe in TIMEFRAMES. */
  readonly frame: number;
  readonly digits: number;
  /** Times of its oldest and its newest tick. */
  readonly first: number;
  readonly last: number;
}

/** The columns of a bar, in order. */
export const BAR_COLUMNS = [
  'symbol_id',
  'frame',
  'time',
  'digits',
  'open',
  'high',
  'low',
  'close',
  'tick_volume',
  'spread',
  'first',
  'last',
] as const satisfies readonly (keyof StoredBar)[];
/** The same as SQL. */
export const BAR_LIST = BAR_COLUMNS.join(', ');
const table = (name: string, key: string): string =>
  `CREATE TABLE ${name} (${BAR_COLUMNS.map((column) => `${column} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (${key})) WITHOUT ROWID`;

/** Sums of checksums are modulo 2^32. */
export const SUM_MASK = 0xffff_ffff;

/**
 * Running bars have a table of their own: they are rewritten often, and lie on few pages there,
 * whereas in the table of finished bars each would change a page of its own. Each bar has a
 * checksum, because the last quotes come from them after a start; so the running ones have a total,
 * too, by which a missing one is noticed.
 */
export const BAR_MIGRATIONS = [
  `${table('bar', 'symbol_id, frame, time')}; ${table('running', 'symbol_id, frame')}`,
  (db: Database): void => {
    db.function('bar_sum', { varargs: true }, (...values) => valuesSum(...values));
    for (const name of ['bar', 'running']) {
      db.exec(`ALTER TABLE ${name} ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
        UPDATE ${name} SET sum = bar_sum(${BAR_LIST})`);
    }
  },
  `CREATE TABLE running_total (id INTEGER PRIMARY KEY CHECK (id = 1), rows INTEGER NOT NULL,
     sum INTEGER NOT NULL);
   INSERT INTO running_total SELECT 1, count(*), coalesce(sum(sum), 0) & ${SUM_MASK} FROM running`,
];

/** A bar with its checksum. */
export interface SummedBar extends StoredBar {
  readonly sum: number;
}

/** The checksum of a bar. */
export const barSum = (bar: StoredBar): number =>
  valuesSum(...BAR_COLUMNS.map((column) => bar[column]));

/** A bar as it was written; throws when it was changed. */
export const checkedBar = ({ sum, ...bar }: SummedBar): StoredBar => {
  if (barSum(bar) === sum) return bar;
  const { symbol_id, frame, time } = bar;
  const at = new Date(time).toISOString();
  throw new Error(`the bar ${frame} of symbol ${symbol_id} of ${at} is not what was written`);
};

/** All running bars; throws when one was changed, or there are more or fewer than were written. */
export const runningBars = (db: Database): readonly StoredBar[] => {
  const rows = db.prepare(`SELECT ${BAR_LIST}, sum FROM running`).all() as SummedBar[];
  const bars = rows.map(checkedBar);
  const read = new RowTotal();
  for (const { sum } of rows) read.add(sum);
  const total = db.prepare('SELECT rows, sum FROM running_total').get() as RowTotal | undefined;
  if (read.rows === total?.rows && read.sum === total.sum) return bars;
  throw new Error(`it has ${read.rows} running bars where ${total?.rows} others were written`);
};

const wantedSchema = (): SchemaText => {
  const db = openDatabase(':memory:', BAR_MIGRATIONS);
  try {
    return schemaText(db);
  } finally {
    db.close();
  }
};

const faultIn = (db: Database): string | undefined => {
  const found = db.pragma('integrity_check(1)', { simple: true }) as string;
  if (found !== 'ok') return found;
  // A file of an older version has no checksums yet.
  const version = db.pragma('user_version', { simple: true }) as number;
  refuseNewer(version, BAR_MIGRATIONS.length);
  if (version < BAR_MIGRATIONS.length) return undefined;
  const other = schemaFault(schemaText(db), wantedSchema());
  if (other !== undefined) return `it ${other}`;
  runningBars(db);
  for (const row of db.prepare(`SELECT ${BAR_LIST}, sum FROM bar`).iterate()) {
    checkedBar(row as SummedBar);
  }
  return undefined;
};

/**
 * The first fault of an existing file of bars, in words; undefined = none. A server may write it.
 */
export const barsFault = (path: string): string | undefined => {
  const cut = cutFault(path);
  if (cut !== undefined) return cut;
  try {
    const db = openReader(path);
    try {
      return inSnapshot(db, () => faultIn(db));
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
};
