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

/** How the account's margin is reckoned. */
export const basisOf = (books: Books): MarginBasis => ({
  leverage: dec(books.leverage),
  netting: books.netting,
  digits: books.market.digits,
});

/** Held lots of a position. */
const lotOf = (books: Books, terms: Terms, position: Position): Lot => ({
  side: position.side,
  volume: position.volume,
  price: position.priceOpen,
  rateMargin: position.rateMargin,
  initial: false,
  rateValue: rateOfValue(books.market, terms, position.side, position.rateMargin),
});

/** The price a pending order is priced at: its own, the limit price for a stop-limit (§3.4). */
export const pricedAt = (order: Order): Decimal =>
  order.kind === 'stop_limit' ? order.priceStopLimit : order.priceOrder;

const restingOf = (books: Books, terms: Terms, order: Order): Resting => ({
  id: order.id,
  kind: order.kind,
  side: order.side,
  volume: order.volume,
  price: pricedAt(order),
  rateMargin: order.rateMargin,
  rateValue: rateOfValue(books.market, terms, order.side, order.rateMargin),
});

/** Rows that margin is reckoned from. */
export interface Rows {
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
}

/** What some rows hold of one symbol. */
export const stockOf = (books: Books, terms: Terms, rows: Rows): Stock => ({
  lots: rows.positions
    .filter(({ symbol }) => symbol === terms.name)
    .map((position) => lotOf(books, terms, position)),
  resting: rows.orders
    .filter(({ symbol }) => symbol === terms.name)
    .map((order) => restingOf(books, terms, order)),
});

/** Some rows by symbol; `asked` replaces one symbol by what an order would make of it. */
export const symbolsOf = (books: Books, rows: Rows, asked?: SymbolStock): SymbolStock[] => {
  const names = new Set([...rows.positions, ...rows.orders].map(({ symbol }) => symbol));
  if (asked !== undefined) names.add(asked.terms.name);
  return [...names].sort().flatMap((name) => {
    if (asked?.terms.name === name) return [asked];
    const terms = books.terms(name);
    if (terms === undefined) return [];
    const stock = stockOf(books, terms, rows);
    return [{ terms, stock, held: { lots: stock.lots, resting: [] } }];
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

/** The account's money, were these its rows and had it gained so much (§3.11). */
export const stateOf = (books: Books, rows: Rows = books, gained: Decimal = ZERO): State => {
  const { ledger, market } = books;
  const blocked = blockedCommission(books).plus(ledger.profitBlocked);
  const own = ledger.balance.plus(gained).plus(ledger.credit).minus(blocked);
  const profit = sum(rows.positions.map((position) => floatingProfit(market, position)));
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
