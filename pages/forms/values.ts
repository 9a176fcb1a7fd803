// Values of forms: what was changed, by field and by path; what two people changed at once.

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
interface Difference {
  readonly path: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Is it an object with members? */
export const isRecord = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is readonly RecordValues[] =>
  Array.isArray(value) && value.every(isRecord);

/** The rows that are gone, and those that are new; a row that only moved is neither. */
const changedRows = (
  before: readonly RecordValues[],
  after: readonly RecordValues[],
  path: string,
): readonly Difference[] => {
  const without = (rows: readonly RecordValues[], others: readonly RecordValues[]) =>
    rows
      .map((row, at) => ({ row, path: `${path}.${at}` }))
      .filter(({ row }) => !others.some((other) => isSame(unplaced(row), unplaced(other))));
  return [
    ...without(before, after).map((gone) => ({ path: gone.path, was: gone.row, is: undefined })),
    ...without(after, before).map((added) => ({ path: added.path, was: undefined, is: added.row })),
  ];
};

/** A row without its place. */
const unplaced = ({ position: _, ...row }: RecordValues): RecordValues => row;

/** The differences between two values, as deep as rows and members can be told apart. */
const differences = (was: unknown, is: unknown, path: string): readonly Difference[] => {
  if (isSame(was, is)) return [];
  const [before, after] = [was, is];
  if (isRows(before) && isRows(after)) {
    if (before.length !== after.length) return changedRows(before, after, path);
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
interface Clash {
  readonly field: string;
  readonly was: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** The fields of a record that the user and somebody else both changed since `base`. */
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

/** The value of a new field; undefined = a choice that need not be made. */
export const emptyValue = (field: FieldSchema): unknown => {
  if (field.default !== undefined) return field.default;
  if (field.isNullable) return null;
  if (field.choices !== undefined) return field.isRequired ? field.choices[0] : undefined;
  const empty = { boolean: false, array: [], string: '', decimal: '0', integer: 0, number: 0 };
  return field.type === 'object' ? emptyRow(field.fields ?? {}) : empty[field.type];
};

/** A new row or record with the defaults of its fields. */
export const emptyRow = (fields: Readonly<Record<string, FieldSchema>>): RecordValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)]));

/** The members of a new record that were filled in: what may be left out is, while it is empty. */
export const filledValues = (
  fields: Readonly<Record<string, FieldSchema>>,
  record: RecordValues,
): RecordValues =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) =>
        value !== undefined && (value !== '' || isWanted(fields[name] ?? { type: 'string' })),
    ),
  );

/** Is an empty text a value of the field? */
const isWanted = ({ isRequired, default: initial }: FieldSchema): boolean =>
  isRequired === true || initial !== undefined;

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

/** The minutes of a day as `hh:mm`; 1440 is the end of the day. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The minutes of a day that were typed as `hh:mm`; any other text stays as it is. */
export const clockMinutes = (text: string): number | string => {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? text : Number(hours) * 60 + Number(minutes);
};

/** A moment as the browser's field of a date and a time has it, by the machine's clock. */
export const localTime = (at: string): string => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
};

/** The moment of such a field in the form of the server; empty while it is not whole. */
export const momentOf = (local: string): string => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** Pairs of a key and a value as lines of text. */
export const pairsText = (value: unknown): string =>
  Object.entries((value ?? {}) as RecordValues)
    .map(([key, one]) => `${key}=${String(one)}`)
    .join('\n');

/** The pairs of a text with a line each; a line without `=` is a key with an empty value. */
export const pairsOf = (text: string): RecordValues =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const at = line.indexOf('=');
        return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
      }),
  );

/** The list with the row at `from` moved to `to`. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  if (to < 0 || to >= list.length) return list;
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)];
};
