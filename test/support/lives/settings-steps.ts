// Random changes of settings, record by record.

import {
  NO_SETTINGS,
  type PlatformRecord,
  PlatformRecord as platformSchema,
  type Settings,
  type SettingsKind,
} from '../../../wire/config.js';
import { GatewayRecord } from '../../../wire/connections.js';
import type { GroupRecord } from '../../../wire/groups.js';
import type { LeverageProfileRecord } from '../../../wire/leverage.js';
import {
  type SettingsChange,
  type SettingsDelta,
  settingsWith,
} from '../../../wire/settings-delta.js';
import type { SymbolRecord } from '../../../wire/symbols.js';
import { leverageRule, profile, tiers } from '../../engine/profiles.js';
import { commission, defaultsOf, group, holiday, row, rule, symbol } from '../engine-harness.js';
import type { SeededRandom } from './random.js';

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'EURGBP', 'AUDCHF', 'USDCHF', 'GBPJPY'];
const SUFFIXES = ['', '', '.a', '.b'];
const PATHS = ['real\\a', 'real\\b', 'demo\\a'];
const PLATFORM = defaultsOf(platformSchema) as PlatformRecord;

/** A symbol by its id: the name is that of its place, a pair or what is none. */
const symbolOf = (random: SeededRandom, id: number): SymbolRecord => {
  const pair = PAIRS[id % PAIRS.length] as string;
  const name = `${pair}${SUFFIXES[id % SUFFIXES.length]}${id >= PAIRS.length ? id : ''}`;
  return symbol(name, {
    id,
    path: random.chance(0.2) ? `Other\\${name}` : `Forex\\${name}`,
    digits: pair.endsWith('JPY') ? 3 : 5,
    calc_mode: random.pick(['forex', 'forex', 'forex', 'cfd_leverage', 'cfd']),
    contract_size: random.pick(['100000', '1000']),
    tick_size: random.pick(['0', '0.005']),
    quote_max_delay_sec: random.within(0, 3),
    stops_level: random.within(0, 9),
    spread: random.pick([0, 3]),
    swap_mode: random.pick(['disabled', 'points']),
    profit_conversion: random.pick(['by_deal', 'by_market']),
    margin_rates: random.chance(0.5)
      ? []
      : [{ side: 'buy', order_kind: 'limit', initial: '1', maintenance: '0.5' }],
    trade_sessions: random.chance(0.5)
      ? []
      : [{ day: 3, from_min: 60, to_min: random.within(900, 1440) }],
  });
};

const groupOf = (random: SeededRandom, path: string): GroupRecord =>
  group({
    path,
    currency: random.pick(['USD', 'EUR', 'GBP']),
    leverage_profile_id: random.pick([null, 1, 2]),
    leverage_default: random.pick([50, 100]),
    margin_mode: random.pick(['hedging', 'netting']),
    margin_call: random.pick(['100', '80']),
    stop_out: random.pick(['50', '30']),
    symbols: random.pick([
      [row('*')],
      [row('*USD*', { spread_diff: random.within(-2, 5), spread_diff_bid: 1 }), row('*')],
      [row('!*.a*,*', { stops_level: random.within(0, 5), tick_size: null } as never)],
      [],
    ]),
    commissions: random.pick([
      [],
      [commission({ mask: 'EUR*' }, { mode: 'specified', currency: 'GBP', value: '2' })],
      [commission({ range: 'turnover_money', charge: 'daily', turnover_currency: 'JPY' })],
    ]),
  });

const profileOf = (random: SeededRandom, id: number): LeverageProfileRecord => ({
  ...profile([
    leverageRule(
      random.pick(['volume', 'value', 'value_per_symbol']),
      tiers(['2', '1'], ['0', '2']),
      {
        mask: random.pick(['*', 'EUR*', '!*.a*,*']),
        currency: random.pick(['', 'GBP']),
      },
    ),
  ]),
  id,
  name: `profile ${id}`,
  enabled: random.chance(0.8),
});

const put = (kind: SettingsKind, key: string, record: unknown): SettingsChange =>
  ({ kind, key, version: 1, record }) as SettingsChange;

/** One record, put or taken away. `symbols` and `PATHS` are the keys there are. */
const changeOf = (random: SeededRandom, symbols: number): SettingsChange => {
  const kind = random.pick<SettingsKind>([
    ...Array<SettingsKind>(8).fill('symbol'),
    ...Array<SettingsKind>(3).fill('group'),
    'routing',
    'platform',
    'holiday',
    'holiday',
    'leverage_profile',
    'gateway',
    'datafeed',
  ]);
  const isGone = random.chance(0.25);
  const id = random.within(1, 3);
  const made: { readonly [K in SettingsKind]?: () => SettingsChange } = {
    symbol: () => {
      const at = random.within(1, symbols);
      return put('symbol', String(at), isGone ? null : symbolOf(random, at));
    },
    group: () => {
      const path = random.pick(PATHS);
      return put('group', path, isGone ? null : groupOf(random, path));
    },
    platform: () =>
      put('platform', 'platform', {
        ...PLATFORM,
        utc_offset_min: random.pick([0, 120]),
        eod_time: random.pick(['23:59', '22:00']),
      }),
    holiday: () =>
      put(
        'holiday',
        String(id),
        isGone
          ? null
          : holiday({
              id,
              month: 3,
              day: 12,
              from_min: random.within(0, 700),
              enabled: random.chance(0.8),
              symbols: random.pick([['*'], ['EUR*'], ['Other\\*', '!*.a*']]),
            }),
      ),
    leverage_profile: () =>
      put('leverage_profile', String(id), isGone ? null : profileOf(random, id)),
    routing: () =>
      put(
        'routing',
        String(id),
        isGone ? null : rule({ id, name: `rule ${id}`, position: random.within(1, 9) }),
      ),
    gateway: () =>
      put(
        'gateway',
        String(id),
        isGone
          ? null
          : {
              ...defaultsOf(GatewayRecord),
              id,
              name: `gateway ${id}`,
              module: 'fix44',
              server: 'x',
              enabled: random.chance(0.8),
              symbols: random.pick([['*'], ['EUR*']]),
            },
      ),
    datafeed: () => put('datafeed', String(id), { id }),
  };
  return (made[kind] as () => SettingsChange)();
};

/** A change of one or more records of settings with so many symbols. */
export const randomDelta = (
  random: SeededRandom,
  version: number,
  symbols: number,
): SettingsDelta => {
  const changes = new Map<string, SettingsChange>();
  for (let left = random.pick([1, 1, 1, 3, 12]); left > 0; left -= 1) {
    const change = changeOf(random, symbols);
    changes.set(`${change.kind} ${change.key}`, change);
  }
  return { version, changes: [...changes.values()] };
};

/** Settings with every symbol and group to begin with. */
export const firstSettings = (random: SeededRandom, symbols: number): Settings =>
  settingsWith(NO_SETTINGS, {
    version: 1,
    changes: [
      ...Array.from({ length: symbols }, (_, at) =>
        put('symbol', String(at + 1), symbolOf(random, at + 1)),
      ),
      ...PATHS.map((path) => put('group', path, groupOf(random, path))),
      put('platform', 'platform', PLATFORM),
      put('leverage_profile', '1', profileOf(random, 1)),
      put('routing', '1', rule()),
    ],
  });
