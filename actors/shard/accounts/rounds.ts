// Rounds: repeated work on many items, a limited time at once.

/** Number of items between two reads of the clock. */
const CLOCK_EVERY = 16;

/** Visits items that may be added and removed meanwhile. */
export class Rounds<T> {
  #left: Iterator<T> | undefined;
  #begunAt = Number.NEGATIVE_INFINITY;
  /** Number of started rounds. */
  count = 0;

  /**
   * A round starts `everyMs` after the start of the round before, or at the end of that, if it is
   * later.
   */
  constructor(
    private readonly everyMs: number,
    private readonly all: () => Iterable<T>,
  ) {}

  /**
   * Continues the round until `until` in `performance.now` time; false when items are left. `now`
   * is the time that decides on the start of rounds.
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
