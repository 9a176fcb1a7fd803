// The client of the actors: everything that `http/` may ask of the runtime.

import type { SessionCopy } from '../wire/accounts/identity.js';
import type { Outcome } from '../wire/base/codes.js';
import type { Encoding } from '../wire/codec/frames.js';
import type { Caller, DeskAnswer, DeskOp, DeskOps } from '../wire/desk/operations.js';
import type { Queries, QueryName } from '../wire/desk/queries.js';
import type { Explanation } from '../wire/rest/trading/deals.js';
import type { Settings } from '../wire/settings/config.js';
import type { ChangedSetting } from '../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../wire/settings/symbols.js';
import type { EventPart } from './shared/ring-records.js';

export { patience } from './shared/failpoint.js';
export { markAlive } from './shared/heartbeat.js';

const FRAME_OPS = ['trade', 'trade_status', 'account', 'cancel_on_disconnect'] as const;

/** The operations of an account that a trader's frames may name. */
export const ACCOUNT_FRAME_OPS: ReadonlySet<string> = new Set(FRAME_OPS);

/**
 * Operations that an account's actor answers: those that frames name, and those that REST asks for.
 */
export type AccountOp = (typeof FRAME_OPS)[number] | 'positions' | 'orders' | 'balance' | 'money';

/** The newest quote of a symbol at symbol level, prices ×10^(digits+3); time 0 = none yet. */
export interface BoardQuote {
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  readonly high: number;
  readonly low: number;
  /** Price of the last trade; 0 = none known. */
  readonly last: number;
}

/** One changed quote on its way to subscribers, at symbol level. */
export interface QuoteChange {
  readonly symbol_id: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
}

/** A bar that changed, prices ×10^(digits+3). */
export interface BarChange {
  readonly symbol_id: number;
  readonly timeframe: string;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly tick_volume: number;
  readonly spread: number;
}

export type { EventPart };

/** A committed numbered event as its socket frame. */
export interface EventFrame {
  readonly login: number;
  readonly group: string;
  /** Name of the event: `deal`, `order`, `position` … */
  readonly name: string;
  readonly account_seq: number;
  readonly seq: number;
  /** The whole frame as UTF-8 JSON, `seq` included. */
  readonly text: Uint8Array;
  /** Which of deals, orders, positions are not empty. */
  readonly parts: readonly EventPart[];
}

/** A symbol as a group sees it: its values and its prices after the group's markups. */
export interface GroupSymbolView {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly digits: number;
  /** A symbol as `GET /trader/v1/symbols` shows it: its fields with the group's values. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The group's prices for symbol-level ones; all ×10^(digits+3). */
  price(bid: number, ask: number): readonly [number, number];
}

/** The symbols that a group is offered; undefined = not offered. */
export interface GroupView {
  /** By its name in any letter case. */
  named(name: string): GroupSymbolView | undefined;
  byId(id: number): GroupSymbolView | undefined;
  /** All of them, by id. */
  all(): Iterable<GroupSymbolView>;
  /** The same as JSON, made once for all who ask. */
  json(): Uint8Array<ArrayBuffer>;
}

/** All symbols as the records hold them; undefined = there is none. */
export interface SymbolTable {
  /** By its name in any letter case. */
  named(name: string): SymbolRecord | undefined;
  byId(id: number): SymbolRecord | undefined;
}

/** An account that is new or changed, and the group that it is in. */
export interface ChangedAccount {
  readonly login: number;
  readonly group: string;
}

/**
 * The calls of the runtime to the front. Calls come in runs; `flush` ends each run. Texts given as
 * bytes are valid until its end: code that keeps a text longer copies it.
 */
export interface FrontSink {
  /** An answer to a frame as UTF-8 JSON; committed, complete with seq. In the order sent. */
  answer(token: number, text: Uint8Array): void;
  /** The connection's shard failed: what it has not answered by now it never will. */
  unanswered(token: number): void;
  /** A numbered event of an account, committed: the event frame as text with its seq. */
  event(frame: EventFrame): void;
  /** Some events up to this seq will not be told: their shard failed while the front was behind. */
  lost(seq: number): void;
  /** Live money of a watched account that changed: the `account_money` data as JSON text. */
  money(login: number, group: string, text: string): void;
  /** Accounts that are new or changed, with their groups, once the front uses the change. */
  accounts(changed: readonly ChangedAccount[]): void;
  quotes(changes: readonly QuoteChange[]): void;
  bars(changes: readonly BarChange[]): void;
  /** A session opened or changed; null = ended. `reason` is `kick` for a kick. */
  session(id: string, copy: SessionCopy | null, reason: string): void;
  /** Settings at a new version. */
  settings(settings: Settings): void;
  /** The changes of a version of the settings, once every thread uses it. */
  configured(version: number, changes: readonly ChangedSetting[]): void;
  flush(): void;
}

/** How many times of a kind fell into which bucket. */
export interface Histogram {
  readonly name: string;
  /** The label that separates it from others of the name: `hop="shard"`. */
  readonly label: string;
  /** Upper bounds in seconds; the last bucket has none. */
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  /** Sum of all times in seconds. */
  readonly sum: number;
}

/**
 * The accounts whose live money staff follow: accounts in groups that fit a mask, and others by
 * login.
 */
export interface Followed {
  readonly masks: readonly string[];
  readonly logins: readonly number[];
}

/** Nobody's. */
export const NOBODY: Followed = { masks: [], logins: [] };

/** The log's newest numbered events. */
export interface Tail {
  /** Seq of the log's newest event: all later events are delivered live. */
  readonly head: number;
  readonly frames: AsyncIterable<EventFrame>;
}

/** Everything that `http/` may ask of the runtime. */
export interface ActorsClient {
  /**
   * Connects the front; called once, before listening. Sessions and settings are delivered first.
   */
  attach(sink: FrontSink): void;
  /** Registers a connection of an account with its shard; answers carry the token. */
  connect(caller: Caller): number;
  /** Tells the shard that a connection is gone; `cancel_on_disconnect` starts counting. */
  disconnect(token: number): void;
  /**
   * Hands a frame to the connection's account as it came. False: the ring is full, and nothing was
   * done.
   */
  send(token: number, encoding: Encoding, frame: Uint8Array): boolean;
  /**
   * One operation for REST: answers `{status, text}` with the whole envelope as JSON, committed.
   * `requestId` is the envelope's. A full ring refuses at once; `trade.timeout` after 10 s.
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
   * Reads from the database; refused when too many queries wait. A list has as its fence what its
   * session was answered before, or a later one of its own, and waits for that a short time.
   */
  query<K extends QueryName>(
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>>;
  /** A session gets an event with this seq, or events up to it: its lists show them from now on. */
  told(session: string, seq: number): void;
  /** Explains a deal by its event; `not_found` when there is none. No scope is looked at. */
  explain(dealId: number): Promise<Outcome<Explanation>>;
  /** Is the account shown to staff with `accounts.hidden` alone? */
  hidden(login: number): boolean;
  /** The settings at the version that the front holds. */
  settings(): Settings;
  /** The newest quote of a symbol at symbol level; `time` 0 when there is none. */
  quote(symbolId: number): BoardQuote;
  /** All symbols as staff see them. */
  symbols(): SymbolTable;
  /** The symbols and prices of a group; undefined = no such group. */
  group(path: string): GroupView | undefined;
  /**
   * Sets the accounts whose live money the sink gets, besides accounts with a connection; replaces
   * the set before.
   */
  watch(followed: Followed): void;
  /** The time of the actors, ms since 1970: what they issue is measured by it. */
  now(): number;
  /** Seq of the newest committed event that the front has seen. */
  seq(): number;
  /** The newest `limit` numbered events of the log, oldest first: to fill `resume` at start. */
  tail(limit: number, bytes: number): Promise<Tail>;
  /** Live values by name for `/metrics`. */
  metrics(): Promise<Readonly<Record<string, number>>>;
  /** Times of orders at the hops between the threads, for `/metrics`. */
  histograms(): readonly Histogram[];
  /** Does every thread serve? For `/readyz`. */
  ready(): boolean;
}
