// One-cancels-other pairs: which orders can be partners, and the rows when a pair is made.

import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { Fault, Turn } from '../account/types.js';
import { missingOrder } from '../checks/checks.js';
import { orderLock, plainKind } from '../turn/locks.js';

/** Checks whether the order `id` can become a partner; 0 = none requested (§4.10.1). */
export const partnerFault = (turn: Turn, id: number): Fault => {
  if (id === 0) return undefined;
  const order = turn.state.orders.get(id);
  if (order === undefined) return missingOrder(turn, id);
  if (order.state === 'partial' || order.oco_order_id !== 0) return 'trade.order_changed';
  return orderLock(turn, order);
};

/** Is an order at a provider waiting to become one of a pair? */
const isUnpaired = (order: Order, row: Queued): boolean =>
  plainKind(row) === 'pending' && row.oco_order_id !== 0 && order.oco_order_id === 0;

/** Checks whether the requested pair of a sent order can still be made (§4.10.2). */
export const pairFault = (turn: Turn, order: Order, row: Queued): Fault =>
  isUnpaired(order, row) ? partnerFault(turn, row.oco_order_id) : undefined;

/** The partner of a sent order once the provider accepts it, 0 = none (§4.10.2). */
export const pairedWith = (turn: Turn, order: Order, row: Queued): number => {
  const pairs = isUnpaired(order, row) && pairFault(turn, order, row) === undefined;
  return pairs ? row.oco_order_id : order.oco_order_id;
};

/** An order's row, with the row of a named partner that does not name it yet (§4.10.2). */
export const withPartner = (turn: Turn, order: Order): readonly Order[] => {
  const partner = turn.state.orders.get(order.oco_order_id);
  if (partner === undefined || partner.oco_order_id !== 0) return [order];
  return [order, { ...partner, oco_order_id: order.id }];
};
