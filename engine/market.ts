// Market requests: open, and close of a position, whole or in part.

import type { Fill, Order, OrderKind, Side, TradeResult } from '../wire/records.js';
import {
  accessFault,
  accountFault,
  closeVolumeFault,
  countFault,
  type Fault,
  fifoFault,
  hedgeFault,
  kindFault,
  marketFill,
  missingPosition,
  onTick,
  type Prices,
  positionFreezeFault,
  quoteFault,
  rateFault,
  readPrice,
  readVolume,
  sessionFault,
  stopFlagsFault,
  stopsFault,
  volumeFault,
  volumeLimitFault,
  worthFault,
} from './checks.js';
import { type FillPlan, planFill } from './deals.js';
import { type Ask, type Declined, dealPrice, decideMarket } from './decide.js';
import { execution } from './fill.js';
import { closingFault, openingFault } from './funds.js';
import { opposite } from './margin.js';
import { pricesOf } from './money.js';
import type { EngineSymbol } from './symbols.js';
import { trailFault } from './trailing.js';
import {
  commit,
  originOf,
  type RequestOf,
  type RequestTurn,
  reasonOf,
  refuseRequest,
  rememberedOf,
  resultOf,
} from './turn.js';
import type { Execution, Holding } from './types.js';

/** What differs between the new orders of requests; the rest is empty. */
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

/** A new order of a request; its id is taken here. */
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
  };
};

/** Ends a started order that was decided against: it is history, and the answer is remembered. */
export const rejectOrder = (
  turn: RequestTurn,
  symbol: EngineSymbol,
  order: Order,
  decision: Declined,
): Execution => {
  const { code, message, status } = decision;
  const result = resultOf(turn, turn.request.request_id, symbol, {
    code,
    message,
    status,
    order_id: order.id,
    position_id: order.position_id,
    volume: 0,
  });
  commit(turn, {
    kind: 'order',
    cause: turn.cause,
    orders: [{ ...order, state: 'rejected', done_at: turn.now }],
    remembered: rememberedOf(turn, result),
  });
  return { ok: true, events: turn.events, result };
};

/** What `clear_stops` leaves of an order's stops (trading-rules §4.3, engine/README.md §1.9). */
export const NO_STOPS = { sl: 0, tp: 0, trail_pts: 0 } as const;

/** A market order after its checks: started, decided, filled as planned or rejected. */
const trade = (
  turn: RequestTurn,
  ask: Ask,
  prices: Prices,
  checked: FillPlan,
  fill: Fill,
  stops: Pick<Order, 'sl' | 'tp' | 'trail_pts'>,
): Execution => {
  const { symbol, deal_side, volume } = ask;
  const { target } = checked;
  const order = newOrder(turn, symbol, 'market', deal_side, volume, {
    fill,
    price_order: ask.price,
    deviation_pts: ask.deviation_pts,
    position_id: ask.kind === 'close' || ask.kind === 'dealer_close' ? (target?.id ?? 0) : 0,
    sl: stops.sl,
    tp: stops.tp,
    trail_pts: stops.trail_pts,
    rate_margin: checked.rate_margin,
  });
  const decision = decideMarket(turn, ask, prices);
  if (!decision.ok) return rejectOrder(turn, symbol, order, decision);
  const cleared = decision.route.clear_stops ? { ...order, ...NO_STOPS } : order;
  const { price } = decision;
  const plan =
    price === checked.price ? checked : planFill(turn, symbol, deal_side, volume, price, target);
  const { reason, comment } = order;
  const { cause } = turn;
  const rows = execution(
    turn,
    plan,
    { order: cleared, reason, comment, cause },
    decision.route,
    '',
  );
  const outcome: Partial<TradeResult> = {
    order_id: order.id,
    deal_ids: String(rows.deal.id),
    position_id: rows.deal.position_id,
    volume,
    price,
  };
  const result = resultOf(turn, turn.request.request_id, symbol, outcome);
  rows.change.remembered = rememberedOf(turn, result);
  commit(turn, rows.change);
  return { ok: true, events: turn.events, result };
};

/** The netting position that an order of a side meets; null in hedging, where none is met. */
export const nettingTarget = (turn: Pick<RequestTurn, 'basis'>, holding: Holding | undefined) =>
  turn.basis.group.netting ? (holding?.positions[0] ?? null) : null;

/** A price that an instant or request symbol needs; market mode ignores what is sent (§4.2). */
const marketPriceFault = (symbol: EngineSymbol, price: number | undefined): Fault => {
  if (symbol.execution_mode === 'market' || symbol.execution_mode === 'exchange') return undefined;
  const usable = price !== undefined && price !== 0 && onTick(symbol, price);
  return usable ? undefined : 'trade.invalid_price';
};

const askOf = (
  turn: RequestTurn,
  request: RequestOf<'open'> | RequestOf<'close'>,
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  price = 0,
): Ask => ({
  kind: turn.cause.kind,
  order_kind: 'market',
  symbol,
  side,
  deal_side: side,
  volume,
  price,
  deviation_pts: request.deviation_pts ?? 0,
  comment: request.comment ?? '',
});

/** Opens by a market order: a new position, or a change of the netting one (§4.1, §4.2). */
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
  const price = symbol.execution_mode === 'market' ? 0 : readPrice(symbol, request.price);
  const sl = readPrice(symbol, request.sl);
  const tp = readPrice(symbol, request.tp);
  const fill = marketFill(symbol, request.fill);
  const closeSide = side === 'buy' ? prices.bid : prices.ask;
  const fault =
    accessFault(turn, symbol, reduces ? null : side) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    rateFault(turn, symbol, side, market) ??
    kindFault(symbol, 'market') ??
    stopFlagsFault(symbol, sl, tp, trail_pts) ??
    volumeFault(symbol, volume) ??
    (fill === null ? 'trade.invalid_fill' : undefined) ??
    marketPriceFault(symbol, price) ??
    stopsFault(symbol, side, sl, tp, closeSide, turn.dealer) ??
    trailFault(symbol, trail_pts, turn.dealer) ??
    hedgeFault(turn, holding, side) ??
    countFault(turn, holding, false) ??
    volumeLimitFault(symbol, holding, side, volume ?? 0);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (volume === undefined || fill === null) return refuseRequest(turn, 'trade.invalid_request');
  const plan = planFill(turn, symbol, side, volume, market, target);
  const unfunded =
    worthFault(symbol, volume, market) ??
    (request.skip_margin_check === true
      ? undefined
      : openingFault(turn, plan, reasonOf(turn.command), null));
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // The checks have passed: from here on there is an order.
  const ask = askOf(turn, request, symbol, side, volume, price);
  return trade(turn, ask, prices, plan, fill, { sl: sl ?? 0, tp: tp ?? 0, trail_pts });
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
  const price = symbol.execution_mode === 'market' ? 0 : readPrice(symbol, request.price);
  const fill = marketFill(symbol, request.fill);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    kindFault(symbol, 'market') ??
    closeVolumeFault(symbol, position, volume) ??
    (fill === null ? 'trade.invalid_fill' : undefined) ??
    marketPriceFault(symbol, price) ??
    (turn.dealer
      ? undefined
      : (positionFreezeFault(symbol, position, prices) ?? fifoFault(turn, holding, position)));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (volume === undefined || fill === null) return refuseRequest(turn, 'trade.invalid_request');
  const plan = planFill(turn, symbol, side, volume, market, position);
  const reason = reasonOf(turn.command);
  const unfunded =
    request.skip_margin_check === true ? undefined : closingFault(turn, symbol, [plan], reason);
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // The checks have passed: from here on there is an order.
  const ask = askOf(turn, request, symbol, side, volume, price);
  return trade(turn, ask, prices, plan, fill, NO_STOPS);
};
