// Walks: the rows of some buckets in the order of a list, merged from one range of an index each.

import { atMost, type Database, type Statement } from '../../database/database.js';
import { allOf, type Selection } from './conditions.js';
import {
  type Bucket,
  compareKeys,
  comparePlaces,
  type ListOrder,
  type Place,
  type SortKey,
  sourceOf,
} from './stored-list.js';

/** Fewest and most rows that are read of a range at a time. */
const CHUNK_ROWS = { min: 4, max: 256 };

/** Rows up to a place that share its key: a search from the key skips at most so many. */
const SKIPPED_ROWS = 2;

const chunkOf = (rows: number): number => Math.max(CHUNK_ROWS.min, Math.min(CHUNK_ROWS.max, rows));

/** The values read of a row: its id, whether it fits, and its key where that is in the index. */
type ReadRow = [id: number, fits: number, key?: SortKey];

/** A row on a walk: its place, and whether it fits the conditions. */
interface WalkedRow extends Place {
  readonly fits: boolean;
}

/**
 * A way to read a range: rows whose key is in the index, or rows that share one key. Without an
 * index the range is the whole table by id.
 */
interface RangeSql {
  readonly fromStart: Statement;
  /** The rows behind an id: of a key, or all where there is no key. */
  readonly fromId: Statement;
  /** Searches by the key; undefined = the key is not in the index. */
  readonly byKey: { readonly from: Statement; readonly behind: Statement } | undefined;
  readonly way: ListOrder['way'];
  /** A search from a key had to skip too many rows: the others begin behind the id. */
  sharesKeys: boolean;
}

const rangeSql = (
  db: Database,
  { list, conditions }: Selection,
  way: ListOrder['way'],
  range: { readonly index?: string; readonly where?: string; readonly key?: string },
): RangeSql => {
  const { table, id } = list;
  const { index, where = '1', key } = range;
  const [sign, word] = way === 1 ? ['>', 'ASC'] : ['<', 'DESC'];
  const all = allOf(conditions);
  const order = key === undefined ? `${id} ${word}` : `${key} ${word}, ${id} ${word}`;
  const read = (place: string): Statement =>
    db
      .prepare(
        `SELECT ${id}, ${all.sql}${key === undefined ? '' : `, ${key}`}
         FROM ${table} ${index === undefined ? 'NOT INDEXED' : `INDEXED BY ${index}`}
         WHERE ${index === undefined ? '1' : 'bucket = ?'} AND ${place} AND ${where}
         ORDER BY ${order} ${atMost('?')}`,
      )
      .raw();
  // SQLite searches an index for the pair of key and id by the key alone. Of two lower bounds of a
  // key it takes the first, so the place comes before `where`.
  return {
    fromStart: read('1'),
    fromId: read(`${key === undefined ? '' : `${key} = ? AND `}${id} ${sign} ?`),
    byKey:
      key === undefined
        ? undefined
        : { from: read(`${key} ${sign}= ?`), behind: read(`${key} ${sign} ?`) },
    way,
    sharesKeys: false,
  };
};

/** A range that is read in chunks. */
class ReadRange {
  #rows: WalkedRow[] = [];
  #at = 0;
  #isRead = false;

  constructor(
    private readonly sql: RangeSql,
    private readonly key: SortKey | undefined,
    private from: Place | undefined,
    private readonly values: readonly SortKey[],
    private chunk: number,
  ) {}

  /** The next row; undefined = there is none. */
  get head(): WalkedRow | undefined {
    if (this.#at === this.#rows.length && !this.#isRead) this.#read();
    return this.#rows[this.#at];
  }

  /** The number of rows that were read. */
  read = 0;

  step(): void {
    this.#at += 1;
  }

  #read(): void {
    const found = this.#find(this.chunk);
    this.#isRead = found.length < this.chunk;
    this.#rows = found.map(([id, fits, key]) => ({
      id,
      key: key ?? (this.key as SortKey),
      fits: fits !== 0,
    }));
    this.#at = 0;
    this.from = this.#rows.at(-1) ?? this.from;
    this.read += found.length;
    this.chunk = Math.min(2 * this.chunk, CHUNK_ROWS.max);
  }

  /** The next rows of the range as they are stored; fewer than `rows` = there are no more. */
  #find(rows: number): ReadRow[] {
    const { fromStart, fromId, byKey } = this.sql;
    const from = this.from;
    if (from === undefined) return this.#all(fromStart, rows);
    if (byKey === undefined) return this.#all(fromId, from.id, rows);
    const behind = this.#fromKey(byKey.from, from, rows);
    if (behind !== undefined) return behind;
    const found = this.#all(fromId, from.key, from.id, rows);
    if (found.length === rows) return found;
    return [...found, ...this.#all(byKey.behind, from.key, rows - found.length)];
  }

  /** The rows behind a place by one search; undefined = it would skip too many rows. */
  #fromKey(find: Statement, { key, id }: Place, rows: number): ReadRow[] | undefined {
    const sql = this.sql;
    if (sql.sharesKeys) return undefined;
    const found = this.#all(find, key, rows + SKIPPED_ROWS);
    const isBehind = (row: ReadRow) => row[2] !== key || sql.way * (row[0] - id) > 0;
    const begin = found.findIndex(isBehind);
    const skipped = begin === -1 ? found.length : begin;
    sql.sharesKeys = skipped > SKIPPED_ROWS;
    return sql.sharesKeys ? undefined : found.slice(skipped);
  }

  #all(find: Statement, ...place: readonly SortKey[]): ReadRow[] {
    return find.all(...this.values, ...place) as ReadRow[];
  }
}

/**
 * The rows of a selection from a place on, this one excluded, in the order or against it. Where any
 * row would do, because only one is wanted and each fits, one range shows whether there is one.
 */
export class RowWalk {
  readonly #ranges: ReadRange[];
  readonly #way: ListOrder['way'];
  readonly #isOrdered: boolean;

  constructor(
    db: Database,
    selection: Selection,
    { field, way }: ListOrder,
    from: Place | undefined,
    rows: number,
  ) {
    this.#way = way;
    const { list, buckets, conditions, isWhole } = selection;
    this.#isOrdered = rows > 1 || conditions.length > 0;
    const { values } = allOf(conditions);
    const chunk = chunkOf(Math.ceil((2 * rows) / Math.max(1, buckets.length)));
    const byBucket = { index: `${list.table}_bucket` };
    const index = `${list.table}_${field}`;
    const sql = (range: Parameters<typeof rangeSql>[3]) => rangeSql(db, selection, way, range);
    const keyed = (range: RangeSql) => (bucket: Bucket) =>
      new ReadRange(range, undefined, from, [...values, bucket.id], chunk);
    /** Rows of one key are before the place, behind it, or in parts. */
    const shared = (range: RangeSql, keyOf: (bucket: Bucket) => SortKey) => (bucket: Bucket) => {
      const key = keyOf(bucket);
      const order = from === undefined ? way : way * compareKeys(key, from.key);
      if (from !== undefined && order < 0) return [];
      const behind = order === 0 ? from : undefined;
      return [new ReadRange(range, key, behind, [...values, bucket.id], chunk)];
    };
    const ofBucket = ({ values: held }: Bucket) => held[field] as SortKey;
    const source = sourceOf(list, field);
    if (source === 'id' && isWhole) {
      this.#ranges = [new ReadRange(sql({}), 0, from, values, chunkOf(rows))];
    } else if (source === 'row') {
      this.#ranges = buckets.map(keyed(sql({ index, key: field })));
    } else if (source === 'inherited') {
      const own = keyed(sql({ index, key: field, where: `${field} > 0` }));
      const taken = shared(sql({ index, where: `${field} = 0` }), ofBucket);
      this.#ranges = buckets.flatMap((bucket) => [own(bucket), ...taken(bucket)]);
    } else {
      this.#ranges = buckets.flatMap(shared(sql(byBucket), source === 'id' ? () => 0 : ofBucket));
    }
  }

  get read(): number {
    return this.#ranges.reduce((sum, { read }) => sum + read, 0);
  }

  /** The next row; undefined = there is none. */
  next(): WalkedRow | undefined {
    let first: ReadRange | undefined;
    let found: WalkedRow | undefined;
    for (const range of this.#ranges) {
      const { head } = range;
      if (head === undefined) continue;
      if (found === undefined || this.#way * comparePlaces(head, found) < 0) {
        [first, found] = [range, head];
      }
      if (!this.#isOrdered) break;
    }
    first?.step();
    return found;
  }
}
