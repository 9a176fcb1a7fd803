// Queries: what readers answer from the database.

import type { JournalViewer } from '../accounts/view.js';
import type { JournalRow } from '../rest/accounts/journal.js';

/**
 * A query of a list for a session: it shows all that the session was answered before. While the
 * database does not show that yet, or not the event of a later seq that the query names, the list
 * is answered without rows. A seq is written as a whole number of 64 bits.
 */
export interface Fenced {
  readonly session: string;
  readonly min_projection_seq?: string;
}

/** The state of the database that a list was read at. */
export interface ReadAt {
  /** Seq of the newest event that the rows show. */
  readonly projection_seq: string;
  /** Only behind a fence: whether it was met. Without one nothing is promised. */
  readonly consistency?: 'current' | 'projection_pending';
  /** When to ask again, while the fence is not met. */
  readonly retry_after_ms?: number;
}

/** A page of history; times are ms, `from` inclusive, `to` exclusive. */
export interface HistoryQuery extends Fenced {
  readonly login: number;
  readonly from?: number;
  readonly to?: number;
  readonly symbol?: string;
  readonly page: number;
  readonly limit: number;
}

/** A page: rows as clients see them. */
export interface HistoryPage extends ReadAt {
  readonly items: readonly Record<string, unknown>[];
  readonly page: number;
  readonly total: number;
}

/** A bar as clients see it. */
export interface BarRow {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly tick_volume: number;
  readonly real_volume: string;
  readonly spread: number;
}

/** The events of a deal: the event that made it, then events that changed it. */
export interface DealEvents {
  readonly seqs: readonly number[];
  /** Seq of the newest event that the database holds. */
  readonly projection_seq: number;
}

/** Where a line of the journal stands. */
export interface JournalPlace {
  readonly time: number;
  readonly id: number;
}

/** Lines of the journal, newest first; times are ms, `from` inclusive, `to` exclusive. */
export interface JournalQuery extends Fenced {
  readonly from: number;
  readonly to: number;
  readonly login?: number;
  /** The user who caused them. */
  readonly by?: number;
  readonly kind?: string;
  /** A part of the text, in either letter case. */
  readonly text?: string;
  /** The lines shown depend on the reader. */
  readonly viewer: JournalViewer;
  /** Look through the lines behind this one. */
  readonly behind?: JournalPlace;
  /** Lines that are passed over, shown, and counted at most. */
  readonly skip: number;
  readonly limit: number;
  readonly count: number;
}

/** A part of the journal that was looked through: a bounded number of lines. */
export interface JournalPart extends ReadAt {
  readonly items: readonly JournalRow[];
  /** Lines that fit, at most `count`. */
  readonly found: number;
  /** There may be more behind this line; null = there is none. */
  readonly behind: JournalPlace | null;
}

export interface Queries {
  'history.orders': { input: HistoryQuery; output: HistoryPage };
  'history.deals': { input: HistoryQuery; output: HistoryPage };
  'history.positions': { input: HistoryQuery; output: HistoryPage };
  bars: {
    input: {
      symbol_id: number;
      digits: number;
      timeframe: string;
      from: number;
      to: number;
      limit: number;
    };
    output: readonly BarRow[];
  };
  /** The stored ledger of an account, shown when its actor is silent; null = no trading yet. */
  'account.ledger': {
    input: { login: number };
    output: Record<string, unknown> | null;
  };
  journal: { input: JournalQuery; output: JournalPart };
  'deal.events': { input: { deal_id: number }; output: DealEvents };
}
export type QueryName = keyof Queries;
