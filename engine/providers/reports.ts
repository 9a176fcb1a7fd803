// Reports of providers: the order that a report is about, the rows that are written, and the
// notices.

import type { Mutable } from '../../wire/base/object.js';
import type { GatewayCommand, HeldFillCommand } from '../../wire/trading/commands.js';
import type { Cause, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, TradeResult } from '../../wire/trading/records.js';
import type { AccountState, Execution, Turn } from '../account/types.js';
import { refusedOutcome } from '../requests/checked-request.js';
import { decline } from '../requests/decide.js';
import { goneOf } from '../requests/queued.js';
import { POINT } from '../settings/quotes.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { digestOf } from '../turn/digest.js';
import { CHANGES, plainKind } from '../turn/locks.js';
import { staffLine } from '../turn/staff-line.js';
import { addEvent, type Change, resultOf } from '../turn/turn.js';
import { requestOfRow, symbolFor } from '../waiting/resume.js';

/** A report with its order. */
export interface Report {
  readonly command: GatewayCommand;
  readonly order: Order;
  /** The row of the order at the provider. */
  readonly row: Queued;
  /** The rows of modifications and cancels that were sent, the oldest first. */
  readonly changes: readonly Queued[];
  readonly symbol: EngineSymbol;
  /** The decision on a held fill that the report is about; absent = the provider has sent it. */
  readonly decision?: HeldFillCommand;
}

/** The rows that end together with an order. */
type EndingRows = Pick<Report, 'row' | 'changes'>;

/** The modifications and cancels of an order that were sent to its provider, the oldest first. */
export const changesOf = (state: AccountState, orderId: number): readonly Queued[] =>
  [...state.queue.values()].filter(
    (row) => row.state === 'sent' && row.order_id === orderId && CHANGES.has(plainKind(row)),
  );

/** The result for a client. */
type ReportResult = Partial<TradeResult>;

/** Writes the change by a report. The report's id is stored, so that it is processed once. */
export const record = (turn: Turn, report: Report, change: Mutable<Change>): Execution => {
  const { command, order, symbol, decision } = report;
  const { request_id } = command;
  const deals = change.deals?.map((deal) => deal.id).join(' ') ?? '';
  const outcome = { order_id: order.id, deal_ids: deals, position_id: order.position_id };
  const result = resultOf(turn, request_id, symbol, outcome);
  change.remembered = { request_id, digest: digestOf(decision ?? command), result };
  addEvent(turn, change);
  return { ok: true, events: turn.events, result };
};

/** The report as a cause, with the kind of the request that was sent. */
export const causeOf = ({ command, row, decision }: Report): Cause => ({
  kind: row.kind as RequestKind,
  source: decision?.source ?? 'gateway',
  dealer: decision?.dealer ?? 0,
  request_id: command.request_id,
});

/** Answers the client of a row's request. */
export const answerClient = (turn: Turn, row: Queued | undefined, outcome: ReportResult): void => {
  if (row === undefined || row.digest === '') return;
  const { request_id, digest } = row;
  const { cause } = requestOfRow(turn, row);
  const result = resultOf(turn, request_id, symbolFor(turn, row.symbol), outcome);
  const remembered = { request_id, digest, result };
  const { login } = turn.state;
  const event = { login, cause, remembered, orders: [], deals: [], positions: [] };
  const journal = staffLine(event, row.symbol);
  addEvent(turn, { kind: 'trade_result', cause, remembered, journal });
};

/** The order's result for its client; a mean price is rounded to the symbol's digits. */
export const outcomeOf = (order: Order, row: Queued): ReportResult => {
  const filled = order.volume_filled > 0;
  const price = filled ? Math.round(order.price_filled / POINT) * POINT : order.price_order;
  return {
    order_id: order.id,
    deal_ids: row.deal_ids,
    position_id: order.position_id,
    volume: filled ? order.volume_filled : order.volume_current,
    price,
  };
};

/** The rows that end together with the order. */
export const endRows = ({ row, changes }: EndingRows): readonly Queued[] =>
  [row, ...changes].map(goneOf);

/** Answers the clients of an ended order, and the clients of its modifications and cancels. */
export const answerClients = (
  turn: Turn,
  { changes }: Pick<EndingRows, 'changes'>,
  order: Order,
  row: Queued,
  outcome: ReportResult,
): void => {
  answerClient(turn, row, { ...outcomeOf(order, row), ...outcome });
  const missed = refusedOutcome(decline(null, 'trade.order_changed'), { order_id: order.id });
  for (const change of changes) {
    const canceled = order.state === 'canceled' && plainKind(change) === 'pending_cancel';
    answerClient(turn, change, canceled ? outcomeOf(order, change) : missed);
  }
};

/**
 * The result of an order that was filled or ended: done, partial, or the code of the reason (vector
 * E07).
 */
export const endOutcome = (order: Order, none: ReportResult): ReportResult => {
  if (order.volume_filled === 0) return none;
  return { status: order.state === 'filled' ? 'done' : 'partial' };
};
