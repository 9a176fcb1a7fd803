// Fences: the events that each session was told of, which lists that it reads have to show.

import type { Fenced } from '../../wire/desk/queries.js';
import { CatchUp } from '../desk/projection/catch-up.js';
import { patience } from '../shared/failpoint.js';

/** How long a list waits for the database before it is answered without rows. */
const FENCE_MS = patience(250);
/** Lists that wait at a time; one more is answered at once. */
const WAITING_MAX = 256;

/** How far the projection is. */
export interface ProjectionWatch {
  /** Seq of the newest event that the database shows. */
  newest(): number;
  /** Asks to be told as soon as the database shows this event; for `Fences.projected`. */
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

  /** A session that is new here knows of events up to this one. */
  open(session: string, seq: number): void {
    if (!this.#told.has(session)) this.#told.set(session, seq);
  }

  /** A session ended. */
  end(session: string): void {
    this.#told.delete(session);
  }

  /** A session that is open is told of an event. */
  told(session: string, seq: number): void {
    const before = this.#told.get(session);
    if (before !== undefined && before < seq) this.#told.set(session, seq);
  }

  /** The database contains every event up to this one. */
  projected(seq: number): void {
    this.#waiting.reached(seq);
  }

  /**
   * A query of a list with the fence that it is to have: the later one of its own and of what its
   * session was told; others as they are. Answered as soon as the database is there, or when that
   * takes too long.
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

  /** An event that is not in the log yet is not waited for: a client cannot know of one. */
  async #reach(seq: number): Promise<void> {
    if (seq <= this.projection.newest() || seq > this.newest()) return;
    if (this.#waiting.size >= WAITING_MAX) return;
    const reached = this.#waiting.until(seq, FENCE_MS);
    this.projection.await(seq);
    await reached;
  }
}
