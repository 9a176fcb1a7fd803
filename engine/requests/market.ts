// Market requests: opening, and closing a position in whole or in part.

import type { Order, OrderKind, Position, Side } from '../../wire/trading/records.js';
import type { Execution, Fault, Holding, Turn } from '../account/types.js';
import { amountFault } from '../checks/amount-limit.js';
import {
  accessFault,
  accountFault,
  closeVolumeFault,
  countFault,
  fifoFault,
  fillFault,
  hedgeFault,
  kindFault,
  marketFill,
  missingPosition,
  quoteFault,
  rateFault,
  readPrice,
  readVolume,
  sessionFault,
  stopFlagsFault,
  volumeFault,
  volumeLimitFault,
} from '../checks/checks.js';
import { closingFault, openingFault } from '../checks/funds.js';
import {
  dealerPriceFault,
  marketPriceFault,
  positionFreezeFault,
  stopsFault,
  trailFault,
} from '../checks/price-levels.js';
import { hasRequotes, isProtected } from '../checks/worst-price.js';
import { execution, type FillPlan, planFill } from '../deals/deals.js';

import { opposite } from '../margin/margin.js';
import { closePrice, pricesOf } from '../margin/money.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { closingLock, sentClose } from '../turn/locks.js';
import {
  originOf,
  type RequestOf,
  type RequestTurn,
  reasonOf,
  refuseRequest,
} from '../turn/turn.js';
import {
  checkedOrder,
  decideAndRun,
  finish,
  type Handler,
  ownOrder,
  revalidationFault,
} from './checked-request.js';
import { dealPrice, decideMarket } from './decide.js';
import { refuseMarket, takenOffer } from './offers.js';
import type { Accepted, CheckedRequest } from './request.js';

/** The fields of a new order that differ between requests; others are empty. */
export type OrderTerms = Partial<
  Pick<
    Order,
    | 'fill'
    | 'expiration'
    | 'expires_at'
    | 'price_order'
    | 'price_stop_limit'
    | 'sl'
    | 'tp'
    | 'deviation_pts'
    | 'position_id'
    | 'by_position_id'
    | 'rate_margin'
    | 'trail_pts'
    | 'oco_order_id'
  >
>;

/** A new order; it takes the next order id. */
export const newOrder = (
  turn: RequestTurn,
  symbol: EngineSymbol,
  kind: OrderKind,
  side: Side,
  volume: number,
  terms: OrderTerms,
): Order => {
  const { request, command } = turn;
  return {
    id: turn.ctx.nextOrderId(),
    login: turn.state.login,
    symbol: symbol.name,
    kind,
    side,
    state: 'started',
    fill: terms.fill ?? 'fok',
    expiration: terms.expiration ?? 'gtc',
    expires_at: terms.expires_at ?? 0,
    volume_initial: volume,
    volume_current: volume,
    volume_filled: 0,
    price_order: terms.price_order ?? 0,
    price_stop_limit: terms.price_stop_limit ?? 0,
    price_filled: 0,
    sl: terms.sl ?? 0,
    tp: terms.tp ?? 0,
    deviation_pts: terms.deviation_pts ?? 0,
    position_id: terms.position_id ?? 0,
    by_position_id: terms.by_position_id ?? 0,
    reason: reasonOf(command),
    request_id: request.request_id,
    dealer: command.dealer,
    gateway_id: 0,
    external_id: '',
    expert_id: 'expert_id' in request ? (request.expert_id ?? 0) : 0,
    comment: 'comment' in request ? (request.comment ?? '') : '',
    contract_size: symbol.contract_size,
    digits: symbol.digits,
    currency_digits: turn.basis.group.record.currency_digits,
    rate_margin: terms.rate_margin ?? 0n,
    created_at: turn.now,
    activated_at: 0,
    done_at: 0,
    origin: originOf(command),
    trail_pts: terms.trail_pts ?? 0,
    oco_order_id: terms.oco_order_id ?? 0,
    volume_held: 0,
    volume_declined: 0,
  };
};

/** Stops after `clear_stops` (trading-rules §4.3, §4.9.9). */
export const NO_STOPS = { sl: 0, tp: 0, trail_pts: 0 } as const;

/** The netting position that an order changes; null in hedging. */
export const nettingTarget = (turn: Pick<RequestTurn, 'basis'>, holding: Holding | undefined) =>
  turn.basis.group.netting ? (holding?.positions[0] ?? null) : null;

/** Ends the rest of a partly filled order if it does not keep working (§4.6). */
export const restEnded = (order: Order, time: number): Order =>
  order.state === 'partial' ? { ...order, state: 'canceled', done_at: time } : order;

/**
 * The position that a fill of an order changes; null = the fill opens one. In netting it is the
 * present position of the symbol, also when the order was to close an earlier one. In hedging it is
 * the position to close (`closes`, 0 = none), and when that is gone, the position that an earlier
 * part of this order opened.
 */
export const orderTarget = (
  { basis, state: { holdings, positions } }: Turn,
  { id, symbol }: Order,
  closes = 0,
): Position | null => {
  if (basis.group.netting) return nettingTarget({ basis }, holdings.get(symbol));
  return positions.get(closes) ?? positions.get(id) ?? null;
};

/** The position that the request changes: the position to close, or the netting position. */
const targetOf = (turn: Turn, checked: CheckedRequest): Position | null => {
  if (checked.position_id !== 0) return turn.state.positions.get(checked.position_id) ?? null;
  return nettingTarget(turn, turn.state.holdings.get(checked.symbol.name));
};

/**
 * Checks the stops of an opening against the market after a wait, unless they were cleared (§4.1).
 */
const stopsAgainFault = (
  turn: Turn,
  { symbol, side, terms, row, cause }: CheckedRequest,
  prices: GroupPrices,
): Fault => {
  const { sl, tp, trail_pts } = row?.clear_stops === true ? NO_STOPS : terms;
  const isDealer = cause.source === 'dealer';
  const close = closePrice(side, prices.bid, prices.ask);
  return (
    stopsFault(turn, symbol, side, sl, tp, close, isDealer) ??
    trailFault(turn, symbol, trail_pts, isDealer)
  );
};

/** Checks an opening again after a wait (trading-rules §3.8, §4.1). */
const openAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const { symbol, deal_side: side, volume } = checked;
  const target = targetOf(turn, checked);
  const market = dealPrice(side, prices);
  const reduces = target !== null && target.side !== side && volume <= target.volume;
  const fault =
    revalidationFault(turn, checked, prices, reduces ? null : side) ??
    rateFault(turn, symbol, reduces ? null : side, market) ??
    stopsAgainFault(turn, checked, prices) ??
    (reduces ? undefined : amountFault(turn, symbol, volume, market));
  if (fault !== undefined || checked.skip_margin_check || !symbol.margin_check_process)
    return fault;
  const plan = planFill(turn, symbol, side, volume, market, target);
  return openingFault(turn, plan, checked.reason, null, checked.order?.id);
};

/** Checks a close and its position again after a wait (trading-rules §2.3, §3.8). */
const closeAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const { symbol, deal_side: side, volume } = checked;
  const position = turn.state.positions.get(checked.position_id);
  if (position === undefined || position.side === side) return 'trade.position_closed';
  if (volume > position.volume) return 'trade.invalid_close_volume';
  const fault =
    revalidationFault(turn, checked, prices, null) ?? sentClose(turn, position.id, checked.row?.id);
  if (fault !== undefined || checked.skip_margin_check || !symbol.margin_check_process)
    return fault;
  const plan = planFill(turn, symbol, side, volume, dealPrice(side, prices), position);
  return closingFault(turn, symbol, [plan], checked.reason);
};

/** Fills a market order in whole or in part; the rest ends. */
const executeMarket = (
  turn: Turn,
  checked: CheckedRequest,
  { route, price, volume }: Accepted,
): Execution => {
  const { symbol, cause, plan: known } = checked;
  const order = ownOrder(checked);
  if (route.clear_stops) Object.assign(order, NO_STOPS);
  const planned = known !== null && price === known.price && volume === known.volume;
  const plan = planned
    ? known
    : planFill(turn, symbol, checked.deal_side, volume, price, targetOf(turn, checked));
  const facts = { order, reason: order.reason, comment: order.comment, cause };
  const { deal, change } = execution(turn, plan, facts, route, '');
  const whole = volume === checked.volume;
  if (!whole) change.orders = change.orders?.map((row) => restEnded(row, turn.now)) ?? [];
  return finish(turn, checked, change, {
    status: whole ? 'done' : 'partial',
    order_id: order.id,
    deal_ids: String(deal.id),
    position_id: deal.position_id,
    volume,
    price,
  });
};

/** Openings after their checks. */
export const OPENING: Handler = {
  waiting: 'started',
  revalidate: openAgainFault,
  decide: decideMarket,
  execute: executeMarket,
  refuse: refuseMarket,
};

/** Closes after their checks. */
export const CLOSING: Handler = { ...OPENING, revalidate: closeAgainFault };

/**
 * The price that a request names, as its order has it: 0 = none, undefined = it cannot be one.
 * Where there are no requotes, it counts with a deviation alone (§4.11.1).
 */
const namedPrice = (
  symbol: EngineSymbol,
  request: RequestOf<'open'> | RequestOf<'close'>,
): number | undefined =>
  !hasRequotes(symbol) && !isProtected(request) ? 0 : readPrice(symbol, request.price);

/** A checked market request with its order. */
const marketWork = (
  turn: RequestTurn,
  request: RequestOf<'open'> | RequestOf<'close'>,
  terms: OrderTerms,
  plan: FillPlan,
): CheckedRequest => {
  const { symbol, side, volume } = plan;
  const order = newOrder(turn, symbol, 'market', side, volume, terms);
  const offer = takenOffer(turn, symbol, order, request.requote_of);
  const price = hasRequotes(symbol) ? order.price_order : 0;
  return checkedOrder(turn, symbol, order, price, plan, offer);
};

/** Opens at the market: a new position, or a change of the netting position (§4.1, §4.2). */
export const openMarket = (turn: RequestTurn, request: RequestOf<'open'>): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const symbol = turn.basis.group.symbol(request.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  const { side, trail_pts = 0 } = request;
  const prices = pricesOf(symbol, turn.ctx);
  const holding = turn.state.holdings.get(symbol.name);
  const target = nettingTarget(turn, holding);
  const volume = readVolume(request.volume);
  const reduces = target !== null && target.side !== side && (volume ?? 0) <= target.volume;
  const market = dealPrice(side, prices);
  const price = namedPrice(symbol, request);
  const sl = readPrice(symbol, request.sl);
  const tp = readPrice(symbol, request.tp);
  const fill = marketFill(symbol, request.fill);
  const closeSide = side === 'buy' ? prices.bid : prices.ask;
  const fault =
    accessFault(turn, symbol, reduces ? null : side) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    rateFault(turn, symbol, reduces ? null : side, market) ??
    kindFault(turn, symbol, 'market') ??
    stopFlagsFault(turn, symbol, sl, tp, trail_pts) ??
    volumeFault(turn, symbol, volume) ??
    fillFault(turn, symbol, fill) ??
    marketPriceFault(turn, symbol, price, request) ??
    dealerPriceFault(turn, symbol, price, market) ??
    stopsFault(turn, symbol, side, sl, tp, closeSide, turn.dealer) ??
    trailFault(turn, symbol, trail_pts, turn.dealer) ??
    hedgeFault(turn, symbol, holding, side) ??
    countFault(turn, symbol, false) ??
    volumeLimitFault(turn, symbol, holding, side, volume ?? 0);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (volume === undefined || fill === null) return refuseRequest(turn, 'trade.invalid_request');
  const plan = planFill(turn, symbol, side, volume, market, target);
  const unfunded =
    (reduces ? undefined : amountFault(turn, symbol, volume, market)) ??
    (request.skip_margin_check === true
      ? undefined
      : openingFault(turn, plan, reasonOf(turn.command), null));
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // All checks have passed: from here on there is an order.
  const terms: OrderTerms = {
    fill,
    price_order: price ?? 0,
    deviation_pts: request.deviation_pts ?? 0,
    position_id: 0,
    sl: sl ?? 0,
    tp: tp ?? 0,
    trail_pts,
    rate_margin: plan.rate_margin,
  };
  return decideAndRun(turn, marketWork(turn, request, terms, plan), prices, OPENING);
};

/** Closes a position by a market order, whole or in part (trading-rules §3.14, §4.1). */
export const closeMarket = (turn: RequestTurn, request: RequestOf<'close'>): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const position = turn.state.positions.get(request.position_id);
  if (position === undefined)
    return refuseRequest(turn, missingPosition(turn, request.position_id));
  const symbol = turn.basis.group.symbol(position.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  const holding = turn.state.holdings.get(position.symbol) as Holding;
  const prices = pricesOf(symbol, turn.ctx);
  const side = opposite(position.side);
  const market = dealPrice(side, prices);
  const volume = request.volume === undefined ? position.volume : readVolume(request.volume);
  const price = namedPrice(symbol, request);
  const fill = marketFill(symbol, request.fill);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    kindFault(turn, symbol, 'market') ??
    closeVolumeFault(turn, symbol, position, request.volume, volume) ??
    fillFault(turn, symbol, fill) ??
    marketPriceFault(turn, symbol, price, request) ??
    dealerPriceFault(turn, symbol, price, market) ??
    (turn.dealer ? undefined : positionFreezeFault(turn, symbol, position, prices)) ??
    closingLock(turn, position.id) ??
    (turn.dealer ? undefined : fifoFault(turn, holding, position));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (volume === undefined || fill === null) return refuseRequest(turn, 'trade.invalid_request');
  const plan = planFill(turn, symbol, side, volume, market, position);
  const reason = reasonOf(turn.command);
  const unfunded =
    request.skip_margin_check === true ? undefined : closingFault(turn, symbol, [plan], reason);
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // All checks have passed: from here on there is an order.
  const terms: OrderTerms = {
    fill,
    price_order: price ?? 0,
    deviation_pts: request.deviation_pts ?? 0,
    position_id: position.id,
    sl: 0,
    tp: 0,
    trail_pts: 0,
    rate_margin: plan.rate_margin,
  };
  return decideAndRun(turn, marketWork(turn, request, terms, plan), prices, CLOSING);
};
