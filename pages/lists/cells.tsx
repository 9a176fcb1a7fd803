// Cells and columns of trades across accounts: the account as a link, its group, live prices.

import { hrefOf } from '../frame/routes.js';
import type { StaffLive } from '../live/staff.js';
import { texts } from '../texts/language.js';
import type { Column } from '../ui/table.js';
import { Price, UserText } from '../ui/values.js';

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

interface OwnedRow {
  readonly id: number;
  readonly login: number;
  readonly group: string;
}

/** The first columns: id, account, group. */
export const ownerColumns = <Row extends OwnedRow>(title: string): readonly Column<Row>[] => [
  { key: 'id', title, width: 80, isSortable: true, cell: ({ id }) => `#${id}` },
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
