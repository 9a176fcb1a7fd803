// Holidays: the times of a server day at which a symbol does not trade.

import { maskListFits } from '../../wire/base/mask.js';
import { dateText } from '../../wire/base/time.js';
import type { HolidayRecord } from '../../wire/settings/config.js';
import {
  DAY_MS,
  inSession,
  MINUTE_MS,
  type MinuteSpan,
  type ServerClock,
  serverOffset,
  toUtc,
  type Week,
  weekdayOf,
} from './clock.js';

const pad = (value: number): string => String(value).padStart(2, '0');

/** The date of a holiday: `MM-DD` for every year, or `YYYY-MM-DD`. */
const dateOf = ({ year, month, day }: HolidayRecord): string => {
  const date = `${pad(month)}-${pad(day)}`;
  return year === 0 ? date : `${String(year).padStart(4, '0')}-${date}`;
};

const NONE: readonly MinuteSpan[] = [];

/** Do the closed minutes cover the whole session? */
const covers = (closed: readonly MinuteSpan[], { from, to }: MinuteSpan): boolean => {
  let open = from;
  for (const span of [...closed].sort((a, b) => a.from - b.from)) {
    if (span.from > open) break;
    open = Math.max(open, span.to);
  }
  return open >= to;
};

const WHOLE_DAY: readonly MinuteSpan[] = [{ from: 0, to: 1440 }];

/** The holidays of one symbol by date (trading-rules §1.1, §4.1). */
export class Holidays {
  private readonly dates = new Map<string, MinuteSpan[]>();
  /** The last day asked about, and its closed times. */
  private day = Number.NaN;
  private closed = NONE;

  constructor(records: readonly HolidayRecord[]) {
    for (const record of records) {
      const date = dateOf(record);
      const spans = this.dates.get(date) ?? [];
      spans.push({ from: record.from_min, to: record.to_min });
      this.dates.set(date, spans);
    }
  }

  /** Is the symbol closed by a holiday at this time? */
  isClosed(clock: ServerClock, utc: number): boolean {
    if (this.dates.size === 0) return false;
    const local = utc + serverOffset(clock, utc);
    const minute = Math.floor((local % DAY_MS) / MINUTE_MS);
    const closed = this.spansOf(Math.floor(local / DAY_MS));
    return closed.some((span) => minute >= span.from && minute < span.to);
  }

  /**
   * Do holidays close all sessions of a server day, or, without sessions, the whole day
   * (trading-rules §3.10)?
   */
  isAllDay(day: number, week: Week, weekday: number): boolean {
    if (this.dates.size === 0) return false;
    const closed = this.spansOf(day);
    const sessions = week?.[weekday] ?? WHOLE_DAY;
    return (sessions.length === 0 ? WHOLE_DAY : sessions).every((span) => covers(closed, span));
  }

  /** The minutes of a server day at which its closures end. */
  endsOf(day: number): readonly number[] {
    return this.dates.size === 0 ? [] : this.spansOf(day).map(({ to }) => to);
  }

  private spansOf(day: number): readonly MinuteSpan[] {
    if (day === this.day) return this.closed;
    const date = dateText(day * DAY_MS);
    const dated = this.dates.get(date) ?? NONE;
    const yearly = this.dates.get(date.slice(5)) ?? NONE;
    this.day = day;
    this.closed = yearly.length === 0 ? dated : [...dated, ...yearly];
    return this.closed;
  }
}

/** The fields of a symbol that masks test. */
interface MaskedSymbol {
  readonly name: string;
  readonly path: string;
}

/** Is the holiday enabled, and does its mask match the symbol's name or path (§4.1)? */
export const isHolidayOf = (
  { enabled, symbols }: HolidayRecord,
  { name, path }: MaskedSymbol,
): boolean => enabled && maskListFits(symbols.join(','), name, path);

/** The holidays of a symbol (trading-rules §4.1). */
export const closing = <R extends HolidayRecord>(
  records: readonly R[],
  symbol: MaskedSymbol,
): R[] => records.filter((record) => isHolidayOf(record, symbol));

/** Does a holiday fall on a date, `YYYY-MM-DD` (trading-rules §4.1)? */
export const fallsOn = (record: HolidayRecord, date: string): boolean =>
  date.endsWith(dateOf(record));

/** The closed times of a symbol (trading-rules §4.1). */
export const holidaysOf = (records: readonly HolidayRecord[], symbol: MaskedSymbol): Holidays =>
  new Holidays(closing(records, symbol));

/** The trading times of a symbol: its sessions and holidays. */
interface TradeTimes {
  readonly trade_sessions: Week;
  readonly holidays: Holidays;
}

/** Is the time within a trade session of its weekday and outside holidays (trading-rules §4.1)? */
export const isTradeTime = (clock: ServerClock, symbol: TradeTimes, utc: number): boolean =>
  inSession(clock, symbol.trade_sessions, utc) && !symbol.holidays.isClosed(clock, utc);

/** The number of days within which the next opening of a symbol is searched. */
const OPENING_DAYS_MAX = 400;

/**
 * The next time at which a closed symbol begins to trade, in ms: the beginning of a session or the
 * end of a holiday within one (§1.1, §4.1). Infinity = none in more than a year.
 */
export const nextOpening = (clock: ServerClock, symbol: TradeTimes, after: number): number => {
  const today = Math.floor((after + serverOffset(clock, after)) / DAY_MS);
  for (let day = today; day < today + OPENING_DAYS_MAX; day += 1) {
    const sessions = symbol.trade_sessions?.[weekdayOf(day * DAY_MS)] ?? WHOLE_DAY;
    const minutes = [...sessions.map(({ from }) => from), ...symbol.holidays.endsOf(day)];
    const times = minutes.map((minute) => toUtc(clock, day * DAY_MS + minute * MINUTE_MS));
    for (const at of times.sort((a, b) => a - b)) {
      if (at > after && isTradeTime(clock, symbol, at)) return at;
    }
  }
  return Number.POSITIVE_INFINITY;
};
