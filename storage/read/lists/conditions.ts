// Conditions: filters of a list as SQL.

import type { ListField, ListFilter, Operator } from '../../../wire/rest/lists/list-fields.js';
import { SORTED_CHARS } from '../../database/account-tables.js';
import {
  type Bucket,
  compareKeys,
  type SortKey,
  type StoredList,
  sourceOf,
} from './stored-list.js';
import { partsQueryOf } from './text-parts.js';

/** SQL with the values that it is given. */
export interface Comparison {
  readonly sql: string;
  readonly values: readonly SortKey[];
}

/** A condition on rows; an index begins with the bucket and that column, if one is named. */
export interface RowCondition extends Comparison {
  /** The column whose index finds the rows; the id itself; undefined = every row is looked at. */
  readonly index?: string;
  /** The same for rows of which no text was cut: by the columns alone. */
  readonly uncut?: Comparison;
  /** Of a part of a text: its column, whose index is read through. */
  readonly part?: string;
  /** Finds all rows that may fit in the index of parts; undefined = it cannot. */
  readonly partsQuery?: string;
}

/** Rows of a list: the rows of some buckets that fit all conditions. */
export interface Selection {
  readonly list: StoredList;
  readonly buckets: readonly Bucket[];
  /** The number of rows of the whole list. */
  readonly listed: number;
  /** Are these all buckets of the list? */
  readonly isWhole: boolean;
  readonly conditions: readonly RowCondition[];
}

/** SQL for lists of whole numbers. */
const listed = (numbers: readonly number[]): string => `(${numbers.join(', ')})`;

/** SQL for the rows of these buckets. */
export const inBuckets = (buckets: readonly Bucket[]): string =>
  `bucket IN ${listed(buckets.map(({ id }) => id))}`;

const COMPARISONS: Readonly<Partial<Record<Operator, string>>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** The comparisons by which an index finds rows. */
const SEARCHED: readonly Operator[] = ['eq', 'lt', 'le', 'gt', 'ge', 'starts', 'in', 'unset'];
/** Behind every text that begins with the same characters. */
const LAST_CHARACTER = '\u{10ffff}';

/** SQL for the whole text of a column, which has its beginning. */
const wholeText = (column: string): string =>
  `CASE long WHEN '' THEN ${column} ELSE coalesce(long ->> '$.${column}', ${column}) END`;

/**
 * SQL that a column may be cut. Its length in bytes takes less time than reading `long`; half a
 * character may have been left out.
 */
const mayBeCut = (column: string): string => `octet_length(${column}) >= ${SORTED_CHARS - 1}`;

/** A condition that one of some columns has a text. */
const hasSql = (columns: readonly string[], text: string): RowCondition => {
  const whole = (column: string): string =>
    `CASE long WHEN '' THEN '' ELSE coalesce(long ->> '$.${column}', '') END`;
  const found = (column: string): string => `instr(${column}, ?) > 0`;
  const anywhere = (column: string): string =>
    `${found(column)} OR (${mayBeCut(column)} AND instr(${whole(column)}, ?) > 0)`;
  const partsQuery = partsQueryOf(text);
  const [only, ...others] = columns;
  return {
    sql: columns.map(anywhere).join(' OR '),
    values: columns.flatMap(() => [text, text]),
    uncut: { sql: columns.map(found).join(' OR '), values: columns.map(() => text) },
    ...(only !== undefined && others.length === 0 && { part: only }),
    ...(partsQuery !== undefined && { partsQuery }),
  };
};

const textSql = ({ field, or = [], op, value }: ListFilter): RowCondition => {
  const text = String(value);
  if (op === 'has') return hasSql([field, ...or], text);
  const whole = wholeText(field);
  if (op === 'ne') {
    return {
      sql: `${whole} <> ?`,
      values: [text],
      uncut: { sql: `${field} <> ?`, values: [text] },
    };
  }
  const column = text.length < SORTED_CHARS ? field : whole;
  const index = column === field ? { index: field } : {};
  return op === 'starts'
    ? { sql: `${column} >= ? AND ${column} < ?`, values: [text, text + LAST_CHARACTER], ...index }
    : { sql: `${column} = ?`, values: [text], ...index };
};

const numberSql = (column: string, { op, value }: ListFilter, optional: boolean): RowCondition => {
  const index = SEARCHED.includes(op) ? { index: column } : {};
  if (op === 'unset') {
    return value === 1
      ? { sql: `${column} = 0`, values: [], ...index }
      : { sql: `${column} <> 0`, values: [] };
  }
  const set = optional ? `${column} <> 0 AND ` : '';
  if (op === 'in') {
    return {
      sql: `${set}${column} IN ${listed(value as readonly number[])}`,
      values: [],
      ...index,
    };
  }
  return { sql: `${set}${column} ${COMPARISONS[op]} ?`, values: [value as number], ...index };
};

/** Does a value of a bucket fit a filter? */
const fits = (held: SortKey, { op, value }: ListFilter): boolean => {
  if (op === 'in') return (value as readonly number[]).includes(held as number);
  if (op === 'has') return String(held).includes(String(value));
  if (op === 'starts') return String(held).startsWith(String(value));
  if (op === 'unset') return (held === 0) === (value === 1);
  const order = compareKeys(held, value as SortKey);
  const fitting = { eq: order === 0, ne: order !== 0, lt: order < 0, gt: order > 0 };
  if (op === 'le') return !fitting.gt;
  return op === 'ge' ? !fitting.lt : fitting[op];
};

/** The condition on a field that rows have, or take from their bucket. */
const inheritedSql = (buckets: readonly Bucket[], filter: ListFilter): RowCondition => {
  const { field } = filter;
  const own = numberSql(field, filter, false);
  const taking = buckets.filter(({ values }) => fits(values[field] as SortKey, filter));
  const inTaking = taking.length === buckets.length ? '1' : inBuckets(taking);
  return {
    sql: `(${field} <> 0 AND ${own.sql} OR ${field} = 0 AND ${inTaking})`,
    values: own.values,
  };
};

/** The rows of the buckets that fit all filters. */
export const selectionOf = (
  list: StoredList,
  fields: Readonly<Record<string, ListField>>,
  all: readonly Bucket[],
  seen: readonly Bucket[],
  filters: readonly ListFilter[],
): Selection => {
  const isOfBucket = ({ field }: ListFilter) => sourceOf(list, field) === 'bucket';
  const ofBuckets = filters.filter(isOfBucket);
  const buckets = seen.filter(({ values }) =>
    ofBuckets.every((filter) => fits(values[filter.field] as SortKey, filter)),
  );
  const conditions = filters
    .filter((filter) => !isOfBucket(filter))
    // A part of a text takes longest to look for, so it comes last; scans order again.
    .sort((a, b) => Number(a.op === 'has') - Number(b.op === 'has'))
    .map((filter): RowCondition => {
      const { field } = filter;
      const source = sourceOf(list, field);
      const { type, optional = false } = fields[field] as ListField;
      if (source === 'inherited') return inheritedSql(buckets, filter);
      if (source === 'id') return numberSql(list.id, filter, false);
      return type === 'text' ? textSql(filter) : numberSql(field, filter, optional);
    });
  const listed = all.reduce((sum, { count }) => sum + count, 0);
  return { list, buckets, listed, isWhole: buckets.length === all.length, conditions };
};

/** SQL that all conditions hold, and its values. */
export const allOf = (conditions: readonly Comparison[]): Comparison => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1',
  values: conditions.flatMap(({ values }) => values),
});
