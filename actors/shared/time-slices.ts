// Time slices: thousands of items are processed without holding up other work of the thread.

import { markAlive } from './heartbeat.js';

/** Items are worked through for so long at a time; others get on in between. */
const SLICE_MS = 8;

/** Works items through in order. */
export const mapInSlices = async <I, O>(
  items: readonly I[],
  work: (item: I) => O,
): Promise<O[]> => {
  const results: O[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - began < SLICE_MS) continue;
    markAlive();
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
  return results;
};

/** The time for which one decision works items through; the rest is another decision. */
const AT_ONCE_MS = 100;

/**
 * Works through the items of one decision, which nothing may come between: the first ones, as many
 * as there is time for by a clock in ms.
 */
export const mapAtOnce = <I, O>(
  items: readonly I[],
  now: () => number,
  work: (item: I) => O,
): O[] => {
  const results: O[] = [];
  const began = now();
  for (const item of items) {
    if (results.length > 0 && now() - began > AT_ONCE_MS) break;
    markAlive();
    results.push(work(item));
  }
  return results;
};
