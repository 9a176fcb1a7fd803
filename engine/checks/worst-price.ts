// The worst price at which the client of a market request accepts a fill (§4.11).

import { DEVIATION_MAX, type TradeRequest } from '../../wire/trading/commands.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, Side } from '../../wire/trading/records.js';
import { POINT } from '../settings/quotes.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** The price and the deviation of a market request, as far as it names them. */
export type NamedPrice = Pick<Extract<TradeRequest, { kind: 'open' }>, 'price' | 'deviation_pts'>;

/** Can a requote be offered? Not in modes that fill at the market (trading-rules §4.2). */
export const hasRequotes = ({ execution_mode }: EngineSymbol): boolean =>
  execution_mode === 'instant' || execution_mode === 'request';

/** Does the request name both a price and a deviation from it? */
export const isProtected = ({ price, deviation_pts }: NamedPrice): boolean =>
  price !== undefined && deviation_pts !== undefined;

/** The price that is worse than another by a deviation: above for a buy, at least a tick. */
const worseBy = (side: Side, price: number, deviation_pts: number, { tick_size }: EngineSymbol) =>
  side === 'buy'
    ? price + deviation_pts * POINT
    : Math.max(price - deviation_pts * POINT, tick_size);

/**
 * The worst price at which a request with this order may be filled, at least one tick; 0 = any. The
 * largest deviation accepts any price.
 */
export const worstPrice = (
  symbol: EngineSymbol,
  { side, price_order, deviation_pts }: Pick<Order, 'side' | 'price_order' | 'deviation_pts'>,
  request: TradeRequest,
): number => {
  const isMarket = request.kind === 'open' || request.kind === 'close';
  if (!isMarket || !isProtected(request) || deviation_pts === DEVIATION_MAX) return 0;
  return worseBy(side, price_order, deviation_pts, symbol);
};

/** The figures of a market request that bound its fill. */
type FillTerms = Pick<Queued, 'deal_side' | 'price' | 'deviation_pts' | 'price_worst'> & {
  readonly symbol: EngineSymbol;
};

/**
 * The worst price at which a market request may be filled, in any mode that its symbol has
 * meanwhile; 0 = any. A request that named a price alone where a price is required, in instant and
 * request execution, has its deviation as 0.
 */
export const boundOf = (request: FillTerms): number => {
  const { symbol, deal_side, price, deviation_pts, price_worst } = request;
  if (price_worst !== 0 || price === 0 || deviation_pts === DEVIATION_MAX) return price_worst;
  return worseBy(deal_side, price, deviation_pts, symbol);
};

/** Is a price worse for the client than the worst that the client accepts? */
export const isWorse = (side: Side, price: number, worst: number): boolean =>
  worst !== 0 && (side === 'buy' ? price > worst : price < worst);
