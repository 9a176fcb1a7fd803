// Ends of trading days: when they are planned and which of them are due (§5, README §11).

import type { PlatformRecord } from '../../wire/config.js';
import type { Books } from './books.js';
import { DAY, faceOf, momentOf, weekdayOf } from './clock.js';

const SECOND = 1_000;

/** Is it the last calendar day of its month? The day is given by its midnight. */
export const isMonthEnd = (midnight: number): boolean =>
  new Date(midnight + DAY).getUTCDate() === 1;

/** Does the end of this server day run? */
export const runs = (platform: PlatformRecord, midnight: number): boolean =>
  platform.eod_weekdays.includes(weekdayOf(midnight)) || isMonthEnd(midnight);

/** The planned end of a server day, which the day's midnight names. */
const endOf = (platform: PlatformRecord, midnight: number): number => {
  const [hours = 0, minutes = 0] = platform.eod_time.split(':').map(Number);
  return momentOf(platform, midnight + ((hours * 60 + minutes) * 60 + 59) * SECOND);
};

/** The account's ends of days that are planned up to now and not run. */
export const daysDue = ({ market, ledger, switches, now }: Books): number[] => {
  const { platform } = market.rules;
  const since = ledger.dayEndedAt || switches.created_at;
  const due: number[] = [];
  for (let day = faceOf(platform, since).midnight; day <= now + DAY; day += DAY) {
    const at = endOf(platform, day);
    if (runs(platform, day) && at > since && at <= now) due.push(at);
  }
  return due;
};
