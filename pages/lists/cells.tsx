// Cells and columns of trades across accounts: the account as a link, its group, live prices.

import { hrefOf } from '../frame/routes.js';
import { compareDecimals } from '../live/decimal.js';
import type { StaffLive } from '../live/staff.js';
import { texts } from '../texts/language.js';
import { signOf } from '../texts/numbers.js';
import type { Column } from '../ui/table.js';
import { Figure, Price, UserText } from '../ui/values.js';

const words = texts({
  account: ['Account', 'Konto'],
  group: ['Group', 'Gruppe'],
});

/** The digits of a symbol; 5 while it is not known. */
export const digitsOf = (live: StaffLive, symbol: string): number =>
  live.symbols.byName.value.get(symbol)?.digits ?? 5;

interface NowProps {
  readonly live: StaffLive;
  readonly symbol: string;
  /** The price at which it would be dealt. */
  readonly of: 'bid' | 'ask';
}

/** A live price of a symbol. */
export const LivePrice = ({ live, symbol, of }: NowProps) => (
  <Price value={live.quotes.of(symbol).value?.[of]} digits={digitsOf(live, symbol)} />
);

/** An account as a link. */
export const AccountLink = ({ login }: { readonly login: number }) => (
  <a href={hrefOf('/desk/', 'accounts/:login', { login })}>{login}</a>
);

/** A deal as a link to its explanation. */
export const DealLink = ({ id }: { readonly id: number }) => (
  <a href={hrefOf('/desk/', 'deals/:id', { id })}>#{id}</a>
);

/** Below this margin level in percent an account is in danger. */
const LOW_LEVEL = '120';

interface MarginLevelProps {
  /** The account's live money; undefined = it is not known yet. */
  readonly money: { readonly margin?: string; readonly margin_level?: string } | undefined;
}

/** A margin level; without a margin there is none. */
export const MarginLevel = ({ money }: MarginLevelProps) => {
  const { margin = '0', margin_level } = money ?? {};
  if (margin_level === undefined || signOf(margin) === 0) return <span>–</span>;
  const isLow = compareDecimals(margin_level, LOW_LEVEL) < 0;
  return (
    <span class={isLow ? 'down' : ''}>
      <Figure value={margin_level} digits={2} />%{isLow ? '!' : ''}
    </span>
  );
};

interface OwnedRow {
  readonly login: number;
  readonly group: string;
}

/** The first columns of trades across accounts: the number of the trade, account, group. */
export const ownerColumns = <Row extends OwnedRow>(
  title: string,
  idOf: (row: Row) => number,
): readonly Column<Row>[] => [
  { key: 'id', title, width: 72, isSortable: true, cell: (row) => `#${idOf(row)}` },
  {
    key: 'login',
    title: words().account,
    width: 80,
    isSortable: true,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  {
    key: 'group',
    title: words().group,
    width: 128,
    isSortable: true,
    cell: ({ group }) => <UserText>{group}</UserText>,
  },
];
