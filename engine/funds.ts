// Free margin: whether the account can bear an order, a reserve, or a close.

import { emptyRow } from '../wire/fields.js';
import { ORDER, type Order, type Position, type Reason } from '../wire/records.js';
import type { Fault } from './checks.js';
import type { Accrued } from './commission.js';
import { blockedGrowth, type FillPlan, planCharges } from './deals.js';
import { checkedMargin, heldMargin, newLot, orderMargin } from './margin.js';
import {
  freeMargin,
  holdingMargin,
  marginOf,
  pricesOf,
  termsOf,
  valuation,
  valuePrice,
} from './money.js';
import { closeProfit } from './profit.js';
import type { EngineSymbol } from './symbols.js';
import type { Turn } from './turn.js';
import type { Draft, Holding } from './types.js';
import { openings } from './underway.js';

const without = (orders: readonly Order[], id: number): readonly Order[] =>
  orders.filter((order) => order.id !== id);

const marginNow = (turn: Turn, holding: Holding | undefined): number =>
  holding === undefined ? 0 : holdingMargin(turn.basis, holding);

/**
 * What market orders that wait to be executed will take by themselves at initial rates: it is set
 * aside in the checks of other orders, though it is no margin yet; `own` is not counted.
 */
const setAside = (turn: Turn, own: number): number => {
  let margin = 0;
  for (const order of openings(turn.state)) {
    const symbol = turn.basis.group.held(order.symbol);
    if (order.id === own || symbol === undefined) continue;
    const { bid, ask } = pricesOf(symbol, turn.ctx);
    const price_order = order.price_order || (order.side === 'buy' ? ask : bid);
    margin += orderMargin(termsOf(turn.basis, symbol), { ...order, price_order });
  }
  return margin;
};

/**
 * The margin check before a market order or an activation (trading-rules §3.8): free margin, less
 * what the margin grows by and the expected commission and fees (blocked ones too, §9.6), must not
 * be negative. `activated` is the pending order that becomes the deal; its reserve counts in margin
 * now. `own` is the order that waited, when it is tested again.
 */
export const openingFault = (
  turn: Turn,
  plan: FillPlan,
  reason: Reason,
  activated: Order | null,
  own = 0,
): Fault => {
  if (turn.basis.group.netting && plan.entry === 'out') return undefined;
  const { symbol, side, volume, price } = plan;
  const holding = turn.state.holdings.get(symbol.name);
  const now = marginNow(turn, holding);
  const orders = holding?.orders ?? [];
  const lot = newLot(symbol, side, volume, price, plan.rate_margin);
  const check = checkedMargin(
    termsOf(turn.basis, symbol),
    holding?.positions ?? [],
    activated === null ? orders : without(orders, activated.id),
    lot,
    now,
    activated === null,
  );
  const charges = planCharges(turn, plan, reason);
  const costs = charges.commission + charges.fee - blockedGrowth(turn, charges);
  const { margin_free } = valuation(turn.state, turn.ctx).money;
  const free = margin_free + now - check + costs - setAside(turn, own);
  return free < 0 ? 'trade.no_money' : undefined;
};

/** A pending order as far as its reserve goes. */
export type Reserve = Pick<Order, 'id' | 'side' | 'kind' | 'volume_current'> &
  Partial<Pick<Order, 'price_order' | 'price_stop_limit' | 'rate_margin'>>;

/** The id of an order that has none yet: it comes after all others. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

const NO_ORDER: Order = emptyRow(ORDER);

/** The check at placing or changing a pending order whose rate is not 0 (§3.8, §9.6). */
export const reserveFault = (turn: Turn, symbol: EngineSymbol, order: Reserve): Fault => {
  if (symbol.margin.rates[order.side][order.kind].initial === 0) return undefined;
  const holding = turn.state.holdings.get(symbol.name);
  const now = marginNow(turn, holding);
  const orders = [...without(holding?.orders ?? [], order.id), { ...NO_ORDER, ...order }];
  orders.sort((a, b) => a.id - b.id);
  const terms = termsOf(turn.basis, symbol);
  const check = Math.max(now, heldMargin(terms, holding?.positions ?? [], orders));
  const { margin_free } = valuation(turn.state, turn.ctx).money;
  return margin_free + now - check - setAside(turn, 0) < 0 ? 'trade.no_money' : undefined;
};

const lessened = (row: Position, closed: number): Position => {
  if (closed === 0) return row;
  const left: Draft<Position> = { ...row };
  left.volume -= closed;
  return left;
};

/**
 * The check before closes that may open a covered leg (hedging, §3.8): when margin would rise, free
 * margin afterwards, with what the deals realise, must not be negative.
 */
export const closingFault = (
  turn: Turn,
  symbol: EngineSymbol,
  plans: readonly FillPlan[],
  reason: Reason,
): Fault => {
  const { state, basis } = turn;
  const holding = state.holdings.get(symbol.name);
  if (basis.group.netting || holding === undefined || holding.positions.length === 1) {
    return undefined;
  }
  const closed = new Map(plans.map((plan) => [plan.target?.id ?? 0, plan.volume_closed]));
  const left = holding.positions
    .map((row) => lessened(row, closed.get(row.id) ?? 0))
    .filter((row) => row.volume > 0);
  const now = holdingMargin(basis, holding);
  const after = heldMargin(termsOf(basis, symbol), left, holding.orders);
  if (after <= now) return undefined;
  const { money } = valuation(state, turn.ctx);
  let realised = 0;
  let floating = money.profit + money.swap;
  const accrued: Accrued[] = [];
  for (const plan of plans) {
    const { target } = plan;
    if (target === null) continue;
    const charges = planCharges(turn, plan, reason);
    realised += plan.profit + plan.swap + charges.commission + charges.fee;
    accrued.push(...charges.accrued);
    const rest = target.volume - plan.volume_closed;
    const price = closingPrice(holding, target.side);
    floating -= plan.swap + closeProfit(symbol, target, target.volume, price, turn.ctx).profit;
    if (rest > 0) floating += closeProfit(symbol, target, rest, price, turn.ctx).profit;
  }
  realised -= blockedGrowth(turn, { accrued });
  const margin = marginOf(state, basis) - now + after;
  return freeMargin(state, basis, realised, floating, margin) < 0 ? 'trade.no_money' : undefined;
};

/** The price at which a holding was valued for a side. */
const closingPrice = (holding: Holding, side: 'buy' | 'sell'): number => valuePrice(side, holding);
