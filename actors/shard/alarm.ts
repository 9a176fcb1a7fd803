// The alarm of a shard: it wakes the thread when the next waiting request or lifetime is due.

/** Soonest ring, ms: a due time that is not taken care of keeps no thread busy. */
const SOONEST_MS = 1;

/** Time as an alarm knows it; ms. */
interface AlarmClock {
  now(): number;
  /** Runs something in a while; answers what calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's timers, with a time of their owner's. */
export const timersBy = (now: () => number): AlarmClock => ({
  now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Rings once for the earliest time that it was set to. */
export class Alarm {
  #at = Number.POSITIVE_INFINITY;
  #callOff: () => void = () => {};

  /** Times from `withinMs` on are left to the regular look. */
  constructor(
    private readonly withinMs: number,
    private readonly ring: () => void,
    private readonly clock: AlarmClock,
  ) {}

  /** Sets it to a time, ms since 1970, unless it rings before; one that has passed rings soon. */
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

  /** Calls it off. */
  stop(): void {
    this.#at = Number.POSITIVE_INFINITY;
    this.#callOff();
  }
}
