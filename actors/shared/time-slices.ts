// Time slices: process thousands of items without blocking other work of the thread.

import { markAlive } from './heartbeat.js';

/** Time for which items are processed before other work gets its turn. */
const SLICE_MS = 8;

/** Lets other work of the thread run; the next slice of long work begins then. */
export const nextSlice = (): Promise<void> => {
  markAlive();
  return new Promise((resolve) => setImmediate(resolve));
};

/** Processes items in order. */
export const mapInSlices = async <I, O>(
  items: readonly I[],
  work: (item: I) => O,
): Promise<O[]> => {
  const results: O[] = [];
  let began = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - began < SLICE_MS) continue;
    await nextSlice();
    began = performance.now();
  }
  return results;
};

/** Time for which one decision processes items; the rest needs another decision. */
const AT_ONCE_MS = 100;

/**
 * Processes items within one decision, which must not be interrupted: as many of the first ones as
 * fit into the time, by a clock in ms.
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
