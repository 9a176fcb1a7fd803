// Settings of the random worlds: groups, commissions, routing, profiles, the clock.

import type { HolidayRecord, PlatformRecord, Settings } from '../../../wire/config.js';
import type { CommissionRule, GroupRecord, GroupSymbol } from '../../../wire/groups.js';
import type { LeverageProfileRecord } from '../../../wire/leverage.js';
import type { RoutingRecord } from '../../../wire/routing.js';
import { EngineHarness } from '../engine-harness.js';
import { commission, group, row, rule } from '../settings-records.js';
import type { SeededRandom } from './random.js';
import { changedSymbol, type Instrument } from './symbols.js';

const CURRENCIES = [
  ['USD', 2],
  ['USD', 2],
  ['EUR', 2],
  ['JPY', 0],
] as const;

/** Rules that are charged at once. */
export const COMMISSIONS: readonly CommissionRule[] = [
  commission({ name: 'a' }, { value: '3.5' }),
  commission({ name: 'b', entry: 'in' }, { value: '2', mode: 'base' }),
  commission(
    { name: 'c', entry: 'out', kind: 'fee' },
    { mode: 'percent', value: '0.004', type: 'per_deal' },
  ),
  commission({ name: 'd', entry: 'out' }, { value: '1', type: 'per_deal' }),
  commission({ name: 'e', side: 'sell' }, { mode: 'points', value: '0.8' }),
  commission({ name: 'f', kind: 'agent' }, { value: '1.25' }),
  commission(
    { name: 'g', profit_filter: 'profit', entry: 'out' },
    { mode: 'profit_percent', value: '2', type: 'per_deal', max: '40' },
  ),
  commission({ name: 'h', mask: 'EUR*,XAU*' }, { mode: 'specified', currency: 'GBP', value: '1' }),
  commission({ name: 'i', reasons: ['sl', 'tp', 'so'] }, { value: '0.7', min: '0.5' }),
  commission(
    { name: 'j' },
    { mode: 'percent', value: '0.002', type: 'per_deal', min: '1', max: '9' },
  ),
  commission({ name: 'k', kind: 'agent', entry: 'in' }, { mode: 'margin', value: '0.3' }),
  commission({
    name: 'l',
    range: 'value',
    tiers: [
      { ...commission().tiers[0]!, range_to: '50000', type: 'per_deal', value: '2' },
      {
        ...commission().tiers[0]!,
        range_from: '50000',
        range_to: '200000',
        type: 'per_deal',
        value: '3',
      },
    ],
  }),
];

const TURNOVER = [
  { ...commission().tiers[0]!, range_to: '0.8', value: '2' },
  { ...commission().tiers[0]!, range_from: '0.8', range_to: '0', value: '1.5' },
];

/** Rules that are charged at the end of the day or month. */
export const LATER: readonly CommissionRule[] = [
  commission({ name: 'm', charge: 'daily', range: 'turnover_volume', tiers: TURNOVER }),
  commission({
    name: 'n',
    charge: 'daily',
    range: 'turnover_money',
    turnover_currency: 'EUR',
    tiers: TURNOVER.map((one) => ({
      ...one,
      range_from: one.range_from === '0' ? '0' : '90000',
      range_to: one.range_to === '0' ? '0' : '90000',
      mode: 'percent' as const,
      type: 'per_deal' as const,
      value: one.range_from === '0' ? '0.004' : '0.003',
    })),
  }),
  commission({ name: 'o', charge: 'monthly', entry: 'out' }, { value: '0.9', mode: 'profit' }),
  commission({
    name: 'p',
    charge: 'daily',
    kind: 'agent',
    range: 'turnover_volume',
    tiers: TURNOVER,
  }),
  commission({ name: 'q', charge: 'monthly', kind: 'agent', side: 'buy' }, { value: '0.2' }),
];

const commissionsOf = (random: SeededRandom): CommissionRule[] =>
  random.chance(0.4)
    ? []
    : [...COMMISSIONS.filter(() => random.chance(0.2)), ...LATER.filter(() => random.chance(0.2))];

const MARKET: RoutingRecord = rule({ id: 9, position: 9 });

const ROUTINGS: readonly (readonly RoutingRecord[])[] = [
  [MARKET],
  [MARKET],
  [{ ...MARKET, action: 'confirm_request_price' }],
  [
    rule({
      id: 1,
      position: 1,
      action: 'clear_stops',
      conditions: [{ field: 'volume', op: 'ge', value: '1' }],
    }),
    rule({
      id: 2,
      position: 2,
      action: 'reject',
      conditions: [{ field: 'comment', op: 'eq', value: 'no*' }],
    }),
    rule({
      id: 3,
      position: 3,
      action: 'requote',
      conditions: [{ field: 'comment', op: 'eq', value: 're*' }],
    }),
    MARKET,
  ],
  [
    rule({
      id: 1,
      position: 1,
      action: 'reject',
      request_kinds: ['sl', 'activate'],
      conditions: [{ field: 'hour', op: 'lt', value: '12' }],
    }),
    rule({
      id: 2,
      position: 2,
      action: 'requote',
      conditions: [{ field: 'deviation_pts', op: 'gt', value: '2' }],
    }),
    rule({
      id: 3,
      position: 3,
      action: 'reject',
      order_kinds: ['stop'],
      conditions: [{ field: 'side', op: 'eq', value: 'sell' }],
    }),
    rule({
      id: 4,
      position: 4,
      action: 'confirm_request_price',
      conditions: [{ field: 'symbol', op: 'ne', value: 'EUR*' }],
    }),
    rule({
      id: 5,
      position: 5,
      action: 'reject',
      request_kinds: ['dealer_open', 'stopout_position', 'expiration'],
    }),
    MARKET,
  ],
  [rule({ id: 1, position: 1, request_kinds: ['open', 'close', 'modify', 'pending'] })],
];

const tier = (range_to: string, initial: string, maintenance = initial) => ({
  range_from: '0',
  range_to,
  initial,
  maintenance,
});

const leverageRule = (
  mask: string,
  more: Partial<LeverageProfileRecord['rules'][number]>,
): LeverageProfileRecord['rules'][number] => ({
  name: mask,
  mask,
  range_basis: 'volume',
  currency: '',
  description: '',
  tiers: [tier('1', '1', '0.5'), tier('3', '2'), tier('0', '3', '1.5')],
  ...more,
});

const VALUE_TIERS = [tier('50000', '0.5'), tier('200000', '1'), tier('0', '2', '1.2')];

/** Floating leverage: by volume or value, over all symbols or each; the last is not enabled. */
export const PROFILES: readonly LeverageProfileRecord[] = [
  {
    id: 1,
    name: 'volume',
    enabled: true,
    rules: [leverageRule('EUR*,USD*', {}), leverageRule('*', {})],
  },
  {
    id: 2,
    name: 'each',
    enabled: true,
    rules: [leverageRule('!XAUUSD,*', { range_basis: 'volume_per_symbol' })],
  },
  {
    id: 3,
    name: 'value',
    enabled: true,
    rules: [leverageRule('*', { range_basis: 'value', tiers: VALUE_TIERS })],
  },
  {
    id: 4,
    name: 'value each',
    enabled: true,
    rules: [
      leverageRule('*', { range_basis: 'value_per_symbol', currency: 'GBP', tiers: VALUE_TIERS }),
    ],
  },
  { id: 5, name: 'off', enabled: false, rules: [leverageRule('*', {})] },
];

/** What of the world's rules the two implementations are given beyond the first scope. */
export interface Scope {
  readonly profiles: boolean;
}

/** A day off for some. */
export const HOLIDAY: HolidayRecord = {
  id: 1,
  year: 0,
  month: 3,
  day: 13,
  description: '',
  enabled: true,
  from_min: 0,
  to_min: 1440,
  position: 1,
  symbols: ['!EURUSD,EUR*', 'DE*'],
};

const rowsOf = (random: SeededRandom): GroupSymbol[] => {
  const rows: GroupSymbol[] = [row('*')];
  const wide: Partial<GroupSymbol> = {
    spread_diff: random.within(-6, 8),
    spread_diff_bid: random.within(-3, 4),
    volume_min: random.pick(['0.01', '0.05']),
    stops_level: random.pick([null, 12]),
  };
  if (random.chance(0.4)) rows.unshift(row('*USD*,DE*', wide));
  if (random.chance(0.15))
    rows.unshift(
      row('XAUUSD', { trade_access: random.pick(['long_only', 'short_only', 'close_only']) }),
    );
  if (random.chance(0.1)) rows.splice(-1, 1, row('!USDJPY,!GBPUSD,!*.m,*'));
  return rows;
};

const GROUP = group();

const drawn = (random: SeededRandom): Pick<GroupRecord, 'currency' | 'currency_digits'> => {
  const [currency, currency_digits] = random.pick(CURRENCIES);
  return { currency, currency_digits };
};

/** A group at random; what is fixed is not drawn. */
export const groupOf = (
  random: SeededRandom,
  profiles: boolean,
  fixed: Partial<GroupRecord> = {},
): GroupRecord => {
  const { currency, currency_digits } = fixed.currency ? { ...GROUP, ...fixed } : drawn(random);
  const money = random.chance(0.15);
  const scale = currency === 'JPY' ? 150 : 1;
  return {
    ...GROUP,
    path: random.pick(['real\\std', 'real\\std', 'demo\\std']),
    currency,
    currency_digits,
    margin_mode: random.chance(0.5) ? 'hedging' : 'netting',
    stopout_mode: money ? 'money' : 'percent',
    margin_call: money ? String(3000 * scale) : random.pick(['100', '80', '150']),
    stop_out: money ? String(1500 * scale) : random.pick(['50', '30', '100']),
    stopout_close: random.chance(0.4) ? 'partial' : 'whole',
    so_hedged: random.chance(0.5),
    so_compensation: random.chance(0.5),
    so_compensation_credit: random.chance(0.5),
    free_margin_mode: random.pick(['use_pl', 'use_pl', 'not_use', 'profit_only', 'loss_only']),
    profit_blocked_till_eod: random.chance(0.2),
    leverage_default: random.pick([30, 100, 200, 500]),
    leverage_profile_id: profiles && random.chance(0.4) ? random.within(1, 6) : null,
    limit_orders: random.chance(0.1) ? 3 : 0,
    limit_positions: random.chance(0.1) ? 4 : 0,
    limit_symbols: random.chance(0.08) ? 2 : 0,
    hedge_prohibited: random.chance(0.08),
    fifo_close: random.chance(0.08),
    swaps_enabled: random.chance(0.9),
    interest_rate: random.pick(['0', '2.5', '-1']),
    interest_days: random.pick([360, 365]),
    symbols: rowsOf(random),
    commissions: commissionsOf(random),
    ...fixed,
  };
};

/** Rows with other spreads, and sometimes another trade access. */
const otherRows = (random: SeededRandom, rows: readonly GroupSymbol[]): GroupSymbol[] =>
  rows.map((row) => ({
    ...row,
    spread_diff: random.within(-6, 8),
    spread_diff_bid: random.within(-3, 4),
    ...(random.chance(0.25)
      ? { trade_access: random.pick(['disabled', 'close_only', 'long_only', 'full'] as const) }
      : {}),
  }));

/** The same group after somebody has changed what may change while accounts trade. */
export const changedGroup = (
  random: SeededRandom,
  before: GroupRecord,
  profiles: boolean,
): GroupRecord => {
  const { leverage_default, leverage_profile_id, stop_out, free_margin_mode } = before;
  const fresh = groupOf(random, profiles);
  const later = before.commissions.filter(({ charge }) => charge !== 'instant');
  return {
    ...before,
    leverage_default: random.chance(0.6) ? fresh.leverage_default : leverage_default,
    leverage_profile_id: random.chance(0.3) ? fresh.leverage_profile_id : leverage_profile_id,
    stop_out: before.stopout_mode === 'percent' ? random.pick(['50', '70', '100']) : stop_out,
    stopout_close: fresh.stopout_close,
    free_margin_mode: random.chance(0.3) ? fresh.free_margin_mode : free_margin_mode,
    limit_positions: fresh.limit_positions,
    hedge_prohibited: fresh.hedge_prohibited,
    trading_enabled: random.chance(0.95),
    symbols: otherRows(random, before.symbols),
    commissions: [...COMMISSIONS.filter(() => random.chance(0.2)), ...later],
  };
};

/** The same settings after somebody has changed what may change while accounts trade. */
export const changedSettings = (
  random: SeededRandom,
  settings: Settings,
  scope: Scope,
): Settings => {
  const group = settings.group.map((one) => changedGroup(random, one, scope.profiles));
  const symbol = settings.symbol.map((one) =>
    random.chance(0.5) ? one : { ...one, ...changedSymbol(random, one) },
  );
  const routing = random.chance(0.3) ? random.pick(ROUTINGS) : settings.routing;
  return { ...settings, version: settings.version + 1, group, symbol, routing };
};

const PLATFORM = new EngineHarness().settings.platform[0] as PlatformRecord;

/** Settings of a world with these instruments. */
export const settingsOf = (
  random: SeededRandom,
  instruments: readonly Instrument[],
  scope: Scope,
): Settings => ({
  version: 1,
  symbol: instruments.map(({ record }) => record),
  group: [groupOf(random, scope.profiles)],
  routing: random.pick(ROUTINGS),
  datafeed: [],
  platform: [
    {
      ...PLATFORM,
      utc_offset_min: random.pick([0, 120, -300]),
      daylight_saving: random.pick(['none', 'europe', 'usa']),
    },
  ],
  holiday: random.chance(0.2) ? [HOLIDAY] : [],
  leverage_profile: scope.profiles ? PROFILES : [],
  gateway: [],
  logical_server: [],
});
