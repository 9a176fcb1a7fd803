// Settings of the random worlds: groups, commissions, routing, profiles, the clock.

import { NO_SETTINGS, type PlatformRecord, type Settings } from '../../../wire/settings/config.js';
import type { CommissionRule, GroupRecord, GroupSymbol } from '../../../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../../../wire/settings/leverage.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { gatewayOf } from '../connections.js';
import { EngineHarness } from '../engine-harness.js';
import { commission, group, holiday, row, rule } from '../settings-records.js';
import type { SeededRandom } from './random.js';
import { changedSymbol, type Instrument } from './symbols.js';

/** The provider and the dealer of worlds that have them; both are on line. */
export const PROVIDER = 4;
export const DESK = 7;

const CURRENCIES = [
  ['USD', 2],
  ['USD', 2],
  ['EUR', 2],
  ['JPY', 0],
] as const;

/** A tier of a commission, charged by lots unless it is said otherwise. */
const charged = (
  range_from: string,
  range_to: string,
  value: string,
  more: Partial<CommissionRule['tiers'][number]> = {},
) => ({ ...commission().tiers[0]!, range_from, range_to, value, ...more });
const PER_DEAL = { type: 'per_deal' } as const;
const PER_CENT = { mode: 'percent', ...PER_DEAL } as const;

/** Rules that are charged at once. */
const COMMISSIONS: readonly CommissionRule[] = [
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
    tiers: [charged('0', '50000', '2', PER_DEAL), charged('50000', '200000', '3', PER_DEAL)],
  }),
];

const BY_VOLUME: Partial<CommissionRule> = {
  range: 'turnover_volume',
  tiers: [charged('0', '0.8', '2'), charged('0.8', '0', '1.5')],
};
const BY_MONEY: Partial<CommissionRule> = {
  range: 'turnover_money',
  turnover_currency: 'EUR',
  tiers: [charged('0', '90000', '0.004', PER_CENT), charged('90000', '0', '0.003', PER_CENT)],
};

/** Rules that are charged at the end of the day or month. */
export const LATER: readonly CommissionRule[] = [
  commission({ name: 'm', charge: 'daily', ...BY_VOLUME }),
  commission({ name: 'n', charge: 'daily', ...BY_MONEY }),
  commission({ name: 'o', charge: 'monthly', entry: 'out' }, { value: '0.9', mode: 'profit' }),
  commission({ name: 'p', charge: 'daily', kind: 'agent', ...BY_VOLUME }),
  commission({ name: 'q', charge: 'monthly', kind: 'agent', side: 'buy' }, { value: '0.2' }),
];

const commissionsOf = (random: SeededRandom): CommissionRule[] =>
  random.chance(0.4)
    ? []
    : [...COMMISSIONS.filter(() => random.chance(0.2)), ...LATER.filter(() => random.chance(0.2))];

const MARKET: RoutingRecord = rule({ id: 9, position: 9 });

type Condition = RoutingRecord['conditions'][number];

/** Rules before the one that sends the rest to the market: what each does, when, and to what. */
const routed = (
  ...rules: readonly (readonly [
    action: RoutingRecord['action'],
    when: readonly [Condition['field'], Condition['op'], string] | null,
    more?: Partial<RoutingRecord>,
  ])[]
): readonly RoutingRecord[] => [
  ...rules.map(([action, when, more], at) => {
    const conditions = when === null ? [] : [{ field: when[0], op: when[1], value: when[2] }];
    return rule({ id: at + 1, position: at + 1, action, conditions, ...more });
  }),
  MARKET,
];

const ROUTINGS: readonly (readonly RoutingRecord[])[] = [
  [MARKET],
  [MARKET],
  [{ ...MARKET, action: 'confirm_request_price' }],
  routed(
    ['clear_stops', ['volume', 'ge', '1']],
    ['reject', ['comment', 'eq', 'no*']],
    ['requote', ['comment', 'eq', 're*']],
  ),
  routed(
    ['reject', ['hour', 'lt', '12'], { request_kinds: ['sl', 'activate'] }],
    ['requote', ['deviation_pts', 'gt', '2']],
    ['reject', ['side', 'eq', 'sell'], { order_kinds: ['stop'] }],
    ['confirm_request_price', ['symbol', 'ne', 'EUR*']],
    ['reject', null, { request_kinds: ['dealer_open', 'stopout_position', 'expiration'] }],
  ),
  [rule({ id: 1, position: 1, request_kinds: ['open', 'close', 'modify', 'pending'] })],
];

const AT_PROVIDER = ['gateway', null, { dealers: [PROVIDER] as number[] }] as const;
const late = (...request_kinds: RoutingRecord['request_kinds']) =>
  ['delay', null, { action_value: '1500', request_kinds }] as const;
const asked = (...request_kinds: RoutingRecord['request_kinds']) =>
  ['dealer', null, { dealers: [DESK] as number[], request_kinds }] as const;

/** Rules of worlds with a provider and a dealer: closes are decided later than they are checked. */
const PROVIDER_ROUTINGS: readonly (readonly RoutingRecord[])[] = [
  routed(AT_PROVIDER),
  routed(late('close', 'close_by'), AT_PROVIDER),
  routed(asked('close', 'close_by', 'sl', 'tp'), AT_PROVIDER),
  routed(late('close', 'sl', 'tp'), asked('close_by', 'stopout_position'), AT_PROVIDER),
];

const routingsOf = ({ providers }: Scope) => (providers ? PROVIDER_ROUTINGS : ROUTINGS);

const tier = (range_to: string, initial: string, maintenance = initial) => ({
  range_from: '0',
  range_to,
  initial,
  maintenance,
});

type LeverageRule = LeverageProfileRecord['rules'][number];

/** A rule of floating leverage over symbols, by lots of all of them unless it is said otherwise. */
const leverage = (mask: string, more: Partial<LeverageRule> = {}): LeverageRule => ({
  name: mask,
  mask,
  range_basis: 'volume',
  currency: '',
  description: '',
  tiers: [tier('1', '1', '0.5'), tier('3', '2'), tier('0', '3', '1.5')],
  ...more,
});

/** The same by what the lots are worth. */
const valued = (range_basis: LeverageRule['range_basis'], currency = ''): LeverageRule => {
  const tiers = [tier('50000', '0.5'), tier('200000', '1'), tier('0', '2', '1.2')];
  return leverage('*', { range_basis, currency, tiers });
};

/** Floating leverage: by volume or value, over all symbols or each; the last is not enabled. */
export const PROFILES: readonly LeverageProfileRecord[] = (
  [
    ['volume', leverage('EUR*,USD*'), leverage('*')],
    ['each', leverage('!XAUUSD,*', { range_basis: 'volume_per_symbol' })],
    ['value', valued('value')],
    ['value each', valued('value_per_symbol', 'GBP')],
    ['off', leverage('*')],
  ] as const
).map(([name, ...rules], at) => ({ id: at + 1, name, enabled: name !== 'off', rules }));

/** What of the world's rules the two implementations are given beyond the first scope. */
export interface Scope {
  readonly profiles: boolean;
  /** Do orders go to a provider, and closes to a dealer or into a delay? */
  readonly providers?: boolean;
}

/** A day off for some. */
const HOLIDAY = holiday({ month: 3, day: 13, symbols: ['!EURUSD,EUR*', 'DE*'] });

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
  const routing = random.chance(0.3) ? random.pick(routingsOf(scope)) : settings.routing;
  return { ...settings, version: settings.version + 1, group, symbol, routing };
};

/** The provider, where limit orders wait in half of the worlds. */
const providerOf = (random: SeededRandom) =>
  gatewayOf(PROVIDER, {
    'FIX Quantity Mode': 'Lots',
    'Limit Orders Coverage Mode': random.pick(['Gateway', 'Market']),
  });

const PLATFORM = new EngineHarness().settings.platform[0] as PlatformRecord;

/** Settings of a world with these instruments. */
export const settingsOf = (
  random: SeededRandom,
  instruments: readonly Instrument[],
  scope: Scope,
): Settings => ({
  ...NO_SETTINGS,
  version: 1,
  symbol: instruments.map(({ record }) => record),
  group: [groupOf(random, scope.profiles)],
  routing: random.pick(routingsOf(scope)),
  gateway: scope.providers ? [providerOf(random)] : [],
  platform: [
    {
      ...PLATFORM,
      utc_offset_min: random.pick([0, 120, -300]),
      daylight_saving: random.pick(['none', 'europe', 'usa']),
    },
  ],
  holiday: random.chance(0.2) ? [HOLIDAY] : [],
  leverage_profile: scope.profiles ? PROFILES : [],
});
