// The server's clock, by which all times are shown and typed: its distance from UTC at a moment.

import { signal } from '@preact/signals';
import type { SessionView } from '../../client/index.js';

/** The server's clock: its distance from UTC without summer time, and the rule of summer time. */
export type ServerClock = SessionView['server_clock'];

/** The server's clock. Null = nobody has signed in, and the pages use the machine's clock. */
export const serverClock = signal<ServerClock | null>(null);

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** UTC midnight of the n-th Sunday of a month (0 = January); n = 0 is the last Sunday. */
const sunday = (year: number, month: number, n: number): number => {
  const first = n === 0 ? Date.UTC(year, month + 1, -6) : Date.UTC(year, month, 7 * n - 6);
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY_MS;
};

/** Has the clock summer time at a moment? By the same rules as the server's. */
const isSummer = ({ daylight_saving }: ServerClock, local: number, utc: number): boolean => {
  const year = new Date(local).getUTCFullYear();
  if (daylight_saving === 'europe') {
    return utc >= sunday(year, 2, 0) + HOUR_MS && utc < sunday(year, 9, 0) + HOUR_MS;
  }
  if (daylight_saving !== 'usa') return false;
  return local >= sunday(year, 2, 2) + 2 * HOUR_MS && local < sunday(year, 10, 1) + HOUR_MS;
};

/** The distance of the server's clock from UTC at a moment, in ms. */
export const offsetAt = (utc: number): number => {
  const clock = serverClock.value;
  if (clock === null) return -new Date(utc).getTimezoneOffset() * MINUTE_MS;
  const standard = clock.utc_offset_min * MINUTE_MS;
  return standard + (isSummer(clock, utc + standard, utc) ? HOUR_MS : 0);
};

/** The moment at which the server's clock shows a time that is given as if it were UTC. */
const momentAt = (local: number): number => {
  const guess = local - offsetAt(local);
  return local - offsetAt(guess);
};

/**
 * The moment of a time of the server's clock, as fields have it: `2026-11-30T18:00`, or a day for
 * its start. NaN = it is none.
 */
export const momentOf = (text: string): number =>
  momentAt(Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`));

/** The server's clock at a moment, in the form of fields: `2026-11-30T18:00`. */
export const fieldTime = (utc: number): string =>
  new Date(utc + offsetAt(utc)).toISOString().slice(0, 16);

/** The start of the server's day so many days after that of a moment; below 0 = before it. */
export const dayStart = (utc: number, days = 0): number => {
  const local = utc + offsetAt(utc);
  return momentAt((Math.floor(local / DAY_MS) + days) * DAY_MS);
};
