// Queries of orders, deals, positions and daily lines of an account.

import type { GivenCursors } from '../rest/lists/history-cursor.js';
import type { CountedPage, Fenced, Paged, ReadAt } from './fenced-query.js';

/** Filters of the lists of orders and deals. */
export interface TradeFilters {
  readonly order_id?: number;
  readonly position_id?: number;
  /** The request that made the row. */
  readonly request_id?: string;
}

/**
 * Rows of history: a page, the newest first, or those next to a cursor: after it from the oldest
 * on, before it from the newest on. Times are ms, `from` inclusive, `to` exclusive.
 */
export interface HistoryQuery extends Fenced, Paged, GivenCursors, TradeFilters {
  readonly login: number;
  readonly from?: number;
  readonly to?: number;
  readonly symbol?: string;
  /** Only of deals: the action of a money operation. */
  readonly action?: string;
}

/** An order or a deal of an account. */
export interface HistoryRowQuery extends Fenced {
  readonly login: number;
  readonly id: number;
}

/** The row as clients see it; null = the account has none of this id. */
export interface HistoryRow extends ReadAt {
  readonly found: Record<string, unknown> | null;
}

/** A page of a list that is also read by cursors, and the cursors to go on by. */
export interface HistoryPage extends Omit<CountedPage, 'total'>, GivenCursors {
  /** Null = the rows next to a cursor were asked for, which are not counted. */
  readonly total: number | null;
}

/** A page of daily lines; dates of the server clock, `YYYY-MM-DD`, both inclusive. */
export interface DailyQuery extends Fenced, Paged {
  readonly login: number;
  readonly from?: string;
  readonly to?: string;
}

/** The queries of an account's history, with inputs and answers. */
export interface HistoryQueries {
  'history.orders': { input: HistoryQuery; output: HistoryPage };
  'history.deals': { input: HistoryQuery; output: HistoryPage };
  'history.positions': { input: HistoryQuery; output: HistoryPage };
  /** An order, working or over. */
  'history.order': { input: HistoryRowQuery; output: HistoryRow };
  'history.deal': { input: HistoryRowQuery; output: HistoryRow };
  'history.daily': { input: DailyQuery; output: CountedPage };
}
