// Durations of orders: a histogram for each hop between threads.

import type { Histogram } from '../client.js';

/**
 * The hops of an order: `front`, until it is published in the shard's ring; `queue`, until the
 * shard takes it; `shard`, until its answer is written; `log`, until the log takes its event into a
 * batch; `commit`, until the batch is on disk; `answer`, until the answer is passed to the socket;
 * and `total`.
 */
export const HOPS = ['front', 'queue', 'shard', 'log', 'commit', 'answer', 'total'] as const;

const OCTAVES = 24;
/**
 * The first bucket ends at 1 µs, then two buckets for each doubling up to 16 s; the last has longer
 * durations.
 */
const BUCKETS = 2 + 2 * OCTAVES;
/** Upper limits of all buckets but the last, in seconds. */
const BOUNDS: readonly number[] = Array.from({ length: BUCKETS - 1 }, (_, bucket) => {
  const half = bucket - 1;
  return bucket === 0 ? 1e-6 : 1e-6 * (half % 2 === 0 ? 1.5 : 2) * 2 ** Math.floor(half / 2);
});

/** The bucket of a duration in µs: its octave and half, from its leading bits. */
const bucketOf = (us: number): number => {
  if (us < 2) return us < 1 ? 0 : us < 1.5 ? 1 : 2;
  const whole = Math.min(us, 2 ** OCTAVES) | 0;
  const octave = 31 - Math.clz32(whole);
  return 1 + 2 * octave + ((whole >> (octave - 1)) & 1);
};

const STAMPS = 6;
/** Of the orders of one run the first are all measured; of the others one in so many is. */
const ALL_OF = 16;
const ONE_IN = 16;

/** Counts the hops of answered orders. */
export class OrderTimes {
  readonly #counts: readonly Float64Array[] = HOPS.map(() => new Float64Array(BUCKETS));
  readonly #sums = new Float64Array(HOPS.length);
  /** Stamps of orders whose answers wait for the end of the run. */
  #waiting = new Float64Array(STAMPS * 256);
  #used = 0;
  /** Orders of the current run. */
  #orders = 0;

  /** Counts an answered order of the current run. Is it measured? Then `delivered` must follow. */
  isMeasured(): boolean {
    const order = this.#orders;
    this.#orders += 1;
    return order < ALL_OF || order % ONE_IN === 0;
  }

  /**
   * The answer of an order was delivered, and will be sent with the run. Stamps are in `stampNow`
   * time.
   */
  delivered(
    received: number,
    published: number,
    begun: number,
    executed: number,
    gathered: number,
    committed: number,
  ): void {
    if (this.#used === this.#waiting.length) {
      const grown = new Float64Array(2 * this.#used);
      grown.set(this.#waiting);
      this.#waiting = grown;
    }
    const at = this.#used;
    this.#waiting[at] = received;
    this.#waiting[at + 1] = published;
    this.#waiting[at + 2] = begun;
    this.#waiting[at + 3] = executed;
    this.#waiting[at + 4] = gathered;
    this.#waiting[at + 5] = committed;
    this.#used = at + STAMPS;
  }

  /** The run was sent. A measured order counts for those after it that were not measured. */
  sent(now: number): void {
    let left = this.#orders;
    for (let at = 0; at < this.#used; at += STAMPS) {
      const orders = at < STAMPS * ALL_OF ? 1 : Math.min(ONE_IN, left);
      left -= orders;
      const received = this.#waiting[at] as number;
      let before = received;
      for (let hop = 0; hop < STAMPS; hop += 1) {
        const end = hop + 1 < STAMPS ? (this.#waiting[at + hop + 1] as number) : now;
        this.#count(hop, end - before, orders);
        before = end;
      }
      this.#count(STAMPS, now - received, orders);
    }
    this.#used = 0;
    this.#orders = 0;
  }

  #count(hop: number, took: number, orders: number): void {
    const ms = Math.max(0, took);
    const bucket = bucketOf(ms * 1000);
    const counts = this.#counts[hop] as Float64Array;
    counts[bucket] = (counts[bucket] as number) + orders;
    this.#sums[hop] = (this.#sums[hop] as number) + (orders * ms) / 1000;
  }

  /** One histogram for each hop, in seconds. */
  histograms(): readonly Histogram[] {
    return HOPS.map((hop, index) => ({
      name: 'order_seconds',
      label: `hop="${hop}"`,
      bounds: BOUNDS,
      counts: [...(this.#counts[index] as Float64Array)],
      sum: this.#sums[index] as number,
    }));
  }
}
