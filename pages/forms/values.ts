// RecordValues of forms: what was changed, by field and by path; what two people changed at once.

import type { FieldSchema } from '../made/settings.js';

/** A record as the server answers it. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** Are two values the same, whatever the order of the members of objects? */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [own, other] = [a as RecordValues, b as RecordValues];
  const keys = Object.keys(own);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame(own[key], other[key]))
  );
};

/** The fields of `next` that differ from `base`: the body of a change. */
export const changedFields = (base: RecordValues, next: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(next).filter(([key, value]) => !isSame(base[key], value)));

/** A changed field: its path, with points between the parts, its old value and its new value. */
export interface Difference {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

const isRecord = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is readonly RecordValues[] =>
  Array.isArray(value) && value.every(isRecord);

/** The differences between two values, as deep as rows and members can be told apart. */
export const differences = (was: unknown, is: unknown, path: string): readonly Difference[] => {
  if (isSame(was, is)) return [];
  const [before, after] = [was, is];
  if (isRows(before) && isRows(after) && before.length === after.length) {
    return after.flatMap((row, at) => differences(before[at], row, `${path}.${at}`));
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(before[key], after[key], `${path}.${key}`));
  }
  return [{ path, was, is }];
};

/** The differences between two records, in the order of the fields. */
export const recordDifferences = (base: RecordValues, next: RecordValues): readonly Difference[] =>
  Object.keys(next).flatMap((key) => differences(base[key], next[key], key));

/** A field that both changed since it was read. */
export interface Clash {
  readonly field: string;
  readonly was: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** What the user and somebody else changed of the same record, each since `base`. */
export const clashes = (
  base: RecordValues,
  theirs: RecordValues,
  mine: RecordValues,
): readonly Clash[] =>
  Object.keys(changedFields(base, mine))
    .filter((field) => !isSame(base[field], theirs[field]) && !isSame(theirs[field], mine[field]))
    .map((field) => ({
      field,
      was: base[field],
      theirs: theirs[field],
      mine: mine[field],
    }));

/** The user's changes upon the newest record of the server. */
export const rebased = (
  base: RecordValues,
  theirs: RecordValues,
  mine: RecordValues,
): RecordValues => ({
  ...theirs,
  ...changedFields(base, mine),
});

/** The value of a new field. */
export const emptyValue = (field: FieldSchema): unknown => {
  if (field.default !== undefined) return field.default;
  if (field.isNullable) return null;
  if (field.choices !== undefined) return field.choices[0];
  const empty = { boolean: false, array: [], string: '', decimal: '0', integer: 0, number: 0 };
  return field.type === 'object' ? emptyRow(field.fields ?? {}) : empty[field.type];
};

/** A new row or record with the defaults of its fields. */
export const emptyRow = (fields: Readonly<Record<string, FieldSchema>>): RecordValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)]));

/** The fields of a record that its form has. */
export const shownValues = (
  fields: Readonly<Record<string, FieldSchema>>,
  record: RecordValues,
): RecordValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name in record ? record[name] : emptyValue(field),
    ]),
  );

/** A value in a few words, for differences and for tables. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  if (value === '') return '""';
  if (value === true) return '✓';
  if (value === false) return '✗';
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : value.map((one) => valueText(one)).join(', ');
  }
  if (isRecord(value)) {
    return Object.values(value)
      .filter((one) => one !== null && one !== '')
      .slice(0, 3)
      .map((one) => valueText(one))
      .join(' ');
  }
  return String(value);
};
