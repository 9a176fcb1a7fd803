// Turns of the event loop: so many requests are answered in one, then others have theirs.

/** Requests of sockets that the front answers itself in one turn: a few milliseconds at most. */
const REQUESTS_A_TURN = 200;

/** Shares each turn among all connections, one request of each at a time. */
export class SocketTurns {
  #left = REQUESTS_A_TURN;
  #isScheduled = false;
  readonly #waiting: (() => void)[] = [];

  /** Runs at once, or in a later turn when this one is full; in the order of the calls. */
  run(work: () => void): void {
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left -= 1;
      work();
    } else this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isScheduled = false;
    this.#left = REQUESTS_A_TURN;
    while (this.#left > 0) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      this.#left -= 1;
      work();
    }
    this.#schedule();
  }
}
