// Holds: accounts whose requests are held back while the desk decides about them.

import { patience } from '../failpoint.js';
import type { HoldAnswer } from '../messages.js';
import type { Shard } from './shard.js';

/** An account that is not let go in this time is let go all the same. */
export const HOLD_MS = patience(10_000);

/** The locks that the desk has on a shard's accounts, each by the number it was asked for with. */
export class Holds {
  /** Those that were asked for and are not taken yet. */
  readonly #asked = new Set<number>();
  readonly #taken = new Map<number, { readonly until: number; readonly unlock: () => void }>();

  constructor(private readonly shard: Shard) {}

  /** Takes an account's lock when it is free, and tells then whether the account is busy. */
  hold(hold: number, login: number, answer: (held: HoldAnswer) => void): void {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return answer(null);
    this.#asked.add(hold);
    const isQueued = actor.run(() => {
      if (!this.#asked.delete(hold)) return;
      this.#taken.set(hold, { until: this.shard.elapsed + HOLD_MS, unlock: actor.lock() });
      const { positions, orders, queue } = actor.state;
      answer({ hold, busy: positions.size + orders.size + queue.size > 0 });
    });
    if (isQueued) return;
    this.#asked.delete(hold);
    answer(null);
  }

  /** Lets an account go: what waited in its mailbox is done. What is not taken yet never is. */
  release(hold: number): void {
    this.#asked.delete(hold);
    const taken = this.#taken.get(hold);
    this.#taken.delete(hold);
    taken?.unlock();
  }

  /** Lets go what is held for too long; called every few milliseconds. */
  timers(): void {
    for (const [hold, { until }] of this.#taken)
      if (until <= this.shard.elapsed) this.release(hold);
  }
}
