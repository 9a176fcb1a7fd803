// The pace of transfers: one file at a time, limited events, and pauses between them.

import { type Outcome, refuse } from '../../../wire/base/codes.js';

/** Most items in one event. */
export const BATCH_ITEMS = 256;
/** The message when shards do not report the usage. */
export const UNASKED = 'Whether accounts use it could not be checked.';

/** A pause between batches: this share of the time that the work took, at most `msMax`. */
const REST = { share: 0.9, msMax: 250 } as const;

/** Pauses after work, so that orders and other requests get a good part of the time. */
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

/** Most files that wait for their turn; their bodies are in memory. */
const WAITING_MAX = 4;

const busy = refuse(
  'auth.too_many_attempts',
  'Other files are under way; try again. retry_after=5',
);

/** Runs transfers one after the other. */
export class TransferTurns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs the work after earlier work has ended; refuses when too many files wait. */
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
