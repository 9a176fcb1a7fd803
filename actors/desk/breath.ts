// Breath: thousands of items are worked through without holding up the others of the desk.

import { beat } from '../shared/pulse.js';

/** So many items at a time; others get on in between. */
const BREATH_ITEMS = 64;

/** Works items through in order. */
export const inBreaths = async <I, O>(items: readonly I[], work: (item: I) => O): Promise<O[]> => {
  const results: O[] = [];
  for (const item of items) {
    results.push(work(item));
    if (results.length % BREATH_ITEMS > 0) continue;
    beat();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return results;
};

/** The same for the items of one decision, which nothing may come between. */
export const inOneGo = <I, O>(items: readonly I[], work: (item: I) => O): O[] =>
  items.map((item) => {
    beat();
    return work(item);
  });
