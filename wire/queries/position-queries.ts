// Queries of open and closed trades, across accounts.

import type { Viewer } from '../accounts/scope.js';
import type { PaymentsPreviewBody } from '../rest/trading/payments.js';
import type { CountedPage, Fenced, Paged, ReadAt } from './fenced-query.js';

/** Which accounts a list across accounts covers: of those that the reader sees, all that fit. */
export interface Coverage {
  readonly viewer: Viewer;
  /** A list of masks of group paths. */
  readonly group?: string;
  /** Group paths of which one is the account's. */
  readonly groups?: readonly string[];
  readonly login?: number;
  /** The exact name of a symbol, in any letter case. */
  readonly symbol?: string;
}

/** Rows of open trades, across accounts. */
export interface OpenCount extends Coverage, Fenced {
  /** Are the accounts of staff users left out? */
  readonly without_staff?: boolean;
  /** For orders: only orders of which a fill is held? */
  readonly held?: boolean;
}

/** A page of rows of open trades: by login, then by id. */
export interface OpenQuery extends OpenCount, Paged {}

/** Closed positions; times are ms, `from` inclusive, `to` exclusive. */
interface ClosedFilter extends OpenCount {
  readonly from: number;
  readonly to: number;
}

/** A page of closed positions, the one closed last first. */
export interface ClosedQuery extends ClosedFilter, Paged {}

/** The ids of all rows of a list, if there are at most so many. */
export interface AtMost {
  readonly most: number;
}

/** The ids of closed positions. */
export interface ClosedIdsQuery extends ClosedFilter, AtMost {}

/** The ids of rows of open trades. */
export interface OpenIdsQuery extends OpenCount, AtMost {}

/** The number of rows of a list, and their ids in its order; none where there are too many. */
export interface RowIds extends ReadAt {
  readonly total: number;
  readonly ids: readonly number[];
}

/** Rows by their ids, of those that the reader sees. */
export interface RowsQuery extends Pick<Coverage, 'viewer'> {
  readonly ids: readonly number[];
}

/** All rows of open trades, by login and id; none when there are more than `most`. */
export interface OpenSnapshotQuery extends OpenCount {
  readonly kind: 'positions' | 'orders';
  readonly most: number;
}

/** Rows as JSON, each with its account, and the number of all rows. */
export interface SnapshotRows extends ReadAt {
  readonly rows: readonly (readonly [login: number, group: string, text: string])[];
  readonly total: number;
}

/** Which rows of a kind are picked: all, those with a stop loss or take profit, or none. */
type Picking = 'all' | 'stops' | 'none';

/**
 * Picks trades: the trades of a symbol and of groups, or the named trades, at most `limit`. The
 * name of the symbol is exact, also in its letter case.
 */
export interface PickQuery extends Coverage, Fenced {
  readonly ids?: { readonly positions: readonly number[]; readonly orders: readonly number[] };
  readonly positions: Picking;
  readonly orders: Picking;
  readonly limit: number;
}

/** The picked trades by id, positions first, and the number of all that fit. */
export interface Picked extends ReadAt {
  readonly positions: readonly Record<string, unknown>[];
  readonly orders: readonly Record<string, unknown>[];
  readonly total: number;
}

/** Calculates payments for the lots of accounts. */
export interface PaymentsPreviewQuery extends Coverage {
  /** Names of symbols; absent = all. */
  readonly symbols?: readonly string[];
  readonly terms: Pick<PaymentsPreviewBody, 'buy' | 'sell' | 'net' | 'rates'>;
}

/** Sums over closed positions, as decimals. */
export interface ClosedSums {
  readonly count: number;
  readonly volume: string;
  readonly profit: string;
  readonly swap: string;
  readonly commission: string;
  readonly fee: string;
}

/** A page of closed positions, and the sums over all pages. */
export interface ClosedPage extends CountedPage {
  readonly totals: ClosedSums;
}

/** The queries of open and closed trades, across accounts, with inputs and answers. */
export interface PositionQueries {
  'open.positions': { input: OpenQuery; output: CountedPage };
  'open.orders': { input: OpenQuery; output: CountedPage };
  'open.position_ids': { input: OpenIdsQuery; output: RowIds };
  'open.order_ids': { input: OpenIdsQuery; output: RowIds };
  'open.count': { input: OpenCount; output: { readonly total: number } & ReadAt };
  /** An open position that the reader sees; null = there is none. */
  'open.position': {
    input: Fenced & { viewer: Viewer; id: number };
    output: Record<string, unknown> | null;
  };
  'open.snapshot': { input: OpenSnapshotQuery; output: SnapshotRows };
  'open.picked': { input: PickQuery; output: Picked };
  /** The answer of a preview as JSON. */
  'open.payments': { input: Fenced & PaymentsPreviewQuery; output: Uint8Array<ArrayBuffer> };
  /** The login of each position that there is or was; others are left out. */
  'open.owners': {
    input: Fenced & { readonly ids: readonly number[] };
    output: { readonly owners: readonly (readonly [id: number, login: number])[] } & ReadAt;
  };
  closed: { input: ClosedQuery; output: ClosedPage };
  'closed.ids': { input: ClosedIdsQuery; output: RowIds };
  'closed.rows': { input: RowsQuery; output: readonly Record<string, unknown>[] };
}
