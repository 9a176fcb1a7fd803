// Rounds: work on many things, a while at a time.

/** The clock is read after so many. */
const CLOCK_EVERY = 16;

/** Goes through things that may come and go meanwhile. */
export class Rounds<T> {
  #left: Iterator<T> | undefined;

  constructor(private readonly all: () => Iterable<T>) {}

  /** Are some left of a round? */
  get isUnderWay(): boolean {
    return this.#left !== undefined;
  }

  /** Visits those that are left until a time of `performance.now`; true after the last of them. */
  go(visit: (one: T) => void, until: number): boolean {
    this.#left ??= this.all()[Symbol.iterator]();
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
