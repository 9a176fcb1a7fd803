// Rounds: work through many items, a slice of time at a time.

/** The clock is read after so many. */
const CLOCK_EVERY = 16;

/** Goes through things that may come and go meanwhile. */
export class Rounds<T> {
  #left: Iterator<T> | undefined;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** Rounds that have begun. */
  count = 0;

  /** A round begins so many ms after the last round began, or when that is over. */
  constructor(
    private readonly everyMs: number,
    private readonly all: () => Iterable<T>,
  ) {}

  /**
   * Visits the rest until a time of `performance.now`; false when some are still left. `now` is the
   * time that rounds begin by.
   */
  go(visit: (one: T) => void, now: number, until: number): boolean {
    if (this.#left === undefined) {
      if (now < this.#begunAt + this.everyMs) return true;
      this.#begunAt = now;
      this.count += 1;
      this.#left = this.all()[Symbol.iterator]();
    }
    do {
      for (let n = 0; n < CLOCK_EVERY; n += 1) {
        const next = this.#left.next();
        if (next.done) {
          this.#left = undefined;
          return true;
        }
        visit(next.value);
      }
    } while (performance.now() < until);
    return false;
  }
}
