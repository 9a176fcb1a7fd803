// The margin check before an order (trading-rules §3.8).

import type { Books } from './books.js';
import { type Fault, opensOn } from './checks.js';
import { closingOf, marginRateAt } from './deals.js';
import { type Decimal, max, min, sum, TWO, ZERO } from './decimal.js';
import { baseMargin, type Component, coveredShare, type Lot } from './margin.js';
import type { Order, Position } from './rows.js';
import {
  basisOf,
  marginOfRows,
  type Rows,
  stateOf,
  stateWith,
  stockOf,
  symbolsOf,
} from './state.js';
import type { Terms } from './terms.js';
import { isSized, rateOfValue, ruleOf, type SymbolStock } from './tiers.js';
import { expectedCost } from './turnover.js';

/** An order that opens, at the price that it is checked at. */
export interface Opening {
  readonly order: Order;
  readonly terms: Terms;
  readonly price: Decimal;
}

const newLot = (books: Books, { order, terms, price }: Opening, volume: Decimal): Lot => {
  const rateMargin = marginRateAt(books, terms, order.side, price) ?? ZERO;
  const rateValue = rateOfValue(books.market, terms, order.side, rateMargin);
  return { side: order.side, volume, price, rateMargin, rateValue, initial: true };
};

/** The held lots that remain, and the new ones, were the order filled in a netting group. */
const nettedLots = (
  books: Books,
  opening: Opening,
  lots: readonly Lot[],
): { readonly held: readonly Lot[]; readonly fresh: readonly Lot[] } => {
  const { order } = opening;
  const [position] = lots;
  if (position === undefined || position.side === order.side) {
    return { held: lots, fresh: [newLot(books, opening, order.volume)] };
  }
  const left = position.volume.minus(order.volume);
  if (left.gt(0)) return { held: [{ ...position, volume: left }], fresh: [] };
  if (left.isZero()) return { held: [], fresh: [] };
  return { held: [], fresh: [newLot(books, opening, left.negated())] };
};

/** Fixed margin: covered new lots × `margin_hedged` + uncovered new lots × `margin_initial`. */
const fixedAddition = (
  books: Books,
  terms: Terms,
  lots: readonly Lot[],
  fresh: Lot,
): Component[] => {
  const { leverage } = basisOf(books);
  const { price, rateMargin, rateValue } = fresh;
  const volumeOn = (side: Lot['side']): Decimal =>
    sum(lots.filter((lot) => lot.side === side).map((lot) => lot.volume));
  const free = volumeOn(fresh.side === 'buy' ? 'sell' : 'buy').minus(volumeOn(fresh.side));
  const covered = min(fresh.volume, max(free, ZERO));
  const uncovered = fresh.volume.minus(covered);
  const initial = (side: Lot['side']): Decimal => terms.marginRate(side, 'market').initial;
  const both = initial('buy').plus(initial('sell')).div(TWO);
  const part = (volume: Decimal, lots: Decimal, money: Decimal, rate: Decimal): Component => ({
    margin: baseMargin(terms, leverage, volume, price, money, money).times(rateMargin).times(rate),
    lots,
    price,
    rateValue,
  });
  return [
    part(covered, covered.times(coveredShare(terms)), terms.marginHedged, both),
    part(uncovered, uncovered, terms.marginInitial, initial(fresh.side)),
  ];
};

/** The order's symbol as it would be, were it filled; activations go by the general rule (§3.8). */
const askedFor = (books: Books, opening: Opening, rows: Rows): SymbolStock => {
  const { terms, order } = opening;
  const { lots, resting } = stockOf(books, terms, rows);
  const { held, fresh } = books.netting
    ? nettedLots(books, opening, lots)
    : { held: lots, fresh: [newLot(books, opening, order.volume)] };
  const before = { terms, held: { lots: held, resting: [] } };
  const [lot] = fresh;
  const general = books.netting || !terms.isFixed || order.kind !== 'market';
  if (general || lot === undefined) {
    return { ...before, stock: { lots: [...held, ...fresh], resting } };
  }
  return {
    ...before,
    stock: { lots: held, resting },
    added: fixedAddition(books, terms, held, lot),
  };
};

/** Does the order only reduce the netting position of its symbol? */
const onlyReduces = (books: Books, { symbol, side, volume }: Order): boolean =>
  opensOn(books, symbol, side, volume) === undefined;

/** What filling the order would cost in commission, at once and later. */
const costOf = (books: Books, { order, terms, price }: Opening): Decimal => {
  const held = books.netting
    ? books.positions.find((one) => one.symbol === order.symbol && one.side !== order.side)
    : undefined;
  const closing = held && closingOf(books, terms, held, held.volume, price);
  return expectedCost(books, {
    terms,
    side: order.side,
    entry: closing ? 'inout' : 'in',
    volume: order.volume,
    closed: closing?.volume ?? ZERO,
    price,
    profit: closing?.profit.profit ?? ZERO,
    reason: order.reason,
  });
};

/** Are all rates found that the margin of the symbol's scope rests on (§3.7.8)? */
const isScopeKnown = (books: Books, terms: Terms): boolean => {
  const { market } = books;
  const rule = ruleOf(market, terms);
  const pooled = rule?.range_basis.endsWith('_per_symbol') ? [] : symbolsOf(books, books);
  const scope = pooled.filter((one) => rule && ruleOf(market, one.terms) === rule);
  return [terms, ...scope.map((one) => one.terms)].every((one) => isSized(market, one));
};

const moneyFault = (isEnough: boolean): Fault => (isEnough ? undefined : 'trade.no_money');

/** Is there money for a market order or an activation (§3.8)? Its own reserve counts in now. */
export const openingFault = (books: Books, opening: Opening): Fault => {
  if (onlyReduces(books, opening.order)) return undefined;
  if (!isScopeKnown(books, opening.terms)) return 'trade.off_quotes';
  const { marginFree, margin } = stateOf(books);
  const orders = books.orders.filter(({ id }) => id !== opening.order.id);
  const rows = { positions: books.positions, orders };
  const filled = marginOfRows(books, rows, askedFor(books, opening, rows));
  const checked = max(margin, filled);
  const left = marginFree.plus(margin).minus(checked).minus(costOf(books, opening));
  return moneyFault(left.gte(0));
};

/**
 * Is there money to place or reprice a pending order, it reserved, without commission (§3.8)? A
 * change that does not raise the margin needs none.
 */
export const placingFault = (books: Books, order: Order, terms: Terms): Fault => {
  if (order.kind === 'market' || order.kind === 'close_by') return undefined;
  if (onlyReduces(books, order)) return undefined;
  if (terms.marginRate(order.side, order.kind).initial.isZero()) return undefined;
  if (!isScopeKnown(books, terms)) return 'trade.off_quotes';
  const { marginFree, margin } = stateOf(books);
  const others = books.orders.filter(({ id }) => id !== order.id);
  const placed = order.id === 0 ? { ...order, id: Number.MAX_SAFE_INTEGER } : order;
  const rows = { positions: books.positions, orders: [...others, placed] };
  const checked = max(margin, marginOfRows(books, rows));
  if (order.id !== 0 && checked.eq(margin)) return undefined;
  return moneyFault(marginFree.plus(margin).minus(checked).gte(0));
};

/**
 * May these positions take the place of the present ones? A close that raises margin must leave
 * free margin, what it realises counted (§3.8).
 */
export const affordsClosing = (
  books: Books,
  positions: readonly Position[],
  gained: Decimal,
): boolean => {
  if (books.netting) return true;
  const after = stateWith(books, { positions, orders: books.orders }, gained);
  return after.margin.lte(stateOf(books).margin) || after.marginFree.gte(0);
};
