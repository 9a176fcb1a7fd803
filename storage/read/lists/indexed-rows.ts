// Rows by an index: all rows of a selection, where an index leads to few.
//
// It is the index of a filter or of a few buckets; where these lead to too many, the index of parts
// of texts.

import type { Database } from '../../database/database.js';
import { allOf, inBuckets, type RowCondition, type Selection } from './conditions.js';
import type { SlicedRead } from './sliced-read.js';
import { type Place, type SortKey, sourceOf } from './stored-list.js';
import { idsByParts } from './text-parts.js';

/** Most rows that are read whole by the index of a filter. */
const FOUND_ROWS_MAX = 4_000;
/**
 * The same by parts of texts, as a share of the list, if that is more. Rows that are only counted
 * may be so many that a scan takes as long; others are sorted in one step.
 */
const FOUND_SHARE_MAX = 1 / 100;
const COUNTED_SHARE_MAX = 1 / 25;
/** Ids of rows with such parts that are read in a step. */
const SLICE_IDS = 1_024;

/** The number of rows of a condition by its index, up to one more than are read whole. */
const foundBy = (db: Database, { list, buckets }: Selection, condition: RowCondition): number => {
  const { sql, values, index } = condition;
  const { table, id } = list;
  const search =
    index === id
      ? `${table} WHERE ${sql}`
      : `${table} INDEXED BY ${table}_${index} WHERE ${inBuckets(buckets)} AND ${sql}`;
  const count = db.prepare(
    `SELECT COUNT(*) FROM (SELECT 1 FROM ${search} LIMIT ${FOUND_ROWS_MAX + 1})`,
  );
  return count.pluck().get(...values) as number;
};

/** Rows of a table by an index, which are read in slices. */
interface IndexedRows {
  /** SQL of a FROM clause. */
  readonly sql: string;
  /** The values that it is given for each slice. */
  readonly slices: readonly (readonly SortKey[])[];
}

/** The rows that may have the parts of texts that are asked for; undefined = none, or too many. */
const foundByParts = (
  db: Database,
  selection: Selection,
  most: number,
): IndexedRows | undefined => {
  const { list, conditions } = selection;
  const parts = conditions.flatMap((condition) => condition.partsQuery ?? []);
  const ids = parts.length === 0 ? undefined : idsByParts(db, list.table, parts, most);
  if (ids === undefined) return undefined;
  const begins = Array.from({ length: Math.ceil(ids.length / SLICE_IDS) }, (_, n) => n * SLICE_IDS);
  const slices = begins.map((begin) => [JSON.stringify(ids.slice(begin, begin + SLICE_IDS))]);
  const found = '(SELECT value AS found FROM json_each(?))';
  const sql = `${found} CROSS JOIN ${list.table} ON ${list.table}.${list.id} = found`;
  return { sql, slices };
};

/**
 * The rows by the index that leads to the fewest, or by parts to at most a share of the list;
 * undefined = to too many.
 */
const narrowest = (
  db: Database,
  selection: Selection,
  shareMax: number,
): IndexedRows | undefined => {
  const { list, buckets, conditions } = selection;
  const { table, id } = list;
  const ofBuckets = buckets.reduce((sum, { count }) => sum + count, 0);
  let best = { sql: `${table} INDEXED BY ${table}_bucket`, rows: ofBuckets };
  for (const condition of conditions) {
    const { index } = condition;
    if (index === undefined || best.rows === 0) continue;
    const rows = foundBy(db, selection, condition);
    if (rows >= best.rows) continue;
    best = { sql: index === id ? table : `${table} INDEXED BY ${table}_${index}`, rows };
  }
  if (best.rows <= FOUND_ROWS_MAX) return { sql: best.sql, slices: [[]] };
  const share = Math.floor(selection.listed * shareMax);
  return foundByParts(db, selection, Math.max(FOUND_ROWS_MAX, share));
};

/** All rows of a selection by an index, with their places; undefined = there are too many. */
export function* findAll(
  db: Database,
  selection: Selection,
  field: string,
): SlicedRead<Place[] | undefined> {
  const search = narrowest(db, selection, FOUND_SHARE_MAX);
  if (search === undefined) return undefined;
  const { list, buckets, conditions } = selection;
  const source = sourceOf(list, field);
  const { sql, values } = allOf(conditions);
  const own = source === 'row' || source === 'inherited' ? field : '0';
  const find = db
    .prepare(
      `SELECT ${list.id}, bucket, ${own} FROM ${search.sql}
       WHERE ${inBuckets(buckets)} AND ${sql}`,
    )
    .raw();
  const rows: [id: number, bucket: number, key: SortKey][] = [];
  for (const slice of search.slices) {
    rows.push(...(find.all(...slice, ...values) as typeof rows));
    yield;
  }
  const byId = new Map(buckets.map((bucket) => [bucket.id, bucket.values]));
  return rows.map(([id, bucket, key]) => {
    const isOfBucket = source === 'bucket' || (source === 'inherited' && key === 0);
    return { id, key: isOfBucket ? (byId.get(bucket)?.[field] as SortKey) : key };
  });
}

/** The number of rows of a selection by an index; undefined = it leads to too many. */
export function* countFound(db: Database, selection: Selection): SlicedRead<number | undefined> {
  const search = narrowest(db, selection, COUNTED_SHARE_MAX);
  if (search === undefined) return undefined;
  const { buckets, conditions } = selection;
  const { sql, values } = allOf(conditions);
  const count = db
    .prepare(`SELECT COUNT(*) FROM ${search.sql} WHERE ${inBuckets(buckets)} AND ${sql}`)
    .pluck();
  let total = 0;
  for (const slice of search.slices) {
    total += count.get(...slice, ...values) as number;
    yield;
  }
  return total;
}
