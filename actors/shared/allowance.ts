// Allowances (token buckets): an amount that can be used at once, refilled at a constant rate;
// limits of lines in an hour, and lines that are logged once a minute.

/** The rest of an allowance; callers pass its size and rate each time. */
export class Allowance {
  #left = 0;
  #countedAt = Number.NEGATIVE_INFINITY;

  /** Takes `amount` out of at most `most`; false when less is left. */
  take(amount: number, now: number, most: number, perSecond: number): boolean {
    const refill = ((now - this.#countedAt) * perSecond) / 1000;
    this.#left = Math.min(most, this.#left + refill);
    this.#countedAt = now;
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /**
   * Takes an amount that was not known before; the allowance may become negative, which later calls
   * must wait for.
   */
  spend(amount: number): void {
    this.#left -= amount;
  }

  /** Time in ms until `amount` will be left, after a refused `take`. */
  wait(amount: number, perSecond: number): number {
    return ((amount - this.#left) * 1000) / perSecond;
  }
}

/** The amount that can be used at once, and the amount added each minute. */
export interface Rate {
  readonly most: number;
  readonly perMinute: number;
}

/** Most names with an allowance; beyond it the least recently used one is reset. */
const NAMES_MAX = 100_000;

/** Allowances of one rate, by name. */
export class Allowances {
  readonly #byName = new Map<string, Allowance>();

  constructor(
    readonly rate: Rate,
    private readonly namesMax = NAMES_MAX,
  ) {}

  /** Takes `amount`; returns 0, or the time to wait in ms when less is left. */
  take(name: string, amount: number, now: number): number {
    const { most, perMinute } = this.rate;
    const mine = this.#of(name);
    const perSecond = perMinute / 60;
    return mine.take(amount, now, most, perSecond) ? 0 : mine.wait(amount, perSecond);
  }

  /** Time to wait in ms until `amount` is left; 0 = it is. Takes nothing. */
  wait(name: string, amount: number, now: number): number {
    this.take(name, 0, now);
    return Math.max(0, this.#of(name).wait(amount, this.rate.perMinute / 60));
  }

  /**
   * Takes an amount without a check; the allowance may become negative, which later calls must wait
   * for.
   */
  spend(name: string, amount: number, now: number): void {
    this.take(name, 0, now);
    this.#of(name).spend(amount);
  }

  #of(name: string): Allowance {
    const mine = this.#byName.get(name) ?? new Allowance();
    this.#byName.delete(name);
    this.#byName.set(name, mine);
    const [oldest] = this.#byName.size > this.namesMax ? this.#byName.keys() : [];
    if (oldest !== undefined) this.#byName.delete(oldest);
    return mine;
  }
}

/** Most lines of one kind that a peer can cause in an hour, in the journal or the log. */
export const LINES_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** Counts lines that a peer can cause without end, again with each hour of the clock. */
export class HourlyLimit {
  #hour = 0;
  #count = 0;

  /** `now` is the time in ms since 1970. */
  constructor(
    private readonly now: () => number,
    private readonly max = LINES_PER_HOUR,
  ) {}

  /** Counts a line; false = it is beyond the limit of this hour. */
  take(): boolean {
    const hour = Math.floor(this.now() / HOUR_MS);
    if (hour !== this.#hour) this.#count = 0;
    this.#hour = hour;
    this.#count += 1;
    return this.#count <= this.max;
  }

  /** Was the line that was counted last the first one beyond the limit? */
  get isFirstBeyond(): boolean {
    return this.#count === this.max + 1;
  }
}

/** Limits of lines by what they are about; a peer must not choose the keys. */
export class HourlyLimits<K> {
  readonly #byKey = new Map<K, HourlyLimit>();

  /** The limit of a key; `now` is the time in ms since 1970. */
  of(key: K, now: () => number): HourlyLimit {
    const limit = this.#byKey.get(key) ?? new HourlyLimit(now);
    this.#byKey.set(key, limit);
    return limit;
  }
}

/** The time for which the same line is left out, in ms. */
const REPEAT_MS = 60_000;
/** Most lines that are remembered; the oldest is forgotten. */
const TEXTS_MAX = 64;

/** A line that was logged: when, and how often it was left out since. */
interface LoggedLine {
  readonly at: number;
  left: number;
}

type LineLevel = 'info' | 'warn' | 'error';

/** A line, of which `msg` and `reason` are compared. */
type ConnectionLine = { readonly msg: string; readonly reason?: unknown };

/** The log, and the clock that counts the minute in which equal lines are joined. */
interface LineEnv<L extends ConnectionLine> {
  /** Monotonic ms. */
  elapsed(): number;
  log(level: LineLevel, record: L): void;
}

/**
 * Logs lines that name what they are about. A line that is said again and again, as by a connection
 * that is tried for hours, is logged once a minute, with the number of those that were left out.
 */
class RepeatedLines<L extends ConnectionLine> {
  readonly #logged = new Map<string, LoggedLine>();

  /** `name` is part of every line: `{ gateway: 'LP 1' }`. */
  constructor(
    private readonly env: LineEnv<L>,
    private readonly name: Readonly<Record<string, string>>,
  ) {}

  /** Logs a line, with `repeated` where it was left out meanwhile, or leaves it out. */
  log(level: LineLevel, record: L): void {
    const text = `${level} ${record.msg} ${record.reason ?? ''}`;
    const now = this.env.elapsed();
    const before = this.#logged.get(text);
    if (before !== undefined && now - before.at < REPEAT_MS) {
      before.left += 1;
      return;
    }
    const repeated = before === undefined || before.left === 0 ? {} : { repeated: before.left };
    this.#logged.delete(text);
    if (this.#logged.size >= TEXTS_MAX) {
      const [oldest = ''] = this.#logged.keys();
      this.#logged.delete(oldest);
    }
    this.#logged.set(text, { at: now, left: 0 });
    this.env.log(level, { ...record, ...this.name, ...repeated });
  }
}

/** The same surroundings with a log for the lines of one connection. */
export const connectionEnv = <
  L extends ConnectionLine,
  E extends LineEnv<L> & {
    now(): number;
    setTimer(run: () => void, ms: number): unknown;
    clearTimer(timer: unknown): void;
  },
>(
  env: E,
  name: Readonly<Record<string, string>>,
) => {
  const lines = new RepeatedLines<L>(env, name);
  return {
    now: () => env.now(),
    elapsed: () => env.elapsed(),
    setTimer: (run: () => void, ms: number) => env.setTimer(run, ms),
    clearTimer: (timer: unknown) => env.clearTimer(timer),
    log: (level: LineLevel, record: L) => lines.log(level, record),
  };
};
