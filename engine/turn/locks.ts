// Locks: orders and positions that waiting requests have in progress.

import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { AccountState, Fault, Turn } from '../account/types.js';

/** The kind of a waiting request without the prefix that says who sent it. */
export const plainKind = (row: Pick<Queued, 'kind'>): string => row.kind.replace(/^dealer_/, '');

const CLOSES: ReadonlySet<string> = new Set(['close', 'close_by', 'sl', 'tp', 'stopout_position']);

const find = (state: AccountState, fits: (row: Queued) => boolean): Queued | undefined => {
  if (state.queue.size === 0) return undefined;
  for (const row of state.queue.values()) if (row.state !== 'quoted' && fits(row)) return row;
  return undefined;
};

/** Requests about a working order. */
export const CHANGES: ReadonlySet<string> = new Set(['pending_modify', 'pending_cancel']);

/** Does the order only work at its provider? Then it is not locked. */
const isResting = (row: Queued, order: Order): boolean =>
  row.state === 'sent' && plainKind(row) === 'pending' && order.state !== 'request_add';

const isAbout = (row: Queued, positionId: number): boolean =>
  row.position_id === positionId || row.by_position_id === positionId;

/** The row of an order at a provider, from its sending to the last report. */
export const providerRow = (state: AccountState, orderId: number): Queued | undefined =>
  find(
    state,
    (row) => row.state === 'sent' && row.order_id === orderId && !CHANGES.has(plainKind(row)),
  );

/** Was a cancel of the order sent to its provider? */
export const isCancelled = (state: AccountState, orderId: number): boolean =>
  find(
    state,
    (row) =>
      row.state === 'sent' && row.order_id === orderId && plainKind(row) === 'pending_cancel',
  ) !== undefined;

/**
 * Does the server cancel the order again at a later time, because its provider refused to? Then no
 * other trigger cancels it before.
 */
export const cancelWaits = (state: AccountState, orderId: number): boolean => {
  const row = providerRow(state, orderId);
  return row !== undefined && row.cancels !== '' && row.timeout_at !== 0;
};

/** Does a close of the position wait (trading-rules §2.3), besides the close of an order? */
export const closingLock = ({ state }: Turn, positionId: number, orderId = 0): Fault => {
  const isOwn = ({ order_id }: Queued): boolean => orderId !== 0 && order_id === orderId;
  const isClose = (one: Queued): boolean => CLOSES.has(plainKind(one)) && !isOwn(one);
  const row = find(state, (one) => isAbout(one, positionId) && isClose(one));
  return row === undefined ? undefined : 'trade.close_order_exists';
};

/**
 * Was a close of the position sent to a provider, besides the waiting request `rowId`? A close that
 * was checked before it had to wait must not be decided beside it.
 */
export const sentClose = ({ state }: Turn, positionId: number, rowId = 0): Fault => {
  const isSent = (row: Queued): boolean =>
    row.state === 'sent' && row.id !== rowId && CLOSES.has(plainKind(row));
  const row = find(state, (one) => isAbout(one, positionId) && isSent(one));
  return row === undefined ? undefined : 'trade.close_order_exists';
};

/** Does any request about the position wait (trading-rules §4.1, in-process lock)? */
export const positionLock = ({ state }: Turn, positionId: number): Fault =>
  find(state, (row) => isAbout(row, positionId)) === undefined ? undefined : 'trade.locked';

/** Is the order in progress (trading-rules §4.1, in-process lock)? */
export const orderLock = ({ state }: Turn, order: Order): Fault => {
  if (order.state !== 'placed' && order.state !== 'partial') return 'trade.locked';
  return isActing(state, order) ? 'trade.locked' : undefined;
};

/**
 * May the order not be cancelled? One that its provider has accepted may be, also a market order:
 * by staff, and by a client unless the server closes a position by it (trading-rules §4.5).
 */
export const cancelLock = (state: AccountState, order: Order, isStaff: boolean): Fault => {
  if (order.state !== 'placed' && order.state !== 'partial') return 'trade.locked';
  const isAccepted = (row: Queued): boolean =>
    row.state === 'sent' &&
    row.external_id !== '' &&
    !CHANGES.has(plainKind(row)) &&
    (isStaff || row.source === 'client' || row.kind === 'activate');
  const acting = find(
    state,
    (row) => row.order_id === order.id && !isResting(row, order) && !isAccepted(row),
  );
  return acting === undefined ? undefined : 'trade.locked';
};

/** Does a request about the working order wait: its own activation, a change or a cancel? */
const isActing = (state: AccountState, order: Order): boolean =>
  find(state, (row) => row.order_id === order.id && !isResting(row, order)) !== undefined;

/**
 * Is the position locked by an action of the server or a provider? Then its stops do not fire. A
 * close that only waits for a decision does not lock it (trading-rules §4.3, §4.7).
 */
export const isHeld = (state: AccountState, positionId: number): boolean =>
  find(
    state,
    (row) =>
      isAbout(row, positionId) &&
      CLOSES.has(plainKind(row)) &&
      (row.source === 'server' || row.state === 'sent'),
  ) !== undefined;

/** Is all that is open of the order held for staff? Then its provider does nothing more of it. */
const isAllHeld = (state: AccountState, orderId: number): boolean => {
  const order = state.orders.get(orderId);
  return order !== undefined && order.volume_held > 0 && order.volume_held >= order.volume_current;
};

/**
 * Does a stop-out step wait? Until it is answered, nothing more is closed. A close whose fills are
 * all held waits for staff alone, and keeps no other position from being closed.
 */
export const stopOutWaits = (state: AccountState): boolean =>
  find(
    state,
    ({ kind, order_id }) =>
      kind === 'stopout_order' || (kind === 'stopout_position' && !isAllHeld(state, order_id)),
  ) !== undefined;

/** Does the expiration of the order wait? */
export const expirationWaits = (state: AccountState, orderId: number): boolean =>
  find(state, (row) => row.kind === 'expiration' && row.order_id === orderId) !== undefined;
