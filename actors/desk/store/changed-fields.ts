// The difference of two records: the changed fields with their values, as the journal shows them.

import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../../../wire/base/object.js';
import type { ChangedField } from '../../../wire/trading/events.js';
import { MASK } from '../../secrets/record-cipher.js';
import { keyIdOf } from '../../secrets/seal.js';
import { STAMPS } from './record-type.js';

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && isDeepStrictEqual(one, other));

/**
 * The names of fields that differ. Most records have the same fields in the same order; comparing
 * by position takes a fifth of the time of looking up each name.
 */
const differing = (before: Fields, after: Fields): string[] => {
  const names = Object.keys(after);
  const known = Object.keys(before);
  const isAlike = names.length === known.length && names.every((name, at) => name === known[at]);
  if (!isAlike) {
    return Object.keys({ ...before, ...after }).filter(
      (name) => !isSame(before[name], after[name]),
    );
  }
  const [was, is] = [Object.values(before), Object.values(after)];
  return names.filter((_, at) => !isSame(was[at], is[at]));
};

/** The changed fields of a record, without those that the server sets. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  differing(before, after).filter((name) => !Object.hasOwn(STAMPS, name));

/** Most fields of a change that are shown, and most characters of a value. */
const FIELDS_MAX = 64;
const VALUE_CHARS = 200;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isSecret = (field: string, text: string): boolean =>
  field.endsWith('_hash') || keyIdOf(text) !== undefined;

const masked = (field: string, value: unknown): unknown =>
  typeof value === 'string' && value !== '' && isSecret(field, value) ? MASK : value;

/** A value as text, its secrets masked; undefined and null are empty. */
const textOf = (field: string, value: unknown): string => {
  const shown = masked(field, value ?? '');
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, masked);
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text;
};

/** Is it a change within a list or object, whose members are named? */
const isInner = (was: unknown, is: unknown): was is Fields =>
  isObject(was) &&
  isObject(is) &&
  Array.isArray(was) === Array.isArray(is) &&
  (!Array.isArray(was) || was.length === (is as unknown as unknown[]).length);

/** The name of a member; a parameter of a connection is named by its key. */
const memberOf = (field: string, name: string, value: unknown): string =>
  `${field}.${isObject(value) && typeof value.key === 'string' ? value.key : name}`;

const differences = (field: string, was: unknown, is: unknown): ChangedField[] => {
  if (isSame(was, is)) return [];
  if (!isInner(was, is)) return [{ field, from: textOf(field, was), to: textOf(field, is) }];
  const after = is as Fields;
  return differing(was, after).flatMap((name) =>
    differences(memberOf(field, name, after[name]), was[name], after[name]),
  );
};

/** A change of a record as the journal shows it. */
export interface RecordDifference {
  /** The words of the line, with the names of the fields. */
  readonly what: string;
  readonly fields: readonly ChangedField[];
}

/** The differences of a created and of a deleted record. */
export const CREATED: RecordDifference = { what: 'created', fields: [] };
export const DELETED: RecordDifference = { what: 'deleted', fields: [] };

/** The changed fields of a record with their values, without those that the server sets. */
export const changed = (before: Fields, after: Fields): RecordDifference => {
  const names = changedFields(before, after);
  const all = names.flatMap((name) => differences(name, before[name], after[name]));
  return { what: `changed: ${names.join(', ')}`, fields: cappedFields(all) };
};

/**
 * The changed fields of a journal line, cut at the limit; the last field then has the number of
 * omitted fields.
 */
export const cappedFields = (all: readonly ChangedField[]): readonly ChangedField[] => {
  const rest = all.length - FIELDS_MAX;
  if (rest <= 0) return all;
  return [...all.slice(0, FIELDS_MAX), { field: '…', from: '', to: `${rest} more fields` }];
};
