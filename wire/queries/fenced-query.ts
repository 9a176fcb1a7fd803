// Queries behind a fence: which events a list contains, and at which state it was read.

/**
 * A query for a session. A list shows every event that the session was shown before, and the later
 * event that the query may name. Until the database contains them, the list is answered without
 * rows. A seq is written as a whole number of 64 bits.
 */
export interface Fenced {
  readonly session: string;
  readonly min_projection_seq?: string;
  /** Which of the events that are committed when the query is asked must be in the database? */
  readonly waits_for?: WaitsFor;
}

/**
 * The event that a query waits for. `newest` (default): the newest event, for a short time; then a
 * list is read behind its fence. `surely`: the newest event; if that takes too long, the query is
 * refused with `timeout`. For acts, which must not miss a row, and for answers that cannot say that
 * they lack a row. `nothing`, also no fence: for later parts of an answer, whose first part has
 * waited.
 */
type WaitsFor = 'newest' | 'surely' | 'nothing';

/** The state of the database at which a list was read. */
export interface ReadAt {
  /** Seq of the newest event that the rows show. */
  readonly projection_seq: string;
  /** Only with a fence: was it met? Without a fence the rows may lack the newest events. */
  readonly consistency?: 'current' | 'projection_pending';
  /** Time in ms after which to ask again, while the fence is not met. */
  readonly retry_after_ms?: number;
}

/** Which page of a list is read, from 1 on, and its size. */
export interface Paged {
  readonly page: number;
  readonly limit: number;
}

/** A page: rows as clients see them, and the number of all that match. */
export interface CountedPage extends ReadAt {
  readonly items: readonly Record<string, unknown>[];
  readonly page: number;
  readonly total: number;
}
