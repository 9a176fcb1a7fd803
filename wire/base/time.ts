// Dates and times: which texts are times, and times as ms since 1970, UTC.

/** A time in RFC 3339 as ms since 1970; NaN when it is malformed. */
export const parseTime = (text: string): number => Date.parse(text);

/** The last time that RFC 3339 can express. */
export const TIME_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Does the date exist? `Date` would read 30 February as 2 March. */
const isDateText = (text: string): boolean => dateText(Date.parse(`${text}T00:00:00Z`)) === text;

/**
 * Is it a time of RFC 3339, as requests must name it? A time without a zone is refused, because it
 * would mean another moment on another machine.
 */
export const isTime = (text: string): boolean =>
  TIME.test(text) && parseTime(text) <= TIME_MAX && isDateText(text.slice(0, 10));

/**
 * Midnight of a UTC date as ms since 1970. Months count from 0; days after the end of the month
 * continue into the next.
 */
export const midnightOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month, day);

/** The UTC year of a time. */
export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

/** The UTC date of a time as `YYYY-MM-DD`. */
export const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Does the date exist? Months and days count from 1. */
export const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(midnightOf(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/**
 * The same time of day `months` months earlier; the last day of the month where that month is
 * shorter.
 */
export const monthsBefore = (time: number, months: number): number => {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastDay = new Date(midnightOf(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return date.getTime();
};

/** A time as requests name it. */
export const TIME_EXAMPLE = '2026-01-31T12:00:00.000Z';
