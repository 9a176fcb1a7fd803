// Pending orders after their checks: placed, changed or cancelled, immediately or after a wait.

import type { Mutable } from '../../wire/base/object.js';
import type { Order } from '../../wire/trading/records.js';
import { copyOrder } from '../account/copies.js';
import { isOver, restingState } from '../account/order-states.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { reserveFault } from '../checks/funds.js';
import { pendingPriceFault, stopsFault, trailFault } from '../checks/price-levels.js';
import { marginRate } from '../margin/profit.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { isCancelled } from '../turn/locks.js';
import {
  finish,
  finishWithoutOrder,
  type Handler,
  ownOrder,
  refusedOutcome,
  rejectOrder,
  revalidationFault,
} from './checked-request.js';
import { decidePlacing, decidePlain } from './decide.js';
import { NO_STOPS, nettingTarget } from './market.js';
import { partnerFault, withPartner } from './oco.js';
import type { CheckedRequest, Declined } from './request.js';

/**
 * The price at which a pending order will be filled: for a stop-limit its limit price (§3.4,
 * §4.1).
 */
export const dealtAt = (kind: Order['kind'], price: number, limit: number): number =>
  kind === 'stop_limit' ? limit : price;

/** New values of a changed order; undefined = invalid. */
interface Levels {
  readonly price: number | undefined;
  readonly limit: number | undefined;
  readonly sl: number | undefined;
  readonly tp: number | undefined;
  readonly trail_pts: number;
}

/** Checks price and stops of a changed order, if they or their inputs changed (§4.1). */
export const movedFault = (
  turn: Turn,
  symbol: EngineSymbol,
  order: Order,
  to: Levels,
  prices: GroupPrices,
  dealer: boolean,
): Fault => {
  const { kind, side } = order;
  const moved = to.price !== order.price_order || to.limit !== order.price_stop_limit;
  const fault = moved
    ? pendingPriceFault(turn, symbol, kind, side, to.price, to.limit, prices, dealer)
    : undefined;
  if (fault !== undefined) return fault;
  const at = dealtAt(kind, to.price ?? 0, to.limit ?? 0);
  const sl = moved || to.sl !== order.sl ? to.sl : 0;
  const tp = moved || to.tp !== order.tp ? to.tp : 0;
  const trail = to.trail_pts === order.trail_pts ? 0 : to.trail_pts;
  return (
    stopsFault(turn, symbol, side, sl, tp, at, dealer) ?? trailFault(turn, symbol, trail, dealer)
  );
};

/** The result of a request that leaves the order as the client knows it. */
const outcomeOf = (order: Order, status: 'placed' | 'done') => ({
  status,
  order_id: order.id,
  volume: order.volume_current,
  price: order.price_order,
});

/** Checks account, market and price again before a placement that had to wait. */
const placeAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const { symbol, side } = checked;
  const order = checked.order as Order;
  const target = nettingTarget(turn, turn.state.holdings.get(symbol.name));
  const reduces = target !== null && target.side !== side && checked.volume <= target.volume;
  const isDealer = checked.cause.source === 'dealer';
  const { kind, price_order, price_stop_limit } = order;
  const fault =
    revalidationFault(turn, checked, prices, reduces ? null : side) ??
    partnerFault(turn, checked.terms.oco_order_id) ??
    (order.expires_at !== 0 && order.expires_at <= turn.now
      ? 'trade.invalid_expiration'
      : undefined) ??
    pendingPriceFault(turn, symbol, kind, side, price_order, price_stop_limit, prices, isDealer);
  if (fault !== undefined || checked.skip_margin_check || !symbol.margin_check_process)
    return fault;
  return reserveFault(turn, symbol, order);
};

/** Placements after their checks. */
export const PLACING: Handler = {
  waiting: 'started',
  revalidate: placeAgainFault,
  decide: decidePlacing,
  execute: (turn, checked, { route }) => {
    const placed = ownOrder(checked);
    placed.state = 'placed';
    placed.oco_order_id = checked.terms.oco_order_id;
    if (route.clear_stops) Object.assign(placed, NO_STOPS);
    const orders = withPartner(turn, placed);
    const change = { kind: 'order' as const, cause: checked.cause, orders };
    return finish(turn, checked, change, outcomeOf(placed, 'placed'));
  },
  refuse: rejectOrder,
};

/** Checks that the order of a waiting change or cancel has not changed (trading-rules §2.3). */
const orderAgainFault = (turn: Turn, checked: CheckedRequest): Fault =>
  turn.state.orders.has(checked.order?.id ?? 0) ? undefined : 'trade.order_changed';

/** The order with the requested changes; `rate_margin` is updated with the prices (§3.4). */
export const changedTo = (turn: Turn, checked: CheckedRequest): Mutable<Order> => {
  const order = checked.order as Order;
  const { price: price_order, terms, symbol } = checked;
  const { price_stop_limit, sl, tp, trail_pts, expiration, expires_at } = terms;
  const moved = price_order !== order.price_order || price_stop_limit !== order.price_stop_limit;
  const at = dealtAt(order.kind, price_order, price_stop_limit);
  return {
    ...order,
    price_order,
    price_stop_limit,
    sl,
    tp,
    trail_pts,
    expiration,
    expires_at,
    rate_margin: moved ? marginRate(symbol, order.side, at, turn.ctx) : order.rate_margin,
  };
};

/** Checks order and market again after a change had to wait. */
const changeAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const gone = orderAgainFault(turn, checked) ?? revalidationFault(turn, checked, prices, null);
  if (gone !== undefined) return gone;
  const order = checked.order as Order;
  if (order.volume_filled > 0 || isCancelled(turn.state, order.id)) return 'trade.order_changed';
  if (isOver(order, turn.now)) return 'trade.order_changed';
  const { expires_at } = checked.terms;
  if (expires_at !== 0 && expires_at <= turn.now) return 'trade.invalid_expiration';
  const isDealer = checked.cause.source === 'dealer';
  const changed = changedTo(turn, checked);
  const { sl, tp, trail_pts } = changed;
  const to = { price: changed.price_order, limit: changed.price_stop_limit, sl, tp, trail_pts };
  const fault = movedFault(turn, checked.symbol, order, to, prices, isDealer);
  const { margin_check_process } = checked.symbol;
  if (fault !== undefined || checked.skip_margin_check || !margin_check_process) return fault;
  return reserveFault(turn, checked.symbol, changed, true);
};

/** Ends a request without effect; the order keeps its state from before. */
const leaveOrder = (turn: Turn, checked: CheckedRequest, declined: Declined): Execution => {
  const { cause, row } = checked;
  const outcome = refusedOutcome(declined, { order_id: checked.order?.id ?? 0 });
  const order = turn.state.orders.get(checked.order?.id ?? 0);
  if (row === null || order === undefined) return finishWithoutOrder(turn, checked, outcome);
  const ending = isCancelled(turn.state, order.id);
  const rested: Order = { ...order, state: ending ? order.state : restingState(order) };
  return finish(turn, checked, { kind: 'order', cause, orders: [rested] }, outcome);
};

/** Changes of orders after their checks. */
export const MODIFYING: Handler = {
  waiting: 'request_modify',
  revalidate: changeAgainFault,
  decide: decidePlain,
  execute: (turn, checked, { route }) => {
    const changed = changedTo(turn, checked);
    if (route.clear_stops) Object.assign(changed, NO_STOPS);
    changed.state = restingState(changed);
    const change = { kind: 'order' as const, cause: checked.cause, orders: [changed] };
    return finish(turn, checked, change, outcomeOf(changed, 'placed'));
  },
  refuse: leaveOrder,
};

/** Checks that the order still works, and that no other cancel of it is at its provider. */
const cancelAgainFault = (turn: Turn, checked: CheckedRequest): Fault =>
  orderAgainFault(turn, checked) ??
  (isCancelled(turn.state, checked.order?.id ?? 0) ? 'trade.order_changed' : undefined);

/** Cancels after their checks. */
export const CANCELLING: Handler = {
  waiting: 'request_cancel',
  revalidate: cancelAgainFault,
  decide: decidePlain,
  execute: (turn, checked) => {
    const order = copyOrder(checked.order as Order);
    order.state = 'canceled';
    order.done_at = turn.now;
    const change = { kind: 'order' as const, cause: checked.cause, orders: [order] };
    return finish(turn, checked, change, outcomeOf(order, 'done'));
  },
  refuse: leaveOrder,
};
