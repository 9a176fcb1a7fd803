// The columns of the queue: who asks for what, at which price, and what it is worth now.

import type { WaitingRequest } from '../../../client/index.js';
import { AccountLink, MarginLevel } from '../../lists/cells.js';
import { pointsBetween } from '../../lists/points.js';
import { kindText } from '../../lists/request-kinds.js';
import { TwoLines } from '../../lists/two-lines.js';
import type { StaffLive } from '../../live/staff.js';
import { orderKindText } from '../../texts/enums.js';
import { signOf } from '../../texts/numbers.js';
import type { Column } from '../../ui/table.js';
import { Figure, Money, Price, Side, UserText } from '../../ui/values.js';
import { dealtSide, kindOf, priceAsked, priceNow, secondsLeft } from './request.js';
import { words } from './words.js';

/** The data that the cells of the queue are drawn from. */
interface QueueNeeds {
  readonly live: StaffLive;
  /** The server's time in ms, which moves on each second. */
  readonly nowMs: number;
}

/** Below this time in seconds a request is urgent. */
const URGENT_S = 10;

interface QueueCellProps {
  readonly live: StaffLive;
  readonly row: WaitingRequest;
}

const Left = ({ row, nowMs }: { readonly row: WaitingRequest; readonly nowMs: number }) => {
  const left = secondsLeft(row, nowMs);
  if (left === null) return <span>–</span>;
  return <span class={left < URGENT_S ? 'down urgent' : ''}>{left} s</span>;
};

/** The price of the deal as it is now. */
export const NowPrice = ({ live, row }: QueueCellProps) => (
  <Price value={priceNow(row, live.quotes.of(row.symbol).value)} digits={row.digits} />
);

/** How far the price has moved since the client asked, in points. */
const Deviation = ({ live, row }: QueueCellProps) => {
  const now = priceNow(row, live.quotes.of(row.symbol).value);
  const asked = priceAsked(row);
  if (now === null || asked === null) return <span>–</span>;
  const points = pointsBetween(asked, now, row.digits);
  return <span title={words().points(points)}>{points > 0 ? `+${points}` : points}</span>;
};

const Equity = ({ live, row }: QueueCellProps) => (
  <Money value={live.follow.moneyOf(row.login).value?.equity} />
);

const Level = ({ live, row }: QueueCellProps) => (
  <MarginLevel money={live.follow.moneyOf(row.login).value} />
);

/** The lots; a request for prices may be for any size. */
const RequestSize = ({ row }: { readonly row: WaitingRequest }) =>
  signOf(row.volume) === 0 ? (
    <span>{kindOf(row) === 'price' ? words().anySize : null}</span>
  ) : (
    <Figure value={row.volume} digits={2} />
  );

/** The request of a row, in words. */
export const RequestText = ({ row }: { readonly row: WaitingRequest }) => (
  <>
    {kindText(row.kind)}
    {kindOf(row) === 'pending' && row.order_kind !== ''
      ? ` ${orderKindText(row.order_kind as Parameters<typeof orderKindText>[0])}`
      : null}{' '}
    <Side side={dealtSide(row)} /> <RequestSize row={row} /> <UserText>{row.symbol}</UserText>
    {row.position_id === 0 ? null : <span class="muted"> #{row.position_id}</span>}
  </>
);

/** The dealer who has taken the request, or to whom the request is offered. */
const Dealer = ({ live, row }: QueueCellProps) => {
  const { taken_by, offered_to } = row;
  if (taken_by === live.login) return <strong>{words().me}</strong>;
  if (taken_by !== 0) return <span>{taken_by}</span>;
  if (offered_to !== 0 && offered_to !== live.login) {
    return <span class="muted">{words().offeredTo(offered_to)}</span>;
  }
  return null;
};

/** The columns of the queue. */
export const queueColumns = ({ live, nowMs }: QueueNeeds): readonly Column<WaitingRequest>[] => [
  {
    key: 'left',
    title: words().left,
    width: 64,
    isNumber: true,
    cell: (row) => <Left row={row} nowMs={nowMs} />,
  },
  {
    key: 'login',
    title: words().account,
    width: 80,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'group', title: words().group, cell: ({ group }) => <UserText>{group}</UserText> },
  { key: 'request', title: words().request, width: 264, cell: (row) => <RequestText row={row} /> },
  {
    key: 'asked',
    title: words().asked,
    width: 96,
    isNumber: true,
    cell: (row) => <Price value={priceAsked(row)} digits={row.digits} />,
  },
  {
    key: 'now',
    title: words().now,
    width: 96,
    isNumber: true,
    cell: (row) => <NowPrice live={live} row={row} />,
  },
  {
    key: 'deviation',
    title: words().deviation,
    width: 88,
    isNumber: true,
    cell: (row) => <Deviation live={live} row={row} />,
  },
  {
    key: 'equity',
    title: words().equity,
    width: 112,
    isNumber: true,
    cell: (row) => <Equity live={live} row={row} />,
  },
  {
    key: 'level',
    title: words().level,
    width: 96,
    isNumber: true,
    cell: (row) => <Level live={live} row={row} />,
  },
  {
    key: 'dealer',
    title: words().dealer,
    width: 88,
    cell: (row) => <Dealer live={live} row={row} />,
  },
];

/** A request in two lines, for phones. */
export const narrowRequest = ({ live, nowMs }: QueueNeeds) =>
  function NarrowRequest(row: WaitingRequest) {
    return (
      <TwoLines
        first={
          <span>
            <RequestText row={row} />
          </span>
        }
        firstEnd={<Left row={row} nowMs={nowMs} />}
        second={
          <>
            <AccountLink login={row.login} /> <Dealer live={live} row={row} />
          </>
        }
        secondEnd={
          <>
            <Price value={priceAsked(row)} digits={row.digits} /> →{' '}
            <NowPrice live={live} row={row} />
          </>
        }
      />
    );
  };
