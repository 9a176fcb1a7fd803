// Request freezes: decisions of the desk for which shards hold requests back, also over a thread's
// end.

import type { ToShard } from '../messages.js';
import { shardOf } from '../shared/shard-of.js';
import type { Thread } from './thread.js';

type FrozenShard = Pick<Thread<ToShard, { readonly type: string }>, 'post'>;

/**
 * A decision of the desk about the usage by accounts must hold until every shard knows it: also on
 * a shard that is started meanwhile, and when the desk ends and starts again on the way. However
 * long a decision takes, requests wait for its end.
 */
export class RequestFreeze {
  #standing = 0;
  /** Logins of the accounts that are held, by the id of the question that asked for it. */
  readonly #held = new Map<number, number>();

  /** `shards`: all of them; undefined while one is started again. */
  constructor(private readonly shards: () => readonly (FrozenShard | undefined)[]) {}

  /** The shards that are there are asked, and hold requests back from then on. */
  begin(): void {
    this.#standing += 1;
  }

  /** A decision is known to all, or given up. */
  end(): void {
    if (this.#standing === 0) return;
    this.#standing -= 1;
    for (const shard of this.shards()) shard?.post({ type: 'free' });
  }

  /** An account's shard is asked to hold its requests back. */
  hold(id: number, login: number): void {
    this.#held.set(id, login);
  }

  /** The decision about the account is known to its shard, or was given up. */
  release(id: number): void {
    const login = this.#held.get(id);
    if (login === undefined) return;
    this.#held.delete(id);
    const shards = this.shards();
    shards[shardOf(login, shards.length)]?.post({ type: 'release', hold: id });
  }

  /** A new desk has told all that was decided: what the one before it left is over. */
  endAll(): void {
    while (this.#standing > 0) this.end();
    for (const id of [...this.#held.keys()]) this.release(id);
  }

  /** A shard is being started: it holds requests back for the open decisions. */
  join(index: number, shard: FrozenShard): void {
    const questions = { symbols: [], groups: [] };
    for (let times = this.#standing; times > 0; times -= 1) {
      shard.post({ type: 'usage', id: 0, questions, held: true });
    }
    const { length } = this.shards();
    for (const [id, login] of this.#held) {
      if (shardOf(login, length) === index) shard.post({ type: 'hold', id, login });
    }
  }
}
