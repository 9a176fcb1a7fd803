// Collects the metrics of all threads for the operator.

import { labelled } from '../../wire/words/metric-names.js';
import type { Thread } from './thread.js';

/** A thread that does not report its metrics in this time is reported as down. */
const METRICS_MS = 1000;

/** A thread with metrics. */
export interface NamedThread {
  /** What the names of its metrics begin with. */
  readonly prefix: string;
  /** The number of a shard, which is a label of its metrics. */
  readonly shard?: string;
  /** Undefined while the thread is restarted. */
  readonly thread:
    | Pick<
        Thread<{ readonly type: 'metrics'; readonly id: number }, { readonly type: string }>,
        'ask'
      >
    | undefined;
}

/**
 * The metrics of the main thread and of the threads that answer, and `thread_up` for each thread.
 */
export const collectMetrics = async (
  threads: readonly NamedThread[],
  own: Readonly<Record<string, number>>,
): Promise<Record<string, number>> => {
  const all: Record<string, number> = { ...own };
  const told = threads.map(async ({ prefix, shard, thread }) => {
    const metrics = await thread?.ask<Record<string, number>>(
      (id) => ({ type: 'metrics', id }),
      METRICS_MS,
    );
    const named = (name: string): string =>
      shard === undefined ? name : labelled(name, 'shard', shard);
    all[named(labelled('thread_up', 'thread', prefix))] = metrics === undefined ? 0 : 1;
    for (const [name, value] of Object.entries(metrics ?? {})) {
      all[named(`${prefix}_${name}`)] = value;
    }
  });
  await Promise.all(told);
  return all;
};
