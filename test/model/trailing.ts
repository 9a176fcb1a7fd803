// Stops that follow the market, and the distance at which they do (§4.9).

import type { Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { type Decimal, max, min, ZERO } from './decimal.js';
import type { Position } from './rows.js';
import type { Terms } from './terms.js';

/** Where a stop at this distance lies now, away from the market (§4.9.1); 0 = nowhere. */
const candidateOf = (books: Books, terms: Terms, side: Side, trailPts: number): Decimal => {
  const quote = books.market.price(terms);
  if (trailPts === 0 || quote === undefined) return ZERO;
  const { point, tickSize } = terms;
  const distance = point.times(trailPts);
  const candidate =
    side === 'buy'
      ? quote.bid.minus(distance).div(tickSize).floor().times(tickSize)
      : quote.ask.plus(distance).div(tickSize).ceil().times(tickSize);
  return max(candidate, ZERO);
};

/** The better of the stop that is asked for and the trailing one (§4.9.1); 0 = no stop. */
export const trailedStop = (
  books: Books,
  terms: Terms,
  side: Side,
  { sl, trailPts }: Pick<Position, 'sl' | 'trailPts'>,
): Decimal => {
  const candidate = candidateOf(books, terms, side, trailPts);
  if (candidate.isZero()) return sl;
  if (sl.isZero()) return candidate;
  return side === 'buy' ? max(sl, candidate) : min(sl, candidate);
};

/** The distance that a change asks for: clearing the stop alone ends trailing (§4.9.7). */
export const wantedTrail = (
  present: number,
  { sl, trail_pts }: { readonly sl?: string; readonly trail_pts?: number },
  wantedSl: Decimal,
): number => trail_pts ?? (sl !== undefined && wantedSl.isZero() ? 0 : present);
