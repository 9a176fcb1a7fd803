// Account locks: hold accounts' requests while the desk decides about them.

import type { Shard } from '../shard.js';
import type { HoldAnswer } from '../shard-messages.js';

/** The desk's locks on a shard's accounts, by the number of the question. */
export class AccountLocks {
  /** Requested locks that are not taken yet. */
  readonly #asked = new Set<number>();
  readonly #taken = new Map<number, () => void>();

  constructor(private readonly shard: Shard) {}

  /**
   * Takes an account's lock when it is free. Reports what the account has when all its events are
   * committed.
   */
  hold(hold: number, login: number, answer: (held: HoldAnswer) => void): void {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return answer(null);
    this.#asked.add(hold);
    const isQueued = actor.run(() => {
      if (!this.#asked.delete(hold)) return;
      this.#taken.set(hold, actor.lock());
      const { positions, orders, queue, ledger } = actor.state;
      const rows = [...positions.values(), ...orders.values(), ...queue.values()];
      const symbols = [...new Set(rows.map(({ symbol }) => symbol))];
      const counts = { positions: positions.size, orders: orders.size, requests: queue.size };
      const held = { hold, rows: counts, isUsed: ledger.account_seq > 0, symbols };
      this.shard.whenCommitted(() => answer(held));
    });
    if (isQueued) return;
    this.#asked.delete(hold);
    answer(null);
  }

  /**
   * Releases an account, and runs the requests in its mailbox. A lock that is not taken yet is
   * cancelled.
   */
  release(hold: number): void {
    this.#asked.delete(hold);
    const unlock = this.#taken.get(hold);
    this.#taken.delete(hold);
    unlock?.();
  }
}
