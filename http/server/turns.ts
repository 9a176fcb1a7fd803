// Turns of the event loop: a limited number of requests is answered in one turn.

/** Default number of requests that the front itself answers in one turn. */
const REQUESTS_A_TURN = 200;
/** Most time for them in a turn, because some take as long as a hundred others. */
const TURN_MS = 8;

/** Distributes work over turns. */
export class Turns {
  #left: number;
  #began = 0;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  /** `now` is a clock in ms, `most` the number of requests in a turn. */
  constructor(
    private readonly now: () => number,
    private readonly most = REQUESTS_A_TURN,
  ) {
    this.#left = most;
  }

  /** Runs `work` now, or in a later turn when this one is full; in the order of calls. */
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

  /** May another request run in this turn? */
  get #isLeft(): boolean {
    if (this.#left === this.most) this.#began = this.now();
    return this.#left > 0 && this.now() - this.#began < TURN_MS;
  }

  #do(work: () => void): void {
    this.#left -= 1;
    work();
  }
}
