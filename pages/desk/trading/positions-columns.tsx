// The columns of open positions across accounts, and a row in two lines.

import type { components } from '../../../client/index.js';
import { AccountLink, digitsOf, LivePrice, ownerColumns } from '../../lists/cells.js';
import { TwoLines } from '../../lists/two-lines.js';
import type { StaffPositionRow } from '../../live/rows.js';
import type { StaffLive } from '../../live/staff.js';
import type { Column } from '../../ui/table.js';
import { Figure, Money, Price, Profit, Side, Time, UserText } from '../../ui/values.js';
import { words } from './words.js';

/** A position with its live values. */
export type LivePosition = components['schemas']['StaffPosition'];
type LiveValues = ReadonlyMap<number, LivePosition>;

const profitOf = (values: LiveValues, id: number) => {
  const row = values.get(id);
  return <Profit value={row?.live === true ? row.profit : null} digits={row?.currency_digits} />;
};

const tradeColumns = (live: StaffLive): readonly Column<StaffPositionRow>[] => [
  ...ownerColumns<StaffPositionRow>(words().position, ({ id }) => id),
  {
    key: 'symbol',
    title: words().symbol,
    width: 84,
    isSortable: true,
    cell: ({ symbol }) => <UserText>{symbol}</UserText>,
  },
  { key: 'side', title: '', width: 80, cell: ({ side }) => <Side side={side} /> },
  {
    key: 'volume',
    title: words().lots,
    width: 64,
    isNumber: true,
    isSortable: true,
    cell: ({ volume }) => <Figure value={volume} digits={2} />,
  },
  {
    key: 'price_open',
    title: words().open,
    width: 78,
    isNumber: true,
    cell: (row) => <Price value={row.price_open} digits={digitsOf(live, row.symbol)} />,
  },
  {
    key: 'now',
    title: words().now,
    width: 78,
    isNumber: true,
    cell: ({ symbol, side }) => (
      <LivePrice live={live} symbol={symbol} of={side === 'buy' ? 'bid' : 'ask'} />
    ),
  },
];

const stopColumns = (live: StaffLive): readonly Column<StaffPositionRow>[] => [
  {
    key: 'sl',
    title: words().sl,
    width: 72,
    isNumber: true,
    cell: (row) => <Price value={row.sl} digits={digitsOf(live, row.symbol)} />,
  },
  {
    key: 'tp',
    title: words().tp,
    width: 72,
    isNumber: true,
    cell: (row) => <Price value={row.tp} digits={digitsOf(live, row.symbol)} />,
  },
];

/** The columns of open positions. */
export const positionColumns = (
  live: StaffLive,
  values: LiveValues,
): readonly Column<StaffPositionRow>[] => [
  ...tradeColumns(live),
  ...stopColumns(live),
  {
    key: 'swap',
    title: words().swap,
    width: 72,
    isNumber: true,
    isSortable: true,
    cell: ({ id, swap }) => <Money value={swap} digits={values.get(id)?.currency_digits} />,
  },
  {
    key: 'profit',
    title: words().profit,
    width: 96,
    isNumber: true,
    cell: ({ id }) => profitOf(values, id),
  },
  {
    key: 'opened_at',
    title: words().opened,
    width: 160,
    isSortable: true,
    cell: ({ opened_at }) => <Time at={opened_at} />,
  },
];

/** A position in two lines, for phones. */
export const narrowPosition = (live: StaffLive, values: LiveValues) =>
  function NarrowPosition(row: StaffPositionRow) {
    return (
      <TwoLines
        first={
          <>
            <UserText>{row.symbol}</UserText> <Side side={row.side} />{' '}
            <Figure value={row.volume} digits={2} />
          </>
        }
        firstEnd={profitOf(values, row.id)}
        second={
          <>
            #{row.id} <AccountLink login={row.login} />
          </>
        }
        secondEnd={
          <>
            <Price value={row.price_open} digits={digitsOf(live, row.symbol)} /> →{' '}
            <LivePrice live={live} symbol={row.symbol} of={row.side === 'buy' ? 'bid' : 'ask'} />
          </>
        }
      />
    );
  };
