// A counter of the server, as the table of counters has it.

import { EXACT, SIGNED, UNSIGNED } from '../support/wraps.js';

/** What is counted or numbered, and how it is counted across a wrap. */
export interface Counter {
  readonly name: string;
  /** The files where it is counted, packed or kept. */
  readonly files: readonly string[];
  /** The wraps that it may come to. */
  readonly across: readonly number[];
  /** Counts from a little below a wrap to a little above it; throws on what is wrong then. */
  walk(wrap: number, folder: string): void | Promise<void>;
}

/** Where 32 bits end. */
export const BITS = [SIGNED, UNSIGNED] as const;
/** All wraps. */
export const WRAPS = [...BITS, EXACT] as const;

/** Numbers around a wrap, in order; none is beyond what is exact. */
export const around = (wrap: number, each = 3): number[] => {
  const numbers = Array.from({ length: 2 * each + 1 }, (_, n) => wrap - each + n);
  return numbers.filter(Number.isSafeInteger);
};

/** So many below it; at the end of the exact numbers one step more of `step` must still be one. */
export const below = (wrap: number, steps: number, step = 1): number =>
  wrap === EXACT ? wrap - 1 - 2 * steps * step : wrap - steps * step;
