// The columns of the list of accounts; live money where the socket has it.

import type { components } from '../../../client/index.js';
import { nameOf, StateMark } from '../../accounts/account-marks.js';
import { FIELD_TYPES, type FieldName, fieldWords } from '../../accounts/fields.js';
import { MarginLevel } from '../../lists/cells.js';
import type { StaffLive } from '../../live/staff.js';
import { texts } from '../../texts/language.js';
import type { Column } from '../../ui/table.js';
import { Money, Profit, Time, UserText } from '../../ui/values.js';

/** An account of the list, as it is stored. */
export type AccountRow = Omit<components['schemas']['AccountWindowRow'], 'money'>;
/** Members of live money that are columns. */
type LiveName = 'equity' | 'margin' | 'margin_free' | 'margin_level' | 'profit';
/** The name of a column. */
export type ColumnName = FieldName | LiveName | 'currency' | 'account_state';

const words = texts({
  currency: ['Currency', 'Währung'],
  fullName: ['Name', 'Name'],
});

const LIVE: readonly LiveName[] = ['equity', 'margin', 'margin_free', 'margin_level', 'profit'];
/** All columns, in the order in which they are offered. */
export const COLUMN_NAMES: readonly ColumnName[] = [
  ...(['login', 'name', 'group', 'account_state'] as const),
  ...(['balance', 'credit', ...LIVE, 'currency', 'leverage'] as const),
  ...(['last_name', 'email', 'phone', 'country', 'city', 'company'] as const),
  ...(['comment', 'agent', 'client_id', 'enabled', 'trading_enabled'] as const),
  ...(['created_at', 'updated_at', 'last_access'] as const),
];
/** The columns that a user sees at first. */
export const USUAL_COLUMNS: readonly ColumnName[] = [
  ...(['login', 'name', 'group', 'account_state', 'balance', 'equity'] as const),
  ...(['margin_free', 'margin_level', 'profit', 'currency', 'leverage'] as const),
];

const isLive = (name: ColumnName): name is LiveName => LIVE.some((one) => one === name);
const isField = (name: ColumnName): name is FieldName => Object.hasOwn(FIELD_TYPES, name);

/** The name of a column in words. */
export const columnText = (name: ColumnName): string => {
  if (name === 'currency') return words().currency;
  return name === 'name' ? words().fullName : fieldWords()[name];
};

interface LiveCellProps {
  readonly live: StaffLive;
  readonly row: AccountRow;
  readonly name: LiveName | 'balance' | 'credit';
}

/** A live value; until it comes there is a dash. */
const LiveCell = ({ live, row, name }: LiveCellProps) => {
  const money = live.follow.moneyOf(Number(row.login)).value;
  const stored = name === 'balance' || name === 'credit' ? row[name] : null;
  const value = money?.[name] ?? stored;
  const digits = row.currency_digits;
  if (name === 'profit') return <Profit value={value} digits={digits} />;
  if (name === 'margin_level') return <MarginLevel money={money} />;
  return <Money value={value} digits={digits} />;
};

const storedCell = (live: StaffLive, name: FieldName) => (row: AccountRow) => {
  const value = row[name];
  if (name === 'login') return row.login;
  if (name === 'name') return <UserText>{nameOf(row)}</UserText>;
  if (name === 'leverage') return `1:${row.leverage}`;
  if (name === 'balance' || name === 'credit') {
    return <LiveCell live={live} row={row} name={name} />;
  }
  if (FIELD_TYPES[name] === 'time') return <Time at={value as string | null} />;
  if (FIELD_TYPES[name] === 'bool') return <YesNo is={value === true} />;
  return <UserText>{value === null || value === '0' ? '–' : String(value)}</UserText>;
};

const yesNo = texts({ yes: ['yes', 'ja'], no: ['no', 'nein'] });
const YesNo = ({ is }: { readonly is: boolean }) => (
  <span class={is ? '' : 'warn'}>{is ? yesNo().yes : yesNo().no}</span>
);

const WIDTHS: Partial<Readonly<Record<ColumnName, number>>> = {
  login: 84,
  balance: 104,
  credit: 100,
  equity: 104,
  margin: 104,
  margin_free: 104,
  profit: 96,
  account_state: 84,
  currency: 76,
  leverage: 84,
  country: 104,
  margin_level: 96,
  enabled: 96,
  trading_enabled: 92,
  created_at: 150,
  updated_at: 150,
  last_access: 150,
};

/** The columns of the list. */
export const accountColumns = (
  live: StaffLive,
  shown: readonly ColumnName[],
): readonly Column<AccountRow>[] =>
  shown.map((name): Column<AccountRow> => {
    const title = columnText(name);
    const width = WIDTHS[name];
    if (isLive(name)) {
      const cell = (row: AccountRow) => <LiveCell live={live} row={row} name={name} />;
      return { key: name, title, width, isNumber: true, cell };
    }
    if (!isField(name)) {
      const cell = (row: AccountRow) =>
        name === 'currency' ? row.currency : <StateMark account={row} />;
      return { key: name, title, width, cell };
    }
    const isNumber = FIELD_TYPES[name] === 'decimal' || name === 'leverage';
    return { key: name, title, width, isNumber, isSortable: true, cell: storedCell(live, name) };
  });

/** An account in two lines, for a phone. */
export const narrowAccount = (live: StaffLive) => (row: AccountRow) => (
  <div class="two-lines">
    <span>
      <b>{row.login}</b> <UserText>{nameOf(row)}</UserText>
    </span>
    <span class="end">
      <LiveCell live={live} row={row} name="equity" /> {row.currency}
    </span>
    <span class="muted">
      <UserText>{row.group}</UserText>
    </span>
    <span class="end muted">
      {row.account_state === 'active' ? (
        <LiveCell live={live} row={row} name="margin_level" />
      ) : (
        <StateMark account={row} />
      )}
    </span>
  </div>
);
