// Queries: what reader threads answer from the database.

import type { ApplicationRecord } from '../accounts/application.js';
import type { ClientRecord, ClientViewer } from '../accounts/client.js';
import type {
  MailFolder,
  MailReader,
  MailToRecord,
  MailValuesRecord,
} from '../accounts/mailbox.js';
import type { JournalViewer, Viewer } from '../accounts/view.js';
import type { JournalRow } from '../rest/accounts/journal.js';
import type { OutboxEmail } from '../rest/accounts/mail.js';
import type { Notification } from '../rest/accounts/notifications.js';
import type { GivenCursors } from '../rest/lists/history-cursor.js';
import type { ListFilter } from '../rest/lists/list-fields.js';
import type { Direction, WindowPlace } from '../rest/lists/window.js';
import type { ServerAllocations } from '../rest/settings/server-views.js';
import type { PaymentsPreviewBody } from '../rest/trading/payments.js';
import type { BustCommand } from '../trading/commands.js';
import type { Deal } from '../trading/records.js';
import type { CountedPage, Fenced, Paged, ReadAt } from './fenced-query.js';
import type { ReportQueries } from './report-queries.js';

export type { CountedPage } from './fenced-query.js';

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
  /** Only of deals: that of a money operation. */
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

/** Rows of what is open, across accounts. */
export interface OpenCount extends Coverage, Fenced {
  /** Are the accounts of staff users left out? */
  readonly without_staff?: boolean;
  /** For orders: only those of which a fill is held? */
  readonly held?: boolean;
}

/** A page of rows of what is open: by login, then by id. */
export interface OpenQuery extends OpenCount, Paged {}

/** Closed positions; times are ms, `from` inclusive, `to` exclusive. */
interface ClosedFilter extends OpenCount {
  readonly from: number;
  readonly to: number;
}

/** A page of closed positions, the one closed last first. */
export interface ClosedQuery extends ClosedFilter, Paged {}

/** The ids of all rows of a list, if there are at most so many. */
interface AtMost {
  readonly most: number;
}

/** The ids of closed positions. */
export interface ClosedIdsQuery extends ClosedFilter, AtMost {}

/** The ids of rows of what is open. */
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

/** A page of daily lines; dates of the server clock, `YYYY-MM-DD`, both inclusive. */
export interface DailyQuery extends Fenced, Paged {
  readonly login: number;
  readonly from?: string;
  readonly to?: string;
}

/** All rows of what is open, by login and id; none when there are more than `most`. */
export interface OpenPictureQuery extends OpenCount {
  readonly kind: 'positions' | 'orders';
  readonly most: number;
}

/** The stored money of all accounts that are selected; none when there are more than `most`. */
export interface MoneyPictureQuery extends Fenced {
  readonly viewer: Viewer;
  /** A list of masks of groups. */
  readonly group: string;
  readonly most: number;
}

/** Rows as JSON, each with its account, and the number of all rows. */
export interface RowPicture extends ReadAt {
  readonly rows: readonly (readonly [login: number, group: string, text: string])[];
  readonly total: number;
}

/** Which rows of a kind are picked: all, those with a stop loss or take profit, or none. */
type Picking = 'all' | 'stops' | 'none';

/**
 * Picks trades: those of a symbol and of groups, or those that are named, at most `limit`. The name
 * of the symbol is exact, also in its letter case.
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

/** Calculates what payments for the lots of accounts come to. */
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

/** A bar at the prices of the symbol, ×10^(digits+3); time in ms, spread in points. */
export interface BarRow {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly tick_volume: number;
  readonly spread: number;
}

/** The events of a deal: the event that created it, then events that changed it. */
export interface DealEvents {
  readonly seqs: readonly number[];
  /** Seq of the newest event that the database holds. */
  readonly projection_seq: number;
}

/**
 * A provider's execution of an order by the provider's id; `login` 0 = that of the order, which has
 * ended.
 */
export interface ExecutionKey {
  readonly login: number;
  readonly gateway_id: number;
  readonly order_id: number;
  readonly execution_id: string;
}

/** A fill that a provider tells. */
export interface FillKey extends ExecutionKey {
  /** The provider's total of the order's fills in its unit, ×10^8; null = it tells none. */
  readonly total: bigint | null;
  /** Does it count units of the contract instead of lots? */
  readonly is_units: boolean;
}

/** A deal by its id, or by the execution that it is. */
export type DealKey = { readonly deal_id: number } | ExecutionKey;

/** Most deals of a position of which one can be taken back; one more is read of a longer one. */
export const DEALS_MAX = 1000;

/** A deal to be taken back, with what its bust needs. */
export interface DealInPosition {
  readonly login: number;
  readonly deal: Deal;
  /** All deals of its position by id, up to the account's event of the number `account_seq`. */
  readonly deals: readonly Deal[];
  readonly account_seq: number;
  /** Who has taken it back; null = nobody. */
  readonly busted_by: BustCommand['source'] | null;
  /** Has the provider's total of its order been lowered by it, without a change of the deal? */
  readonly is_counted: boolean;
}

/** The position of a journal line. */
export interface JournalPlace {
  readonly time: number;
  readonly id: number;
}

/** Lines of the journal, newest first; times are ms, `from` inclusive, `to` exclusive. */
export interface JournalQuery extends Fenced {
  readonly from: number;
  readonly to: number;
  readonly login?: number;
  /** The user who caused the lines. */
  readonly by?: number;
  readonly kind?: string;
  /** A substring of the text; letter case is ignored. */
  readonly text?: string;
  /** The reader, on whom the visible lines depend. */
  readonly viewer: JournalViewer;
  /** Continue after this line. */
  readonly behind?: JournalPlace;
  /** Lines to skip, lines to return, and lines to count at most. */
  readonly skip: number;
  readonly limit: number;
  readonly count: number;
}

/** The result of searching a bounded number of journal lines. */
export interface JournalPart extends ReadAt {
  readonly items: readonly JournalRow[];
  /** Matching lines, at most `count`. */
  readonly found: number;
  /** More lines may match after this line; null = none. */
  readonly behind: JournalPlace | null;
}

/** A numbered event that was read from the log. */
export interface LoggedEvent {
  readonly login: number;
  readonly group: string;
  readonly account_seq: number;
  readonly seq: number;
  /** Which of its lists are not empty. */
  readonly parts: readonly ('deals' | 'orders' | 'positions')[];
  /** The event as the log has it. */
  readonly packed: Uint8Array;
}

/** Events that one query has found; none = ask again, because it has only searched. */
export interface LoggedPart {
  readonly events: readonly LoggedEvent[];
  /** Was an account made or changed meanwhile? Only where events of all accounts are read. */
  readonly hasChanges?: boolean;
  /** Seq of the last event that was looked at. */
  readonly read: number;
  /** The log does not have the next event, or not among the newest. */
  readonly isGone: boolean;
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
 * An account as stored, as JSON: its profile, and its balance, credit and those of days before. The
 * caller adds live money.
 */
export type AccountRow = readonly [login: number, json: string];

/** A page of accounts by login. */
interface AccountPageQuery extends Fenced, AccountSelection, Paged {
  /** Without a fence of the request the page is read as the database stands. */
  readonly is_fenced: boolean;
}

/** A page of the clients that the reader sees, by id. */
interface ClientPageQuery extends Fenced, Paged {
  readonly viewer: ClientViewer;
  readonly filters: readonly ListFilter[];
}

/** A page of the applications of groups in the reader's scope, the oldest first. */
interface ApplicationPageQuery extends Fenced, Paged {
  readonly viewer: Viewer;
  readonly filters: readonly ListFilter[];
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

/** A page of a folder of a mailbox, the newest first. */
export interface MailFolderQuery extends Fenced, Paged {
  readonly reader: MailReader;
  readonly folder: MailFolder;
}

/** A copy or draft in a mailbox, without its texts. */
export interface MailRow {
  /** The number of the message. */
  readonly mail: number;
  readonly folder: MailFolder;
  readonly read: boolean;
  /** Only of threads: the number of its messages in the folder. */
  readonly thread_count?: number;
}

/** Rows of a folder, the number of all rows, and of the unread copies of the inbox. */
export interface MailFolderPage extends ReadAt {
  readonly rows: readonly MailRow[];
  readonly total: number;
  readonly unread: number;
}

/** The messages of a thread in a mailbox. */
export interface MailThreadQuery extends Fenced {
  readonly reader: MailReader;
  readonly thread: number;
}

/** The inbox and sent copies of a thread, from the oldest. */
export interface MailThread extends ReadAt {
  readonly rows: readonly MailRow[];
}

/** Rows of a mailbox that are shown with their texts; drafts that are gone are left out. */
export interface MailMessagesQuery extends Pick<MailThread, 'rows'> {
  readonly reader: MailReader;
  /** The members of a page beside its `items`; undefined = the answer is the bare list. */
  readonly page?: object;
}

/** A page of e-mails: of a sender, or of all (0). */
export interface OutboxQuery extends Fenced, Paged {
  readonly sender: number;
  readonly status?: string;
  readonly server_id?: number;
}

/** `total` counts all e-mails that fit; `pending` those of the sender that are not made yet. */
export interface OutboxPage extends ReadAt {
  readonly items: readonly OutboxEmail[];
  readonly total: number;
  readonly pending: number;
}

/** The accounts of the groups of a mask that a staff user sees, without the sender. */
export interface MailRecipientsQuery extends Fenced {
  readonly viewer: Viewer;
  /** A list of masks of groups. */
  readonly group: string;
  readonly sender: number;
  readonly most: number;
  /** Are the values of placeholders needed? */
  readonly has_values: boolean;
}

/** Recipients: how many, how many of groups without mail, and how many have an e-mail address. */
export interface MailRecipients {
  readonly total: number;
  readonly skipped: number;
  readonly emails: number;
  readonly logins: MailToRecord['blocks'];
  readonly values: readonly Omit<MailValuesRecord, 'id'>[];
}

/** An account's ledger and the sums of its deals, as decimals, at one event of the account. */
export interface AccountSums {
  readonly account_seq: number;
  /** The number of deals. */
  readonly deals: number;
  readonly balance: string;
  readonly balance_deals: string;
  readonly balance_difference: string;
  readonly credit: string;
  readonly credit_deals: string;
  readonly credit_difference: string;
}

export interface Queries extends ReportQueries {
  'history.orders': { input: HistoryQuery; output: HistoryPage };
  'history.deals': { input: HistoryQuery; output: HistoryPage };
  'history.positions': { input: HistoryQuery; output: HistoryPage };
  /** An order, working or over. */
  'history.order': { input: HistoryRowQuery; output: HistoryRow };
  'history.deal': { input: HistoryRowQuery; output: HistoryRow };
  'history.daily': { input: DailyQuery; output: CountedPage };
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
  'open.picture': { input: OpenPictureQuery; output: RowPicture };
  'accounts.money': { input: MoneyPictureQuery; output: RowPicture };
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
  bars: {
    input: {
      symbol_id: number;
      digits: number;
      timeframe: string;
      from: number;
      to: number;
      limit: number;
      /** Of more bars than `limit`: the oldest? By default the newest. */
      is_forward?: boolean;
    };
    output: readonly BarRow[];
  };
  /**
   * The stored ledger of an account, used while its actor does not answer; null = it never traded.
   */
  'account.ledger': {
    input: { login: number };
    output: Record<string, unknown> | null;
  };
  /** Spans of the numbers in use. */
  allocations: { input: Readonly<Record<string, never>>; output: ServerAllocations };
  /** What the deals of an account sum up to, beside its ledger; null = it had no event. */
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
  'clients.page': {
    input: ClientPageQuery;
    output: ReadAt & { items: readonly ClientRecord[]; total: number };
  };
  'mail.page': { input: MailFolderQuery; output: MailFolderPage };
  'mail.thread': { input: MailThreadQuery; output: MailThread };
  /** Messages as JSON. */
  'mail.messages': { input: MailMessagesQuery; output: Uint8Array<ArrayBuffer> };
  'mail.outbox': { input: OutboxQuery; output: OutboxPage };
  'mail.recipients': { input: MailRecipientsQuery; output: MailRecipients & ReadAt };
  /** The newest notifications of an account, the newest first. */
  'notifications.list': {
    input: Fenced & { readonly login: number; readonly limit: number };
    output: ReadAt & { readonly items: readonly Notification[] };
  };
  'applications.page': {
    input: ApplicationPageQuery;
    output: ReadAt & { items: readonly ApplicationRecord[]; total: number };
  };
  journal: { input: JournalQuery; output: JournalPart };
  /** Events of an account after the number `after`, those up to the seq `until`, oldest first. */
  'events.account': {
    input: { login: number; after: number; until: number };
    output: LoggedPart;
  };
  /** Events of all accounts after the seq `after`, up to the seq `until`, oldest first. */
  'events.all': { input: { after: number; until: number }; output: LoggedPart };
  'deal.events': { input: Fenced & { deal_id: number }; output: DealEvents };
  /** A deal and all deals of its position; null = there is no such deal. */
  'deal.position': {
    input: Fenced & DealKey;
    output: { readonly found: DealInPosition | null } & ReadAt;
  };
  /** Is the fill booked? */
  'fill.booked': { input: Fenced & FillKey; output: { readonly booked: boolean } & ReadAt };
  /**
   * The content of a file by its SHA-256, which the asker read where the file is used; null = it is
   * not used any more.
   */
  'file.read': { input: Fenced & { sha256: string }; output: Uint8Array<ArrayBuffer> | null };
}
export type QueryName = keyof Queries;

/** The queries that are answered in steps. */
export const SLICED_QUERIES = [
  'account.sums',
  'accounts.page',
  'accounts.count',
  'accounts.logins',
  'accounts.window',
  'accounts.window_count',
  'clients.page',
  'mail.messages',
  'mail.outbox',
  'mail.recipients',
  'applications.page',
  'accounts.money',
  'open.picture',
  'open.payments',
  'reports.daily',
  'reports.exposure',
] as const satisfies readonly QueryName[];
export type SlicedQuery = (typeof SLICED_QUERIES)[number];
