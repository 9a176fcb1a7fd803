// What the account is worth and what it may still use (trading-rules §3.11), at this moment.

import type { Books } from './books.js';
import { type Decimal, dec, HUNDRED, max, min, R, sum, ZERO } from './decimal.js';
import type { Lot, MarginBasis, Resting, Stock } from './margin.js';
import { floatingProfit } from './profit.js';
import type { Order, Position } from './rows.js';
import type { Terms } from './terms.js';
import { accountMargin, rateOfValue, type SymbolStock } from './tiers.js';
import { blockedCommission } from './turnover.js';

/** Live money of an account. */
export interface State {
  readonly blocked: Decimal;
  readonly profit: Decimal;
  readonly swap: Decimal;
  readonly equity: Decimal;
  readonly margin: Decimal;
  readonly marginFree: Decimal;
  /** Percent; 0 without margin. */
  readonly marginLevel: Decimal;
}

/** How the account's margin is reckoned; it stands until its leverage or the rules change. */
export const basisOf = (books: Books): MarginBasis => {
  const { known, leverage, netting } = books;
  const { rules, digits } = books.market;
  if (known.basis?.rules === rules && known.basis.leverage === leverage) return known.basis.is;
  const is = { leverage: dec(leverage), netting, digits, margins: new Map() };
  known.basis = { rules, leverage, is };
  return is;
};

/** Held lots of a position. */
const lotOf = (books: Books, terms: Terms, position: Position): Lot => {
  const rateValue = rateOfValue(books.market, terms, position.side, position.rateMargin);
  const { lots } = books.known;
  const known = lots.get(position);
  if (known?.rateValue === rateValue) return known;
  const { side, volume, priceOpen: price, rateMargin } = position;
  const lot = { side, volume, price, rateMargin, initial: false, rateValue };
  lots.set(position, lot);
  return lot;
};

/** The price a pending order is priced at: its own, the limit price for a stop-limit (§3.4). */
export const pricedAt = (order: Order): Decimal =>
  order.kind === 'stop_limit' ? order.priceStopLimit : order.priceOrder;

const restingOf = (books: Books, terms: Terms, order: Order): Resting => {
  const rateValue = rateOfValue(books.market, terms, order.side, order.rateMargin);
  const { restings } = books.known;
  const known = restings.get(order);
  if (known?.rateValue === rateValue) return known;
  const { id, kind, side, volume, rateMargin } = order;
  const resting = { id, kind, side, volume, price: pricedAt(order), rateMargin, rateValue };
  restings.set(order, resting);
  return resting;
};

/** Rows that margin is reckoned from. */
export interface Rows {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
}

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** What some rows hold of one symbol. */
export const stockOf = (books: Books, terms: Terms, rows: Rows): Stock => {
  const lots = rows.positions
    .filter(({ symbol }) => symbol === terms.name)
    .map((position) => lotOf(books, terms, position));
  const resting = rows.orders
    .filter(({ symbol }) => symbol === terms.name)
    .map((order) => restingOf(books, terms, order));
  const { stocks } = books.known;
  const known = stocks.get(terms);
  if (known && areSame(known.lots, lots) && areSame(known.resting, resting)) return known;
  const stock = { lots, resting };
  stocks.set(terms, stock);
  return stock;
};

/** The positions of a stock alone. */
const heldOf = ({ known: { helds } }: Books, stock: Stock): Stock => {
  if (stock.resting.length === 0) return stock;
  const held = helds.get(stock) ?? { lots: stock.lots, resting: [] };
  helds.set(stock, held);
  return held;
};

/** Some rows by symbol; `asked` replaces one symbol by what an order would make of it. */
export const symbolsOf = (books: Books, rows: Rows, asked?: SymbolStock): SymbolStock[] => {
  const names = new Set([...rows.positions, ...rows.orders].map(({ symbol }) => symbol));
  if (asked !== undefined) names.add(asked.terms.name);
  return [...names].sort().flatMap((name) => {
    if (asked?.terms.name === name) return [asked];
    const terms = books.terms(name);
    if (terms === undefined) return [];
    const stock = stockOf(books, terms, rows);
    return [{ terms, stock, held: heldOf(books, stock) }];
  });
};

/** Margin of some rows. */
export const marginOfRows = (books: Books, rows: Rows, asked?: SymbolStock): Decimal =>
  accountMargin(books.market, basisOf(books), symbolsOf(books, rows, asked));

/** What floating profit and swap count towards free margin (§3.11). */
const counted = (mode: string, floating: Decimal): Decimal => {
  if (mode === 'not_use') return ZERO;
  if (mode === 'profit_only') return max(floating, ZERO);
  if (mode === 'loss_only') return min(floating, ZERO);
  return floating;
};

/** The account's money at this moment (§3.11), reckoned again when anything of it has changed. */
export const stateOf = (books: Books): State => {
  const { ledger, market, known } = books;
  const { balance, credit, profitBlocked } = ledger;
  const before = known.state;
  const stands =
    before?.revision === market.revision &&
    before.positions === books.positions &&
    before.orders === books.orders &&
    before.accruals === books.accruals &&
    before.balance === balance &&
    before.credit === credit &&
    before.profitBlocked === profitBlocked;
  if (stands) return before.is;
  const is = stateWith(books, books, ZERO);
  const { positions, orders, accruals } = books;
  const { revision } = market;
  known.state = { positions, orders, accruals, revision, balance, credit, profitBlocked, is };
  return is;
};

/** The account's money, were these its rows and had it gained so much (§3.11). */
export const stateWith = (books: Books, rows: Rows, gained: Decimal): State => {
  const { ledger, market } = books;
  const blocked = blockedCommission(books).plus(ledger.profitBlocked);
  const own = ledger.balance.plus(gained).plus(ledger.credit).minus(blocked);
  const profit = sum(rows.positions.map((position) => floatingProfit(books, position)));
  const swap = sum(rows.positions.map((position) => position.swap));
  const floating = profit.plus(swap);
  const equity = own.plus(floating);
  const margin = marginOfRows(books, rows);
  return {
    blocked,
    profit,
    swap,
    equity,
    margin,
    marginFree: own.plus(counted(market.rules.group.free_margin_mode, floating)).minus(margin),
    marginLevel: margin.isZero() ? ZERO : R(equity.times(HUNDRED).div(margin), 2),
  };
};
