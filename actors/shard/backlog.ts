// Backlog: a shard refuses requests while the log or the database is too far behind.

import { PROJECTION_LAG_MAX } from '../shared/cells.js';
import { patience } from '../shared/failpoint.js';
import type { ShardOutput } from './shard-output.js';

/** Age of the oldest uncommitted event above which commits count as stalled. */
export const STALL_MS = patience(400);

/** Decides whether a shard takes requests. */
export class Backlog {
  #stallCount = 0;
  #stallAt = 0;
  #lagAt = Number.NEGATIVE_INFINITY;
  #isLate = false;

  constructor(
    private readonly output: Pick<ShardOutput, 'open' | 'emitted' | 'committedCount'>,
    /** Number of committed events that the database does not show. */
    private readonly projectionLag: () => number,
  ) {}

  /**
   * Does the shard take a request: is there room for its events, do commits go on, and does the
   * database follow? `elapsed`: monotonic ms.
   */
  admits(elapsed: number): boolean {
    return this.output.open() && !this.#isStalled(elapsed) && !this.#isProjectionLate(elapsed);
  }

  #isStalled(now: number): boolean {
    const { emitted } = this.output;
    const committed = this.output.committedCount();
    if (committed >= emitted) {
      this.#stallCount = 0;
      return false;
    }
    if (this.#stallCount === 0 || committed >= this.#stallCount) {
      this.#stallCount = emitted;
      this.#stallAt = now;
      return false;
    }
    return now - this.#stallAt > STALL_MS;
  }

  /** Looked up once in a millisecond of `elapsed`. */
  #isProjectionLate(elapsed: number): boolean {
    if (elapsed - this.#lagAt >= 1) {
      this.#lagAt = elapsed;
      this.#isLate = this.projectionLag() >= PROJECTION_LAG_MAX;
    }
    return this.#isLate;
  }
}
