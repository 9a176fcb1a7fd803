// The turns of the sessions of a thread: each reads a little, then the others and all else go on.

/** Work that waits for its turn, one piece in each turn of the event loop, in the order of adding. */
class TurnQueue {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** Runs `work` in a later turn, after what was added before. */
  add(work: () => void): void {
    this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const work = this.#waiting.shift();
      this.#schedule();
      work?.();
    });
  }
}

/** The turns of this thread. */
export const TURNS = new TurnQueue();
