// Hashing: the desk's way to the pool that does slow password work.

import type { Outcome } from '../../wire/base/codes.js';
import { done, refuse } from '../../wire/base/codes.js';
import { createWorkerPool, type WorkerPool } from '../shared/worker-pool.js';
import type { HashingTask } from './hashing-worker.js';

/** One thread: sign-ins must not take the processor from orders. */
const HASHING_THREADS = 1;
/** Jobs that may wait; the next one is refused. */
export const HASHING_QUEUE = 32;
/** When a refused caller should try again: a full queue is worked off in about that time. */
const RETRY_SEC = 1;

const busy = refuse(
  'auth.too_many_attempts',
  `Too many sign-ins at a time; try again. retry_after=${RETRY_SEC}`,
);

/** A hasher over a pool of its own. */
interface HashingPool extends Hasher {
  /** Jobs that wait. */
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

/** Slow password work, done in the hashing pool. Refusals: its queue is full. */
export interface Hasher {
  hash(passwords: readonly string[]): Promise<Outcome<readonly string[]>>;
  /** Index of the first hash that the password fits, or -1; tries them in turn, in one job. */
  match(hashes: readonly string[], password: string): Promise<Outcome<number>>;
}
