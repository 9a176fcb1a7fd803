// Ends of trading days: when they are planned and which of them are due (§5.1).

import type { PlatformRecord } from '../../wire/settings/config.js';
import type { Books } from './books.js';
import { DAY, faceOf, momentOf, weekdayOf } from './clock.js';

const SECOND = 1_000;
/** Within so long some day ends, whatever the plan: a month does. */
const WEEKS = 32 * DAY;

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

/** The planned ends of days after a moment, up to another one. */
const endsBetween = (platform: PlatformRecord, since: number, until: number): number[] => {
  const ends: number[] = [];
  for (let day = faceOf(platform, since).midnight; day <= until + DAY; day += DAY) {
    const at = endOf(platform, day);
    if (runs(platform, day) && at > since && at <= until) ends.push(at);
  }
  return ends;
};

/** The account's ends of days that are planned up to now and not run. */
export const daysDue = ({ market, ledger, switches, now, known }: Books): number[] => {
  const { platform } = market.rules;
  const since = ledger.dayEndedAt || switches.created_at;
  const next = known.nextDay;
  if (next === undefined || next.of[0] !== platform || next.of[1] !== since) {
    const is = Math.min(...endsBetween(platform, since, since + WEEKS));
    known.nextDay = { of: [platform, since], is };
  } else if (now < next.is) return [];
  return endsBetween(platform, since, now);
};
