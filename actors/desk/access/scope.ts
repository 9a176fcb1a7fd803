// Scope: does every group that one mask list matches lie within another list?

import { type MaskList, maskFits, maskListOf } from '../../../wire/base/mask.js';

/**
 * Is there a text that matches both patterns? Dynamic programming from their ends, so that each
 * pair of positions is visited once.
 */
const share = (one: string, other: string): boolean => {
  let below: boolean[] = [];
  for (let i = one.length; i >= 0; i -= 1) {
    const row: boolean[] = [];
    for (let j = other.length; j >= 0; j -= 1) {
      if (i === one.length && j === other.length) row[j] = true;
      else if (one[i] === '*') row[j] = below[j] === true || row[j + 1] === true;
      else if (other[j] === '*') row[j] = row[j + 1] === true || below[j] === true;
      else row[j] = i < one.length && one[i] === other[j] && below[j + 1] === true;
    }
    below = row;
  }
  return below[0] === true;
};

/**
 * Does the outer list match everything that the mask matches, except names that the inner list
 * excludes? Masks are compared as texts: a mask covers another mask, including its `*`, if it
 * matches every name that the other matches.
 */
const takesAll = (outer: MaskList, mask: string, excluded: readonly string[]): boolean =>
  outer.some(({ excludes, pattern }) => !excludes && maskFits(pattern, mask)) &&
  outer.every(
    ({ excludes, pattern }) =>
      !excludes || excluded.some((own) => maskFits(own, pattern)) || !share(mask, pattern),
  );

/**
 * Is every group that matches the list also in the scope? Never yes if there is a group that is
 * not. It can be a wrong no where only several lists of the scope together cover the list, or
 * because of the form of an exclusion.
 */
export const scopeCovers = (scope: readonly string[], list: string): boolean => {
  const outer = scope.map(maskListOf);
  const inner = maskListOf(list);
  const excluded = inner.filter(({ excludes }) => excludes).map(({ pattern }) => pattern);
  return inner.every(
    ({ excludes, pattern }) => excludes || outer.some((one) => takesAll(one, pattern, excluded)),
  );
};
