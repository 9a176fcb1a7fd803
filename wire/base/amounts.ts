// Amounts: the range that stored amounts have, and sums that stay exact within it.

/**
 * The range of amounts: money in units of its currency's digits, and percent ×10^2, stay within
 * ±2^52, so that the sum of two is exact in doubles (§0.3).
 */
export const MONEY_MAX = 2 ** 52;
/** Largest payment, in whole units of its currency (trading-rules §4.8). */
export const PAYMENT_MAX = 10 ** 12;

/** Largest payment in the smallest units of a currency with so many digits. */
export const paymentMax = (digits: number): number =>
  Math.min(PAYMENT_MAX * 10 ** digits, MONEY_MAX);

/** The amount, cut to the range. */
export const limited = (amount: number): number =>
  Math.max(-MONEY_MAX, Math.min(MONEY_MAX, amount));

/**
 * Is the amount so large that a sum of thousands of such amounts might be inexact in doubles? A sum
 * of up to 8,192 amounts that are not large is exact.
 */
export const isLarge = (amount: number): boolean => amount > LARGE || amount < -LARGE;
const LARGE = 2 ** 40;

/** The exact sum of two amounts, cut to the range. */
export const plus = (a: number, b: number): number => limited(a + b);

/** Most amounts whose sum in doubles is exact, provided that none is large. */
const SUMMED_MAX = 8_192;

/** The exact sum of any number of amounts; it is cut to the range once, at the end. */
export const limitedSum = (amounts: readonly number[]): number => {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  if (amounts.length <= SUMMED_MAX && !amounts.some(isLarge)) return limited(sum);
  let exact = 0n;
  for (const amount of amounts) exact += BigInt(amount);
  return limited(Number(exact));
};

/** `limitedSum` of an amount of each row; makes no list where the amounts are usual ones. */
export const limitedSumOf = <R>(rows: readonly R[], amountOf: (row: R) => number): number => {
  if (rows.length > SUMMED_MAX) return limitedSum(rows.map(amountOf));
  let sum = 0;
  for (const row of rows) {
    const amount = amountOf(row);
    if (isLarge(amount)) return limitedSum(rows.map(amountOf));
    sum += amount;
  }
  return limited(sum);
};
