// The clock for event times: the machine's time, except that it never decreases or stops, and
// ignores jumps that do not last. The main thread decides whether to follow a jump, and the others
// follow with it. And time stamps, to measure the hops of an order.

/** Pace of the clock while the machine's time is behind it. */
const PACE = 0.5;
/** The machine's time has jumped when it advances this much more than the elapsed time. */
const LEAP_MS = 60_000;
/** A jump is followed when it has lasted this long. */
const HOLD_MS = 10_000;
/**
 * A setback of the machine's time by this much is reported; clocks are adjusted by less all the
 * time.
 */
const BEHIND_MS = 1_000;
/** Longest interval between checks of the time, so that no jump stays unnoticed for long. */
const LOOK_MS = 1_000;

/** Cell of 64 bits: clock time minus `elapsed` at the last confirmed reading; 0 = none yet. */
const BELIEVED = 0;
/**
 * Cell of 64 bits: the same difference for a jump that is being waited for; 0 = none, or a thread
 * saw that the clock moved back.
 */
const LEAP = 1;
const CELLS = 2;

/** An elapsed time, and the clock time at that moment. */
interface ClockReading {
  readonly shown: number;
  readonly elapsed: number;
}

/** The time sources of a clock. */
interface TimeSource {
  /** The machine's time, ms since 1970; may jump. */
  wall(): number;
  /** Monotonic ms, the same in all threads, whatever the machine's time is set to. */
  elapsed(): number;
}

/** The data with which another thread's clock starts. */
export interface ClockStart {
  /** Memory shared by all threads: `BELIEVED` and `LEAP`. */
  readonly shared: SharedArrayBuffer;
  /** The time of the newest existing event, ms since 1970. */
  readonly notBefore: number;
}

/** Called with messages about the machine's time, and the ms concerned. */
type ClockListener = (what: string, ms: number) => void;

const memory = (): SharedArrayBuffer =>
  new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT);

/** The clock time while it is slewed. */
const paced = ({ shown, elapsed: since }: ClockReading, elapsed: number): number =>
  shown + Math.floor((elapsed - since) * PACE);

const MACHINE: TimeSource = {
  wall: Date.now,
  elapsed: () => Number(process.hrtime.bigint() / 1_000_000n),
};

/**
 * A clock in ms since 1970. When the machine's clock is set back, this clock is slewed: it runs at
 * half pace until the machine's time has caught up, so that no event is earlier than its cause, and
 * work that is due by the time of day still becomes due. When the machine's clock is set forward by
 * more than a minute, this clock follows after ten seconds, because an event can never be moved
 * back into the past. The first clock of a process decides on jumps and reports them; clocks
 * started from it wait until it has followed. A jump during a jump starts the wait again.
 */
export class SteadyClock {
  readonly #decides: boolean;
  readonly #shared: SharedArrayBuffer;
  readonly #cells: BigInt64Array;
  #report: ClockListener = () => {};
  #shown: number;
  /** In the deciding clock: since when it waits for a jump, in `elapsed` time. */
  #leaptAt: number | undefined;
  /** The start of slewing, in `elapsed` time, and the clock time at that moment. */
  #slew: ClockReading | undefined;

  constructor(
    from?: ClockStart,
    private readonly source: TimeSource = MACHINE,
  ) {
    this.#decides = from === undefined;
    this.#shared = from?.shared ?? memory();
    this.#cells = new BigInt64Array(this.#shared);
    this.#shown = from?.notBefore ?? 0;
  }

  /** The start of another thread's clock. */
  get start(): ClockStart {
    return { shared: this.#shared, notBefore: this.now() };
  }

  /** The time; never below an earlier result. */
  readonly now = (): number => {
    const wall = this.source.wall();
    this.#checkLeap(wall);
    const step = wall - this.#shown;
    if (step < 0) return this.#slewed();
    return step < LEAP_MS ? this.#follow(wall) : this.#leap(wall);
  };

  /** Makes the time not earlier than that of an existing event. */
  raise(time: number): void {
    if (time <= this.now()) return;
    this.#slew = undefined;
    this.#shown = time;
  }

  /** The difference to the machine's time, in ms, if this clock is ahead. */
  get ahead(): number {
    return Math.max(0, this.now() - this.source.wall());
  }

  /** Checks the time regularly, even while nobody asks for it; does not keep the process alive. */
  watch(report: ClockListener = () => {}): this {
    this.#report = report;
    setInterval(() => {
      const shown = this.now();
      const follows = this.#leaptAt === undefined && this.#slew === undefined;
      if (this.#decides && follows) this.#believe(shown);
    }, LOOK_MS).unref();
    return this;
  }

  /** Ends the wait for a jump, for all threads, when this thread sees that the clock moved back. */
  #checkLeap(wall: number): void {
    const leap = Atomics.load(this.#cells, LEAP);
    if (leap === 0n) return;
    const at = wall - this.source.elapsed();
    const leaps = at - Number(Atomics.load(this.#cells, BELIEVED)) >= LEAP_MS;
    if (leaps && Math.abs(at - Number(leap)) < LEAP_MS) return;
    Atomics.compareExchange(this.#cells, LEAP, leap, 0n);
  }

  #follow(wall: number): number {
    this.#leaptAt = undefined;
    this.#slew = undefined;
    this.#shown = wall;
    return wall;
  }

  #slewed(): number {
    const elapsed = this.source.elapsed();
    this.#leaptAt = undefined;
    if (this.#slew === undefined) {
      this.#slew = { shown: this.#shown, elapsed };
      const behind = this.#shown - this.source.wall();
      if (behind >= BEHIND_MS) this.#report('the clock was set back: time goes on slowly', behind);
    }
    this.#shown = paced(this.#slew, elapsed);
    return this.#shown;
  }

  /**
   * Handles machine time far ahead of clock time: either time has passed, or it jumped. Until that
   * is known the clock continues as before, at half pace while slewed.
   */
  #leap(wall: number): number {
    const elapsed = this.source.elapsed();
    const believed = Number(Atomics.load(this.#cells, BELIEVED));
    const kept = believed === 0 ? undefined : believed + elapsed;
    const expected = this.#slew === undefined ? (kept ?? wall) : paced(this.#slew, elapsed);
    const ahead = wall - Math.max(expected, kept ?? 0);
    if (ahead < LEAP_MS || (this.#decides && this.#lasted(wall, elapsed, ahead))) {
      if (this.#decides) this.#believe(wall);
      return this.#follow(wall);
    }
    this.#shown = Math.max(this.#shown, expected);
    return this.#shown;
  }

  /** Has the jump lasted long enough? A new jump is reported, and the wait starts. */
  #lasted(wall: number, elapsed: number, ahead: number): boolean {
    if (this.#leaptAt === undefined || Atomics.load(this.#cells, LEAP) === 0n) {
      this.#leaptAt = elapsed;
      Atomics.store(this.#cells, LEAP, BigInt(Math.floor(wall - elapsed)));
      this.#report('the clock was set forward: it is followed when that lasts', ahead);
      return false;
    }
    if (elapsed - this.#leaptAt < HOLD_MS) return false;
    this.#report('time follows the clock that was set forward', wall - this.#shown);
    return true;
  }

  /** Accepts the machine's time for all threads. */
  #believe(shown: number): void {
    Atomics.store(this.#cells, BELIEVED, BigInt(Math.floor(shown - this.source.elapsed())));
  }
}

const TRIES = 20;

/** The difference between the machine's clock and this thread's, read one right after the other. */
const tryOrigin = (): number => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6 - performance.now();
};

/** A thread interrupted between the two reads gets a smaller value, so the largest is right. */
const ORIGIN = Math.max(...Array.from({ length: TRIES }, tryOrigin));

/** ms with fractions, from an origin common to all threads of the machine; never decreases. */
export const stampNow = (): number => ORIGIN + performance.now();
