// Trading days: their ends on the server clock, and their names.

import { dateText } from '../../wire/base/time.js';
import type { AccountSwitches, PlatformRecord } from '../../wire/settings/config.js';
import type { Ledger } from '../../wire/trading/records.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, type ServerClock, serverOffset, toUtc } from './clock.js';

/** The second of `eod_time`'s minute at which a day ends (trading-rules §5). */
const LAST_SECOND_MS = 59_000;

/**
 * The settings that the calendar of ends of days is made from; a platform without settings has the
 * defaults.
 */
type DaySettings = Pick<PlatformRecord, 'eod_time' | 'eod_weekdays'>;

const DEFAULTS: DaySettings = { eod_time: '23:59', eod_weekdays: [1, 2, 3, 4, 5] };

/** A trading day by the run that ends it. */
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

/** Days since 1970 of the server date at a time (trading-rules §0, §5). */
export const serverDay = (clock: ServerClock, at: number): number =>
  Math.floor((at + serverOffset(clock, at)) / DAY_MS);

/** Weekday of a server day; 0 = Sunday (trading-rules §0). */
export const weekdayOfDay = (day: number): number => (day + 4) % 7;

const isMonthEnd = (day: number): boolean => dateText((day + 1) * DAY_MS).endsWith('-01');

/** The ends of days as the platform plans them (trading-rules §5). */
export class DayCalendar {
  private readonly ofDay: number;
  private readonly weekdays: ReadonlySet<number>;
  /** The newest run that was asked for, and the one after it. */
  private found = 0;
  private following = 0;
  /** The run whose day was asked for last. */
  private asked: { readonly at: number; readonly day: TradingDay } | undefined;

  constructor(
    private readonly clock: ServerClock,
    { eod_time, eod_weekdays }: DaySettings = DEFAULTS,
  ) {
    const [hours = 0, minutes = 0] = eod_time.split(':').map(Number);
    this.ofDay = hours * HOUR_MS + minutes * MINUTE_MS + LAST_SECOND_MS;
    this.weekdays = new Set(eod_weekdays);
  }

  /** Does the end of a server day run: on its weekdays, and at the end of every month? */
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

  /** The newest run at or before a time, in ms. Asking again within the same day costs nothing. */
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

  /** The runs after a time up to and including another, in order. */
  between(after: number, until: number): readonly number[] {
    const runs: number[] = [];
    for (let at = this.next(after); at <= until; at = this.next(at)) runs.push(at);
    return runs;
  }

  /** The day that a run ends. Asking again for the same run costs nothing. */
  dayOf(at: number): TradingDay {
    if (this.asked?.at !== at) {
      const day = serverDay(this.clock, at);
      const weekday = weekdayOfDay(day);
      const date = dateText(day * DAY_MS);
      this.asked = { at, day: { day, date, weekday, monthEnd: isMonthEnd(day) } };
    }
    return this.asked.day;
  }

  /** Has the day that a run ends been ended by the run of `endedAt` (0 = none) or a later one? */
  isEnded(at: number, endedAt: number): boolean {
    return endedAt !== 0 && serverDay(this.clock, at) <= serverDay(this.clock, endedAt);
  }

  /** UTC of the end of a server day; a time that spring leaves out moves within its day. */
  private endOf(day: number): number {
    const local = day * DAY_MS + this.ofDay;
    const at = toUtc(this.clock, local);
    if (at + serverOffset(this.clock, at) <= local) return at;
    return serverDay(this.clock, at - HOUR_MS) === day ? at - HOUR_MS : at;
  }
}

/** An account as far as its trading days go. */
interface Dated {
  readonly ledger: Pick<Ledger, 'day_ended_at'>;
  readonly switches: Pick<AccountSwitches, 'created_at' | 'archived'>;
}

/** From when on ends of days are the account's: its last one, or its opening. */
const since = ({ ledger, switches }: Dated): number => ledger.day_ended_at || switches.created_at;

/** Is a run the account's, and its day not ended (§5)? Archived accounts have no days any more. */
export const isRunOpen = (account: Dated, calendar: DayCalendar, at: number): boolean =>
  at > since(account) &&
  !calendar.isEnded(at, account.ledger.day_ended_at) &&
  !account.switches.archived;

/** Is an end of day of the account due and not run (trading-rules §5)? */
export const isDayDue = (account: Dated, calendar: DayCalendar, now: number): boolean =>
  isRunOpen(account, calendar, calendar.latest(now));

/** The first planned end of day after a time, in ms (trading-rules §5). */
export const nextEndOfDay = (
  { calendar }: { readonly calendar: DayCalendar },
  after: number,
): number => calendar.next(after);

/** The planned ends of days after a time, up to and including another (trading-rules §5). */
export const endsOfDayBetween = (
  { calendar }: { readonly calendar: DayCalendar },
  after: number,
  until: number,
): readonly number[] => calendar.between(after, until);
