// Live money: an account's rows valued at current prices, and its margin.

import { isLarge, limited, limitedSum, MONEY_MAX, plus } from '../../wire/base/amounts.js';
import type { Money, Order, Position, Side } from '../../wire/trading/records.js';
import { isPending, placeOf } from '../account/account.js';
import { basisOf, symbolOf, termsOf } from '../account/basis.js';
import type { AccountState, Basis, Context, Holding, Turn, Valuation } from '../account/types.js';
import { shareOf } from '../numbers/exact.js';
import type { Quotes } from '../settings/conversion.js';
import { groupAsk, groupBid } from '../settings/quotes.js';
import { type EngineSymbol, type GroupPrices, NO_PRICES } from '../settings/symbols.js';
import { isMarginKnown, marginOf } from './account-margin.js';
import { positionMargin } from './margin.js';
import { closeProfit } from './profit.js';

/** The price at which a side closes: Bid for a buy, Ask for a sell (trading-rules §3.3). */
export const closePrice = (side: Side, bid: number, ask: number): number =>
  side === 'buy' ? bid : ask;

/** The price at which a side is valued: the last trade where the symbol uses it (§3.15). */
export const valuePrice = (side: Side, { bid, ask, last }: Omit<GroupPrices, 'time'>): number =>
  last > 0 ? last : closePrice(side, bid, ask);

/** Does a symbol's floating profit need no rate but its own price? */
const selfValued = (symbol: EngineSymbol): boolean =>
  symbol.profitTo.same ||
  (symbol.forex && symbol.profit_conversion === 'by_deal' && symbol.profitOwn !== null);

/**
 * A symbol's prices at group level (trading-rules §3.1.3); zeros without a quote. A quote
 * object is immutable, so the prices are cached with it.
 */
export const pricesOf = (symbol: EngineSymbol, quotes: Quotes): GroupPrices => {
  const { seen } = symbol;
  const quote = quotes.quote(symbol.id);
  if (quote !== seen.quote) {
    const { bid, ask, time, last } = quote;
    const trade = symbol.byLast ? last : 0;
    seen.quote = quote;
    seen.prices =
      time === 0
        ? NO_PRICES
        : { bid: groupBid(symbol, bid), ask: groupAsk(symbol, bid, ask), time, last: trade };
  }
  return seen.prices;
};

/** The floating profit of a position at the holding's prices. */
const floating = (symbol: EngineSymbol, holding: Holding, at: number, quotes: Quotes): number => {
  const position = holding.positions[at] as Position;
  const price = valuePrice(position.side, holding.prices);
  return closeProfit(symbol, position, position.volume, price, quotes).profit;
};

/** Values only the positions that changed since the valuation; prices are the same. */
const valueFresh = (symbol: EngineSymbol, holding: Holding, quotes: Quotes): void => {
  const { positions, profits, fresh } = holding;
  for (let id = fresh.pop(); id !== undefined; id = fresh.pop()) {
    const at = placeOf(positions, id);
    if (positions[at]?.id !== id) continue;
    holding.profit -= profits[at] as number;
    const profit = floating(symbol, holding, at, quotes);
    profits[at] = profit;
    holding.profit += profit;
    if (isLarge(profit)) holding.isLargeProfit = true;
  }
};

/** Values all positions again. */
const valueAll = (symbol: EngineSymbol, holding: Holding, quotes: Quotes): void => {
  const { positions, profits, fresh } = holding;
  holding.profit = 0;
  holding.isLargeProfit = false;
  for (let at = 0; at < positions.length; at += 1) {
    const profit = holding.priced ? floating(symbol, holding, at, quotes) : 0;
    profits[at] = profit;
    holding.profit += profit;
    if (isLarge(profit)) holding.isLargeProfit = true;
  }
  fresh.length = 0;
  holding.valued = true;
};

/** Are prices and rates the same as at the holding's valuation? */
const isCurrent = (symbol: EngineSymbol, holding: Holding, quotes: Quotes): boolean => {
  if (!holding.valued || pricesOf(symbol, quotes) !== holding.prices) return false;
  if (selfValued(symbol)) return true;
  const { profitTo } = symbol;
  return (
    profitTo.rate('bid', quotes) === holding.rateBid &&
    profitTo.rate('ask', quotes) === holding.rateAsk
  );
};

/** Values a holding at current prices. False: it has positions but no price. */
const value = (basis: Basis, holding: Holding, quotes: Quotes, look: number): boolean => {
  if (holding.positions.length === 0) return true;
  const symbol = symbolOf(basis, holding);
  if (holding.valuedAt !== look || !holding.valued) {
    holding.valuedAt = look;
    if (!isCurrent(symbol, holding, quotes)) {
      holding.prices = pricesOf(symbol, quotes);
      holding.priced = holding.prices.time > 0;
      holding.rateBid = selfValued(symbol) ? 0n : symbol.profitTo.rate('bid', quotes);
      holding.rateAsk = selfValued(symbol) ? 0n : symbol.profitTo.rate('ask', quotes);
      valueAll(symbol, holding, quotes);
    }
  }
  if (holding.priced && holding.fresh.length > 0) valueFresh(symbol, holding, quotes);
  return holding.priced;
};

/** The part of the floating profit that counts in free margin (trading-rules §3.11). */
const counted = (basis: Basis, floating: number): number => {
  switch (basis.group.record.free_margin_mode) {
    case 'use_pl':
      return floating;
    case 'not_use':
      return 0;
    case 'profit_only':
      return Math.max(floating, 0);
    case 'loss_only':
      return Math.min(floating, 0);
  }
};

/** R(equity / margin · 100, 2) in units of 0.01 %; 0 when margin is 0 (trading-rules §3.11). */
const levelOf = (equity: number, margin: number): number =>
  margin === 0 ? 0 : shareOf(equity, 10_000, margin);

/**
 * Σ floating profit and Σ swap in exact arithmetic, for sums that doubles would round (§0.3).
 */
const largeSums = ({ holdings, positions }: AccountState): readonly [number, number] => [
  limitedSum([...holdings.values()].flatMap(({ profits }) => profits)),
  limitedSum([...positions.values()].map(({ swap }) => swap)),
];

/** Values the account at the prices of the epoch (trading-rules §3.11). */
const valueAccount = (state: AccountState, ctx: Context, now: number): Valuation => {
  const basis = basisOf(state, ctx);
  let complete = true;
  let profit = 0;
  let swap = 0;
  let large = false;
  for (const holding of state.holdings.values()) {
    if (!value(basis, holding, ctx, state.valuationEpoch)) complete = false;
    profit += holding.profit;
    swap += holding.swap;
    if (holding.isLargeProfit || holding.isLargeSwap) large = true;
  }
  if (large) [profit, swap] = largeSums(state);
  profit = limited(profit);
  swap = limited(swap);
  const margin = marginOf(state, basis, ctx);
  if (!isMarginKnown(state, basis, ctx)) complete = false;
  const { balance, credit, commission_blocked, profit_blocked } = state.ledger;
  const blocked = plus(commission_blocked, profit_blocked);
  const result = counted(basis, profit + swap);
  const own = balance + credit - blocked;
  const size = Math.abs(balance) + Math.abs(credit) + Math.abs(blocked) + margin;
  const isPlain = size + Math.abs(profit) + Math.abs(swap) <= MONEY_MAX;
  const equity = isPlain
    ? own + profit + swap
    : limitedSum([balance, credit, -blocked, profit, swap]);
  const margin_free = isPlain
    ? own + result - margin
    : limitedSum([balance, credit, -blocked, result, -margin]);
  const money: Money = {
    balance,
    credit,
    blocked,
    profit,
    swap,
    equity,
    margin,
    margin_free,
    margin_level: levelOf(equity, margin),
    leverage: basis.leverage,
    calculated_at: now,
  };
  return { money, complete };
};

/** Starts a new valuation epoch: until the next one the account's prices do not change (§3.11). */
export const beginValuation = (state: AccountState): void => {
  state.valuationEpoch += 1;
};

/** Values the account at current prices (trading-rules §3.11). */
export const valuation = (state: AccountState, ctx: Context): Valuation => {
  beginValuation(state);
  return valueAccount(state, ctx, ctx.now);
};

/** The account's valuation within a turn; kept until rows change (§3.11). */
export const valuationOf = (turn: Turn): Valuation => {
  turn.valuation ??= valueAccount(turn.state, turn.ctx, turn.now);
  return turn.valuation;
};

/** The floating profits of some positions of a holding, as the valuation has them (§3.3). */
export const floatingOf = (
  turn: Turn,
  holding: Holding,
  positions: readonly Position[],
): readonly number[] => {
  valuationOf(turn);
  const { profits } = holding;
  if (positions === holding.positions) return profits;
  return positions.map(({ id }) => profits[placeOf(holding.positions, id)] as number);
};

/** Live money of an account (trading-rules §1.3, §3.11). */
export const moneyOf = (state: AccountState, ctx: Context): Money => valuation(state, ctx).money;

/** `margin_free` for the given floating profit and margin (trading-rules §3.8). */
export const freeMargin = (
  state: AccountState,
  basis: Basis,
  realised: number,
  floating: number,
  margin: number,
): number => {
  const { balance, credit, commission_blocked, profit_blocked } = state.ledger;
  const own = balance + credit - commission_blocked - profit_blocked + realised;
  return own + counted(basis, floating) - margin;
};

/** A position with its live values; prices ×10^(digits+3). */
export interface LivePosition {
  readonly row: Position;
  readonly price_current: number;
  readonly profit: number;
  /** The margin of the position alone at the maintenance rate, informative. */
  readonly margin: number;
}

/** A working order with the price that may trigger it. */
interface LiveOrder {
  readonly row: Order;
  readonly price_current: number;
}

/** The floating profit of a position, as the account's valuation counts it. */
type PositionValue = Pick<LivePosition, 'row' | 'price_current' | 'profit'>;

/** The positions' values now; zeros without a price (trading-rules §3.3, §3.11). */
export const positionValues = (state: AccountState, ctx: Context): readonly PositionValue[] => {
  valuation(state, ctx);
  return [...state.holdings.values()].flatMap(({ positions, profits, prices, priced }) =>
    positions.map((row, at) => ({
      row,
      price_current: priced ? valuePrice(row.side, prices) : 0,
      profit: profits[at] as number,
    })),
  );
};

/** One consistent snapshot of an account. */
interface AccountSnapshot {
  readonly money: Money;
  readonly positions: readonly LivePosition[];
  readonly orders: readonly LiveOrder[];
}

/**
 * The rows of an account with their live values, or only the rows of some ids; by id (trading-rules
 * §1.6, §3.3, §3.11).
 */
export const openValuesOf = (
  state: AccountState,
  ctx: Context,
  wants: (id: number) => boolean,
): Omit<AccountSnapshot, 'money'> => {
  const basis = basisOf(state, ctx);
  const positions: LivePosition[] = [];
  const orders: LiveOrder[] = [];
  for (const holding of state.holdings.values()) {
    const symbol = symbolOf(basis, holding);
    const terms = termsOf(basis, symbol);
    const prices = pricesOf(symbol, ctx);
    const { bid, ask, time, last } = prices;
    for (const row of holding.positions) {
      if (!wants(row.id)) continue;
      const close = valuePrice(row.side, prices);
      const profit = time === 0 ? 0 : closeProfit(symbol, row, row.volume, close, ctx).profit;
      positions.push({ row, price_current: close, profit, margin: positionMargin(terms, row) });
    }
    for (const row of holding.orders) {
      if (!wants(row.id)) continue;
      const market = row.side === 'buy' ? ask : bid;
      orders.push({ row, price_current: last > 0 ? last : market });
    }
  }
  for (const row of state.orders.values()) {
    if (isPending(row) || !wants(row.id)) continue;
    const symbol = basis.group.held(row.symbol);
    const prices = symbol === undefined ? undefined : pricesOf(symbol, ctx);
    const price_current = (row.side === 'buy' ? prices?.ask : prices?.bid) ?? 0;
    orders.push({ row, price_current });
  }
  positions.sort((a, b) => a.row.id - b.row.id);
  orders.sort((a, b) => a.row.id - b.row.id);
  return { positions, orders };
};

/** The account with live values, rows by id (trading-rules §1.6, §3.3, §3.11). */
export const snapshotOf = (state: AccountState, ctx: Context): AccountSnapshot => ({
  ...openValuesOf(state, ctx, () => true),
  money: moneyOf(state, ctx),
});
