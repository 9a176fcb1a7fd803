// Does one list of masks match anything that another list does not? Lists are compared as texts.

import { type MaskList, maskFits, maskListOf, masksTake, maskText } from './mask.js';

/** Steps that comparing takes at most: some ten milliseconds. */
const STEPS_MAX = 6_000_000;
/** Square root of the steps that a pair of short masks takes. */
const PAIR_STEPS = 12;

const stepsOf = (masks: readonly string[]): number =>
  masks.reduce((steps, mask) => steps + mask.length + PAIR_STEPS, 0);

/** Can each mask, or list of masks, be compared with each of the others? */
export const comparable = (some: readonly string[], others: readonly string[]): boolean =>
  stepsOf(some) * stepsOf(others) <= STEPS_MAX;

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

/**
 * Can one path match both lists? If there is such a path, the answer is true. The answer can also
 * be true without such a path, where an exclusion removes all paths that two masks have in common.
 */
export const listsMeet = (one: string, other: string): boolean => {
  const [ours, theirs] = [maskListOf(one), maskListOf(other)];
  const excluded = [...ours, ...theirs].filter(({ excludes }) => excludes);
  const left = (list: MaskList): readonly string[] =>
    list
      .filter(({ excludes }) => !excludes)
      .map(({ pattern }) => pattern)
      .filter((mask) => !excluded.some(({ pattern }) => maskFits(pattern, mask)));
  return left(ours).some((mask) => left(theirs).some((their) => share(mask, their)));
};

/** The names of the symbol that a mask without `*` means; the mask itself if there is none. */
type NamesOf = (mask: string) => readonly string[];

const isExclusion = (mask: string): boolean => mask.startsWith('!');
const bodyOf = (mask: string): string => (isExclusion(mask) ? mask.slice(1) : mask);

/** Do the literal beginnings of two masks exclude that both match one symbol? */
const areApart = (one: string, other: string): boolean => {
  if (one.includes('\\') !== other.includes('\\')) return false;
  const [a = ''] = maskText(one).split('*');
  const [b = ''] = maskText(other).split('*');
  return !a.startsWith(b) && !b.startsWith(a);
};

/**
 * The first mask of a group that matches more than its gateway's masks. Masks are compared as
 * texts, so that the result does not depend on the existing symbols: a mask covers another mask,
 * including its `*`, if it matches every name that the other matches. Exclusions of the gateway
 * must also follow such a mask in the group.
 */
export const maskOutside = (
  symbols: readonly string[],
  group: readonly string[],
  namesOf: NamesOf,
): string | undefined => {
  const excluded = symbols.flatMap((mask, from) => {
    if (!isExclusion(mask)) return [];
    const body = bodyOf(mask);
    const until = group.findLastIndex((own) => isExclusion(own) && maskFits(bodyOf(own), body));
    return [{ body, from, until }];
  });
  return group.find((mask, at) => {
    if (isExclusion(mask)) return false;
    if (!mask.includes('*')) return !masksTake(symbols, ...namesOf(mask));
    const taker = symbols.findLastIndex((one) => maskFits(bodyOf(one), mask));
    if (taker < 0 || isExclusion(symbols[taker] ?? '')) return true;
    const left = excluded.filter(({ from, until }) => from > taker && until < at);
    return left.some(({ body }) => !areApart(mask, body));
  });
};
