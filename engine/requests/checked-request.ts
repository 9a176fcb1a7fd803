// Checked requests: executed or refused, immediately or after a wait.

import type { Mutable } from '../../wire/base/object.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, Reason, Side, TradeResult } from '../../wire/trading/records.js';
import { copyOrder } from '../account/copies.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { accessFault, quoteFault, sessionFault, tradeFault } from '../checks/checks.js';
import { worstPrice } from '../checks/worst-price.js';
import type { FillPlan } from '../deals/deals.js';
import { pricesOf } from '../margin/money.js';
import type { RoutingResult } from '../settings/routing.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { digestOf } from '../turn/digest.js';
import { sentClose } from '../turn/locks.js';
import {
  addEvent,
  type Change,
  originOf,
  type RequestTurn,
  reasonOf,
  resultOf,
  serverCause,
} from '../turn/turn.js';
import { decline } from './decide.js';
import { goneOf, newRow, waitingAt } from './queued.js';
import type {
  Accepted,
  CheckedRequest,
  Decision,
  Declined,
  Offered,
  RequestTerms,
  RoutableRequest,
  TakenOffer,
  Wait,
} from './request.js';

/** The steps of one kind of request after its checks. */
export interface Handler {
  /** The state of its order while the request waits; null = the order's state does not change. */
  readonly waiting: Order['state'] | null;
  /** Checks again the rows that the request depends on, which may have changed during a wait. */
  revalidate(turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault;
  decide(turn: Turn, checked: CheckedRequest, prices: GroupPrices): Decision;
  execute(turn: Turn, checked: CheckedRequest, accepted: Accepted): Execution;
  refuse(turn: Turn, checked: CheckedRequest, declined: Declined): Execution;
  /** Ends a request that must not be sent to a provider; called before sending only. */
  beforeSending?(turn: Turn, checked: CheckedRequest, route: RoutingResult): Execution | undefined;
  /**
   * Creates the order of a request that has none until it is executed or sent; `id` was reserved
   * for it.
   */
  start?(turn: Turn, checked: CheckedRequest, id?: number): Order;
}

/**
 * Most waiting requests of one account. A further request that would have to wait is refused,
 * except for a stop-out.
 */
const QUEUE_MAX = 512;

/** The order of a waiting request in its state while it waits; null = the order does not change. */
const waitingOrder = (
  turn: Turn,
  checked: CheckedRequest,
  row: Queued,
  handler: Handler,
): Order | null => {
  const { waiting } = handler;
  if (row.state !== 'sent') {
    const marks = checked.row === null && waiting !== null && checked.order !== null;
    return marks ? { ...(checked.order as Order), state: waiting } : null;
  }
  const order = checked.order ?? handler.start?.(turn, checked, row.id) ?? null;
  if (order === null) return null;
  if (waiting === 'request_modify' || waiting === 'request_cancel') {
    return { ...order, state: waiting };
  }
  const { gateway_id, sl, tp, trail_pts } = row;
  if (order.state !== 'started') return { ...order, gateway_id };
  return { ...order, state: 'request_add', gateway_id, sl, tp, trail_pts };
};

/** Stores a request until a time or an answer comes; the client gets `queued`. */
export const enqueue = (
  turn: Turn,
  checked: CheckedRequest,
  wait: Wait,
  handler: Handler,
): Execution => {
  const first = checked.row === null;
  const bounded = first && checked.kind !== 'stopout_position';
  if (bounded && turn.state.queue.size >= QUEUE_MAX) {
    return handler.refuse(turn, checked, decline(wait.route, 'trade.too_many_requests'));
  }
  const made = waitingAt(
    turn,
    checked.row ?? newRow(turn, checked, handler.waiting === 'started'),
    wait,
  );
  const order = waitingOrder(turn, checked, made, handler);
  const row = order === null ? made : { ...made, order_id: order.id };
  const orders = order === null ? [] : [order];
  const { cause } = checked;
  if (!first || checked.digest === '') {
    addEvent(turn, { kind: order === null ? 'setting' : 'order', cause, orders, queued: [row] });
    return { ok: true, events: turn.events, result: null };
  }
  const result = resultOf(turn, cause.request_id, checked.symbol, {
    status: 'queued',
    order_id: row.order_id,
    position_id: checked.position_id,
    volume: checked.volume,
    price: checked.price,
  });
  const taken = checked.offer?.row ?? null;
  addEvent(turn, {
    kind: order === null ? 'trade_result' : 'order',
    cause,
    orders,
    queued: taken === null ? [row] : [goneOf(taken), row],
    remembered: { request_id: cause.request_id, digest: checked.digest, result },
  });
  return { ok: true, events: turn.events, result };
};

/** Carries out a decision: the request is executed, refused, or waits. */
export const carryOut = (
  turn: Turn,
  checked: CheckedRequest,
  decision: Decision,
  handler: Handler,
): Execution => {
  if (decision.ok) return handler.execute(turn, checked, decision);
  if (decision.waits) {
    const sends = decision.state === 'sent';
    const ended = sends ? handler.beforeSending?.(turn, checked, decision.route) : undefined;
    return ended ?? enqueue(turn, checked, decision, handler);
  }
  return handler.refuse(turn, checked, decision);
};

/** Decides a checked request, and carries that out. */
export const decideAndRun = (
  turn: Turn,
  checked: CheckedRequest,
  prices: GroupPrices,
  handler: Handler,
): Execution => carryOut(turn, checked, handler.decide(turn, checked, prices), handler);

/**
 * The rows that a finished request deletes, and the offers that it leaves; an offer keeps the row's
 * id.
 */
const endedRows = (
  row: Queued | null,
  offered: Queued | null,
  left: readonly Queued[] = [],
): readonly Queued[] => {
  const ended = [row, offered].filter(
    (one) => one !== null && !left.some((other) => other.id === one.id),
  );
  return [...(ended as Queued[]).map(goneOf), ...left];
};

/**
 * Writes the outcome of a request. If it was answered `queued`, its row is deleted, and an event
 * `trade_result` informs the client.
 */
export const finish = (
  turn: Turn,
  checked: CheckedRequest,
  change: Mutable<Change>,
  outcome: Partial<TradeResult>,
): Execution => {
  const { cause, digest, row } = checked;
  const result = resultOf(turn, cause.request_id, checked.symbol, outcome);
  const remembered = digest === '' ? null : { request_id: cause.request_id, digest, result };
  change.remembered = remembered;
  const offered = checked.offer === null ? null : checked.offer.row;
  if (row !== null || offered !== null) change.queued = endedRows(row, offered, change.queued);
  if (row !== null && change.explain) change.explain.received_at = row.received_at;
  addEvent(turn, change);
  if (row !== null && remembered !== null && change.kind !== 'trade_result') {
    // Its line, if it has one, stands in the event before.
    addEvent(turn, { kind: 'trade_result', cause, remembered, journal: [] });
  }
  return { ok: true, events: turn.events, result: remembered === null ? null : result };
};

/** Ends a request without changes: its outcome is an event of its own. */
export const finishWithoutOrder = (
  turn: Turn,
  checked: CheckedRequest,
  outcome: Partial<TradeResult>,
): Execution => {
  if (checked.digest === '' && checked.row === null) {
    return { ok: true, events: turn.events, result: null };
  }
  const kind = checked.digest === '' ? 'setting' : 'trade_result';
  return finish(turn, checked, { kind, cause: checked.cause }, outcome);
};

/** The outcome of a declined request. */
export const refusedOutcome = (
  { code, message, status }: Declined,
  more: Partial<TradeResult> = {},
): Partial<TradeResult> => ({ code, message, status, ...more });

/**
 * The order of a request, to be changed in place: one that is new in this turn is in no row yet, so
 * it needs no copy.
 */
export const ownOrder = ({ row, order }: CheckedRequest): Mutable<Order> =>
  row === null ? (order as Order) : copyOrder(order as Order);

/**
 * Ends the order of a declined request: it becomes final, and the answer is stored. `prices` are
 * the prices offered instead, `queued` the rows that hold them.
 */
export const rejectOrder = (
  turn: Turn,
  checked: CheckedRequest,
  declined: Declined,
  prices?: Offered,
  queued?: readonly Queued[],
): Execution => {
  const order = ownOrder(checked);
  order.state = declined.code === 'trade.canceled' ? 'canceled' : 'rejected';
  order.done_at = turn.now;
  const { position_id } = order;
  const change: Mutable<Change> = {
    kind: 'order',
    cause: checked.cause,
    orders: [order],
    ...(queued === undefined ? {} : { queued }),
  };
  const { bid, ask } = prices ?? pricesOf(checked.symbol, turn.ctx);
  const more = { order_id: order.id, position_id, bid, ask };
  return finish(turn, checked, change, refusedOutcome(declined, more));
};

/** The parameters of a request without an order of its own. */
type RequestFields = Pick<
  CheckedRequest,
  'order_kind' | 'symbol' | 'side' | 'deal_side' | 'volume' | 'price'
> &
  Pick<CheckedRequest, 'comment' | 'order' | 'terms' | 'position_id'>;

/** A checked request about existing rows, or about a price. */
export const checkedRequest = (turn: RequestTurn, parts: RequestFields): CheckedRequest => ({
  kind: turn.cause.kind,
  order_kind: parts.order_kind,
  symbol: parts.symbol,
  side: parts.side,
  deal_side: parts.deal_side,
  volume: parts.volume,
  price: parts.price,
  deviation_pts: 0,
  price_worst: 0,
  comment: parts.comment,
  row: null,
  offer: null,
  cause: turn.cause,
  digest: digestOf(turn.request),
  order: parts.order,
  terms: parts.terms,
  position_id: parts.position_id,
  by_position_id: 0,
  reason: reasonOf(turn.command),
  expert_id: 0,
  origin: originOf(turn.command),
  skip_margin_check: turn.request.skip_margin_check === true,
  kept: '',
  plan: null,
});

/** A checked request with its own order. */
export const checkedOrder = (
  turn: RequestTurn,
  symbol: EngineSymbol,
  order: Order,
  price: number,
  plan: FillPlan | null,
  offer: TakenOffer | null = null,
): CheckedRequest => ({
  kind: turn.cause.kind,
  order_kind: order.kind,
  symbol,
  side: order.side,
  deal_side: order.side,
  volume: order.volume_initial,
  price,
  deviation_pts: order.deviation_pts,
  price_worst: worstPrice(symbol, order, turn.request),
  comment: order.comment,
  row: null,
  offer,
  cause: turn.cause,
  digest: digestOf(turn.request),
  order,
  terms: order,
  position_id: order.position_id,
  by_position_id: order.by_position_id,
  reason: order.reason,
  expert_id: order.expert_id,
  origin: order.origin,
  skip_margin_check: turn.request.skip_margin_check === true,
  kept: '',
  plan,
});

const NO_ORIGIN: Order['origin'] = {};

/** The terms of a request that has none. */
export const NO_TERMS: RequestTerms = {
  fill: 'fok',
  expiration: 'gtc',
  expires_at: 0,
  price_stop_limit: 0,
  sl: 0,
  tp: 0,
  trail_pts: 0,
  oco_order_id: 0,
};

/** A checked request for an action of the server itself. */
export const serverRequest = (
  ask: Pick<
    RoutableRequest,
    'kind' | 'order_kind' | 'symbol' | 'side' | 'deal_side' | 'volume' | 'price' | 'comment'
  >,
  order: Order | null,
  positionId: number,
  reason: Reason,
): CheckedRequest => ({
  kind: ask.kind,
  order_kind: ask.order_kind,
  symbol: ask.symbol,
  side: ask.side,
  deal_side: ask.deal_side,
  volume: ask.volume,
  price: ask.price,
  deviation_pts: order?.deviation_pts ?? 0,
  price_worst: 0,
  comment: ask.comment,
  row: null,
  offer: null,
  cause: serverCause(ask.kind),
  digest: '',
  order,
  terms: order ?? NO_TERMS,
  position_id: positionId,
  by_position_id: 0,
  reason,
  expert_id: order?.expert_id ?? 0,
  origin: order?.origin ?? NO_ORIGIN,
  skip_margin_check: false,
  kept: '',
  plan: null,
});

/** A checked request of the server about a pending order; `comment` says why. */
export const orderRequest = (
  kind: RoutableRequest['kind'],
  symbol: EngineSymbol,
  order: Order,
  reason: Reason = order.reason,
  comment = order.comment,
): CheckedRequest => {
  const { kind: order_kind, side, volume_current, price_order } = order;
  return serverRequest(
    {
      kind,
      order_kind,
      symbol,
      side,
      deal_side: side,
      volume: volume_current,
      price: price_order,
      comment,
    },
    order,
    0,
    reason,
  );
};

/**
 * Checks platform, account, symbol and market again after a wait; `opens` is the side that the
 * request opens, null when it only reduces (trading-rules §4.1).
 */
export const revalidationFault = (
  turn: Turn,
  checked: CheckedRequest,
  prices: GroupPrices,
  opens: Side | null,
): Fault => {
  const { symbol, cause } = checked;
  const isStaff = cause.source === 'dealer';
  return (
    tradeFault(turn, isStaff) ??
    (symbol.offered ? undefined : 'trade.symbol_not_found') ??
    accessFault(turn, symbol, opens, isStaff) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices)
  );
};

/**
 * Checks again, before the server closes a position by itself, that it exists, can be dealt, and
 * that no other close of it was sent to a provider (§4.7).
 */
export const positionRevalidationFault = (
  turn: Turn,
  checked: CheckedRequest,
  prices: GroupPrices,
): Fault => {
  const position = turn.state.positions.get(checked.position_id);
  if (position === undefined || position.side !== checked.side) return 'trade.position_closed';
  const { symbol, row } = checked;
  return (
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    sentClose(turn, position.id, row?.id)
  );
};
