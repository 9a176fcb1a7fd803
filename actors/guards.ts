// Guards: decisions of the desk for which shards hold requests back, over the ends of threads.

import type { ToShard } from './messages.js';
import type { Thread } from './thread.js';

type Shard = Pick<Thread<ToShard, { readonly type: string }>, 'post'>;

/**
 * What the desk decides by what accounts have must hold until every shard knows of it: also on a
 * shard that is started meanwhile, and when the desk ends and begins anew on the way.
 */
export class Guards {
  #standing = 0;

  /** `shards`: all of them; undefined while one is started again. */
  constructor(private readonly shards: () => readonly (Shard | undefined)[]) {}

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

  /** A new desk has told all that was decided: what the one before it left is over. */
  endAll(): void {
    while (this.#standing > 0) this.end();
  }

  /** A shard is being started: it holds requests back for what is being decided. */
  join(shard: Shard): void {
    const questions = { symbols: [], groups: [] };
    for (let times = this.#standing; times > 0; times -= 1) {
      shard.post({ type: 'usage', id: 0, questions, held: true });
    }
  }
}
