// Figures of a quote: its spread in points, and the change of the day.

import { pointsBetween } from '../../lists/points.js';
import { exact, unitsAt } from '../../live/decimal.js';
import type { LiveQuote } from '../../live/quotes.js';

/** The spread in points. */
export const spreadPoints = ({ bid, ask }: LiveQuote, digits: number): number =>
  pointsBetween(bid, ask, digits);

/** The change of the bid since the day's open, in hundredths of a percent; null = not known. */
export const changeText = ({ bid, open }: LiveQuote): string | null => {
  if (open === null) return null;
  const digits = Math.max(exact(bid).digits, exact(open).digits);
  const first = unitsAt(exact(open), digits);
  if (first === 0n) return null;
  const change = ((unitsAt(exact(bid), digits) - first) * 10_000n) / first;
  const size = change < 0n ? -change : change;
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}%`;
  return change === 0n ? text : `${change < 0n ? '-' : '+'}${text}`;
};
