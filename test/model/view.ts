// The account as plain text, so that it can be compared with another implementation's.

import type { Books } from './books.js';
import { type Decimal, ZERO } from './decimal.js';
import { floatingProfit, valuePrice } from './profit.js';
import type { Ledger, Order, Position } from './rows.js';
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

const shown = (value: Value): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return value.isZero() ? '0' : value.toFixed();
};

const rowOf = (values: Readonly<Record<string, Value>>): Row => {
  const row: Record<string, string> = {};
  for (const name in values) row[name] = shown(values[name] as Value);
  return row;
};

/** Rows never change: the text of one is made once. */
const once = <T extends object>({ known: { texts } }: Books, row: T, show: (row: T) => Row) => {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = show(row);
  texts.set(row, text);
  return text;
};

const showAll = (row: object): Row => rowOf(row as Readonly<Record<string, Value>>);

/** What a position is worth now. */
const liveRow = (books: Books, position: Position): Row => {
  const { lives } = books.known;
  const profit = floatingProfit(books, position);
  const price = valuePrice(books.market, position) ?? ZERO;
  const known = lives.get(position);
  if (known?.profit === profit && known.price === price) return known.row;
  const row = rowOf({ id: position.id, profit, priceCurrent: price });
  lives.set(position, { profit, price, row });
  return row;
};

/** The ledger is the one row that changes in place. */
const ledgerRow = ({ ledger, known }: Books): Row => {
  const before = known.ledger;
  const fields = Object.keys(ledger) as (keyof Ledger)[];
  if (before && fields.every((field) => before.copy[field] === ledger[field])) return before.row;
  const row = showAll(ledger);
  known.ledger = { copy: { ...ledger }, row };
  return row;
};

/** The account as text; what is new since the last view is taken out of the books. */
export const viewOf = (books: Books): View => {
  const { fresh } = books;
  const rowOnce = (row: Position | Order): Row => once(books, row, showAll);
  books.fresh = books.none();
  const state = stateOf(books);
  return {
    ledger: ledgerRow(books),
    money: once(books, state, () => rowOf({ ...state, leverage: books.leverage })),
    positions: books.positions.map(rowOnce),
    live: books.positions.map((position) => liveRow(books, position)),
    orders: books.orders.map(rowOnce),
    deals: fresh.deals.map(showAll),
    ended: fresh.ended.map(rowOnce),
    derived: fresh.derived.map(showAll),
    daily: fresh.daily.map(rowOf),
  };
};
