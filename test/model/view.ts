// The account as plain text, so that it can be compared with another implementation's.

import type { Books } from './books.js';
import type { Decimal } from './decimal.js';
import { closePrice, floatingProfit } from './profit.js';
import type { Deal, Derived, Order, Position } from './rows.js';
import { stateOf } from './state.js';

/** One row's fields as text, by name. */
export type Row = Readonly<Record<string, string>>;

/** Everything comparable. */
export interface View {
  readonly ledger: Row;
  readonly money: Row;
  readonly positions: readonly Row[];
  /** What each position is worth now. */
  readonly live: readonly Row[];
  readonly orders: readonly Row[];
  /** Deals, orders that ended and promises since the last view. */
  readonly deals: readonly Row[];
  readonly ended: readonly Row[];
  readonly derived: readonly Row[];
  readonly daily: readonly Row[];
}

type Value = Decimal | number | string;

/** Rows never change: the text of one is made once. */
const texts = new WeakMap<object, Row>();

const shown = (value: Value): string =>
  typeof value === 'object' ? value.toFixed() : String(value);

const rowOf = (values: Readonly<Record<string, Value>>): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));

const once = <T extends object>(row: T, show: (row: T) => Row): Row => {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = show(row);
  texts.set(row, text);
  return text;
};

const showAll = (row: object): Row => rowOf(row as Readonly<Record<string, Value>>);

/** What a position is worth now. */
const liveRow = (books: Books, position: Position): Row => ({
  id: String(position.id),
  profit: shown(floatingProfit(books.market, position)),
  priceCurrent: shown(closePrice(books.market, position) ?? 0),
});

const positionRow = (position: Position): Row => once(position, showAll);
const orderRow = (order: Order): Row => once(order, showAll);
const dealRow = (deal: Deal): Row => rowOf({ ...deal });
const derivedRow = (derived: Derived): Row => rowOf({ ...derived });

/** The account as text; what is new since the last view is taken out of the books. */
export const viewOf = (books: Books): View => {
  const { fresh, ledger, switches } = books;
  books.fresh = books.none();
  const state = stateOf(books);
  return {
    ledger: rowOf({ ...ledger }),
    money: rowOf({ ...state, leverage: switches.leverage_own || books.leverage }),
    positions: books.positions.map(positionRow),
    live: books.positions.map((position) => liveRow(books, position)),
    orders: books.orders.map(orderRow),
    deals: fresh.deals.map(dealRow),
    ended: fresh.ended.map(orderRow),
    derived: fresh.derived.map(derivedRow),
    daily: fresh.daily.map(rowOf),
  };
};
