// Amounts: the room that every stored one has, and sums that stay within it exactly.

/**
 * The room of amounts: money in units of its currency's digits, and percent ×10^2, are never beyond
 * ±2^52, so that two of them add up exactly in doubles (supplement §15).
 */
export const MONEY_MAX = 2 ** 52;

/** An amount, or the end of the room that it is beyond. */
export const limited = (amount: number): number =>
  Math.max(-MONEY_MAX, Math.min(MONEY_MAX, amount));

/**
 * Is an amount so large that sums of thousands of the kind might not be exact in doubles? A sum of
 * up to 8,192 amounts that are not is.
 */
export const isLarge = (amount: number): boolean => amount > LARGE || amount < -LARGE;
const LARGE = 2 ** 40;

/** The limited sum of two amounts, exactly. */
export const plus = (a: number, b: number): number => limited(a + b);

/** Amounts whose sum in doubles is exact where none of them is large. */
const SUMMED_MAX = 8_192;

/** The limited sum of any number of amounts, exactly: limited once, at the end. */
export const limitedSum = (amounts: readonly number[]): number => {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  if (amounts.length <= SUMMED_MAX && !amounts.some(isLarge)) return limited(sum);
  let exact = 0n;
  for (const amount of amounts) exact += BigInt(amount);
  return limited(Number(exact));
};
