// Two kinds of arithmetic for the same formula: fast doubles, and exact big integers.

import { TEN, TENN } from './exact.js';

/** The operations of a formula. In doubles each operation rounds; all values are positive. */
export interface Arithmetic<N> {
  of(value: number | bigint): N;
  /** 10^n */
  ten(n: number): N;
  plus(a: N, b: N): N;
  /** a − b, for a ≥ b. */
  minus(a: N, b: N): N;
  times(a: N, b: N): N;
  less(a: N, b: N): boolean;
}

/** A fraction, not reduced. */
export interface Ratio<N> {
  readonly over: N;
  readonly under: N;
}

export const DOUBLES: Arithmetic<number> = {
  of: Number,
  ten: (n) => TEN[n] as number,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  less: (a, b) => a < b,
};

export const EXACT: Arithmetic<bigint> = {
  of: BigInt,
  ten: (n) => TENN[n] as bigint,
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  times: (a, b) => a * b,
  less: (a, b) => a < b,
};

/** a + b, exactly; denominators are mostly powers of ten, one of which divides the other. */
export const sumOf = (a: Ratio<bigint>, b: Ratio<bigint>): Ratio<bigint> => {
  if (a.over === 0n) return b;
  if (b.over === 0n) return a;
  if (a.under % b.under === 0n) {
    return { over: a.over + b.over * (a.under / b.under), under: a.under };
  }
  if (b.under % a.under === 0n) return sumOf(b, a);
  let [common, rest] = [a.under, b.under];
  while (rest > 0n) [common, rest] = [rest, common % rest];
  const under = (a.under / common) * b.under;
  return { over: a.over * (b.under / common) + b.over * (a.under / common), under };
};

/** The fraction 0. */
export const ZERO_RATIO: Ratio<bigint> = { over: 0n, under: 1n };
