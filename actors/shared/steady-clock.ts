// The time that events are stamped with: the machine's, except that it neither falls nor halts,
// and takes no leap of the machine's that does not last. One thread decides, the main one, and the
// others follow a leap when it does.

/** While the machine's time is behind the time given out already, the clock runs at this pace. */
const PACE = 0.5;
/** The machine's time leaps when it goes so much further than has passed … */
const LEAP_MS = 60_000;
/** … and is followed when it has stayed there for so long. */
const HOLD_MS = 10_000;
/** The machine's time is set back by so much when that is worth a word: clocks are adjusted. */
const BEHIND_MS = 1_000;
/** The time is looked at so often at least, so that no leap stays unseen for long. */
const LOOK_MS = 1_000;

/** Cells of 64 bits: told time less `elapsed` when the machine was last believed, 0: not yet … */
const BELIEVED = 0;
/** … and the same of the leap that is waited for; 0: none, or a thread saw the clock elsewhere. */
const LEAP = 1;
const CELLS = 2;

/** A moment, and the time given out then. */
interface ClockReading {
  readonly told: number;
  readonly elapsed: number;
}

/** Where a clock has its time from. */
interface TimeSource {
  /** The machine's time, ms since 1970; may jump. */
  wall(): number;
  /** ms from some moment on, the same in all threads, whatever the machine's time is set to. */
  elapsed(): number;
}

/** The start of the clock of another thread. */
export interface ClockStart {
  /** The memory that all threads share: `BELIEVED` and `LEAP`. */
  readonly shared: SharedArrayBuffer;
  /** Events of that time are there already, ms since 1970. */
  readonly notBefore: number;
}

/** Is told what becomes of the machine's time, and how many ms it is about. */
type ClockListener = (what: string, ms: number) => void;

const memory = (): SharedArrayBuffer =>
  new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT);

/** The time that is given out while the clock is slewed. */
const paced = ({ told, elapsed: since }: ClockReading, elapsed: number): number =>
  told + Math.floor((elapsed - since) * PACE);

const MACHINE: TimeSource = {
  wall: Date.now,
  elapsed: () => Number(process.hrtime.bigint() / 1_000_000n),
};

/**
 * A clock in ms since 1970. When the machine's clock is set back it is slewed: it runs at half pace
 * until the machine's time has caught up, so that no event is earlier than its cause, and work that
 * is due by the time of day still comes due. When the machine's clock is set forward by more than a
 * minute, this clock follows once that has lasted for ten seconds: an event can never be moved back
 * into the past. The first clock of a process decides on leaps, and reports them; clocks that start
 * from it wait until it has followed. A leap on top of another starts the wait again.
 */
export class SteadyClock {
  readonly #decides: boolean;
  readonly #shared: SharedArrayBuffer;
  readonly #cells: BigInt64Array;
  #tell: ClockListener = () => {};
  #told: number;
  /** Since when the one that decides waits for a leap, by `elapsed`. */
  #leaptAt: number | undefined;
  /** The start of the slewing, by `elapsed`, and the time given out then. */
  #slew: ClockReading | undefined;

  constructor(
    from?: ClockStart,
    private readonly source: TimeSource = MACHINE,
  ) {
    this.#decides = from === undefined;
    this.#shared = from?.shared ?? memory();
    this.#cells = new BigInt64Array(this.#shared);
    this.#told = from?.notBefore ?? 0;
  }

  /** The start of another thread's clock. */
  get start(): ClockStart {
    return { shared: this.#shared, notBefore: this.now() };
  }

  /** The time; never below what it was before. */
  readonly now = (): number => {
    const wall = this.source.wall();
    this.#checkLeap(wall);
    const step = wall - this.#told;
    if (step < 0) return this.#slewed();
    return step < LEAP_MS ? this.#follow(wall) : this.#leap(wall);
  };

  /** There is an event of that time: it is not before it from here on. */
  raise(time: number): void {
    if (time <= this.now()) return;
    this.#slew = undefined;
    this.#told = time;
  }

  /** How much it is ahead of the machine's time, in ms. */
  get ahead(): number {
    return Math.max(0, this.now() - this.source.wall());
  }

  /** Looks at the time regularly, also while nobody asks for it; keeps no process alive. */
  watch(tell: ClockListener = () => {}): this {
    this.#tell = tell;
    setInterval(() => {
      const told = this.now();
      const follows = this.#leaptAt === undefined && this.#slew === undefined;
      if (this.#decides && follows) this.#believe(told);
    }, LOOK_MS).unref();
    return this;
  }

  /** The leap that is waited for is over for all threads when this one sees the clock elsewhere. */
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
    this.#told = wall;
    return wall;
  }

  #slewed(): number {
    const elapsed = this.source.elapsed();
    this.#leaptAt = undefined;
    if (this.#slew === undefined) {
      this.#slew = { told: this.#told, elapsed };
      const behind = this.#told - this.source.wall();
      if (behind >= BEHIND_MS) this.#tell('the clock was set back: time goes on slowly', behind);
    }
    this.#told = paced(this.#slew, elapsed);
    return this.#told;
  }

  /**
   * The machine's time is far ahead of the time given out: as much may have passed, or it leapt.
   * Until that is known the clock goes on as before, at half pace where it is slewed.
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
    this.#told = Math.max(this.#told, expected);
    return this.#told;
  }

  /** Is the leap to be followed? A new leap is reported, and waited for from here on. */
  #lasted(wall: number, elapsed: number, ahead: number): boolean {
    if (this.#leaptAt === undefined || Atomics.load(this.#cells, LEAP) === 0n) {
      this.#leaptAt = elapsed;
      Atomics.store(this.#cells, LEAP, BigInt(Math.floor(wall - elapsed)));
      this.#tell('the clock was set forward: it is followed when that lasts', ahead);
      return false;
    }
    if (elapsed - this.#leaptAt < HOLD_MS) return false;
    this.#tell('time follows the clock that was set forward', wall - this.#told);
    return true;
  }

  /** The machine's time is true, for all threads from here on. */
  #believe(told: number): void {
    Atomics.store(this.#cells, BELIEVED, BigInt(Math.floor(told - this.source.elapsed())));
  }
}
