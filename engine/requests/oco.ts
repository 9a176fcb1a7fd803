// One-cancels-other pairs: who may become a partner, and the rows of a pair when it is made.

import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { Fault, Turn } from '../account/types.js';
import { missingOrder } from '../checks/checks.js';
import { orderLock, plainKind } from '../turn/locks.js';

/** May the order of an id become a partner; 0 = none is asked for (supplement §2.1)? */
export const partnerFault = (turn: Turn, id: number): Fault => {
  if (id === 0) return undefined;
  const order = turn.state.orders.get(id);
  if (order === undefined) return missingOrder(turn, id);
  if (order.state === 'partial' || order.oco_order_id !== 0) return 'trade.order_changed';
  return orderLock(turn, order);
};

/** Is an order that was sent to a provider one of a pair that is not made yet? */
const isUnpaired = (order: Order, row: Queued): boolean =>
  plainKind(row) === 'pending' && row.oco_order_id !== 0 && order.oco_order_id === 0;

/** Why the pair that a sent order asked for cannot be made any more (supplement §2.2). */
export const pairFault = (turn: Turn, order: Order, row: Queued): Fault =>
  isUnpaired(order, row) ? partnerFault(turn, row.oco_order_id) : undefined;

/** The partner of a sent order from the provider's word on, 0 = none (supplement §2.2). */
export const pairedWith = (turn: Turn, order: Order, row: Queued): number => {
  const pairs = isUnpaired(order, row) && pairFault(turn, order, row) === undefined;
  return pairs ? row.oco_order_id : order.oco_order_id;
};

/** An order's row with that of the partner which it names and which does not name it yet (§2.2). */
export const withPartner = (turn: Turn, order: Order): readonly Order[] => {
  const partner = turn.state.orders.get(order.oco_order_id);
  if (partner === undefined || partner.oco_order_id !== 0) return [order];
  return [order, { ...partner, oco_order_id: order.id }];
};
