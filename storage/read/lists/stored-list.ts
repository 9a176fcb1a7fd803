// Stored lists: where the database has the values by which a list is filtered and sorted.
//
// The rows of a list lie in buckets, which a reader sees whole or not at all. Its indexes begin
// with the bucket and end with the id, so a list in any order is the merged ranges of its buckets.

/** The value of a row by which a list is sorted: all of one field are texts, or all are numbers. */
export type SortKey = number | string;

/**
 * Where the value of a field is: it is the row's id; in a column of the row, with an index of its
 * own; the same for all rows of a bucket; or in the row, where 0 stands for the bucket's.
 */
type FieldSource = 'id' | 'row' | 'bucket' | 'inherited';

/** A list in the database. */
export interface StoredList {
  readonly table: string;
  /** The column of the id, which is the table's rowid. */
  readonly id: string;
  /** The table with the number of rows by block of ids and bucket, and the size of a block. */
  readonly blocks: string;
  readonly blockIds: number;
  /** The table of the buckets, and its column for each field of them. */
  readonly buckets: string;
  readonly bucketColumns: Readonly<Record<string, string>>;
  /** Where fields are that are not in a column of the row. */
  readonly sources: Readonly<Record<string, FieldSource>>;
}

/** Rows that a reader sees whole or not at all. */
export interface Bucket {
  readonly id: number;
  /** The number of its rows. */
  readonly count: number;
  /** The values of fields that the bucket decides. */
  readonly values: Readonly<Record<string, SortKey>>;
}

/** The position of a row in the order of a list. */
export interface Place {
  readonly key: SortKey;
  readonly id: number;
}

/** The order of a list. */
export interface ListOrder {
  readonly field: string;
  /** 1 = ascending, -1 = descending; ids of equal keys go the same way. */
  readonly way: 1 | -1;
}

/** The source of a field. */
export const sourceOf = (list: StoredList, field: string): FieldSource =>
  list.sources[field] ?? 'row';

const SURROGATES = /[\ud800-\udfff]/;

/** Compares texts as SQLite does: by code points. */
const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  if (SURROGATES.test(a) || SURROGATES.test(b)) {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return a < b ? -1 : 1;
};

/** Compares sort keys of one field in ascending order. */
export const compareKeys = (a: SortKey, b: SortKey): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));

/** Compares places in ascending order. */
export const comparePlaces = (a: Place, b: Place): number =>
  compareKeys(a.key, b.key) || a.id - b.id;
