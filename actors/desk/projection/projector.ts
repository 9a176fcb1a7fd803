// The projector: pulls committed batches from the log and projects them in short slices.

import { type Batch, lastSeq } from '../../../storage/log/batch.js';
import { PROJECTION_LAG_MAX } from '../../shared/cells.js';
import { patience } from '../../shared/failpoint.js';

/** Desired duration of a slice; other work of the thread waits about this long. */
const SLICE_MS = 4;
/**
 * Limits of a slice's number of events, which is adapted to the duration of the last slice. When
 * other processes use the processor, most of the duration is not work, so that it says little.
 */
const SLICE_EVENTS_MIN = 256;
const SLICE_EVENTS_MAX = 4096;
/**
 * Most events and bytes of a transaction, approximately; it ends sooner when the log is drained. An
 * event with a hundred positions has 9 KB, and all its rows are held until the commit.
 */
export const TRANSACTION_EVENTS = 32_768;
const TRANSACTION_BYTES = 16 << 20;
/** The part of these limits that a transaction has while somebody waits for one of its events. */
const AWAITED_PART = 0.5;
/** A projection that was far behind has come near at this number of events. */
const NEAR_EVENTS = 16_384;
/**
 * After a transaction the next one waits for more events, 2 ms for each that the last one had,
 * unless somebody waits for them: fewer transactions write a page that many events change fewer
 * times, and orders get the processor meanwhile. A projector that is behind never waits.
 */
export const REST_MS = { event: 2, least: 100, most: 500 } as const;
/** Time that a stop allows for catching up with the log. */
const FINISH_MS = patience(20_000);

/** The services that the projector uses. */
export interface ProjectorDeps {
  /**
   * Returns a limited number of batches after a seq, and the log's last seq; waits while there are
   * none. No batches = the log has ended.
   */
  pull(afterSeq: number): Promise<{ readonly batches: readonly Batch[]; readonly head: number }>;
  readonly projection: {
    checkpoint(): number;
    take(batches: readonly Batch[], limit: number): number;
    commit(): number;
    /** The number of idle accounts in the open transaction. */
    idle(): number;
  };
  /** Syncs the commits to disk before more events come. */
  settle(): Promise<void>;
  /** Called with the checkpoint after each transaction. */
  onCheckpoint(seq: number): void;
  /** Lets other work of the thread run. */
  pause(): Promise<void>;
  /** Lets other threads run for a while. */
  rest(ms: number): Promise<void>;
  /** Takes the processor's normal priority, or gives it back to orders. */
  hurry(isBehind: boolean): void;
  /** A monotonic time in ms. */
  elapsed(): number;
}

/** Keeps the database up to date with the log. */
export class Projector {
  #slice = SLICE_EVENTS_MIN;
  /** Seq of the last projected event; within a transaction it is ahead of the checkpoint. */
  #taken: number;
  #isBehind = false;
  /** Bytes of the batches in the transaction. */
  #bytes = 0;
  /** The seq at which a stopped projector ends; before a stop it ends with the log. */
  #until = Number.POSITIVE_INFINITY;
  /**
   * The event that a caller waits for: the projector does not rest before it is in the database.
   */
  #awaited = 0;
  /** Ends a waiting pull, or a rest. */
  #endPull = (): void => {};
  #endRest = (): void => {};

  constructor(private readonly deps: ProjectorDeps) {
    this.#taken = deps.projection.checkpoint();
  }

  /** Seq of the newest event in the database. */
  checkpoint(): number {
    return this.deps.projection.checkpoint();
  }

  /** Runs until the log ends or `stop` says so. Throws errors of the database. */
  async run(): Promise<void> {
    while (this.#taken < this.#until) {
      const { batches, head } = await this.#pull();
      if (batches.length === 0) break;
      this.#hurry(head);
      await this.#take(batches);
      for (const { events } of batches) this.#bytes += events.length;
      const many = this.#taken - this.checkpoint();
      const part = this.#awaited > this.checkpoint() ? AWAITED_PART : 1;
      const hasRoom = many < TRANSACTION_EVENTS * part && this.#bytes < TRANSACTION_BYTES * part;
      if (this.#taken < head && hasRoom) continue;
      await this.#commit();
      if (this.#taken >= head) await this.#rest(many);
    }
    await this.#commit();
  }

  /**
   * Makes `run` end after the event with this seq, at the latest after `FINISH_MS`; without a seq
   * after the current slice.
   */
  stop(until = 0): void {
    this.#until = until;
    this.#endRest();
    if (this.#taken >= until) return this.#endPull();
    void this.deps.rest(FINISH_MS).then(() => {
      this.#until = 0;
      this.#endPull();
    });
  }

  /** A caller waits for this event: a running rest ends. */
  hasten(seq: number): void {
    this.#awaited = Math.max(this.#awaited, seq);
    this.#endRest();
  }

  /** Pulls the next batches; undefined when there is nothing to wait for. */
  #pull(): ReturnType<ProjectorDeps['pull']> {
    return new Promise((resolve, reject) => {
      this.#endPull = () => resolve({ batches: [], head: this.#taken });
      this.deps.pull(this.#taken).then(resolve, reject);
    });
  }

  /**
   * Has normal priority from half of the largest lag on, until the database is nearly as far as the
   * log: requests are refused at the largest lag.
   */
  #hurry(head: number): void {
    const lag = head - this.#taken;
    const isBehind = lag >= (this.#isBehind ? NEAR_EVENTS : PROJECTION_LAG_MAX / 2);
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    this.deps.hurry(isBehind);
  }

  async #take(batches: readonly Batch[]): Promise<void> {
    let left = batches;
    while (left.length > 0 && this.#taken < this.#until) {
      const begun = this.deps.elapsed();
      this.#taken = this.deps.projection.take(left, this.#slice);
      this.#adapt(this.deps.elapsed() - begun);
      left = left.filter((batch) => lastSeq(batch) > this.#taken);
      if (this.deps.projection.idle() >= TRANSACTION_EVENTS) await this.#commit();
      await this.deps.pause();
    }
  }

  async #commit(): Promise<void> {
    this.#bytes = 0;
    if (this.#taken === this.checkpoint()) return;
    this.deps.onCheckpoint(this.deps.projection.commit());
    await this.deps.settle();
  }

  async #rest(events: number): Promise<void> {
    if (this.#until !== Number.POSITIVE_INFINITY || this.#taken < this.#awaited) return;
    const ms = Math.min(Math.max(REST_MS.event * events, REST_MS.least), REST_MS.most);
    await new Promise<void>((resolve) => {
      this.#endRest = resolve;
      void this.deps.rest(ms).then(resolve);
    });
  }

  /** Halves the size of slices after a long one, doubles it after a short one. */
  #adapt(tookMs: number): void {
    if (tookMs > SLICE_MS) this.#slice = Math.max(SLICE_EVENTS_MIN, this.#slice / 2);
    else if (tookMs < SLICE_MS / 2) this.#slice = Math.min(SLICE_EVENTS_MAX, this.#slice * 2);
  }
}
