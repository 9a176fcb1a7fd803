// The client of the actors: everything that `http/` may ask of the runtime.

import type { SessionCopy } from '../wire/accounts/identity.js';
import type { Viewer } from '../wire/accounts/scope.js';
import type { Outcome } from '../wire/base/codes.js';
import type { TaggedJson } from '../wire/base/object.js';
import type { Encoding } from '../wire/codec/frames.js';
import type { Caller } from '../wire/desk/caller.js';
import type { DeskAnswer, DeskOp, DeskOps } from '../wire/desk/operations.js';
import type { BarRow } from '../wire/queries/bar-queries.js';
import type { Queries, QueryName } from '../wire/queries/queries.js';
import type { FirewallView } from '../wire/rest/settings/firewall.js';
import type {
  MonitorSample,
  ServerInstance,
  ServerMonitor,
} from '../wire/rest/settings/server-views.js';
import type { Explanation } from '../wire/rest/trading/deals.js';
import type { SymbolField } from '../wire/rest/trading/market.js';
import type { News } from '../wire/rest/trading/news.js';
import type { Settings } from '../wire/settings/config.js';
import type { ServerId } from '../wire/settings/servers.js';
import type { ChangedSetting } from '../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../wire/settings/symbols.js';
import type { CommittedMessage } from '../wire/socket/messages.js';
import { ACCOUNT_FRAMES } from '../wire/socket/operations.js';
import type { Timeframe } from '../wire/trading/timeframes.js';
import type { EventPart } from './shared/ring-records.js';

export { Allowances } from './shared/allowance.js';
export { bustDeal } from './shared/busts.js';
export { patience } from './shared/failpoint.js';
export { markAlive } from './shared/heartbeat.js';

/** The account operations that traders' frames can use. */
export const ACCOUNT_FRAME_OPS: ReadonlySet<string> = new Set(Object.keys(ACCOUNT_FRAMES));

/** All operations of an account's actor: the operations of frames and of REST. */
export type AccountOp =
  | keyof typeof ACCOUNT_FRAMES
  | 'positions'
  | 'orders'
  | 'balance'
  | 'money'
  | 'live_values'
  | 'position_delete'
  | 'position_change'
  | 'ledger_correct'
  | 'bust'
  | 'order_release'
  | 'held_fill'
  | 'dealer';

/** The newest quote of a symbol at symbol level, prices ×10^(digits+3); time 0 = none yet. */
export interface BoardQuote {
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  /** Open, high and low of the server day, by the symbol's chart price; 0 = none yet. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** Price of the last trade; 0 = none. */
  readonly last: number;
}

/** A changed quote for subscribers, at symbol level. */
export interface QuoteChange {
  readonly symbol_id: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
}

/** A changed bar, prices ×10^(digits+3). */
export interface BarChange extends BarRow {
  readonly symbol_id: number;
  readonly timeframe: string;
}

/** The corrected bars of a timeframe open in `[from, to)`, ms. */
export interface CorrectedSpan {
  readonly timeframe: Timeframe;
  readonly from: number;
  readonly to: number;
}

export type { EventPart };

/** A committed, numbered event. */
export interface NumberedEvent {
  readonly login: number;
  readonly group: string;
  /** Name of the event: `deal`, `order`, `position` … */
  readonly name: string;
  readonly account_seq: number;
  readonly seq: number;
  /** The connection whose answer shows what it changed; 0 = none. */
  readonly token: number;
  /** The event as the log has it. */
  readonly packed: Uint8Array;
  /** Which of the lists deals, orders and positions are not empty. */
  readonly parts: readonly EventPart[];
}

/** A symbol with the group's values and markups. */
export interface GroupSymbolView {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly digits: number;
  /** The named fields in `GET /trader/v1/symbols`, or all, with the group's values. */
  showing(fields?: readonly SymbolField[]): Readonly<Record<string, unknown>>;
  /** Converts symbol-level prices to the group's prices; all ×10^(digits+3). */
  price(bid: number, ask: number): readonly [number, number];
  /** A chart price (Bid or last trade, as the symbol's charts go) at the group's level. */
  charted(price: number): number;
}

/** The symbols that a group is offered. */
export interface GroupView {
  /** Finds a symbol by name, ignoring letter case; undefined = unknown. */
  named(name: string): GroupSymbolView | undefined;
  byId(id: number): GroupSymbolView | undefined;
  /** All offered symbols, by id. */
  all(): Iterable<GroupSymbolView>;
  /** The same as JSON: with the named fields only, if any are named. Cached for all callers. */
  list(fields?: readonly SymbolField[]): TaggedJson;
}

/** All symbols in the form of their records. */
export interface SymbolTable {
  /** Finds a symbol by name, ignoring letter case; undefined = unknown. */
  named(name: string): SymbolRecord | undefined;
  byId(id: number): SymbolRecord | undefined;
}

/** Where an account lies: its group, and whether it is hidden. */
interface AccountPlace {
  readonly group: string;
  readonly hidden: boolean;
}

/**
 * An account that was moved to another group, hidden, shown again, or deleted (null), or whose
 * rights as a staff user have changed (the same place).
 */
export interface MovedAccount {
  readonly login: number;
  readonly from: AccountPlace;
  readonly to: AccountPlace | null;
}

/**
 * The calls from the runtime to the front. They come in runs, and `flush` ends each run. Bytes are
 * valid only until the end of the run: code that keeps them must copy them.
 */
export interface FrontSink {
  /**
   * The answer to a frame as UTF-8 JSON, committed and complete with `seq`; in the order of the
   * frames.
   */
  answer(token: number, text: Uint8Array): void;
  /** The connection's shard failed: requests without an answer so far will get none. */
  unanswered(token: number): void;
  /** A committed, numbered event of an account. */
  event(event: NumberedEvent): void;
  /**
   * Some events up to this seq will not be delivered: their shard failed while the front was
   * behind.
   */
  lost(seq: number): void;
  /** Changed live money of a watched account: the `account_money` data as JSON. */
  money(login: number, group: string, text: string): void;
  /**
   * Changed values of an account's positions, as JSON: `[id, price_current, profit]` each; `[id]`
   * for a closed position.
   */
  positions(login: number, text: string): void;
  /** A request waits for dealers or has changed; `gone`: they have it no longer. */
  waiting(request: WaitingRequest): void;
  /**
   * Moved accounts, once the front uses the change; the log has the moves up to the seq. Null: the
   * desk was restarted, and any account may have been moved.
   */
  moved(accounts: readonly MovedAccount[] | null, seq: number): void;
  /**
   * Messages for logins, by seq. Messages of an earlier seq come again when the desk is
   * restarted.
   */
  messages(messages: readonly CommittedMessage[]): void;
  quotes(changes: readonly QuoteChange[]): void;
  bars(changes: readonly BarChange[]): void;
  /** Bars of a symbol that staff have corrected, a period for each timeframe. */
  barsCorrected(symbolId: number, spans: readonly CorrectedSpan[]): void;
  /** A piece of news of a datafeed. */
  news(news: News): void;
  /** A session was opened or changed; null = ended. `reason` is `kick` for a kick. */
  session(id: string, copy: SessionCopy | null, reason: string): void;
  /** Settings of a new version. */
  settings(settings: Settings): void;
  /** The changes of a version of the settings, and of accounts, once every thread uses them. */
  configured(version: number, changes: readonly ChangedSetting[]): void;
  flush(): void;
}

/** The minutes that are asked of a monitor, `[from, to)` in ms, and how many make one value. */
export interface MinutesAsked {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

/** The server's observations of itself. */
export interface Vitals {
  /** The id of this run of the server. */
  readonly runId: string;
  /** This run and the runs of the newest 24 hours, the newest first. */
  instances(server: ServerId): readonly ServerInstance[];
  /** The figures of an instance; undefined = there is none of this id. */
  monitor(server: ServerId, instance: string, asked: MinutesAsked): ServerMonitor | undefined;
  /** The newest figures of this run; null = there are none yet. */
  newest(server: ServerId): MonitorSample | null;
  /** The firewall of an instance's machine; undefined = there is no instance of this id. */
  firewall(instance: string): Promise<FirewallView | undefined>;
  /** Gives the number of live sockets from now on. */
  countSockets(count: () => number): void;
}

/** The distribution of a duration: counts by bucket. */
export interface Histogram {
  readonly name: string;
  /** A label that distinguishes histograms of the same name: `hop="shard"`. */
  readonly label: string;
  /** Upper limits in seconds; the last bucket has none. */
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  /** Sum of all durations in seconds. */
  readonly sum: number;
}

/**
 * The accounts whose live money staff follow: accounts in groups that fit a mask, and others by
 * login; and whose positions traders follow.
 */
export interface Followed {
  readonly masks: readonly string[];
  readonly logins: readonly number[];
  /** Accounts with a connection whose positions are followed one by one. */
  readonly positions: readonly number[];
}

/** No accounts. */
export const NOBODY: Followed = { masks: [], logins: [], positions: [] };

/** A dealer at the dealing desk, and what the dealer sees. */
export interface DealerAtDesk extends Viewer {
  readonly login: number;
}

/** A request that waits for dealers. */
export interface WaitingRequest {
  readonly login: number;
  /** The group of the account. */
  readonly group: string;
  /** The row as dealers see it, `WAITING_REQUEST`. */
  readonly row: Readonly<Record<string, unknown>> & { readonly id: number; readonly state: string };
}

/** An open file, which is read while it is sent; it must be closed. */
export interface ReportFile {
  /** Bytes of the whole file. */
  readonly length: number;
  /** The bytes from an offset on, at most so many; rejects when they cannot be read. */
  read(from: number, most: number): Promise<Uint8Array>;
  /** May be called again. */
  close(): void;
}

/** The files of reports. */
export interface ReportFiles {
  /**
   * Opens the file of a section of a report for a login; `not_found` when there is none, and
   * `auth.too_many_attempts` when too many are open.
   */
  open(login: number, job: number, section: number): Promise<Outcome<ReportFile>>;
}

/** The login that asks, and is given its share of what all use. */
export type Asker = Pick<Caller, 'audience' | 'login'>;

/** Everything that `http/` may ask of the runtime. */
export interface ActorsClient {
  /**
   * Connects the front; called once before listening. Sessions and settings are delivered before it
   * returns.
   */
  attach(sink: FrontSink): void;
  /**
   * Registers a connection of an account with its shard; the returned token identifies it in
   * answers.
   */
  connect(caller: Caller): number;
  /**
   * Notifies the shard that a connection is closed; the grace period of `cancel_on_disconnect`
   * starts.
   */
  disconnect(token: number): void;
  /**
   * Sends an unparsed frame to the connection's account. False: the ring is full, and the frame was
   * dropped.
   */
  send(token: number, encoding: Encoding, frame: Uint8Array): boolean;
  /**
   * One operation for REST: returns `{status, text}` with the whole envelope as JSON, committed.
   * `requestId` is that of the envelope. Refused at once when the ring is full; `trade.timeout`
   * after 10 s.
   */
  call(
    caller: Caller,
    login: number,
    op: AccountOp,
    data: unknown,
    requestId: string,
  ): Promise<{ status: number; text: string }>;
  /** Asks the desk; refused with `internal` when its thread does not answer. */
  desk<K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>>;
  /**
   * Reads from the database; refused when too many queries wait, of the login or of all. A query
   * for a session waits for the newest committed event, as `WaitsFor` in wire/desk/queries.ts
   * says. The fence of a list is the newest event that its session was shown, or a later event that
   * the query names.
   */
  query<K extends QueryName>(
    by: Asker,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>>;
  /**
   * Notes that a session is shown events up to this seq: its lists must contain them from now on.
   */
  markShown(session: string, seq: number): void;
  /**
   * Explains a deal by its event; `not_found` when there is none. The caller must check the scope.
   */
  explain(by: Asker, dealId: number): Promise<Outcome<Explanation>>;
  /** Is the account visible only to staff with `accounts.hidden`? */
  hidden(login: number): boolean;
  /** The settings at the front's version. */
  settings(): Settings;
  /** The newest quote of a symbol at symbol level; `time` 0 = none. */
  quote(symbolId: number): BoardQuote;
  /** All symbols in the form for staff. */
  symbols(): SymbolTable;
  /** The symbols and prices of a group; undefined = no such group. */
  group(path: string): GroupView | undefined;
  /**
   * Sets the accounts whose live money is delivered, besides accounts with a connection; replaces
   * the set from before.
   */
  watch(followed: Followed): void;
  /** Sets the dealers at the dealing desk; replaces those from before. */
  attend(dealers: readonly DealerAtDesk[]): void;
  /** The newest pieces of news since the start, the newest first. */
  news(): readonly News[];
  /** The requests that wait for dealers, by id. */
  waiting(): ReadonlyMap<number, WaitingRequest>;
  /** Are changes of quotes to be delivered? Not at first. Quotes on the board are always new. */
  wantQuotes(wanted: boolean): void;
  /**
   * The clock of the actors, ms since 1970, which determines the times of everything they issue.
   */
  now(): number;
  /** Seq of the newest committed event that the front has seen. */
  seq(): number;
  /** The frame of an event as UTF-8 JSON, in memory of its own. */
  frame(event: Pick<NumberedEvent, 'packed' | 'seq'>): Uint8Array;
  /** Current metrics by name, for `/metrics`. */
  metrics(): Promise<Readonly<Record<string, number>>>;
  /** Durations of orders between threads, for `/metrics`. */
  histograms(): readonly Histogram[];
  readonly vitals: Vitals;
  readonly reportFiles: ReportFiles;
  /** Do all threads serve? For `/readyz`. */
  ready(): boolean;
  /** Why the platform is a copy that waits for its release; empty = it is released. */
  unreleased(): string;
}
