// Messages between the main thread and the others: what is said seldom, through ports.

import type { SessionCopy } from '../wire/accounts/identity.js';
import { type Outcome, refuse } from '../wire/base/codes.js';
import type { DeskOp } from '../wire/desk/operations.js';
import type { AccountSwitches, Settings } from '../wire/settings/config.js';
import type { ChangedSetting } from '../wire/settings/settings-delta.js';
import type { DerivedCommand } from '../wire/trading/events.js';
import type { BarChange, Followed } from './client.js';

import type { SettingsNews } from './shared/settings-copy.js';

/** A line for the operator's log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly record: Readonly<Record<string, unknown>> & { readonly msg: string };
  /** Is it printed whatever the least level is? What is said once must not be lost. */
  readonly always?: true;
}

/** The messages of every thread to the main thread. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'stopped' };

/** A thread's state at an instant: the events it has written and the hash of the state it owns. */
export interface Frozen {
  readonly count: number;
  readonly hash: string;
}

/** The source number of threads that only read the log. */
export const READER = -1;

/** How a thread reaches the log: its ring, the log's bell, and a port for reading. */
export interface LogAccess {
  readonly source: number;
  readonly generation: number;
  readonly ring: SharedArrayBuffer;
  readonly bell: SharedArrayBuffer;
  readonly mail: SharedArrayBuffer;
  readonly port: import('node:worker_threads').MessagePort;
  /** Seq of the newest event when the log took the source in: its commits come behind that. */
  readonly begin: number;
  /** Seq of the newest event at the time: what is to be read to be complete. */
  readonly head: number;
  /** Is the source told of each commit of its events? */
  readonly told: boolean;
}

/** A batch of events on its way from the log to a reader. */
export interface PulledBatch {
  readonly first: number;
  readonly count: number;
  /** The first bytes of it as it is stored. */
  readonly head: Uint8Array;
  readonly events: Uint8Array;
}

/** To the log through a reader's port: batches after a seq; `wait` waits until there are some. */
export interface Pull {
  readonly type: 'pull';
  readonly after: number;
  readonly maxBytes: number;
  readonly wait: boolean;
}

/** To the log through a reader's port: the reader is done. */
export interface Detach {
  readonly type: 'detach';
}

/** From the log through a reader's port. */
export type FromLog =
  | { readonly type: 'batches'; readonly batches: readonly PulledBatch[]; readonly head: number }
  | { readonly type: 'committed'; readonly count: number; readonly seq: number };

/** From the main thread to the log thread. */
export type ToLog =
  | { readonly type: 'attach'; readonly id: number; readonly access: LogAccess }
  | { readonly type: 'stop'; readonly id: number };

/** Accounts of a shard as bytes, for the audit. */
export interface AccountPage {
  /** All that had happened to them is in the log up to this. */
  readonly seq: number;
  /** One account after the other, and where each ends. */
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  /** The position of the next page's first row; 0 = there are no more. */
  readonly next: number;
}

/** The questions of a desk decision to the shards. */
export interface UsageQuestion {
  readonly questions: UsageQuestions;
  readonly held: boolean;
}

/** From the main thread to a shard. */
export type ToShard =
  /** Answered with the version that is held then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  | {
      readonly type: 'accounts';
      readonly id: number;
      readonly accounts: readonly AccountSwitches[];
    }
  | { readonly type: 'derived'; readonly id: number; readonly command: DerivedCommand }
  | { readonly type: 'watch'; readonly followed: Followed }
  | { readonly type: 'listening' }
  /** Holds an account's requests back; answered with a `HoldAnswer` once they are. */
  | { readonly type: 'hold'; readonly id: number; readonly login: number }
  /** Lets go what was held by the question of that id, or is no longer to be. */
  | { readonly type: 'release'; readonly hold: number }
  /**
   * The usage by accounts: answered with a `UsageReport`; `held`: requests wait from then on until
   * `free`.
   */
  | ({ readonly type: 'usage'; readonly id: number } & UsageQuestion)
  | { readonly type: 'free' }
  /** Answered with an `AccountPage` when all that it rests on is committed. */
  | { readonly type: 'page'; readonly id: number; readonly of: PageOf }
  | { readonly type: 'freeze'; readonly id: number }
  | { readonly type: 'thaw' }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From a shard to the main thread, beside `FromThread`. */
export type FromShard =
  | FromThread
  | { readonly type: 'derived'; readonly command: DerivedCommand }
  /** The hidden accounts among the loaded ones; sent before it is ready. */
  | { readonly type: 'hidden'; readonly logins: readonly number[] };

/**
 * The shard's answer about a held account, and the number by which it is released; null = no such
 * account.
 */
export type HoldAnswer = { readonly hold: number; readonly busy: boolean } | null;

/** The changes of a desk decision in other threads' copies. */
export interface Distribution {
  /** When any of them changed. */
  readonly settings?: SettingsNews;
  readonly changes: readonly ChangedSetting[];
  readonly accounts?: readonly AccountSwitches[];
  readonly sessions?: readonly { id: string; copy: SessionCopy | null; reason: string }[];
}

/**
 * Operations that take long, and how long at most, in ms: they wait for a server elsewhere or for
 * the database, or take thousands of decisions one after the other. The rest of the desk goes on
 * meanwhile.
 */
export const LONG_OPS: Readonly<Partial<Record<DeskOp, number>>> = {
  // Longer than a try of a mail server.
  'mail-servers.test': 25_000,
  'transfer.preview': 300_000,
  'transfer.import': 600_000,
  'transfer.delete': 600_000,
  'config.import': 600_000,
};

/**
 * Operations of the desk that may be under way at a time. Beyond them it refuses, and so does who
 * asks it, while it reads nothing.
 */
export const DESK_REQUESTS_MAX = 1024;
export const deskBusy = refuse(
  'auth.too_many_attempts',
  'The server is busy; try again. retry_after=1',
);

/** From the main thread to the desk. */
export type ToDesk =
  /** A promised deposit was paid in. */
  | { readonly type: 'deposited'; readonly requestId: string }
  | { readonly type: 'listening' }
  /** Answered with `projected` as soon as the database shows the event of this seq. */
  | { readonly type: 'await'; readonly seq: number }
  | { readonly type: 'op'; readonly id: number; readonly op: DeskOp; readonly input: unknown }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'freeze'; readonly id: number }
  | { readonly type: 'thaw' }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** One version of the settings, and its changes. */
export interface SettingsStep {
  readonly version: number;
  readonly changes: readonly ChangedSetting[];
}

/** The desk's message when it is ready. */
export interface DeskState {
  readonly settings: Settings;
  readonly sessions: readonly SessionCopy[];
  /** Accounts whose records changed after the database's checkpoint. */
  readonly accounts: readonly AccountSwitches[];
  /** Settings that changed after it, with the version that each change made. */
  readonly changed: readonly SettingsStep[];
  /** Deposits of a new demo platform, made once the accounts' shards are ready. */
  readonly deposits: readonly DerivedCommand[];
  /** The line that announces a new demo platform. */
  readonly created: LogLine | null;
}

/** A price that staff throw in, ×10^(digits+3); `last` 0 = no trade. */
export interface ManualPrice {
  readonly symbolId: number;
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
}

/** From the desk to the main thread, beside `FromThread`. */
export type FromDesk =
  | FromThread
  | { readonly type: 'state'; readonly state: DeskState }
  /** The database shows every event up to this one; told while somebody awaits a later one. */
  | { readonly type: 'projected'; readonly seq: number }
  /** Answered with the version of the settings that is held then. */
  | { readonly type: 'distribute'; readonly id: number; readonly change: Distribution }
  /** Holds an account's requests back; answered as its shard answers, null = it does not. */
  | { readonly type: 'hold'; readonly id: number; readonly login: number }
  | { readonly type: 'release'; readonly login: number; readonly hold: number }
  /** Asks all shards; answered with their sum, null = one does not answer. */
  | ({ readonly type: 'usage'; readonly id: number } & UsageQuestion)
  | { readonly type: 'free' }
  | ({ readonly type: 'throw'; readonly id: number } & ManualPrice)
  /** Answered with `Connections`; null = the market does not answer. */
  | { readonly type: 'connections'; readonly id: number }
  /** Answered with whether the datafeed is being connected again. */
  | { readonly type: 'reconnect'; readonly id: number; readonly datafeed: number };

/** The state of the connections to the outside. */
export interface ConnectionReports {
  readonly feeds: readonly FeedStatus[];
  readonly gateways: readonly GatewayReport[];
}

/** From the main thread to the market. */
export type ToMarket =
  /** Answered with the version that is held then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  | ({ readonly type: 'throw'; readonly id: number } & ManualPrice)
  | { readonly type: 'connections'; readonly id: number }
  | { readonly type: 'reconnect'; readonly id: number; readonly datafeed: number }
  | {
      readonly type: 'shard';
      readonly index: number;
      readonly ring: SharedArrayBuffer;
      readonly bell: SharedArrayBuffer;
    }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From the market to the main thread, beside `FromThread`. */
export type FromMarket =
  | FromThread
  | { readonly type: 'bars'; readonly changes: readonly BarChange[] };

/** The answer of a thrown price. */
export type ManualQuoteResult = Outcome<{ bid: number; ask: number; time: number }>;

/** The usage of a symbol, or of a group, by accounts: at least so many, 0 = none. */
export interface UsageCount {
  /** Open positions. Counting ends with the first that are found of anything. */
  readonly positions: number;
  /** Orders and requests that wait. */
  readonly orders: number;
  /** All accounts of the group; 0 for a symbol. */
  readonly accounts: number;
}
export type UsageOf = 'symbol' | 'group';

/** The questions of a decision to the shards. */
export interface UsageQuestions {
  /** Names of symbols. */
  readonly symbols: readonly string[];
  /** Paths of groups. */
  readonly groups: readonly string[];
}

/** The answers of the shards, by name or path. */
export interface UsageReport {
  readonly symbols: Readonly<Record<string, UsageCount>>;
  readonly groups: Readonly<Record<string, UsageCount>>;
}

/** The accounts of some logins, or those from a place on in the order in which they came. */
export type PageOf = { readonly logins: readonly number[] } | { readonly from: number };

/** `resting` is the long wait after many failures; `finished` a source that is through. */
export type FeedState =
  | 'stopped'
  | 'disabled'
  | 'unavailable'
  | 'connecting'
  | 'online'
  | 'waiting'
  | 'resting'
  | 'finished';

/** A feed as operators see it; times in ms, 0 = never. */
export interface FeedStatus {
  readonly id: number;
  readonly name: string;
  readonly module: string;
  readonly state: FeedState;
  readonly instruments: number;
  readonly connects: number;
  /** Failures in a row. */
  readonly failures: number;
  readonly ticks: number;
  /** Ticks with a zero or crossed price, or too late. */
  readonly dropped: number;
  readonly last_tick_at: number;
  readonly faults: number;
  readonly last_error: string;
}

/** The report of a copy of execution about one gateway; times in ms since 1970, 0 = never. */
export interface GatewayReport {
  readonly gateway_id: number;
  /** Version of the record that the session was opened with. */
  readonly version: number;
  /** Which copy of execution. */
  readonly instance: string;
  readonly online: boolean;
  /** Since when it is so. */
  readonly since: number;
  /** When the provider answered last, and how long that took, ms. */
  readonly answered_at: number;
  readonly latency: number;
  readonly last_error: string;
  readonly last_logon: number;
  readonly logons: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly instruments: number;
  readonly orders: number;
  readonly fills: number;
  readonly rejects: number;
  readonly outbox: number;
}
