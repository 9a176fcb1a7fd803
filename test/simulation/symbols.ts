// The symbols of the simulated world: every calculation and execution mode, sessions, swaps.

import type { SymbolRecord } from '../../wire/symbols.js';
import { symbol } from '../support/engine-harness.js';

/** A symbol and how its price walks, in points. */
export interface Walk {
  readonly record: SymbolRecord;
  readonly middle: number;
  readonly spread: number;
  /** The most that one tick moves it. */
  readonly step: number;
}

const KINDS = ['limit', 'stop', 'stop_limit'] as const;

/** Margin rates of pending orders: they reserve half of what a position takes. */
const reserve = KINDS.flatMap((order_kind) =>
  (['buy', 'sell'] as const).map((side) => ({
    side,
    order_kind,
    initial: '0.5',
    maintenance: '0.5',
  })),
);

/** Rates of market orders: initial, then maintenance. */
const market = (initial: string, maintenance: string): SymbolRecord['margin_rates'] =>
  (['buy', 'sell'] as const).map((side) => ({ side, order_kind: 'market', initial, maintenance }));

/** Monday to Friday, in minutes of the server's day. */
const weekdays = (from_min: number, to_min: number): SymbolRecord['trade_sessions'] =>
  [1, 2, 3, 4, 5].map((day) => ({ day, from_min, to_min }));

const HOURS = weekdays(0, 1440);
const inUsd = { currency_base: 'USD', currency_profit: 'USD', currency_margin: 'USD' } as const;
const inEur = { currency_base: 'EUR', currency_profit: 'EUR', currency_margin: 'EUR' } as const;

let last = 0;
const walk = (
  name: string,
  [middle, spread, step]: readonly [number, number, number],
  more: Partial<SymbolRecord> = {},
): Walk => {
  last += 1;
  return { record: symbol(name, { id: last, ...more }), middle, spread, step };
};

/** Pairs; the first nine are quoted always, so that every currency converts. */
const FOREX: readonly Walk[] = [
  walk('EURUSD', [110_000, 12, 25], {
    stops_level: 5,
    margin_hedged: '50000',
    swap_mode: 'points',
    swap_long: '-7.1',
    swap_short: '1.3',
  }),
  walk('USDJPY', [150_000, 15, 40], {
    digits: 3,
    execution_mode: 'instant',
    instant_price_age_sec: 20,
    instant_dev_profit_pts: 30,
    instant_dev_loss_pts: 25,
    margin_rates: reserve,
    hedged_larger_leg: true,
    swap_mode: 'money_deposit',
    swap_long: '1.25',
    swap_short: '-4.4',
  }),
  walk('GBPUSD', [127_000, 16, 30], {
    margin_rates: reserve,
    margin_hedged: '100000',
    freeze_level: 15,
    trade_sessions: HOURS,
    swap_mode: 'money_base',
    swap_long: '-3.1',
    swap_short: '0.9',
    swap_holidays: true,
  }),
  walk('EURGBP', [85_000, 14, 15], {
    profit_conversion: 'by_market',
    trade_sessions: HOURS,
    gtc_mode: 'daily',
    swap_mode: 'money_profit',
    swap_long: '-2.2',
    swap_short: '-1.1',
  }),
  walk('EURJPY', [165_000, 20, 50], {
    digits: 3,
    execution_mode: 'request',
    request_timeout_sec: 10,
    swap_mode: 'percent_open',
    swap_long: '-2.5',
    swap_short: '0.5',
  }),
  walk('USDCHF', [88_000, 14, 20], {
    calc_mode: 'forex_no_leverage',
    margin_rates: [...market('0.02', '0'), ...reserve],
    swap_mode: 'percent_current',
    swap_long: '1.6',
    swap_short: '-3.6',
  }),
  walk('AUDUSD', [65_000, 12, 18], {
    volume_limit: '20',
    margin_rates: market('2', '1'),
    margin_hedged: '100000',
    swap_mode: 'reopen_close',
    swap_long: '-4',
    swap_short: '-2',
    margin_recalc_rates: true,
  }),
  walk('USDTRY', [234_560, 90, 120], {
    digits: 4,
    quote_max_delay_sec: 900,
    trade_sessions: HOURS,
    gtc_mode: 'daily_no_stops',
    swap_mode: 'money_margin',
    swap_long: '-11.35',
    swap_short: '5.2',
  }),
  walk('EURUSD.m', [110_000, 18, 25], {
    currency_profit: 'USD',
    volume_step: '0.1',
    volume_min: '0.1',
    margin_check_sltp: true,
    swap_mode: 'reopen_bid',
    swap_long: '-3',
    swap_short: '2',
    margin_check_process: true,
  }),
  walk('NZDUSD', [60_000, 12, 18], { order_flags: ['market', 'limit', 'stop'] }),
  walk('GBPJPY', [190_000, 25, 60], { digits: 3, trade_access: 'close_only' }),
];

const CONTRACTS: readonly Walk[] = [
  walk('XAUUSD', [192_540, 30, 90], {
    path: 'Metals\\XAUUSD',
    digits: 2,
    calc_mode: 'cfd_leverage',
    contract_size: '100',
    ...inUsd,
    margin_hedged: '100',
    swap_mode: 'points',
    swap_long: '-31',
    swap_short: '12',
    instant_max_volume: '2',
    execution_mode: 'instant',
  }),
  walk('XAGUSD', [15_436, 20, 20], {
    path: 'Metals\\XAGUSD',
    digits: 3,
    calc_mode: 'cfd',
    contract_size: '5000',
    ...inUsd,
    margin_rates: market('0.05', '0.04'),
    trade_access: 'short_only',
  }),
  walk('DE40', [158_205, 15, 60], {
    path: 'Indices\\DE40',
    digits: 1,
    calc_mode: 'cfd_index',
    contract_size: '10',
    ...inEur,
    tick_size: '0.5',
    tick_value: '5',
    margin_rates: market('0.01', '0.01'),
    trade_sessions: weekdays(480, 1320),
    freeze_level: 10,
    swap_mode: 'percent_current',
    swap_long: '-6',
    swap_short: '1',
    volume_step: '0.1',
  }),
  walk('SPFUTR', [451_000, 25, 90], {
    path: 'Futures\\SPFUTR',
    digits: 2,
    calc_mode: 'futures',
    ...inUsd,
    tick_size: '0.25',
    tick_value: '12.5',
    contract_size: '50',
    margin_initial: '1000',
    margin_maintenance: '500',
    margin_hedged: '300',
    margin_rates: reserve,
    trade_sessions: weekdays(60, 1380),
    ends_at: '2025-06-20T20:00:00Z',
  }),
  walk('AAPL', [18_732, 4, 12], {
    path: 'Stocks\\AAPL',
    chart_mode: 'last',
    digits: 2,
    calc_mode: 'exchange_stocks',
    contract_size: '1',
    ...inUsd,
    trade_access: 'long_only',
    volume_min: '1',
    volume_step: '1',
    volume_max: '500',
    margin_rates: market('0.2', '0.2'),
    trade_sessions: weekdays(930, 1320),
    fill_flags: ['fok'],
    swap_mode: 'percent_open',
    swap_long: '-6.5',
    swap_short: '-6.5',
  }),
  walk('SAP', [12_050, 4, 10], {
    path: 'Stocks\\SAP',
    digits: 2,
    calc_mode: 'exchange_stocks',
    contract_size: '1',
    ...inEur,
    execution_mode: 'exchange',
    volume_min: '1',
    volume_step: '1',
    volume_max: '1000',
    margin_rates: market('0.25', '0.2'),
    trade_sessions: weekdays(540, 1050),
  }),
  walk('BTCUSD', [5_700_000, 800, 4000], {
    path: 'Crypto\\BTCUSD',
    digits: 2,
    contract_size: '1',
    calc_mode: 'cfd_leverage',
    ...inUsd,
    margin_hedged: '1',
    expiration_flags: ['gtc', 'day'],
    volume_max: '5',
    swap_mode: 'percent_current',
    swap_long: '-19',
    swap_short: '-19',
    swap_multipliers: ['1', '1', '1', '1', '1', '1', '1'],
  }),
  walk('OILFWD', [8_000, 5, 10], {
    path: 'Futures\\OILFWD',
    digits: 2,
    calc_mode: 'cfd',
    contract_size: '100',
    ...inUsd,
    margin_rates: market('0.05', '0.05'),
    starts_at: '2025-04-10T00:00:00Z',
    order_flags: ['market', 'limit', 'stop', 'stop_limit', 'close_by'],
  }),
  // Their currencies are those of pairs, but their prices are no rates.
  walk('OILJPY', [900_100, 40, 90], {
    path: 'Energy\\OILJPY',
    digits: 2,
    calc_mode: 'cfd',
    contract_size: '10',
    currency_base: 'USD',
    currency_profit: 'JPY',
    currency_margin: 'JPY',
    margin_rates: market('0.1', '0.1'),
  }),
  walk('ADR', [18_732, 4, 12], {
    path: 'Stocks\\ADR',
    digits: 2,
    calc_mode: 'exchange_stocks',
    contract_size: '1',
    currency_base: 'EUR',
    currency_profit: 'USD',
    currency_margin: 'EUR',
    volume_min: '1',
    volume_step: '1',
    volume_max: '500',
    margin_rates: market('0.2', '0.2'),
  }),
];

/** Every symbol, in the order of ids. */
export const WALKS: readonly Walk[] = [...FOREX, ...CONTRACTS];

/** A symbol that is never quoted, and one whose currency nothing converts. */
export const QUIET: readonly SymbolRecord[] = [
  symbol('CHFSEK', { id: WALKS.length + 1 }),
  symbol('ZARMXN', { id: WALKS.length + 2, trade_access: 'disabled' }),
];
