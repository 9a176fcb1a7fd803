// Pending orders whose price is reached: stop-limit triggers, and activations.

import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import type { Order } from '../../wire/trading/records.js';
import { copyOrder } from '../account/copies.js';
import { endedAs, isOver } from '../account/order-states.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import {
  accessFault,
  modeOf,
  quoteFault,
  rateFault,
  sessionFault,
  shutFault,
  volumeLimitFault,
} from '../checks/checks.js';
import { openingFault } from '../checks/funds.js';
import { execution, type FillPlan, planFill } from '../deals/deals.js';

import { pricesOf } from '../margin/money.js';
import {
  decideAndRun,
  finish,
  finishWithoutOrder,
  type Handler,
  orderRequest,
} from '../requests/checked-request.js';
import { dealPrice, decideHere, decideServer, decline } from '../requests/decide.js';
import { NO_STOPS, orderTarget, restEnded } from '../requests/market.js';
import type { Accepted, CheckedRequest, Decision } from '../requests/request.js';
import type { RoutingResult } from '../settings/routing.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { orderLock, providerRow } from '../turn/locks.js';
import { explainOf } from '../turn/turn.js';

/** Has the market reached the order's price (trading-rules §4.6, triggers)? */
const isReached = (order: Order, prices: GroupPrices): boolean => {
  const rising = (order.side === 'buy') !== (order.kind === 'limit');
  const market = prices.last > 0 ? prices.last : dealPrice(order.side, prices);
  return rising ? market >= order.price_order : market <= order.price_order;
};

/** Checks that the order still exists, has not expired, and can be dealt now. */
const reachedFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const order = turn.state.orders.get(checked.order?.id ?? 0);
  if (order === undefined || order.kind !== checked.order_kind) return 'trade.order_changed';
  if (isOver(order, turn.now)) return 'trade.order_changed';
  return sessionFault(turn, checked.symbol) ?? quoteFault(turn, checked.symbol, prices);
};

/** Leaves a declined order unchanged: the next tick tries again (§4.3). */
const leave = (turn: Turn, checked: CheckedRequest): Execution =>
  finishWithoutOrder(turn, checked, {});

/** The trigger of an activation, in words: `limit 1.09000` (§4.15). */
export const triggerText = (order: Order): string =>
  `${order.kind} ${formatExact(order.price_order, order.digits + PRICE_EXTRA, order.digits)}`;

/** Stop-limit triggers: the order becomes a limit order with the same id (§4.6). */
const TRIGGERING: Handler = {
  waiting: null,
  revalidate: reachedFault,
  decide: decideHere,
  execute: (turn, checked) => {
    const order = checked.order as Order;
    const limit: Order = {
      ...order,
      kind: 'limit',
      price_order: order.price_stop_limit,
      activated_at: turn.now,
    };
    return finish(turn, checked, { kind: 'order', cause: checked.cause, orders: [limit] }, {});
  },
  refuse: leave,
};

/**
 * Decides an activation. A limit order is never filled at a worse price than its own (trading-rules
 * §4.2).
 */
const decideActivation = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Decision => {
  const decision = decideServer(turn, checked, prices);
  if (!decision.ok || checked.order_kind !== 'limit') return decision;
  const { price, route } = decision;
  const worse = checked.side === 'buy' ? price > checked.price : price < checked.price;
  return worse ? decline(route, 'trade.price_changed') : decision;
};

/**
 * The checks at activation; the order's own reserve is still part of the margin (trading-rules
 * §3.8, §4.6).
 */
const activationFault = (turn: Turn, symbol: EngineSymbol, order: Order, plan: FillPlan): Fault => {
  const { side } = order;
  const { target } = plan;
  const reduces = target !== null && target.side !== side && plan.volume <= target.volume;
  return (
    (reduces ? undefined : shutFault(turn)) ??
    accessFault(turn, symbol, reduces ? null : side) ??
    rateFault(turn, symbol, reduces ? null : side, plan.price) ??
    volumeLimitFault(turn, symbol, turn.state.holdings.get(symbol.name), side, 0) ??
    openingFault(turn, plan, order.reason, order)
  );
};

/**
 * Ends an activated order that fails a check; undefined = it passes (§4.6, §4.8). A missing rate
 * does not end it: the order stays, and a later tick may bring the rate. Nor does a closed
 * platform, whose traders cannot place the order again.
 */
const endUnfit = (
  turn: Turn,
  checked: CheckedRequest,
  route: RoutingResult,
  volume = checked.volume,
): Execution | undefined => {
  const { symbol, cause, side } = checked;
  const order = checked.order as Order;
  const market = dealPrice(side, pricesOf(symbol, turn.ctx));
  const plan = planFill(turn, symbol, side, volume, market, orderTarget(turn, order));
  const fault = activationFault(turn, symbol, order, plan);
  if (fault === undefined) return undefined;
  if (fault === 'trade.off_quotes' || modeOf(turn) === 'closed') return leave(turn, checked);
  const state = endedAs(order.state, 'rejected');
  const ended: Order = { ...order, state, done_at: turn.now };
  const explain = explainOf(turn, symbol, route, `${triggerText(order)}: ${fault}`);
  return finish(turn, checked, { kind: 'order', cause, orders: [ended], explain }, {});
};

/** Fills an activated order, or ends it if a check fails (trading-rules §4.6). */
const executeActivation = (
  turn: Turn,
  checked: CheckedRequest,
  { route, price, volume }: Accepted,
): Execution => {
  const { symbol, cause, side } = checked;
  const order = checked.order as Order;
  const ended = endUnfit(turn, checked, route, volume);
  if (ended !== undefined) return ended;
  const target = orderTarget(turn, order);
  const active = copyOrder(order);
  if (route.clear_stops) Object.assign(active, NO_STOPS);
  active.activated_at = turn.now;
  const plan = planFill(turn, symbol, side, volume, price, target);
  const facts = { order: active, reason: order.reason, comment: order.comment, cause };
  const { change } = execution(turn, plan, facts, route, triggerText(order));
  if (order.fill !== 'return')
    change.orders = change.orders?.map((row) => restEnded(row, turn.now)) ?? [];
  return finish(turn, checked, change, {});
};

/** Activations. */
const ACTIVATING: Handler = {
  waiting: null,
  revalidate: reachedFault,
  decide: decideActivation,
  execute: executeActivation,
  beforeSending: endUnfit,
  refuse: leave,
};

/** The handlers of pending orders whose price is reached, by kind. */
export const ACTIVATION_HANDLERS = { activate: ACTIVATING, activate_stop_limit: TRIGGERING };

/** Starts the processing of a reached price, unless a request about the order waits already. */
const reach = (
  turn: Turn,
  symbol: EngineSymbol,
  order: Order,
  kind: keyof typeof ACTIVATION_HANDLERS,
): void => {
  const prices = pricesOf(symbol, turn.ctx);
  if (!isReached(order, prices) || orderLock(turn, order) !== undefined) return;
  if (providerRow(turn.state, order.id) !== undefined) return;
  decideAndRun(turn, orderRequest(kind, symbol, order), prices, ACTIVATION_HANDLERS[kind]);
};

/**
 * Turns a stop-limit whose trigger is reached into a limit order with the same id (trading-rules
 * §4.6).
 */
export const triggerStopLimit = (turn: Turn, symbol: EngineSymbol, order: Order): void =>
  reach(turn, symbol, order, 'activate_stop_limit');

/**
 * Activates a limit or stop order whose price is reached: it is filled, or rejected if a check
 * fails; a negative decision leaves it unchanged (trading-rules §4.3, §4.6).
 */
export const activate = (turn: Turn, symbol: EngineSymbol, order: Order): void =>
  reach(turn, symbol, order, 'activate');
