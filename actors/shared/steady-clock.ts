// The time that events are stamped with: the machine's, except that it neither falls nor halts.

/** While the machine's time is behind what was told already, told time goes on at this pace. */
const PACE = 0.5;

/**
 * A clock in ms since 1970. When the machine's clock is set back it is slewed: it goes on at half
 * pace until the machine's time has come up with it, so that nothing happens before what it follows
 * from, and what is due by the time of day still comes due. When it is set forward, so is this one.
 */
export class SteadyClock {
  #told = 0;
  /** Since when it is slewed, by `elapsed`, and what it told then. */
  #slew: { readonly since: number; readonly from: number } | undefined;

  constructor(
    private readonly wall: () => number = Date.now,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** The time; never below what it was before. */
  readonly now = (): number => {
    const wall = this.wall();
    if (wall >= this.#told) {
      this.#slew = undefined;
      this.#told = wall;
      return wall;
    }
    this.#slew ??= { since: this.elapsed(), from: this.#told };
    const { since, from } = this.#slew;
    this.#told = from + Math.floor((this.elapsed() - since) * PACE);
    return this.#told;
  };

  /** There is an event of that time: it is not before it from here on. */
  raise(time: number): void {
    if (time <= this.now()) return;
    this.#slew = undefined;
    this.#told = time;
  }
}
