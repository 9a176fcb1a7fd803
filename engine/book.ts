// The book: which of a shard's accounts a tick or the time concerns.

import type { AccountEvent } from '../wire/events.js';
import type { AccountState, Context } from './types.js';

/** An index over all accounts of a shard. */
export class Book {
  readonly #states = new Map<number, AccountState>();

  /** Takes in an account. */
  track(state: AccountState, _ctx: Context): void {
    this.#states.set(state.login, state);
  }

  /** Forgets an account. */
  untrack(login: number): void {
    this.#states.delete(login);
  }

  /** An event was applied to an account. */
  changed(_state: AccountState, _event: AccountEvent, _ctx: Context): void {}

  /** Settings changed: everything is indexed anew. */
  reconfigure(states: Iterable<AccountState>, ctx: Context): void {
    this.#states.clear();
    for (const state of states) this.track(state, ctx);
  }

  /** The logins that must settle after a tick of the symbol. */
  *onTick(_symbolId: number, _ctx: Context): Iterable<number> {
    for (const state of this.#states.values()) if (state.holdings.size > 0) yield state.login;
  }

  /** The logins with an order that is due. */
  *due(now: number): Iterable<number> {
    for (const state of this.#states.values()) {
      for (const { expires_at } of state.orders.values()) {
        if (expires_at === 0 || expires_at > now) continue;
        yield state.login;
        break;
      }
    }
  }
}
