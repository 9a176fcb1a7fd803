// The checks of a request, each a code or nothing, in the words of trading-rules §4.1.

import type { Code } from '../../wire/base/codes.js';
import type { Fill, OrderKind, Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { daysDue } from './calendar.js';
import { isOpen } from './clock.js';
import { chargesAreKnown } from './commission.js';
import { marginRateAt } from './deals.js';
import { type Decimal, isMultiple, sum, ZERO } from './decimal.js';
import type { Quote } from './market.js';
import { profitRate } from './profit.js';
import { against, closedAt, dealtAt, type Order, type Position } from './rows.js';
import type { Terms } from './terms.js';

/** A check's answer: the code of the refusal, or undefined. */
export type Fault = Code | undefined;

/** The first fault of some checks, made one after another. */
export const firstFault = (...checks: readonly (() => Fault)[]): Fault => {
  for (const check of checks) {
    const fault = check();
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Is the account, its group and the symbol's offer open for trade? */
export const accountOpen = ({ switches, market }: Books): Fault => {
  const open = switches.enabled && switches.trading_enabled && market.rules.group.trading_enabled;
  return open ? undefined : 'trade.disabled';
};

/** The open position with the id, or why there is none. */
export const heldPosition = (books: Books, id: number): Position | Code => {
  const position = books.position(id);
  if (position === 'gone') return 'trade.position_closed';
  return position ?? 'trade.position_not_found';
};

/** The working order with the id, or why there is none. */
export const workingOrder = (books: Books, id: number): Order | Code => {
  const order = books.order(id);
  if (order === 'gone') return 'trade.order_changed';
  return order ?? 'trade.order_not_found';
};

/** A row that a request is about, with its symbol's terms and price. */
interface Subject<T> {
  readonly row: T;
  readonly terms: Terms;
  readonly quote: Quote;
}

/** What a request is about, or why there is none; a check of its own asks whether it is quoted. */
export const subject = <T extends { readonly symbol: string }>(
  books: Books,
  row: T | Code,
): Subject<T> | Code => {
  if (typeof row === 'string') return row;
  const terms = books.terms(row.symbol);
  if (terms === undefined) return 'trade.symbol_not_found';
  return { row, terms, quote: books.market.price(terms) as Quote };
};

/** May the order become the partner of a new one; 0 = none is asked for (§4.10.1)? */
export const partner = (books: Books, id: number): Fault => {
  if (id === 0) return undefined;
  const order = workingOrder(books, id);
  if (typeof order === 'string') return order;
  return order.ocoOrderId === 0 ? undefined : 'trade.order_changed';
};

/** Dated contracts only close outside their dates (§1.1). */
const isDated = ({ record }: Terms, now: number): boolean =>
  (record.starts_at !== null && now < Date.parse(record.starts_at)) ||
  (record.ends_at !== null && now >= Date.parse(record.ends_at));

/** Trade access; `opening` is the side on which the request opens, if it does. */
export const access = (books: Books, terms: Terms, opening: Side | undefined): Fault => {
  const given = terms.record.trade_access;
  if (given === 'disabled') return 'trade.disabled';
  if (opening === undefined) return undefined;
  if (given === 'close_only' || isDated(terms, books.now)) return 'trade.close_only';
  if (given === 'long_only' && opening === 'sell') return 'trade.long_only';
  return given === 'short_only' && opening === 'buy' ? 'trade.short_only' : undefined;
};

/** Does an order of this side and volume open? In netting not what the position takes up. */
export const opensOn = (books: Books, symbol: string, side: Side, volume: Decimal) => {
  const reduces =
    books.netting &&
    books.positions.some(
      (one) => one.symbol === symbol && one.side !== side && volume.lte(one.volume),
    );
  return reduces ? undefined : side;
};

/** Is the trade session on, no holiday, and no end of day due (§5.1.3)? */
export const session = (books: Books, terms: Terms): Fault => {
  const open = isOpen(books.market.rules.platform, terms, books.now);
  return open && daysDue(books).length === 0 ? undefined : 'trade.market_closed';
};

/** Is there a price that is fresh? */
export const freshQuote = (books: Books, terms: Terms): Fault => {
  const quote = books.market.price(terms);
  const limit = terms.record.quote_max_delay_sec * 1000;
  if (quote === undefined) return 'trade.off_quotes';
  return limit > 0 && books.now - quote.time > limit ? 'trade.off_quotes' : undefined;
};

/** Are there the conversion rates that opening needs, for commissions too (§3.2)? */
export const rates = (
  books: Books,
  terms: Terms,
  side: Side | undefined,
  price: Decimal,
): Fault => {
  if (side === undefined) return undefined;
  if (!chargesAreKnown(books.market, terms, price)) return 'trade.off_quotes';
  const profit = profitRate(books.market, terms, side, ZERO, price);
  const margin = marginRateAt(books, terms, side, price);
  return profit === undefined || margin === undefined ? 'trade.off_quotes' : undefined;
};

/** Order kind and stops that the symbol allows; trailing asks for what a stop loss does. */
export const flags = (
  terms: Terms,
  kind: OrderKind | undefined,
  sl: Decimal,
  tp: Decimal,
  trailPts = 0,
): Fault => {
  const given = terms.record.order_flags;
  const wanted = [
    ...(kind === undefined ? [] : [kind]),
    ...(sl.isZero() && trailPts === 0 ? [] : (['sl'] as const)),
    ...(tp.isZero() ? [] : (['tp'] as const)),
  ];
  return wanted.every((flag) => given.includes(flag)) ? undefined : 'trade.invalid_order_kind';
};

/** Volume of an order that opens. */
export const openingVolume = (terms: Terms, volume: Decimal): Fault => {
  const { volumeMin, volumeMax, volumeStep } = terms;
  const fits = volume.gt(0) && volume.gte(volumeMin) && volume.lte(volumeMax);
  return fits && isMultiple(volume, volumeStep) ? undefined : 'trade.invalid_volume';
};

/** Volume of a close: a multiple of the step or the whole position. */
export const closingVolume = (terms: Terms, position: Position, volume: Decimal): Fault => {
  if (volume.lte(0)) return 'trade.invalid_volume';
  if (volume.gt(position.volume)) return 'trade.invalid_close_volume';
  const fits = volume.eq(position.volume) || isMultiple(volume, terms.volumeStep);
  return fits ? undefined : 'trade.invalid_volume';
};

/** Fill policies that market orders may have: mode and flags must both allow (§4.2). */
const marketFills = ({ record }: Terms): readonly Fill[] => {
  const flagged = record.fill_flags;
  if (record.execution_mode === 'exchange') return [...flagged, 'return'];
  const byMode: readonly Fill[] = record.execution_mode === 'market' ? ['fok', 'ioc'] : ['fok'];
  return byMode.filter((fill) => (flagged as readonly Fill[]).includes(fill));
};

/** The fill policy that a market order gets; undefined = none is allowed. */
export const fillOf = (terms: Terms, wanted: Fill | undefined): Fill | undefined => {
  const allowed = marketFills(terms);
  if (wanted !== undefined) return allowed.includes(wanted) ? wanted : undefined;
  return (['fok', 'ioc'] as const).find((fill) => allowed.includes(fill));
};

/** Is the fill policy of a market order allowed? */
export const marketFill = (terms: Terms, wanted: Fill | undefined): Fault =>
  fillOf(terms, wanted) === undefined ? 'trade.invalid_fill' : undefined;

/** Fill policy of a pending order: `return` always may be. */
export const pendingFill = ({ record }: Terms, fill: Fill): Fault =>
  fill === 'return' || record.fill_flags.includes(fill) ? undefined : 'trade.invalid_fill';

/** Lifetime: its kind must be allowed, and its end ahead. */
export const lifetime = (
  books: Books,
  { record }: Terms,
  { expiration, expiresAt }: Pick<Order, 'expiration' | 'expiresAt'>,
): Fault => {
  const allowed = record.expiration_flags.includes(expiration);
  const late = expiration !== 'gtc' && !(expiresAt > books.now);
  return allowed && !late ? undefined : 'trade.invalid_expiration';
};

/** The distance that levels ask for: at least one point, for dealers no more (§4.1). */
const levelOf = ({ record, point }: Terms, dealer: boolean): Decimal =>
  point.times(dealer ? 1 : Math.max(record.stops_level, 1));

/** Are levels looked at? Not in exchange mode. */
const levelled = ({ record }: Terms): boolean => record.execution_mode !== 'exchange';

/** Stops against the prices that they are measured from; 0 = no stop. */
export const stops = (
  terms: Terms,
  side: Side,
  sl: Decimal,
  tp: Decimal,
  from: Pick<Quote, 'bid' | 'ask'>,
  dealer: boolean,
): Fault => {
  for (const stop of [sl, tp]) {
    if (stop.lt(0) || !isMultiple(stop, terms.tickSize)) return 'trade.invalid_stops';
  }
  if (!levelled(terms)) return undefined;
  const level = levelOf(terms, dealer);
  const sign = side === 'buy' ? 1 : -1;
  const market = from[closedAt(side)];
  const lossAway = market.minus(sl).times(sign);
  const profitAway = tp.minus(market).times(sign);
  const near = (stop: Decimal, away: Decimal): boolean => !stop.isZero() && away.lt(level);
  return near(sl, lossAway) || near(tp, profitAway) ? 'trade.invalid_stops' : undefined;
};

/** The distance of a trailing stop; 0 = none (§4.9.6). */
export const trail = (terms: Terms, trailPts: number, dealer: boolean): Fault => {
  if (trailPts === 0 || dealer) return undefined;
  const { stops_level, freeze_level } = terms.record;
  const near = levelled(terms) && trailPts < stops_level;
  const frozen = freeze_level !== 0 && trailPts <= freeze_level;
  return near || frozen ? 'trade.invalid_stops' : undefined;
};

/** Price of a pending order, and the limit price of a stop-limit. */
export const pendingPrice = (
  terms: Terms,
  order: Pick<Order, 'kind' | 'side' | 'priceOrder' | 'priceStopLimit'>,
  quote: Quote,
  dealer: boolean,
): Fault => {
  const { kind, side, priceOrder, priceStopLimit } = order;
  const isStopLimit = kind === 'stop_limit';
  for (const price of isStopLimit ? [priceOrder, priceStopLimit] : [priceOrder]) {
    if (price.lte(0) || !isMultiple(price, terms.tickSize)) return 'trade.invalid_price';
  }
  if (!levelled(terms)) return undefined;
  const sign = side === 'buy' ? 1 : -1;
  const above = priceOrder.minus(quote[dealtAt(side)]).times(sign);
  const away = kind === 'limit' ? above.negated() : above;
  if (away.lt(levelOf(terms, dealer))) return 'trade.invalid_price';
  const wrong = isStopLimit && priceOrder.minus(priceStopLimit).times(sign).lte(0);
  return wrong ? 'trade.invalid_price' : undefined;
};

/** Is one of the prices within the freeze level of the market? 0 = off (§4.1). */
const isFrozen = ({ record, point }: Terms, prices: readonly Decimal[], market: Decimal) =>
  record.freeze_level > 0 &&
  prices.some(
    (price) => !price.isZero() && price.minus(market).abs().lte(point.times(record.freeze_level)),
  );

/** A position is frozen by a stop near its close price. */
export const frozenPosition = (terms: Terms, position: Position, quote: Quote): Fault =>
  isFrozen(terms, [position.sl, position.tp], quote[closedAt(position.side)])
    ? 'trade.frozen'
    : undefined;

/** An order is frozen by its price near the market. */
export const frozenOrder = (terms: Terms, order: Order, quote: Quote): Fault =>
  isFrozen(terms, [order.priceOrder], quote[dealtAt(order.side)]) ? 'trade.frozen' : undefined;

/** Must the oldest position close first? */
export const isFifo = (books: Books): boolean =>
  !books.netting && books.market.rules.group.fifo_close;

/** Only the oldest position of a symbol may be closed. */
export const fifo = (books: Books, position: Position): Fault => {
  if (!isFifo(books)) return undefined;
  const [oldest] = books.positions
    .filter(({ symbol }) => symbol === position.symbol)
    .sort((a, b) => a.openedAt - b.openedAt || a.id - b.id);
  return oldest?.id === position.id ? undefined : 'trade.fifo_prohibited';
};

/** No order against an existing position or order. */
export const hedging = (books: Books, symbol: string, side: Side): Fault => {
  if (books.netting || !books.market.rules.group.hedge_prohibited) return undefined;
  const opposite = [...books.positions, ...books.orders].some(
    (one) => one.symbol === symbol && one.side === against(side),
  );
  return opposite ? 'trade.hedge_prohibited' : undefined;
};

/** Count limits; 0 = none. The account's own comes before the group's. */
export const counts = (books: Books, symbol: string, pending: boolean): Fault => {
  const { group } = books.market.rules;
  const reached = (limit: number, count: number): boolean => limit > 0 && count >= limit;
  const { positions, orders, switches } = books;
  const limitOrders = switches.limit_orders || group.limit_orders;
  if (pending && reached(limitOrders, orders.length)) return 'trade.limit_orders';
  const limitPositions = switches.limit_positions || group.limit_positions;
  const isNew = !positions.some((one) => one.symbol === symbol);
  const counted = books.netting ? positions.length : positions.length + orders.length;
  if ((isNew || !books.netting) && reached(limitPositions, counted)) return 'trade.limit_positions';
  const symbols = new Set([...positions, ...orders].map((one) => one.symbol));
  const more = !symbols.has(symbol) && reached(group.limit_symbols, symbols.size);
  return more ? 'trade.limit_positions' : undefined;
};

/** Positions and orders of one side, with the new volume, within the symbol's limit. */
export const volumeLimit = (
  books: Books,
  terms: Terms,
  side: Side,
  volume: Decimal,
  exceptOrder = 0,
): Fault => {
  if (terms.volumeLimit.isZero()) return undefined;
  const rows = [...books.positions, ...books.orders.filter(({ id }) => id !== exceptOrder)].filter(
    (one) => one.symbol === terms.name && one.side === side,
  );
  const total = sum(rows.map((one) => one.volume)).plus(volume);
  return total.gt(terms.volumeLimit) ? 'trade.limit_volume' : undefined;
};
