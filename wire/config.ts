// Settings records: what staff configure, as it is held and travels; the engine compiles it.

import { type Static, Type } from '@sinclair/typebox';
import { Bool, Choice, Currency, Dec, Int, Text } from './config-fields.js';
import type { DatafeedRecord, GatewayRecord } from './connections.js';
import { fields, type Row } from './fields.js';
import type { LeverageProfileRecord } from './leverage.js';
import { Decimal, Strict, TimeOrNull, Words } from './schema.js';

export const CALC_MODES = [
  'forex',
  'forex_no_leverage',
  'cfd',
  'cfd_leverage',
  'cfd_index',
  'futures',
  'exchange_stocks',
] as const;
export const EXECUTION_MODES = ['request', 'instant', 'market', 'exchange'] as const;
export const TRADE_ACCESS = ['disabled', 'long_only', 'short_only', 'close_only', 'full'] as const;
export const SWAP_MODES = [
  'disabled',
  'points',
  'money_base',
  'money_margin',
  'money_profit',
  'money_deposit',
  'percent_current',
  'percent_open',
  'reopen_close',
  'reopen_bid',
] as const;
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

const FillFlags = Type.Array(Words(['fok', 'ioc'] as const), {
  uniqueItems: true,
});
const OrderFlags = Type.Array(
  Words(['market', 'limit', 'stop', 'stop_limit', 'sl', 'tp', 'close_by'] as const),
  { uniqueItems: true },
);
const ExpirationFlags = Type.Array(Words(['gtc', 'day', 'specified', 'specified_day'] as const), {
  uniqueItems: true,
});
const MarginRate = Strict({
  side: Words(['buy', 'sell'] as const),
  order_kind: Words(['market', 'limit', 'stop', 'stop_limit'] as const),
  initial: Decimal(),
  maintenance: Decimal(),
});
const Session = Strict({
  day: Int(0, 6),
  from_min: Int(0, 1440),
  to_min: Int(0, 1440),
});
const AROUND_THE_CLOCK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  from_min: 0,
  to_min: 1440,
}));

const symbolTrade = {
  trade_access: Choice(TRADE_ACCESS, 'full'),
  execution_mode: Choice(EXECUTION_MODES, 'market'),
  fill_flags: FillFlags,
  order_flags: OrderFlags,
  expiration_flags: ExpirationFlags,
  gtc_mode: Choice(['gtc', 'daily', 'daily_no_stops'] as const, 'gtc'),
  stops_level: Int(0, 1_000_000),
  freeze_level: Int(0, 1_000_000),
  volume_min: Dec('0.01'),
  volume_max: Dec('100'),
  volume_step: Dec('0.01'),
  volume_limit: Dec('0'),
  margin_initial: Dec('0'),
  margin_maintenance: Dec('0'),
  margin_hedged: Dec('0'),
  hedged_larger_leg: Bool(false),
  margin_recalc_rates: Bool(false),
  margin_check_process: Bool(false),
  margin_check_sltp: Bool(false),
  margin_rates: Type.Array(MarginRate, { maxItems: 8, default: [] }),
  swap_mode: Choice(SWAP_MODES, 'disabled'),
  swap_long: Dec('0'),
  swap_short: Dec('0'),
  swap_triple_day: Choice(['none', ...WEEKDAYS] as const, 'wednesday'),
  swap_multipliers: Type.Union([Type.Array(Decimal(), { minItems: 7, maxItems: 7 }), Type.Null()], {
    default: null,
  }),
  swap_days_in_year: Int(1, 366, 360),
  swap_holidays: Bool(false),
};

/** A symbol (trading-rules §1.1). The key is its id, which is also its slot on the price board. */
export const SymbolRecord = Strict({
  id: Int(1, 8191),
  path: Type.String({ minLength: 1, maxLength: 128 }),
  name: Type.String({ pattern: '^[A-Za-z0-9._&#]{1,32}$' }),
  description: Text(128),
  isin: Text(32),
  exchange: Text(64),
  category: Text(64),
  country: Text(64),
  color: Text(16),
  currency_base: Currency(),
  currency_profit: Currency(),
  currency_margin: Currency(),
  digits: Int(0, 10),
  contract_size: Decimal(),
  tick_size: Dec('0'),
  tick_value: Dec('0'),
  calc_mode: Words(CALC_MODES),
  profit_conversion: Choice(['by_deal', 'by_market'] as const, 'by_deal'),
  chart_mode: Choice(['bid', 'last'] as const, 'bid'),
  source_symbol_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { default: null }),
  spread: Int(0, 1_000_000),
  spread_balance_bid: Int(-1_000_000, 1_000_000, 0),
  spread_balance_ask: Int(-1_000_000, 1_000_000, 0),
  quote_max_delay_sec: Int(0, 86_400),
  request_timeout_sec: Int(1, 3600, 10),
  instant_max_volume: Dec('0'),
  instant_price_age_sec: Int(0, 3600),
  instant_dev_profit_pts: Int(0, 1_000_000),
  instant_dev_loss_pts: Int(0, 1_000_000),
  starts_at: Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  ends_at: Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  quote_sessions: Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  trade_sessions: Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  ...symbolTrade,
});
export type SymbolRecord = Static<typeof SymbolRecord>;

const override = <T extends Record<string, unknown>>(properties: T) => {
  const out: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { default: _, ...bare } = schema as { default?: unknown };
    out[name] = Type.Union([bare as never, Type.Null()], { default: null });
  }
  return out as { [K in keyof T]: ReturnType<typeof Type.Unsafe<unknown>> };
};

/** A group's symbol row: which symbols it offers, and what differs there; null = the symbol's. */
export const GroupSymbol = Strict({
  mask: Type.String({ minLength: 1, maxLength: 128 }),
  ...override(symbolTrade),
  spread_diff: Int(-1_000_000, 1_000_000, 0),
  spread_diff_bid: Int(-1_000_000, 1_000_000, 0),
});
export type GroupSymbol = {
  mask: string;
  spread_diff: number;
  spread_diff_bid: number;
} & {
  [K in keyof typeof symbolTrade]?: Static<(typeof symbolTrade)[K]> | null;
};

const CommissionTier = Strict({
  range_from: Dec('0'),
  range_to: Dec('0'),
  mode: Words([
    'deposit',
    'base',
    'profit',
    'margin',
    'specified',
    'points',
    'percent',
    'profit_percent',
  ] as const),
  currency: Text(8),
  type: Words(['per_deal', 'per_lot'] as const),
  value: Decimal(),
  min: Dec('0'),
  max: Dec('0'),
});
/** A commission rule of a group (trading-rules §1.2, §3.9). */
export const CommissionRule = Strict({
  name: Text(64),
  description: Text(128),
  mask: Type.String({ minLength: 1, maxLength: 128 }),
  kind: Words(['standard', 'agent', 'fee'] as const),
  charge: Words(['instant', 'daily', 'monthly'] as const),
  range: Words(['volume', 'turnover_money', 'turnover_volume', 'value', 'profit'] as const),
  turnover_currency: Text(8),
  entry: Words(['all', 'in', 'out'] as const),
  side: Words(['all', 'buy', 'sell'] as const),
  profit_filter: Words(['all', 'profit', 'loss'] as const),
  reasons: Type.Array(Type.String({ maxLength: 32 }), { default: [] }),
  tiers: Type.Array(CommissionTier, { minItems: 1, maxItems: 100 }),
});
export type CommissionRule = Static<typeof CommissionRule>;

/** A group of accounts (trading-rules §1.2). The key is its path. */
export const GroupRecord = Strict({
  path: Type.String({ minLength: 1, maxLength: 128 }),
  company: Text(128),
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
  leverage_profile_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { default: null }),
  limit_orders: Int(0),
  limit_positions: Int(0),
  limit_symbols: Int(0),
  history_days: Int(0),
  trading_enabled: Bool(true),
  connection_enabled: Bool(true),
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
  demo_inactivity_days: Int(0),
  deposit_url: Text(512),
  withdraw_url: Text(512),
  support_url: Text(512),
  symbols: Type.Array(GroupSymbol, { maxItems: 1024, default: [] }),
  commissions: Type.Array(CommissionRule, { maxItems: 256, default: [] }),
});
export type GroupRecord = Omit<Static<typeof GroupRecord>, 'symbols'> & {
  symbols: GroupSymbol[];
};

/** A routing rule. The walk goes by `position`. */
export const RoutingRecord = Strict({
  id: Int(1),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  position: Int(1),
  enabled: Bool(true),
  action: Words([
    'confirm_request_price',
    'confirm_market_price',
    'reject',
    'requote',
    'dealer',
    'online_dealers',
    'gateway',
    'delay',
    'clear_stops',
  ] as const),
  action_value: Text(31),
  conditions: Type.Array(
    Strict({
      field: Words([
        'login',
        'volume',
        'hour',
        'weekday',
        'deviation_pts',
        'group',
        'symbol',
        'side',
        'kind',
        'comment',
      ] as const),
      op: Words(['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const),
      value: Type.String({ maxLength: 512 }),
    }),
    { default: [] },
  ),
  dealers: Type.Array(Type.Integer({ minimum: 1 }), { default: [] }),
  order_kinds: Type.Array(Type.String({ maxLength: 32 }), { default: [] }),
  request_kinds: Type.Array(Type.String({ maxLength: 32 }), { default: [] }),
  skip_no_dealer: Bool(false),
});
export type RoutingRecord = Static<typeof RoutingRecord>;

/** A day, or part of one, on which symbols do not trade (trading-rules §4.1). */
export const HolidayRecord = Strict({
  id: Int(1),
  /** 0 = every year */
  year: Int(0, 9999),
  month: Int(1, 12),
  day: Int(1, 31),
  description: Text(128),
  enabled: Bool(true),
  /** Minutes of the day on the server clock, `[from_min, to_min)`. */
  from_min: Int(0, 1440),
  to_min: Int(0, 1440, 1440),
  position: Int(1),
  /** Masks of names or paths; `!` excludes. */
  symbols: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { default: ['*'] }),
});
export type HolidayRecord = Static<typeof HolidayRecord>;

/** Platform-wide settings, one record with the key `platform`. */
export const PlatformRecord = Strict({
  utc_offset_min: Int(-720, 840, 0),
  daylight_saving: Choice(['none', 'europe', 'usa'] as const, 'none'),
  eod_time: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    default: '23:59',
  }),
  /** Weekdays whose end of day runs, 0 = Sunday; a month's last day always does. */
  eod_weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    uniqueItems: true,
    default: [1, 2, 3, 4, 5],
  }),
  /** Server time of the weekly maintenance on Sunday, HH:MM; empty = none. */
  optimization_time: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$', default: '' }),
  /** Life of demo accounts, null = no end. Mode 1: after the last connection, 2: after opening. */
  demo: Type.Union([Strict({ mode: Int(0, 2), period_days: Int(1, 36_500) }), Type.Null()], {
    default: null,
  }),
  antiflood_enabled: Bool(false),
  antiflood_connections: Int(1, 100_000, 20),
  antiflood_errors: Int(1, 10_000, 10),
  allow_administrators: Bool(true),
  allow_managers: Bool(true),
  allow_clients: Bool(true),
  allow_api: Bool(true),
  datafeeds_timeout_sec: Int(1, 3600, 30),
});
export type PlatformRecord = Static<typeof PlatformRecord>;

/** The kinds of settings that every thread holds a copy of, with their record types. */
export interface SettingsKinds {
  symbol: SymbolRecord;
  group: GroupRecord;
  routing: RoutingRecord;
  datafeed: DatafeedRecord;
  platform: PlatformRecord;
  holiday: HolidayRecord;
  leverage_profile: LeverageProfileRecord;
  gateway: GatewayRecord;
}
export type SettingsKind = keyof SettingsKinds;

/** All settings at one version: what the desk hands to shards, front and market. */
export type Settings = {
  readonly [K in SettingsKind]: readonly SettingsKinds[K][];
} & { readonly version: number };

/** What a thread holds until the desk has told it the settings. */
export const NO_SETTINGS: Settings = {
  symbol: [],
  group: [],
  routing: [],
  datafeed: [],
  platform: [],
  holiday: [],
  leverage_profile: [],
  gateway: [],
  version: 0,
};

/** The copy of an account that its shard and the front hold: who it is and what it may do. */
export const SWITCHES = fields({
  login: 'int',
  version: 'int',
  group: 'text',
  name: 'text',
  enabled: 'bool',
  trading_enabled: 'bool',
  api_enabled: 'bool',
  /** 0 = follow the group's default. */
  leverage_own: 'int',
  limit_orders: 'int',
  limit_positions: 'int',
  /** Login that receives agent commission; 0 = none. */
  agent: 'int',
  /** Days before it are not the account's. */
  created_at: 'time',
  /** An archived account is history: nothing is booked on it any more. */
  archived: 'bool',
});
export type AccountSwitches = Row<typeof SWITCHES>;
