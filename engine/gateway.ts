// Orders at a provider: what its reports do to them (trading-rules §4.5).

import type { GatewayCommand } from '../wire/commands.js';
import type { Cause, RequestKind } from '../wire/events.js';
import type { Queued } from '../wire/queued.js';
import type { Order, Position, TradeResult } from '../wire/records.js';
import { isFinal } from './account.js';
import { triggerText } from './activation.js';
import { readVolume } from './checks.js';
import { marginRate, planFill } from './deals.js';
import { decline } from './decide.js';
import { digestOf } from './digest.js';
import { execution } from './fill.js';
import { readProviderPrice } from './gateways.js';
import { compensate } from './levels.js';
import { plainKind, providerRow } from './locks.js';
import { orderTarget, restEnded } from './market.js';
import { partnerFault, withPartner } from './oco.js';
import { changedTo, restingState } from './orders.js';
import { goneOf } from './queued.js';
import { POINT } from './quotes.js';
import { symbolFor, workOfRow } from './resume.js';
import { routeBy } from './routing.js';
import type { EngineSymbol } from './symbols.js';
import { type Change, commit, refusal, resultOf, type Turn } from './turn.js';
import type { Draft, Execution } from './types.js';
import { refusedOutcome } from './work.js';

/** A report with what it is about. */
interface Report {
  readonly command: GatewayCommand;
  readonly order: Order;
  /** The row in which the order is at the provider. */
  readonly row: Queued;
  /** The row of the change or cancel that was sent; undefined = none. */
  readonly change: Queued | undefined;
  readonly symbol: EngineSymbol;
}

type Outcome = Partial<TradeResult>;

/** Writes what a report came to; its id is remembered, so that it counts once. */
const record = (turn: Turn, report: Report, change: Draft<Change>): Execution => {
  const { command, order, symbol } = report;
  const { request_id } = command;
  const deals = change.deals?.map((deal) => deal.id).join(' ') ?? '';
  const outcome = { order_id: order.id, deal_ids: deals, position_id: order.position_id };
  const result = resultOf(turn, request_id, symbol, outcome);
  change.remembered = { request_id, digest: digestOf(command), result };
  commit(turn, change);
  return { ok: true, events: turn.events, result };
};

const causeOf = ({ command, row }: Report): Cause => ({
  kind: row.kind as RequestKind,
  source: 'gateway',
  dealer: 0,
  request_id: command.request_id,
});

/** Tells the client what came of the request of a row, where he waits for it. */
const tell = (turn: Turn, row: Queued | undefined, outcome: Outcome): void => {
  if (row === undefined || row.digest === '') return;
  const { request_id, digest } = row;
  const { cause } = workOfRow(turn, row);
  const result = resultOf(turn, request_id, symbolFor(turn, row.symbol), outcome);
  commit(turn, { kind: 'trade_result', cause, remembered: { request_id, digest, result } });
};

/** The order as its client is told of it; a mean price is rounded to the symbol's digits. */
const outcomeOf = (order: Order, row: Queued): Outcome => {
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

/** The provider has the order: a pending one is placed, and that is its client's answer. */
const accepted = (turn: Turn, report: Report): Execution => {
  const { command, order, row } = report;
  const state = order.state === 'request_add' ? 'placed' : order.state;
  const { external_id } = command;
  const isPlaced = plainKind(row) === 'pending';
  const kept: Queued = { ...row, external_id, timeout_at: 0 };
  const queued = [isPlaced ? { ...kept, request_id: '', digest: '' } : kept];
  const { oco_order_id: partner } = row;
  const pairs = isPlaced && partner !== 0 && partnerFault(turn, partner) === undefined;
  const oco_order_id = pairs ? partner : order.oco_order_id;
  const placed: Order = { ...order, state, external_id, oco_order_id };
  const orders = withPartner(turn, placed);
  const change = { kind: 'order' as const, cause: causeOf(report), orders, queued };
  const done = record(turn, report, change);
  if (isPlaced) tell(turn, row, { ...outcomeOf(placed, row), status: 'placed' });
  return done;
};

/** The rows that end with their order, and what their clients are told. */
const endRows = ({ row, change }: Report): readonly Queued[] =>
  change === undefined ? [goneOf(row)] : [goneOf(row), goneOf(change)];

const tellEnd = (turn: Turn, report: Report, order: Order, row: Queued, outcome: Outcome): void => {
  tell(turn, row, { ...outcomeOf(order, row), ...outcome });
  const { change } = report;
  if (change === undefined) return;
  const canceled = order.state === 'canceled' && plainKind(change) === 'pending_cancel';
  const missed = refusedOutcome(decline(null, 'trade.order_changed'), { order_id: order.id });
  tell(turn, change, canceled ? outcomeOf(order, change) : missed);
};

/** What a filled or ended order answers: done, in part, or why not (vector E07). */
const endOutcome = (order: Order, none: Outcome): Outcome => {
  if (order.volume_filled === 0) return none;
  return { status: order.state === 'filled' ? 'done' : 'partial' };
};

/** The position that a fill meets; what has gone meanwhile is opened anew by it. */
const targetOf = (turn: Turn, order: Order, row: Queued): Position | null =>
  row.position_id === 0
    ? orderTarget(turn, order)
    : (turn.state.positions.get(row.position_id) ?? null);

/** The order after a fill: done, at work for the rest, or ended short by the provider. */
const orderAfter = (filled: Order, before: Order, leaves: number, time: number): Order => {
  if (filled.state === 'filled') return filled;
  if (leaves === 0) return restEnded(filled, time);
  const inChange = before.state === 'request_cancel' || before.state === 'request_modify';
  return inChange ? { ...filled, state: before.state } : filled;
};

/** Most deals of an order that its row and its result name: the newest. */
const DEALS_MAX = 64;

const withDeal = (ids: string, id: number): string =>
  [...ids.split(' ').slice(1 - DEALS_MAX), id].join(' ').trim();

/** What made the server send the order, in words; empty for requests (engine/README.md §9). */
const triggerOf = ({ order, row }: Report): string => {
  const kind = plainKind(row);
  if (kind === 'activate') return triggerText(order);
  return row.source === 'server' && kind !== 'pending' ? order.comment : '';
};

/** Books a fill at the provider's price and our markup, however late it comes (§4.5). */
const traded = (turn: Turn, report: Report): Execution => {
  const { command, order, row, symbol } = report;
  const volume = readVolume(command.volume ?? '');
  const leaves = command.leaves === undefined ? -1 : Number(command.leaves);
  const dealtAt = readProviderPrice(symbol, command.price ?? '');
  if (volume === undefined || volume > order.volume_current || dealtAt === undefined) {
    return refusal(turn, command.request_id, 'trade.invalid_request', symbol);
  }
  const { gateway_id, deal_side: side } = row;
  const markup = turn.ctx.settings.gateways.get(gateway_id)?.markup(symbol.id, side) ?? 0;
  const target = targetOf(turn, order, row);
  const plan = planFill(turn, symbol, side, volume, dealtAt.price + markup, target);
  const external_id = command.external_id || order.external_id;
  const dealt: Order = { ...order, gateway_id, external_id };
  const { reason, comment } = order;
  const rule = turn.ctx.settings.routing.find((one) => one.id === row.rule_id) ?? null;
  const route = routeBy(rule, row.clear_stops);
  const facts = { order: dealt, reason, comment, cause: causeOf(report) };
  const { deal, change } = execution(turn, plan, facts, route, triggerOf(report));
  const [filled] = change.orders as readonly [Order];
  const next = orderAfter(filled, order, leaves, turn.now);
  const deal_ids = withDeal(row.deal_ids, deal.id);
  const kept: Queued = { ...row, deal_ids, external_id, timeout_at: 0 };
  const { price_gateway } = dealtAt;
  change.orders = [next];
  change.deals = [{ ...deal, gateway_id, price_gateway, external_id: command.execution_id ?? '' }];
  if (target === null || plan.entry === 'inout') {
    change.positions = change.positions?.map((one) => ({ ...one, gateway_id, external_id })) ?? [];
  }
  change.queued = isFinal(next) ? endRows(report) : [kept];
  if (change.explain) {
    change.explain.received_at = row.received_at;
    if (row.kind === 'sl' || row.kind === 'tp') change.explain.price_asked = row.price;
  }
  const done = record(turn, report, change);
  if (isFinal(next)) tellEnd(turn, report, next, kept, endOutcome(next, {}));
  if (order.reason === 'so') compensate(turn);
  return done;
};

/** How an order ends by a report: what was filled stays (trading-rules §4.5, §4.8). */
const endState = (turn: Turn, { command, order }: Report): Order['state'] => {
  if (order.volume_filled > 0 && command.report === 'rejected') return 'canceled';
  if (order.state === 'request_cancel') return 'canceled';
  if (command.report === 'rejected') return 'rejected';
  const isOver = order.expires_at !== 0 && order.expires_at <= turn.now;
  return isOver || command.report === 'expired' ? 'expired' : 'canceled';
};

/** The provider ended the order, by itself or because it was asked to. */
const ended = (turn: Turn, report: Report): Execution => {
  const { command, order, row } = report;
  const state = endState(turn, report);
  const over: Order = { ...order, state, done_at: turn.now };
  const done = record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [over],
    queued: endRows(report),
  });
  const code = command.report === 'rejected' ? 'trade.rejected' : 'trade.canceled';
  const none = refusedOutcome(decline(null, code, command.text || undefined), { volume: 0 });
  tellEnd(turn, report, over, row, endOutcome(over, none));
  return done;
};

/** The change that was sent is done at the provider. */
const modified = (turn: Turn, report: Report): Execution => {
  const { command, order, row, change, symbol } = report;
  if (change === undefined || plainKind(change) !== 'pending_modify') {
    return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  }
  const to = changedTo(turn, { ...workOfRow(turn, change), order });
  const at = to.kind === 'stop_limit' ? to.price_stop_limit : to.price_order;
  const rate_margin = marginRate(turn, symbol, to.side, at);
  const changed: Order = { ...to, rate_margin, state: restingState(order) };
  const queued = [goneOf(change), { ...row, price: change.price, sent_price: change.sent_price }];
  const done = record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [changed],
    queued,
  });
  tell(turn, change, { ...outcomeOf(changed, change), status: 'placed' });
  return done;
};

/** The provider refused the change or cancel: the order works on as it was. */
const refused = (turn: Turn, report: Report): Execution => {
  const { command, order, change, symbol } = report;
  if (change === undefined) {
    return refusal(turn, command.request_id, 'trade.order_changed', symbol);
  }
  const rested: Order = { ...order, state: restingState(order) };
  const done = record(turn, report, {
    kind: 'order',
    cause: causeOf(report),
    orders: [rested],
    queued: [goneOf(change)],
  });
  const declined = decline(null, 'trade.rejected', command.text || undefined);
  tell(turn, change, refusedOutcome(declined, { order_id: order.id }));
  return done;
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
};

/** The change or cancel of an order that was sent to its provider. */
const changeOf = (turn: Turn, orderId: number): Queued | undefined => {
  for (const row of turn.state.queue.values()) {
    const kind = plainKind(row);
    const isChange = kind === 'pending_modify' || kind === 'pending_cancel';
    if (row.state === 'sent' && row.order_id === orderId && isChange) return row;
  }
  return undefined;
};

/**
 * Takes a provider's report of an order (trading-rules §4.5). Refused: `trade.order_not_found` when
 * no such order is at this gateway, `trade.invalid_request` for a fill that cannot be,
 * `trade.order_changed` for the answer to what was not asked.
 */
export const gatewayReports = (turn: Turn, command: GatewayCommand): Execution => {
  const { order_id, gateway_id, request_id, report } = command;
  const order = turn.state.orders.get(order_id);
  const row = providerRow(turn.state, order_id);
  if (order === undefined || row === undefined || row.gateway_id !== gateway_id) {
    return refusal(turn, request_id, 'trade.order_not_found');
  }
  const symbol = symbolFor(turn, row.symbol);
  return REPORTS[report](turn, { command, order, row, change: changeOf(turn, order_id), symbol });
};

/**
 * The provider has not answered a placement in time: the client is told so, and the order is to be
 * cancelled there; it stays until a final report, and what was filled is booked (§4.5).
 */
export const placementLate = (turn: Turn, row: Queued): void => {
  const { cause } = workOfRow(turn, row);
  const late: Queued = { ...row, timed_out: true, sent_as: 'cancel', timeout_at: 0 };
  commit(turn, { kind: 'setting', cause, queued: [late] });
  tell(turn, row, refusedOutcome(decline(null, 'trade.timeout'), { order_id: row.order_id }));
};
