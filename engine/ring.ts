// Two arithmetics for one formula: doubles to screen with, big integers to be exact with.

import { TEN, TENN } from './exact.js';

/** What a formula needs of numbers. In doubles each operation rounds; all values are positive. */
export interface Ring<N> {
  of(value: number | bigint): N;
  /** 10^n */
  ten(n: number): N;
  plus(a: N, b: N): N;
  /** a − b, for a ≥ b. */
  minus(a: N, b: N): N;
  times(a: N, b: N): N;
  less(a: N, b: N): boolean;
}

/** A positive fraction; its parts are what the formula multiplied, never reduced. */
export interface Ratio<N> {
  readonly over: N;
  readonly under: N;
}

export const DOUBLES: Ring<number> = {
  of: Number,
  ten: (n) => TEN[n] as number,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  less: (a, b) => a < b,
};

export const EXACT: Ring<bigint> = {
  of: BigInt,
  ten: (n) => TENN[n] as bigint,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  less: (a, b) => a < b,
};

/** The sum of two fractions, exactly. */
export const sumOf = (a: Ratio<bigint>, b: Ratio<bigint>): Ratio<bigint> => {
  if (a.over === 0n) return b;
  if (b.over === 0n) return a;
  if (a.under === b.under) return { over: a.over + b.over, under: a.under };
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
};

/** No amount, as a fraction. */
export const NOTHING: Ratio<bigint> = { over: 0n, under: 1n };
