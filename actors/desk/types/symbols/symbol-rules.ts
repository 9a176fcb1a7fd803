// Rules of symbols beyond their schema: values that the engine cannot compute or execute are
// refused.

import { VOLUME_SCALE } from '../../../../wire/base/scale.js';
import { parseTime } from '../../../../wire/base/time.js';
import { type SymbolRecord, symbolNameFault } from '../../../../wire/settings/symbols.js';
import { bounds, decimalsFault } from '../rules/amount-rules.js';
import { firstOf, type RuleFault, scaled } from '../rules/setting-rules.js';

/** The largest value that is an exact integer in a double at ×10^8. */
const MOST = '90000000';
/** Most points of a tick, so that ticks are counted exactly for any number of digits. */
const TICK_POINTS_MAX = 1_000_000n;

const counted = bounds({ least: '0', most: MOST, decimals: VOLUME_SCALE });
const volume = bounds({ ...counted, above: true });
const swap = bounds({ least: '-1000000000000', most: '1000000000000', decimals: 12 });
const rate = bounds({ least: '0', most: '1000000', decimals: VOLUME_SCALE });
const multiplier = bounds({ least: '0', most: '366', decimals: 12 });

/** Limits of fields that a symbol and a group's row for it share. */
const TRADE_BOUNDS = {
  volume_min: volume,
  volume_max: volume,
  volume_step: volume,
  volume_limit: counted,
  margin_initial: counted,
  margin_maintenance: counted,
  margin_hedged: counted,
  swap_long: swap,
  swap_short: swap,
};
const SYMBOL_BOUNDS = {
  contract_size: volume,
  tick_size: bounds({ ...counted, decimals: 12 }),
  tick_value: counted,
  instant_max_volume: counted,
};

/** Trading conditions; null = the symbol's own value. */
type Terms = {
  readonly [K in 'volume_min' | 'volume_max' | 'volume_step']?: string | null;
} & {
  readonly margin_rates?: SymbolRecord['margin_rates'] | null;
  readonly swap_multipliers?: SymbolRecord['swap_multipliers'];
};

/** Checks that a volume can be traded at all. */
const volumesFault = ({ volume_min, volume_max, volume_step }: Terms): RuleFault => {
  if (!volume_min || !volume_max) return undefined;
  const [min, max] = [scaled(volume_min), scaled(volume_max)];
  if (min > max) return 'volume_max: must not be below volume_min';
  if (!volume_step) return undefined;
  const step = scaled(volume_step);
  const least = ((min + step - 1n) / step) * step;
  return least > max
    ? 'volume_step: no multiple of it lies from volume_min to volume_max'
    : undefined;
};

const ratesFault = ({ margin_rates }: Terms): RuleFault => {
  const seen = new Set<string>();
  return firstOf('margin_rates', margin_rates ?? [], (row) => {
    const key = `${row.side} ${row.order_kind}`;
    if (seen.has(key)) return `order_kind: there is a row for ${key} already`;
    seen.add(key);
    return decimalsFault(row, { initial: rate, maintenance: rate });
  });
};

/** The first fault of the trading conditions of a symbol, or of a group's row for it. */
export const termsFault = (terms: Terms): RuleFault =>
  decimalsFault(terms, TRADE_BOUNDS) ??
  volumesFault(terms) ??
  ratesFault(terms) ??
  firstOf('swap_multipliers', terms.swap_multipliers ?? [], (value) =>
    decimalsFault({ value }, { value: multiplier }),
  );

/** Checks that the tick size is a whole number of points. */
const tickFault = (record: SymbolRecord): RuleFault => {
  const { digits, tick_size, tick_value, calc_mode, margin_initial } = record;
  const point = scaled(digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`);
  const size = scaled(tick_size);
  if (size % point !== 0n) return `tick_size: must be a multiple of the point, 10^-${digits}`;
  if (size / point > TICK_POINTS_MAX) return `tick_size: at most ${TICK_POINTS_MAX} points`;
  const byTicks =
    calc_mode === 'futures' || (calc_mode === 'cfd_index' && scaled(margin_initial) === 0n);
  return byTicks && scaled(tick_value) === 0n
    ? `tick_value: must be above 0, ${calc_mode} goes by it`
    : undefined;
};

/** Valid lists of sessions, which records share and nothing changes. */
const soundSessions = new WeakSet<SymbolRecord['trade_sessions']>();

const sessionsFault = (name: string, sessions: SymbolRecord['trade_sessions']): RuleFault => {
  if (soundSessions.has(sessions)) return undefined;
  const ends = new Map<number, number>();
  const sorted = sessions
    .map((session, at) => ({ ...session, at }))
    .sort((a, b) => a.day - b.day || a.from_min - b.from_min);
  for (const { day, from_min, to_min, at } of sorted) {
    if (to_min <= from_min) return `${name}.${at}.to_min: must be after from_min`;
    if (from_min < (ends.get(day) ?? 0)) return `${name}.${at}.from_min: overlaps another session`;
    ends.set(day, to_min);
  }
  soundSessions.add(sessions);
  return undefined;
};

const datesFault = ({ starts_at, ends_at }: SymbolRecord): RuleFault => {
  for (const [name, text] of Object.entries({ starts_at, ends_at })) {
    if (text !== null && parseTime(text) <= 0) return `${name}: must be after 1970`;
  }
  const ordered =
    starts_at === null || ends_at === null || parseTime(starts_at) < parseTime(ends_at);
  return ordered ? undefined : 'ends_at: must be after starts_at';
};

const currenciesFault = ({ calc_mode, currency_base, currency_profit }: SymbolRecord): RuleFault =>
  (calc_mode === 'forex' || calc_mode === 'forex_no_leverage') && currency_base === currency_profit
    ? 'currency_profit: a pair has two currencies'
    : undefined;

/** The last part of a path. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('\\') + 1);

/** The first fault of a symbol, regardless of other records (trading-rules §1.1). */
export const symbolFault = (record: SymbolRecord): RuleFault => {
  if (lastPart(record.path) !== record.name) return 'path: its last part must be the name';
  const nameFault = symbolNameFault(record.name);
  if (nameFault !== undefined) return `name: ${nameFault}`;
  return (
    decimalsFault(record, SYMBOL_BOUNDS) ??
    termsFault(record) ??
    tickFault(record) ??
    currenciesFault(record) ??
    sessionsFault('quote_sessions', record.quote_sessions) ??
    sessionsFault('trade_sessions', record.trade_sessions) ??
    datesFault(record)
  );
};
