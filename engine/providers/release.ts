// Staff end an order at a provider that does not report the order's outcome.

import type { OrderReleaseCommand } from '../../wire/trading/commands.js';
import type { Cause, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import { lotsText } from '../account/failed.js';
import { endedAs } from '../account/order-states.js';
import type { Execution, Turn } from '../account/types.js';
import { refusedOutcome } from '../requests/checked-request.js';
import { decline } from '../requests/decide.js';
import { digestOf } from '../turn/digest.js';
import { plainKind, providerRow } from '../turn/locks.js';
import { addEvent, conflict, refusal, resultOf } from '../turn/turn.js';
import { symbolFor } from '../waiting/resume.js';
import { answerClients, changesOf, endOutcome, endRows } from './reports.js';

/** Has the provider been asked to cancel the order, and not answered? */
const isAsked = (row: Queued, changes: readonly Queued[]): boolean =>
  row.timed_out || changes.some((change) => plainKind(change) === 'pending_cancel');

/** The journal's line of a released order. */
const lineOf = ({ id, symbol, volume_current }: Order, row: Queued, dealer: number): string =>
  `warning: order #${id} was ended by ${dealer} without an answer of gateway ${row.gateway_id}: ` +
  `${row.deal_side} ${lotsText(volume_current)} ${symbol} may still work or be filled there`;

/**
 * Ends an order at its provider without the provider's word; filled volume stays, and staff are
 * notified of a fill that is reported later. Refused: `trade.order_not_found` when no order of this
 * id is at a provider, `conflict` while its gateway is on line and was not asked to cancel it, or
 * while a fill of it is held.
 */
export const releaseOrder = (turn: Turn, command: OrderReleaseCommand): Execution => {
  const { request_id, order_id, dealer } = command;
  const order = turn.state.orders.get(order_id);
  const row = providerRow(turn.state, order_id);
  if (order === undefined || row === undefined) {
    return refusal(turn, request_id, 'trade.order_not_found');
  }
  const changes = changesOf(turn.state, order_id);
  if (turn.ctx.gatewayOnline(row.gateway_id) && !isAsked(row, changes)) {
    return conflict(turn, request_id, 'The gateway is on line: cancel the order first.');
  }
  if (order.volume_held > 0) {
    return conflict(turn, request_id, 'A fill of it is held: book or bust that first.');
  }
  const symbol = symbolFor(turn, row.symbol);
  const ending = { row, changes };
  const over: Order = { ...order, state: endedAs(order.state, 'canceled'), done_at: turn.now };
  const outcome = { order_id, position_id: order.position_id, volume: order.volume_current };
  const result = resultOf(turn, request_id, symbol, outcome);
  const cause: Cause = { kind: row.kind as RequestKind, source: 'dealer', dealer, request_id };
  addEvent(turn, {
    kind: 'order',
    cause,
    orders: [over],
    queued: endRows(ending),
    journal: [{ kind: 'trade', login: order.login, text: lineOf(order, row, dealer) }],
    remembered: { request_id, digest: digestOf(command), result },
  });
  const none = refusedOutcome(decline(null, 'trade.canceled'), { volume: 0 });
  answerClients(turn, ending, over, row, endOutcome(over, none));
  return { ok: true, events: turn.events, result };
};
