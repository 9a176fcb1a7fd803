// Projector: pulls committed batches from the log and projects them, a slice at a time.

import { type Batch, lastSeq } from '../../storage/batch.js';

/** How long a slice should take: other work of the thread waits no longer than about this. */
export const SLICE_MS = 4;
/**
 * Events of a slice: the number follows what the last one took, within these bounds. Where others
 * have the processor most of the time went by without work: slices of 16 cost twice as much each
 * event, for their commits.
 */
export const SLICE_EVENTS_MIN = 256;
export const SLICE_EVENTS_MAX = 4096;

/** What the projector works with. */
export interface ProjectorDeps {
  /**
   * The batches after a seq, a bounded lot of them; waits while there are none. No batches = the
   * log has ended.
   */
  pull(afterSeq: number): Promise<readonly Batch[]>;
  readonly projection: {
    checkpoint(): number;
    project(batches: readonly Batch[], limit: number): number;
  };
  /** Hears the checkpoint after each slice. */
  onCheckpoint(seq: number): void;
  /** Lets the thread's other work run. */
  pause(): Promise<void>;
  /** ms, from any origin. */
  elapsed(): number;
}

/** Moves the database along behind the log. */
export class Projector {
  readonly #deps: ProjectorDeps;
  #slice = SLICE_EVENTS_MIN;
  #stopping = false;

  constructor(deps: ProjectorDeps) {
    this.#deps = deps;
  }

  /** Seq of the newest event whose effect is in the database. */
  checkpoint(): number {
    return this.#deps.projection.checkpoint();
  }

  /** Runs until the log ends or `stop`. Throws what the database throws. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      const batches = await this.#deps.pull(this.checkpoint());
      if (batches.length === 0) return;
      await this.#project(batches);
    }
  }

  /** Ends `run` after the slice at hand, or when the pull under way answers. */
  stop(): void {
    this.#stopping = true;
  }

  async #project(batches: readonly Batch[]): Promise<void> {
    let left = batches;
    while (left.length > 0 && !this.#stopping) {
      const begun = this.#deps.elapsed();
      const checkpoint = this.#deps.projection.project(left, this.#slice);
      this.#adapt(this.#deps.elapsed() - begun);
      this.#deps.onCheckpoint(checkpoint);
      left = left.filter((batch) => lastSeq(batch) > checkpoint);
      await this.#deps.pause();
    }
  }

  /** Follows the machine: half the slice when it took too long, twice when it was short. */
  #adapt(tookMs: number): void {
    if (tookMs > SLICE_MS) this.#slice = Math.max(SLICE_EVENTS_MIN, this.#slice / 2);
    else if (tookMs < SLICE_MS / 2) this.#slice = Math.min(SLICE_EVENTS_MAX, this.#slice * 2);
  }
}
