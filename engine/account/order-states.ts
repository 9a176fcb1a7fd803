// The life cycle of an order: which state may follow which.

import type { Order, OrderState } from '../../wire/trading/records.js';

/**
 * The allowed changes of an order's state (trading-rules §4.8); a final state never changes. An
 * order is `placed` again when its provider has taken back all that was filled.
 */
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
  partial: ['placed', 'filled', 'canceled', 'expired', 'request_cancel'],
  request_modify: ['placed', 'partial', 'filled', 'canceled', 'expired'],
  request_cancel: ['canceled', 'placed', 'partial', 'filled'],
  filled: [],
  canceled: [],
  rejected: [],
  expired: [],
};

/**
 * Is the change from one state to another allowed (trading-rules §4.8)? A state may always stay.
 */
export const mayBecome = (from: OrderState, to: OrderState): boolean =>
  from === to || MOVES[from].includes(to);

/** Has the order expired (trading-rules §4.6)? */
export const isOver = ({ expires_at }: Pick<Order, 'expires_at'>, now: number): boolean =>
  expires_at !== 0 && expires_at <= now;

/** The final state of an order: `wished`, or `canceled` where §4.8 does not allow it. */
export const endedAs = (from: OrderState, wished: OrderState): OrderState =>
  mayBecome(from, wished) ? wished : 'canceled';

/** Has the order begun to fill? A fill that is held for staff counts, too. */
export const hasBegun = ({
  volume_filled,
  volume_held,
}: Pick<Order, 'volume_filled' | 'volume_held'>): boolean => volume_filled > 0 || volume_held > 0;

/** The state of a working order about which no request waits. */
export const restingState = ({ volume_filled }: Pick<Order, 'volume_filled'>): OrderState =>
  volume_filled > 0 ? 'partial' : 'placed';
