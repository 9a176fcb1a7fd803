// Rows of lists: the columns that a record sets, and the number of rows by block and bucket.

import { foldedName } from '../../wire/base/folded-name.js';
import { BLOCK_IDS, partsIndex, SORTED_CHARS } from '../database/account-tables.js';
import type { Database, Statement } from '../database/database.js';

/** A value of a column. */
export type Value = number | string;
/** The values of some columns by their names. */
type RowValues = Readonly<Record<string, Value | undefined>>;

/** Time in ms of a text; 0 = none. */
export const timeOf = (text: string | undefined): number =>
  text === undefined ? 0 : Date.parse(text);

/** The beginning of a text by which it is sorted; no half of a character is left at its end. */
const sorted = (folded: string): string =>
  folded.length <= SORTED_CHARS
    ? folded
    : folded.slice(0, SORTED_CHARS).replace(/[\ud800-\udbff]$/, '');

/** The value of a column; a value that an earlier version did not write is not set. */
const columnValue = (type: string, given: unknown): Value => {
  if (type === 'text') return typeof given === 'string' ? foldedName(given) : '';
  if (type === 'time') return typeof given === 'string' ? timeOf(given) : 0;
  return Number(given ?? 0);
};

/** The columns that a record sets, and `long` with the whole texts that they cut. */
export const columnsOf = (
  columns: readonly (readonly [name: string, type: string])[],
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Value>> => {
  const row: Record<string, Value> = {};
  const long: Record<string, string> = {};
  for (const [name, type] of columns) {
    const value = columnValue(type, record[name]);
    row[name] = typeof value === 'string' ? sorted(value) : value;
    if (typeof value === 'string' && value.length > SORTED_CHARS) long[name] = value;
  }
  row.long = Object.keys(long).length === 0 ? '' : JSON.stringify(long);
  return row;
};

/** Keeps the index of the texts of a table by their parts. */
export class TextParts {
  readonly #names: readonly string[];
  readonly #put: Statement;
  readonly #drop: Statement;

  constructor(db: Database, table: string, columns: Readonly<Record<string, string>>) {
    this.#names = Object.keys(columns).filter((name) => columns[name] === 'text');
    const index = partsIndex(table);
    this.#put = db.prepare(`INSERT OR REPLACE INTO ${index} (rowid, texts) VALUES (?, ?)`);
    this.#drop = db.prepare(`DELETE FROM ${index} WHERE rowid = ?`);
  }

  /** Takes the columns of a row, and its earlier columns, if they are known. */
  put(id: number, row: RowValues, before?: RowValues): void {
    const texts = this.#textsOf(row);
    if (before === undefined || texts !== this.#textsOf(before)) this.#put.run(id, texts);
  }

  /** A row is gone. */
  drop(id: number): void {
    this.#drop.run(id);
  }

  #textsOf(row: RowValues): string {
    const long = row.long === '' ? {} : (JSON.parse(String(row.long)) as Record<string, string>);
    return this.#names.map((name) => long[name] ?? row[name]).join('\n');
  }
}

/** Where the numbers of rows of a list are. */
interface CountTables {
  /** By block of ids. */
  readonly blocks: string;
  /** The column in `blocks` by which rows are counted. */
  readonly by?: string;
  /** The table of the values in `by`, and its column for the number of rows. */
  readonly totals: string;
  readonly total?: string;
}

/** Counts the rows of a list that come and go; the numbers are written by `flush`. */
export class RowCounts {
  readonly #count: Statement;
  readonly #countBlock: Statement;
  readonly #dropBlock: Statement;
  /** The change in the number of rows, by block and by the value in `by`. */
  readonly #counts = new Map<string, { block: number; of: number; change: number }>();

  constructor(db: Database, { blocks, by = 'bucket', totals, total = 'count' }: CountTables) {
    this.#count = db.prepare(`UPDATE ${totals} SET ${total} = ${total} + ? WHERE id = ?`);
    this.#dropBlock = db.prepare(
      `DELETE FROM ${blocks} WHERE block = ? AND ${by} = ? AND count = 0`,
    );
    this.#countBlock = db.prepare(
      `INSERT INTO ${blocks} (block, ${by}, count) VALUES (?, ?, ?)
       ON CONFLICT (block, ${by}) DO UPDATE SET count = count + excluded.count`,
    );
  }

  /** A row of an id, counted there, is counted elsewhere; undefined = it is new, or gone. */
  move(id: number, from: number | undefined, to: number | undefined): void {
    if (from === to) return;
    if (from !== undefined) this.#add(id, from, -1);
    if (to !== undefined) this.#add(id, to, 1);
  }

  /** Writes the numbers. */
  flush(): void {
    for (const { block, of, change } of this.#counts.values()) {
      if (change === 0) continue;
      this.#count.run(change, of);
      this.#countBlock.run(block, of, change);
      if (change < 0) this.#dropBlock.run(block, of);
    }
    this.#counts.clear();
  }

  /** Discards what waits, after a rollback. */
  clear(): void {
    this.#counts.clear();
  }

  #add(id: number, of: number, change: number): void {
    const block = Math.floor(id / BLOCK_IDS);
    const key = `${block} ${of}`;
    const count = this.#counts.get(key) ?? { block, of, change: 0 };
    count.change += change;
    this.#counts.set(key, count);
  }
}
