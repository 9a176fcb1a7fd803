// The columns of an account's past, for both apps: closed positions, deals, orders that are over.

import type { components } from '../../client/index.js';
import { actionText, entryText, orderKindText, orderStateText } from '../texts/enums.js';
import { texts } from '../texts/language.js';
import type { Column } from '../ui/table.js';
import {
  commentColumn,
  idColumn,
  moneyColumn,
  priceColumn,
  profitColumn,
  reasonColumn,
  sideColumn,
  symbolColumn,
  timeColumn,
  volumeColumn,
} from './columns.js';

/** A position that is closed, or a part of one. */
export type ClosedRow = components['schemas']['ClosedPosition'];
/** A deal, or a payment. */
export type PastDeal = components['schemas']['Deal'];
/** An order that is over. */
export type PastOrder = components['schemas']['EndedOrder'];

const words = texts({
  closed: ['Closed', 'Geschlossen'],
  opened: ['Opened', 'Eröffnet'],
  position: ['Position', 'Position'],
  volume: ['Lots', 'Lots'],
  priceOpen: ['Open price', 'Eröffnungskurs'],
  priceClose: ['Close price', 'Schlusskurs'],
  price: ['Price', 'Kurs'],
  commission: ['Commission', 'Provision'],
  fee: ['Fee', 'Gebühr'],
  swap: ['Swap', 'Swap'],
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
type Totals = components['schemas']['ClosedTotals'];

/**
 * The columns of closed positions, with the sums over all of them in the last line. `identity` is
 * the columns that name a row: for one account its position.
 */
export const closedColumns = (
  digits: number,
  totals: Totals | null,
  identity: readonly Column<ClosedRow>[] = [
    idColumn('position_id', words().position, (row) => row.position_id),
  ],
): readonly Column<ClosedRow>[] => [
  timeColumn('closed_at', words().closed, (row) => row.closed_at),
  ...identity,
  symbolColumn(),
  sideColumn(),
  volumeColumn('volume', words().volume, (row) => row.volume, totals?.volume),
  priceColumn('price_open', words().priceOpen, (row) => row.price_open),
  priceColumn('price_close', words().priceClose, (row) => row.price_close),
  reasonColumn(),
  moneyColumn(
    'commission',
    words().commission,
    digits,
    (row) => row.commission,
    totals?.commission,
  ),
  moneyColumn('fee', words().fee, digits, (row) => row.fee, totals?.fee),
  moneyColumn('swap', words().swap, digits, (row) => row.swap, totals?.swap),
  profitColumn(digits, totals?.profit),
];

/** A payment has neither volume nor price. */
const isPayment = ({ symbol }: PastDeal): boolean => symbol === '';

/** The columns of deals and payments. */
export const dealColumns = (digits: number): readonly Column<PastDeal>[] => [
  timeColumn('created_at', words().time, (row) => row.created_at),
  idColumn('id', words().deal, (row) => row.id),
  symbolColumn(),
  { key: 'action', title: words().type, cell: (row) => actionText(row.action) },
  { key: 'entry', title: words().entry, cell: (row) => entryText(row.entry) },
  volumeColumn('volume', words().volume, (row) => (isPayment(row) ? null : row.volume)),
  priceColumn('price', words().price, (row) => (isPayment(row) ? null : row.price)),
  moneyColumn('commission', words().commission, digits, (row) => row.commission),
  moneyColumn('swap', words().swap, digits, (row) => row.swap),
  profitColumn(digits),
  commentColumn(),
];

/** The columns of orders that are over. */
export const pastOrderColumns = (): readonly Column<PastOrder>[] => [
  timeColumn('done_at', words().ended, (row) => row.done_at),
  idColumn('id', words().order, (row) => row.id),
  symbolColumn(),
  { key: 'kind', title: words().type, cell: (row) => orderKindText(row.kind) },
  sideColumn(),
  volumeColumn('volume', words().volume, (row) => row.volume_initial),
  volumeColumn('filled', words().filled, (row) => row.volume_filled),
  priceColumn('price', words().price, (row) => row.price_order ?? row.price_filled),
  { key: 'state', title: words().state, cell: (row) => orderStateText(row.state) },
  reasonColumn(),
  commentColumn(),
];
