// A symbol as one group sees it: overrides applied, decimals as scaled integers, flags as sets.

import { picker } from '../../wire/base/field-table.js';
import { PRICE_EXTRA, parseScaledBig, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import { parseTime } from '../../wire/base/time.js';
import type { GroupSymbol } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { OrderKind, Side } from '../../wire/trading/records.js';
import { type Week, weekOf } from '../calendar/clock.js';
import type { Holidays } from '../calendar/holidays.js';
import { currencyDigits } from '../numbers/currency.js';
import { TENN } from '../numbers/exact.js';
import { type CommissionPlan, chargeRates } from './commission-plan.js';
import {
  type Converter,
  type Converters,
  isForex,
  type OwnPair,
  ownPair,
  suffixOf,
} from './conversion.js';
import { type LeverageRule, leverageOf, type SymbolLeverage } from './leverage-plan.js';
import { POINT, type Quote } from './quotes.js';
import { compileSwap, type SwapPlan } from './swap-plan.js';

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * A decimal of a setting ×10^scale: further decimals are cut off, values out of range are limited.
 */
export const settingDecimal = (text: string, scale: number): number => {
  const value = parseScaledBig(text, RATE_SCALE);
  if (value === undefined) throw new Error(`a setting holds no decimal: ${text}`);
  const scaled = (value * (TENN[scale] as bigint)) / (TENN[RATE_SCALE] as bigint);
  return Number(scaled > MAX ? MAX : scaled < -MAX ? -MAX : scaled);
};

/** Margin rates of a side and order kind, ×10^8; `maintenance` 0 is replaced by `initial`. */
interface MarginRate {
  readonly initial: number;
  readonly maintenance: number;
}

/** How margin depends on volume in a calculation mode (trading-rules §3.4). */
interface MarginShape {
  /** Money or contract size of one lot, ×10^8: for new, held and covered volume. */
  readonly initial: number;
  readonly maintenance: number;
  readonly hedged: number;
  readonly fixed: boolean;
  /** Is it multiplied by the price, divided by the leverage, multiplied by the value of a tick? */
  readonly priced: boolean;
  readonly leveraged: boolean;
  readonly ticked: boolean;
  /** By side and order kind. */
  readonly rates: Readonly<Record<Side, Readonly<Record<OrderKind, MarginRate>>>>;
  /** Do pending orders reserve margin at all? */
  readonly reserves: boolean;
}

type Kept =
  | 'id'
  | 'name'
  | 'path'
  | 'digits'
  | 'currency_base'
  | 'currency_profit'
  | 'currency_margin'
  | 'calc_mode'
  | 'profit_conversion'
  | 'chart_mode'
  | 'trade_access'
  | 'execution_mode'
  | 'gtc_mode'
  | 'hedged_larger_leg'
  | 'margin_recalc_rates'
  | 'margin_check_process'
  | 'margin_check_sltp'
  | 'quote_max_delay_sec'
  | 'request_timeout_sec'
  | 'instant_price_age_sec'
  | 'instant_dev_profit_pts'
  | 'instant_dev_loss_pts'
  | 'manual_quote_pts';

/** A symbol compiled for a group, with the field names of the record; comments name the scale. */
export interface EngineSymbol extends Readonly<Pick<SymbolRecord, Kept>> {
  /**
   * Is it offered to the group? Positions in a symbol that is no longer offered are still valued.
   */
  readonly offered: boolean;
  readonly forex: boolean;
  /** Do valuation and pending orders use the last trade price, as the chart does (§3.15)? */
  readonly byLast: boolean;
  /** Decimals of the profit currency. */
  readonly profit_digits: number;
  /** ×10^8 */
  readonly contract_size: number;
  /** In price units, at least one point. */
  readonly tick_size: number;
  /** ×10^8 */
  readonly tick_value: number;
  readonly fill_flags: ReadonlySet<string>;
  readonly order_flags: ReadonlySet<string>;
  readonly expiration_flags: ReadonlySet<string>;
  /** In price units; the stops level is at least one point. */
  readonly stops_level: number;
  readonly freeze_level: number;
  /** Volumes ×10^8. */
  readonly volume_min: number;
  readonly volume_max: number;
  readonly volume_step: number;
  readonly volume_limit: number;
  readonly instant_max_volume: number;
  /** ms; 0 = none */
  readonly starts_at: number;
  readonly ends_at: number;
  readonly trade_sessions: Week;
  readonly holidays: Holidays;
  readonly spread_diff: number;
  readonly spread_diff_bid: number;
  /** Equal for groups whose triggers of the symbol fire at the same quotes. */
  readonly priceClass: string;
  readonly margin: MarginShape;
  readonly swap: SwapPlan;
  /** Convert the profit, margin and base currency to the deposit currency. */
  readonly profitTo: Converter;
  readonly marginTo: Converter;
  readonly baseTo: Converter;
  /** The direct link of the pair between a currency and the deposit currency; null = none. */
  readonly profitOwn: OwnPair;
  readonly marginOwn: OwnPair;
  readonly baseOwn: OwnPair;
  readonly commissions: readonly CommissionPlan[];
  /** The rates that its commissions need (trading-rules §3.9). */
  readonly chargeRates: readonly Converter[];
  /** The rule of the group's leverage profile for it; null = none (§3.7). */
  readonly leverage: SymbolLeverage | null;
  /** The last quote that was used, and the group's prices computed from it. */
  readonly seen: SeenQuote;
}

/** A quote and the group's prices computed from it. */
interface SeenQuote {
  quote: Quote | null;
  prices: GroupPrices;
}

/** A symbol's prices at group level; `last` 0 = the symbol does not use trade prices. */
export type GroupPrices = Quote;

/** The prices without a quote. */
export const NO_PRICES: GroupPrices = { bid: 0, ask: 0, time: 0, last: 0 };

type Effective = SymbolRecord & Pick<GroupSymbol, 'spread_diff' | 'spread_diff_bid'>;

/** The record with the overrides of a group's row; null = unchanged. */
const withRow = (record: SymbolRecord, row: GroupSymbol | null): Effective => {
  const effective: Record<string, unknown> = { ...record, spread_diff: 0, spread_diff_bid: 0 };
  for (const [name, value] of Object.entries(row ?? {})) {
    if (name !== 'mask' && value !== null && value !== undefined) effective[name] = value;
  }
  return effective as Effective;
};

const kinds: readonly OrderKind[] = ['market', 'limit', 'stop', 'stop_limit', 'close_by'];

const ratesOf = (record: SymbolRecord, side: Side): Record<OrderKind, MarginRate> => {
  const rates = {} as Record<OrderKind, MarginRate>;
  for (const kind of kinds) {
    const row = record.margin_rates.find((one) => one.side === side && one.order_kind === kind);
    const initial =
      row === undefined
        ? kind === 'market'
          ? 10 ** VOLUME_SCALE
          : 0
        : settingDecimal(row.initial, VOLUME_SCALE);
    const maintenance = row === undefined ? 0 : settingDecimal(row.maintenance, VOLUME_SCALE);
    rates[kind] = { initial, maintenance: maintenance === 0 ? initial : maintenance };
  }
  return rates;
};

const marginShapeOf = (record: SymbolRecord): MarginShape => {
  const mode = record.calc_mode;
  const initial = settingDecimal(record.margin_initial, VOLUME_SCALE);
  const held = settingDecimal(record.margin_maintenance, VOLUME_SCALE);
  const size = settingDecimal(record.contract_size, VOLUME_SCALE);
  const fixed = mode === 'futures' || initial > 0;
  const rates = { buy: ratesOf(record, 'buy'), sell: ratesOf(record, 'sell') };
  const pending = [rates.buy, rates.sell].flatMap((of) => [of.limit, of.stop, of.stop_limit]);
  return {
    initial: fixed ? initial : size,
    maintenance: fixed ? (held === 0 ? initial : held) : size,
    hedged: settingDecimal(record.margin_hedged, VOLUME_SCALE),
    fixed,
    priced: !fixed && mode !== 'forex' && mode !== 'forex_no_leverage',
    leveraged: mode === 'forex' || mode === 'cfd_leverage',
    ticked: !fixed && mode === 'cfd_index',
    rates,
    reserves: pending.some((rate) => rate.initial > 0),
  };
};

/** The fields that are copied unchanged. */
const keptOf = (record: Effective): Pick<SymbolRecord, Kept> => ({
  id: record.id,
  name: record.name,
  path: record.path,
  digits: record.digits,
  currency_base: record.currency_base,
  currency_profit: record.currency_profit,
  currency_margin: record.currency_margin,
  calc_mode: record.calc_mode,
  profit_conversion: record.profit_conversion,
  chart_mode: record.chart_mode,
  trade_access: record.trade_access,
  execution_mode: record.execution_mode,
  gtc_mode: record.gtc_mode,
  hedged_larger_leg: record.hedged_larger_leg,
  margin_recalc_rates: record.margin_recalc_rates,
  margin_check_process: record.margin_check_process,
  margin_check_sltp: record.margin_check_sltp,
  quote_max_delay_sec: record.quote_max_delay_sec,
  request_timeout_sec: record.request_timeout_sec,
  instant_price_age_sec: record.instant_price_age_sec,
  instant_dev_profit_pts: record.instant_dev_profit_pts,
  instant_dev_loss_pts: record.instant_dev_loss_pts,
  manual_quote_pts: record.manual_quote_pts,
});

/** The levels and volumes of a symbol, scaled. */
const limitsOf = (record: Effective) => ({
  stops_level: Math.max(1, record.stops_level) * POINT,
  freeze_level: record.freeze_level * POINT,
  volume_min: settingDecimal(record.volume_min, VOLUME_SCALE),
  volume_max: settingDecimal(record.volume_max, VOLUME_SCALE),
  volume_step: Math.max(1, settingDecimal(record.volume_step, VOLUME_SCALE)),
  volume_limit: settingDecimal(record.volume_limit, VOLUME_SCALE),
  instant_max_volume: settingDecimal(record.instant_max_volume, VOLUME_SCALE),
});

/** Gives all symbols the same hidden class. */
let asOne: ((symbol: EngineSymbol) => EngineSymbol) | undefined;

/**
 * Compiles a symbol for a group; `row` is the group's row for it, null when the group is not
 * offered the symbol (trading-rules §1.1, §1.2).
 */
export const compileSymbol = (
  source: SymbolRecord,
  row: GroupSymbol | null,
  deposit: string,
  converters: Converters,
  commissions: readonly CommissionPlan[],
  holidays: Holidays,
  rules: readonly LeverageRule[],
): EngineSymbol => {
  const record = withRow(source, row);
  const forex = isForex(record.calc_mode);
  const suffix = forex ? suffixOf(record) : null;
  const { currency_base, currency_profit, currency_margin } = record;
  const tick = settingDecimal(record.tick_size, record.digits + PRICE_EXTRA);
  const valueIn = forex ? currency_base : currency_profit;
  const value = {
    own: ownPair(record, valueIn, deposit),
    to: converters.between(valueIn, deposit, suffix),
  };
  const tick_size = tick <= 0 ? POINT : tick;
  const byLast = record.calc_mode === 'exchange_stocks' && record.chart_mode === 'last';
  const symbol: EngineSymbol = {
    ...keptOf(record),
    ...limitsOf(record),
    offered: row !== null,
    forex,
    byLast,
    profit_digits: currencyDigits(currency_profit),
    contract_size: settingDecimal(record.contract_size, VOLUME_SCALE),
    tick_size,
    tick_value: settingDecimal(record.tick_value, VOLUME_SCALE),
    fill_flags: new Set(record.fill_flags),
    order_flags: new Set(record.order_flags),
    expiration_flags: new Set(record.expiration_flags),
    starts_at: record.starts_at === null ? 0 : parseTime(record.starts_at),
    ends_at: record.ends_at === null ? 0 : parseTime(record.ends_at),
    trade_sessions: weekOf(record.trade_sessions),
    holidays,
    spread_diff: record.spread_diff,
    spread_diff_bid: record.spread_diff_bid,
    priceClass: `${record.spread_diff_bid} ${record.spread_diff} ${tick_size} ${byLast}`,
    margin: marginShapeOf(record),
    swap: compileSwap(record),
    profitTo: converters.between(currency_profit, deposit, suffix),
    marginTo: converters.between(currency_margin, deposit, suffix),
    baseTo: converters.between(currency_base, deposit, suffix),
    profitOwn: ownPair(record, currency_profit, deposit),
    marginOwn: ownPair(record, currency_margin, deposit),
    baseOwn: ownPair(record, currency_base, deposit),
    commissions,
    chargeRates: chargeRates(commissions, value),
    seen: { quote: null, prices: NO_PRICES },
    leverage: leverageOf(rules, record, forex, deposit, suffix, converters),
  };
  asOne ??= picker(Object.keys(symbol) as (keyof EngineSymbol)[]);
  return asOne(symbol);
};
