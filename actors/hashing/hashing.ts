// Hashing: the desk's way to the thread that does slow password work.

import type { Outcome } from '../../wire/base/codes.js';
import { done, refuse } from '../../wire/base/codes.js';
import { createWorkerPool, type WorkerPool } from '../shared/worker-pool.js';
import { FairQueue, type HashingShare } from './fair-queue.js';
import type { HashingTask } from './hashing-worker.js';

/** One thread, because sign-ins must not take processor time from orders. */
const HASHING_THREADS = 1;
/** Time after which a refused caller should try again, in seconds. */
const RETRY_SEC = 1;

const busy = refuse(
  'auth.too_many_attempts',
  `Too many sign-ins at a time; try again. retry_after=${RETRY_SEC}`,
);

/** A hasher over a thread of its own. */
interface HashingThread extends Hasher {
  /** The number of waiting jobs. */
  waiting(): number;
  /** Refuses the waiting jobs, and ends the thread with its running job. */
  close(): Promise<void>;
}

/** Gives the thread one job at a time, in the order of the fair queue. */
class JobRunner {
  readonly #queue = new FairQueue();
  #isBusy = false;

  constructor(private readonly pool: WorkerPool) {}

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Runs a task that computes at most `hashes` hashes; refused when there is no room for it. */
  ask<T>(share: HashingShare, hashes: number, task: HashingTask): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        this.pool
          .run<T>(task)
          .then((value) => resolve(done(value)), reject)
          .finally(() => this.#ended());
      };
      this.#queue.add({
        share,
        hashes,
        cameAt: performance.now(),
        run,
        refuse: () => resolve(busy),
      });
      if (!this.#isBusy) this.#next();
    });
  }

  close(): void {
    this.#queue.clear();
  }

  #ended(): void {
    this.#isBusy = false;
    this.#next();
  }

  #next(): void {
    const job = this.#queue.next(performance.now());
    if (job === undefined) return;
    this.#isBusy = true;
    job.run();
  }
}

/** Starts the hashing thread. */
export const startHashing = (onError: (error: Error) => void): HashingThread => {
  const entry = new URL('./hashing-worker.js', import.meta.url);
  const pool = createWorkerPool(entry, { threads: HASHING_THREADS, queue: 1 }, onError);
  const runner = new JobRunner(pool);
  return {
    hash: (passwords, share) => runner.ask(share, passwords.length, { op: 'hash', passwords }),
    match: (hashes, password, share) =>
      runner.ask(share, hashes.length, { op: 'match', hashes, password }),
    waiting: () => runner.waiting,
    close: () => {
      runner.close();
      return pool.close();
    },
  };
};

/** Slow password work, done in the hashing thread; refused when too many jobs wait. */
export interface Hasher {
  hash(passwords: readonly string[], share: HashingShare): Promise<Outcome<readonly string[]>>;
  /** Index of the first hash that the password matches, or -1; one job compares them in turn. */
  match(hashes: readonly string[], password: string, share: HashingShare): Promise<Outcome<number>>;
}
