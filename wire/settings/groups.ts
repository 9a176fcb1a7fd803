// Group records: common properties and trading conditions of accounts (trading-rules §1.2).

import { type Static, Type } from '@sinclair/typebox';
import { TERMINALS } from '../accounts/identity.js';
import { maskListFits } from '../base/mask.js';
import { Decimal, Id, Named, Words, wantedBy } from '../base/schema.js';
import {
  Bool,
  Choice,
  Currency,
  Dec,
  Int,
  Masks,
  NameOrNone,
  Path,
  Text,
  UrlOrNone,
} from '../base/setting-fields.js';
import { REASON } from '../trading/records.js';
import { SYMBOL_TRADE, type SymbolRecord } from './symbols.js';

const override = <T extends Record<string, unknown>>(properties: T) => {
  const out: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { default: _, ...bare } = schema as { default?: unknown };
    out[name] = Type.Union([bare as never, Type.Null()], { default: null });
  }
  return out as { [K in keyof T]: ReturnType<typeof Type.Unsafe<unknown>> };
};

/** Most symbol rows in a group. */
const GROUP_ROWS_MAX = 1024;

/**
 * A symbol row of a group: the symbols that it applies to, and values that override the symbol's;
 * null = not overridden.
 */
export const GroupSymbol = Named('GroupSymbol', {
  /** The position among the rows, from 1 on. */
  position: Type.Optional(Type.Integer({ minimum: 1, maximum: GROUP_ROWS_MAX })),
  mask: Masks(),
  ...override(SYMBOL_TRADE),
  spread_diff: Int(-1_000_000, 1_000_000, 0),
  spread_diff_bid: Int(-1_000_000, 1_000_000, 0),
});
export type GroupSymbol = {
  position?: number;
  mask: string;
  spread_diff: number;
  spread_diff_bid: number;
} & {
  [K in keyof typeof SYMBOL_TRADE]?: Static<(typeof SYMBOL_TRADE)[K]> | null;
};

/** A currency code; empty = none. */
const CurrencyOrNone = () =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: wantedBy('^([A-Z]{3,8})?$', 'must be a currency, 3 to 8 capital letters, or empty'),
    default: '',
  });

const CommissionTier = Named('CommissionTier', {
  range_from: Dec('0'),
  range_to: Dec('0'),
  mode: Choice(
    ['deposit', 'base', 'profit', 'margin', 'specified', 'points', 'percent', 'profit_percent'],
    'deposit',
  ),
  currency: CurrencyOrNone(),
  type: Choice(['per_deal', 'per_lot'], 'per_lot'),
  value: Decimal(),
  min: Dec('0'),
  max: Dec('0'),
});
/** A commission rule of a group (trading-rules §1.2, §3.9). */
export const CommissionRule = Named('CommissionRule', {
  name: NameOrNone(64),
  description: Text(128),
  mask: Masks(),
  kind: Choice(['standard', 'agent', 'fee'], 'standard'),
  charge: Choice(['instant', 'daily', 'monthly'], 'instant'),
  range: Choice(['volume', 'turnover_money', 'turnover_volume', 'value', 'profit'], 'volume'),
  turnover_currency: CurrencyOrNone(),
  entry: Choice(['all', 'in', 'out'], 'all'),
  side: Choice(['all', 'buy', 'sell'], 'all'),
  profit_filter: Choice(['all', 'profit', 'loss'], 'all'),
  reasons: Type.Array(Words(REASON.choices), { uniqueItems: true, default: [] }),
  /** The deals that `min` and `max` of the tiers bound together where the rule charges at once. */
  min_per: Choice(['order', 'deal'], 'order'),
  tiers: Type.Array(CommissionTier, { minItems: 1, maxItems: 100 }),
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
  path: Path(),
  company: NameOrNone(128),
  currency: Currency(),
  currency_digits: Int(0, 8, 2),
  margin_mode: Choice(['hedging', 'netting'] as const, 'hedging'),
  stopout_mode: Choice(['percent', 'money'] as const, 'percent'),
  margin_call: Dec('100'),
  stop_out: Dec('50'),
  so_hedged: Bool(false),
  so_compensation: Bool(false),
  so_compensation_credit: Bool(false),
  stopout_close: Choice(['whole', 'partial'] as const, 'whole'),
  free_margin_mode: Choice(['use_pl', 'not_use', 'profit_only', 'loss_only'] as const, 'use_pl'),
  profit_blocked_till_eod: Bool(false),
  leverage_default: Int(1, 10_000, 100),
  leverage_profile_id: Type.Union([Id(), Type.Null()], { default: null }),
  limit_orders: Int(0, LIMIT_MAX),
  limit_positions: Int(0, LIMIT_MAX),
  limit_symbols: Int(0, LIMIT_MAX),
  history_days: Int(0, DAYS_MAX),
  trading_enabled: Bool(true),
  connection_enabled: Bool(true),
  /** Kinds of terminals at which its accounts may sign in; an account may allow fewer. */
  terminals: Type.Array(Words(TERMINALS), { uniqueItems: true, default: [...TERMINALS] }),
  swaps_enabled: Bool(true),
  expiration_enabled: Bool(true),
  hedge_prohibited: Bool(false),
  fifo_close: Bool(false),
  mail_enabled: Bool(true),
  reports_enabled: Bool(true),
  otp_required: Bool(false),
  password_change_first_login: Bool(false),
  password_min_length: Int(8, 16, 8),
  news_mode: Choice(['none', 'headers', 'full'] as const, 'full'),
  transfer_mode: Choice(['none', 'same_name', 'same_group', 'both'] as const, 'none'),
  interest_rate: Dec('0'),
  interest_days: Type.Unsafe<360 | 365>({
    type: 'integer',
    enum: [360, 365],
    default: 365,
  }),
  demo_deposit: Dec('0'),
  demo_inactivity_days: Int(0, DAYS_MAX),
  deposit_url: UrlOrNone(),
  withdraw_url: UrlOrNone(),
  support_url: UrlOrNone(),
  symbols: Type.Array(GroupSymbol, { maxItems: GROUP_ROWS_MAX, default: [] }),
  commissions: Type.Array(CommissionRule, { maxItems: 256, default: [] }),
});
export type GroupRecord = Omit<Static<typeof GroupRecord>, 'symbols'> & {
  symbols: GroupSymbol[];
};

/** The row by which a group is offered a symbol: the first whose mask fits; undefined = none. */
export const offerOf = (
  group: Pick<GroupRecord, 'symbols'>,
  { name, path }: Pick<SymbolRecord, 'name' | 'path'>,
): GroupSymbol | undefined => group.symbols.find(({ mask }) => maskListFits(mask, name, path));
