// Trailing stops: the level of a stop loss that follows the market, and the price at which it
// moves.

import type { Position } from '../../wire/trading/records.js';
import type { Quotes } from '../settings/conversion.js';
import { POINT } from '../settings/quotes.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { closePrice, pricesOf } from './money.js';

/** The values of a position on which its trailing stop depends. */
type Trailing = Pick<Position, 'side' | 'sl' | 'trail_pts'>;

/**
 * The stop loss at current prices: the better of the present one and the close-side price less the
 * distance, rounded away from the market to the tick grid (§4.9.1). In price units; 0 = none.
 */
export const trailedStop = (
  symbol: EngineSymbol,
  { side, sl, trail_pts }: Trailing,
  quotes: Quotes,
): number => {
  const { bid, ask, time } = pricesOf(symbol, quotes);
  if (trail_pts === 0 || time === 0) return sl;
  const tick = symbol.tick_size;
  const close = closePrice(side, bid, ask);
  if (side === 'buy') {
    return Math.max(sl, Math.floor((close - trail_pts * POINT) / tick) * tick);
  }
  const candidate = Math.ceil((close + trail_pts * POINT) / tick) * tick;
  return sl === 0 ? candidate : Math.min(sl, candidate);
};

/**
 * The close-side price beyond which a trailing stop moves: above it for a buy, below it for a sell
 * (§4.9).
 */
export const trailPrice = ({ side, sl, trail_pts }: Trailing, tickSize: number): number => {
  const distance = trail_pts * POINT;
  if (side === 'buy') return (Math.floor(sl / tickSize) + 1) * tickSize + distance;
  if (sl === 0) return Number.MAX_SAFE_INTEGER;
  return (Math.ceil(sl / tickSize) - 1) * tickSize - distance;
};

/** The trailing distance after a change; clearing only the stop loss ends trailing (§4.9.7). */
export const changedTrail = (
  request: { readonly sl?: string; readonly trail_pts?: number },
  sl: number | undefined,
  kept: number,
): number => {
  if (request.trail_pts !== undefined) return request.trail_pts;
  return request.sl !== undefined && sl === 0 ? 0 : kept;
};
