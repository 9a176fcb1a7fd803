// The time that events are stamped with: the machine's, except that it neither falls nor halts,
// and takes no leap of the machine's that does not last. All threads follow a leap at once.

/** While the machine's time is behind what was told already, told time goes on at this pace. */
const PACE = 0.5;
/** The machine's time leaps when it goes so much further than has passed … */
const LEAP_MS = 60_000;
/** … and is followed when it has stayed there for so long. */
const HOLD_MS = 10_000;
/** The machine's time is set back by so much when that is worth a word: clocks are adjusted. */
const BEHIND_MS = 1_000;
/** The time is looked at so often at least, so that all threads notice a leap at about the same. */
const LOOK_MS = 1_000;

/** A moment, and what was told then. */
interface Mark {
  readonly told: number;
  readonly elapsed: number;
}

/** Where a clock has its time from. */
export interface TimeSource {
  /** The machine's time, ms since 1970; may jump. */
  wall(): number;
  /** ms from some moment on, the same in all threads, whatever the machine's time is set to. */
  elapsed(): number;
}

/** What a thread's clock starts from. */
export interface ClockStart {
  /** One cell of 64 bits: told time less what has elapsed, when the machine was last believed. */
  readonly believed: SharedArrayBuffer;
  /** Events of that time are there already, ms since 1970. */
  readonly notBefore: number;
}

/** Is told what becomes of the machine's time, and how many ms it is about. */
type Tell = (what: string, ms: number) => void;

/** The time that is told while it is slewed. */
const paced = ({ told, elapsed: since }: Mark, elapsed: number): number =>
  told + Math.floor((elapsed - since) * PACE);

const MACHINE: TimeSource = {
  wall: Date.now,
  elapsed: () => Number(process.hrtime.bigint() / 1_000_000n),
};

/**
 * A clock in ms since 1970. When the machine's clock is set back it is slewed: it goes on at half
 * pace until the machine's time has come up with it, so that nothing happens before what it follows
 * from, and what is due by the time of day still comes due. When the machine's clock is set forward
 * by more than a minute, this one follows once that has lasted for ten seconds: an event can never
 * be taken back into the past.
 */
export class SteadyClock {
  #tell: Tell = () => {};
  #told: number;
  readonly #believed: BigInt64Array;
  /** Since when the machine's time is ahead of what has passed, by `elapsed`. */
  #leaptAt: number | undefined;
  /** Since when it is slewed, by `elapsed`, and what it told then. */
  #slew: Mark | undefined;

  constructor(
    private readonly from: ClockStart = { believed: new SharedArrayBuffer(8), notBefore: 0 },
    private readonly source: TimeSource = MACHINE,
  ) {
    this.#told = from.notBefore;
    this.#believed = new BigInt64Array(from.believed);
  }

  /** What another thread's clock starts from. */
  get start(): ClockStart {
    return { believed: this.from.believed, notBefore: this.now() };
  }

  /** The time; never below what it was before. */
  readonly now = (): number => {
    const wall = this.source.wall();
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
  watch(tell: Tell = () => {}): this {
    this.#tell = tell;
    setInterval(() => {
      const told = this.now();
      if (this.#leaptAt === undefined && this.#slew === undefined) this.#mark(told);
    }, LOOK_MS).unref();
    return this;
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
   * The machine's time is far ahead of what was told: as much may have passed, or it leapt. Until
   * that is known it goes on as before, at half pace where it is slewed.
   */
  #leap(wall: number): number {
    const elapsed = this.source.elapsed();
    const believed = Number(Atomics.load(this.#believed, 0));
    const kept = believed === 0 ? undefined : believed + elapsed;
    const expected = this.#slew === undefined ? (kept ?? wall) : paced(this.#slew, elapsed);
    const ahead = wall - Math.max(expected, kept ?? 0);
    const lasted = this.#leaptAt !== undefined && elapsed - this.#leaptAt >= HOLD_MS;
    if (ahead < LEAP_MS || lasted) return this.#believe(wall);
    if (this.#leaptAt === undefined) {
      this.#leaptAt = elapsed;
      this.#tell('the clock was set forward: it is followed when that lasts', ahead);
    }
    this.#told = Math.max(this.#told, expected);
    return this.#told;
  }

  /** Far ahead, and true: for as long as nobody asked, or for all threads from here on. */
  #believe(wall: number): number {
    if (this.#leaptAt !== undefined) {
      this.#tell('time follows the clock that was set forward', wall - this.#told);
    }
    this.#mark(wall);
    return this.#follow(wall);
  }

  #mark(told: number): void {
    Atomics.store(this.#believed, 0, BigInt(Math.floor(told - this.source.elapsed())));
  }
}
