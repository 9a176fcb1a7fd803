// Batches of requests to accounts. A batch sends one request for each account, several at a time.
// The front sends them, because the requests would pass from the desk through the front anyway.

import { askedUntil, inLanes, type PassedEnvelope } from './actor-call.js';
import type { Passed } from './route.js';

/**
 * Requests of a batch under way: one commit of the log covers them. For accounts that were not in
 * use they are a few milliseconds of work of a shard, for which the requests of others may wait.
 * More of them save no time.
 */
const BATCH_LANES = 16;
/** Time after which accounts are not asked, or not again where the queue is full. */
const PATIENCE_MS = 30_000;
/** Time limit of the answer to a batch. */
export const BATCH_ANSWER_MS = 120_000;

/** Begins the time for a batch; the function says whether it is over. */
const patienceOver = (): (() => boolean) => {
  const until = performance.now() + PATIENCE_MS;
  return () => performance.now() > until;
};

/** The answer for an item whose turn came too late: a shard may have hung meanwhile. */
const NOT_ASKED: PassedEnvelope = {
  success: false,
  code: 'trade.too_many_requests',
  message: 'The request was not tried, because earlier requests took too long.',
  data: null,
};

/**
 * Asks for each item of a batch, in lanes, so that the queues of shards have room for the requests
 * of others; the answers are in the order of the items. Items are not asked for once it `isOver`.
 */
export const answersTo = async <T>(
  items: readonly T[],
  ask: (item: T) => Promise<Passed>,
  isOver = patienceOver(),
): Promise<readonly PassedEnvelope[]> => {
  const answers: PassedEnvelope[] = new Array(items.length);
  await inLanes(
    items.entries(),
    async ([at, item]) => {
      answers[at] = isOver() ? NOT_ASKED : await askedUntil(() => ask(item), isOver);
    },
    BATCH_LANES,
  );
  return answers;
};
