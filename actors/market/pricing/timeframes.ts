// Timeframes: begin and end of the bar that contains a moment.

import {
  DAY_MS,
  endOfDay,
  MINUTE_MS,
  type ServerClock,
  serverOffset,
} from '../../../engine/calendar/clock.js';
import { TIMEFRAMES, type Timeframe } from '../../../wire/trading/timeframes.js';

/** All timeframes, shortest first; the index is the timeframe's number in storage. */
export const FRAMES = Object.keys(TIMEFRAMES) as readonly Timeframe[];

/** The index of the timeframe of a minute. */
export const MINUTE_FRAME = FRAMES.indexOf('m1');
/** The index of the daily timeframe. */
export const DAY_FRAME = FRAMES.indexOf('d1');

/** A bar's time: `[from, to)` in ms. */
export interface BarSpan {
  readonly from: number;
  readonly to: number;
}

type CalendarFrame = 'd1' | 'w1' | 'mn1';
/** 1 January 1970 was a Thursday. */
const WEEKDAY_OF_1970 = 4;

const isCalendar = (frame: Timeframe): frame is CalendarFrame => TIMEFRAMES[frame] >= TIMEFRAMES.d1;

/** The span of a day, a week from Sunday on, or a month, in server time. */
const localSpan = (frame: CalendarFrame, local: number): readonly [number, number] => {
  const day = Math.floor(local / DAY_MS);
  if (frame === 'd1') return [day * DAY_MS, (day + 1) * DAY_MS];
  if (frame === 'w1') {
    const sunday = day - ((day + WEEKDAY_OF_1970) % 7);
    return [sunday * DAY_MS, (sunday + 7) * DAY_MS];
  }
  const date = new Date(local);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
};

/** The span in UTC of one in server time. */
const utcSpan = (clock: ServerClock, [from, to]: readonly [number, number]): BarSpan => ({
  from: midnightUtc(clock, from),
  to: midnightUtc(clock, to),
});

/** UTC of a midnight of the server clock: the end of the day whose noon is half a day before. */
const midnightUtc = (clock: ServerClock, local: number): number =>
  endOfDay(clock, local - DAY_MS / 2 - clock.utc_offset_min * MINUTE_MS);

/**
 * The span of the bar that contains a moment (trading-rules §1.8): up to h4 in UTC, d1 and above
 * from midnight to midnight of the server clock.
 */
export const spanOf = (frame: Timeframe, time: number, clock: ServerClock): BarSpan => {
  if (!isCalendar(frame)) {
    const length = TIMEFRAMES[frame] * MINUTE_MS;
    const from = Math.floor(time / length) * length;
    return { from, to: from + length };
  }
  return utcSpan(clock, localSpan(frame, time + serverOffset(clock, time)));
};

/** The span on the clock of now of the bar that began at a time of an earlier clock. */
export const movedSpan = (
  frame: Timeframe,
  time: number,
  earlier: ServerClock,
  now: ServerClock,
): BarSpan =>
  isCalendar(frame)
    ? utcSpan(now, localSpan(frame, time + serverOffset(earlier, time)))
    : spanOf(frame, time, now);
