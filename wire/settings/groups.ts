// Group records: common properties and trading conditions of accounts (trading-rules §1.2).

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { TERMINALS } from '../accounts/identity.js';
import { maskListFits } from '../base/mask.js';
import { Decimal, Id, Named, OrNull, refersTo, Words } from '../base/schema.js';
import {
  Bool,
  Choice,
  Currency,
  CurrencyOrNone,
  Dec,
  Int,
  Masks,
  NameOrNone,
  Path,
  Text,
  UrlOrNone,
} from '../base/setting-fields.js';
import { section, wordedAs } from '../fields/words.js';
import { REASON } from '../trading/records.js';
import { SYMBOL_TRADE, type SymbolRecord } from './symbols.js';

const identity = section('Identity');
const price = section('Price');
const range = section('Range');
const charge = section('Charge');
const filter = section('Filter');
const tiers = section('Tiers');
const margin = section('Margin');
const limits = section('Limits');
const trading = section('Trading');
const access = section('Access');
const messages = section('Messages');
const interest = section('Interest');
const demo = section('Demo');
const symbols = section('Symbols');
const commissions = section('Commissions');

const override = <T extends Record<string, TSchema>>(properties: T) => {
  const out: Record<string, TSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { default: _, ...bare } = schema;
    out[name] = OrNull(bare as never, { default: null });
  }
  return wordedAs(properties, out) as { [K in keyof T]: ReturnType<typeof Type.Unsafe<unknown>> };
};

/** Most symbol rows in a group. */
const GROUP_ROWS_MAX = 1024;

/**
 * A symbol row of a group: the symbols that it applies to, and values that override the symbol's;
 * null = not overridden.
 */
export const GroupSymbol = Named('GroupSymbol', {
  position: identity(
    'Position',
    'Place among the rows, from 1 on.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: GROUP_ROWS_MAX })),
    'number',
  ),
  mask: identity(
    'Mask',
    'Symbols of the row: names or paths, `*` and `!` allowed.',
    refersTo('symbol', 'mask', Masks()),
  ),
  ...override(SYMBOL_TRADE),
  spread_diff: price(
    'Spread markup',
    'Widens the spread of the symbol.',
    Int(-1_000_000, 1_000_000, 0),
    'points',
  ),
  spread_diff_bid: price(
    'Part of the bid',
    'Part of the markup taken from the bid.',
    Int(-1_000_000, 1_000_000, 0),
    'points',
  ),
});
export type GroupSymbol = {
  position?: number;
  mask: string;
  spread_diff: number;
  spread_diff_bid: number;
} & {
  [K in keyof typeof SYMBOL_TRADE]?: Static<(typeof SYMBOL_TRADE)[K]> | null;
};

const CommissionTier = Named('CommissionTier', {
  range_from: range(
    'From',
    'Start of the range, in the measure of the rule.',
    Dec('0'),
    'currency or percent',
  ),
  range_to: range('To', 'End of the range; 0 = open.', Dec('0'), 'currency or percent'),
  mode: charge(
    'Mode',
    'Currency, points or percent that the value is in.',
    Choice(
      ['deposit', 'base', 'profit', 'margin', 'specified', 'points', 'percent', 'profit_percent'],
      'deposit',
    ),
  ),
  currency: charge('Currency', 'Currency of the mode `specified`; empty = none.', CurrencyOrNone()),
  type: charge(
    'Per',
    'Base of the charge: each deal or each lot.',
    Choice(['per_deal', 'per_lot'], 'per_lot'),
  ),
  value: charge('Value', 'The rate.', Decimal(), 'currency or percent'),
  min: charge('Minimum', 'Least charge of an order or deal; 0 = none.', Dec('0'), 'money'),
  max: charge('Maximum', 'Most charge of an order or deal; 0 = none.', Dec('0'), 'money'),
});
/** A commission rule of a group (trading-rules §1.2, §3.9). */
export const CommissionRule = Named('CommissionRule', {
  name: identity('Name', 'Name of the rule, as shown with charges.', NameOrNone(64)),
  description: Text(128),
  mask: identity(
    'Mask',
    'Symbols for which the rule charges: names or paths.',
    refersTo('symbol', 'mask', Masks()),
  ),
  kind: identity(
    'Kind',
    'Commission, a share for the agent, or a fee.',
    Choice(['standard', 'agent', 'fee'], 'standard'),
  ),
  charge: charge(
    'Charged',
    'Time of the charge: at once, at the end of the day or of the month.',
    Choice(['instant', 'daily', 'monthly'], 'instant'),
  ),
  range: charge(
    'Range of',
    'Measure of the tiers.',
    Choice(['volume', 'turnover_money', 'turnover_volume', 'value', 'profit'], 'volume'),
  ),
  turnover_currency: charge(
    'Turnover currency',
    'Currency of turnovers; empty = deposit.',
    CurrencyOrNone(),
  ),
  entry: filter(
    'Entry',
    'Deals that open, that close, or all.',
    Choice(['all', 'in', 'out'], 'all'),
  ),
  side: filter('Side', 'Deals that buy, that sell, or all.', Choice(['all', 'buy', 'sell'], 'all')),
  profit_filter: filter(
    'Result',
    'Deals with a profit, with a loss, or all.',
    Choice(['all', 'profit', 'loss'], 'all'),
  ),
  reasons: filter(
    'Reasons',
    'Reasons of deals; empty = all.',
    Type.Array(Words(REASON.choices), { uniqueItems: true, default: [] }),
  ),
  min_per: tiers(
    'Bounds per',
    'Do minimum and maximum bound all deals of an order, or each deal?',
    Choice(['order', 'deal'], 'order'),
  ),
  tiers: tiers(
    'Tiers',
    'Rates by range.',
    Type.Array(CommissionTier, { minItems: 1, maxItems: 100 }),
  ),
});
export type CommissionRule = Static<typeof CommissionRule>;

/**
 * Largest limit of orders, positions or symbols in a group; most days, which are a hundred years.
 */
const LIMIT_MAX = 1_000_000;
const DAYS_MAX = 36_500;

/** A group of accounts (trading-rules §1.2). The key is its path. */
export const GroupRecord = Named('Group', {
  /** Absent in groups that the desk has not numbered. */
  id: Type.Optional(Id()),
  path: identity('Path', 'Folders and name; fixed once the group has an account.', Path()),
  company: identity(
    'Company',
    'Company that the accounts of the group belong to.',
    NameOrNone(128),
  ),
  currency: identity(
    'Deposit currency',
    'Currency of the accounts; fixed once the group has an account.',
    Currency(),
  ),
  currency_digits: identity(
    'Currency digits',
    'Decimals of amounts; omitted = by ISO 4217.',
    Int(0, 8, 2),
    'count',
  ),
  margin_mode: margin(
    'Margin mode',
    'Hedging: several positions of a symbol; netting: one position.',
    Choice(['hedging', 'netting'] as const, 'hedging'),
  ),
  stopout_mode: margin(
    'Stop-out mode',
    'Are the two levels in percent of margin or in money?',
    Choice(['percent', 'money'] as const, 'percent'),
  ),
  margin_call: margin(
    'Margin call',
    'Level at which the account is warned.',
    Dec('100'),
    'currency or percent',
  ),
  stop_out: margin(
    'Stop-out',
    'Level at which positions are closed.',
    Dec('50'),
    'currency or percent',
  ),
  so_hedged: margin(
    'Stop-out of hedges',
    'Do accounts without margin stop out when equity is negative?',
    Bool(false),
  ),
  so_compensation: margin(
    'Compensation',
    'Is a negative balance after a stop-out set to zero?',
    Bool(false),
  ),
  so_compensation_credit: margin(
    'Credit removed',
    'Does a compensation take the credit away?',
    Bool(false),
  ),
  stopout_close: margin(
    'Stop-out closes',
    'Whole positions, or as much as is needed?',
    Choice(['whole', 'partial'] as const, 'whole'),
  ),
  free_margin_mode: margin(
    'Free margin',
    'Floating results that count for the free margin.',
    Choice(['use_pl', 'not_use', 'profit_only', 'loss_only'] as const, 'use_pl'),
  ),
  profit_blocked_till_eod: margin(
    'Block profit',
    'Are profits unusable until the day ends?',
    Bool(false),
  ),
  leverage_default: margin(
    'Leverage',
    'Leverage of accounts without a leverage of their own.',
    Int(1, 10_000, 100),
    'ratio',
  ),
  leverage_profile_id: margin(
    'Leverage profile',
    'Floating leverage; null = none.',
    refersTo('leverage_profile', 'id', OrNull(Id(), { default: null })),
  ),
  limit_orders: limits(
    'Order limit',
    'Most pending orders of an account; 0 = none.',
    Int(0, LIMIT_MAX),
    'count',
  ),
  limit_positions: limits(
    'Position limit',
    'Most positions of an account; 0 = none.',
    Int(0, LIMIT_MAX),
    'count',
  ),
  limit_symbols: limits(
    'Symbol limit',
    'Most symbols that a terminal watches; 0 = none.',
    Int(0, LIMIT_MAX),
    'count',
  ),
  history_days: limits('History', 'Time that traders see back; 0 = everything.', Int(0, DAYS_MAX)),
  trading_enabled: trading('Trading', 'May accounts of the group trade?', Bool(true)),
  connection_enabled: access('Connection', 'May accounts of the group sign in?', Bool(true)),
  terminals: access(
    'Terminals',
    'Kinds of terminals that the accounts of the group may use.',
    Type.Array(Words(TERMINALS), { uniqueItems: true, default: [...TERMINALS] }),
  ),
  swaps_enabled: trading('Swaps', 'Are swaps charged?', Bool(true)),
  expiration_enabled: trading('Expiration', 'May pending orders have an end?', Bool(true)),
  hedge_prohibited: trading(
    'No opposite positions',
    'Are positions against each other refused?',
    Bool(false),
  ),
  fifo_close: trading('Oldest first', 'Must the oldest position be closed first?', Bool(false)),
  mail_enabled: messages(
    'Mail',
    'May accounts of the group send and get internal mail?',
    Bool(true),
  ),
  reports_enabled: messages(
    'Statements',
    'Does the server make statements for accounts of the group?',
    Bool(true),
  ),
  otp_required: access(
    'Codes required',
    'Must accounts of the group use one-time codes?',
    Bool(false),
  ),
  password_change_first_login: access(
    'New password',
    'Must owners change the password at the first sign-in?',
    Bool(false),
  ),
  password_min_length: access(
    'Password length',
    'Least number of characters.',
    Int(8, 16, 8),
    'count',
  ),
  news_mode: messages(
    'News',
    'No news, headlines, or whole texts.',
    Choice(['none', 'headers', 'full'] as const, 'full'),
  ),
  transfer_mode: trading(
    'Transfers',
    'Accounts between which traders may move money; stored only.',
    Choice(['none', 'same_name', 'same_group', 'both'] as const, 'none'),
  ),
  interest_rate: interest('Interest', 'Yearly interest on the balance.', Dec('0'), 'percent'),
  interest_days: interest(
    'Days of a year',
    'Divisor of the yearly rate.',
    Type.Unsafe<360 | 365>({
      type: 'integer',
      enum: [360, 365],
      default: 365,
    }),
  ),
  demo_deposit: demo('Demo deposit', 'Money that a new demo account gets.', Dec('0'), 'money'),
  demo_inactivity_days: demo(
    'Demo inactivity',
    'Days without a sign-in after which a demo account ends; 0 = never.',
    Int(0, DAYS_MAX),
  ),
  deposit_url: messages('Deposit page', 'Page for deposits; empty = none.', UrlOrNone()),
  withdraw_url: messages('Withdrawal page', 'Page for withdrawals; empty = none.', UrlOrNone()),
  support_url: messages('Support page', 'Page for help; empty = none.', UrlOrNone()),
  symbols: symbols(
    'Symbols',
    'Offered symbols; the first row that fits decides.',
    Type.Array(GroupSymbol, { maxItems: GROUP_ROWS_MAX, default: [] }),
  ),
  commissions: commissions(
    'Commissions',
    'Rules of commissions and fees.',
    Type.Array(CommissionRule, { maxItems: 256, default: [] }),
  ),
});
export type GroupRecord = Omit<Static<typeof GroupRecord>, 'symbols'> & {
  symbols: GroupSymbol[];
};

/** The row by which a group is offered a symbol: the first whose mask fits; undefined = none. */
export const offerOf = (
  group: Pick<GroupRecord, 'symbols'>,
  { name, path }: Pick<SymbolRecord, 'name' | 'path'>,
): GroupSymbol | undefined => group.symbols.find(({ mask }) => maskListFits(mask, name, path));
