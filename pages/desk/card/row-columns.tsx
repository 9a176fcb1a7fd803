// The rows of the card's lists: positions, orders, closed positions, deals, payments, days.

import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/index.js';
import { OrderState } from '../../accounts/order-acts.js';
import {
  commentColumn,
  idColumn,
  moneyColumn,
  priceColumn,
  profitColumn,
  sideColumn,
  signedColumn,
  symbolColumn,
  timeColumn,
  volumeColumn,
} from '../../lists/columns.js';
import { closedColumns, dealColumns, pastOrderColumns } from '../../lists/past-columns.js';
import { TwoLines } from '../../lists/two-lines.js';
import { actionText, orderKindText, orderStateText } from '../../texts/enums.js';
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
  placed: ['Placed', 'Aufgegeben'],
  volume: ['Lots', 'Lots'],
  priceOpen: ['Open price', 'Eröffnungskurs'],
  price: ['Price', 'Kurs'],
  now: ['Now', 'Jetzt'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  swap: ['Swap', 'Swap'],
  margin: ['Margin', 'Margin'],
  type: ['Type', 'Art'],
  state: ['State', 'Zustand'],
  amount: ['Amount', 'Betrag'],
  day: ['Day', 'Tag'],
  balance: ['Balance', 'Guthaben'],
  credit: ['Credit', 'Kredit'],
  equity: ['Equity', 'Eigenkapital'],
  deposits: ['Paid in', 'Eingezahlt'],
  withdrawals: ['Paid out', 'Ausgezahlt'],
  closedProfit: ['Closed profit', 'Realisierter Gewinn'],
});

/** Sums that stand under the rows. */
type CardTotals = Schemas['ClosedTotals'] | null;

type CardColumns = {
  readonly [Name in keyof CardRows]: (
    totals: CardTotals,
    digits: number,
  ) => readonly Column<CardRows[Name]>[];
};

/** Columns that are left out while the ticket takes room beside the open trades. */
const BESIDE_TICKET: readonly string[] = ['opened_at', 'created_at', 'margin', 'swap'];

/** The columns of open trades: all, or those that fit beside the ticket. */
export const openColumns = <Name extends 'positions' | 'orders'>(
  name: Name,
  digits: number,
  isBesideTicket: boolean,
): readonly Column<CardRows[Name]>[] => {
  const all = COLUMNS_OF[name](null, digits);
  return isBesideTicket ? all.filter(({ key }) => !BESIDE_TICKET.includes(key)) : all;
};

/** The columns of each list. */
export const COLUMNS_OF: CardColumns = {
  positions: (_totals, digits) => [
    idColumn('id', words().id, (row) => row.id),
    timeColumn('opened_at', words().opened, (row) => row.opened_at),
    symbolColumn(),
    sideColumn(),
    volumeColumn('volume', words().volume, (row) => row.volume),
    priceColumn('price_open', words().priceOpen, (row) => row.price_open),
    priceColumn('price_current', words().now, (row) => row.price_current),
    priceColumn('sl', words().sl, (row) => row.sl),
    priceColumn('tp', words().tp, (row) => row.tp),
    moneyColumn('margin', words().margin, digits, (row) => row.margin),
    moneyColumn('swap', words().swap, digits, (row) => row.swap),
    profitColumn(digits),
  ],
  orders: () => [
    idColumn('id', words().id, (row) => row.id),
    timeColumn('created_at', words().placed, (row) => row.created_at),
    symbolColumn(),
    { key: 'kind', title: words().type, cell: (row) => orderKindText(row.kind) },
    sideColumn(),
    volumeColumn('volume', words().volume, (row) => row.volume_current),
    priceColumn('price', words().price, (row) => row.price_order),
    priceColumn('price_current', words().now, (row) => row.price_current),
    priceColumn('sl', words().sl, (row) => row.sl),
    priceColumn('tp', words().tp, (row) => row.tp),
    { key: 'state', title: words().state, cell: OrderState },
  ],
  closed: (totals, digits) => closedColumns(digits, totals),
  deals: (_totals, digits) => dealColumns(digits),
  ended: () => pastOrderColumns(),
  payments: (_totals, digits) => [
    timeColumn('created_at', words().time, (row) => row.created_at),
    idColumn('id', words().id, (row) => row.id),
    { key: 'action', title: words().type, cell: (row) => actionText(row.action) },
    signedColumn('profit', words().amount, digits, (row) => row.profit),
    commentColumn(),
  ],
  daily: (_totals, digits) => [
    { key: 'date', title: words().day, width: 104, cell: (row) => row.date },
    moneyColumn('balance', words().balance, digits, (row) => row.balance),
    moneyColumn('credit', words().credit, digits, (row) => row.credit),
    moneyColumn('equity', words().equity, digits, (row) => row.equity),
    moneyColumn('margin', words().margin, digits, (row) => row.margin),
    moneyColumn('deposits', words().deposits, digits, (row) => row.daily_deposits),
    moneyColumn('withdrawals', words().withdrawals, digits, (row) => row.daily_withdrawals),
    moneyColumn('daily_swap', words().swap, digits, (row) => row.daily_swap),
    signedColumn('daily_profit', words().closedProfit, digits, (row) => row.daily_profit),
  ],
};

const twoLines = (
  first: ComponentChildren,
  firstEnd: ComponentChildren,
  second: ComponentChildren,
  secondEnd: ComponentChildren,
) => <TwoLines {...{ first, firstEnd, second, secondEnd }} />;

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
      <OrderState {...row} />,
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
