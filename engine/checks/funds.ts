// Free margin: can the account afford an order, a pending order's reserve, or a close?

import { emptyRow } from '../../wire/base/field-table.js';
import { ORDER, type Order, type Reason } from '../../wire/trading/records.js';
import { termsOf } from '../account/basis.js';
import { fail, noMoney } from '../account/failed.js';
import { chargesAfter, chargesOfOrder, UNCHARGED } from '../account/order-charges.js';
import { NO_ORDERS, type Reserved } from '../account/reserves.js';
import { type BothSides, bySide } from '../account/side-volume.js';
import type { Fault, Holding, Turn } from '../account/types.js';
import type { Accrued } from '../deals/commission.js';
import { blockedGrowth, type FillPlan, planCharges } from '../deals/deals.js';
import {
  isScopeKnown,
  legsOf,
  marginNear,
  marginOf,
  marginWith,
  reservedOf,
  sidesOf,
} from '../margin/account-margin.js';
import { heldLegs, NO_VOLUMES, orderMargin, prospectAfter, prospectNow } from '../margin/margin.js';
import { freeMargin, pricesOf, valuationOf, valuePrice } from '../margin/money.js';
import { closeProfit } from '../margin/profit.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { openings } from './pending-openings.js';
import { hasRequotes } from './worst-price.js';

const sidesBy = (turn: Turn, holding: Holding | undefined): BothSides =>
  holding === undefined ? NO_VOLUMES : sidesOf(turn.basis, holding);

const reservedBy = (holding: Holding | undefined): Reserved =>
  holding === undefined ? NO_ORDERS : reservedOf(holding);

/**
 * The margin that waiting market orders will take at initial rates. The checks of other orders
 * subtract it, although it is not margin yet; the order `own` is not counted.
 */
const setAside = (turn: Turn, own: number): number => {
  let margin = 0;
  for (const order of openings(turn.state)) {
    const symbol = turn.basis.group.held(order.symbol);
    if (order.id === own || symbol === undefined) continue;
    const { bid, ask } = pricesOf(symbol, turn.ctx);
    // In other modes the price of an order only bounds its fill.
    const named = hasRequotes(symbol) ? order.price_order : 0;
    const price_order = named || (order.side === 'buy' ? ask : bid);
    margin += orderMargin(termsOf(turn.basis, symbol), { ...order, price_order });
  }
  return margin;
};

/**
 * The margin check before a market order or an activation (trading-rules §3.8): free margin, less
 * the growth of the margin and the expected commission and fees (blocked ones too, §3.8), must not
 * be negative. `activated` is the pending order that becomes the deal; its reserve is still part of
 * the margin. `own` is the waiting order that is checked again.
 */
export const openingFault = (
  turn: Turn,
  plan: FillPlan,
  reason: Reason,
  activated: Order | null,
  own = 0,
): Fault => {
  if (turn.basis.group.netting && plan.entry === 'out') return undefined;
  const { state, basis, ctx } = turn;
  const { symbol } = plan;
  const holding = state.holdings.get(symbol.name);
  const orders = reservedBy(holding);
  if (!isScopeKnown(state, basis, symbol, ctx)) return scopeUnknown(turn, symbol);
  const prospect = prospectAfter(
    termsOf(basis, symbol),
    sidesBy(turn, holding),
    activated === null ? orders : orders.with(activated.id),
    plan,
    activated === null,
  );
  const now = marginNear(state, basis, symbol, ctx);
  const check = Math.max(now, marginWith(state, basis, symbol, prospect, ctx));
  const before = activated === null ? UNCHARGED : chargesOfOrder(state.ledger, activated.id);
  const charges = planCharges(turn, plan, reason, before);
  const costs = charges.commission + charges.fee - blockedGrowth(turn, charges);
  const { margin_free } = valuationOf(turn).money;
  const left = margin_free + now - check + costs - setAside(turn, own);
  return left < 0 ? noMoney(turn, margin_free - left, margin_free, 'margin_free') : undefined;
};

/**
 * Refuses because a rate is missing for the size of a leverage rule's scope (trading-rules §3.7).
 */
const scopeUnknown = (turn: Turn, { name, leverage }: EngineSymbol): Fault =>
  fail(turn, 'trade.off_quotes', () => {
    const to = leverage?.rule.currency || turn.basis.group.record.currency;
    const message = `${name}: its leverage rule has no conversion rate to ${to}.`;
    return { message, figures: { symbol: name, to, rule: 'leverage' } };
  });

/** The fields of a pending order on which its reserve depends. */
export type Reserve = Pick<Order, 'id' | 'side' | 'kind' | 'volume_current'> &
  Partial<Pick<Order, 'price_order' | 'price_stop_limit' | 'rate_margin'>>;

/** The id of an order that has none yet; it sorts after all others. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

const NO_ORDER: Order = emptyRow(ORDER);

/** Does the order only reduce the netting position of its symbol (trading-rules §3.8)? */
const onlyReduces = ({ basis }: Turn, holding: Holding | undefined, order: Reserve): boolean => {
  const held = basis.group.netting ? holding?.positions[0] : undefined;
  return held !== undefined && held.side !== order.side && order.volume_current <= held.volume;
};

/**
 * The check when a pending order whose margin rate is not 0 is placed or changed; in netting,
 * orders that only reduce pass, and so does a change that does not raise the margin (§3.8).
 */
export const reserveFault = (
  turn: Turn,
  symbol: EngineSymbol,
  order: Reserve,
  isChange = false,
): Fault => {
  if (bySide(symbol.margin.rates, order.side)[order.kind].initial === 0) return undefined;
  const { state, basis, ctx } = turn;
  const holding = state.holdings.get(symbol.name);
  if (onlyReduces(turn, holding, order)) return undefined;
  if (!isScopeKnown(state, basis, symbol, ctx)) return scopeUnknown(turn, symbol);
  const orders = reservedBy(holding).with(order.id, { ...NO_ORDER, ...order });
  const prospect = prospectNow(sidesBy(turn, holding), orders);
  const now = marginNear(state, basis, symbol, ctx);
  const check = Math.max(now, marginWith(state, basis, symbol, prospect, ctx));
  if (isChange && check === now) return undefined;
  const { margin_free } = valuationOf(turn).money;
  const left = margin_free + now - check - setAside(turn, 0);
  return left < 0 ? noMoney(turn, margin_free - left, margin_free, 'margin_free') : undefined;
};

/**
 * Can closes raise the margin? If one side is held and one mean of prices or rates applies, margin
 * falls with the volume; the margin of a leverage scope need not fall (§3.7.7).
 */
const mayRaise = (holding: Holding, symbol: EngineSymbol): boolean => {
  if (symbol.leverage !== null) return true;
  if (holding.positions.length === 1) return false;
  if (symbol.margin.priced && !symbol.marginTo.same) return true;
  const { buy, sell } = legsOf(holding);
  return buy.volume > 0 && sell.volume > 0;
};

/**
 * The check before closes that may uncover the opposite side (hedging, §3.8): if margin would rise,
 * free margin afterwards, with the profit that the deals realise, must not be negative. The plans
 * are of one order.
 */
export const closingFault = (
  turn: Turn,
  symbol: EngineSymbol,
  plans: readonly FillPlan[],
  reason: Reason,
): Fault => {
  const { state, basis } = turn;
  const holding = state.holdings.get(symbol.name);
  if (basis.group.netting || holding === undefined) return undefined;
  if (!mayRaise(holding, symbol)) return undefined;
  const left = legsOf(holding).without(plans);
  const now = marginNear(state, basis, symbol, turn.ctx);
  const prospect = prospectNow(heldLegs(symbol, left), reservedOf(holding));
  const after = marginWith(state, basis, symbol, prospect, turn.ctx);
  if (after <= now) return undefined;
  const { money } = valuationOf(turn);
  let realised = 0;
  let floating = money.profit + money.swap;
  const accrued: Accrued[] = [];
  let before = UNCHARGED;
  for (const plan of plans) {
    const { target } = plan;
    if (target === null) continue;
    const charges = planCharges(turn, plan, reason, before);
    before = chargesAfter(before, charges.bounded);
    realised += plan.profit + plan.swap + charges.commission + charges.fee;
    accrued.push(...charges.accrued);
    const rest = target.volume - plan.volume_closed;
    const price = closingPrice(holding, target.side);
    floating -= plan.swap + closeProfit(symbol, target, target.volume, price, turn.ctx).profit;
    if (rest > 0) floating += closeProfit(symbol, target, rest, price, turn.ctx).profit;
  }
  realised -= blockedGrowth(turn, { accrued });
  const margin = marginOf(state, basis, turn.ctx) - now + after;
  const free = freeMargin(state, basis, realised, floating, margin);
  if (free >= 0) return undefined;
  return noMoney(turn, money.margin_free - free, money.margin_free, 'margin_free');
};

/** The price at which a side of the holding was valued. */
const closingPrice = (holding: Holding, side: 'buy' | 'sell'): number =>
  valuePrice(side, holding.prices);
