// Pace of transfers: one file at a time, how much goes into one event, how long it rests between.

import { type Outcome, refuse } from '../../../wire/base/codes.js';

/** Items of one event of the log. */
export const BATCH_ITEMS = 256;
/** The message where the shards do not answer what is in use. */
export const UNASKED = 'Whether accounts use it could not be checked.';

/** A rest between batches: this share of the work before, and at most so long. */
const REST = { share: 0.9, msMax: 250 } as const;

/** Rests after work, that orders and others have a good part of the time. */
export class Resting {
  #began = 0;

  begin(): void {
    this.#began = performance.now();
  }

  rest(): Promise<void> {
    const ms = Math.min(REST.share * (performance.now() - this.#began), REST.msMax);
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

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

  /** Runs the work when earlier work has ended; refuses when too much waits. */
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
