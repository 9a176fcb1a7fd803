// Request freezes: decisions of the desk for which shards hold requests back, also over a thread's
// end.

import type { ToShard } from '../shard/shard-messages.js';
import { shardOf } from '../shared/shard-of.js';
import type { Thread } from './thread.js';

type FrozenShard = Pick<Thread<ToShard, { readonly type: string }>, 'post'>;

/**
 * A decision of the desk about usage must hold until every shard knows it, including a shard that
 * is started meanwhile, and even if the desk is restarted. However long a decision takes, requests
 * wait for its end.
 */
export class RequestFreeze {
  #freezes = 0;
  /** Logins of held accounts, by the id of the question. */
  readonly #held = new Map<number, number>();

  /** `shards`: all shards; undefined while one is restarted. */
  constructor(private readonly shards: () => readonly (FrozenShard | undefined)[]) {}

  /** All running shards were asked, and hold requests from now on. */
  begin(): void {
    this.#freezes += 1;
  }

  /** A decision is known to all shards, or abandoned. */
  end(): void {
    if (this.#freezes === 0) return;
    this.#freezes -= 1;
    for (const shard of this.shards()) shard?.post({ type: 'free' });
  }

  /** An account's shard was asked to hold its requests. */
  hold(id: number, login: number): void {
    this.#held.set(id, login);
  }

  /** The decision about the account is known to its shard, or abandoned. */
  release(id: number): void {
    const login = this.#held.get(id);
    if (login === undefined) return;
    this.#held.delete(id);
    const shards = this.shards();
    shards[shardOf(login, shards.length)]?.post({ type: 'release', hold: id });
  }

  /** A new desk has distributed all decisions: the decisions of the desk before it have ended. */
  endAll(): void {
    while (this.#freezes > 0) this.end();
    for (const id of [...this.#held.keys()]) this.release(id);
  }

  /** A starting shard holds requests for the open decisions. */
  join(index: number, shard: FrozenShard): void {
    const questions = { symbols: [], groups: [], gateways: [] };
    for (let times = this.#freezes; times > 0; times -= 1) {
      shard.post({ type: 'usage', id: 0, questions, held: true });
    }
    const { length } = this.shards();
    for (const [id, login] of this.#held) {
      if (shardOf(login, length) === index) shard.post({ type: 'hold', id, login });
    }
  }
}
