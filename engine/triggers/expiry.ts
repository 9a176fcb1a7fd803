// Expiry: the end of orders whose lifetime is over.

import type { Order } from '../../wire/trading/records.js';
import { symbolOf } from '../account/basis.js';
import { isOver } from '../account/order-states.js';
import type { Execution, Holding, Turn } from '../account/types.js';
import { pricesOf } from '../margin/money.js';
import {
  decideAndRun,
  finish,
  finishWithoutOrder,
  type Handler,
  orderRequest,
} from '../requests/checked-request.js';
import { decideHere } from '../requests/decide.js';
import type { CheckedRequest } from '../requests/request.js';
import { cancelWaits, expirationWaits, isCancelled } from '../turn/locks.js';

/**
 * Does expiry end the working order now? An order that is being cancelled is left alone (§4.6,
 * §4.8).
 */
const endsNow = (turn: Turn, order: Order | undefined): order is Order => {
  if (order === undefined || !isOver(order, turn.now)) return false;
  if (order.state === 'started' || order.state === 'request_cancel') return false;
  return !isCancelled(turn.state, order.id) && !cancelWaits(turn.state, order.id);
};

const expire = (turn: Turn, checked: CheckedRequest): Execution => {
  const order: Order = { ...(checked.order as Order), state: 'expired', done_at: turn.now };
  return finish(turn, checked, { kind: 'order', cause: checked.cause, orders: [order] }, {});
};

/**
 * Expirations. A negative decision is ignored; if the order ended or got another lifetime during a
 * wait, the request is dropped (trading-rules §4.3).
 */
export const EXPIRING: Handler = {
  waiting: null,
  revalidate: (turn, { order }) =>
    endsNow(turn, order ?? undefined) ? undefined : 'trade.order_changed',
  decide: decideHere,
  execute: expire,
  refuse: (turn, checked) =>
    endsNow(turn, checked.order ?? undefined)
      ? expire(turn, checked)
      : finishWithoutOrder(turn, checked, {}),
};

/**
 * Ends expired orders, or makes their end wait where a rule says so (§4.3, §4.6), until the turn
 * has `most` events.
 */
export const expireDue = (turn: Turn, orders: Iterable<Order>, most: number): void => {
  for (const { id, expires_at } of [...orders]) {
    if (turn.events.length >= most) return;
    if (expires_at === 0 || expires_at > turn.now) continue;
    const order = turn.state.orders.get(id);
    if (!endsNow(turn, order) || expirationWaits(turn.state, id)) continue;
    const symbol = symbolOf(turn.basis, turn.state.holdings.get(order.symbol) as Holding);
    const checked = orderRequest('expiration', symbol, order);
    decideAndRun(turn, checked, pricesOf(symbol, turn.ctx), EXPIRING);
  }
};
