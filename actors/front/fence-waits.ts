// Waits for fences: queries wait until the database shows what is committed. The newest event that
// a session was shown is the fence of the lists that it reads: they must contain it.

import { refuse } from '../../wire/base/codes.js';
import type { Fenced } from '../../wire/queries/fenced-query.js';
import { CatchUp } from '../desk/projection/catch-up.js';
import { patience } from '../shared/failpoint.js';

/**
 * Time in ms that a list waits for the database before it reads what there is, and time that a
 * query waits that must contain the newest event.
 */
const WAITS_MS = { list: patience(250), surely: patience(5000) } as const;
/**
 * Most lists, and most queries that must contain the newest event, that wait at a time: a further
 * list reads what there is, a further other query is refused.
 */
const WAITING_MAX = 256;

/** The refusal of a query that must contain the newest event while the database lacks it. */
export const BEHIND = refuse(
  'timeout',
  'The database is behind execution, and nothing was done; send the request again.',
);

/** The progress of the projection. */
export interface ProjectionWatch {
  /** Seq of the newest event that the database shows. */
  newest(): number;
  /** Requests a call of `Fences.projected` as soon as the database contains this event. */
  await(seq: number): void;
}

/** The fences of the sessions that a front knows. */
export class Fences {
  readonly #shown = new Map<string, number>();
  readonly #lists = new CatchUp();
  readonly #sure = new CatchUp();

  constructor(
    private readonly projection: ProjectionWatch,
    /** Seq of the newest event in the log. */
    private readonly newest: () => number,
    private readonly waitsMs: Readonly<Record<keyof typeof WAITS_MS, number>> = WAITS_MS,
  ) {}

  /** Adds a new session, which was shown events up to this one. */
  open(session: string, seq: number): void {
    if (!this.#shown.has(session)) this.#shown.set(session, seq);
  }

  end(session: string): void {
    this.#shown.delete(session);
  }

  /** Notes that an open session is shown an event. */
  markShown(session: string, seq: number): void {
    const before = this.#shown.get(session);
    if (before !== undefined && before < seq) this.#shown.set(session, seq);
  }

  /** The database contains every event up to this one. */
  projected(seq: number): void {
    this.#lists.reached(seq);
    this.#sure.reached(seq);
  }

  /**
   * Waits for what the query waits for, and returns it with its fence: the newest event that the
   * session was shown, or the event that the query names if that is later. A query without a
   * session waits for nothing. Undefined: the database takes too long to show the newest event,
   * which the query must contain.
   */
  async ahead<T extends object>(query: T | (T & Fenced)): Promise<T | undefined> {
    if (!('session' in query)) return query;
    const { session, min_projection_seq: own, waits_for = 'newest' } = query;
    if (waits_for === 'nothing') return query;
    const newest = this.newest();
    if (waits_for === 'surely') {
      const isShown = await this.#reach(newest, this.#sure, this.waitsMs.surely);
      return isShown ? query : undefined;
    }
    const shown = this.#shown.get(session) ?? 0;
    const isOwn = own !== undefined && BigInt(own) >= BigInt(shown);
    const fence = isOwn ? Number(own) : shown;
    // No list waits for an event that is not in the log yet: a client cannot know it.
    if (fence <= newest) await this.#reach(newest, this.#lists, this.waitsMs.list);
    return fence === 0 && !isOwn
      ? query
      : { ...query, min_projection_seq: isOwn ? own : `${shown}` };
  }

  /** Waits until the database contains the event; false = it does not, yet. */
  async #reach(seq: number, waiting: CatchUp, patienceMs: number): Promise<boolean> {
    if (seq <= this.projection.newest()) return true;
    if (waiting.size >= WAITING_MAX) return false;
    const reached = waiting.until(seq, patienceMs);
    this.projection.await(seq);
    return reached;
  }
}
