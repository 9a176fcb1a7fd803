// The rounding R of the rules: half away from zero, of the exact value, with a single division.

import { limited } from '../../wire/base/amounts.js';
import { RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';

/** The rate 1, ×10^12. */
export const ONE = 10n ** BigInt(RATE_SCALE);

/** The largest power of ten in the tables. */
const POWER_MAX = 80;

/** 10^n as the nearest double. */
export const TEN: readonly number[] = Array.from({ length: POWER_MAX + 1 }, (_, n) =>
  Number(`1e${n}`),
);
/** 10^n exactly. */
export const TENN: readonly bigint[] = Array.from({ length: POWER_MAX + 1 }, (_, n) => {
  return 10n ** BigInt(n);
});

/** Relative error of one rounded operation on doubles, doubled as a safety margin. */
export const STEP = 2 ** -52;

/** R(numerator / denominator) for a positive denominator, exactly (trading-rules §0.1). */
export const roundQuotient = (numerator: bigint, denominator: bigint): bigint => {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return negative ? -rounded : rounded;
};

/** `roundQuotient`, limited to the range of amounts (§0.3). */
export const limitedQuotient = (numerator: bigint, denominator: bigint): number =>
  limited(Number(roundQuotient(numerator, denominator)));

/**
 * R of a value that is known as a double from at most `steps` rounded operations on exact integers;
 * NaN when it is too close to a tie or above 2^50, so that exact arithmetic must decide (§0.1).
 */
export const nearest = (value: number, steps: number): number =>
  nearestWithin(value, Math.abs(value) * STEP * (steps + 2));

/** As `nearest`, for a value with the absolute error `error` (trading-rules §0.1). */
export const nearestWithin = (value: number, error: number): number => {
  const size = Math.abs(value);
  const low = Math.floor(size + 0.5 - error);
  if (low !== Math.floor(size + 0.5 + error)) return Number.NaN;
  return value < 0 && low > 0 ? -low : low;
};

/** R(a·b·c / 10^power) for integers, limited (trading-rules §0.1). */
export const scaledProduct = (a: number, b: number, c: number, power: number): number => {
  const screened = nearest((a * b * c) / (TEN[power] as number), 5);
  if (!Number.isNaN(screened)) return screened;
  return limitedQuotient(BigInt(a) * BigInt(b) * BigInt(c), TENN[power] as bigint);
};

/**
 * R(amount·rate) for an amount in units of 10^-from and a rate ×10^12, in units of 10^-to,
 * limited (trading-rules §3.3).
 */
export const convert = (amount: number, rate: bigint, from: number, to: number): number => {
  if (rate === ONE && from === to) return amount;
  const power = RATE_SCALE + from - to;
  const screened = nearest((amount * Number(rate)) / (TEN[power] as number), 4);
  if (!Number.isNaN(screened)) return screened;
  return limitedQuotient(BigInt(amount) * rate, TENN[power] as bigint);
};

/** R(amount · part / whole), limited: a share or a ratio of two amounts (§3.10, §3.11). */
export const shareOf = (amount: number, part: number, whole: number): number => {
  if (amount === 0 || part === whole) return amount;
  const screened = nearest((amount * part) / whole, 3);
  if (!Number.isNaN(screened)) return screened;
  return limitedQuotient(BigInt(amount) * BigInt(part), BigInt(whole));
};

/** The volume-weighted mean of two values, rounded to their own unit (trading-rules §3.14). */
export const weightedMean = (
  value: number,
  weight: number,
  added: number,
  addedWeight: number,
): number => {
  if (value === added || weight === 0) return added;
  const sum = BigInt(value) * BigInt(weight) + BigInt(added) * BigInt(addedWeight);
  return Number(roundQuotient(sum, BigInt(weight + addedWeight)));
};

/** As `weightedMean`, for rates ×10^12 (trading-rules §3.4). */
export const weightedRate = (
  rate: bigint,
  weight: number,
  added: bigint,
  addedWeight: number,
): bigint => {
  if (rate === added) return rate;
  const sum = rate * BigInt(weight) + added * BigInt(addedWeight);
  return roundQuotient(sum, BigInt(weight + addedWeight));
};

/** One lot as a volume, ×10^8. */
export const LOT = TEN[VOLUME_SCALE] as number;
