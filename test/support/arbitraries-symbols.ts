// Random valid bodies of a create of symbols and groups, with extreme values.

import fc from 'fast-check';
import { TERMINALS } from '../../wire/accounts/identity.js';
import { formatShortest } from '../../wire/base/scale.js';
import { UNSEEN } from '../../wire/base/schema.js';
import { GroupRecord } from '../../wire/settings/groups.js';
import {
  CALC_MODES,
  EXECUTION_MODES,
  SWAP_MODES,
  TRADE_ACCESS,
  WEEKDAYS,
} from '../../wire/settings/symbols.js';
import { REASON } from '../../wire/trading/records.js';

type Fields = Readonly<Record<string, unknown>>;

const { integer, constantFrom, boolean, record, option, array, subarray, tuple } = fc;

/** Units of 10^-decimals from `least` to `most` as a decimal; the ends come often. */
const decimal = (least: bigint, most: bigint, decimals: number): fc.Arbitrary<string> =>
  fc
    .oneof(fc.bigInt(least, most), constantFrom(least, most))
    .map((value) => formatShortest(value, decimals));

/** ×10^8: the largest that is counted exactly. */
const MOST = 9_000_000_000_000_000n;
const counted = decimal(0n, MOST, 8);
const swap = decimal(-(10n ** 24n), 10n ** 24n, 12);
const points = fc.oneof(integer({ min: 0, max: 100 }), constantFrom(0, 1_000_000));
const shift = fc.oneof(integer({ min: -50, max: 50 }), constantFrom(-1_000_000, 1_000_000));
const unseen = new RegExp(`[${UNSEEN}]`, 'u');
const text = (maxLength: number) =>
  fc.string({ maxLength, unit: 'grapheme-composite' }).filter((line) => !unseen.test(line));
/** A name, which has no spaces at its ends; empty = none. */
const name = (maxLength: number) => text(maxLength).map((line) => line.trim());

/** Least, most and step of volumes, of which some may be traded. */
const volumes = tuple(
  fc.oneof(fc.bigInt(1n, 10n ** 10n), constantFrom(1n, MOST)),
  fc.bigInt(1n, 1000n),
  fc.bigInt(0n, 10n ** 6n),
).map(([step, least, more]) => {
  const volume_min = least * step > MOST ? step : least * step;
  const most = volume_min + more * step;
  return {
    volume_min: formatShortest(volume_min, 8),
    volume_max: formatShortest(most > MOST ? volume_min : most, 8),
    volume_step: formatShortest(step, 8),
  };
});

const SIDES_AND_KINDS = ['buy', 'sell'].flatMap((side) =>
  ['market', 'limit', 'stop', 'stop_limit'].map((order_kind) => ({ side, order_kind })),
);
const rate = decimal(0n, 10n ** 14n, 8);
const marginRates = subarray(SIDES_AND_KINDS).chain((rows) =>
  tuple(
    ...rows.map((row) =>
      record({ initial: rate, maintenance: rate }).map((of) => ({ ...row, ...of })),
    ),
  ),
);

/** What a symbol and a group's row may say alike. */
const terms = {
  trade_access: constantFrom(...TRADE_ACCESS, 'full', 'full', 'full'),
  execution_mode: constantFrom(...EXECUTION_MODES, 'market', 'market'),
  fill_flags: subarray(['fok', 'ioc']),
  order_flags: subarray(['market', 'limit', 'stop', 'stop_limit', 'sl', 'tp', 'close_by']),
  expiration_flags: subarray(['gtc', 'day', 'specified', 'specified_day']),
  gtc_mode: constantFrom('gtc', 'daily', 'daily_no_stops'),
  stops_level: points,
  freeze_level: points,
  volume_limit: counted,
  margin_initial: fc.oneof(constantFrom('0'), counted),
  margin_maintenance: fc.oneof(constantFrom('0'), counted),
  margin_hedged: fc.oneof(constantFrom('0'), counted),
  hedged_larger_leg: boolean(),
  margin_recalc_rates: boolean(),
  margin_check_process: boolean(),
  margin_check_sltp: boolean(),
  margin_rates: marginRates,
  swap_mode: constantFrom(...SWAP_MODES),
  swap_long: swap,
  swap_short: swap,
  swap_triple_day: constantFrom('none', ...WEEKDAYS),
  swap_multipliers: option(
    array(decimal(0n, 366n * 10n ** 12n, 12), { minLength: 7, maxLength: 7 }),
  ),
  swap_days_in_year: integer({ min: 1, max: 366 }),
  swap_holidays: boolean(),
};

const sessionsOf = (day: number) =>
  fc.uniqueArray(integer({ min: 0, max: 1440 }), { maxLength: 6 }).map((cuts) => {
    const sorted = cuts.sort((a, b) => a - b);
    const pairs = Array.from({ length: sorted.length >> 1 }, (_, at) => sorted.slice(2 * at));
    return pairs.map(([from_min, to_min]) => ({ day, from_min, to_min }));
  });
const wholeWeek = Array.from({ length: 7 }, (_, day) => ({ day, from_min: 0, to_min: 1440 }));
const week = fc.oneof(
  constantFrom(wholeWeek),
  tuple(...Array.from({ length: 7 }, (_, day) => sessionsOf(day))).map((days) => days.flat()),
);

const dates = fc
  .uniqueArray(integer({ min: 1, max: 253_402_300_799 }), { minLength: 2, maxLength: 2 })
  .chain((times) => {
    const [starts_at, ends_at] = times
      .sort((a, b) => a - b)
      .map((at) => option(constantFrom(new Date(at * 1000).toISOString())));
    return record({
      starts_at: starts_at as fc.Arbitrary<unknown>,
      ends_at: ends_at as fc.Arbitrary<unknown>,
    });
  });

const CURRENCIES = ['USD', 'EUR', 'JPY', 'GBP', 'KWD', 'BTC', 'TOKENS'];
const currencies = fc.shuffledSubarray(CURRENCIES, { minLength: 3, maxLength: 3 });

/** Digits with a tick of whole points. */
const ticks = tuple(
  integer({ min: 0, max: 10 }),
  fc.oneof(constantFrom(0n, 1n, 1_000_000n), fc.bigInt(0n, 1000n)),
).map(([digits, size]) => ({ digits, tick_size: formatShortest(size, digits) }));

const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._&#-]{0,10}[A-Za-z0-9]$/);
const NAME = /^[A-Za-z0-9._&#]{4,14}$/;

const identity = record({
  folders: array(part, { maxLength: 3 }),
  name: fc.stringMatching(NAME),
  description: text(60),
  isin: text(12),
  exchange: text(20),
  category: text(20),
  country: text(20),
  color: text(16),
  codes: currencies,
  /** Is the margin's currency one of its own? */
  own: boolean(),
}).map(({ folders, name, codes: [base, profit, other], own, ...rest }) => ({
  ...rest,
  name,
  path: [...folders, name].join('\\'),
  currency_base: base,
  currency_profit: profit,
  currency_margin: own ? other : base,
}));

/** A symbol with its own quotes. */
export const symbolArbitrary: fc.Arbitrary<Fields> = tuple(
  identity,
  ticks,
  volumes,
  dates,
  record({
    contract_size: decimal(1n, MOST, 8),
    tick_value: decimal(1n, MOST, 8),
    calc_mode: constantFrom(...CALC_MODES),
    profit_conversion: constantFrom('by_deal', 'by_market'),
    chart_mode: constantFrom('bid', 'last'),
    source_symbol_id: constantFrom(null),
    spread: points,
    spread_balance_bid: shift,
    spread_balance_ask: shift,
    quote_max_delay_sec: integer({ min: 0, max: 86_400 }),
    request_timeout_sec: integer({ min: 1, max: 3600 }),
    instant_max_volume: counted,
    instant_price_age_sec: integer({ min: 0, max: 3600 }),
    instant_dev_profit_pts: points,
    instant_dev_loss_pts: points,
    filter_pts: points,
    filter_count: integer({ min: 1, max: 1_000 }),
    filter_sec: integer({ min: 1, max: 3_600 }),
    quote_sessions: week,
    trade_sessions: week,
    ...terms,
  }),
).map((parts) => Object.assign({}, ...parts));

const mask = constantFrom('*', 'Forex\\*', '!EURUSD,*', 'A*B*,!x\\*', 'EURUSD');

const row: fc.Arbitrary<Fields> = tuple(
  record(
    Object.fromEntries(
      Object.entries(terms).map(([name, of]) => [
        name,
        option(of as fc.Arbitrary<unknown>, { freq: 1 }),
      ]),
    ),
  ),
  fc.oneof(volumes, constantFrom({ volume_min: null, volume_max: null, volume_step: null })),
  record({ mask, spread_diff: shift, spread_diff_bid: shift }),
).map((parts) => Object.assign({}, ...parts));

const sum = fc.oneof(fc.bigInt(0n, 10n ** 24n), constantFrom(0n, 10n ** 24n));
/** The least and the most that is charged; 0 = none. */
const bounds = tuple(sum, sum).map(([a, b]) => ({
  min: formatShortest(b !== 0n && b < a ? b : a, 12),
  max: formatShortest(b !== 0n && b < a ? a : b, 12),
}));
const tiers = tuple(
  fc.uniqueArray(fc.bigInt(1n, 10n ** 20n), { maxLength: 3 }),
  array(
    record({
      mode: constantFrom(
        'deposit',
        'base',
        'profit',
        'margin',
        'specified',
        'points',
        'percent',
        'profit_percent',
      ),
      currency: constantFrom(...CURRENCIES),
      type: constantFrom('per_deal', 'per_lot'),
      value: decimal(-(10n ** 24n), 10n ** 24n, 12),
      bounds,
    }),
    { minLength: 4, maxLength: 4 },
  ),
).map(([cuts, rows]) => {
  const ends = cuts.sort((a, b) => (a < b ? -1 : 1)).map((cut) => formatShortest(cut, 12));
  return [...ends, '0'].map((range_to, at) => {
    const { bounds: least, ...rest } = rows[at] as (typeof rows)[number];
    return {
      ...rest,
      ...least,
      range_from: ends[at - 1] ?? '0',
      range_to,
    };
  });
});
const charges = fc.oneof(
  record({
    kind: constantFrom('standard', 'agent', 'fee'),
    charge: constantFrom('instant'),
    range: constantFrom('volume', 'value', 'profit'),
  }),
  record({
    kind: constantFrom('standard', 'agent'),
    charge: constantFrom('daily', 'monthly'),
    range: constantFrom('volume', 'turnover_money', 'turnover_volume', 'value', 'profit'),
  }),
);
const commission: fc.Arbitrary<Fields> = tuple(
  charges,
  record({
    name: name(20),
    description: text(40),
    mask,
    turnover_currency: constantFrom('', ...CURRENCIES),
    entry: constantFrom('all', 'in', 'out'),
    side: constantFrom('all', 'buy', 'sell'),
    profit_filter: constantFrom('all', 'profit', 'loss'),
    reasons: subarray([...REASON.choices]),
    min_per: constantFrom('order', 'deal'),
    tiers,
  }),
).map((parts) => Object.assign({}, ...parts));

/** Levels, of which stop-out is the lower, and money in the digits of the currency. */
const levels = tuple(
  constantFrom('percent', 'money'),
  constantFrom(...CURRENCIES),
  integer({ min: 0, max: 8 }),
  tuple(fc.bigInt(0n, 10n ** 8n), fc.bigInt(0n, 10n ** 8n)),
  fc.bigInt(0n, 10n ** 12n),
).map(([stopout_mode, currency, currency_digits, pair, deposit]) => {
  const digits = stopout_mode === 'percent' ? 2 : currency_digits;
  const [low, high] = pair[0] < pair[1] ? pair : [pair[1], pair[0]];
  return {
    stopout_mode,
    currency,
    currency_digits,
    margin_call: formatShortest(high, digits),
    stop_out: formatShortest(low, digits),
    demo_deposit: formatShortest(deposit, currency_digits),
  };
});

const modes = tuple(constantFrom('hedging', 'netting'), boolean()).map(
  ([margin_mode, blocked]) => ({
    margin_mode,
    profit_blocked_till_eod: blocked && margin_mode === 'netting',
  }),
);

const limit = fc.oneof(integer({ min: 0, max: 10 }), constantFrom(0, 1_000_000));
const days = integer({ min: 0, max: 36_500 });
const url = constantFrom('', 'https://broker.example/deposit?lang={lang}', 'http://127.0.0.1:8080');
const switches = Object.fromEntries(
  Object.entries(GroupRecord.properties)
    .filter(([name, { type }]) => type === 'boolean' && name !== 'profit_blocked_till_eod')
    .map(([name]) => [name, boolean()]),
);

/** A group without a leverage profile. */
export const groupArbitrary: fc.Arbitrary<Fields> = tuple(
  levels,
  modes,
  record({
    path: array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('\\')),
    company: name(40),
    stopout_close: constantFrom('whole', 'partial'),
    free_margin_mode: constantFrom('use_pl', 'not_use', 'profit_only', 'loss_only'),
    leverage_default: integer({ min: 1, max: 10_000 }),
    leverage_profile_id: constantFrom(null),
    limit_orders: limit,
    limit_positions: limit,
    limit_symbols: limit,
    history_days: days,
    demo_inactivity_days: days,
    password_min_length: integer({ min: 8, max: 16 }),
    news_mode: constantFrom('none', 'headers', 'full'),
    terminals: subarray([...TERMINALS]),
    transfer_mode: constantFrom('none', 'same_name', 'same_group', 'both'),
    interest_rate: decimal(0n, 10n ** 18n, 12),
    interest_days: constantFrom(360, 365),
    deposit_url: url,
    withdraw_url: url,
    support_url: url,
    symbols: array(row, { maxLength: 4 }),
    commissions: array(commission, { maxLength: 3 }),
    ...switches,
  }),
).map((parts) => Object.assign({}, ...parts));
