// Symbols of the random worlds: every calculation mode; currencies with and without direct
// conversion.

import { SWAP_MODES, type SymbolRecord } from '../../../wire/settings/symbols.js';
import { marginRate, reserving, symbol } from '../settings-records.js';
import type { SeededRandom } from './random.js';

/** A symbol of the world with its prices, in points. */
export interface Instrument {
  readonly name: string;
  readonly middle: number;
  readonly width: number;
  /** Points of one tick. */
  readonly tick: number;
  /** Usual size of an order in steps of volume. */
  readonly steps: number;
  readonly record: SymbolRecord;
}

/** Name, digits, middle and width in points, steps of an order, and what differs from a pair. */
type Sketch = readonly [
  name: string,
  digits: number,
  middle: number,
  width: number,
  steps: number,
  more?: Partial<SymbolRecord>,
];

const money = (base: string, profit: string, margin = profit): Partial<SymbolRecord> => ({
  currency_base: base,
  currency_profit: profit,
  currency_margin: margin,
});

type CalcMode = SymbolRecord['calc_mode'];

/** What is dealt in contracts of a size, in these currencies. */
const contract = (calc_mode: CalcMode, contract_size: string, of: Partial<SymbolRecord>) => ({
  calc_mode,
  contract_size,
  ...of,
});

/** What moves by ticks of a value, and asks for so much margin a lot where it is said. */
const ticks = (tick_size: string, tick_value: string, margin_initial = '0') => ({
  tick_size,
  tick_value,
  margin_initial,
});

const YEN = money('JPY', 'JPY');
const DOLLARS = money('USD', 'USD');
const EUROS = money('EUR', 'EUR');
const SHARES = contract('exchange_stocks', '1', {});
const BUND = { ...ticks('0.01', '10', '1200'), ...EUROS };
const MARGIN_LATER = { margin_maintenance: '500', margin_hedged: '300' };
const ES = { ...ticks('0.25', '12.5', '1000'), ...MARGIN_LATER, ...DOLLARS };

const SKETCHES: readonly Sketch[] = [
  ['EURUSD', 5, 110_000, 12, 150],
  ['GBPUSD', 5, 127_000, 16, 150],
  ['USDJPY', 3, 150_000, 15, 150],
  ['EURJPY', 3, 165_000, 20, 150],
  ['EURGBP', 5, 86_600, 14, 150],
  ['AUDCHF', 5, 57_000, 22, 150],
  ['USDCHF', 5, 88_000, 15, 150],
  ['AUDUSD', 5, 65_000, 12, 150],
  ['NZDUSD', 5, 60_000, 18, 3, { calc_mode: 'forex_no_leverage' }],
  ['EURUSD.m', 5, 110_010, 10, 150, money('EUR', 'USD', 'EUR')],
  ['GBPJPY.m', 3, 190_500, 25, 150, money('GBP', 'JPY', 'GBP')],
  ['XAUUSD', 2, 192_540, 30, 60, contract('cfd_leverage', '100', money('XAU', 'USD'))],
  ['OIL', 2, 8_000, 5, 80, contract('cfd', '100', DOLLARS)],
  ['DE40', 1, 158_205, 10, 40, contract('cfd_index', '1', { ...ticks('0.5', '5'), ...EUROS })],
  ['NK225', 0, 38_000, 10, 30, contract('cfd_index', '10', { ...ticks('5', '5'), ...YEN })],
  ['ES', 2, 451_025, 50, 80, contract('futures', '50', ES)],
  ['BUND', 2, 13_150, 2, 80, contract('futures', '1000', BUND)],
  ['SHARE', 2, 18_732, 4, 3_000, { ...SHARES, ...DOLLARS }],
  ['SAP', 2, 20_140, 6, 3_000, { ...SHARES, ...EUROS }],
  // Their currencies are those of pairs, but their prices are no rates.
  ['OILJPY', 2, 900_100, 40, 20, contract('cfd', '10', money('USD', 'JPY'))],
  ['ADR', 2, 18_732, 4, 3_000, { ...SHARES, ...money('EUR', 'USD', 'EUR') }],
];

const RATES: readonly SymbolRecord['margin_rates'][] = [
  [],
  reserving('0.5').map((rate) => ({ ...rate, maintenance: '0' })),
  [
    marginRate('buy', 'market', '1.15', '1'),
    marginRate('sell', 'market', '2', '0.8'),
    marginRate('sell', 'limit', '1', '0'),
    marginRate('buy', 'stop', '0.7', '0'),
    marginRate('sell', 'stop', '1', '0'),
    marginRate('buy', 'stop_limit', '1', '0'),
  ],
];

const swapOf = (random: SeededRandom): Partial<SymbolRecord> => ({
  swap_mode: random.pick(SWAP_MODES),
  swap_long: random.pick(['-7.1', '-2.5', '0', '1.2']),
  swap_short: random.pick(['-3.2', '1.6', '0.4']),
  swap_triple_day: random.pick(['wednesday', 'friday', 'none']),
  swap_multipliers: random.chance(0.15) ? ['0', '1', '1.5', '1', '2', '1', '0'] : null,
  swap_days_in_year: random.pick([360, 365]),
  swap_holidays: random.chance(0.4),
});

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];
const WEEK = [1, 2, 3, 4, 5];

/** Sessions: office hours, breaks just after lives begin, all but an hour at night. */
const SESSIONS: readonly SymbolRecord['trade_sessions'][] = [
  WEEK.map((day) => ({ day, from_min: 480, to_min: 1080 })),
  ALL_DAYS.flatMap((day) => [
    { day, from_min: 0, to_min: 301 },
    { day, from_min: 340, to_min: 601 },
    { day, from_min: 640, to_min: 721 },
    { day, from_min: 760, to_min: 1320 },
  ]),
  ALL_DAYS.map((day) => ({ day, from_min: 60, to_min: 1380 })),
];

/** Margin and levels, as they may differ from world to world. */
const variety = (random: SeededRandom, record: SymbolRecord): Partial<SymbolRecord> => ({
  profit_conversion: random.chance(0.3) ? 'by_market' : 'by_deal',
  execution_mode: random.chance(0.25) ? 'instant' : 'market',
  instant_price_age_sec: random.chance(0.5) ? 60 : 0,
  instant_dev_profit_pts: random.chance(0.3) ? 4 : 0,
  instant_dev_loss_pts: random.chance(0.3) ? 3 : 0,
  quote_max_delay_sec: random.chance(0.2) ? 3600 : 0,
  stops_level: random.pick([0, 0, 5, 30]),
  freeze_level: random.pick([0, 0, 0, 20]),
  volume_limit: random.chance(0.15) ? '4' : '0',
  volume_max: random.pick(['100', '1000', '1']),
  margin_rates: random.pick(RATES),
  hedged_larger_leg: random.chance(0.25),
  ...(random.chance(0.08) ? { order_flags: ['market', 'limit', 'sl'] } : {}),
  ...(record.calc_mode === 'exchange_stocks' && random.chance(0.5) ? { chart_mode: 'last' } : {}),
  ...(random.chance(0.4) ? { trade_sessions: random.pick(SESSIONS) } : {}),
  gtc_mode: random.pick(['gtc', 'gtc', 'daily', 'daily_no_stops']),
  ...swapOf(random),
  margin_check_sltp: random.chance(0.2),
  margin_recalc_rates: random.chance(0.4),
  ...(record.margin_initial === '0' && random.chance(0.1)
    ? { margin_initial: '900', margin_maintenance: random.pick(['0', '600']) }
    : {}),
  ...(random.chance(0.6) && record.margin_hedged === '0'
    ? {
        margin_hedged: random.pick([
          record.contract_size,
          String(Number(record.contract_size) / 2),
        ]),
      }
    : {}),
});

/** What of a symbol may change while accounts hold it. */
export const changedSymbol = (
  random: SeededRandom,
  record: SymbolRecord,
): Partial<SymbolRecord> => ({
  margin_rates: random.pick(RATES),
  hedged_larger_leg: random.chance(0.25),
  margin_hedged: random.chance(0.3)
    ? random.pick(['0', String(Number(record.contract_size) / 2)])
    : record.margin_hedged,
  stops_level: random.pick([0, 0, 5, 30]),
  freeze_level: random.pick([0, 0, 0, 20]),
  volume_max: random.pick(['100', '1000', '1']),
  ...swapOf(random),
});

const PLAIN: readonly Instrument[] = SKETCHES.map(
  ([name, digits, middle, width, steps, more], at) => {
    const record = symbol(name, { id: at + 1, digits, ...more });
    const tick = record.tick_size === '0' ? 1 : Math.round(Number(record.tick_size) * 10 ** digits);
    return { name, middle: middle - (middle % tick), width, tick, steps, record };
  },
);

const varied = (random: SeededRandom, plain: Instrument): Instrument => ({
  ...plain,
  record: { ...plain.record, ...variety(random, plain.record) },
});

/** All symbols of a world; they vary. */
export const instrumentsOf = (random: SeededRandom): readonly Instrument[] =>
  PLAIN.map((plain) => varied(random, plain));

/** The symbol of an id, in any number: its name and what is not drawn are those of its place. */
export const symbolOf = (random: SeededRandom, id: number): SymbolRecord => {
  const { record } = varied(random, PLAIN[id % PLAIN.length] as Instrument);
  const name = `${record.name}${['', '', '.a', '.b'][id % 4]}${id >= PLAIN.length ? id : ''}`;
  return { ...record, id, name, path: random.chance(0.2) ? `Other\\${name}` : record.path };
};
