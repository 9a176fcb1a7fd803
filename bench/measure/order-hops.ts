// Reads the server's histograms of order hops, and computes the times between two readings.

import type { ServerProcess } from '../../test/support/server-process.js';
import { readMetrics } from './metrics.js';

const BUCKET = /^brokerd_order_seconds_bucket\{hop="(\w+)",le="([^"]+)"\}$/;

/** Number of orders whose hop took at most the key's time, in seconds. */
type Buckets = ReadonlyMap<number, number>;

/** The histograms of all hops, by hop. */
export type Hops = ReadonlyMap<string, Buckets>;

/** Upper limits of the buckets that contain these percentiles, in ms. */
export interface HopTimes {
  readonly p50: number;
  readonly p99: number;
}

/** Reads the histograms of a server. */
export const readHops = async (server: ServerProcess): Promise<Hops> => {
  const hops = new Map<string, Map<number, number>>();
  for (const [name, count] of await readMetrics(server)) {
    const [, hop = '', bound = ''] = BUCKET.exec(name) ?? [];
    if (hop === '') continue;
    const seconds = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
    hops.set(hop, (hops.get(hop) ?? new Map()).set(seconds, count));
  }
  return hops;
};

/** The times of orders between two readings. */
export const hopTimes = (before: Hops, after: Hops): Readonly<Record<string, HopTimes>> => {
  const times = Array.from(after, ([hop, buckets]) => {
    const earlier = before.get(hop);
    const counts = Array.from(buckets, ([bound, count]): [number, number] => [
      bound,
      count - (earlier?.get(bound) ?? 0),
    ]);
    const [, all = 0] = counts.at(-1) ?? [];
    const at = (share: number): number => {
      const [seconds = 0] = counts.find(([, count]) => count >= all * share) ?? [];
      return Number((1000 * seconds).toPrecision(3));
    };
    return [hop, { p50: at(0.5), p99: at(0.99) }];
  });
  return Object.fromEntries(times);
};
