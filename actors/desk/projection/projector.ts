// Projector: pulls committed batches from the log and projects them, a slice at a time.

import { type Batch, lastSeq } from '../../../storage/log/batch.js';
import { patience } from '../../shared/failpoint.js';

/** How long a slice should take: other work of the thread waits no longer than about this. */
const SLICE_MS = 4;
/**
 * Events of a slice: the number follows the duration of the last slice, within these bounds. Where
 * other processes use the processor most of that duration is no work, so that it says little.
 */
const SLICE_EVENTS_MIN = 256;
const SLICE_EVENTS_MAX = 4096;
/**
 * A transaction takes at most about these many events and bytes; it ends sooner when the log is
 * drained. An event with a hundred positions is 9 KB, and all that it writes is held until then.
 */
export const TRANSACTION_EVENTS = 16_384;
const TRANSACTION_BYTES = 8 << 20;
/**
 * Where so many events come between two transactions, the next transaction waits a while for more:
 * with fewer transactions a page that many events change is written fewer times, and orders get the
 * processor meanwhile. A projector that is behind never waits.
 */
const REST_EVENTS = 256;
export const REST_MS = 250;
/** How long a stop lets it catch up with the log. */
const FINISH_MS = patience(20_000);

/** The services that the projector uses. */
export interface ProjectorDeps {
  /**
   * The batches after a seq, a bounded lot of them, and the log's last seq then; waits while there
   * are none. No batches = the log has ended.
   */
  pull(afterSeq: number): Promise<{ readonly batches: readonly Batch[]; readonly head: number }>;
  readonly projection: {
    checkpoint(): number;
    take(batches: readonly Batch[], limit: number): number;
    commit(): number;
  };
  /** Has the disk take what was committed, before more comes. */
  settle(): Promise<void>;
  /** Hears the checkpoint after each transaction. */
  onCheckpoint(seq: number): void;
  /** Lets the thread's other work run. */
  pause(): Promise<void>;
  /** Lets other threads run for a while. */
  rest(ms: number): Promise<void>;
  /** ms, from any origin. */
  elapsed(): number;
}

/** Moves the database along behind the log. */
export class Projector {
  readonly #deps: ProjectorDeps;
  #slice = SLICE_EVENTS_MIN;
  /** Seq of the last event taken; ahead of the checkpoint within a transaction. */
  #taken: number;
  /** Bytes of the batches of the transaction. */
  #bytes = 0;
  /** The seq at which it is to end once it was stopped; until then it ends with the log. */
  #until = Number.POSITIVE_INFINITY;
  /** The event that somebody waits for: the projector does not rest before it is shown. */
  #awaited = 0;
  /** End the pull under way with nothing, and the rest. */
  #endPull = (): void => {};
  #endRest = (): void => {};

  constructor(deps: ProjectorDeps) {
    this.#deps = deps;
    this.#taken = deps.projection.checkpoint();
  }

  /** Seq of the newest event whose effect is in the database. */
  checkpoint(): number {
    return this.#deps.projection.checkpoint();
  }

  /** Runs until the log ends or as `stop` says. Throws what the database throws. */
  async run(): Promise<void> {
    while (this.#taken < this.#until) {
      const { batches, head } = await this.#pull();
      if (batches.length === 0) break;
      await this.#take(batches);
      for (const { events } of batches) this.#bytes += events.length;
      const many = this.#taken - this.checkpoint();
      const hasRoom = many < TRANSACTION_EVENTS && this.#bytes < TRANSACTION_BYTES;
      if (this.#taken < head && hasRoom) continue;
      await this.#commit();
      if (this.#taken >= head && many >= REST_EVENTS) await this.#rest();
    }
    await this.#commit();
  }

  /**
   * Ends `run` when the event with this seq is taken, at the latest `FINISH_MS` from now. Without
   * one it ends after the slice at hand.
   */
  stop(until = 0): void {
    this.#until = until;
    this.#endRest();
    if (this.#taken >= until) return this.#endPull();
    void this.#deps.rest(FINISH_MS).then(() => {
      this.#until = 0;
      this.#endPull();
    });
  }

  /** Somebody waits for this event: the rest under way ends. */
  hasten(seq: number): void {
    this.#awaited = Math.max(this.#awaited, seq);
    this.#endRest();
  }

  /** The next step; undefined when there is nothing to wait for. */
  #pull(): ReturnType<ProjectorDeps['pull']> {
    return new Promise((resolve, reject) => {
      this.#endPull = () => resolve({ batches: [], head: this.#taken });
      this.#deps.pull(this.#taken).then(resolve, reject);
    });
  }

  async #take(batches: readonly Batch[]): Promise<void> {
    let left = batches;
    while (left.length > 0 && this.#taken < this.#until) {
      const begun = this.#deps.elapsed();
      this.#taken = this.#deps.projection.take(left, this.#slice);
      this.#adapt(this.#deps.elapsed() - begun);
      left = left.filter((batch) => lastSeq(batch) > this.#taken);
      await this.#deps.pause();
    }
  }

  async #commit(): Promise<void> {
    this.#bytes = 0;
    if (this.#taken === this.checkpoint()) return;
    this.#deps.onCheckpoint(this.#deps.projection.commit());
    await this.#deps.settle();
  }

  async #rest(): Promise<void> {
    if (this.#taken >= this.#until || this.#taken < this.#awaited) return;
    await new Promise<void>((resolve) => {
      this.#endRest = resolve;
      void this.#deps.rest(REST_MS).then(resolve);
    });
  }

  /** Follows the machine: half the slice when it took too long, twice when it was short. */
  #adapt(tookMs: number): void {
    if (tookMs > SLICE_MS) this.#slice = Math.max(SLICE_EVENTS_MIN, this.#slice / 2);
    else if (tookMs < SLICE_MS / 2) this.#slice = Math.min(SLICE_EVENTS_MAX, this.#slice * 2);
  }
}
