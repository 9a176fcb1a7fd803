// The columns of a preview of payments, and of what was paid.

import { AccountLink, DealLink } from '../../lists/cells.js';
import type { Column } from '../../ui/table.js';
import { Figure, Money, UserText } from '../../ui/values.js';
import type { PaidRow, PreviewItem } from './payment-run.js';
import { payWords } from './payment-words.js';

const lots = (key: 'lots_buy' | 'lots_sell', title: string): Column<PreviewItem> => ({
  key,
  title,
  width: 96,
  isNumber: true,
  cell: (row) => <Figure value={row[key]} digits={2} />,
});

const amount = (
  key: 'amount_buy' | 'amount_sell' | 'amount',
  title: string,
): Column<PreviewItem> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Money value={row[key]} digits={row.digits} currency={row.currency} />,
});

/** The columns of a preview, of each side or of their difference. */
export const previewColumns = (isNet: boolean): readonly Column<PreviewItem>[] => [
  {
    key: 'login',
    title: payWords().account,
    width: 96,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'group', title: payWords().group, cell: ({ group }) => <UserText>{group}</UserText> },
  lots('lots_buy', payWords().bought),
  lots('lots_sell', payWords().sold),
  ...(isNet
    ? [amount('amount', payWords().amountNet)]
    : [amount('amount_buy', payWords().amountBuy), amount('amount_sell', payWords().amountSell)]),
];

const sideText = (side: PaidRow['side']): string =>
  side === '' ? '–' : side === 'buy' ? payWords().bought : payWords().sold;

const Status = ({ status, message }: PaidRow) => (
  <span class={status === 'done' ? 'up' : status === 'unknown' ? 'warn' : 'down'}>
    {payWords()[`status_${status}`]}
    {status === 'done' ? '' : ` – ${message}`}
  </span>
);

/** The columns of what was paid. */
export const paidColumns = (): readonly Column<PaidRow>[] => [
  {
    key: 'login',
    title: payWords().account,
    width: 96,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'side', title: payWords().side, width: 96, cell: ({ side }) => sideText(side) },
  {
    key: 'amount',
    title: payWords().amount,
    width: 128,
    isNumber: true,
    cell: (row) => <Money value={row.amount} />,
  },
  {
    key: 'deal_id',
    title: payWords().deal,
    width: 96,
    cell: ({ deal_id }) => (deal_id === null ? '–' : <DealLink id={deal_id} />),
  },
  { key: 'status', title: payWords().result, cell: (row) => <Status {...row} /> },
];
