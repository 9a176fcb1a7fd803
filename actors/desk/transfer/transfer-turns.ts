// The pace of transfers: one file at a time, limited events, and pauses between files and events.

import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { nextSlice } from '../../shared/time-slices.js';

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

/** Most files under way or waiting for their turn; their bodies are in memory. */
const FILES_MAX = 5;
/** Most of them of one user, so that a user leaves room for others: one under way, one waits. */
const USER_FILES_MAX = 2;

const busy = refuse(
  'auth.too_many_attempts',
  'Other files are under way; try again. retry_after=5',
);

/** Runs transfers one after the other, with a pause after each. */
export class TransferTurns {
  #last: Promise<unknown> = Promise.resolve();
  /** The users whose files are under way or wait, once for each file. */
  readonly #users: number[] = [];

  /** Runs a user's work after earlier work has ended; refuses when too many files wait. */
  async take<T>({ login }: Caller, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const own = this.#users.filter((user) => user === login);
    if (this.#users.length === FILES_MAX || own.length === USER_FILES_MAX) return busy;
    this.#users.push(login);
    const resting = new Resting();
    const turn = this.#last.then(nextSlice).then(() => {
      resting.begin();
      return work();
    });
    const rest = () => resting.rest();
    this.#last = turn.then(rest, rest);
    try {
      return await turn;
    } finally {
      this.#users.splice(this.#users.indexOf(login), 1);
    }
  }
}
