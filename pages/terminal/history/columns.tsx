// The columns of the account's history: closed positions, deals, orders that are over.

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
/** A position that is closed, or a part of one. */
export type ClosedRow = Schemas['ClosedPosition'];
/** A deal, or a payment. */
export type DealRow = Schemas['Deal'];
/** An order that is over. */
export type OrderRow = Schemas['EndedOrder'];

const words = texts({
  closed: ['Closed', 'Geschlossen'],
  opened: ['Opened', 'Eröffnet'],
  position: ['Position', 'Position'],
  symbol: ['Symbol', 'Symbol'],
  side: ['Side', 'Seite'],
  volume: ['Lots', 'Lots'],
  priceOpen: ['Open price', 'Eröffnungskurs'],
  priceClose: ['Close price', 'Schlusskurs'],
  price: ['Price', 'Kurs'],
  commission: ['Commission', 'Provision'],
  fee: ['Fee', 'Gebühr'],
  swap: ['Swap', 'Swap'],
  profit: ['Profit', 'Gewinn'],
  reason: ['Reason', 'Grund'],
  comment: ['Comment', 'Kommentar'],
  time: ['Time', 'Zeit'],
  deal: ['Deal', 'Abschluss'],
  order: ['Order', 'Auftrag'],
  type: ['Type', 'Art'],
  entry: ['Entry', 'Vorgang'],
  ended: ['Ended', 'Beendet'],
  state: ['State', 'Zustand'],
  filled: ['Filled', 'Ausgeführt'],
});

/** The sums over all rows of the closed positions. */
type Totals = Schemas['ClosedTotals'];

/** The columns of closed positions; the sums stand below. */
export const closedColumns = (
  digits: number,
  totals: Totals | null,
): readonly Column<ClosedRow>[] => {
  const sum = (value: string | undefined) =>
    value === undefined ? undefined : <Money value={value} digits={digits} />;
  return [
    {
      key: 'closed_at',
      title: words().closed,
      width: 160,
      cell: (row) => <Time at={row.closed_at} />,
    },
    {
      key: 'position_id',
      title: words().position,
      width: 84,
      cell: (row) => `#${row.position_id}`,
    },
    { key: 'symbol', title: words().symbol, cell: (row) => <UserText>{row.symbol}</UserText> },
    { key: 'side', title: words().side, width: 84, cell: (row) => <Side side={row.side} /> },
    {
      key: 'volume',
      title: words().volume,
      width: 84,
      isNumber: true,
      cell: (row) => <Figure value={row.volume} digits={2} />,
      sum: totals === null ? undefined : <Figure value={totals.volume} digits={2} />,
    },
    {
      key: 'price_open',
      title: words().priceOpen,
      isNumber: true,
      cell: (row) => <Price value={row.price_open} digits={row.digits} />,
    },
    {
      key: 'price_close',
      title: words().priceClose,
      isNumber: true,
      cell: (row) => <Price value={row.price_close} digits={row.digits} />,
    },
    { key: 'reason', title: words().reason, cell: (row) => reasonText(row.reason) },
    {
      key: 'commission',
      title: words().commission,
      isNumber: true,
      cell: (row) => <Money value={row.commission} digits={digits} />,
      sum: sum(totals?.commission),
    },
    {
      key: 'fee',
      title: words().fee,
      width: 84,
      isNumber: true,
      cell: (row) => <Money value={row.fee} digits={digits} />,
      sum: sum(totals?.fee),
    },
    {
      key: 'swap',
      title: words().swap,
      width: 84,
      isNumber: true,
      cell: (row) => <Money value={row.swap} digits={digits} />,
      sum: sum(totals?.swap),
    },
    {
      key: 'profit',
      title: words().profit,
      isNumber: true,
      cell: (row) => <Profit value={row.profit} digits={digits} />,
      sum: totals === null ? undefined : <Profit value={totals.profit} digits={digits} />,
    },
  ];
};

/** The columns of deals and payments. */
export const dealColumns = (digits: number): readonly Column<DealRow>[] => [
  {
    key: 'created_at',
    title: words().time,
    width: 160,
    cell: (row) => <Time at={row.created_at} />,
  },
  { key: 'id', title: words().deal, width: 84, cell: (row) => `#${row.id}` },
  { key: 'symbol', title: words().symbol, cell: (row) => <UserText>{row.symbol}</UserText> },
  { key: 'action', title: words().type, cell: (row) => actionText(row.action) },
  { key: 'entry', title: words().entry, cell: (row) => entryText(row.entry) },
  {
    key: 'volume',
    title: words().volume,
    width: 84,
    isNumber: true,
    cell: (row) => (row.symbol === '' ? '' : <Figure value={row.volume} digits={2} />),
  },
  {
    key: 'price',
    title: words().price,
    isNumber: true,
    cell: (row) => (row.symbol === '' ? '' : <Price value={row.price} digits={row.digits} />),
  },
  {
    key: 'commission',
    title: words().commission,
    isNumber: true,
    cell: (row) => <Money value={row.commission} digits={digits} />,
  },
  {
    key: 'swap',
    title: words().swap,
    width: 84,
    isNumber: true,
    cell: (row) => <Money value={row.swap} digits={digits} />,
  },
  {
    key: 'profit',
    title: words().profit,
    isNumber: true,
    cell: (row) => <Profit value={row.profit} digits={digits} />,
  },
  { key: 'comment', title: words().comment, cell: (row) => <UserText>{row.comment}</UserText> },
];

/** The columns of orders that are over. */
export const orderColumns = (): readonly Column<OrderRow>[] => [
  { key: 'done_at', title: words().ended, width: 160, cell: (row) => <Time at={row.done_at} /> },
  { key: 'id', title: words().order, width: 84, cell: (row) => `#${row.id}` },
  { key: 'symbol', title: words().symbol, cell: (row) => <UserText>{row.symbol}</UserText> },
  { key: 'kind', title: words().type, cell: (row) => orderKindText(row.kind) },
  { key: 'side', title: words().side, width: 84, cell: (row) => <Side side={row.side} /> },
  {
    key: 'volume',
    title: words().volume,
    width: 84,
    isNumber: true,
    cell: (row) => <Figure value={row.volume_initial} digits={2} />,
  },
  {
    key: 'filled',
    title: words().filled,
    width: 84,
    isNumber: true,
    cell: (row) => <Figure value={row.volume_filled} digits={2} />,
  },
  {
    key: 'price',
    title: words().price,
    isNumber: true,
    cell: (row) => <Price value={row.price_order ?? row.price_filled} digits={row.digits} />,
  },
  { key: 'state', title: words().state, cell: (row) => orderStateText(row.state) },
  { key: 'reason', title: words().reason, cell: (row) => reasonText(row.reason) },
];
