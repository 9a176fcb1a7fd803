// Decisions on held fills: staff book or bust them, or their provider takes them back.

import type { Code } from '../../wire/base/codes.js';
import { formatShortest, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { GatewayCommand, HeldFillCommand } from '../../wire/trading/commands.js';
import { type HeldFill, heldFillsOf, idOfHeld, type Queued } from '../../wire/trading/queued.js';
import type { Order, OrderState } from '../../wire/trading/records.js';
import { fail } from '../account/failed.js';
import { endedAs } from '../account/order-states.js';
import type { Execution, Turn } from '../account/types.js';
import { refusedOutcome } from '../requests/checked-request.js';
import { decline } from '../requests/decide.js';
import { providerRow } from '../turn/locks.js';
import { addEvent, refusal } from '../turn/turn.js';
import { symbolFor } from '../waiting/resume.js';
import { bookFill, fillOf, refuseFill } from './gateway-fills.js';
import { heldLine, TOGETHER, withHeld } from './held-fills.js';
import {
  answerClients,
  causeOf,
  changesOf,
  endOutcome,
  endRows,
  type Report,
  record,
} from './reports.js';

/** The report of a held fill, as if it came now; it counts no lots left, which have changed. */
const reportOf = (
  command: HeldFillCommand,
  { gateway_id }: Queued,
  order: Order,
  fill: HeldFill,
): GatewayCommand => ({
  op: 'gateway',
  request_id: command.request_id,
  gateway_id,
  order_id: order.id,
  report: 'trade',
  external_id: order.external_id,
  execution_id: fill.execution_id,
  volume: formatShortest(fill.volume, VOLUME_SCALE),
  price: fill.price,
});

/** Ends an order that its provider has ended, once no fill of it is held. */
const endWhenDecided = (turn: Turn, report: Report): void => {
  const order = turn.state.orders.get(report.order.id);
  const row = providerRow(turn.state, report.order.id);
  const isOver = order?.volume_held === 0 && row !== undefined && row.ends_as !== '';
  if (order === undefined || row === undefined || !isOver) return;
  const state = endedAs(order.state, row.ends_as as OrderState);
  const over: Order = { ...order, state, done_at: turn.now };
  const ending = { row, changes: report.changes };
  addEvent(turn, {
    kind: 'order',
    cause: causeOf(report),
    orders: [over],
    queued: endRows(ending),
  });
  const none = refusedOutcome(decline(null, 'trade.canceled'), { volume: 0 });
  answerClients(turn, ending, over, row, endOutcome(over, none));
};

/** Books a held fill at the provider's price. */
const book = (turn: Turn, report: Report, fill: HeldFill): Execution => {
  const booked = fillOf(turn, report);
  if (booked === undefined || booked.volume <= 0) return refuseFill(turn, report);
  const line = heldLine(report, fill, `was held and is booked by ${report.decision?.dealer}`);
  return bookFill(turn, report, booked, [line]);
};

/** Writes that a held fill is never booked. */
const bust = (turn: Turn, report: Report, fill: HeldFill): Execution => {
  const { order, row, decision } = report;
  const by = decision?.source === 'gateway' ? 'taken back by the provider' : 'busted';
  const who = decision?.source === 'gateway' ? '' : ` by ${decision?.dealer}`;
  const line = heldLine(report, fill, `was held and is ${by}${who}`);
  return record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [order],
    queued: [row],
    journal: [line],
  });
};

/** The refusal to take back a fill whose id is not known any more where fills are held together. */
const maybeTogether = (turn: Turn): Code =>
  fail(turn, 'trade.rejected', () => ({
    message: `It may be one of the fills that are held as "${TOGETHER}": staff decide on those.`,
    figures: {},
  }));

/** The refusal of an execution that the order does not hold. */
const unknownExecution = (turn: Turn, executionId: string): Code =>
  fail(turn, 'trade.order_not_found', () => ({
    message: `The execution id "${executionId}" is unknown: the order holds no such fill.`,
    figures: { field: 'execution_id' },
  }));

/**
 * Books or busts a held fill. A fill that staff have busted counts at the provider until the
 * provider takes it back, so that later totals of the order are right. Refused:
 * `trade.order_not_found` when the order holds no such fill, `trade.rejected` when its provider
 * takes one back that may be held together with others, `trade.invalid_request` when the order
 * cannot have it.
 */
export const decideHeldFill = (turn: Turn, command: HeldFillCommand): Execution => {
  const { request_id, order_id, execution_id, action, source } = command;
  const order = turn.state.orders.get(order_id);
  const row = providerRow(turn.state, order_id);
  const fills = row === undefined ? [] : heldFillsOf(row);
  // A provider takes back its newest fill with this id: some providers reuse their ids each day.
  const fill =
    source === 'gateway'
      ? fills.findLast((one) => one.execution_id === execution_id)
      : fills.find((one) => idOfHeld(one) === execution_id && !one.is_declined);
  if (order === undefined || row === undefined || fill === undefined) {
    const isUndecided = ({ id, is_declined }: HeldFill): boolean => id === TOGETHER && !is_declined;
    const isTogether = source === 'gateway' && fills.some(isUndecided);
    if (isTogether) return refusal(turn, request_id, maybeTogether(turn));
    const isUnknownOrder = order === undefined;
    const code = isUnknownOrder ? 'trade.order_not_found' : unknownExecution(turn, execution_id);
    return refusal(turn, request_id, code);
  }
  const declined = { ...fill, is_declined: true };
  const isDeclined = action === 'bust' && source === 'dealer';
  const left = fills.flatMap((one) => (one !== fill ? [one] : isDeclined ? [declined] : []));
  const held = withHeld({ order, row }, left);
  const busted = source === 'gateway' ? row.busted + fill.volume : row.busted;
  const report: Report = {
    command: reportOf(command, row, order, fill),
    order: held.order,
    row: { ...held.row, busted },
    changes: changesOf(turn.state, order_id),
    symbol: symbolFor(turn, row.symbol),
    decision: command,
  };
  const done = action === 'book' ? book(turn, report, fill) : bust(turn, report, fill);
  if (done.ok) endWhenDecided(turn, report);
  return done;
};
