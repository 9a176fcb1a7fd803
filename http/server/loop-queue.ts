// The queue of the event loop: a limited number of requests is answered in one iteration.

/** Default number of requests that the front itself answers in one iteration. */
const REQUESTS_A_LOOP = 200;
/** Most time for them in an iteration, because some take as long as a hundred others. */
const LOOP_MS = 8;

/** Distributes work over iterations of the event loop. */
export class LoopQueue {
  #left: number;
  #began = 0;
  #isScheduled = false;
  /** Waiting work and its units. */
  readonly #waiting = new Map<() => void, number>();

  /** `now` is a clock in ms, `most` the number of requests in an iteration, or of their units. */
  constructor(
    private readonly now: () => number,
    private readonly most = REQUESTS_A_LOOP,
  ) {
    this.#left = most;
  }

  /**
   * Runs `work` now, or in a later iteration when this one is full; in the order of calls. `work`
   * must not be waiting already.
   */
  run(work: () => void, units = 1): void {
    if (this.#waiting.size === 0 && this.#isLeft) this.#do(work, units);
    else this.#waiting.set(work, units);
    this.#schedule();
  }

  /** Drops work that still waits. */
  cancel(work: () => void): void {
    this.#waiting.delete(work);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    this.#left = this.most;
    for (const [work, units] of this.#waiting) {
      if (!this.#isLeft) return this.#schedule();
      this.#waiting.delete(work);
      this.#do(work, units);
    }
    this.#left = this.most;
  }

  /** May another request run in this iteration? */
  get #isLeft(): boolean {
    if (this.#left === this.most) this.#began = this.now();
    return this.#left > 0 && this.now() - this.#began < LOOP_MS;
  }

  #do(work: () => void, units: number): void {
    this.#left -= units;
    work();
  }
}
