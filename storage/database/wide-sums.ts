// Wide sums: SQLite sums large integers in two parts, so that the sum of some million rows stays
// within the integers of a double.

/** Bits of the low part. */
const LOW_BITS = 24;
const LOW_MASK = 2 ** LOW_BITS - 1;

/** SQL of the high part of an integer. */
export const highPart = (sql: string): string => `${sql} >> ${LOW_BITS}`;
/** SQL of the low part of an integer. */
export const lowPart = (sql: string): string => `${sql} & ${LOW_MASK}`;

/** The whole sum, from the sum of the high parts and the sum of the low parts. */
export const wideSum = (high: number, low: number): bigint =>
  BigInt(high) * 2n ** BigInt(LOW_BITS) + BigInt(low);
