// Rows of the history in two lines, for phones.

import type { ClosedRow, PastDeal, PastOrder } from '../../lists/past-columns.js';
import { TwoLines } from '../../lists/two-lines.js';
import { actionText, orderKindText, orderStateText } from '../../texts/enums.js';
import { Figure, Price, Profit, Side, Time, UserText } from '../../ui/values.js';

/** A closed position. */
export const NarrowClosed = (row: ClosedRow) => (
  <TwoLines
    first={
      <>
        <UserText>{row.symbol}</UserText> <Side side={row.side} />
        <Figure value={row.volume} digits={2} />
      </>
    }
    firstEnd={<Profit value={row.profit} digits={row.currency_digits} />}
    second={
      <>
        <Price value={row.price_open} digits={row.digits} /> →{' '}
        <Price value={row.price_close} digits={row.digits} />
      </>
    }
    secondEnd={<Time at={row.closed_at} />}
  />
);

/** A deal, or a payment. */
export const NarrowDeal = (row: PastDeal) => (
  <TwoLines
    first={
      <>
        <UserText>{row.symbol}</UserText> {actionText(row.action)}
      </>
    }
    firstEnd={<Profit value={row.profit} digits={row.currency_digits} />}
    second={
      row.symbol === '' ? (
        <UserText>{row.comment}</UserText>
      ) : (
        <>
          <Figure value={row.volume} digits={2} /> <Price value={row.price} digits={row.digits} />
        </>
      )
    }
    secondEnd={<Time at={row.created_at} />}
  />
);

/** An order that is over. */
export const NarrowOrder = (row: PastOrder) => (
  <TwoLines
    first={
      <>
        <UserText>{row.symbol}</UserText> <Side side={row.side} /> {orderKindText(row.kind)}
      </>
    }
    firstEnd={orderStateText(row.state)}
    second={
      <>
        <Figure value={row.volume_initial} digits={2} />{' '}
        <Price value={row.price_order ?? row.price_filled} digits={row.digits} />
      </>
    }
    secondEnd={<Time at={row.done_at} />}
  />
);
