// The account as plain text, so that it can be compared with another implementation's.

import type { Books } from './books.js';
import { type Decimal, ZERO } from './decimal.js';
import { closePrice, floatingProfit } from './profit.js';
import type { Deal, Derived, Ledger, Order, Position } from './rows.js';
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

const lives = new WeakMap<Position, { profit: Decimal; price: Decimal; row: Row }>();

/** What a position is worth now. */
const liveRow = (books: Books, position: Position): Row => {
  const profit = floatingProfit(books.market, position);
  const price = closePrice(books.market, position) ?? ZERO;
  const known = lives.get(position);
  if (known?.profit === profit && known.price === price) return known.row;
  const row = rowOf({ id: position.id, profit, priceCurrent: price });
  lives.set(position, { profit, price, row });
  return row;
};

const ledgers = new WeakMap<Ledger, { copy: Ledger; row: Row }>();

/** The ledger is the one row that changes in place. */
const ledgerRow = (ledger: Ledger): Row => {
  const known = ledgers.get(ledger);
  const fields = Object.keys(ledger) as (keyof Ledger)[];
  if (known && fields.every((field) => known.copy[field] === ledger[field])) return known.row;
  const row = showAll(ledger);
  ledgers.set(ledger, { copy: { ...ledger }, row });
  return row;
};

const positionRow = (position: Position): Row => once(position, showAll);
const orderRow = (order: Order): Row => once(order, showAll);
const dealRow = (deal: Deal): Row => rowOf({ ...deal });
const derivedRow = (derived: Derived): Row => rowOf({ ...derived });

/** The account as text; what is new since the last view is taken out of the books. */
export const viewOf = (books: Books): View => {
  const { fresh, ledger } = books;
  books.fresh = books.none();
  const state = stateOf(books);
  return {
    ledger: ledgerRow(ledger),
    money: once(state, () => rowOf({ ...state, leverage: books.leverage })),
    positions: books.positions.map(positionRow),
    live: books.positions.map((position) => liveRow(books, position)),
    orders: books.orders.map(orderRow),
    deals: fresh.deals.map(dealRow),
    ended: fresh.ended.map(orderRow),
    derived: fresh.derived.map(derivedRow),
    daily: fresh.daily.map(rowOf),
  };
};
