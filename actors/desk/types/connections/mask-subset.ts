// Finds group masks that match symbols which the gateway's own masks do not match.

import { maskFits, masksTake } from '../../../../wire/base/mask.js';

/** The names of the symbol that a mask without `*` means; the mask itself if there is none. */
type NamesOf = (mask: string) => readonly string[];

const isExclusion = (mask: string): boolean => mask.startsWith('!');
const bodyOf = (mask: string): string => (isExclusion(mask) ? mask.slice(1) : mask);

/** Do the literal beginnings of two masks exclude that both match one symbol? */
const areApart = (one: string, other: string): boolean => {
  if (one.includes('\\') !== other.includes('\\')) return false;
  const [a = ''] = one.toLowerCase().split('*');
  const [b = ''] = other.toLowerCase().split('*');
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
