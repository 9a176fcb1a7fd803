// The schedule of a FIX session: when it is open, and where its numbers begin again.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const SECOND_MS = 1000;
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

/** How far the wall time of a place is ahead of UTC at a time, ms. */
type WallOffset = (at: number) => number;

/** The offset of UTC itself. */
export const UTC_OFFSET: WallOffset = () => 0;

/** The offset of a zone; throws for a name that is none. */
export const zoneOffset = (zone: string): WallOffset => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => Number(parts.find((part) => part.type === type)?.value));
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    return wall - Math.floor(at / SECOND_MS) * SECOND_MS;
  };
};

/**
 * The time at which a wall shows a time: the first of two in autumn; where spring leaves it out,
 * later by what is left out.
 */
const wallToUtc = (wall: number, offset: WallOffset): number => {
  const before = wall - offset(wall - DAY_MS);
  const after = wall - offset(wall + DAY_MS);
  const isShown = (at: number): boolean => at + offset(at) === wall;
  return isShown(before) || !isShown(after) ? before : after;
};

/** Times of the day in ms after midnight; days count from Sunday = 0, for a weekly session. */
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

/** The state from a time until before another: the start of the open session, or none. */
interface Known {
  readonly from: number;
  readonly until: number;
  readonly start: number | undefined;
}

/** A schedule of daily or weekly sessions, by the wall time of UTC or of a zone. */
export class FixSchedule implements Schedule {
  readonly #period: number;
  readonly #offset: number;
  readonly #length: number;
  #known: Known = { from: 0, until: 0, start: undefined };

  constructor(
    { start, end, days }: ScheduleTimes,
    private readonly zone = UTC_OFFSET,
  ) {
    this.#period = days === undefined ? DAY_MS : WEEK_MS;
    const from = start + (days === undefined ? 0 : (days.start - THURSDAY) * DAY_MS);
    const to = end + (days === undefined ? 0 : (days.end - THURSDAY) * DAY_MS);
    const wrapped = (ms: number): number => ((ms % this.#period) + this.#period) % this.#period;
    this.#offset = wrapped(from);
    this.#length = wrapped(to - from) || this.#period;
  }

  /** The start of the session that is open; undefined when none is. */
  startOf(now: number): number | undefined {
    return this.#at(now).start;
  }

  /** The next time that a session ends or begins. */
  nextChange(now: number): number {
    return this.#at(now).until;
  }

  /** The state at a time; between changes it is worked out once. */
  #at(now: number): Known {
    if (now >= this.#known.from && now < this.#known.until) return this.#known;
    const wall = now + this.zone(now);
    const ofPeriod =
      wall - ((((wall - this.#offset) % this.#period) + this.#period) % this.#period);
    // The wall may be set back or forward between now and its period's ends, so those beside count.
    const spans = [-1, 0, 1].map((periods) => {
      const start = ofPeriod + periods * this.#period;
      return [start, start + this.#length].map((time) => wallToUtc(time, this.zone));
    });
    const open = spans.find(([start = 0, end = 0]) => start <= now && now < end);
    const until = Math.min(...spans.flat().filter((time) => time > now));
    this.#known = { from: now, until, start: open?.[0] };
    return this.#known;
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
