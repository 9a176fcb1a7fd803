// Price levels: checks that prices of orders and stops are on their grid, and far enough away.

import type { Code } from '../../wire/base/codes.js';
import type { Order, OrderKind, Position, Side } from '../../wire/trading/records.js';
import { fail, failWith, missing, priceText } from '../account/failed.js';
import type { Fault, Turn } from '../account/types.js';
import { POINT } from '../settings/quotes.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { hasRequotes, isProtected, type NamedPrice } from './worst-price.js';

/** Is the price a multiple of the tick size (trading-rules §1.1)? */
export const onTick = (symbol: EngineSymbol, price: number): boolean =>
  price % symbol.tick_size === 0;

/** The minimum distance of levels; for dealers only the side of the price counts (§4.1). */
const levelOf = (symbol: EngineSymbol, dealer: boolean): number =>
  dealer ? POINT : symbol.stops_level;

/**
 * Checks SL and TP against their reference prices: Bid for a buy, Ask for a sell, its own price for
 * a pending order (trading-rules §4.1, levels). Exchange mode has no minimum distance.
 */
export const stopsFault = (
  turn: Turn,
  symbol: EngineSymbol,
  side: Side,
  sl: number | undefined,
  tp: number | undefined,
  from: number,
  dealer: boolean,
): Fault => {
  const level = levelOf(symbol, dealer);
  const sign = side === 'buy' ? 1 : -1;
  if (sl === undefined || !onTick(symbol, sl)) return badPrice(turn, symbol, SL, NOT_SAID);
  if (tp === undefined || !onTick(symbol, tp)) return badPrice(turn, symbol, TP, NOT_SAID);
  if (symbol.execution_mode === 'exchange') return undefined;
  if (sl !== 0 && sign * (from - sl) < level) {
    return badPrice(turn, symbol, SL, { bound: from - sign * level, isMost: sign > 0 });
  }
  if (tp === 0 || sign * (tp - from) >= level) return undefined;
  return badPrice(turn, symbol, TP, { bound: from + sign * level, isMost: sign < 0 });
};

/** The fields of prices, and the code of a wrong one. */
const SL = ['sl', 'trade.invalid_stops'] as const;
const TP = ['tp', 'trade.invalid_stops'] as const;
const PRICE = ['price', 'trade.invalid_price'] as const;
const LIMIT_PRICE = ['price_stop_limit', 'trade.invalid_price'] as const;

/** The limit of a price, which is an upper or a lower one; null = only the tick grid counts. */
interface PriceBound {
  readonly bound: number | null;
  readonly isMost: boolean;
}

const NOT_SAID: PriceBound = { bound: null, isMost: false };

/** Refuses a price that is off the tick grid, on the wrong side or too near. */
const badPrice = (
  turn: Turn,
  symbol: EngineSymbol,
  [field, code]: readonly [string, Code],
  { bound, isMost }: PriceBound,
): Fault =>
  fail(turn, code, () => {
    const step = priceText(symbol.tick_size, symbol);
    if (bound === null) {
      return {
        message: `${field}: must be a price in steps of ${step}.`,
        figures: { field, step },
      };
    }
    const grid = isMost ? Math.floor : Math.ceil;
    const price = priceText(grid(bound / symbol.tick_size) * symbol.tick_size, symbol);
    const figures = isMost ? { field, max: price, step } : { field, min: price, step };
    return { message: `${field}: must be at ${isMost ? 'most' : 'least'} ${price}.`, figures };
  });

/** Notes that a dealer's price is not positive, or off the tick grid. */
export const offTick = (turn: Turn, symbol: EngineSymbol, field: string): undefined => {
  badPrice(turn, symbol, [field, 'trade.invalid_price'], NOT_SAID);
};

/**
 * Checks the price of a market request: instant and request mode need it (§4.2), other modes look
 * at it where a deviation bounds the fill by it (§4.11.1).
 */
export const marketPriceFault = (
  turn: Turn,
  symbol: EngineSymbol,
  price: number | undefined,
  request: NamedPrice,
): Fault => {
  const { execution_mode: mode } = symbol;
  if (!hasRequotes(symbol) && !isProtected(request)) return undefined;
  if (request.price === undefined) return missing(turn, 'price', `in ${mode} execution.`);
  const usable = price !== undefined && price !== 0 && onTick(symbol, price);
  return usable ? undefined : badPrice(turn, symbol, PRICE, NOT_SAID);
};

/**
 * Is a price that staff name within `manual_quote_pts` of one of the prices that count as the
 * market's? Prices of 0 are unknown; where all are, any price is near. Else a right to trade for
 * clients would be one to any amount of money.
 */
export const isNearMarket = (
  { manual_quote_pts }: EngineSymbol,
  price: number,
  market: readonly number[],
): boolean => {
  const known = market.filter((one) => one > 0);
  const isNear = (one: number): boolean => Math.abs(price - one) <= manual_quote_pts * POINT;
  return known.length === 0 || known.some(isNear);
};

/** The words of a refusal by `farPrice`. */
interface FarPriceWords {
  /** Names the price that is refused; absent = its field. */
  readonly what?: string;
  /** Names the price that it must be near; absent = the market. */
  readonly of?: string;
}

/** Refuses a price of staff that is too far from another price, usually the market's. */
export const farPrice = (
  turn: Turn,
  symbol: EngineSymbol,
  field: string,
  from: number,
  { what = field, of = 'the market' }: FarPriceWords = {},
): Fault =>
  fail(turn, 'trade.invalid_price', () => {
    const { manual_quote_pts: points, tick_size } = symbol;
    const [min, max] = [
      priceText(Math.max(from - points * POINT, tick_size), symbol),
      priceText(from + points * POINT, symbol),
    ];
    const message =
      `${what}: must be within ${points} points (manual_quote_pts) of ${of}, from ${min} ` +
      `to ${max}; more takes config.symbols.`;
    return { message, figures: { field, min, max } };
  });

/**
 * Refuses a dealer's price that is worse for the client than the worst price that the client
 * accepts.
 */
export const worsePrice = (turn: Turn, symbol: EngineSymbol, side: Side, worst: number): Fault =>
  badPrice(turn, symbol, PRICE, { bound: worst, isMost: side === 'buy' });

/** Checks the price of a dealer's own order in modes that may fill at it (§4.2). */
export const dealerPriceFault = (
  turn: Turn & { readonly dealer: boolean },
  symbol: EngineSymbol,
  price: number | undefined,
  market: number,
): Fault =>
  !turn.dealer || !price || !hasRequotes(symbol) || isNearMarket(symbol, price, [market])
    ? undefined
    : farPrice(turn, symbol, 'price', market);

/** Checks a pending order's price against the market (trading-rules §4.1, levels). */
export const pendingPriceFault = (
  turn: Turn,
  symbol: EngineSymbol,
  kind: OrderKind,
  side: Side,
  price: number | undefined,
  limit: number | undefined,
  prices: GroupPrices,
  dealer: boolean,
): Fault => {
  if (price === undefined || price === 0 || !onTick(symbol, price)) {
    return badPrice(turn, symbol, PRICE, NOT_SAID);
  }
  if (limit === undefined || !onTick(symbol, limit)) {
    return badPrice(turn, symbol, LIMIT_PRICE, NOT_SAID);
  }
  const sign = side === 'buy' ? 1 : -1;
  if (kind === 'stop_limit' && (limit === 0 || sign * (price - limit) <= 0)) {
    const bound = price - sign * symbol.tick_size;
    return badPrice(turn, symbol, LIMIT_PRICE, { bound, isMost: sign > 0 });
  }
  if (symbol.execution_mode === 'exchange') return undefined;
  const market = side === 'buy' ? prices.ask : prices.bid;
  const level = levelOf(symbol, dealer);
  const outward = kind === 'limit' ? -sign : sign;
  if (outward * (price - market) >= level) return undefined;
  return badPrice(turn, symbol, PRICE, { bound: market + outward * level, isMost: outward < 0 });
};

const near = (symbol: EngineSymbol, price: number, market: number): boolean =>
  price !== 0 && Math.abs(price - market) <= symbol.freeze_level;

/** Refuses for the freeze level; `min` is the least distance from the market. */
const isFrozen = (turn: Turn, symbol: EngineSymbol): Fault =>
  fail(turn, 'trade.frozen', () => ({
    figures: { symbol: symbol.name, min: priceText(symbol.freeze_level + POINT, symbol) },
  }));

/**
 * Refuses a change of a position whose SL or TP is within the freeze level of its close price
 * (trading-rules §4.1).
 */
export const positionFreezeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  position: Position,
  prices: GroupPrices,
): Fault => {
  if (symbol.freeze_level === 0) return undefined;
  const close = position.side === 'buy' ? prices.bid : prices.ask;
  const frozen = near(symbol, position.sl, close) || near(symbol, position.tp, close);
  return frozen ? isFrozen(turn, symbol) : undefined;
};

/**
 * Refuses a change of an order whose price is within the freeze level of Ask (buy) or Bid (sell)
 * (trading-rules §4.1).
 */
export const orderFreezeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  order: Order,
  prices: GroupPrices,
): Fault => {
  if (symbol.freeze_level === 0) return undefined;
  const market = order.side === 'buy' ? prices.ask : prices.bid;
  return near(symbol, order.price_order, market) ? isFrozen(turn, symbol) : undefined;
};

/** Checks a new distance against the stops level and the freeze level (§4.9.6). */
export const trailFault = (
  turn: Turn,
  symbol: EngineSymbol,
  trail_pts: number,
  dealer: boolean,
): Fault => {
  if (trail_pts === 0 || dealer) return undefined;
  const distance = trail_pts * POINT;
  const { freeze_level, stops_level, execution_mode } = symbol;
  const level = execution_mode === 'exchange' ? 0 : stops_level;
  const least = Math.max(level, freeze_level === 0 ? 0 : freeze_level + POINT);
  if (distance >= least) return undefined;
  const figures = { field: 'trail_pts', min: String(least / POINT) };
  return failWith(turn, 'trade.invalid_stops', figures);
};
