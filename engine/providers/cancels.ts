// Cancels by the server at providers: of the rest of fok orders, and again where one was refused.

import { formatShortest, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Cause, JournalLine, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import { isFinal } from '../account/account.js';
import { hasBegun, isOver, mayBecome } from '../account/order-states.js';
import type { Turn } from '../account/types.js';
import { cancelAgainAt, cancelPause } from '../turn/deadlines.js';
import { isCancelled } from '../turn/locks.js';
import { cancelRow } from '../turn/sending.js';
import { addEvent, serverCause } from '../turn/turn.js';
import type { Report } from './reports.js';

/** Closes by the server cover the whole position, whatever number of fills they need. */
const SERVER_CLOSES: ReadonlySet<string> = new Set(['sl', 'tp', 'stopout_position']);

/**
 * Is it a fok order that was filled in part, whose rest must not work on? A fill that is held, or
 * that staff have decided not to book, counts, too.
 */
const isFokRest = (order: Order, { kind, held }: Queued): boolean =>
  order.fill === 'fok' &&
  (order.volume_filled > 0 || held !== '') &&
  order.volume_current > order.volume_held &&
  !SERVER_CLOSES.has(kind);

/** Does the first fill of a fok order leave a rest, of which no cancel was sent? */
export const breaksFok = (turn: Turn, { order, row }: Report, after: Order): boolean =>
  order.fill === 'fok' &&
  !hasBegun(order) &&
  after.volume_current > after.volume_held &&
  !SERVER_CLOSES.has(row.kind) &&
  row.cancels === '' &&
  !isCancelled(turn.state, order.id);

/** The journal's line of a fok order that was filled in part. */
export const fokWarning = ({ order, row }: Report, after: Order): JournalLine => {
  const [filled, asked] = [after.volume_filled + after.volume_held, after.volume_initial].map(
    (one) => formatShortest(one, VOLUME_SCALE),
  );
  const what = `order ${order.id} (fok) was filled in part, ${filled} of ${asked}`;
  const text = `warning: ${what}, by gateway ${row.gateway_id}; the rest is cancelled`;
  return { kind: 'trade', login: order.login, text };
};

/** Sends a cancel of an order to the provider; `rows` change with it. */
const sendCancel = (
  turn: Turn,
  cause: Cause,
  order: Order,
  cancel: Queued,
  rows: readonly Queued[] = [],
): void => {
  // An order whose lifetime is over keeps its state, so that it can end as expired.
  const isAsked = !isOver(order, turn.now) && mayBecome(order.state, 'request_cancel');
  const orders = isAsked ? [{ ...order, state: 'request_cancel' as const }] : [];
  const kind = isAsked ? 'order' : 'setting';
  addEvent(turn, { kind, cause, orders, queued: [...rows, cancel] });
};

/** Sends a cancel of the rest of a fok order that works to the provider, unless one was sent. */
export const cancelRest = (turn: Turn, cause: Cause, order: Order, row: Queued): void => {
  if (isFinal(order) || row.sent_as === 'cancel' || isCancelled(turn.state, order.id)) return;
  sendCancel(turn, cause, order, cancelRow(turn, row, 'fok'));
};

/** Has the one-cancels-other partner of an order that has not begun to fill ended or begun to? */
const isPartnerOver = (turn: Turn, order: Order): boolean => {
  if (order.oco_order_id === 0 || hasBegun(order)) return false;
  const partner = turn.state.orders.get(order.oco_order_id);
  return partner === undefined || hasBegun(partner);
};

/**
 * The action for which the server has to cancel an order; `cancels` is the action of the last
 * cancel. An order is cancelled no more when its reason has gone: the order has another lifetime,
 * the account left the stop-out, the held fill of its partner was not booked. Empty = none.
 */
const reasonOf = (turn: Turn, order: Order, row: Queued, cancels: string): string => {
  if (row.ends_as !== '') return '';
  if (isPartnerOver(turn, order)) return 'oco';
  if (isFokRest(order, row)) return 'fok';
  switch (cancels) {
    case 'oco':
    case 'fok':
      return '';
    case 'expiration':
      return isOver(order, turn.now) ? cancels : '';
    case 'stopout_order':
      return turn.state.ledger.so_state === 'stop_out' ? cancels : '';
    default:
      return cancels;
  }
};

/** The journal's line of the refused cancel of an order. */
const refusedWarning = (
  turn: Turn,
  { command, order, row }: Report,
  cancels: string,
): JournalLine => {
  const open = formatShortest(order.volume_current - order.volume_held, VOLUME_SCALE);
  const said = command.text ? `: ${command.text}` : '';
  const what = cancels === 'fok' ? `the rest of order ${order.id}` : `order ${order.id}`;
  const text =
    `warning: gateway ${row.gateway_id} refuses the cancel of ${what} (${cancels}), ` +
    `${open} lots${said}; it is cancelled again every ${cancelPause(turn, row) / 1000} s`;
  return { kind: 'trade', login: order.login, text };
};

/** The results of a refused cancel: the order's row, and lines of the journal. */
interface CancelRefused {
  readonly rows: readonly Queued[];
  readonly journal: readonly JournalLine[];
}

/**
 * The consequences of a refused cancel: if the server still has to cancel the order, it does
 * after a pause, and the first refusal is a warning of the journal.
 */
export const cancelRefused = (turn: Turn, report: Report, change: Queued): CancelRefused => {
  const { order, row } = report;
  const cancels = reasonOf(turn, order, row, change.cancels);
  if (cancels === '') return { rows: [], journal: [] };
  const timeout_at = cancelAgainAt(turn, row);
  const journal = row.cancels === '' ? [refusedWarning(turn, report, cancels)] : [];
  return { rows: [{ ...row, cancels, timeout_at }], journal };
};

/** Cancels an order again, some time after its provider refused to, if the reason still holds. */
export const cancelAgain = (turn: Turn, order: Order, row: Queued): void => {
  const cancels = reasonOf(turn, order, row, row.cancels);
  const waiting: Queued = { ...row, timeout_at: 0, cancels };
  const cause = serverCause(
    (cancels === '' || cancels === 'fok' ? row.kind : cancels) as RequestKind,
  );
  if (cancels !== '' && row.sent_as !== 'cancel' && !isCancelled(turn.state, order.id)) {
    return sendCancel(turn, cause, order, cancelRow(turn, row, cancels), [waiting]);
  }
  addEvent(turn, { kind: 'setting', cause, queued: [waiting] });
};
