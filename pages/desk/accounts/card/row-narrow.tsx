// The rows of the card's lists in two lines, for phones.

import type { ComponentChildren } from 'preact';
import { actionText, orderKindText, orderStateText } from '../../../texts/enums.js';
import { Figure, Money, Price, Profit, Side, Time, UserText } from '../../../ui/values.js';
import type { CardRows } from './row-columns.js';

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

type NarrowOf = {
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
export const NARROW_OF: NarrowOf = {
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
