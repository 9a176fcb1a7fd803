// Orders at a provider: what its reports do to them (trading-rules §4.5).

import type { Code } from '../../wire/base/codes.js';
import type { GatewayCommand } from '../../wire/trading/commands.js';
import type { Cause, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, TradeResult } from '../../wire/trading/records.js';
import { endedAs, isOver, restingState } from '../account/order-states.js';
import type { Execution, Turn } from '../account/types.js';
import { refusedOutcome } from '../requests/checked-request.js';
import { decline } from '../requests/decide.js';
import { gatewayOf, homeOf } from '../requests/gateway-choice.js';
import { pairedWith, pairFault, withPartner } from '../requests/oco.js';
import { changedTo } from '../requests/orders.js';
import { goneOf } from '../requests/queued.js';
import type { EngineGateway } from '../settings/gateway-plan.js';
import { ruleById } from '../settings/routing.js';
import { dueAnswered } from '../turn/deadlines.js';
import { plainKind, providerRow } from '../turn/locks.js';
import { sentTo } from '../turn/sending.js';
import { addEvent, refusal, serverCause } from '../turn/turn.js';
import { requestOfRow, symbolFor } from '../waiting/resume.js';
import { cancelAgain, cancelRefused } from './cancels.js';
import { traded } from './gateway-fills.js';
import {
  answerClient,
  answerClients,
  causeOf,
  changesOf,
  endOutcome,
  endRows,
  outcomeOf,
  type Report,
  record,
} from './reports.js';

/** The gateway and external id of an order that works at a provider. */
type ProviderPlace = Partial<Pick<Order, 'gateway_id' | 'external_id'>>;

/**
 * Ends an order whose one-cancels-other partner has ended: the client did not ask for a single
 * order (§4.10.2).
 */
const endUnpaired = (turn: Turn, row: Queued, order: Order, code: Code): void => {
  const ended: Order = { ...order, state: 'canceled', done_at: turn.now };
  addEvent(turn, { kind: 'order', cause: serverCause('oco'), orders: [ended] });
  answerClient(turn, row, refusedOutcome(decline(null, code), { order_id: order.id }));
};

/** Places the order, at the provider or here; the client of a pending order gets the answer. */
const placed = (turn: Turn, report: Report, place: ProviderPlace, left: Queued): Execution => {
  const { order, row } = report;
  const unpaired = pairFault(turn, order, row);
  const state = order.state === 'request_add' ? 'placed' : order.state;
  const isPlaced = plainKind(row) === 'pending';
  const oco_order_id = pairedWith(turn, order, row);
  const rests: Order = { ...order, ...place, state, oco_order_id };
  const orders = withPartner(turn, rests);
  const isDone = isPlaced && unpaired === undefined;
  const queued = [isDone ? { ...left, request_id: '', digest: '' } : left];
  const change = { kind: 'order' as const, cause: causeOf(report), orders, queued };
  const done = record(turn, report, change);
  if (unpaired !== undefined) endUnpaired(turn, row, rests, unpaired);
  else if (isPlaced) answerClient(turn, row, { ...outcomeOf(rests, row), status: 'placed' });
  return done;
};

/** Processes the report that the provider accepted the order. */
const accepted = (turn: Turn, report: Report): Execution => {
  const { command, row } = report;
  const { external_id } = command;
  const timeout_at = dueAnswered(row);
  return placed(turn, report, { external_id }, { ...row, external_id, timeout_at });
};

/** The final state after a report; filled volume stays filled (trading-rules §4.5, §4.8). */
const endState = (turn: Turn, { command, order, changes }: Report): Order['state'] => {
  const { report } = command;
  const isRejected = report === 'rejected' || (report === 'unsent' && changes.length === 0);
  if (isRejected) return endedAs(order.state, 'rejected');
  const expired = report === 'expired' || isOver(order, turn.now);
  return endedAs(order.state, expired ? 'expired' : 'canceled');
};

/** The result codes of orders that ended without a fill. */
const END_CODES: Partial<Readonly<Record<GatewayCommand['report'], Code>>> = {
  rejected: 'trade.rejected',
  unsent: 'trade.no_connection',
};

/**
 * Did the provider itself end a market request that was sent as a limit? Then there was no price
 * that its client accepts (§4.11.4).
 */
const isBeyondReach = ({ command: { report }, row, changes }: Report): boolean =>
  row.price_worst !== 0 &&
  row.sent_as === 'limit' &&
  changes.length === 0 &&
  (report === 'canceled' || report === 'expired');

/** The outcome of an order that the provider ended without a fill. */
const unfilled = (report: Report): Partial<TradeResult> => {
  const { report: word, text } = report.command;
  const declined = isBeyondReach(report)
    ? decline(null, 'trade.requote')
    : decline(null, END_CODES[word] ?? 'trade.canceled', text || undefined);
  return refusedOutcome(declined, { volume: 0 });
};

/**
 * The cause of an order's end: where a cancel of the server is out, the reason of that cancel; else
 * of an order that was cancelled, the request to cancel it.
 */
const endCauseOf = (report: Report, state: Order['state']): Cause => {
  const cause = causeOf(report);
  const cancels = report.changes.filter((change) => plainKind(change) === 'pending_cancel');
  const reason = cancels.find((cancel) => cancel.cancels !== '')?.cancels;
  if (reason === 'fok') return cause;
  const asked = state === 'canceled' ? cancels[0]?.kind : undefined;
  return { ...cause, kind: (reason ?? asked ?? cause.kind) as RequestKind };
};

/**
 * Processes the report that the provider ended the order, by itself or after a cancel. While a fill
 * is held the order stays open until staff have decided on the fill.
 */
const ended = (turn: Turn, report: Report): Execution => {
  const { order, row } = report;
  const state = endState(turn, report);
  if (order.volume_held > 0) {
    const queued = [{ ...row, ends_as: row.ends_as || state, cancels: '', timeout_at: 0 }];
    return record(turn, report, { kind: 'setting', cause: causeOf(report), queued });
  }
  const over: Order = { ...order, state, done_at: turn.now };
  const done = record(turn, report, {
    kind: 'order',
    cause: endCauseOf(report, state),
    orders: [over],
    queued: endRows(report),
  });
  answerClients(turn, report, over, row, endOutcome(over, unfilled(report)));
  return done;
};

/** The modification or cancel that a report answers; undefined = none such is out. */
const answeredOf = ({ command, changes }: Report, fits: (kind: string) => boolean) =>
  changes.find(({ id, kind }) => {
    const isNamed = command.change_id === undefined || command.change_id === id;
    return isNamed && fits(plainKind({ kind }));
  });

/** The order's state once a change is answered: as it was while others are out. */
const stateAfter = ({ order, changes }: Report): Order['state'] =>
  order.state === 'request_add' || changes.length > 1 ? order.state : restingState(order);

/** Processes the report that the provider executed a modification. */
const modified = (turn: Turn, report: Report): Execution => {
  const { command, order, row, symbol } = report;
  const change = answeredOf(report, (kind) => kind === 'pending_modify');
  if (change === undefined) {
    return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  }
  const changed = changedTo(turn, { ...requestOfRow(turn, change), order });
  changed.state = stateAfter(report);
  const { id: sent_id, price, sent_price, expiration, expires_at } = change;
  const changedRow = { ...row, sent_id, price, sent_price, expiration, expires_at };
  const queued = [goneOf(change), changedRow];
  const done = record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [changed],
    queued,
  });
  answerClient(turn, change, { ...outcomeOf(changed, change), status: 'placed' });
  return done;
};

/** The rows and journal lines after the refusal of a modification: none. */
const NOTHING_LEFT = { rows: [], journal: [] } as const;

/**
 * Processes the refusal of a modification or cancel: the order keeps working unchanged. One that
 * the server has to end is cancelled again after a pause.
 */
const refused = (turn: Turn, report: Report): Execution => {
  const { command, order, symbol } = report;
  const change = answeredOf(report, () => true);
  if (change === undefined) {
    return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  }
  const state = stateAfter(report);
  const orders = state === order.state ? [] : [{ ...order, state }];
  const kind = orders.length === 0 ? 'setting' : 'order';
  const isCancel = plainKind(change) === 'pending_cancel';
  const { rows, journal } = isCancel ? cancelRefused(turn, report, change) : NOTHING_LEFT;
  const done = record(turn, report, {
    kind,
    cause: causeOf(report),
    orders,
    queued: [goneOf(change), ...rows],
    journal,
  });
  const code = END_CODES[command.report] ?? 'trade.rejected';
  const declined = decline(null, code, command.text || undefined);
  answerClient(turn, change, refusedOutcome(declined, { order_id: order.id }));
  return done;
};

/**
 * Sends the order to the next online gateway after the one that refused; an order bound to a
 * gateway is sent to no other.
 */
const nextGateway = (turn: Turn, { row }: Report): EngineGateway | undefined => {
  const rule = ruleById(turn.ctx.settings.routing, row.rule_id);
  if (rule?.action !== 'gateway' || homeOf(turn, requestOfRow(turn, row)) !== 0) return undefined;
  return gatewayOf(turn, rule.dealers.slice(rule.dealers.indexOf(row.gateway_id) + 1));
};

/**
 * Handles that no gateway takes the order: a pending order keeps waiting for its price, another
 * order ends.
 */
const unsendable = (turn: Turn, report: Report): Execution => {
  const { order, row } = report;
  if (plainKind(row) !== 'activate') return ended(turn, report);
  const orders = [{ ...order, gateway_id: 0 }];
  const change = { kind: 'order' as const, cause: causeOf(report), orders, queued: [goneOf(row)] };
  return record(turn, report, change);
};

/**
 * Does the provider have the order, as far as it has reported? An activated order worked here
 * before it was sent.
 */
const isThere = ({ order, row }: Pick<Report, 'order' | 'row'>): boolean =>
  row.external_id !== '' ||
  row.deal_ids !== '' ||
  row.held !== '' ||
  (plainKind(row) !== 'activate' && order.state !== 'request_add');

/**
 * Processes a refusal by the gateway before sending: the next gateway of the rule gets the order
 * (trading-rules §4.5). If the provider has the order, a change or cancel of it was not sent.
 */
const unsent = (turn: Turn, report: Report): Execution => {
  const { command, order, row, changes, symbol } = report;
  const isCanceled = changes.length > 0;
  if (isThere(report) && isCanceled) return refused(turn, report);
  if (isThere(report)) return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  // The timeout has been reported to the client: no other gateway gets the order.
  if (row.timed_out) return unsendable(turn, report);
  if (isCanceled && plainKind(row) === 'activate') return ended(turn, report);
  const next = isCanceled ? undefined : nextGateway(turn, report);
  if (next === undefined) return unsendable(turn, report);
  if (plainKind(row) === 'pending' && next.coverage !== 'Gateway') {
    return placed(turn, report, { gateway_id: 0 }, goneOf(row));
  }
  const orders = [{ ...order, gateway_id: next.id }];
  const queued = [sentTo(turn, row, next.id)];
  return record(turn, report, { kind: 'order', cause: causeOf(report), orders, queued });
};

const REPORTS: Readonly<
  Record<GatewayCommand['report'], (turn: Turn, report: Report) => Execution>
> = {
  new: accepted,
  trade: traded,
  rejected: ended,
  canceled: ended,
  expired: ended,
  modified,
  refused,
  unsent,
};

/**
 * Processes a provider's report about an order (trading-rules §4.5). Refused:
 * `trade.order_not_found` when this gateway has no such order, `trade.invalid_request` for an
 * impossible fill, `trade.order_changed` for an answer without a request.
 */
export const gatewayReports = (turn: Turn, command: GatewayCommand): Execution => {
  const { order_id, gateway_id, request_id, report } = command;
  const order = turn.state.orders.get(order_id);
  const row = providerRow(turn.state, order_id);
  if (order === undefined || row === undefined || row.gateway_id !== gateway_id) {
    return refusal(turn, request_id, 'trade.order_not_found');
  }
  const symbol = symbolFor(turn, row.symbol);
  return REPORTS[report](turn, {
    command,
    order,
    row,
    changes: changesOf(turn.state, order_id),
    symbol,
  });
};

/**
 * Handles a placement without an answer in time: the client gets a timeout, and a cancel is sent to
 * the provider. The order stays until a final report, and fills are booked (§4.5). An order whose
 * cancel the provider has refused is cancelled again.
 */
export const placementLate = (turn: Turn, row: Queued): void => {
  const order = turn.state.orders.get(row.order_id);
  if (order !== undefined && isThere({ order, row })) return cancelAgain(turn, order, row);
  const { cause } = requestOfRow(turn, row);
  const late: Queued = { ...row, timed_out: true, sent_as: 'cancel', timeout_at: 0 };
  addEvent(turn, { kind: 'setting', cause, queued: [late] });
  answerClient(
    turn,
    row,
    refusedOutcome(decline(null, 'trade.timeout'), { order_id: row.order_id }),
  );
};
