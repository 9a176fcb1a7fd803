// Hashing: the desk's interface to the pool for slow password work.

import type { Outcome } from '../../wire/base/codes.js';
import { done, refuse } from '../../wire/base/codes.js';
import { createWorkerPool, type WorkerPool } from '../shared/worker-pool.js';
import type { HashingTask } from './hashing-worker.js';

/** One thread, because sign-ins must not take processor time from orders. */
const HASHING_THREADS = 1;
/** Most waiting jobs; further ones are refused. */
export const HASHING_QUEUE = 32;
/** Time after which a refused caller should try again: a full queue takes about as long. */
const RETRY_SEC = 1;

const busy = refuse(
  'auth.too_many_attempts',
  `Too many sign-ins at a time; try again. retry_after=${RETRY_SEC}`,
);

/** A hasher with a pool of its own. */
interface HashingPool extends Hasher {
  /** The number of waiting jobs. */
  waiting(): number;
  close(): Promise<void>;
}

const ask = async <T>(pool: WorkerPool, task: HashingTask): Promise<Outcome<T>> =>
  pool.full() ? busy : done(await pool.run<T>(task));

/** Starts the hashing pool. */
export const startHashing = (onError: (error: Error) => void): HashingPool => {
  const entry = new URL('./hashing-worker.js', import.meta.url);
  const limits = { threads: HASHING_THREADS, queue: HASHING_QUEUE };
  const pool = createWorkerPool(entry, limits, onError);
  return {
    hash: (passwords) => ask(pool, { op: 'hash', passwords }),
    match: (hashes, password) => ask(pool, { op: 'match', hashes, password }),
    waiting: pool.waiting,
    close: pool.close,
  };
};

/** Slow password work in the hashing pool. Refuses when the queue is full. */
export interface Hasher {
  hash(passwords: readonly string[]): Promise<Outcome<readonly string[]>>;
  /** Index of the first hash that the password matches, or -1; one job compares them in turn. */
  match(hashes: readonly string[], password: string): Promise<Outcome<number>>;
}
