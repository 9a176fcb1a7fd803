// Collects the metrics of all threads for the operator.

import type { Thread } from './thread.js';

/** A thread that does not report its metrics in this time is reported as down. */
const METRICS_MS = 1000;

/** A thread with the prefix of its metrics; undefined while it is restarted. */
type NamedThread = readonly [
  name: string,
  thread:
    | Pick<
        Thread<{ readonly type: 'metrics'; readonly id: number }, { readonly type: string }>,
        'ask'
      >
    | undefined,
];

/** The threads with their prefixes. */
export const namedThreads = (
  desk: NamedThread[1],
  market: NamedThread[1],
  shards: readonly NamedThread[1][],
): NamedThread[] => [
  ['desk', desk],
  ['market', market],
  ...shards.map((thread, index): NamedThread => [`shard_${index}`, thread]),
];

/**
 * The metrics of the main thread and of the threads that answer, and `<name>_up` for each thread.
 */
export const collectMetrics = async (
  threads: readonly NamedThread[],
  own: Readonly<Record<string, number>>,
): Promise<Record<string, number>> => {
  const all: Record<string, number> = { ...own };
  const told = threads.map(async ([name, thread]) => {
    const figures = await thread?.ask<Record<string, number>>(
      (id) => ({ type: 'metrics', id }),
      METRICS_MS,
    );
    all[`${name}_up`] = figures === undefined ? 0 : 1;
    for (const [figure, value] of Object.entries(figures ?? {})) all[`${name}_${figure}`] = value;
  });
  await Promise.all(told);
  return all;
};
