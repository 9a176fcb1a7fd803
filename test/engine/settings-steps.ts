// Random changes of settings, record by record.

import {
  NO_SETTINGS,
  type PlatformRecord,
  PlatformRecord as platformSchema,
  type Settings,
  type SettingsKind,
} from '../../wire/config.js';
import { GatewayRecord } from '../../wire/connections.js';
import type { GroupRecord } from '../../wire/groups.js';
import type { LeverageProfileRecord } from '../../wire/leverage.js';
import {
  type SettingsChange,
  type SettingsDelta,
  settingsWith,
} from '../../wire/settings-delta.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import {
  commission,
  defaultsOf,
  group,
  holiday,
  row,
  rule,
  symbol,
} from '../support/engine-harness.js';
import type { Dice } from './model-dice.js';
import { leverageRule, profile, tiers } from './profiles.js';

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'EURGBP', 'AUDCHF', 'USDCHF', 'GBPJPY'];
const SUFFIXES = ['', '', '.a', '.b'];
const PATHS = ['real\\a', 'real\\b', 'demo\\a'];
const PLATFORM = defaultsOf(platformSchema) as PlatformRecord;

/** A symbol by its id: the name is that of its place, a pair or what is none. */
const symbolOf = (dice: Dice, id: number): SymbolRecord => {
  const pair = PAIRS[id % PAIRS.length] as string;
  const name = `${pair}${SUFFIXES[id % SUFFIXES.length]}${id >= PAIRS.length ? id : ''}`;
  return symbol(name, {
    id,
    path: dice.chance(0.2) ? `Other\\${name}` : `Forex\\${name}`,
    digits: pair.endsWith('JPY') ? 3 : 5,
    calc_mode: dice.pick(['forex', 'forex', 'forex', 'cfd_leverage', 'cfd']),
    contract_size: dice.pick(['100000', '1000']),
    tick_size: dice.pick(['0', '0.005']),
    quote_max_delay_sec: dice.int(0, 3),
    stops_level: dice.int(0, 9),
    spread: dice.pick([0, 3]),
    swap_mode: dice.pick(['disabled', 'points']),
    profit_conversion: dice.pick(['by_deal', 'by_market']),
    margin_rates: dice.chance(0.5)
      ? []
      : [{ side: 'buy', order_kind: 'limit', initial: '1', maintenance: '0.5' }],
    trade_sessions: dice.chance(0.5) ? [] : [{ day: 3, from_min: 60, to_min: dice.int(900, 1440) }],
  });
};

const groupOf = (dice: Dice, path: string): GroupRecord =>
  group({
    path,
    currency: dice.pick(['USD', 'EUR', 'GBP']),
    leverage_profile_id: dice.pick([null, 1, 2]),
    leverage_default: dice.pick([50, 100]),
    margin_mode: dice.pick(['hedging', 'netting']),
    margin_call: dice.pick(['100', '80']),
    stop_out: dice.pick(['50', '30']),
    symbols: dice.pick([
      [row('*')],
      [row('*USD*', { spread_diff: dice.int(-2, 5), spread_diff_bid: 1 }), row('*')],
      [row('!*.a*,*', { stops_level: dice.int(0, 5), tick_size: null } as never)],
      [],
    ]),
    commissions: dice.pick([
      [],
      [commission({ mask: 'EUR*' }, { mode: 'specified', currency: 'GBP', value: '2' })],
      [commission({ range: 'turnover_money', charge: 'daily', turnover_currency: 'JPY' })],
    ]),
  });

const profileOf = (dice: Dice, id: number): LeverageProfileRecord => ({
  ...profile([
    leverageRule(
      dice.pick(['volume', 'value', 'value_per_symbol']),
      tiers(['2', '1'], ['0', '2']),
      {
        mask: dice.pick(['*', 'EUR*', '!*.a*,*']),
        currency: dice.pick(['', 'GBP']),
      },
    ),
  ]),
  id,
  name: `profile ${id}`,
  enabled: dice.chance(0.8),
});

const put = (kind: SettingsKind, key: string, record: unknown): SettingsChange =>
  ({ kind, key, version: 1, record }) as SettingsChange;

/** One record, put or taken away. `symbols` and `PATHS` are the keys there are. */
const changeOf = (dice: Dice, symbols: number): SettingsChange => {
  const kind = dice.pick<SettingsKind>([
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
  const isGone = dice.chance(0.25);
  const id = dice.int(1, 3);
  const made: { readonly [K in SettingsKind]?: () => SettingsChange } = {
    symbol: () => {
      const at = dice.int(1, symbols);
      return put('symbol', String(at), isGone ? null : symbolOf(dice, at));
    },
    group: () => {
      const path = dice.pick(PATHS);
      return put('group', path, isGone ? null : groupOf(dice, path));
    },
    platform: () =>
      put('platform', 'platform', {
        ...PLATFORM,
        utc_offset_min: dice.pick([0, 120]),
        eod_time: dice.pick(['23:59', '22:00']),
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
              from_min: dice.int(0, 700),
              enabled: dice.chance(0.8),
              symbols: dice.pick([['*'], ['EUR*'], ['Other\\*', '!*.a*']]),
            }),
      ),
    leverage_profile: () =>
      put('leverage_profile', String(id), isGone ? null : profileOf(dice, id)),
    routing: () =>
      put(
        'routing',
        String(id),
        isGone ? null : rule({ id, name: `rule ${id}`, position: dice.int(1, 9) }),
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
              enabled: dice.chance(0.8),
              symbols: dice.pick([['*'], ['EUR*']]),
            },
      ),
    datafeed: () => put('datafeed', String(id), { id }),
  };
  return (made[kind] as () => SettingsChange)();
};

/** A change of one or more records of settings with so many symbols. */
export const randomDelta = (dice: Dice, version: number, symbols: number): SettingsDelta => {
  const changes = new Map<string, SettingsChange>();
  for (let left = dice.pick([1, 1, 1, 3, 12]); left > 0; left -= 1) {
    const change = changeOf(dice, symbols);
    changes.set(`${change.kind} ${change.key}`, change);
  }
  return { version, changes: [...changes.values()] };
};

/** Settings with every symbol and group to begin with. */
export const firstSettings = (dice: Dice, symbols: number): Settings =>
  settingsWith(NO_SETTINGS, {
    version: 1,
    changes: [
      ...Array.from({ length: symbols }, (_, at) =>
        put('symbol', String(at + 1), symbolOf(dice, at + 1)),
      ),
      ...PATHS.map((path) => put('group', path, groupOf(dice, path))),
      put('platform', 'platform', PLATFORM),
      put('leverage_profile', '1', profileOf(dice, 1)),
      put('routing', '1', rule()),
    ],
  });
