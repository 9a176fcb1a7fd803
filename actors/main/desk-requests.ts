// Requests of the desk to other threads, which the main thread executes.

import { sumOfReports } from '../desk/store/usage.js';
import type {
  ConnectionReports,
  Distribution,
  FromDesk,
  FromShard,
  HoldAnswer,
  ManualQuoteResult,
  ToMarket,
  ToShard,
  UsageQuestion,
  UsageReport,
} from '../messages.js';
import { patience } from '../shared/failpoint.js';
import type { RequestFreeze } from './request-freeze.js';
import { type Thread, threadDown } from './thread.js';

/** Time for a thread to answer. */
const REQUEST_MS = patience(10_000);
/** Time that a decision waits for the usage; shards hold requests meanwhile. */
const USAGE_MS = patience(1500);

type AskedShard = Pick<Thread<ToShard, FromShard>, 'ask' | 'post'>;

/** The threads that execute them; undefined while a thread is restarted. */
interface RequestTargets {
  distribute(change: Distribution): Promise<number>;
  readonly market: Pick<Thread<ToMarket, { readonly type: string }>, 'ask'> | undefined;
  shard(login: number): AskedShard | undefined;
  /** All shards by index. */
  readonly shards: readonly (AskedShard | undefined)[];
  readonly guards: Pick<RequestFreeze, 'begin' | 'end' | 'hold' | 'release'>;
}

/** A message of the desk that is a request. */
export type DeskRequest = Extract<
  FromDesk,
  {
    type:
      | 'distribute'
      | 'hold'
      | 'release'
      | 'usage'
      | 'free'
      | 'throw'
      | 'connections'
      | 'reconnect';
  }
>;

/** The sum of all shards' answers; null = a shard does not answer in time. */
const askUsage = async (
  { questions, held }: UsageQuestion,
  shards: RequestTargets['shards'],
): Promise<UsageReport | null> => {
  const asked = shards.map((shard) =>
    shard?.ask<UsageReport>((id) => ({ type: 'usage', id, questions, held }), USAGE_MS),
  );
  const told = await Promise.all(asked);
  return told.includes(undefined) ? null : sumOfReports(questions, told as UsageReport[]);
};

/**
 * Holds an account's requests; if the shard answers too late, the account is released again at
 * once.
 */
const holdAccount = async (
  login: number,
  shard: AskedShard,
  guards: RequestTargets['guards'],
): Promise<HoldAnswer> => {
  let asked = 0;
  const held = await shard.ask<HoldAnswer>((id) => {
    asked = id;
    guards.hold(id, login);
    return { type: 'hold', id, login };
  }, REQUEST_MS);
  if (!held) guards.release(asked);
  return held ?? null;
};

/** Executes a request of the desk; returns the answer if the desk waits for one. */
export const runDeskRequest = async (
  errand: DeskRequest,
  others: RequestTargets,
): Promise<unknown> => {
  switch (errand.type) {
    case 'distribute':
      return others.distribute(errand.change);
    case 'hold': {
      const shard = others.shard(errand.login);
      return shard === undefined ? null : holdAccount(errand.login, shard, others.guards);
    }
    case 'release':
      others.guards.release(errand.hold);
      return null;
    case 'usage':
      if (errand.held) others.guards.begin();
      return askUsage(errand, others.shards);
    case 'free':
      others.guards.end();
      return null;
    case 'throw': {
      const { type: _, id: __, ...thrown } = errand;
      const told = others.market?.ask<ManualQuoteResult>(
        (id) => ({ type: 'throw', id, ...thrown }),
        REQUEST_MS,
      );
      return (await told) ?? threadDown('market');
    }
    case 'connections': {
      const told = others.market?.ask<ConnectionReports>(
        (id) => ({ type: 'connections', id }),
        REQUEST_MS,
      );
      return (await told) ?? null;
    }
    case 'reconnect': {
      const { datafeed } = errand;
      const message = (id: number) => ({ type: 'reconnect', id, datafeed }) as const;
      return (await others.market?.ask<boolean>(message, REQUEST_MS)) ?? false;
    }
  }
};
