// Holds: accounts whose requests are held back while the desk decides about them.

import type { HoldAnswer } from '../messages.js';
import type { Shard } from './shard.js';

/** An account that is not let go in this time is let go all the same. */
export const HOLD_MS = 10_000;

/** The locks that the desk has on a shard's accounts. */
export class Holds {
  readonly #held = new Map<number, { readonly until: number; readonly unlock: () => void }>();

  constructor(private readonly shard: Shard) {}

  /** Takes an account's lock when it is free, and tells then whether the account is busy. */
  hold(login: number, answer: (held: HoldAnswer) => void): void {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return answer(null);
    const taken = actor.run(() => {
      this.#held.set(login, { until: this.shard.elapsed + HOLD_MS, unlock: actor.lock() });
      const { positions, orders, queue } = actor.state;
      answer({ busy: positions.size + orders.size + queue.size > 0 });
    });
    if (!taken) answer(null);
  }

  /** Lets an account go: what waited in its mailbox is done. */
  release(login: number): void {
    const held = this.#held.get(login);
    this.#held.delete(login);
    held?.unlock();
  }

  /** Lets go what is held for too long; called every few milliseconds. */
  timers(): void {
    for (const [login, { until }] of this.#held)
      if (until <= this.shard.elapsed) this.release(login);
  }
}
