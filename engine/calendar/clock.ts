// The server clock: UTC shifted by the platform's offset and daylight saving; sessions and days.

import { midnightOf, yearOf } from '../../wire/base/time.js';
import type { PlatformRecord } from '../../wire/settings/config.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';

/** Durations in ms. */
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** The platform settings of the server clock (trading-rules §0.2). */
export type ServerClock = Pick<PlatformRecord, 'utc_offset_min' | 'daylight_saving'>;

/** The server clock without settings: UTC. */
export const UTC: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' };

/** Half-open minutes of a day, `[from, to)`. */
export interface MinuteSpan {
  readonly from: number;
  readonly to: number;
}

/** Sessions by weekday, Sunday first; `null` = around the clock on all days. */
export type Week = readonly (readonly MinuteSpan[])[] | null;

/** Sessions of a symbol's record by weekday (trading-rules §1.1). */
export const weekOf = (sessions: SymbolRecord['trade_sessions']): Week => {
  const week = Array.from({ length: 7 }, (_, day) =>
    sessions
      .filter((session) => session.day === day)
      .map((session) => ({ from: session.from_min, to: session.to_min })),
  );
  const always = week.every((day) => day.some((span) => span.from === 0 && span.to === 1440));
  return always ? null : week;
};

/** Weekday of a day that begins at the given time on the server clock (§0.2); 0 = Sunday. */
export const weekdayOf = (local: number): number => (Math.floor(local / DAY_MS) + 4) % 7;

/** UTC midnight of the n-th Sunday of a month; n = 0 is the last Sunday. */
const sunday = (year: number, month: number, n: number): number => {
  if (n === 0) {
    const last = midnightOf(year, month + 1, 0);
    return last - weekdayOf(last) * DAY_MS;
  }
  const first = midnightOf(year, month, 1);
  return first + (((7 - weekdayOf(first)) % 7) + 7 * (n - 1)) * DAY_MS;
};

const inSummer = (clock: ServerClock, utc: number): boolean => {
  if (clock.daylight_saving === 'none') return false;
  const standard = clock.utc_offset_min * MINUTE_MS;
  const year = yearOf(utc + standard);
  if (clock.daylight_saving === 'europe') {
    return utc >= sunday(year, 2, 0) + HOUR_MS && utc < sunday(year, 9, 0) + HOUR_MS;
  }
  const local = utc + standard;
  return local >= sunday(year, 2, 2) + 2 * HOUR_MS && local < sunday(year, 10, 1) + HOUR_MS;
};

/** The difference between the server clock and UTC at that time, in ms (trading-rules §0.2). */
export const serverOffset = (clock: ServerClock, utc: number): number =>
  clock.utc_offset_min * MINUTE_MS + (inSummer(clock, utc) ? HOUR_MS : 0);

/** UTC of a time on the server clock (trading-rules §0.2). */
export const toUtc = (clock: ServerClock, local: number): number => {
  const guess = local - serverOffset(clock, local - clock.utc_offset_min * MINUTE_MS);
  return local - serverOffset(clock, guess);
};

/**
 * UTC of the first moment at which the server clock shows this time: in autumn some times occur
 * twice.
 */
const firstUtc = (clock: ServerClock, local: number): number => {
  const utc = toUtc(clock, local);
  const before = utc - HOUR_MS;
  return before + serverOffset(clock, before) === local ? before : utc;
};

/** Hour (0–23) and weekday (0 = Sunday) on the server clock (trading-rules §0.2, §4.3). */
export const hourAndWeekday = (clock: ServerClock, utc: number): [hour: number, day: number] => {
  const local = utc + serverOffset(clock, utc);
  return [Math.floor(local / HOUR_MS) % 24, weekdayOf(local)];
};

/** Is the time within a session of its weekday (trading-rules §1.1)? */
export const inSession = (clock: ServerClock, week: Week, utc: number): boolean => {
  if (week === null) return true;
  const local = utc + serverOffset(clock, utc);
  const minute = Math.floor((local % DAY_MS) / MINUTE_MS);
  const spans = week[weekdayOf(local)] as readonly MinuteSpan[];
  return spans.some((span) => minute >= span.from && minute < span.to);
};

/** UTC of the end of the last session of the server day; without sessions its 24:00 (§4.6). */
export const endOfTradingDay = (clock: ServerClock, week: Week, utc: number): number => {
  const local = utc + serverOffset(clock, utc);
  const midnight = local - (local % DAY_MS);
  const spans = week?.[weekdayOf(local)] ?? [];
  const end = spans.reduce((last, span) => Math.max(last, span.to), 0);
  return toUtc(clock, end === 0 ? midnight + DAY_MS : midnight + end * MINUTE_MS);
};

/** UTC of 24:00 of the server day (trading-rules §0.2). */
export const endOfDay = (clock: ServerClock, utc: number): number => {
  const local = utc + serverOffset(clock, utc);
  return toUtc(clock, local - (local % DAY_MS) + DAY_MS);
};

/**
 * UTC of the first start of a session at or after 24:00 of the server day (trading-rules §4.6,
 * `specified_day`); 24:00 without sessions.
 */
export const endOfNamedDay = (clock: ServerClock, week: Week, utc: number): number => {
  if (week === null) return endOfDay(clock, utc);
  const local = utc + serverOffset(clock, utc);
  const midnight = local - (local % DAY_MS) + DAY_MS;
  for (let day = midnight; day <= midnight + 7 * DAY_MS; day += DAY_MS) {
    const spans = week[weekdayOf(day)] as readonly MinuteSpan[];
    const start = spans.reduce((first, span) => Math.min(first, span.from), DAY_MS);
    if (start < DAY_MS) return firstUtc(clock, day + start * MINUTE_MS);
  }
  return endOfDay(clock, utc);
};

/**
 * UTC of the newest occurrence of a weekly time at or before `utc`: a number of minutes after the
 * start of a weekday (0 = Sunday) on the server clock (trading-rules §0.2, §5.1).
 */
export const weeklyBefore = (
  clock: ServerClock,
  weekday: number,
  minute: number,
  utc: number,
): number => {
  const local = utc + serverOffset(clock, utc);
  const today = local - (local % DAY_MS);
  const begun = today - ((weekdayOf(local) - weekday + 7) % 7) * DAY_MS;
  const at = toUtc(clock, begun + minute * MINUTE_MS);
  return at <= utc ? at : toUtc(clock, begun - 7 * DAY_MS + minute * MINUTE_MS);
};
