// The rows of the card's lists: positions, orders, closed positions, deals, payments, days.

import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/index.js';
import {
  actionText,
  entryText,
  orderKindText,
  orderStateText,
  reasonText,
} from '../../texts/enums.js';
import { texts } from '../../texts/language.js';
import type { Column } from '../../ui/table.js';
import { Figure, Money, Price, Profit, Side, Time, UserText } from '../../ui/values.js';

type Schemas = components['schemas'];
/** The rows of the card's lists. */
export interface CardRows {
  readonly positions: Schemas['StaffPosition'];
  readonly orders: Schemas['StaffOrder'];
  readonly closed: Schemas['ClosedPosition'];
  readonly deals: Schemas['Deal'];
  readonly ended: Schemas['EndedOrder'];
  readonly payments: Schemas['Deal'];
  readonly daily: Schemas['DailyRow'];
}

const words = texts({
  id: ['Number', 'Nummer'],
  time: ['Time', 'Zeit'],
  opened: ['Opened', 'Eröffnet'],
  closed: ['Closed', 'Geschlossen'],
  placed: ['Placed', 'Aufgegeben'],
  ended: ['Ended', 'Beendet'],
  symbol: ['Symbol', 'Symbol'],
  side: ['Side', 'Seite'],
  volume: ['Lots', 'Lots'],
  priceOpen: ['Open price', 'Eröffnungskurs'],
  priceClose: ['Close price', 'Schlusskurs'],
  price: ['Price', 'Kurs'],
  now: ['Now', 'Jetzt'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  commission: ['Commission', 'Provision'],
  swap: ['Swap', 'Swap'],
  profit: ['Profit', 'Gewinn'],
  margin: ['Margin', 'Margin'],
  reason: ['Reason', 'Grund'],
  comment: ['Comment', 'Kommentar'],
  type: ['Type', 'Art'],
  entry: ['Entry', 'Vorgang'],
  state: ['State', 'Zustand'],
  filled: ['Filled', 'Ausgeführt'],
  amount: ['Amount', 'Betrag'],
  day: ['Day', 'Tag'],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  equity: ['Equity', 'Eigenkapital'],
  deposits: ['Paid in', 'Eingezahlt'],
  withdrawals: ['Paid out', 'Ausgezahlt'],
  closedProfit: ['Closed profit', 'Realisierter Gewinn'],
});

const id = <Row extends { readonly id: number }>(): Column<Row> => ({
  key: 'id',
  title: words().id,
  width: 88,
  cell: (row) => `#${row.id}`,
});

const time = <Row,>(key: string, title: string, at: (row: Row) => string | null): Column<Row> => ({
  key,
  title,
  width: 156,
  cell: (row) => <Time at={at(row)} />,
});

const symbol = <Row extends { readonly symbol: string }>(): Column<Row> => ({
  key: 'symbol',
  title: words().symbol,
  cell: (row) => <UserText>{row.symbol}</UserText>,
});

const side = <Row extends { readonly side: 'buy' | 'sell' }>(): Column<Row> => ({
  key: 'side',
  title: words().side,
  width: 80,
  cell: (row) => <Side side={row.side} />,
});

const lots = <Row,>(
  key: string,
  title: string,
  of: (row: Row) => string | null,
  sum?: string,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Figure value={of(row)} digits={2} />,
  sum: sum === undefined ? undefined : <Figure value={sum} digits={2} />,
});

const price = <Row extends { readonly digits: number }>(
  key: string,
  title: string,
  of: (row: Row) => string | null,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Price value={of(row)} digits={row.digits} />,
});

type WithDigits = { readonly currency_digits: number };

const money = <Row extends WithDigits>(
  key: string,
  title: string,
  of: (row: Row) => string,
  sum?: string,
  digits?: number,
): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Money value={of(row)} digits={row.currency_digits} />,
  sum: sum === undefined ? undefined : <Money value={sum} digits={digits} />,
});

const profit = <Row extends WithDigits>(
  title: string,
  of: (row: Row) => string,
  sum?: string,
  digits?: number,
): Column<Row> => ({
  key: 'profit',
  title,
  isNumber: true,
  cell: (row) => <Profit value={of(row)} digits={row.currency_digits} />,
  sum: sum === undefined ? undefined : <Profit value={sum} digits={digits} />,
});

const comment = <Row extends { readonly comment: string }>(): Column<Row> => ({
  key: 'comment',
  title: words().comment,
  cell: (row) => <UserText>{row.comment}</UserText>,
});

/** Sums that stand under the rows. */
type CardTotals = Schemas['ClosedTotals'] | null;

const isPayment = (row: Schemas['Deal']): boolean => row.symbol === '';

type CardColumns = {
  readonly [Name in keyof CardRows]: (
    totals: CardTotals,
    digits: number,
  ) => readonly Column<CardRows[Name]>[];
};

/** The columns of each list. */
export const COLUMNS_OF: CardColumns = {
  positions: () => [
    id(),
    time('opened_at', words().opened, (row) => row.opened_at),
    symbol(),
    side(),
    lots('volume', words().volume, (row) => row.volume),
    price('price_open', words().priceOpen, (row) => row.price_open),
    price('price_current', words().now, (row) => row.price_current),
    price('sl', words().sl, (row) => row.sl),
    price('tp', words().tp, (row) => row.tp),
    money('margin', words().margin, (row) => row.margin),
    money('swap', words().swap, (row) => row.swap),
    profit(words().profit, (row) => row.profit),
  ],
  orders: () => [
    id(),
    time('created_at', words().placed, (row) => row.created_at),
    symbol(),
    { key: 'kind', title: words().type, cell: (row) => orderKindText(row.kind) },
    side(),
    lots('volume', words().volume, (row) => row.volume_current),
    price('price', words().price, (row) => row.price_order),
    price('price_current', words().now, (row) => row.price_current),
    price('sl', words().sl, (row) => row.sl),
    price('tp', words().tp, (row) => row.tp),
    { key: 'state', title: words().state, cell: (row) => orderStateText(row.state) },
  ],
  closed: (totals, digits) => [
    time('closed_at', words().closed, (row) => row.closed_at),
    {
      key: 'position_id',
      title: words().id,
      width: 88,
      cell: (row) => `#${row.position_id}`,
    },
    symbol(),
    side(),
    lots('volume', words().volume, (row) => row.volume, totals?.volume),
    price('price_open', words().priceOpen, (row) => row.price_open),
    price('price_close', words().priceClose, (row) => row.price_close),
    { key: 'reason', title: words().reason, cell: (row) => reasonText(row.reason) },
    money('commission', words().commission, (row) => row.commission, totals?.commission, digits),
    money('swap', words().swap, (row) => row.swap, totals?.swap, digits),
    profit(words().profit, (row) => row.profit, totals?.profit, digits),
  ],
  deals: () => [
    time('created_at', words().time, (row) => row.created_at),
    id(),
    symbol(),
    { key: 'action', title: words().type, cell: (row) => actionText(row.action) },
    { key: 'entry', title: words().entry, cell: (row) => entryText(row.entry) },
    lots('volume', words().volume, (row) => (isPayment(row) ? null : row.volume)),
    price('price', words().price, (row) => (isPayment(row) ? null : row.price)),
    money('commission', words().commission, (row) => row.commission),
    money('swap', words().swap, (row) => row.swap),
    profit(words().profit, (row) => row.profit),
    comment(),
  ],
  ended: () => [
    time('done_at', words().ended, (row) => row.done_at),
    id(),
    symbol(),
    { key: 'kind', title: words().type, cell: (row) => orderKindText(row.kind) },
    side(),
    lots('volume', words().volume, (row) => row.volume_initial),
    lots('filled', words().filled, (row) => row.volume_filled),
    price('price', words().price, (row) => row.price_order ?? row.price_filled),
    { key: 'state', title: words().state, cell: (row) => orderStateText(row.state) },
    { key: 'reason', title: words().reason, cell: (row) => reasonText(row.reason) },
    comment(),
  ],
  payments: () => [
    time('created_at', words().time, (row) => row.created_at),
    id(),
    { key: 'action', title: words().type, cell: (row) => actionText(row.action) },
    profit(words().amount, (row) => row.profit),
    comment(),
  ],
  daily: () => [
    { key: 'date', title: words().day, width: 104, cell: (row) => row.date },
    money('balance', words().balance, (row) => row.balance),
    money('credit', words().credit, (row) => row.credit),
    money('equity', words().equity, (row) => row.equity),
    money('margin', words().margin, (row) => row.margin),
    money('deposits', words().deposits, (row) => row.daily_deposits),
    money('withdrawals', words().withdrawals, (row) => row.daily_withdrawals),
    money('daily_swap', words().swap, (row) => row.daily_swap),
    profit(words().closedProfit, (row) => row.daily_profit),
  ],
};

const twoLines = (
  first: ComponentChildren,
  firstEnd: ComponentChildren,
  second: ComponentChildren,
  secondEnd: ComponentChildren,
) => (
  <div class="two-lines">
    <span>{first}</span>
    <span class="end">{firstEnd}</span>
    <span class="muted">{second}</span>
    <span class="end muted">{secondEnd}</span>
  </div>
);

type CardNarrow = {
  readonly [Name in keyof CardRows]: (row: CardRows[Name]) => ComponentChildren;
};

const traded = (row: {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly volume: string;
}) => (
  <>
    <UserText>{row.symbol}</UserText> <Side side={row.side} />{' '}
    <Figure value={row.volume} digits={2} />
  </>
);

const deal = (row: CardRows['deals']) =>
  twoLines(
    <>
      <UserText>{row.symbol}</UserText> {actionText(row.action)}
    </>,
    <Profit value={row.profit} digits={row.currency_digits} />,
    row.symbol === '' ? (
      <UserText>{row.comment}</UserText>
    ) : (
      <>
        <Figure value={row.volume} digits={2} /> <Price value={row.price} digits={row.digits} />
      </>
    ),
    <Time at={row.created_at} />,
  );

/** A row of each list. */
export const NARROW_OF: CardNarrow = {
  positions: (row) =>
    twoLines(
      traded(row),
      <Profit value={row.profit} digits={row.currency_digits} />,
      <>
        <Price value={row.price_open} digits={row.digits} /> →{' '}
        <Price value={row.price_current} digits={row.digits} />
      </>,
      `#${row.id}`,
    ),
  orders: (row) =>
    twoLines(
      traded({ ...row, volume: row.volume_current }),
      orderKindText(row.kind),
      <Price value={row.price_order} digits={row.digits} />,
      orderStateText(row.state),
    ),
  closed: (row) =>
    twoLines(
      traded(row),
      <Profit value={row.profit} digits={row.currency_digits} />,
      <>
        <Price value={row.price_open} digits={row.digits} /> →{' '}
        <Price value={row.price_close} digits={row.digits} />
      </>,
      <Time at={row.closed_at} />,
    ),
  deals: deal,
  payments: deal,
  ended: (row) =>
    twoLines(
      traded({ ...row, volume: row.volume_initial }),
      orderStateText(row.state),
      orderKindText(row.kind),
      <Time at={row.done_at} />,
    ),
  daily: (row) =>
    twoLines(
      row.date,
      <Money value={row.equity} digits={row.currency_digits} />,
      <Money value={row.balance} digits={row.currency_digits} />,
      <Profit value={row.daily_profit} digits={row.currency_digits} />,
    ),
};
