// Margin call and stop-out: their tests, and the order in which orders and positions are closed.

import { formatExact } from '../../wire/base/scale.js';
import type { AccountEventKind } from '../../wire/trading/events.js';
import type { Ledger, Money, Order, Position } from '../../wire/trading/records.js';
import { symbolOf, termsOf } from '../account/basis.js';
import { copyLedger } from '../account/copies.js';
import type { Execution, Fault, Holding, Turn } from '../account/types.js';
import { execution, planFill } from '../deals/deals.js';
import { opposite, orderMargin } from '../margin/margin.js';
import { pricesOf, valuationOf } from '../margin/money.js';
import {
  decideAndRun,
  enqueue,
  finish,
  finishWithoutOrder,
  type Handler,
  orderRequest,
  positionRevalidationFault,
  serverRequest,
} from '../requests/checked-request.js';
import { dealPrice, decideHere, decideServer } from '../requests/decide.js';
import { gatewayOf } from '../requests/gateway-choice.js';
import type { Accepted, CheckedRequest } from '../requests/request.js';
import { NO_ROUTE, type RoutingResult } from '../settings/routing.js';
import type { GroupPrices } from '../settings/symbols.js';
import { cancelWaits, isCancelled, orderLock, stopOutWaits } from '../turn/locks.js';
import { addEvent, serverCause } from '../turn/turn.js';
import { compensate } from './compensation.js';
import { partOf, Ranking, type StopOutVolume, type Tested, worstOf } from './stopout.js';
import { closingOrder } from './stops.js';

type Level = 'margin_call' | 'stop_out';

/** a·b ≤ c·d, exactly. */
const productAtMost = (a: number, b: number, c: number, d: number): boolean => {
  const left = a * b;
  const right = c * d;
  if (Math.abs(left) < 2 ** 52 && Math.abs(right) < 2 ** 52) return left <= right;
  return BigInt(a) * BigInt(b) <= BigInt(c) * BigInt(d);
};

/** Is the level reached (trading-rules §3.11, §3.12)? Equality counts. */
const holds = (
  turn: Turn,
  money: Tested,
  level: Level,
  positions = turn.state.positions.size,
): boolean => {
  const { group } = turn.basis;
  const bound = level === 'stop_out' ? group.stop_out : group.margin_call;
  if (group.record.stopout_mode === 'money') return positions > 0 && money.equity <= bound;
  if (money.margin > 0) return productAtMost(money.equity, 10_000, bound, money.margin);
  return level === 'stop_out' && group.record.so_hedged && positions > 0 && money.equity < 0;
};

/** Writes a new `so_state`. */
const mark = (turn: Turn, so_state: Ledger['so_state'], money: Money): void => {
  const kind: AccountEventKind = so_state === 'none' ? 'margin_call_ended' : so_state;
  const ledger = copyLedger(turn.state.ledger);
  ledger.so_state = so_state;
  if (so_state !== 'none') {
    ledger.so_at = turn.now;
    ledger.so_level = money.margin_level;
    ledger.so_equity = money.equity;
    ledger.so_margin = money.margin;
  }
  addEvent(turn, {
    kind,
    cause: serverCause(so_state === 'stop_out' ? 'stop_out' : 'margin_call'),
    ledger,
  });
};

/** The reserves of pending orders by id; they do not change while a stop-out deletes orders. */
type Reserves = Map<number, number>;

/**
 * The pending order with the largest reserve; of equal ones the lowest id (trading-rules §3.12).
 */
const dearestOrder = (turn: Turn, reserves: Reserves): Order | undefined => {
  let found: Order | undefined;
  let most = 0;
  for (const holding of turn.state.holdings.values()) {
    const symbol = symbolOf(turn.basis, holding);
    if (!symbol.margin.reserves) continue;
    const terms = termsOf(turn.basis, symbol);
    for (const order of holding.orders) {
      if (orderLock(turn, order) !== undefined || cancelWaits(turn.state, order.id)) continue;
      const margin = reserves.get(order.id) ?? orderMargin(terms, order);
      reserves.set(order.id, margin);
      const first = margin === most && found !== undefined && order.id < found.id;
      if (margin > most || first) [found, most] = [order, margin];
    }
  }
  return found;
};

/** The comment of the deal: level, equity and margin before this step (trading-rules §3.12). */
const commentOf = (turn: Turn, money: Money): string => {
  const digits = turn.basis.group.record.currency_digits;
  const level = formatExact(money.margin_level, 2, 2);
  const equity = formatExact(money.equity, digits, digits);
  return `so ${level}%/${equity}/${formatExact(money.margin, digits, digits)}`;
};

/** Checks that the stop-out is still needed after a wait. */
const neededFault = (turn: Turn): Fault =>
  holds(turn, valuationOf(turn).money, 'stop_out') ? undefined : 'trade.order_changed';

/** Checks after a wait that the order still exists and that deleting it still makes sense. */
const deletionFault = (turn: Turn, { order }: CheckedRequest): Fault => {
  if (order === null || isCancelled(turn.state, order.id)) return 'trade.order_changed';
  return neededFault(turn);
};

const deleteOrder = (turn: Turn, checked: CheckedRequest): Execution => {
  const order = checked.order as Order;
  const { comment, cause } = checked;
  const gone: Order = { ...order, state: 'canceled', comment, done_at: turn.now };
  return finish(turn, checked, { kind: 'order', cause, orders: [gone] }, {});
};

/**
 * Deletions of orders by a stop-out. A negative decision is ignored; if the order ended or the
 * stop-out is no longer needed, the request is dropped (trading-rules §4.3).
 */
export const DELETING: Handler = {
  waiting: null,
  revalidate: deletionFault,
  decide: decideHere,
  execute: deleteOrder,
  refuse: (turn, checked) =>
    checked.row !== null && deletionFault(turn, checked) !== undefined
      ? finishWithoutOrder(turn, checked, {})
      : deleteOrder(turn, checked),
};

/** Checks after a wait that a stop-out close still makes sense. */
const closeFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault =>
  positionRevalidationFault(turn, checked, prices) ?? neededFault(turn);

/** The order with which a stop-out closes a position. */
const stopOutOrder = (turn: Turn, checked: CheckedRequest, id?: number): Order => {
  const position = turn.state.positions.get(checked.position_id) as Position;
  const volume = Math.min(checked.volume, position.volume);
  return closingOrder(turn, checked.symbol, position, volume, 'so', checked.comment, id);
};

/** Closes a position at its provider, if the gateway is online (trading-rules §4.5). */
const sendHome = (
  turn: Turn,
  checked: CheckedRequest,
  route: RoutingResult,
  home: number,
): Execution => {
  const to = gatewayOf(turn, [home])?.id;
  if (to === undefined) return finishWithoutOrder(turn, checked, {});
  return enqueue(turn, checked, { ok: false, waits: true, route, state: 'sent', to }, STOPPING_OUT);
};

const executeStopOut = (
  turn: Turn,
  checked: CheckedRequest,
  { route, price }: Accepted,
): Execution => {
  const { symbol, deal_side, comment, cause, row } = checked;
  const position = turn.state.positions.get(checked.position_id) as Position;
  const made = stopOutOrder(turn, checked, row?.id);
  const volume = made.volume_initial;
  const order = cause.dealer === 0 ? made : { ...made, dealer: cause.dealer };
  const plan = planFill(turn, symbol, deal_side, volume, price, position);
  const facts = { order, reason: 'so' as const, comment, cause };
  const closed = finish(turn, checked, execution(turn, plan, facts, route, comment).change, {});
  compensate(turn);
  return closed;
};

/**
 * Stop-out closes. A negative decision is ignored: the close is executed at the market, or at the
 * position's provider (trading-rules §4.3, §4.5). The close is dropped if the stop-out is no longer
 * needed.
 */
export const STOPPING_OUT: Handler = {
  waiting: null,
  revalidate: closeFault,
  decide: decideServer,
  execute: executeStopOut,
  start: stopOutOrder,
  refuse: (turn, checked, declined) => {
    const route = declined.route ?? NO_ROUTE;
    const prices = pricesOf(checked.symbol, turn.ctx);
    if (checked.row !== null && closeFault(turn, checked, prices) !== undefined) {
      return finishWithoutOrder(turn, checked, {});
    }
    const home = turn.state.positions.get(checked.position_id)?.gateway_id ?? 0;
    if (home !== 0) return sendHome(turn, checked, route, home);
    const price = dealPrice(checked.deal_side, prices);
    return executeStopOut(turn, checked, { ok: true, route, price, volume: checked.volume });
  },
};

/** Deletes an order, or makes the deletion wait; false when it waits. */
const giveOrder = (turn: Turn, order: Order, money: Money): boolean => {
  const symbol = symbolOf(turn.basis, turn.state.holdings.get(order.symbol) as Holding);
  const checked = orderRequest('stopout_order', symbol, order, 'so', commentOf(turn, money));
  decideAndRun(turn, checked, pricesOf(symbol, turn.ctx), DELETING);
  return turn.state.orders.get(order.id) !== order;
};

/** Closes the selected volume, or makes the close wait; false when it waits or had no effect. */
const give = (turn: Turn, { holding, position, volume }: StopOutVolume, money: Money): boolean => {
  const symbol = symbolOf(turn.basis, holding);
  const ask = {
    kind: 'stopout_position' as const,
    order_kind: 'market' as const,
    symbol,
    side: position.side,
    deal_side: opposite(position.side),
    volume,
    price: 0,
    comment: commentOf(turn, money),
  };
  const prices = pricesOf(symbol, turn.ctx);
  decideAndRun(turn, serverRequest(ask, null, position.id, 'so'), prices, STOPPING_OUT);
  return turn.state.positions.get(position.id) !== position && !stopOutWaits(turn.state);
};

/**
 * Did a provider just refuse a stop-out close? It is tried again at the next tick or timer, not in
 * response to the refusal (§4.5).
 */
const wasRefused = ({ events }: Turn): boolean =>
  events.some(
    ({ cause, deals, queued }) =>
      cause.source === 'gateway' &&
      deals.length === 0 &&
      queued.some(({ kind, state }) => kind === 'stopout_position' && state === 'gone'),
  );

/**
 * Is any position valued at a price from before the start? Then nothing is closed (§5.4).
 */
const isValuedOld = ({ ctx, basis, state }: Turn): boolean => {
  if (ctx.isOld === undefined) return false;
  for (const holding of state.holdings.values()) {
    if (holding.positions.length > 0 && ctx.isOld(symbolOf(basis, holding).id)) return true;
  }
  return false;
};

/** One step of the stop-out; false when nothing can be closed now. */
const step = (turn: Turn, money: Money, reserves: Reserves, ranking: Ranking): boolean => {
  const order = dearestOrder(turn, reserves);
  if (order !== undefined) return giveOrder(turn, order, money);
  const test = (trial: Tested, positions: number) => holds(turn, trial, 'stop_out', positions);
  const given = partOf(turn, money, test, ranking) ?? worstOf(turn);
  return given !== undefined && give(turn, given, money);
};

/**
 * Tests margin call and stop-out and acts on them (trading-rules §3.11 to §3.13). Nothing is
 * tested while a position has no price. A stop-out ends when the turn has `most` events; the next
 * test takes it on.
 */
export const testLevels = (turn: Turn, most = Number.POSITIVE_INFINITY): void => {
  const { state } = turn;
  let { money, complete } = valuationOf(turn);
  if (!complete) return;
  let isStopped = holds(turn, money, 'stop_out');
  if (isStopped) {
    if (state.ledger.so_state !== 'stop_out') mark(turn, 'stop_out', money);
    const free = !stopOutWaits(state) && !wasRefused(turn) && !isValuedOld(turn);
    const reserves: Reserves = new Map();
    const ranking = new Ranking();
    while (free && holds(turn, money, 'stop_out') && step(turn, money, reserves, ranking)) {
      money = valuationOf(turn).money;
      if (turn.events.length >= most) return;
    }
    isStopped = holds(turn, money, 'stop_out');
  }
  const call = !isStopped && holds(turn, money, 'margin_call') ? 'margin_call' : 'none';
  const now = isStopped ? 'stop_out' : call;
  if (now !== state.ledger.so_state) mark(turn, now, money);
};
