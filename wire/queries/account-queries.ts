// Queries of accounts.

import type { Viewer } from '../accounts/scope.js';
import type { ListFilter } from '../rest/lists/list-fields.js';
import type { Direction, WindowPlace } from '../rest/lists/window.js';
import type { Fenced, Paged, ReadAt } from './fenced-query.js';
import type { AtMost, RowIds, SnapshotRows } from './position-queries.js';

/** The stored money of all accounts that are selected; none when there are more than `most`. */
export interface MoneySnapshotQuery extends Fenced {
  readonly viewer: Viewer;
  /** A list of masks of groups. */
  readonly group: string;
  readonly most: number;
}

/** Accounts of the groups that a staff user sees. */
export interface AccountSelection {
  readonly viewer: Viewer;
  /** A list of masks of groups. */
  readonly group?: string;
  /** A group, and the groups below it. */
  readonly group_path?: string;
  /** The licence company of the group. */
  readonly company?: string;
  /** Are the accounts of staff users left out? */
  readonly without_staff?: boolean;
  readonly filters: readonly ListFilter[];
}

/**
 * An account as stored, as JSON: its profile, and its balance and credit, now and on days before.
 * The caller adds live money.
 */
export type AccountRow = readonly [login: number, json: string];

interface AccountPageQuery extends Fenced, AccountSelection, Paged {
  /** Without a fence of the request the page is read as the database stands. */
  readonly is_fenced: boolean;
}

/** The reader and the query for which the cursors of a window hold. */
interface CursorBinding {
  /** A key of the reader's session, rights and scope. */
  readonly key: string;
  /** The resource and all that selects and orders its rows. */
  readonly query: string;
}

/** Rows of a window, read in one snapshot with its checkpoint. */
export interface AccountWindowQuery extends Fenced, AccountSelection, WindowPlace {
  readonly binding: CursorBinding;
  readonly sort: string;
  readonly dir: Direction;
}

/** The place of a window in its list; see `WINDOW` in wire/rest/lists/window.ts. */
interface FoundWindow {
  readonly after: string | null;
  readonly before: string | null;
  readonly first_key: string;
  readonly last_key: string;
  readonly has_after: boolean;
  readonly has_before: boolean;
  readonly page_id: string;
  readonly proof: string;
}

/** A window, or that its cursor does not hold. */
export type AccountWindowFound =
  | (FoundWindow & ReadAt & { readonly items: readonly AccountRow[] })
  | 'invalid_cursor';

/** An account's ledger and the sums of its deals, as decimals, at one event of the account. */
export interface AccountSums {
  readonly account_seq: number;
  readonly deals: number;
  readonly balance: string;
  readonly balance_deals: string;
  readonly balance_difference: string;
  readonly credit: string;
  readonly credit_deals: string;
  readonly credit_difference: string;
}

/** The queries of accounts, with inputs and answers. */
export interface AccountQueries {
  'accounts.money': { input: MoneySnapshotQuery; output: SnapshotRows };
  /**
   * The stored ledger of an account, used while its actor does not answer; null = it never traded.
   */
  'account.ledger': {
    input: { login: number };
    output: Record<string, unknown> | null;
  };
  /** The sums of an account's deals, beside its ledger; null = the account had no event. */
  'account.sums': { input: Fenced & { login: number }; output: AccountSums | null };
  'accounts.page': {
    input: AccountPageQuery;
    output: ReadAt & { items: readonly AccountRow[]; total: number };
  };
  'accounts.count': { input: Fenced & AccountSelection; output: number };
  'accounts.logins': { input: Fenced & AccountSelection & AtMost; output: RowIds };
  'accounts.window': { input: AccountWindowQuery; output: AccountWindowFound };
  'accounts.window_count': {
    input: Fenced & AccountSelection & { binding: CursorBinding };
    output: ReadAt & { query_id: string; total: number | null };
  };
}
