// Restarts failed threads: quickly at first, and more slowly the more often they fail.

import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../shared/failpoint.js';

/** Delay of a restart; it doubles up to the maximum. */
const RESTART_MS = 50;
const RESTART_MAX_MS = 5000;
/** After this lifetime a thread has recovered: its next delay is `RESTART_MS` again. */
const HEALTHY_MS = 60_000;
/** After at least this lifetime a restarted thread counts as ready. */
const READY_MS = 2000;
/** Time that a stop waits for a thread that is being started and may be loading. */
const STOP_MS = patience(10_000);

interface Failure {
  readonly at: number;
  readonly waitMs: number;
  /** When the thread was back; infinite until it is. */
  backAt: number;
}

/** The failures of threads by name, and their restarts. */
export class Restarts {
  readonly #last = new Map<string, Failure>();
  readonly #planned = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;

  /** `report` is called with failed starts; `now` is a monotonic clock. */
  constructor(
    private readonly report: (name: string, error: Error) => void,
    private readonly now = (): number => performance.now(),
  ) {}

  /**
   * Restarts a failed thread after a delay, and again when `start` rejects, even if no thread was
   * created.
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

  /** Prevents further restarts; false when a running start does not end in time. */
  async stop(): Promise<boolean> {
    this.#isOver = true;
    for (const timer of this.#planned.values()) clearTimeout(timer);
    const late = new AbortController();
    const settled = Promise.all(this.#underWay).then(() => true);
    const isOver = sleep(STOP_MS, false, late).catch(() => true);
    return Promise.race([settled, isOver]).finally(() => late.abort());
  }

  /** Counts a failure; returns the delay of the restart. */
  #waitMs(name: string): number {
    const now = this.now();
    const last = this.#last.get(name);
    const recovered = last === undefined || now - last.at > HEALTHY_MS;
    const waitMs = recovered ? RESTART_MS : Math.min(2 * last.waitMs, RESTART_MAX_MS);
    this.#last.set(name, { at: now, waitMs, backAt: Number.POSITIVE_INFINITY });
    return waitMs;
  }

  /** Notes that the thread was restarted. */
  back(name: string): void {
    const last = this.#last.get(name);
    if (last !== undefined) last.backAt = this.now();
  }

  /**
   * Is no thread failing? A restarted one counts after a lifetime of at least its restart delay,
   * because it seems to serve between two failures of a series.
   */
  over(): boolean {
    const now = this.now();
    return [...this.#last.values()].every(
      ({ waitMs, backAt }) => now - backAt >= Math.max(waitMs, READY_MS),
    );
  }
}
