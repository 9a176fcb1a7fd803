// Threads that failed are started again: soon, and more slowly the more often they fail.

import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../shared/failpoint.js';

/** A thread that failed is started again after this long, doubling up to the maximum. */
const RESTART_MS = 50;
const RESTART_MAX_MS = 5000;
/** A thread that lived this long has recovered: its next failure begins at `RESTART_MS` again. */
const HEALTHY_MS = 60_000;
/** One that was started again counts as ready once it has lived at least this long. */
const READY_MS = 2000;
/** One that is being started when the server stops may be loading for so long. */
const STOP_MS = patience(10_000);

interface Failure {
  readonly at: number;
  readonly waitMs: number;
  /** When the thread was back; infinite until it is. */
  backAt: number;
}

/** The failures of threads by name, and their new starts. */
export class Restarts {
  readonly #last = new Map<string, Failure>();
  readonly #planned = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;

  /** `report` gets starts that fail; `now` is a clock that never falls. */
  constructor(
    private readonly report: (name: string, error: Error) => void,
    private readonly now = (): number => performance.now(),
  ) {}

  /**
   * Has a thread that failed started again, after a while, and once more when `start` rejects: also
   * where it came to no thread that could fail.
   */
  plan(name: string, start: () => Promise<void>): void {
    if (this.#isOver || this.#planned.has(name)) return;
    const timer = setTimeout(() => {
      this.#planned.delete(name);
      const run = start()
        .catch((error: Error) => {
          this.report(name, error);
          this.plan(name, start);
        })
        .finally(() => this.#underWay.delete(run));
      this.#underWay.add(run);
    }, this.#waitMs(name));
    this.#planned.set(name, timer);
  }

  /** Starts none any more; false when one that is being started is not there in time. */
  async stop(): Promise<boolean> {
    this.#isOver = true;
    for (const timer of this.#planned.values()) clearTimeout(timer);
    const late = new AbortController();
    const settled = Promise.all(this.#underWay).then(() => true);
    const isOver = sleep(STOP_MS, false, late).catch(() => true);
    return Promise.race([settled, isOver]).finally(() => late.abort());
  }

  /** Notes a failure; answers how long to wait before the thread is started again. */
  #waitMs(name: string): number {
    const now = this.now();
    const last = this.#last.get(name);
    const recovered = last === undefined || now - last.at > HEALTHY_MS;
    const waitMs = recovered ? RESTART_MS : Math.min(2 * last.waitMs, RESTART_MAX_MS);
    this.#last.set(name, { at: now, waitMs, backAt: Number.POSITIVE_INFINITY });
    return waitMs;
  }

  /** Notes that the thread was started again. */
  back(name: string): void {
    const last = this.#last.get(name);
    if (last !== undefined) last.backAt = this.now();
  }

  /**
   * Is no thread failing? One that was started again counts once it has lived for some time, at
   * least as long as was waited for its start: between two failures of a row it seems to serve.
   */
  over(): boolean {
    const now = this.now();
    return [...this.#last.values()].every(
      ({ waitMs, backAt }) => now - backAt >= Math.max(waitMs, READY_MS),
    );
  }
}
