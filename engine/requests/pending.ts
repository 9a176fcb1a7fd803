// Requests for pending orders: place, change, cancel.

import type { Code } from '../../wire/base/codes.js';
import { TIME_EXAMPLE } from '../../wire/base/time.js';
import type { Order } from '../../wire/trading/records.js';
import { fail, missing } from '../account/failed.js';
import type { Execution, Fault } from '../account/types.js';
import { amountFault } from '../checks/amount-limit.js';
import {
  accessFault,
  accountFault,
  countFault,
  expirationFault,
  fillFault,
  hedgeFault,
  kindFault,
  missingOrder,
  pendingFill,
  quoteFault,
  rateFault,
  readPrice,
  readVolume,
  sessionFault,
  stopFlagsFault,
  volumeFault,
  volumeLimitFault,
} from '../checks/checks.js';
import { expiryOf } from '../checks/expiry.js';
import { NEWEST, type Reserve, reserveFault } from '../checks/funds.js';
import {
  orderFreezeFault,
  pendingPriceFault,
  stopsFault,
  trailFault,
} from '../checks/price-levels.js';
import { pricesOf } from '../margin/money.js';
import { marginRate } from '../margin/profit.js';
import { changedTrail } from '../margin/trailing.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { cancelLock, orderLock } from '../turn/locks.js';
import { type RequestOf, type RequestTurn, refuseRequest } from '../turn/turn.js';
import { checkedOrder, checkedRequest, decideAndRun } from './checked-request.js';
import { nettingTarget, newOrder, type OrderTerms } from './market.js';
import { partnerFault } from './oco.js';
import { CANCELLING, dealtAt, MODIFYING, movedFault, PLACING } from './orders.js';
import type { CheckedRequest } from './request.js';

/**
 * A stop-limit has a limit price, and no other order; `specified` lifetimes have a time, and no
 * others.
 */
const shapeFault = (
  turn: RequestTurn,
  kind: Order['kind'],
  request: { readonly price_stop_limit?: string; readonly expires_at?: string },
  expiration: Order['expiration'],
): Fault => {
  const { price_stop_limit, expires_at } = request;
  if (kind !== 'stop_limit' && price_stop_limit !== undefined) {
    return unfit(turn, 'price_stop_limit', 'a stop_limit order');
  }
  const isTimed = expiration === 'specified' || expiration === 'specified_day';
  return !isTimed && expires_at !== undefined
    ? unfit(turn, 'expires_at', 'expiration specified or specified_day')
    : undefined;
};

const unfit = (turn: RequestTurn, field: string, whose: string): Fault =>
  fail(turn, 'trade.invalid_request', () => ({
    message: `${field}: belongs to ${whose} alone.`,
    figures: { field },
  }));

/** Checks the fields that a new order of this kind and lifetime must have (§4.1.1). */
const missingFault = (turn: RequestTurn, request: RequestOf<'pending'>): Fault => {
  const { order_kind, price_stop_limit, expiration } = request;
  if (order_kind === 'stop_limit' && price_stop_limit === undefined) {
    return missing(turn, 'price_stop_limit', 'in a stop_limit order.');
  }
  return missingTime(turn, expiration, request.expires_at);
};

/** Checks that a lifetime with a time has the time. */
const missingTime = (
  turn: RequestTurn,
  expiration: Order['expiration'] | undefined,
  at: string | undefined,
): Fault => {
  const isTimed = expiration === 'specified' || expiration === 'specified_day';
  return isTimed && at === undefined
    ? missing(turn, 'expires_at', `with expiration ${expiration}, such as ${TIME_EXAMPLE}.`)
    : undefined;
};

/** Places a pending order (trading-rules §4.1, §4.6). */
export const placePending = (turn: RequestTurn, request: RequestOf<'pending'>): Execution => {
  const { side, order_kind: kind, expiration = 'gtc', trail_pts = 0, oco_order_id = 0 } = request;
  const shut =
    shapeFault(turn, kind, request, expiration) ??
    missingFault(turn, request) ??
    accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const symbol = turn.basis.group.symbol(request.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  const unpaired = partnerFault(turn, oco_order_id);
  if (unpaired !== undefined) return refuseRequest(turn, unpaired, symbol);
  const prices = pricesOf(symbol, turn.ctx);
  const holding = turn.state.holdings.get(symbol.name);
  const target = nettingTarget(turn, holding);
  const volume = readVolume(request.volume);
  const reduces = target !== null && target.side !== side && (volume ?? 0) <= target.volume;
  const price = readPrice(symbol, request.price);
  const limit = readPrice(symbol, request.price_stop_limit);
  const sl = readPrice(symbol, request.sl);
  const tp = readPrice(symbol, request.tp);
  const fill = pendingFill(symbol, request.fill);
  const expiresAt = expiryOf(turn, symbol, expiration, request.expires_at);
  const at = dealtAt(kind, price ?? 0, limit ?? 0);
  const fault =
    accessFault(turn, symbol, reduces ? null : side) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    rateFault(turn, symbol, side, at) ??
    kindFault(turn, symbol, kind) ??
    stopFlagsFault(turn, symbol, sl, tp, trail_pts) ??
    volumeFault(turn, symbol, volume) ??
    fillFault(turn, symbol, fill) ??
    expirationFault(turn, symbol, expiration, expiresAt) ??
    pendingPriceFault(turn, symbol, kind, side, price, limit, prices, turn.dealer) ??
    stopsFault(turn, symbol, side, sl, tp, at, turn.dealer) ??
    trailFault(turn, symbol, trail_pts, turn.dealer) ??
    hedgeFault(turn, symbol, holding, side) ??
    countFault(turn, symbol, true) ??
    volumeLimitFault(turn, symbol, holding, side, volume ?? 0) ??
    amountFault(turn, symbol, volume ?? 0, at);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (volume === undefined || fill === null) return refuseRequest(turn, 'trade.invalid_request');
  const terms: OrderTerms = {
    fill,
    expiration,
    expires_at: expiresAt ?? 0,
    price_order: price ?? 0,
    price_stop_limit: limit ?? 0,
    sl: sl ?? 0,
    tp: tp ?? 0,
    trail_pts,
    rate_margin: marginRate(symbol, side, at, turn.ctx),
  };
  const probe: Reserve = { id: NEWEST, side, kind, volume_current: volume, ...terms };
  const unfunded =
    request.skip_margin_check === true ? undefined : reserveFault(turn, symbol, probe);
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // All checks have passed: from here on there is an order.
  const order = newOrder(turn, symbol, kind, side, volume, terms);
  const checked = checkedOrder(turn, symbol, order, order.price_order, null);
  const asked = oco_order_id === 0 ? checked : { ...checked, terms: { ...order, oco_order_id } };
  return decideAndRun(turn, asked, prices, PLACING);
};

/** The order with the request's changes; undefined = a value is invalid. */
const changedOrder = (turn: RequestTurn, symbol: EngineSymbol, order: Order) => {
  const request = turn.request as RequestOf<'pending_modify'>;
  const read = (text: string | undefined, kept: number): number | undefined =>
    text === undefined ? kept : readPrice(symbol, text);
  const sl = read(request.sl, order.sl);
  const expiration = request.expiration ?? order.expiration;
  const renewed = request.expiration !== undefined || request.expires_at !== undefined;
  return {
    price: read(request.price, order.price_order),
    limit: read(request.price_stop_limit, order.price_stop_limit),
    sl,
    tp: read(request.tp, order.tp),
    trail_pts: changedTrail(request, sl, order.trail_pts),
    expiration,
    expiresAt: renewed ? expiryOf(turn, symbol, expiration, request.expires_at) : order.expires_at,
    renewed,
  };
};

type Changed = ReturnType<typeof changedOrder>;

const isSame = (order: Order, to: Changed): boolean =>
  to.price === order.price_order &&
  to.limit === order.price_stop_limit &&
  to.sl === order.sl &&
  to.tp === order.tp &&
  to.trail_pts === order.trail_pts &&
  to.expiration === order.expiration &&
  to.expiresAt === order.expires_at;

/** The working order of an id with its symbol, or the code of the missing thing. */
const namedOrder = (
  turn: RequestTurn,
  id: number,
): Code | { readonly order: Order; readonly symbol: EngineSymbol } => {
  const order = turn.state.orders.get(id);
  if (order === undefined) return missingOrder(turn, id);
  const symbol = turn.basis.group.symbol(order.symbol);
  return symbol === undefined ? 'trade.symbol_not_found' : { order, symbol };
};

/** A checked request about a working order, whose new values are in `to`. */
const aboutOrder = (
  turn: RequestTurn,
  symbol: EngineSymbol,
  order: Order,
  to: Order,
): CheckedRequest =>
  checkedRequest(turn, {
    order_kind: order.kind,
    symbol,
    side: order.side,
    deal_side: order.side,
    volume: order.volume_current,
    price: to.price_order,
    comment: order.comment,
    order,
    terms: to,
    position_id: 0,
  });

/** Changes prices, stops or lifetime of a pending order (trading-rules §4.1, §4.6). */
export const modifyPending = (
  turn: RequestTurn,
  request: RequestOf<'pending_modify'>,
): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const named = namedOrder(turn, request.order_id);
  if (typeof named === 'string') return refuseRequest(turn, named);
  const { order, symbol } = named;
  if (order.volume_filled > 0) return refuseRequest(turn, 'trade.order_changed', symbol);
  const prices = pricesOf(symbol, turn.ctx);
  const to = changedOrder(turn, symbol, order);
  const newSl = to.sl === order.sl ? 0 : to.sl;
  const newTp = to.tp === order.tp ? 0 : to.tp;
  const newTrail = to.trail_pts === order.trail_pts ? 0 : to.trail_pts;
  const fault =
    shapeFault(turn, order.kind, request, to.expiration) ??
    missingTime(turn, request.expiration, request.expires_at) ??
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    stopFlagsFault(turn, symbol, newSl, newTp, newTrail) ??
    (to.renewed ? expirationFault(turn, symbol, to.expiration, to.expiresAt) : undefined) ??
    (isSame(order, to) ? 'trade.no_changes' : undefined) ??
    movedFault(turn, symbol, order, to, prices, turn.dealer) ??
    (turn.dealer ? undefined : orderFreezeFault(turn, symbol, order, prices)) ??
    orderLock(turn, order);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  const price_order = to.price ?? 0;
  const price_stop_limit = to.limit ?? 0;
  const at = dealtAt(order.kind, price_order, price_stop_limit);
  const moved = price_order !== order.price_order || price_stop_limit !== order.price_stop_limit;
  const changed: Order = {
    ...order,
    price_order,
    price_stop_limit,
    sl: to.sl ?? 0,
    tp: to.tp ?? 0,
    trail_pts: to.trail_pts,
    expiration: to.expiration,
    expires_at: to.expiresAt ?? 0,
    rate_margin: moved ? marginRate(symbol, order.side, at, turn.ctx) : order.rate_margin,
  };
  const unfunded =
    moved && request.skip_margin_check !== true
      ? reserveFault(turn, symbol, changed, true)
      : undefined;
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // All checks have passed: from here on the request id is used up.
  return decideAndRun(turn, aboutOrder(turn, symbol, order, changed), prices, MODIFYING);
};

/** Cancels a pending order, or one that a provider has accepted (trading-rules §4.1, §4.6). */
export const cancelPending = (
  turn: RequestTurn,
  request: RequestOf<'pending_cancel'>,
): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const named = namedOrder(turn, request.order_id);
  if (typeof named === 'string') return refuseRequest(turn, named);
  const { order, symbol } = named;
  const prices = pricesOf(symbol, turn.ctx);
  const isMarket = order.kind === 'market';
  const fault =
    accessFault(turn, symbol, null) ??
    (turn.dealer ? undefined : sessionFault(turn, symbol)) ??
    (turn.dealer || symbol.freeze_level === 0 ? undefined : quoteFault(turn, symbol, prices)) ??
    (turn.dealer || isMarket ? undefined : orderFreezeFault(turn, symbol, order, prices)) ??
    cancelLock(turn.state, order, turn.dealer);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);

  // All checks have passed: from here on the request id is used up.
  return decideAndRun(turn, aboutOrder(turn, symbol, order, order), prices, CANCELLING);
};
