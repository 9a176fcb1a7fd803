// Executions: how a fill changes the position and the money, and the rows that it writes.

import { plus } from '../../wire/base/amounts.js';
import { tickUnits } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import { formatExact } from '../../wire/base/scale.js';
import { serverId } from '../../wire/base/uuid.js';
import type { Cause, DerivedCommand } from '../../wire/trading/events.js';
import type {
  Deal,
  Entry,
  Ledger,
  Order,
  Position,
  Reason,
  Side,
} from '../../wire/trading/records.js';
import { isFinal } from '../account/account.js';
import { copyLedger, copyOrder, copyPosition } from '../account/copies.js';
import {
  chargesOfOrder,
  type OrderCharges,
  UNCHARGED,
  withDealCharges,
} from '../account/order-charges.js';
import type { Turn } from '../account/types.js';
import {
  closeProfit,
  dealValue,
  marginRate,
  moneyValue,
  profitRate,
  valueIn,
} from '../margin/profit.js';
import { trailedStop } from '../margin/trailing.js';
import { shareOf, weightedMean, weightedRate } from '../numbers/exact.js';
import { groupAsk, groupBid } from '../settings/quotes.js';
import type { RoutingResult } from '../settings/routing.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { type Change, explainOf } from '../turn/turn.js';
import { accrue } from './accruals.js';
import { booked } from './booking.js';
import { type ChargedDeal, type Charges, chargesOf, NO_CHARGES } from './commission.js';
import { sumsAfter } from './day-sums.js';

/** The effect of a fill on its position (trading-rules §3.14). */
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
 * Plans a fill. `target` is the position that it changes: in hedging the position to close, in
 * netting the symbol's position; null = a new position (trading-rules §3.3, §3.14).
 */
export const planFill = (
  turn: Turn,
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  price: number,
  target: Position | null,
): FillPlan => {
  if (target === null || target.side === side) {
    return {
      symbol,
      side,
      volume,
      price,
      target,
      entry: 'in',
      volume_closed: 0,
      profit_raw: 0,
      profit: 0,
      swap: 0,
      rate_profit: profitRate(symbol, side, 0, price, turn.ctx),
      rate_margin: marginRate(symbol, side, price, turn.ctx),
    };
  }
  const closed = Math.min(volume, target.volume);
  const reversal = volume > target.volume;
  const { raw, rate, profit } = closeProfit(symbol, target, closed, price, turn.ctx);
  return {
    symbol,
    side,
    volume,
    price,
    target,
    entry: reversal ? 'inout' : 'out',
    volume_closed: closed,
    profit_raw: raw,
    profit,
    swap: shareOf(target.swap, closed, target.volume),
    rate_profit: rate,
    rate_margin: reversal ? marginRate(symbol, side, price, turn.ctx) : target.rate_margin,
  };
};

/** The values of a fill that commission rules test. */
type ChargedPlan = Pick<
  FillPlan,
  'symbol' | 'side' | 'volume' | 'price' | 'entry' | 'volume_closed' | 'profit'
>;

/**
 * The charges of commission rules for a planned fill; `before` are the charges of the other deals
 * of the order (trading-rules §3.9).
 */
export const planCharges = (
  turn: Turn,
  plan: ChargedPlan,
  reason: Reason,
  before: OrderCharges = UNCHARGED,
): Charges => {
  const { symbol, price } = plan;
  if (symbol.commissions.length === 0) return NO_CHARGES;
  const facts: ChargedDeal = {
    action: plan.side,
    entry: plan.entry,
    reason,
    volume: plan.volume,
    volume_closed: plan.volume_closed,
    profit: plan.profit,
    value: (volume, link) =>
      link === null
        ? dealValue(symbol, volume, price, turn.ctx)
        : valueIn(symbol, volume, price, link, turn.ctx),
  };
  const { currency_digits } = turn.basis.group.record;
  return chargesOf(symbol, facts, currency_digits, turn.ctx, before);
};

/** The order that is filled and the source of the fill. */
interface FillFacts {
  readonly order: Order;
  readonly reason: Reason;
  readonly comment: string;
  readonly cause: Cause;
}

/** The stop loss of a new position, from its order (§4.9.2). */
const stopOf = (turn: Turn, { symbol, side }: FillPlan, { sl, trail_pts }: Order): number =>
  trail_pts === 0 ? sl : trailedStop(symbol, { side, sl, trail_pts }, turn.ctx);

const grown = (turn: Turn, plan: FillPlan, target: Position, order: Order): Position => {
  const { volume, price } = plan;
  const position = copyPosition(target);
  position.volume += volume;
  position.price_open = weightedMean(target.price_open, target.volume, price, volume);
  if (target.price_dealt !== 0) {
    position.price_dealt = weightedMean(target.price_dealt, target.volume, price, volume);
  }
  position.rate_margin = weightedRate(target.rate_margin, target.volume, plan.rate_margin, volume);
  position.rate_profit = plan.rate_profit;
  position.updated_at = turn.now;
  // Not by a later part, nor by a close that meets its own side: the client may have set others.
  if (order.position_id !== 0) return position;
  position.sl = stopOf(turn, plan, order);
  position.tp = order.tp;
  position.trail_pts = order.trail_pts;
  return position;
};

/**
 * A position without the volume that the plan closes, and without its share of the swap (§3.10,
 * §3.14).
 */
export const reduced = (plan: FillPlan, target: Position, time: number): Position => {
  const position = copyPosition(target);
  position.volume -= plan.volume_closed;
  position.swap -= plan.swap;
  position.rate_profit = plan.rate_profit;
  position.updated_at = time;
  position.closed = position.volume === 0;
  return position;
};

const opened = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  id: number,
  volume: number,
): Position => {
  const { order } = facts;
  return {
    id,
    login: order.login,
    symbol: order.symbol,
    side: plan.side,
    volume,
    price_open: plan.price,
    sl: stopOf(turn, plan, order),
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
    opened_at: turn.now,
    updated_at: turn.now,
    origin: order.origin,
    closed: false,
    trail_pts: order.trail_pts,
    price_dealt: 0,
    request_id: order.request_id,
  };
};

/** The position after a planned fill (trading-rules §3.14). */
export const positionAfter = (turn: Turn, plan: FillPlan, facts: FillFacts): Position => {
  const { target } = plan;
  if (target === null) return opened(turn, plan, facts, facts.order.id, plan.volume);
  if (target.side === plan.side) return grown(turn, plan, target, facts.order);
  if (plan.entry === 'out') return reduced(plan, target, turn.now);
  return opened(turn, plan, facts, target.id, plan.volume - plan.volume_closed);
};

/** The deal of a planned fill (trading-rules §1.5, §3.14). */
export const dealOf = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  charges: Pick<Charges, 'commission' | 'fee'>,
): Mutable<Deal> => {
  const { symbol, target, price, volume } = plan;
  const { order } = facts;
  const quote = turn.ctx.quote(symbol.id);
  const digits = turn.basis.group.record.currency_digits;
  return {
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
    value: moneyValue(symbol, volume, price, digits, turn.ctx),
    reason: facts.reason,
    dealer: order.dealer,
    gateway_id: 0,
    price_gateway: 0,
    external_id: '',
    market_bid: groupBid(symbol, quote.bid),
    market_ask: groupAsk(symbol, quote.bid, quote.ask),
    contract_size: symbol.contract_size,
    tick_size: tickUnits(symbol.tick_size, symbol.digits),
    tick_value: symbol.tick_value,
    digits: symbol.digits,
    currency_digits: digits,
    comment: facts.comment,
    request_id: order.request_id,
    created_at: turn.now,
  };
};

/** The ledger after the deals of an order; they are cut to the booked amounts (§3.9). */
export const ledgerAfter = (
  turn: Turn,
  deals: readonly Mutable<Deal>[],
  { accrued }: Pick<Charges, 'accrued'>,
): Mutable<Ledger> => {
  const ledger = copyLedger(turn.state.ledger);
  const { netting, record } = turn.basis.group;
  const blocks = netting && record.profit_blocked_till_eod;
  for (const deal of deals) {
    ledger.balance = booked(turn, ledger.balance, deal);
    ledger.day_sums = sumsAfter(ledger.day_sums, deal);
    if (blocks && deal.profit > 0) {
      ledger.profit_blocked = plus(ledger.profit_blocked, deal.profit);
    }
  }
  if (accrued.length > 0) {
    const { accruals, blocked } = accrue(ledger, accrued, hasAgent(turn));
    ledger.accruals = accruals;
    ledger.commission_blocked += blocked;
  }
  return ledger;
};

/** Does an agent receive commission for the account? */
const hasAgent = (turn: Turn): boolean => turn.state.switches.agent !== 0;

/** The growth of the blocked commission by a deal, in units of the currency (§3.8). */
export const blockedGrowth = (turn: Turn, { accrued }: Pick<Charges, 'accrued'>): number =>
  accrued.length === 0 ? 0 : accrue(turn.state.ledger, accrued, hasAgent(turn)).blocked;

/** Namespace of the ids of derived commands. */
export const DERIVED_NAMESPACE = '5f6b1d0e-31ab-5c39-9d0c-7a5f5e0d7c11';

const NO_COMMANDS: readonly DerivedCommand[] = [];

/** The mark of a derived command of §3.9 whose money is of a demo account; real money has none. */
export const demoMark = ({ basis }: Turn): Pick<DerivedCommand, 'demo'> =>
  basis.group.demo ? { demo: true } : {};

/** The commands that pay the agent once this account's event is committed (trading-rules §3.9). */
export const agentCommands = (
  turn: Turn,
  deal: Deal,
  charges: Charges,
): readonly DerivedCommand[] => {
  const { agent } = turn.state.switches;
  if (agent === 0 || charges.agent.length === 0) return NO_COMMANDS;
  return charges.agent.map(({ rule, amount }) => ({
    request_id: serverId(DERIVED_NAMESPACE, `${deal.id}:agent:${rule.position}`),
    login: agent,
    action: 'agent' as const,
    amount: formatExact(amount, deal.currency_digits, deal.currency_digits),
    comment: `agent ${deal.login} #${deal.id}`,
    from_login: deal.login,
    from_deal: deal.id,
    currency: turn.basis.group.record.currency,
    ...demoMark(turn),
  }));
};

/** Fills `volume` of an order in place; only for an order that is not shared yet (§4.8). */
const fillFresh = (
  order: Mutable<Order>,
  volume: number,
  price: number,
  positionId: number,
  time: number,
): Order => {
  order.price_filled = weightedMean(order.price_filled, order.volume_filled, price, volume);
  order.volume_current -= volume;
  order.volume_filled += volume;
  order.position_id = positionId;
  const whole = order.volume_current === 0;
  order.state = whole ? 'filled' : 'partial';
  order.done_at = whole ? time : 0;
  return order;
};

/** A copy of the order after `volume` was filled at `price`; a complete fill ends it (§4.8). */
export const orderAfterFill = (
  order: Order,
  volume: number,
  price: number,
  positionId: number,
  time: number,
): Order => fillFresh(copyOrder(order), volume, price, positionId, time);

/** The change by a fill, before its event is made. */
interface Executed {
  readonly deal: Deal;
  readonly change: Mutable<Change>;
}

/**
 * Executes a planned fill as one change. The order in `facts` is changed in place: it must belong
 * to this turn. `trigger` names what made the server act, such as a price that reached a level;
 * else empty (trading-rules §3.14).
 */
export const execution = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  route: RoutingResult | null,
  trigger: string,
): Executed => {
  const before = chargesOfOrder(turn.state.ledger, facts.order.id);
  const charges = planCharges(turn, plan, facts.reason, before);
  const deal = dealOf(turn, plan, facts, charges);
  const deals = [deal];
  const { volume, price } = plan;
  const explain = explainOf(turn, plan.symbol, route, trigger);
  explain.price_asked = facts.order.price_order;
  explain.charges = charges.charged;
  // Before the order is changed: its position shows whether this is its first fill.
  const position = positionAfter(turn, plan, facts);
  const order = fillFresh(facts.order, volume, price, deal.position_id, turn.now);
  const ledger = ledgerAfter(turn, deals, charges);
  if (!isFinal(order)) {
    ledger.order_charges = withDealCharges(ledger, order.id, deal.id, charges.bounded);
  }
  const change: Mutable<Change> = {
    kind: 'deal',
    cause: facts.cause,
    ledger,
    orders: [order],
    deals,
    positions: [position],
    remembered: null,
    explain,
    derived: agentCommands(turn, deal, charges),
  };
  return { deal, change };
};
