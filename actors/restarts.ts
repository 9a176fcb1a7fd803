// When a thread that failed is started again: soon, and more slowly the more often it fails.

/** A thread that failed is started again after this long, doubling up to the maximum. */
const RESTART_MS = 50;
const RESTART_MAX_MS = 5000;
/** A thread that lived this long has recovered: its next failure begins at `RESTART_MS` again. */
const HEALTHY_MS = 60_000;
/** One that was started again counts as ready once it has lived at least this long. */
const READY_MS = 2000;

interface Failure {
  readonly at: number;
  readonly waitMs: number;
  /** When the thread was back; infinite until it is. */
  backAt: number;
}

/** The failures of threads by name. */
export class Restarts {
  readonly #last = new Map<string, Failure>();

  /** Notes a failure; answers how long to wait before the thread is started again. */
  waitMs(name: string): number {
    const now = performance.now();
    const last = this.#last.get(name);
    const recovered = last === undefined || now - last.at > HEALTHY_MS;
    const waitMs = recovered ? RESTART_MS : Math.min(2 * last.waitMs, RESTART_MAX_MS);
    this.#last.set(name, { at: now, waitMs, backAt: Number.POSITIVE_INFINITY });
    return waitMs;
  }

  /** Notes that the thread was started again. */
  back(name: string): void {
    const last = this.#last.get(name);
    if (last !== undefined) last.backAt = performance.now();
  }

  /**
   * Is no thread failing? One that was started again counts once it has lived for some time, at
   * least as long as was waited for its start: between two failures of a row it seems to serve.
   */
  over(): boolean {
    const now = performance.now();
    return [...this.#last.values()].every(
      ({ waitMs, backAt }) => now - backAt >= Math.max(waitMs, READY_MS),
    );
  }
}
