// A shard's alarm: wakes the thread when the next waiting request or expiry is due.

/** Shortest delay in ms, so that work that stays due does not keep the thread busy. */
const SOONEST_MS = 1;

/** The clock and timers of an alarm; ms. */
interface AlarmClock {
  now(): number;
  /** Calls `run` after a delay; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's timers with the owner's clock. */
export const timersBy = (now: () => number): AlarmClock => ({
  now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Rings once at the earliest time that was set. */
export class Alarm {
  #at = Number.POSITIVE_INFINITY;
  #callOff: () => void = () => {};

  /** Times later than `withinMs` are ignored, because a regular check covers them. */
  constructor(
    private readonly withinMs: number,
    private readonly ring: () => void,
    private readonly clock: AlarmClock,
  ) {}

  /**
   * Sets the alarm to a time, ms since 1970, unless an earlier one is set; a past time rings soon.
   */
  set(at: number): void {
    if (at >= this.#at) return;
    const inMs = Math.ceil(at - this.clock.now());
    if (inMs >= this.withinMs) return;
    this.#callOff();
    this.#at = at;
    this.#callOff = this.clock.after(Math.max(SOONEST_MS, inMs), () => {
      this.#at = Number.POSITIVE_INFINITY;
      this.ring();
    });
  }

  /** Cancels it. */
  stop(): void {
    this.#at = Number.POSITIVE_INFINITY;
    this.#callOff();
  }
}
