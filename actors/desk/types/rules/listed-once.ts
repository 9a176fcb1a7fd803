// Lists that must name each thing once, as those that set an order.

import { type Refusal, refuse } from '../../../../wire/base/codes.js';
import { counted } from './counted.js';

/** Refuses a list that does not have each of the wanted ones once. */
export const listedOnceFault = (
  field: string,
  noun: string,
  given: readonly unknown[],
  wanted: ReadonlySet<unknown>,
): Refusal | undefined => {
  const listed = new Set(given.filter((one) => wanted.has(one))).size;
  if (listed === wanted.size && given.length === wanted.size) return undefined;
  const all = counted(wanted.size, noun);
  const had = `lists ${listed} of them in ${counted(given.length, 'number')}`;
  return refuse('invalid_input', `${field}: must list each of the ${all} once, ${had}`);
};
