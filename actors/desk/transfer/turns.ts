// Turns of transfers: files are worked through one at a time, and few wait.

import { type Outcome, refuse } from '../../../wire/base/codes.js';

/** Files that wait for the one under way; their bodies lie in memory. */
const WAITING_MAX = 4;

const busy = refuse(
  'auth.too_many_attempts',
  'Other files are under way; try again. retry_after=5',
);

/** Has transfers take turns. */
export class TransferTurns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs the work when those before it have ended; refuses when too many wait. */
  async take<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#waiting > WAITING_MAX) return busy;
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
