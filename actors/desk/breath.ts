// Breath: thousands of items are worked through without holding up the others of the desk.

import { beat } from '../shared/pulse.js';

/** Items are worked through for so long at a time; others get on in between. */
const BREATH_MS = 8;

/** Works items through in order. */
export const inBreaths = async <I, O>(items: readonly I[], work: (item: I) => O): Promise<O[]> => {
  const results: O[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - began < BREATH_MS) continue;
    beat();
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
  return results;
};

/** The same for the items of one decision, which nothing may come between. */
export const inOneGo = <I, O>(items: readonly I[], work: (item: I) => O): O[] =>
  items.map((item) => {
    beat();
    return work(item);
  });
