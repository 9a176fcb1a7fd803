// A pool with one thread whose time is shared out by owner: its jobs run in the order of the fair
// queue.

import { type Outcome, ok, type Refusal } from '../../wire/base/codes.js';
import { FairQueue, type FairShare } from './fair-queue.js';
import type { WorkerPool } from './worker-pool.js';

/** Gives the thread of a pool one job at a time, and counts the time it takes for its owner. */
export class FairPool {
  readonly #queue = new FairQueue();
  #isBusy = false;

  /**
   * `busy` is the answer to a job for which there is no room, or that waited too long; `now` is the
   * time in ms.
   */
  constructor(
    private readonly pool: WorkerPool,
    private readonly busy: Refusal,
    private readonly now = (): number => performance.now(),
  ) {}

  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Runs a task. Refused when there is no room for it; throws its errors. */
  ask<T>(share: FairShare, task: unknown): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        const startedAt = this.now();
        this.pool
          .run<T>(task)
          .then((value) => resolve(ok(value)), reject)
          .finally(() => this.#ended(share, startedAt));
      };
      const refuse = (): void => resolve(this.busy);
      this.#queue.add({ share, cameAt: this.now(), run, refuse });
      if (!this.#isBusy) this.#next();
    });
  }

  /** Terminates the thread with its running job; a new one runs the waiting jobs. */
  renew(): void {
    this.pool.renew();
  }

  /** Refuses the waiting jobs, and ends the thread after its running job. */
  close(): Promise<void> {
    this.#queue.clear();
    return this.pool.close();
  }

  #ended(share: FairShare, startedAt: number): void {
    const now = this.now();
    this.#queue.ended(share, now - startedAt, now);
    this.#isBusy = false;
    this.#next();
  }

  #next(): void {
    const job = this.#queue.next(this.now());
    if (job === undefined) return;
    this.#isBusy = true;
    job.run();
  }
}
