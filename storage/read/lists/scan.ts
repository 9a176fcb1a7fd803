// Scans: all rows of a table looked at in slices, where no index leads to the few that fit.

import type { Database } from '../../database/database.js';
import {
  allOf,
  type Comparison,
  inBuckets,
  type RowCondition,
  type Selection,
} from './conditions.js';
import type { SlicedRead } from './sliced-read.js';
import {
  comparePlaces,
  type ListOrder,
  type Place,
  type SortKey,
  sourceOf,
} from './stored-list.js';

/** Rows of a slice: some ms of a reader thread. */
const SLICE_ROWS = 65_536;
/** Most rows of a bucket that are looked at by an index in one step. */
const BUCKET_ROWS_MAX = 131_072;
/** Rows of a sample, by which conditions are put in order. */
const SAMPLE_ROWS = 512;
/** Time to look for a part of a text, in times of another comparison. */
const PART_COST = 2;
/** Blocks whose sizes are read at a time. */
const BLOCKS_READ = 1_024;

/** Ids of a slice: from the first to before the last. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The blocks of rows in some buckets with the number of their rows, by id. */
export function* blocksOf(
  db: Database,
  { list, buckets, isWhole }: Selection,
): Generator<{ readonly from: number; readonly count: number }> {
  const where = isWhole ? '1' : inBuckets(buckets);
  const find = db
    .prepare(
      `SELECT block, SUM(count) FROM ${list.blocks} WHERE block > ? AND ${where}
       GROUP BY block ORDER BY block LIMIT ${BLOCKS_READ}`,
    )
    .raw();
  for (let last = -1; ; ) {
    const found = find.all(last) as [block: number, count: number][];
    for (const [block, count] of found) yield { from: block * list.blockIds, count };
    if (found.length < BLOCKS_READ) return;
    last = found.at(-1)?.[0] ?? last;
  }
}

/** Cuts the table into slices; `isWhole`, because every row of a slice is looked at. */
function* slicesOf(db: Database, selection: Selection): Generator<Slice> {
  let begin = 0;
  let end = 0;
  let rows = 0;
  for (const { from, count } of blocksOf(db, { ...selection, isWhole: true })) {
    if (rows > 0 && rows + count > SLICE_ROWS) {
      yield { from: begin, to: end };
      rows = 0;
    }
    if (rows === 0) begin = from;
    end = from + selection.list.blockIds;
    rows += count;
  }
  if (rows > 0) yield { from: begin, to: end };
}

/** SQL for the rows of a slice that belong to a selection; the ids of the slice come first. */
const fitting = (
  { list, buckets, isWhole }: Selection,
  conditions: readonly Comparison[],
): Comparison => {
  const { sql, values } = allOf(conditions);
  const { table, id } = list;
  const own = isWhole ? '1' : inBuckets(buckets);
  return { sql: `${table}.${id} >= ? AND ${table}.${id} < ? AND ${own} AND ${sql}`, values };
};

/**
 * The conditions of a selection in the order in which a scan tests them: first those that rule out
 * most rows for their time, by a sample from the middle of the table.
 */
const inTestOrder = (
  db: Database,
  { list, conditions }: Pick<Selection, 'list' | 'conditions'>,
): readonly RowCondition[] => {
  if (conditions.length < 2) return conditions;
  const { table, id } = list;
  const { values } = allOf(conditions);
  const fit = conditions.map(({ sql }) => `TOTAL(${sql})`).join(', ');
  const middle = `((SELECT MIN(${id}) FROM ${table}) + (SELECT MAX(${id}) FROM ${table})) / 2`;
  const counts = db
    .prepare(
      `SELECT ${fit} FROM
       (SELECT * FROM ${table} NOT INDEXED WHERE ${id} >= ${middle} LIMIT ${SAMPLE_ROWS})`,
    )
    .raw()
    .get(...values) as number[];
  const rank = (condition: RowCondition, count: number): number =>
    (condition.part === undefined ? 1 : PART_COST) / (SAMPLE_ROWS - count + 1);
  return conditions
    .map((condition, at) => ({ condition, rank: rank(condition, counts[at] as number) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ condition }) => condition);
};

/** SQL for the key of all rows of a list that is sorted by id. */
const NO_KEY = '0';

/** SQL for the sort key of a row, and whether it needs the table of buckets. */
const keySql = ({ list }: Selection, field: string): readonly [sql: string, join: boolean] => {
  const source = sourceOf(list, field);
  const ofBucket = `held.${list.bucketColumns[field]}`;
  if (source === 'id') return [NO_KEY, false];
  if (source === 'bucket') return [ofBucket, true];
  const own = `${list.table}.${field}`;
  return source === 'row'
    ? [own, false]
    : [`CASE ${own} WHEN 0 THEN ${ofBucket} ELSE ${own} END`, true];
};

/** The rows of a table, with the row of their bucket where that is needed. */
const rowsSql = ({ list }: Selection, join: boolean): string => {
  const { table, buckets } = list;
  const joined = join ? ` JOIN ${buckets} AS held ON held.id = bucket` : '';
  return `${table} NOT INDEXED${joined}`;
};

/** Counts the rows of a selection. */
export function* scanCount(db: Database, selection: Selection): SlicedRead<number> {
  const conditions = inTestOrder(db, selection);
  const uncut = conditions.map((condition) => condition.uncut ?? condition);
  const { sql, values } = fitting(selection, uncut);
  const count = db
    .prepare(`SELECT COUNT(*) FROM ${rowsSql(selection, false)} WHERE ${sql}`)
    .pluck();
  const more = cutCounter(db, selection, allOf(conditions), allOf(uncut));
  let total = 0;
  for (const { from, to } of slicesOf(db, selection)) {
    total += count.get(from, to, ...values) as number;
    total += more(from, to);
    yield;
  }
  return total;
}

/**
 * The number that a slice adds to a count by the columns alone: the rows with a cut text that fit,
 * less the rows among them that were counted.
 */
const cutCounter = (
  db: Database,
  selection: Selection,
  fit: Comparison,
  counted: Comparison,
): ((from: number, to: number) => number) => {
  if (fit.sql === counted.sql) return () => 0;
  const { table } = selection.list;
  const { sql, values } = fitting(selection, []);
  const count = db
    .prepare(
      `SELECT coalesce(SUM((${fit.sql}) - (${counted.sql})), 0)
       FROM ${table} INDEXED BY ${table}_long WHERE long <> '' AND ${sql}`,
    )
    .pluck();
  const given = [...fit.values, ...counted.values];
  return (from, to) => count.get(...given, from, to, ...values) as number;
};

/**
 * Counts the rows of a selection whose only condition is a part of a text, by the index of its
 * column, which is much smaller than the table; undefined for other conditions, and where a step
 * would look at too many rows.
 */
export function* partCount(db: Database, selection: Selection): SlicedRead<number | undefined> {
  const { list, buckets, conditions } = selection;
  const [only, ...others] = conditions;
  if (only?.part === undefined || only.uncut === undefined || others.length > 0) return undefined;
  if (buckets.some(({ count }) => count > BUCKET_ROWS_MAX)) return undefined;
  const { part, uncut } = only;
  const count = db
    .prepare(
      `SELECT COUNT(*) FROM ${list.table} INDEXED BY ${list.table}_${part}
       WHERE bucket = ? AND ${uncut.sql}`,
    )
    .pluck();
  let total = 0;
  for (const { id } of buckets) {
    total += count.get(id, ...uncut.values) as number;
    yield;
  }
  const more = cutCounter(db, selection, only, uncut);
  for (const { from, to } of slicesOf(db, selection)) {
    total += more(from, to);
    yield;
  }
  return total;
}

/** Counts the rows of a selection by id; those from `skip` on are returned, at most `limit`. */
export function* scanPage(
  db: Database,
  selection: Selection,
  skip: number,
  limit: number,
): SlicedRead<{ readonly ids: readonly number[]; readonly total: number }> {
  const { sql, values } = fitting(selection, inTestOrder(db, selection));
  const { id } = selection.list;
  const find = db
    .prepare(`SELECT ${id} FROM ${rowsSql(selection, false)} WHERE ${sql} ORDER BY ${id}`)
    .pluck();
  const ids: number[] = [];
  let total = 0;
  for (const { from, to } of slicesOf(db, selection)) {
    const found = find.all(from, to, ...values) as number[];
    const start = Math.max(0, skip - total);
    ids.push(...found.slice(start, start + limit - ids.length));
    total += found.length;
    yield;
  }
  return { ids, total };
}

/** A place from which rows are taken in one way, this one excluded. */
export interface WalkSide {
  readonly way: ListOrder['way'];
  readonly from: Place | undefined;
  readonly rows: number;
}

/** The first rows of each side; undefined for a side without rows. */
export function* scanSides(
  db: Database,
  selection: Selection,
  field: string,
  sides: readonly WalkSide[],
): SlicedRead<readonly Place[][]> {
  const ordered = { ...selection, conditions: inTestOrder(db, selection) };
  const searches = sides.map((side) => new SideSearch(db, ordered, field, side));
  for (const { from, to } of slicesOf(db, selection)) {
    for (const search of searches) {
      search.look(from, to);
      yield;
    }
  }
  return searches.map(({ found }) => found);
}

/** The best rows so far of a side. */
class SideSearch {
  found: Place[] = [];
  readonly #find;
  readonly #values: readonly SortKey[];

  constructor(
    db: Database,
    selection: Selection,
    field: string,
    private readonly side: WalkSide,
  ) {
    const { sql, values } = fitting(selection, selection.conditions);
    const [key, join] = keySql(selection, field);
    const { id, table } = selection.list;
    const { way, from, rows } = side;
    const [sign, word] = way === 1 ? ['>', 'ASC'] : ['<', 'DESC'];
    const behind = from === undefined ? '1' : `(${key}, ${table}.${id}) ${sign} (?, ?)`;
    const order = key === NO_KEY ? '' : `${key} ${word}, `;
    this.#values = from === undefined ? values : [...values, from.key, from.id];
    this.#find = db
      .prepare(
        `SELECT ${key}, ${table}.${id} FROM ${rowsSql(selection, join)}
         WHERE ${sql} AND ${behind} ORDER BY ${order}${table}.${id} ${word}
         LIMIT ${rows}`,
      )
      .raw();
  }

  look(from: number, to: number): void {
    const { rows, way } = this.side;
    // One row is asked for to know whether there is any.
    if (rows === 0 || (rows === 1 && this.found.length === 1)) return;
    const more = this.#find.all(from, to, ...this.#values) as [SortKey, number][];
    if (more.length === 0) return;
    const all = [...this.found, ...more.map(([key, id]) => ({ key, id }))];
    this.found = all.sort((a, b) => way * comparePlaces(a, b)).slice(0, rows);
  }
}
