// Differences of prices in points.

import { exact, minus, unitsAt } from '../live/decimal.js';

/** The difference of two prices in points: above zero where `to` is higher. */
export const pointsBetween = (from: string, to: string, digits: number): number => {
  const difference = minus(exact(to), exact(from));
  const more = Math.max(digits, difference.digits);
  return Number(unitsAt(difference, more)) / 10 ** (more - digits);
};
