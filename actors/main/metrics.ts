// Collects the metrics of all threads for the operator.

import { labelled } from '../../wire/base/metric-names.js';
import type { Thread } from './thread.js';

/** A thread that does not report its metrics in this time is reported as down. */
const METRICS_MS = 1000;

interface NamedThread {
  /** The prefix of the names of its metrics. */
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

/** The threads of a runtime; undefined = it does not run. */
interface MeasuredThreads {
  readonly desk: NamedThread['thread'];
  readonly market: NamedThread['thread'];
  readonly shards: readonly NamedThread['thread'][];
  readonly gateways: NamedThread['thread'] | null;
  readonly provider: { readonly thread: NamedThread['thread'] } | undefined;
}

/** The threads with metrics under their names; `gateways` null = they were never started. */
export const measured = ({
  desk,
  market,
  shards,
  gateways,
  provider,
}: MeasuredThreads): NamedThread[] => [
  { prefix: 'desk', thread: desk },
  { prefix: 'market', thread: market },
  ...shards.map((thread, at) => ({ prefix: 'shard', shard: `${at}`, thread })),
  ...(gateways === null ? [] : [{ prefix: 'gateway', thread: gateways }]),
  ...(provider === undefined ? [] : [{ prefix: 'demo_provider', thread: provider.thread }]),
];

/**
 * The metrics of the main thread and of the threads that answer, and `thread_up` for each thread.
 */
export const collectMetrics = async (
  threads: readonly NamedThread[],
  own: Readonly<Record<string, number>>,
): Promise<Record<string, number>> => {
  const all: Record<string, number> = { ...own };
  const answers = threads.map(async ({ prefix, shard, thread }) => {
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
  await Promise.all(answers);
  return all;
};
