// Reads windows, pages and counts of a list in the cheapest of three ways.
//
// By a walk over the index of the order, which is quick where most rows fit; by the index of a
// filter, of parts of texts or a few buckets, where few rows fit; else by a scan, which takes
// the time to read the table.

import type { Database } from '../../database/database.js';
import { inBuckets, type Selection } from './conditions.js';
import { countFound, findAll } from './indexed-rows.js';
import { blocksOf, partCount, scanCount, scanPage, scanSides, type WalkSide } from './scan.js';
import type { SlicedRead } from './sliced-read.js';
import { comparePlaces, type ListOrder, type Place } from './stored-list.js';
import { RowWalk } from './walk.js';

/** Most rows that a walk looks at, beyond some for each bucket. */
const WALKED_ROWS_MAX = 2_000;
const WALKED_OF_BUCKET = 8;
/** Steps of a walk between pauses. */
const WALK_STEPS = 256;

/** Where a window is cut: next to a place, or at an end of the list. */
export type Cut =
  | 'start'
  | 'end'
  | {
      readonly place: Place;
      /** Behind the row of that place in the order, or before it. */
      readonly side: 'behind' | 'before';
    };

/** Rows before and behind a cut, in the order of the list. */
export interface Around {
  readonly before: readonly Place[];
  readonly behind: readonly Place[];
}

/** How many rows are wanted before and behind a cut; 1 = any, which shows whether there is one. */
export interface Wanted {
  readonly before: number;
  readonly behind: number;
}

/** The place from which rows go in a way, so that it excludes or includes the row of a place. */
const from = (place: Place, way: ListOrder['way'], isIncluded: boolean): Place =>
  isIncluded ? { key: place.key, id: place.id - way } : place;

/** The two sides of a cut; undefined where no row is wanted, or there can be none. */
const sidesOf = (
  cut: Cut,
  way: ListOrder['way'],
  wanted: Wanted,
): readonly [WalkSide, WalkSide] => {
  const back = way === 1 ? -1 : 1;
  if (typeof cut === 'string') {
    return [
      { way: back, from: undefined, rows: cut === 'end' ? wanted.before : 0 },
      { way, from: undefined, rows: cut === 'start' ? wanted.behind : 0 },
    ];
  }
  const { place, side } = cut;
  return [
    { way: back, from: from(place, back, side === 'behind'), rows: wanted.before },
    { way, from: from(place, way, side === 'before'), rows: wanted.behind },
  ];
};

/** The rows of a side by a walk; undefined when it would look at too many. */
function* walkSide(
  db: Database,
  selection: Selection,
  field: string,
  { way, from, rows }: WalkSide,
): SlicedRead<Place[] | undefined> {
  const found: Place[] = [];
  if (rows === 0) return found;
  const { buckets, conditions } = selection;
  const most = WALKED_ROWS_MAX + WALKED_OF_BUCKET * buckets.length;
  const walk = new RowWalk(db, selection, { field, way }, from, rows);
  for (let steps = 1; found.length < rows; steps += 1) {
    const row = walk.next();
    if (row === undefined) return found;
    if (row.fits) found.push({ key: row.key, id: row.id });
    if (steps % WALK_STEPS !== 0) continue;
    if (conditions.length > 0 && walk.read > most) return undefined;
    yield;
  }
  return found;
}

/** The rows of a side among all. */
const sideOf = (all: readonly Place[], { way, from, rows }: WalkSide): Place[] =>
  all
    .filter((one) => from === undefined || way * comparePlaces(one, from) > 0)
    .sort((a, b) => way * comparePlaces(a, b))
    .slice(0, rows);

/** The rows before and behind a cut in an order. */
export function* readAround(
  db: Database,
  selection: Selection,
  { field, way }: ListOrder,
  cut: Cut,
  wanted: Wanted,
): SlicedRead<Around> {
  const sides = sidesOf(cut, way, wanted);
  const isFiltered = selection.conditions.length > 0;
  const all = isFiltered ? yield* findAll(db, selection, field) : undefined;
  let found: readonly (Place[] | undefined)[];
  if (all !== undefined) found = sides.map((side) => sideOf(all, side));
  else {
    const behind = yield* walkSide(db, selection, field, sides[1]);
    const before = behind && (yield* walkSide(db, selection, field, sides[0]));
    found = before === undefined ? yield* scanSides(db, selection, field, sides) : [before, behind];
  }
  const [before = [], behind = []] = found;
  return { before: before.reverse(), behind };
}

/** The place of a row in an order; undefined when it is not of the selection. */
export function* placeOfRow(
  db: Database,
  selection: Selection,
  { field }: ListOrder,
  id: number,
): SlicedRead<Place | undefined> {
  const { list, conditions } = selection;
  const own = { sql: `${list.id} = ?`, values: [id], index: list.id };
  const found = yield* findAll(db, { ...selection, conditions: [own, ...conditions] }, field);
  return found?.[0];
}

/** The number of rows of a selection. */
export function* readCount(db: Database, selection: Selection): SlicedRead<number> {
  const { list, buckets, conditions } = selection;
  if (conditions.length === 0) return buckets.reduce((sum, { count }) => sum + count, 0);
  const found = yield* countFound(db, selection);
  if (found !== undefined) return found;
  const [only] = conditions;
  if (conditions.length > 1 || only?.index === undefined || only.index === list.id) {
    return (yield* partCount(db, selection)) ?? (yield* scanCount(db, selection));
  }
  const { table } = list;
  const count = db
    .prepare(
      `SELECT COUNT(*) FROM ${table} INDEXED BY ${table}_${only.index}
       WHERE bucket = ? AND ${only.sql}`,
    )
    .pluck();
  let total = 0;
  for (const { id } of buckets) {
    total += count.get(id, ...only.values) as number;
    yield;
  }
  return total;
}

/** A page of a selection by id, and the number of all its rows. */
export function* readPage(
  db: Database,
  selection: Selection,
  skip: number,
  limit: number,
): SlicedRead<{ readonly ids: readonly number[]; readonly total: number }> {
  if (selection.conditions.length === 0) {
    return yield* unfilteredPage(db, selection, skip, limit);
  }
  const all = yield* findAll(db, selection, selection.list.id);
  if (all === undefined) return yield* scanPage(db, selection, skip, limit);
  const ids = all.map(({ id }) => id).sort((a, b) => a - b);
  return { ids: ids.slice(skip, skip + limit), total: ids.length };
}

/** The page begins in the block up to which the others have too few rows. */
function* unfilteredPage(
  db: Database,
  selection: Selection,
  skip: number,
  limit: number,
): SlicedRead<{ readonly ids: readonly number[]; readonly total: number }> {
  const { list, buckets } = selection;
  const { table, id, blockIds } = list;
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const ids: number[] = [];
  if (skip >= total) return { ids, total };
  const find = db
    .prepare(
      `SELECT ${id} FROM ${table} INDEXED BY ${table}_bucket
       WHERE ${inBuckets(buckets)} AND ${id} >= ? AND ${id} < ? ORDER BY ${id}`,
    )
    .pluck();
  let left = skip;
  for (const { from: first, count } of blocksOf(db, selection)) {
    if (ids.length === limit) break;
    if (left >= count) {
      left -= count;
      continue;
    }
    const rows = find.all(first, first + blockIds) as number[];
    ids.push(...rows.slice(left, left + limit - ids.length));
    left = 0;
    yield;
  }
  return { ids, total };
}
