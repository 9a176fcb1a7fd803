// A symbol as a group trades it: the symbol's record with the overrides of the group's row (§1.2).

import { maskListFits } from '../../wire/base/mask.js';
import type { HolidayRecord } from '../../wire/settings/config.js';
import type { GroupSymbol } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { Side } from '../../wire/trading/records.js';
import { type Decimal, dec, unitOf } from './decimal.js';

/** Kinds that margin rates are given for. */
export type RateKind = 'market' | 'limit' | 'stop' | 'stop_limit';

/** A margin rate of a side and order kind. */
export interface MarginRate {
  readonly initial: Decimal;
  readonly maintenance: Decimal;
}

/** The terms a symbol is traded on: its record after overrides, amounts as decimals. */
export interface Terms {
  /** The record with the row's overrides put in. */
  readonly record: SymbolRecord;
  readonly id: number;
  readonly name: string;
  readonly digits: number;
  readonly point: Decimal;
  readonly tickSize: Decimal;
  readonly tickValue: Decimal;
  readonly contractSize: Decimal;
  /** Pairs: `forex` and `forex_no_leverage` (trading-rules §2.2). */
  readonly isForex: boolean;
  readonly isFutures: boolean;
  /** Does it use trade prices (§3.15)? */
  readonly byTrades: boolean;
  /** Margin is money per lot: futures, or `margin_initial` > 0 (§3.4). */
  readonly isFixed: boolean;
  readonly marginInitial: Decimal;
  /** 0 = initial, put in here. */
  readonly marginMaintenance: Decimal;
  readonly marginHedged: Decimal;
  readonly volumeMin: Decimal;
  readonly volumeMax: Decimal;
  readonly volumeStep: Decimal;
  readonly volumeLimit: Decimal;
  readonly swapLong: Decimal;
  readonly swapShort: Decimal;
  /** What the group takes from Bid and adds to Ask, as prices (§3.1). */
  readonly lowerBid: Decimal;
  readonly raiseAsk: Decimal;
  marginRate(side: Side, kind: RateKind): MarginRate;
  /** The holidays that cover the symbol on a day of the server's clock, given by its midnight. */
  holidaysOn(midnight: number): readonly HolidayRecord[];
}

/** The rate of a missing row: market 1/1, pending 0/0; maintenance 0 = initial (§1.1). */
const rateOf = (record: SymbolRecord, side: Side, kind: RateKind): MarginRate => {
  const row = record.margin_rates.find((one) => one.side === side && one.order_kind === kind);
  if (row === undefined) {
    const missing = dec(kind === 'market' ? 1 : 0);
    return { initial: missing, maintenance: missing };
  }
  const initial = dec(row.initial);
  const maintenance = dec(row.maintenance);
  return { initial, maintenance: maintenance.isZero() ? initial : maintenance };
};

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['market', 'limit', 'stop', 'stop_limit'] as const;

const ratesOf = (record: SymbolRecord): ReadonlyMap<string, MarginRate> =>
  new Map(
    SIDES.flatMap((side) =>
      KINDS.map((kind) => [`${side} ${kind}`, rateOf(record, side, kind)] as const),
    ),
  );

/** The record after the row's overrides; null = the symbol's own. */
const overridden = (symbol: SymbolRecord, row: GroupSymbol): SymbolRecord => {
  const { mask: _, spread_diff: _diff, spread_diff_bid: _bid, ...fields } = row;
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return { ...symbol, ...Object.fromEntries(given) };
};

const coveredBy = (holidays: readonly HolidayRecord[], record: SymbolRecord) =>
  holidays.filter(
    (one) => one.enabled && maskListFits(one.symbols.join(','), record.name, record.path),
  );

/** The terms of a symbol under a group's row. */
export const termsOf = (
  symbol: SymbolRecord,
  row: GroupSymbol,
  holidays: readonly HolidayRecord[],
): Terms => {
  const record = overridden(symbol, row);
  const point = unitOf(record.digits);
  const marginInitial = dec(record.margin_initial);
  const maintenance = dec(record.margin_maintenance);
  const rates = ratesOf(record);
  const covered = coveredBy(holidays, record);
  return {
    record,
    id: record.id,
    name: record.name,
    digits: record.digits,
    point,
    tickSize: dec(record.tick_size).isZero() ? point : dec(record.tick_size),
    tickValue: dec(record.tick_value),
    contractSize: dec(record.contract_size),
    isForex: record.calc_mode === 'forex' || record.calc_mode === 'forex_no_leverage',
    byTrades: record.calc_mode === 'exchange_stocks' && record.chart_mode === 'last',
    isFutures: record.calc_mode === 'futures',
    isFixed: record.calc_mode === 'futures' || marginInitial.gt(0),
    marginInitial,
    marginMaintenance: maintenance.isZero() ? marginInitial : maintenance,
    marginHedged: dec(record.margin_hedged),
    volumeMin: dec(record.volume_min),
    volumeMax: dec(record.volume_max),
    volumeStep: dec(record.volume_step),
    volumeLimit: dec(record.volume_limit),
    swapLong: dec(record.swap_long),
    swapShort: dec(record.swap_short),
    lowerBid: point.times(row.spread_diff_bid),
    raiseAsk: point.times(row.spread_diff - row.spread_diff_bid),
    marginRate: (side, kind) => rates.get(`${side} ${kind}`) as MarginRate,
    holidaysOn: (midnight) => {
      const date = new Date(midnight);
      return covered.filter(
        (one) =>
          (one.year === 0 || one.year === date.getUTCFullYear()) &&
          one.month === date.getUTCMonth() + 1 &&
          one.day === date.getUTCDate(),
      );
    },
  };
};
