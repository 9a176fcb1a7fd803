// The check of a trade before it is sent: the request is executed on a copy of the account, by the
// rules and checks of every request, and its result is not stored.

import type { TradeCommand } from '../wire/trading/commands.js';
import type { AccountEvent } from '../wire/trading/events.js';
import type { Figures } from '../wire/trading/figures.js';
import type { Deal, Money, Side, TradeResult } from '../wire/trading/records.js';
import { copyAccount } from './account/account.js';
import { basisOf } from './account/basis.js';
import type { AccountState, Context, Execution } from './account/types.js';
import { readVolume } from './checks/checks.js';
import { isWorse } from './checks/worst-price.js';
import { execute } from './execute.js';
import { moneyOf, pricesOf } from './margin/money.js';
import { type Amount, movedValue } from './margin/profit.js';
import { dealPrice } from './requests/decide.js';
import { POINT } from './settings/quotes.js';
import { NO_ROUTE } from './settings/routing.js';
import type { EngineSymbol } from './settings/symbols.js';
import { beginTurn } from './turn/turn.js';
import { handlerOf, requestOfRow } from './waiting/resume.js';

/** The expected effect of a trade; amounts in units of the account's currency. */
interface TradeEffect {
  /** The price at which it would be filled or rest, ×10^(digits+3); 0 = there is no price. */
  readonly price: number;
  /** The growth of the account's margin. */
  readonly margin: number;
  /** The account's money afterwards. */
  readonly money: Money;
  readonly profit: number;
  readonly swap: number;
  readonly commission: number;
  readonly fee: number;
  /** Commission that would be charged at the end of the day or month. */
  readonly commission_blocked: number;
}

/** The gain of the volume by a move of the price, in the deposit currency, unrounded. */
export type MoveValue = Amount;

/** The values of a move by a point and by a tick. */
interface MoveValues {
  readonly point: MoveValue;
  readonly tick: MoveValue;
}

/** The result that a trade would have now. */
export interface TradeCheck {
  /**
   * The result as it would be answered; `code` is the code of a refusal, if it would be refused.
   */
  readonly result: TradeResult;
  readonly figures: Figures;
  readonly currency: string;
  readonly currency_digits: number;
  /** The symbol of the trade; null where it is unknown or not offered. */
  readonly symbol: EngineSymbol | null;
  /** Null where it would be refused. */
  readonly effect: TradeEffect | null;
  /** For the volume of the trade; null without a symbol or a conversion rate. */
  readonly values: MoveValues | null;
}

/** The ids of a trial: above all allocated ids. */
const FIRST_ID = 2 ** 52;

/** The context of a trial: it reads what requests read, and takes no id. */
const trialOf = (ctx: Context): Context => {
  let last = FIRST_ID;
  const nextId = (): number => {
    last += 1;
    return last;
  };
  return {
    now: ctx.now,
    settings: ctx.settings,
    closeOnly: ctx.closeOnly === true,
    quote: (id) => ctx.quote(id),
    lastQuote: (id) => ctx.lastQuote(id),
    isOld: (id) => ctx.isOld?.(id) === true,
    inStream: (id, fits, since) => ctx.inStream(id, fits, since),
    known: (login, what, id) => ctx.known(login, what, id),
    dealerOnline: (...asked) => ctx.dealerOnline(...asked),
    anyDealerOnline: (...asked) => ctx.anyDealerOnline(...asked),
    gatewayOnline: (id) => ctx.gatewayOnline(id),
    nextOrderId: nextId,
    nextDealId: nextId,
  };
};

/** The event of a waiting request, as if it were confirmed now as requested. */
const confirmed = (state: AccountState, ctx: Context, requestId: string): AccountEvent | null => {
  const row = [...state.queue.values()].find((one) => one.request_id === requestId);
  if (row === undefined) return null;
  const turn = beginTurn(state, ctx);
  const checked = requestOfRow(turn, row);
  const { symbol, deal_side, volume } = checked;
  const isPlaced = checked.order_kind !== 'market' && checked.order_kind !== '';
  const market = dealPrice(deal_side, pricesOf(symbol, ctx));
  const isBeyond = isWorse(deal_side, market, checked.price_worst);
  const price = isPlaced ? checked.price : isBeyond ? checked.price_worst : market;
  handlerOf(row).execute(turn, checked, { ok: true, route: NO_ROUTE, price, volume });
  return turn.events[0] ?? null;
};

const sumOf = (deals: readonly Deal[], name: 'profit' | 'swap' | 'commission' | 'fee'): number =>
  deals.reduce((sum, deal) => sum + deal[name], 0);

/** The effect of a trade's event on an account, whose state before it is `before`. */
const effectOf = (
  { deals, money, ledger, orders }: AccountEvent,
  before: Money,
  blocked: number,
): TradeEffect => ({
  price: deals[0]?.price ?? orders[0]?.price_order ?? 0,
  margin: money.margin - before.margin,
  money,
  profit: sumOf(deals, 'profit'),
  swap: sumOf(deals, 'swap'),
  commission: sumOf(deals, 'commission'),
  fee: sumOf(deals, 'fee'),
  commission_blocked: ledger.commission_blocked - blocked,
});

/** The event by which a request would take effect; null = it would have none. */
const eventOf = (
  execution: Execution,
  state: AccountState,
  ctx: Context,
  requestId: string,
): AccountEvent | null => {
  if (!execution.ok || execution.result?.code !== 'ok') return null;
  if (execution.result.status === 'queued') return confirmed(state, ctx, requestId);
  const { events } = execution;
  return events.find(({ deals }) => deals.length > 0) ?? events[0] ?? null;
};

/** The subject of a request: an existing or a new position with this volume, ×10^8. */
interface Subject {
  readonly name: string;
  readonly side: Side;
  readonly volume: number;
}

/** The subject of a request, by its fields and the row that it names; undefined = no such row. */
const subjectOf = (state: AccountState, { request }: TradeCommand): Subject | undefined => {
  const asked = 'volume' in request && request.volume ? (readVolume(request.volume) ?? 0) : 0;
  if ('symbol' in request) return { name: request.symbol, side: request.side, volume: asked };
  if ('position_id' in request) {
    const row = state.positions.get(request.position_id);
    return row && { name: row.symbol, side: row.side, volume: asked || row.volume };
  }
  const order = state.orders.get(request.order_id);
  return order && { name: order.symbol, side: order.side, volume: order.volume_current };
};

const valuesOf = (
  symbol: EngineSymbol,
  { side, volume }: Subject,
  ctx: Context,
): MoveValues | null => {
  const price = dealPrice(side === 'buy' ? 'sell' : 'buy', pricesOf(symbol, ctx));
  const point = movedValue(symbol, side, volume, POINT, price, ctx);
  const tick = movedValue(symbol, side, volume, symbol.tick_size, price, ctx);
  return point === null || tick === null ? null : { point, tick };
};

/**
 * Returns the result that a trade request would have now. Nothing is traded, no id is taken, and
 * the account stays unchanged. A request that would wait for a dealer, a provider or a delay is
 * treated as if it were confirmed now, at the market, or at the worst price that it accepts.
 */
export const checkTrade = (
  state: AccountState,
  command: TradeCommand,
  ctx: Context,
): TradeCheck => {
  const copy = copyAccount(state);
  const trial = trialOf(ctx);
  const { group } = basisOf(copy, trial);
  const before = moneyOf(copy, trial);
  const blocked = copy.ledger.commission_blocked;
  const subject = subjectOf(state, command);
  const execution = execute(copy, command, trial);
  const { result } = execution;
  if (result === null) throw new Error('a trade request has a result');
  const event = eventOf(execution, copy, trial, command.request.request_id);
  const symbol = (subject && group.symbol(subject.name)) ?? null;
  return {
    result,
    figures: execution.ok ? {} : (execution.data ?? {}),
    currency: group.record.currency,
    currency_digits: group.record.currency_digits,
    symbol,
    effect: event && effectOf(event, before, blocked),
    values: symbol && subject ? valuesOf(symbol, subject, trial) : null,
  };
};
