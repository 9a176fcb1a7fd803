// Executions: what a fill does to a position and the money, and the rows that say so.

import type { Cause, DerivedCommand } from '../wire/events.js';
import { emptyRow } from '../wire/fields.js';
import {
  DEAL,
  type Deal,
  type Entry,
  type Explain,
  type Ledger,
  type Order,
  type Position,
  type Reason,
  type Side,
} from '../wire/records.js';
import { formatExact, POW10 } from '../wire/scale.js';
import { type ChargedDeal, type Charges, chargesOf } from './commission.js';
import { shareOf, weightedMean, weightedRate } from './exact.js';
import { closeProfit, dealValue, profitRate, rateAt, roundAmount } from './profit.js';
import { groupAsk, groupBid } from './quotes.js';
import type { EngineSymbol } from './symbols.js';
import type { Turn } from './turn.js';
import { uuidV5 } from './uuid.js';

/** `rate_margin` of volume dealt at a price (trading-rules §3.4); 0 when no rate is found. */
export const marginRate = (turn: Turn, symbol: EngineSymbol, side: Side, price: number): bigint => {
  const rateSide = side === 'buy' ? 'ask' : 'bid';
  return rateAt(symbol.marginOwn, symbol.marginTo, symbol.digits, price, rateSide, turn.ctx);
};

/** What filling volume at a price means for the position it meets (trading-rules §3.14). */
export interface FillPlan {
  readonly symbol: EngineSymbol;
  readonly side: Side;
  readonly volume: number;
  readonly price: number;
  readonly target: Position | null;
  readonly entry: Entry;
  readonly volume_closed: number;
  readonly profit_raw: number;
  readonly profit: number;
  readonly swap: number;
  readonly rate_profit: bigint;
  readonly rate_margin: bigint;
}

/**
 * Plans a fill. `target` is the position that it meets: in hedging the one to close, in netting
 * the symbol's; null = a new position.
 */
export const planFill = (
  turn: Turn,
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  price: number,
  target: Position | null,
): FillPlan => {
  const head = { symbol, side, volume, price, target };
  if (target === null || target.side === side) {
    return {
      ...head,
      entry: 'in',
      volume_closed: 0,
      profit_raw: 0,
      profit: 0,
      swap: 0,
      rate_profit: profitRate(symbol, side, 0, price, turn.ctx),
      rate_margin: marginRate(turn, symbol, side, price),
    };
  }
  const closed = Math.min(volume, target.volume);
  const reversal = volume > target.volume;
  const { raw, rate, profit } = closeProfit(symbol, target, closed, price, turn.ctx);
  return {
    ...head,
    entry: reversal ? 'inout' : 'out',
    volume_closed: closed,
    profit_raw: raw,
    profit,
    swap: shareOf(target.swap, closed, target.volume),
    rate_profit: rate,
    rate_margin: reversal ? marginRate(turn, symbol, side, price) : target.rate_margin,
  };
};

/** What the instant rules charge a planned fill. */
export const planCharges = (turn: Turn, plan: FillPlan, reason: Reason): Charges => {
  const { symbol, price } = plan;
  const facts: ChargedDeal = {
    action: plan.side,
    entry: plan.entry,
    reason,
    volume: plan.volume,
    volume_closed: plan.volume_closed,
    profit: plan.profit,
    value: (volume) => dealValue(symbol, volume, price, turn.ctx),
  };
  return chargesOf(symbol, facts, turn.basis.group.record.currency_digits, turn.ctx);
};

/** The order that is filled and whose doing it is. */
export interface FillFacts {
  readonly order: Order;
  readonly reason: Reason;
  readonly comment: string;
  readonly cause: Cause;
}

const grown = (plan: FillPlan, target: Position, order: Order, time: number): Position => {
  const { volume, price } = plan;
  return {
    ...target,
    volume: target.volume + volume,
    price_open: weightedMean(target.price_open, target.volume, price, volume),
    rate_margin: weightedRate(target.rate_margin, target.volume, plan.rate_margin, volume),
    rate_profit: plan.rate_profit,
    sl: order.sl,
    tp: order.tp,
    updated_at: time,
  };
};

const reduced = (plan: FillPlan, target: Position, time: number): Position => {
  const volume = target.volume - plan.volume_closed;
  return {
    ...target,
    volume,
    swap: target.swap - plan.swap,
    rate_profit: plan.rate_profit,
    updated_at: time,
    closed: volume === 0,
  };
};

const opened = (
  plan: FillPlan,
  facts: FillFacts,
  id: number,
  volume: number,
  time: number,
): Position => {
  const { order } = facts;
  return {
    id,
    login: order.login,
    symbol: order.symbol,
    side: plan.side,
    volume,
    price_open: plan.price,
    sl: order.sl,
    tp: order.tp,
    swap: 0,
    rate_profit: plan.rate_profit,
    rate_margin: plan.rate_margin,
    contract_size: plan.symbol.contract_size,
    digits: plan.symbol.digits,
    currency_digits: order.currency_digits,
    reason: facts.reason,
    dealer: order.dealer,
    gateway_id: 0,
    external_id: '',
    expert_id: order.expert_id,
    comment: order.comment,
    opened_at: time,
    updated_at: time,
    origin: order.origin,
    closed: false,
  };
};

/** The position after a planned fill (trading-rules §3.14). */
export const positionAfter = (turn: Turn, plan: FillPlan, facts: FillFacts): Position => {
  const { target } = plan;
  const time = turn.now;
  if (target === null) return opened(plan, facts, facts.order.id, plan.volume, time);
  if (target.side === plan.side) return grown(plan, target, facts.order, time);
  if (plan.entry === 'out') return reduced(plan, target, time);
  return opened(plan, facts, target.id, plan.volume - plan.volume_closed, time);
};

const NO_DEAL: Deal = emptyRow(DEAL);

/** The tick size as deals show it, ×10^8, where it can be shown so. */
const shownTick = (symbol: EngineSymbol): number => {
  const scale = 8 - symbol.digits - 3;
  return scale >= 0
    ? symbol.tick_size * (POW10[scale] as number)
    : Math.trunc(symbol.tick_size / (POW10[-scale] as number));
};

/** The deal of a planned fill. */
export const dealOf = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  charges: Pick<Charges, 'commission' | 'fee'>,
): Deal => {
  const { symbol, target, price, volume } = plan;
  const { order } = facts;
  const quote = turn.ctx.quote(symbol.id);
  const digits = turn.basis.group.record.currency_digits;
  return {
    ...NO_DEAL,
    id: turn.ctx.nextDealId(),
    order_id: order.id,
    position_id: target === null ? order.id : target.id,
    login: order.login,
    symbol: order.symbol,
    action: plan.side,
    entry: plan.entry,
    volume,
    volume_closed: plan.volume_closed,
    price,
    price_position: plan.volume_closed > 0 && target !== null ? target.price_open : 0,
    sl: target !== null && plan.entry === 'out' ? target.sl : order.sl,
    tp: target !== null && plan.entry === 'out' ? target.tp : order.tp,
    profit: plan.profit,
    profit_raw: plan.profit_raw,
    profit_digits: symbol.profit_digits,
    swap: plan.swap,
    commission: charges.commission,
    fee: charges.fee,
    rate_profit: plan.rate_profit,
    rate_margin: plan.rate_margin,
    value: roundAmount(dealValue(symbol, volume, price, turn.ctx), digits),
    reason: facts.reason,
    dealer: order.dealer,
    market_bid: groupBid(symbol, quote.bid),
    market_ask: groupAsk(symbol, quote.bid, quote.ask),
    contract_size: symbol.contract_size,
    tick_size: shownTick(symbol),
    tick_value: symbol.tick_value,
    digits: symbol.digits,
    currency_digits: digits,
    comment: facts.comment,
    request_id: order.request_id,
    created_at: turn.now,
  };
};

/** The ledger after deals: balance += profit + swap + commission + fee (trading-rules §3.14). */
export const ledgerAfter = (turn: Turn, deals: readonly Deal[]): Ledger => {
  const { ledger } = turn.state;
  let balance = ledger.balance;
  let blocked = ledger.profit_blocked;
  for (const deal of deals) {
    balance += deal.profit + deal.swap + deal.commission + deal.fee;
    if (turn.basis.group.record.profit_blocked_till_eod && deal.profit > 0) blocked += deal.profit;
  }
  return { ...ledger, balance, profit_blocked: blocked };
};

/** Namespace of the ids of derived commands. */
const DERIVED_NAMESPACE = '5f6b1d0e-31ab-5c39-9d0c-7a5f5e0d7c11';

/** The commands that pay the agent, after this account's event (trading-rules §3.9). */
export const agentCommands = (
  turn: Turn,
  deal: Deal,
  charges: Charges,
): readonly DerivedCommand[] => {
  const { agent } = turn.state.switches;
  if (agent === 0) return [];
  return charges.agent.map(({ rule, amount }) => ({
    request_id: uuidV5(DERIVED_NAMESPACE, `${deal.id}:agent:${rule.position}`),
    login: agent,
    action: 'agent' as const,
    amount: formatExact(amount, deal.currency_digits, deal.currency_digits),
    comment: `agent ${deal.login} #${deal.id}`,
  }));
};

/** The order after `volume` of it was filled at a price; whole fills end it. */
export const orderAfterFill = (
  order: Order,
  volume: number,
  price: number,
  positionId: number,
  time: number,
): Order => {
  const filled = order.volume_filled + volume;
  const left = order.volume_current - volume;
  return {
    ...order,
    state: left === 0 ? 'filled' : 'partial',
    volume_current: left,
    volume_filled: filled,
    price_filled: weightedMean(order.price_filled, order.volume_filled, price, volume),
    position_id: positionId,
    done_at: left === 0 ? time : 0,
  };
};

/** Everything that a fill changes. */
export interface Filled {
  readonly order: Order;
  readonly deal: Deal;
  readonly position: Position;
  readonly ledger: Ledger;
  readonly derived: readonly DerivedCommand[];
  readonly explain: Explain;
}

/** Carries a planned fill out: the rows that it makes. The event is the caller's. */
export const fillOf = (turn: Turn, plan: FillPlan, facts: FillFacts, explain: Explain): Filled => {
  const charges = planCharges(turn, plan, facts.reason);
  const deal = dealOf(turn, plan, facts, charges);
  return {
    order: orderAfterFill(facts.order, plan.volume, plan.price, deal.position_id, turn.now),
    deal,
    position: positionAfter(turn, plan, facts),
    ledger: ledgerAfter(turn, [deal]),
    derived: agentCommands(turn, deal, charges),
    explain,
  };
};
