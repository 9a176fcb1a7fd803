// The server's clock (trading-rules §0.2), sessions, holidays and lifetimes of orders (§1.1, §4.6).

import { midnightOf, yearOf } from '../../wire/base/time.js';
import type { PlatformRecord } from '../../wire/settings/config.js';
import { WEEKDAYS } from '../../wire/settings/symbols.js';
import type { Terms } from './terms.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** One day in ms. */
export const DAY = 24 * HOUR;

/** Weekday of a moment that counts from midnight UTC; 0 = Sunday. 1 January 1970 was a Thursday. */
export const weekdayOf = (time: number): number => (((Math.floor(time / DAY) + 4) % 7) + 7) % 7;

/** The n-th Sunday of a month (from 0), or the last one for −1; midnight. */
const sundayOf = (year: number, month: number, nth: number): number => {
  if (nth < 0) {
    const last = midnightOf(year, month + 1, 0);
    return last - weekdayOf(last) * DAY;
  }
  const first = midnightOf(year, month, 1);
  return first + ((7 - weekdayOf(first)) % 7) * DAY + nth * 7 * DAY;
};

/** Is daylight saving time on? Europe changes at 01:00 UTC, the USA at 02:00 of the local clock. */
const isSummer = (platform: PlatformRecord, now: number): boolean => {
  const year = yearOf(now);
  if (platform.daylight_saving === 'europe') {
    return now >= sundayOf(year, 2, -1) + HOUR && now < sundayOf(year, 9, -1) + HOUR;
  }
  if (platform.daylight_saving === 'usa') {
    const standard = now + platform.utc_offset_min * MINUTE;
    return standard >= sundayOf(year, 2, 1) + 2 * HOUR && standard < sundayOf(year, 10, 0) + HOUR;
  }
  return false;
};

/** The server's clock at a moment, as ms of a day count that is its own. */
export const serverTime = (platform: PlatformRecord, now: number): number =>
  now + platform.utc_offset_min * MINUTE + (isSummer(platform, now) ? HOUR : 0);

/** The moment at which the server's clock shows this. */
export const momentOf = (platform: PlatformRecord, server: number): number => {
  const winter = server - platform.utc_offset_min * MINUTE;
  return serverTime(platform, winter - HOUR) === server ? winter - HOUR : winter;
};

/** What the server's clock shows. */
export const faceOf = (platform: PlatformRecord, now: number) => {
  const server = serverTime(platform, now);
  const midnight = Math.floor(server / DAY) * DAY;
  return {
    midnight,
    weekday: weekdayOf(server),
    minute: Math.floor((server - midnight) / MINUTE),
    hour: Math.floor((server - midnight) / HOUR),
  };
};

/** Name of a weekday as `swap_triple_day` has it. */
export const weekdayName = (weekday: number) => WEEKDAYS[weekday] ?? 'sunday';

/** Is the symbol's trade session on? Half-open; no session at all means closed. */
const inSession = (platform: PlatformRecord, terms: Terms, now: number): boolean => {
  const { weekday, minute } = faceOf(platform, now);
  return terms.record.trade_sessions.some(
    (one) => one.day === weekday && one.from_min <= minute && minute < one.to_min,
  );
};

/** Has a holiday closed the symbol now? (trading-rules §4.1) */
const onHoliday = (platform: PlatformRecord, terms: Terms, now: number): boolean => {
  const { midnight, minute } = faceOf(platform, now);
  return terms.holidaysOn(midnight).some((one) => one.from_min <= minute && minute < one.to_min);
};

/** Can the symbol be traded now: session on, no holiday? */
export const isOpen = (platform: PlatformRecord, terms: Terms, now: number): boolean =>
  inSession(platform, terms, now) && !onHoliday(platform, terms, now);

/** End of the last trade session of the server day, 24:00 without one: end of `day` orders. */
export const dayEnd = (platform: PlatformRecord, terms: Terms, now: number): number => {
  const { midnight, weekday } = faceOf(platform, now);
  const ends = terms.record.trade_sessions.filter((one) => one.day === weekday);
  const minute = Math.max(...ends.map((one) => one.to_min), 0);
  return momentOf(platform, midnight + (ends.length === 0 ? DAY : minute * MINUTE));
};

/** 24:00 of the named day, or the next session start after it: end of `specified_day` orders. */
export const specifiedDayEnd = (platform: PlatformRecord, terms: Terms, named: number): number => {
  const midnight = faceOf(platform, named).midnight + DAY;
  if (terms.record.trade_sessions.length === 0) return momentOf(platform, midnight);
  if (inSession(platform, terms, momentOf(platform, midnight))) return momentOf(platform, midnight);
  const starts: number[] = [];
  for (let day = midnight; day <= midnight + 7 * DAY; day += DAY) {
    for (const one of terms.record.trade_sessions) {
      if (one.day === weekdayOf(day)) starts.push(day + one.from_min * MINUTE);
    }
  }
  return momentOf(platform, Math.min(...starts));
};
