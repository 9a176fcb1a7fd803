// Events: the facts that the log holds. Every change of the server is one of these.

import type { Daily } from './daily.js';
import type { Queued } from './queued.js';
import type {
  Correction,
  Deal,
  Explain,
  Ledger,
  Money,
  Order,
  Position,
  TradeResult,
} from './records.js';

/** Request kinds: what an account was asked to do; `dealer_…` by staff. */
export const REQUEST_KINDS = [
  'price',
  'open',
  'close',
  'close_by',
  'modify',
  'pending',
  'pending_modify',
  'pending_cancel',
  'activate',
  'activate_stop_limit',
  'sl',
  'tp',
  'stopout_order',
  'stopout_position',
  'expiration',
  'dealer_open',
  'dealer_close',
  'dealer_close_by',
  'dealer_modify',
  'dealer_pending',
  'dealer_pending_modify',
  'dealer_pending_cancel',
  'dealer_activate',
  'balance',
  'disconnect',
  'margin_call',
  'stop_out',
  'trail',
  'oco',
  'end_of_day',
  'position_delete',
  'bust',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The senders of requests. */
export const SOURCES = ['client', 'dealer', 'server', 'gateway'] as const;

/** The cause of an event. */
export interface Cause {
  readonly kind: RequestKind;
  readonly source: (typeof SOURCES)[number];
  /** Login of the dealer; 0 = none. */
  readonly dealer: number;
  /** Empty for orders of the server itself. */
  readonly request_id: string;
}

/** A request id that took effect, with the request's digest and its result. */
export interface Remembered {
  readonly request_id: string;
  /** Digest of the request's content: the same id with other content is a conflict. */
  readonly digest: string;
  readonly result: TradeResult;
}

/** A money operation on a second account, executed after this event's commit, exactly once. */
export interface DerivedCommand {
  /** UUID v5 of the deal and the rule. */
  readonly request_id: string;
  readonly login: number;
  readonly action: Deal['action'];
  /** In `currency`, with the decimals of the account that it follows from. */
  readonly amount: string;
  readonly comment: string;
  /** The account and its deal that the payment follows from, where it follows from one. */
  readonly from_login?: number;
  readonly from_deal?: number;
  /** The currency of the amount; absent = the currency of the account that is paid. */
  readonly currency?: string;
}

/** Names under which sockets see an account's events; `setting` is neither shown nor numbered. */
export type AccountEventKind =
  | 'order'
  | 'deal'
  | 'position'
  | 'trade_result'
  | 'correction'
  | 'margin_call'
  | 'stop_out'
  | 'setting';

/** One change of one account: the rows as they are afterwards. Applying it is storing its rows. */
export interface AccountEvent {
  readonly type: 'account';
  readonly kind: AccountEventKind;
  readonly login: number;
  /** The account's group at the time. */
  readonly group: string;
  /** 1, 2, 3 … for an account without gaps; events of kind `setting` repeat the last number. */
  readonly account_seq: number;
  /** ms; never falls within a shard. */
  readonly time: number;
  readonly cause: Cause;
  readonly ledger: Ledger;
  readonly money: Money;
  readonly orders: readonly Order[];
  readonly deals: readonly Deal[];
  readonly positions: readonly Position[];
  readonly remembered: Remembered | null;
  readonly explain: Explain | null;
  readonly derived: readonly DerivedCommand[];
  /** Requests that began to wait, moved on, or are `gone`. */
  readonly queued: readonly Queued[];
  readonly daily: Daily | null;
  readonly correction: Correction | null;
  /** The notice to staff about it. */
  readonly journal: readonly JournalLine[];
}

/** A line of the staff journal, inseparable from the change that it describes. */
export interface JournalLine {
  readonly kind: 'auth' | 'config' | 'account' | 'trade' | 'system';
  /** Login that it is about; 0 = none. */
  readonly login: number;
  readonly text: string;
  /** The kind of settings that it is about or belongs to; absent = none, or not known. */
  readonly setting?: string;
  /** Path of the group that the setting stands under; absent = none. */
  readonly group?: string;
}

/** One versioned record after a change; `record` null = deleted. */
export interface RecordChange {
  readonly kind: string;
  readonly key: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>> | null;
}

/** One decision of the desk: the records it changed and its journal lines. */
export interface DeskEvent {
  readonly type: 'desk';
  readonly time: number;
  /** Staff login that caused it; 0 = the server. */
  readonly by: number;
  readonly ip: string;
  /**
   * Version of the settings when this was decided, and one more if it changes any. An event that
   * changes none may stand in the log behind a change that it does not count; the highest counts.
   */
  readonly config_version: number;
  readonly changes: readonly RecordChange[];
  readonly journal: readonly JournalLine[];
}

export type Event = AccountEvent | DeskEvent;
