// The schedule of a FIX session: when it is open, and where its numbers begin anew.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 4;
/** Why there is no connection when no session is open. */
export const NOT_OPEN = 'the session is not open at this time';

/**
 * The metric of a connection: 1 = it is up. None where it is not to be up: a disabled one, and one
 * whose session is closed by its times, so that an alert on 0 does not go off each weekend.
 */
export const upOf = (
  name: string,
  isUp: boolean,
  isEnabled: boolean,
  lastError: string,
): Readonly<Record<string, number>> => {
  if (isUp) return { [name]: 1 };
  return isEnabled && lastError !== NOT_OPEN ? { [name]: 0 } : {};
};

/** Times of the day in ms after midnight UTC; days count from Sunday = 0, for a weekly session. */
interface ScheduleTimes {
  readonly start: number;
  /** The same as `start`: the session lasts until the next one. */
  readonly end: number;
  readonly days?: { readonly start: number; readonly end: number };
}

/** When sessions are open. */
export interface Schedule {
  /** The start of the session that is open, in ms; undefined when none is. */
  startOf(now: number): number | undefined;
  /** A time until which that stays so, in ms. */
  nextChange(now: number): number;
}

/** A schedule of daily or weekly sessions. */
export class FixSchedule implements Schedule {
  readonly #period: number;
  readonly #offset: number;
  readonly #length: number;

  constructor({ start, end, days }: ScheduleTimes) {
    this.#period = days === undefined ? DAY_MS : WEEK_MS;
    const from = start + (days === undefined ? 0 : (days.start - THURSDAY) * DAY_MS);
    const to = end + (days === undefined ? 0 : (days.end - THURSDAY) * DAY_MS);
    const wrapped = (ms: number): number => ((ms % this.#period) + this.#period) % this.#period;
    this.#offset = wrapped(from);
    this.#length = wrapped(to - from) || this.#period;
  }

  /** The start of the period of `now`, whether its session is still open or over; in ms. */
  #periodStart(now: number): number {
    return now - ((((now - this.#offset) % this.#period) + this.#period) % this.#period);
  }

  /** The start of the session that is open; undefined when none is. */
  startOf(now: number): number | undefined {
    const start = this.#periodStart(now);
    return now < start + this.#length ? start : undefined;
  }

  /** The next time that a session ends or begins. */
  nextChange(now: number): number {
    const start = this.#periodStart(now);
    return now < start + this.#length ? start + this.#length : start + this.#period;
  }
}

/** A session that is open by another schedule, if it has one, but on no holiday. */
export class HolidaySchedule implements Schedule {
  /** `days` are days of UTC in each year, `MM-DD`. */
  constructor(
    private readonly days: ReadonlySet<string>,
    private readonly schedule: Schedule | undefined,
  ) {}

  startOf(now: number): number | undefined {
    if (this.days.has(new Date(now).toISOString().slice(5, 10))) return undefined;
    // Without a schedule it is one session for ever, whose numbers go on.
    return this.schedule === undefined ? 0 : this.schedule.startOf(now);
  }

  nextChange(now: number): number {
    const midnight = now - (now % DAY_MS) + DAY_MS;
    return Math.min(midnight, this.schedule?.nextChange(now) ?? midnight);
  }
}
