// Columns that the tables of both apps have: of ids, symbols, sides, sizes, prices, money, times.

import { reasonText } from '../texts/enums.js';
import { texts } from '../texts/language.js';
import type { Column } from '../ui/table.js';
import { Figure, Money, Price, Profit, Side, Time, UserText } from '../ui/values.js';

type Reason = Parameters<typeof reasonText>[0];

const words = texts({
  symbol: ['Symbol', 'Symbol'],
  side: ['Side', 'Seite'],
  profit: ['Profit', 'Gewinn'],
  comment: ['Comment', 'Kommentar'],
  reason: ['Reason', 'Grund'],
});

/** A row with amounts of money in one currency. */
interface MoneyDigits {
  readonly currency_digits: number;
}

/** Amounts of money, with their sum if there is one; `digits` are those of the sum. */
export const moneyColumn = <Row extends MoneyDigits>(
  key: string,
  title: string,
  digits: number,
  amountOf: (row: Row) => string,
  sum?: string,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Money value={amountOf(row)} digits={row.currency_digits} />,
  sum: sum === undefined ? undefined : <Money value={sum} digits={digits} />,
});

/** Sizes in lots, with their sum if there is one. */
export const volumeColumn = <Row,>(
  key: string,
  title: string,
  volumeOf: (row: Row) => string | null,
  sum?: string,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Figure value={volumeOf(row)} digits={2} />,
  sum: sum === undefined ? undefined : <Figure value={sum} digits={2} />,
});

/** Prices with the digits of their row. */
export const priceColumn = <Row extends { readonly digits: number }>(
  key: string,
  title: string,
  priceOf: (row: Row) => string | null,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Price value={priceOf(row)} digits={row.digits} />,
});

/** Moments. */
export const timeColumn = <Row,>(
  key: string,
  title: string,
  timeOf: (row: Row) => string | null,
): Column<Row> => ({ key, title, width: 160, cell: (row) => <Time at={timeOf(row)} /> });

/** Ids, such as `#12`. */
export const idColumn = <Row,>(
  key: string,
  title: string,
  idOf: (row: Row) => number,
): Column<Row> => ({
  key,
  title,
  width: 84,
  cell: (row) => `#${idOf(row)}`,
});

/** Names of symbols. */
export const symbolColumn = <Row extends { readonly symbol: string }>(): Column<Row> => ({
  key: 'symbol',
  title: words().symbol,
  cell: ({ symbol }) => <UserText>{symbol}</UserText>,
});

/** Buy or sell. */
export const sideColumn = <Row extends { readonly side: 'buy' | 'sell' }>(): Column<Row> => ({
  key: 'side',
  title: words().side,
  width: 88,
  cell: ({ side }) => <Side side={side} />,
});

/** Amounts with their sign and colour, with their sum if there is one. */
export const signedColumn = <Row extends MoneyDigits>(
  key: string,
  title: string,
  digits: number,
  amountOf: (row: Row) => string,
  sum?: string,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  // Room for large amounts with their sign; the other columns share what is left.
  width: 124,
  cell: (row) => <Profit value={amountOf(row)} digits={row.currency_digits} />,
  sum: sum === undefined ? undefined : <Profit value={sum} digits={digits} />,
});

/** Results, with their sum if there is one. */
export const profitColumn = <Row extends MoneyDigits & { readonly profit: string }>(
  digits: number,
  sum?: string,
): Column<Row> => signedColumn('profit', words().profit, digits, ({ profit }: Row) => profit, sum);

/** Comments as they were written. */
export const commentColumn = <Row extends { readonly comment: string }>(): Column<Row> => ({
  key: 'comment',
  title: words().comment,
  cell: ({ comment }) => <UserText>{comment}</UserText>,
});

/** Why deals and orders were made. */
export const reasonColumn = <Row extends { readonly reason: Reason }>(): Column<Row> => ({
  key: 'reason',
  title: words().reason,
  cell: ({ reason }) => reasonText(reason),
});
