// Distribution: a change of settings or accounts is handed to every thread that holds a copy.

import type { AccountSwitches } from '../wire/config.js';
import type { Distribution, FromMarket, FromShard, ToMarket, ToShard } from './messages.js';
import { shardOf } from './shard-of.js';
import type { Thread } from './thread.js';

/** Time that copies in other threads have to take over a change. */
const DISTRIBUTE_MS = 1000;

/** Those who hold copies; undefined while one is started again. */
export interface Holders {
  readonly shards: readonly (Thread<ToShard, FromShard> | undefined)[];
  readonly market: Thread<ToMarket, FromMarket> | undefined;
}

/** Of some accounts those of one of so many shards. */
export const ofShard = (
  accounts: readonly AccountSwitches[],
  index: number,
  shards: number,
): AccountSwitches[] => accounts.filter(({ login }) => shardOf(login, shards) === index);

/** Hands a change to every copy; resolves when all have it, or after the time for that. */
export const distribute = async (
  { settings, accounts = [] }: Distribution,
  { shards, market }: Holders,
): Promise<void> => {
  const asked: Promise<unknown>[] = [];
  if (settings !== undefined) {
    const message = (id: number) => ({ type: 'settings', id, settings }) as const;
    for (const thread of [...shards, market]) {
      if (thread !== undefined) asked.push(thread.ask(message, DISTRIBUTE_MS));
    }
  }
  for (const [index, shard] of shards.entries()) {
    const mine = ofShard(accounts, index, shards.length);
    const message = (id: number) => ({ type: 'accounts', id, accounts: mine }) as const;
    if (shard && mine.length > 0) asked.push(shard.ask(message, DISTRIBUTE_MS));
  }
  await Promise.all(asked);
};
