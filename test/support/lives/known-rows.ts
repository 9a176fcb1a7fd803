// What is known of the rows of many accounts: which have ended, wait for dealers, are at providers.

import type { ShardStore } from '../../../actors/shard/shard-store.js';
import type { AccountState } from '../../../engine/types.js';
import type { AccountEvent } from '../../../wire/events.js';

/** What a database knows of rows that ended. */
type History = Pick<ShardStore, 'known'>;

/** Follows events. */
export class KnownRows {
  /** Accounts by a request of theirs that waits for a dealer, or is at a provider. */
  readonly waiting = new Map<number, number>();
  readonly sent = new Map<number, number>();
  /** What ended last of each account. */
  readonly lastGone = new Map<number, number>();
  /** The newest id of an order. */
  lastId = 1;
  /** What has ended since the last restart, as the database would know it: `1001 order 1`. */
  #past = new Set<string>();

  /** Does history know of it, but for what was before the last restart? */
  has(login: number, what: 'position' | 'order', id: number): boolean {
    return this.#past.has(`${login} ${what} ${id}`);
  }

  restarted(): void {
    this.#past = new Set();
  }

  emitted({ login, orders, queued, positions }: AccountEvent): void {
    for (const { id, done_at } of orders) {
      if (id > this.lastId) this.lastId = id;
      if (done_at > 0) this.#end(login, 'order', id);
    }
    for (const { id, closed } of positions) if (closed) this.#end(login, 'position', id);
    for (const { id, state } of queued) {
      if (state === 'queued' || state === 'taken') this.waiting.set(id, login);
      else this.waiting.delete(id);
      if (state === 'sent') this.sent.set(id, login);
      else this.sent.delete(id);
    }
  }

  /** Accounts of which neither they nor a database know what ended last. */
  forgotten(stateOf: (login: number) => AccountState, store: History): readonly number[] {
    const isKnown = ([login, id]: readonly [login: number, id: number]): boolean => {
      const { positions, orders } = stateOf(login).gone;
      const isRecent = positions.ids.includes(id) || orders.ids.includes(id);
      return isRecent || store.known(login, 'order', id) || store.known(login, 'position', id);
    };
    return [...this.lastGone].filter((gone) => !isKnown(gone)).map(([login]) => login);
  }

  #end(login: number, what: 'position' | 'order', id: number): void {
    this.#past.add(`${login} ${what} ${id}`);
    this.lastGone.set(login, id);
  }
}
