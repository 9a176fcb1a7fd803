// Turns of the event loop: so many requests are answered in one, then others have theirs.

/** Requests that the front answers itself in one turn, where it is not said otherwise … */
const REQUESTS_A_TURN = 200;
/** … and time that they have: some take as long as a hundred others. */
const TURN_MS = 8;

/** Shares each turn among all who ask. */
export class Turns {
  #left: number;
  #began = 0;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  /** `now` is a clock in ms, `most` how many have a turn together. */
  constructor(
    private readonly now: () => number,
    private readonly most = REQUESTS_A_TURN,
  ) {
    this.#left = most;
  }

  /** Runs at once, or in a later turn when this one is full; in the order of the calls. */
  run(work: () => void): void {
    if (this.#waiting.length === 0 && this.#isLeft) this.#do(work);
    else this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    this.#left = this.most;
    while (this.#isLeft) {
      const work = this.#waiting.shift();
      if (work === undefined) {
        this.#left = this.most;
        return;
      }
      this.#do(work);
    }
    this.#schedule();
  }

  /** May another one be answered in this turn? */
  get #isLeft(): boolean {
    if (this.#left === this.most) this.#began = this.now();
    return this.#left > 0 && this.now() - this.#began < TURN_MS;
  }

  #do(work: () => void): void {
    this.#left -= 1;
    work();
  }
}
