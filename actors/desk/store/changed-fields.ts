// The difference of two records: the names of changed fields, as the journal tells them.

import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../../../wire/base/object.js';
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

/** The words of the journal line about changed fields. */
export const changed = (fields: readonly string[]): string => `changed: ${fields.join(', ')}`;
