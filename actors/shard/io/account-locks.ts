// Account locks: accounts whose requests wait while the desk decides about them.

import type { HoldAnswer } from '../../messages.js';
import type { Shard } from '../shard.js';

/** The locks that the desk has on a shard's accounts, each by the number it was asked for with. */
export class AccountLocks {
  /** Those that were asked for and are not taken yet. */
  readonly #asked = new Set<number>();
  readonly #taken = new Map<number, () => void>();

  constructor(private readonly shard: Shard) {}

  /** Takes an account's lock when it is free, and reports then whether the account is busy. */
  hold(hold: number, login: number, answer: (held: HoldAnswer) => void): void {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return answer(null);
    this.#asked.add(hold);
    const isQueued = actor.run(() => {
      if (!this.#asked.delete(hold)) return;
      this.#taken.set(hold, actor.lock());
      const { positions, orders, queue } = actor.state;
      answer({ hold, busy: positions.size + orders.size + queue.size > 0 });
    });
    if (isQueued) return;
    this.#asked.delete(hold);
    answer(null);
  }

  /**
   * Releases an account: the requests in its mailbox are done. A lock that is not taken yet never
   * is.
   */
  release(hold: number): void {
    this.#asked.delete(hold);
    const unlock = this.#taken.get(hold);
    this.#taken.delete(hold);
    unlock?.();
  }
}
