// Trading days: when they end on the server clock, and their dates.

import { dateText } from '../../wire/base/time.js';
import type { AccountSwitches, PlatformRecord } from '../../wire/settings/config.js';
import type { Ledger } from '../../wire/trading/records.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, type ServerClock, serverOffset, toUtc } from './clock.js';

/** A day ends at this second of the minute `eod_time` (trading-rules §5.1). */
const LAST_SECOND_MS = 59_000;

/** The settings that plan the ends of days; without settings the defaults. */
type DaySettings = Pick<PlatformRecord, 'eod_time' | 'eod_weekdays'>;

const DEFAULTS: DaySettings = { eod_time: '23:59', eod_weekdays: [1, 2, 3, 4, 5] };

/** A trading day, identified by the run that ends it. */
export interface TradingDay {
  /** Days since 1970 of the server date. */
  readonly day: number;
  /** The server date, `YYYY-MM-DD`. */
  readonly date: string;
  /** 0 = Sunday */
  readonly weekday: number;
  /** Is it the last calendar day of its month? */
  readonly monthEnd: boolean;
}

/** Days since 1970 of the server date at a time (trading-rules §0.2, §5.1). */
export const serverDay = (clock: ServerClock, at: number): number =>
  Math.floor((at + serverOffset(clock, at)) / DAY_MS);

/** Weekday of a server day; 0 = Sunday (trading-rules §0.2). */
export const weekdayOfDay = (day: number): number => (day + 4) % 7;

const isMonthEnd = (day: number): boolean => dateText((day + 1) * DAY_MS).endsWith('-01');

/** The planned ends of days (trading-rules §5.1). */
export class DayCalendar {
  private readonly ofDay: number;
  private readonly weekdays: ReadonlySet<number>;
  /** The last result of `latest`, and the run after it. */
  private found = 0;
  private following = 0;
  /** The last result of `dayOf`, and its run. */
  private asked: { readonly at: number; readonly day: TradingDay } | undefined;

  constructor(
    private readonly clock: ServerClock,
    { eod_time, eod_weekdays }: DaySettings = DEFAULTS,
  ) {
    const [hours = 0, minutes = 0] = eod_time.split(':').map(Number);
    this.ofDay = hours * HOUR_MS + minutes * MINUTE_MS + LAST_SECOND_MS;
    this.weekdays = new Set(eod_weekdays);
  }

  /**
   * Does a server day have an end-of-day run? The settings name weekdays; the last day of a month
   * always has one.
   */
  runs(day: number): boolean {
    return this.weekdays.has(weekdayOfDay(day)) || isMonthEnd(day);
  }

  /** The first run after a time, in ms. */
  next(after: number): number {
    for (let day = serverDay(this.clock, after); ; day += 1) {
      if (!this.runs(day)) continue;
      const at = this.endOf(day);
      if (at > after) return at;
    }
  }

  /** The newest run at or before `now`, in ms. Repeated calls within a day are free. */
  latest(now: number): number {
    if (now >= this.found && now < this.following) return this.found;
    for (let day = serverDay(this.clock, now); ; day -= 1) {
      if (!this.runs(day)) continue;
      const at = this.endOf(day);
      if (at > now) continue;
      this.found = at;
      this.following = this.next(now);
      return at;
    }
  }

  /** The runs that end server days after `day`, up to and including a time, in order of days. */
  after(day: number, until: number): readonly number[] {
    const runs: number[] = [];
    for (let one = day + 1; this.endOf(one) <= until; one += 1) {
      if (this.runs(one)) runs.push(this.endOf(one));
    }
    return runs;
  }

  /** The runs after a time up to and including another, in order. */
  between(after: number, until: number): readonly number[] {
    const runs: number[] = [];
    for (let at = this.next(after); at <= until; at = this.next(at)) runs.push(at);
    return runs;
  }

  /** The day that the run at `at` ends. Repeated calls for one run are free. */
  dayOf(at: number): TradingDay {
    if (this.asked?.at !== at) {
      const day = serverDay(this.clock, at);
      const weekday = weekdayOfDay(day);
      const date = dateText(day * DAY_MS);
      this.asked = { at, day: { day, date, weekday, monthEnd: isMonthEnd(day) } };
    }
    return this.asked.day;
  }

  /**
   * The last server day that has ended for an account, as days since 1970; before the account was
   * opened all have. The day counts, not the time of its end: after a change of the server clock
   * no date ends twice, and none is left out.
   */
  endedDay({ ledger, switches }: Dated): number {
    const { day_ended, day_ended_at } = ledger;
    if (day_ended !== 0) return day_ended;
    if (day_ended_at !== 0) return serverDay(this.clock, day_ended_at);
    const opened = serverDay(this.clock, switches.created_at);
    return this.endOf(opened) > switches.created_at ? opened - 1 : opened;
  }

  /**
   * UTC of the end of a server day; a time that the change to summer time skips moves within its
   * day.
   */
  private endOf(day: number): number {
    const local = day * DAY_MS + this.ofDay;
    const at = toUtc(this.clock, local);
    if (at + serverOffset(this.clock, at) <= local) return at;
    return serverDay(this.clock, at - HOUR_MS) === day ? at - HOUR_MS : at;
  }
}

/** The fields of an account on which its trading days depend. */
interface Dated {
  readonly ledger: Pick<Ledger, 'day_ended' | 'day_ended_at'>;
  readonly switches: Pick<AccountSwitches, 'created_at' | 'archived'>;
}

/** Does the account need this run: open, not archived, and the day not ended yet (§5.1)? */
export const isRunOpen = (account: Dated, calendar: DayCalendar, at: number): boolean =>
  at > account.switches.created_at &&
  calendar.dayOf(at).day > calendar.endedDay(account) &&
  !account.switches.archived;

/** Is an end of day of the account due and not run (trading-rules §5.1)? */
export const isDayDue = (account: Dated, calendar: DayCalendar, now: number): boolean =>
  isRunOpen(account, calendar, calendar.latest(now));

/** The first planned end of day after a time, in ms (trading-rules §5.1). */
export const nextEndOfDay = (
  { calendar }: { readonly calendar: DayCalendar },
  after: number,
): number => calendar.next(after);
