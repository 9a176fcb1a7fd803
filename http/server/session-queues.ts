// Requests of a session that run one after another, and how many may wait.

import { type Refusal, refuse } from '../../wire/base/codes.js';
import type { MaybePromise } from './maybe-promise.js';

/** Counts open items by name. */
class Gauge {
  readonly #open = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Counts one more; false = the name is at its limit, and nothing was counted. */
  acquire(name: string): boolean {
    const open = this.#open.get(name) ?? 0;
    if (open >= this.max) return false;
    this.#open.set(name, open + 1);
    return true;
  }

  /** A counted request or socket has ended. */
  release(name: string): void {
    const open = this.#open.get(name) ?? 0;
    if (open <= 1) this.#open.delete(name);
    else this.#open.set(name, open - 1);
  }
}

/**
 * Requests of a name that may wait for the running one; further ones are refused. The tabs of a
 * browser share a session, and each view of a desk makes up to three such requests at once.
 */
export const WAITING_MAX = 8;

const busy = refuse(
  'auth.too_many_attempts',
  'The session has other requests that are not answered yet; try again after 2 s. ' +
    'retry_after=2',
);

/** Runs requests of the same name one after another, in the order of their arrival. */
export class SessionQueues {
  readonly #gauge = new Gauge(1 + WAITING_MAX);
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after earlier work of the name has ended; refuses when too many wait. */
  async take<T>(name: string, work: () => MaybePromise<T>): Promise<T | Refusal> {
    if (!this.#gauge.acquire(name)) return busy;
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.#last.set(name, ended);
    try {
      return await turn;
    } finally {
      this.#gauge.release(name);
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
