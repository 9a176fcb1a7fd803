// Events: the facts in the log. Every change of state is one of these.

import type { Daily } from './daily.js';
import type { IdleDayEvent } from './idle-day.js';
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

/** The kinds of requests that are routed (trading-rules §2.1); `dealer_…` by staff. */
export const ROUTED_KINDS = [
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
] as const;
export type RoutedKind = (typeof ROUTED_KINDS)[number];

/**
 * Request kinds: the kinds of requests to an account. The log stores their places: further ones are
 * appended.
 */
export const REQUEST_KINDS = [
  ...ROUTED_KINDS,
  'balance',
  'disconnect',
  'margin_call',
  'stop_out',
  'trail',
  'oco',
  'end_of_day',
  'position_delete',
  'bust',
  'ledger_correct',
  'position_change',
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
  /** Empty for orders that the server itself made. */
  readonly request_id: string;
}

/** A request id that was executed, with the digest of its content and its result. */
export interface Remembered {
  readonly request_id: string;
  /** Digest of the request's content; the same id with other content is a conflict. */
  readonly digest: string;
  readonly result: TradeResult;
}

/** A money operation on a second account, executed after this event's commit, exactly once. */
export interface DerivedCommand {
  /** `serverId` of the deal and the rule. */
  readonly request_id: string;
  readonly login: number;
  readonly action: Deal['action'];
  /** Amount in `currency`, with the decimals of the account that caused it. */
  readonly amount: string;
  readonly comment: string;
  /** The account and deal that caused the payment, where there is one. */
  readonly from_login?: number;
  readonly from_deal?: number;
  /** The currency of the amount; absent = the currency of the receiving account. */
  readonly currency?: string;
  /** True for money of a demo account, which is paid to demo accounts alone. */
  readonly demo?: boolean;
}

/**
 * Names of account events on sockets; `setting` is neither sent nor numbered. The log stores their
 * places: further ones are appended.
 */
export const ACCOUNT_EVENT_KINDS = [
  'order',
  'deal',
  'position',
  'trade_result',
  'correction',
  'margin_call',
  'stop_out',
  'margin_call_ended',
  'setting',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number];

/**
 * One change of one account: the changed rows in their new state. Applying it means storing its
 * rows.
 */
export interface AccountEvent {
  readonly type: 'account';
  readonly kind: AccountEventKind;
  readonly login: number;
  /** The account's group at that time. */
  readonly group: string;
  /** 1, 2, 3 … for each account, without gaps; events of kind `setting` repeat the last number. */
  readonly account_seq: number;
  /** ms since 1970; never decreases within a shard. */
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
  /** Requests that began to wait or changed, and those that are `gone`. */
  readonly queued: readonly Queued[];
  readonly daily: Daily | null;
  readonly corrections: readonly Correction[];
  /** Journal lines for staff about the event. */
  readonly journal: readonly JournalLine[];
}

/** A changed field of a record, such as `tiers.0.value`: its text before and after. */
export interface ChangedField {
  readonly field: string;
  /** Texts as they are, other values as JSON, long ones cut; a secret that is there is a mask. */
  readonly from: string;
  readonly to: string;
}

/** A line of the staff journal, stored with the change that it describes. */
export interface JournalLine {
  readonly kind: 'auth' | 'config' | 'account' | 'trade' | 'system';
  /** The login that the line is about; 0 = none. */
  readonly login: number;
  readonly text: string;
  /** The changed fields of the record; absent = the line is about no change. */
  readonly changes?: readonly ChangedField[];
  /** The type of the setting that the line is about; absent = none, or not known. */
  readonly setting?: string;
  /** Path of the group whose setting it is; absent = none. */
  readonly group?: string;
  /** In an account's event: the staff login whose act it reports; absent = the cause's login. */
  readonly by?: number;
}

/** A versioned record after a change; null = deleted. */
export interface RecordChange {
  readonly kind: string;
  readonly key: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>> | null;
  /**
   * The names of the fields that change, where the log holds these alone: a decision may change one
   * field of thousands of records. `wholeRecord` gives the record.
   */
  readonly fields?: readonly string[];
}

/** The record after a change; `before` is the record that it changes, if there is one. */
export const wholeRecord = (
  { kind, key, record, fields }: RecordChange,
  before: () => object | undefined,
): RecordChange['record'] => {
  if (fields === undefined || record === null) return record;
  const changed = before();
  if (changed === undefined) throw new Error(`${kind} ${key} is changed and is not there`);
  return { ...changed, ...record };
};

/** One decision of the desk: the changed records and the journal lines. */
export interface DeskEvent {
  readonly type: 'desk';
  readonly time: number;
  /** Login of the staff user who caused it; 0 = the server. */
  readonly by: number;
  readonly ip: string;
  /**
   * Version of the settings at the decision, plus one if it changes settings. An event that changes
   * none may follow a change in the log that it does not count: the highest version is in force.
   */
  readonly config_version: number;
  readonly changes: readonly RecordChange[];
  readonly journal: readonly JournalLine[];
}

export type Event = AccountEvent | DeskEvent | IdleDayEvent;
