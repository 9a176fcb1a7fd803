// Common parts of benches: histograms, medians, and the circumstances of a result.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const BUCKETS_PER_MS = 100;
const LONGEST_MS = 10_000;

/** Percentiles in ms. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** The exact maximum. */
  readonly max: number;
}

/** Counts times in buckets of 10 µs up to 10 s; longer ones are in the last bucket. */
export class Histogram {
  readonly #buckets = new Uint32Array(LONGEST_MS * BUCKETS_PER_MS);
  #count = 0;
  #max = 0;

  add(ms: number): void {
    const bucket = Math.min(Math.floor(ms * BUCKETS_PER_MS), this.#buckets.length - 1);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
    this.#max = Math.max(this.#max, ms);
  }

  clear(): void {
    this.#buckets.fill(0);
    this.#count = 0;
    this.#max = 0;
  }

  get count(): number {
    return this.#count;
  }

  percentiles(): Percentiles {
    return {
      p50: this.#at(0.5),
      p99: this.#at(0.99),
      p999: this.#at(0.999),
      max: rounded(this.#max, 2),
    };
  }

  /** Upper edge of the bucket below which the given share of all times is. */
  #at(share: number): number {
    let left = Math.ceil(this.#count * share);
    for (const [bucket, count] of this.#buckets.entries()) {
      left -= count;
      if (left <= 0) return (bucket + 1) / BUCKETS_PER_MS;
    }
    return LONGEST_MS;
  }
}

/** The middle value; of an even count the lower middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** Rounds for people to read. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** Processor time of a process so far, all its threads together, in ms. */
export const processorMs = (pid: number): number => {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const [ns = '0'] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
};

/** Date, commit and machine of a result. */
export const circumstances = (): Record<string, string | number> => ({
  date: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  processors: cpus().length,
  node: process.version,
});
