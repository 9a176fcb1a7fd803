// Pending orders in time: triggers of stop-limits, activation, and the end of their lifetime.

import type { Order } from '../wire/records.js';
import { formatExact, PRICE_EXTRA } from '../wire/scale.js';
import { accessFault, type Prices, rateFault, volumeLimitFault } from './checks.js';
import { planFill } from './deals.js';
import { type Ask, dealPrice, decideServer } from './decide.js';
import { execution } from './fill.js';
import { openingFault } from './funds.js';
import { NO_STOPS } from './market.js';
import { pricesOf } from './money.js';
import type { EngineSymbol } from './symbols.js';
import { commit, explainOf, serverCause, type Turn } from './turn.js';

/** Is the order's price reached (trading-rules §4.6, triggers)? */
const isReached = (order: Order, prices: Prices): boolean => {
  const rising = (order.side === 'buy') !== (order.kind === 'limit');
  const market = prices.last > 0 ? prices.last : dealPrice(order.side, prices);
  return rising ? market >= order.price_order : market <= order.price_order;
};

const askOf = (kind: Ask['kind'], symbol: EngineSymbol, order: Order): Ask => ({
  kind,
  order_kind: order.kind,
  symbol,
  side: order.side,
  deal_side: order.side,
  volume: order.volume_current,
  price: order.price_order,
  deviation_pts: order.deviation_pts,
  comment: order.comment,
});

const triggerText = (order: Order): string =>
  `${order.kind} ${formatExact(order.price_order, order.digits + PRICE_EXTRA, order.digits)}`;

/** A stop-limit whose trigger is reached becomes a limit of the same id (trading-rules §4.6). */
export const triggerStopLimit = (turn: Turn, symbol: EngineSymbol, order: Order): void => {
  const prices = pricesOf(symbol, turn.ctx);
  if (!isReached(order, prices)) return;
  const decision = decideServer(turn, askOf('activate_stop_limit', symbol, order), prices);
  if (!decision.ok) return;
  const limit: Order = {
    ...order,
    kind: 'limit',
    price_order: order.price_stop_limit,
    activated_at: turn.now,
  };
  commit(turn, { kind: 'order', cause: serverCause('activate_stop_limit'), orders: [limit] });
};

/**
 * Activates a limit or stop whose price is reached: it is filled, or rejected when a check fails;
 * a decision against it leaves it in place (trading-rules §4.3, §4.6).
 */
export const activate = (turn: Turn, symbol: EngineSymbol, order: Order): void => {
  const prices = pricesOf(symbol, turn.ctx);
  if (!isReached(order, prices)) return;
  const decision = decideServer(turn, askOf('activate', symbol, order), prices);
  if (!decision.ok) return;
  const holding = turn.state.holdings.get(symbol.name);
  const target = turn.basis.group.netting ? (holding?.positions[0] ?? null) : null;
  const { side, volume_current: volume } = order;
  const reduces = target !== null && target.side !== side && volume <= target.volume;
  const market = side === 'buy' ? prices.ask : prices.bid;
  const cause = serverCause('activate');
  const checked = planFill(turn, symbol, side, volume, market, target);
  const fault =
    accessFault(turn, symbol, reduces ? null : side) ??
    rateFault(turn, symbol, side, market) ??
    volumeLimitFault(symbol, holding, side, 0) ??
    openingFault(turn, checked, order.reason, order);
  if (fault !== undefined) {
    const rejected: Order = { ...order, state: 'rejected', done_at: turn.now };
    const explain = explainOf(turn, symbol, decision.route, `${triggerText(order)}: ${fault}`);
    commit(turn, { kind: 'order', cause, orders: [rejected], explain });
    return;
  }
  const stops = decision.route.clear_stops ? NO_STOPS : {};
  const active: Order = { ...order, ...stops, activated_at: turn.now };
  const plan = planFill(turn, symbol, side, volume, decision.price, target);
  const facts = { order: active, reason: order.reason, comment: order.comment, cause };
  commit(turn, execution(turn, plan, facts, decision.route, triggerText(order)).change);
};

/** Ends an order whose lifetime is over (trading-rules §4.6). */
export const expire = (turn: Turn, order: Order): void => {
  const expired: Order = { ...order, state: 'expired', done_at: turn.now };
  commit(turn, { kind: 'order', cause: serverCause('expiration'), orders: [expired] });
};
