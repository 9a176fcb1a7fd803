// Report modules as data: the source of a report, its choice of rows, columns, groups and totals.

import { type Static, Type } from '@sinclair/typebox';
import { type FieldTable, type FieldType, fields } from '../base/field-table.js';
import { Named, Words } from '../base/schema.js';
import { section } from '../fields/words.js';
import { DAILY } from '../trading/daily.js';
import {
  type Action,
  CLOSED_POSITION,
  DEAL,
  MONEY_ACTIONS,
  ORDER,
  type Reason,
} from '../trading/records.js';

const parameter = section('Parameter');
const moduleField = section('Module');

/** The inputs that a user may enter when requesting a report. */
export const REPORT_INPUTS = ['groups', 'company', 'login', 'logins', 'from', 'to'] as const;
export type ReportInput = (typeof REPORT_INPUTS)[number];

/** A parameter that a configuration can set for its module. */
const ReportParam = Named('ReportParam', {
  name: parameter('Name', 'Name of the parameter.', Type.String()),
  description: parameter('Purpose', 'Its purpose in a sentence.', Type.String()),
});

/** A report module as the API lists it. */
export const ReportModule = Named('ReportModule', {
  module: moduleField('Module', 'Name by which configurations refer to the module.', Type.String()),
  title: moduleField('Title', 'Name for people.', Type.String()),
  description: moduleField('Description', 'Content of the reports of the module.', Type.String()),
  inputs: moduleField(
    'Inputs',
    'Inputs that a new report asks for.',
    Type.Array(Words(REPORT_INPUTS)),
  ),
  params: moduleField(
    'Parameters',
    'Parameters of the configurations of the module.',
    Type.Array(ReportParam),
  ),
  daily: moduleField(
    'Daily',
    'Does the report exist only after the end of a trading day?',
    Type.Boolean(),
  ),
});
export type ReportModule = Static<typeof ReportModule>;

/** The currency of the account, which rows of deals and closed positions lack. */
const CURRENCY = { currency: 'text' } as const;

/** Sources of reports, and the fields of their rows. Rows of `exposure` have bigints as volumes. */
const REPORT_SOURCES = {
  /** The rows of accounts by day, by day and login. */
  dailies: DAILY,
  /** The open volume of symbols, by name. */
  exposure: fields({
    symbol: 'text',
    buy_volume: 'volume',
    sell_volume: 'volume',
    net_volume: 'volume',
    positions: 'int',
  }),
  /** Accounts as they are, by login. */
  accounts: fields({
    login: 'int',
    group: 'text',
    company: 'text',
    ...CURRENCY,
    currency_digits: 'int',
    leverage: 'int',
    enabled: 'bool',
    trading_enabled: 'bool',
    balance: 'money',
    credit: 'money',
    created_at: 'time',
    last_access: 'time',
  }),
  /** Deals as they were made, by time; a trade that was taken back later stays. */
  deals: fields({ ...DEAL, ...CURRENCY }),
  /** Orders that are over, by the time of their end. */
  orders: ORDER,
  /** Closed positions, by the time of their close, without trades that were taken back. */
  closed: fields({ ...CLOSED_POSITION, ...CURRENCY }),
} as const satisfies Readonly<Record<string, FieldTable>>;
export type ReportSource = keyof typeof REPORT_SOURCES;

/** Which rows of the source count: those to which one of these applies. */
export interface ReportFilter {
  readonly actions?: readonly Action[];
  readonly reasons?: readonly Reason[];
  /** Fields of which one is not 0. */
  readonly nonzero?: readonly string[];
}

/** The declaration of a module. */
export interface ReportDeclaration extends ReportModule {
  readonly source: ReportSource;
  /** Absent = all rows. */
  readonly only?: ReportFilter;
  /** Fields of the source; with `group_by` those fields, and the sums. */
  readonly columns: readonly string[];
  /** Rows with the same values here are one row of sums, with their number as `count`. */
  readonly group_by?: readonly string[];
  /** The columns that are summed, by currency where the source has currencies. */
  readonly sums: readonly string[];
}

const GROUPS = {
  name: 'groups',
  description: 'Groups that the report is about unless others are asked for, as a mask.',
};
const COMPANY = {
  name: 'company',
  description: 'Company that the report is about, whatever is asked for.',
};
const COMMON = { params: [GROUPS, COMPANY], daily: false };
/** Reports about a period. */
const OF_PERIOD = { ...COMMON, inputs: [...REPORT_INPUTS] };
/** Sums of closed positions. */
const PROFITS = ['volume', 'profit', 'swap', 'commission', 'fee'] as const;
const profitBy = (name: string, group_by: readonly string[]): ReportDeclaration => ({
  ...OF_PERIOD,
  module: `profit_by_${name}`,
  title: `Profit by ${name}`,
  description: `The results of positions that were closed in the period, summed up by ${name}.`,
  source: 'closed',
  group_by,
  columns: [...group_by, 'count', ...PROFITS],
  sums: ['count', ...PROFITS],
});

/** All modules. A new one is an entry here. */
const REPORT_DECLARATIONS: readonly ReportDeclaration[] = [
  {
    ...OF_PERIOD,
    module: 'daily',
    title: 'Daily report',
    description: 'The line of each account for each trading day, as of the end of the day.',
    daily: true,
    source: 'dailies',
    // The name of a person is for those alone who hold `fields.name`.
    columns: Object.keys(DAILY).filter((name) => !['id', 'name', 'currency_digits'].includes(name)),
    sums: Object.keys(DAILY).filter((name) => name.startsWith('daily_')),
  },
  {
    ...COMMON,
    module: 'exposure',
    title: 'Exposure',
    description: 'The open volume of each symbol, bought and sold, and the number of positions.',
    inputs: ['groups', 'company'],
    source: 'exposure',
    columns: Object.keys(REPORT_SOURCES.exposure),
    sums: ['positions'],
  },
  {
    ...COMMON,
    module: 'accounts',
    title: 'Accounts',
    description: 'Accounts with their groups and money as they are when the report is made.',
    inputs: ['groups', 'company', 'login', 'logins'],
    source: 'accounts',
    columns: Object.keys(REPORT_SOURCES.accounts).filter((name) => name !== 'currency_digits'),
    sums: ['balance', 'credit'],
  },
  {
    ...OF_PERIOD,
    module: 'balance_operations',
    title: 'Balance operations',
    description: 'Payments and all other changes of balance and credit that are no trades.',
    source: 'deals',
    only: { actions: MONEY_ACTIONS },
    columns: ['created_at', 'id', 'login', 'action', 'profit', 'currency', 'dealer', 'comment'],
    sums: ['profit'],
  },
  {
    ...OF_PERIOD,
    module: 'deals',
    title: 'Deals',
    description: 'All deals of the period: trades and money operations.',
    source: 'deals',
    columns: [
      ...['created_at', 'id', 'order_id', 'position_id', 'login', 'symbol', 'action', 'entry'],
      ...['volume', 'price', 'profit', 'swap', 'commission', 'fee', 'currency', 'reason'],
      ...['dealer', 'comment'],
    ],
    sums: ['profit', 'swap', 'commission', 'fee'],
  },
  {
    ...OF_PERIOD,
    module: 'orders',
    title: 'Orders',
    description: 'The orders that were filled, cancelled, rejected or expired in the period.',
    source: 'orders',
    columns: [
      ...['done_at', 'id', 'position_id', 'login', 'symbol', 'kind', 'side', 'state'],
      ...['volume_initial', 'volume_filled', 'price_order', 'price_filled', 'sl', 'tp'],
      ...['reason', 'created_at', 'comment'],
    ],
    sums: ['volume_initial', 'volume_filled'],
  },
  {
    ...OF_PERIOD,
    module: 'closed_positions',
    title: 'Closed positions',
    description: 'The positions that were closed in the period, with their results.',
    source: 'closed',
    columns: [
      ...['closed_at', 'id', 'position_id', 'login', 'group', 'symbol', 'side', 'volume'],
      ...['price_open', 'price_close', 'profit', 'swap', 'commission', 'fee', 'currency'],
      ...['reason', 'opened_at', 'comment'],
    ],
    sums: [...PROFITS],
  },
  profitBy('symbol', ['symbol', 'currency']),
  profitBy('group', ['group', 'currency']),
  profitBy('login', ['login', 'currency']),
  {
    ...OF_PERIOD,
    module: 'commissions',
    title: 'Commissions and agents',
    description: 'Commissions, fees and payments to agents by account and kind of deal.',
    source: 'deals',
    only: {
      nonzero: ['commission', 'fee'],
      actions: MONEY_ACTIONS.filter((action) => /^(commission|agent)/.test(action)),
    },
    group_by: ['login', 'action', 'currency'],
    columns: ['login', 'action', 'currency', 'count', 'volume', 'commission', 'fee', 'profit'],
    sums: ['count', 'volume', 'commission', 'fee', 'profit'],
  },
  {
    ...OF_PERIOD,
    module: 'swaps',
    title: 'Swaps',
    description: 'The swaps that were booked in the period, by deal.',
    source: 'deals',
    only: { nonzero: ['swap'], actions: ['swap'] },
    columns: [
      ...['created_at', 'id', 'login', 'symbol', 'action', 'position_id', 'swap', 'profit'],
      'currency',
    ],
    sums: ['swap', 'profit'],
  },
  {
    ...OF_PERIOD,
    module: 'stop_outs',
    title: 'Stop-outs',
    description: 'The deals by which stop-outs closed positions, and the compensations of losses.',
    source: 'deals',
    only: { reasons: ['so'], actions: ['so_compensation', 'so_compensation_credit'] },
    columns: [
      ...['created_at', 'id', 'login', 'symbol', 'action', 'volume', 'price', 'position_id'],
      ...['profit', 'swap', 'commission', 'fee', 'currency'],
    ],
    sums: ['profit', 'swap', 'commission', 'fee'],
  },
];

/** The modules as the API lists them. */
export const REPORT_MODULES: readonly ReportModule[] = REPORT_DECLARATIONS.map(
  ({ module, title, description, inputs, params, daily }) => ({
    ...{ module, title, description, inputs, params, daily },
  }),
);

/** The declaration of a module; undefined = there is none. */
export const reportModule = (name: string): ReportDeclaration | undefined =>
  REPORT_DECLARATIONS.find(({ module }) => module === name);

/** The type of a column of a module. */
export const reportFieldType = ({ source }: ReportDeclaration, column: string): FieldType =>
  column === 'count' ? 'int' : ((REPORT_SOURCES[source] as FieldTable)[column] as FieldType);
