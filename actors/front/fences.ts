// Fences: the newest event that each session was shown. Lists that the session reads must contain
// it.

import type { Fenced } from '../../wire/desk/queries.js';
import { CatchUp } from '../desk/projection/catch-up.js';
import { patience } from '../shared/failpoint.js';

/** Time that a list waits for the database before it is answered without rows. */
const FENCE_MS = patience(250);
/** Most lists that wait at a time; a further list is answered at once. */
const WAITING_MAX = 256;

/** The progress of the projection. */
export interface ProjectionWatch {
  /** Seq of the newest event that the database shows. */
  newest(): number;
  /** Requests a call of `Fences.projected` as soon as the database contains this event. */
  await(seq: number): void;
}

/** The fences of the sessions that a front knows. */
export class Fences {
  readonly #told = new Map<string, number>();
  readonly #waiting = new CatchUp();

  constructor(
    private readonly projection: ProjectionWatch,
    /** Seq of the newest event in the log. */
    private readonly newest: () => number,
  ) {}

  /** Adds a new session, which was shown events up to this one. */
  open(session: string, seq: number): void {
    if (!this.#told.has(session)) this.#told.set(session, seq);
  }

  /** Removes an ended session. */
  end(session: string): void {
    this.#told.delete(session);
  }

  /** Notes that an open session is shown an event. */
  told(session: string, seq: number): void {
    const before = this.#told.get(session);
    if (before !== undefined && before < seq) this.#told.set(session, seq);
  }

  /** The database contains every event up to this one. */
  projected(seq: number): void {
    this.#waiting.reached(seq);
  }

  /**
   * Returns the query of a list with its fence: the newest event that the session was shown, or the
   * event that the query names if that is later. Other queries are returned unchanged. Resolves
   * when the database contains the event, or when that takes too long.
   */
  async ahead<T extends object>(query: T | (T & Fenced)): Promise<T> {
    if (!('session' in query)) return query;
    const { session, min_projection_seq: own } = query;
    const told = this.#told.get(session) ?? 0;
    const isOwn = own !== undefined && BigInt(own) >= BigInt(told);
    const seq = isOwn ? Number(own) : told;
    await this.#reach(seq);
    return seq === 0 && !isOwn ? query : { ...query, min_projection_seq: isOwn ? own : `${told}` };
  }

  /** No list waits for an event that is not in the log yet: a client cannot know it. */
  async #reach(seq: number): Promise<void> {
    if (seq <= this.projection.newest() || seq > this.newest()) return;
    if (this.#waiting.size >= WAITING_MAX) return;
    const reached = this.#waiting.until(seq, FENCE_MS);
    this.projection.await(seq);
    await reached;
  }
}
