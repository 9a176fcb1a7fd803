// Times of day and date as ms since 1970, UTC.

/** A time in RFC 3339 as ms since 1970; NaN when it is none. */
export const parseTime = (text: string): number => Date.parse(text);

/** The last moment that RFC 3339 has a spelling for. */
export const TIME_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Midnight of a UTC date as ms since 1970; months count from 0, days beyond the month run over. */
export const midnightOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day);

/** The UTC year of a time. */
export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

/** The UTC date of a time as `YYYY-MM-DD`. */
export const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Is it a date of the calendar? Months and days count from 1. */
export const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(midnightOf(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** The same time of day so many months before; the last day of a month that has fewer days. */
export const monthsBefore = (time: number, months: number): number => {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(midnightOf(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return date.getTime();
};

/** A time as requests name it. */
export const TIME_EXAMPLE = '2026-01-31T12:00:00.000Z';
