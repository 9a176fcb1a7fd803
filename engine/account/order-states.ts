// The life cycle of an order: which state may follow which.

import type { Order, OrderState } from '../../wire/trading/records.js';

/** The moves that an order's state may make (trading-rules §4.8); a final state makes none. */
const MOVES: Readonly<Record<OrderState, readonly OrderState[]>> = {
  started: ['request_add', 'placed', 'partial', 'filled', 'canceled', 'rejected'],
  request_add: ['placed', 'partial', 'filled', 'canceled', 'rejected', 'expired'],
  placed: [
    'partial',
    'filled',
    'canceled',
    'expired',
    'rejected',
    'request_modify',
    'request_cancel',
  ],
  partial: ['filled', 'canceled', 'expired', 'request_cancel'],
  request_modify: ['placed', 'partial', 'filled', 'canceled', 'expired'],
  request_cancel: ['canceled', 'placed', 'partial', 'filled'],
  filled: [],
  canceled: [],
  rejected: [],
  expired: [],
};

/** May an order go from one state to another (trading-rules §4.8)? It may always stay. */
export const mayBecome = (from: OrderState, to: OrderState): boolean =>
  from === to || MOVES[from].includes(to);

/** Is the lifetime of an order over (trading-rules §4.6)? */
export const isOver = ({ expires_at }: Pick<Order, 'expires_at'>, now: number): boolean =>
  expires_at !== 0 && expires_at <= now;

/** How an order ends that is to end as `wished`: `canceled` where §4.8 does not allow that. */
export const endedAs = (from: OrderState, wished: OrderState): OrderState =>
  mayBecome(from, wished) ? wished : 'canceled';
