// Messages between the main thread and other threads, through ports; for rare messages.

import type { MessagePort } from 'node:worker_threads';
import type { SessionCopy } from '../wire/accounts/identity.js';
import { refuse } from '../wire/base/codes.js';
import type { DeskOp } from '../wire/desk/operations.js';
import type { ExecutionKey, FillKey } from '../wire/desk/queries.js';
import type { DroppedTicks } from '../wire/rest/settings/connections.js';
import type { Settings } from '../wire/settings/config.js';
import type { ConnectionKind } from '../wire/settings/connections.js';
import type { ChangedSetting } from '../wire/settings/settings-delta.js';
import type { AccountNews } from '../wire/settings/switches.js';
import type { CommittedMessage } from '../wire/socket/messages.js';
import type { GatewayCommand } from '../wire/trading/commands.js';
import type { DerivedCommand } from '../wire/trading/events.js';
import type { SentRequest } from '../wire/trading/queued.js';
import type { BarChange, CorrectedSpan, DealerAtDesk, Followed, MovedAccount } from './client.js';

import type { BarsCorrection, ManualPrice } from './price-messages.js';
import type { SettingsNews } from './shared/settings-copy.js';

/** A line for the operator's log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly record: Readonly<Record<string, unknown>> & { readonly msg: string };
  /** Is it printed whatever the log level is? For lines that are written only once. */
  readonly always?: true;
}

/** Messages of every thread to the main thread. */
export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'stopped' };

/** A frozen thread's state: the number of its events, and the hash of the state that it owns. */
export interface Frozen {
  readonly count: number;
  readonly hash: string;
  /** The payments of a shard that wait until the event with them is on disk. */
  readonly owed?: readonly DerivedCommand[];
}

/** The source number of threads that only read the log. */
export const READER = -1;

/** A thread's way to the log: its ring, the log's bell, and a port for reading. */
export interface LogPath {
  readonly source: number;
  readonly generation: number;
  readonly ring: SharedArrayBuffer;
  readonly bell: SharedArrayBuffer;
  readonly mail: SharedArrayBuffer;
  readonly port: MessagePort;
  /** Does the source get a notice of each commit of its events? */
  readonly told: boolean;
}

/** A way to the log that the log has accepted. */
export interface LogAccess extends LogPath {
  /** Seq of the newest event when the log accepted the source: its commits have higher seqs. */
  readonly begin: number;
  /** Seq of the newest event at the answer: the source must read up to it. */
  readonly head: number;
}

/** Tells a thread that its path leads to the log now. */
export interface LogBegin {
  /** The seq up to which it must read. */
  readonly head: number;
  /** The time of the log's newest event when it was opened, ms since 1970. */
  readonly notBefore: number;
}

/** Stored batches sent from the log to a reader, one after the other. */
export interface PulledBatches {
  /** The seq of each one's first event, and where each ends. */
  readonly firsts: readonly number[];
  readonly ends: readonly number[];
  readonly bytes: Uint8Array;
}

/**
 * To the log through a reader's port: asks for batches after a seq; with `wait` the answer comes
 * when there are some.
 */
export interface Pull {
  readonly type: 'pull';
  readonly after: number;
  readonly maxBytes: number;
  readonly wait: boolean;
}

/** To the log through a reader's port: the reader has ended. */
export interface Detach {
  readonly type: 'detach';
}

/** From the log through a reader's port. */
export type FromLog =
  | { readonly type: 'batches'; readonly pulled: PulledBatches; readonly head: number }
  | { readonly type: 'committed'; readonly count: number; readonly seq: number };

/** From the main thread to the log thread. */
export type ToLog =
  | { readonly type: 'attach'; readonly id: number; readonly path: LogPath }
  | { readonly type: 'renew copy' }
  | { readonly type: 'stop'; readonly id: number };

/** A page of a shard's accounts as bytes, for the audit. */
export interface AccountPage {
  /** All events of these accounts so far are in the log up to this seq. */
  readonly seq: number;
  /** The accounts one after the other, and the end of each. */
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  /** The position of the next page's first account; 0 = no more. */
  readonly next: number;
}

/** The questions of a desk decision to the shards. */
export interface UsageQuestion {
  readonly questions: UsageQuestions;
  readonly held: boolean;
}

/**
 * What a provider reported about an order, in its order. All that is not known to have had its
 * effect is told again: a report takes effect once, and never before an earlier one.
 */
export interface ProviderReports {
  readonly login: number;
  readonly commands: readonly GatewayCommand[];
}

/** Reports from the gateways' thread to a shard, which answers them by the same port. */
export interface ReportsQuestion extends ProviderReports {
  readonly id: number;
}

/** Have the reports of a question had their effect, and are they committed? */
export interface ReportsAnswer {
  readonly id: number;
  readonly isDone: boolean;
}

/** Which kept messages of a gateway are read: the newest first, those before a position. */
export interface MessagePage {
  readonly before: string;
  readonly limit: number;
}

/** From the main thread to a shard. */
export type ToShard =
  /** The first message: the log is open. */
  | ({ readonly type: 'log' } & LogBegin)
  /** Answered with the version that the market has then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  | {
      readonly type: 'accounts';
      readonly id: number;
      readonly accounts: readonly AccountNews[];
    }
  | { readonly type: 'derived'; readonly id: number; readonly command: DerivedCommand }
  | { readonly type: 'watch'; readonly followed: Followed }
  | { readonly type: 'dealers'; readonly dealers: readonly DealerAtDesk[] }
  /** The gateways whose sessions are logged on; answered when the shard has taken it. */
  | { readonly type: 'gateways'; readonly id: number; readonly online: readonly number[] }
  /** By this port come `ReportsQuestion`s, each of which gets a `ReportsAnswer`. */
  | { readonly type: 'report_port'; readonly port: MessagePort }
  | { readonly type: 'listening' }
  /**
   * Holds an account's requests; answered with a `HoldAnswer` once they are held and the account's
   * events are committed.
   */
  | { readonly type: 'hold'; readonly id: number; readonly login: number }
  /** Releases what the question of that id held, or cancels it if it is not held yet. */
  | { readonly type: 'release'; readonly hold: number }
  /**
   * Asks for the usage by accounts; answered with a `UsageReport`. With `held`, requests are held
   * from then on until `free`.
   */
  | ({ readonly type: 'usage'; readonly id: number } & UsageQuestion)
  | { readonly type: 'free' }
  /** Answered with an `AccountPage` when all events of its accounts are committed. */
  | { readonly type: 'page'; readonly id: number; readonly of: PageOf }
  | { readonly type: 'freeze'; readonly id: number }
  /** Answered with those of the payments that the shard's accounts have no outcome of. */
  | { readonly type: 'unpaid'; readonly id: number; readonly commands: readonly DerivedCommand[] }
  | { readonly type: 'thaw' }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From a shard to the main thread, in addition to `FromThread`. */
export type FromShard =
  | FromThread
  | { readonly type: 'derived'; readonly command: DerivedCommand }
  /** A line for the journal. */
  | { readonly type: 'note'; readonly text: string }
  /**
   * What was loaded, sent before the shard is ready: the hidden accounts, and how many accounts and
   * orders were read again from the log.
   */
  | ({ readonly type: 'loaded'; readonly hidden: readonly number[] } & ReadAgain);

/** The accounts and orders that a start reads from the log, because the database lacks them. */
export interface ReadAgain {
  readonly accounts: number;
  readonly orders: number;
}

/** How many open positions, working orders and waiting requests an account has. */
export interface HeldRows {
  readonly positions: number;
  readonly orders: number;
  readonly requests: number;
}

/** The answer about a held account, with the number that releases it; null = no such account. */
export type HoldAnswer = {
  readonly hold: number;
  /** Its open positions, working orders and waiting requests. */
  readonly rows: HeldRows;
  /** Has it ever had an event? */
  readonly isUsed: boolean;
  /** The symbols of what it has. */
  readonly symbols: readonly string[];
} | null;

/** The changes of a desk decision for the copies in other threads. */
export interface Distribution {
  /** Present if settings changed. */
  readonly settings?: SettingsNews;
  readonly changes: readonly ChangedSetting[];
  /** Changed records of single accounts, besides the accounts themselves. */
  readonly own?: readonly ChangedSetting[];
  readonly accounts?: readonly AccountNews[];
  readonly moved?: readonly MovedAccount[];
  readonly sessions?: readonly { id: string; copy: SessionCopy | null; reason: string }[];
  readonly messages?: readonly CommittedMessage[];
}

/**
 * Slow operations, with their time limit in ms: they wait for an external server or for the
 * database, or make thousands of decisions one after the other. The desk continues other work
 * meanwhile.
 */
export const LONG_OPS: Readonly<Partial<Record<DeskOp, number>>> = {
  // Longer than a try of a mail server.
  'mail-servers.test': 25_000,
  // Longer than a list of a provider.
  'connections.offered': 25_000,
  'gateways.accounts': 25_000,
  'connections.import': 600_000,
  'transfer.preview': 300_000,
  'transfer.import': 600_000,
  'transfer.delete': 600_000,
  'config.import': 600_000,
};

/**
 * Most running operations of the desk; it refuses further ones. The main thread refuses them, too,
 * because a blocked desk does not read its port.
 */
export const DESK_REQUESTS_MAX = 1024;
export const deskBusy = refuse(
  'auth.too_many_attempts',
  'The server is busy; try again. retry_after=1',
);

/** From the main thread to the desk. */
export type ToDesk =
  /** A promised deposit was paid. */
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

/** One version of the settings, with its changes. */
export interface SettingsStep {
  readonly version: number;
  readonly changes: readonly ChangedSetting[];
}

/** The desk's message when it is ready. */
export interface DeskState {
  readonly settings: Settings;
  readonly sessions: readonly SessionCopy[];
  /** Accounts whose records changed after the database's checkpoint. */
  readonly accounts: readonly AccountNews[];
  /** Settings that changed after the checkpoint, with the version of each change. */
  readonly changed: readonly SettingsStep[];
  /** The newest messages of events after the checkpoint: another desk may not have sent them. */
  readonly messages: readonly CommittedMessage[];
  /** Deposits that are not known to be paid; they are paid once the accounts' shards are ready. */
  readonly deposits: readonly DerivedCommand[];
  /** The log line about a new demo platform. */
  readonly created: LogLine | null;
}

/** From the desk to the main thread, in addition to `FromThread`. */
export type FromDesk =
  | FromThread
  | { readonly type: 'state'; readonly state: DeskState }
  /**
   * The database shows every event up to this one; sent while the front waits for a later event.
   */
  | { readonly type: 'projected'; readonly seq: number }
  /** Answered with the version of the settings that the main thread has then. */
  | { readonly type: 'distribute'; readonly id: number; readonly change: Distribution }
  /**
   * Holds an account's requests; answered with its shard's answer, null = the shard does not
   * answer.
   */
  | { readonly type: 'hold'; readonly id: number; readonly login: number }
  | { readonly type: 'release'; readonly login: number; readonly hold: number }
  /** Asks all shards; answered with the sum, null = a shard does not answer. */
  | ({ readonly type: 'usage'; readonly id: number } & UsageQuestion)
  | { readonly type: 'free' }
  /** Answered when the deposit is paid; the account is known to all threads. */
  | { readonly type: 'deposit'; readonly id: number; readonly command: DerivedCommand }
  | ({ readonly type: 'manual_quote'; readonly id: number } & ManualPrice)
  | ({ readonly type: 'correct_bars'; readonly id: number } & BarsCorrection)
  /** Answered with `ConnectionReports`; null = the market does not answer. */
  | { readonly type: 'connections'; readonly id: number }
  /** Answered with an outcome: the outward connections of a copy are on from now on. */
  | { readonly type: 'release_platform'; readonly id: number }
  /** Answered with whether the datafeed or gateway is reconnecting. */
  | {
      readonly type: 'reconnect';
      readonly id: number;
      readonly kind: 'datafeed' | 'gateway';
      readonly connection: number;
    }
  /** Answered with an outcome: the accounts that the provider of a gateway keeps. */
  | { readonly type: 'provider_accounts'; readonly id: number; readonly gateway: number }
  /** Answered with `GatewayTransaction`s. */
  | {
      readonly type: 'transactions';
      readonly id: number;
      readonly gateway: number;
      readonly page: MessagePage;
    }
  /** Answered with an outcome: the symbols that the provider offers. */
  | {
      readonly type: 'offered_symbols';
      readonly id: number;
      readonly kind: ConnectionKind;
      readonly connection: number;
    };

/** The state of external connections. */
export interface ConnectionReports {
  readonly feeds: readonly FeedStatus[];
  readonly gateways: readonly GatewayReport[];
}

/** From the main thread to the market. */
export type ToMarket =
  /** Answered with the version that the market has then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  | ({ readonly type: 'manual_quote'; readonly id: number } & ManualPrice)
  | ({ readonly type: 'correct_bars'; readonly id: number } & BarsCorrection)
  | { readonly type: 'connections'; readonly id: number }
  | { readonly type: 'reconnect'; readonly id: number; readonly datafeed: number }
  /** Datafeeds may dial out from now on. */
  | { readonly type: 'release' }
  | { readonly type: 'offered_symbols'; readonly id: number; readonly connection: number }
  | {
      readonly type: 'shard';
      readonly index: number;
      readonly ring: SharedArrayBuffer;
      readonly bell: SharedArrayBuffer;
    }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From the market to the main thread, in addition to `FromThread`. */
export type FromMarket =
  | FromThread
  | { readonly type: 'bars'; readonly changes: readonly BarChange[] }
  | {
      readonly type: 'bars_corrected';
      readonly symbolId: number;
      readonly spans: readonly CorrectedSpan[];
    }
  | {
      readonly type: 'news';
      /** The id of the datafeed. */
      readonly feed: number;
      readonly headline: string;
      readonly text: string;
    };

/** From the main thread to the gateways. */
export type ToGateways =
  /** Answered with the version that the thread has then. */
  | { readonly type: 'settings'; readonly id: number; readonly news: SettingsNews }
  /** Requests at providers have come into being, have changed or ended. */
  | { readonly type: 'sent'; readonly requests: readonly SentRequest[] }
  /** A shard is ready: its `report_port`. */
  | { readonly type: 'shard'; readonly index: number; readonly port: MessagePort }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  /** Answered with the `GatewayReport` of each gateway. */
  | { readonly type: 'connections'; readonly id: number }
  /** Answered with `GatewayTransaction`s; null = no gateway is running. */
  | {
      readonly type: 'transactions';
      readonly id: number;
      readonly gateway: number;
      readonly page: MessagePage;
    }
  /** Answered with whether the gateway is reconnecting. */
  | { readonly type: 'reconnect'; readonly id: number; readonly gateway: number }
  /** Answered with an outcome: the accounts that the provider keeps. */
  | { readonly type: 'provider_accounts'; readonly id: number; readonly gateway: number }
  /** Answered with an outcome: the symbols that the provider offers. */
  | { readonly type: 'offered_symbols'; readonly id: number; readonly connection: number }
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** A provider's report that takes an execution back. */
export interface BustReport extends ExecutionKey {
  /** What tells the report from others about the same execution id: it takes effect once. */
  readonly report: string;
}

/** From the gateways to the main thread, in addition to `FromThread`. */
export type FromGateways =
  | FromThread
  | { readonly type: 'online'; readonly gateways: readonly number[] }
  /**
   * A line for the journal unless the fill that it is about is booked; answered with whether it is
   * written, or need not be.
   */
  | { readonly type: 'note'; readonly id: number; readonly text: string; readonly fill?: FillKey }
  /** Answered with whether it is done, or refused for good. */
  | { readonly type: 'bust'; readonly id: number; readonly bust: BustReport };

/** From the main thread to the demo provider. */
export type ToProvider =
  | { readonly type: 'metrics'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

/** From the demo provider to the main thread, in addition to `FromThread`. */
export type FromProvider =
  | FromThread
  /** Sent before it is ready. */
  | { readonly type: 'listening'; readonly port: number };

/**
 * How accounts use a symbol, a group or a gateway: lower bounds, 0 = not at all; exact for a
 * gateway.
 */
export interface UsageCount {
  /** Open positions. Counting stops with the first use of any kind. */
  readonly positions: number;
  /** Working orders and waiting requests. */
  readonly orders: number;
  /** Number of accounts in the group; 0 for a symbol or a gateway. */
  readonly accounts: number;
}
export type UsageOf = 'symbol' | 'group' | 'gateway';

/** The questions of a decision to the shards. */
export interface UsageQuestions {
  /** Names of symbols. */
  readonly symbols: readonly string[];
  /** Paths of groups. */
  readonly groups: readonly string[];
  /** Ids of gateways. */
  readonly gateways: readonly string[];
}

/** The answers of the shards, by name, path or id. */
export interface UsageReport {
  readonly symbols: Readonly<Record<string, UsageCount>>;
  readonly groups: Readonly<Record<string, UsageCount>>;
  readonly gateways: Readonly<Record<string, UsageCount>>;
}

/** Accounts by login, or a number of them from a position on in their order of arrival. */
export type PageOf = { readonly logins: readonly number[] } | { readonly from: number };

/** `resting`: waits long after many failures; `finished`: the source has ended. */
export type FeedState =
  | 'stopped'
  | 'disabled'
  | 'unavailable'
  | 'connecting'
  | 'online'
  | 'waiting'
  | 'resting'
  | 'finished';

/** The state of a datafeed for operators; times in ms, 0 = never. */
export interface FeedStatus {
  readonly id: number;
  readonly name: string;
  readonly module: string;
  readonly state: FeedState;
  readonly instruments: number;
  readonly connects: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly ticks: number;
  /** Rejected ticks: all, by reason, and the reason of the newest; empty = none. */
  readonly dropped: number;
  readonly dropped_by: DroppedTicks;
  readonly last_drop: string;
  readonly last_tick_at: number;
  readonly faults: number;
  readonly last_error: string;
  /** Did the provider have to wait lately, because it sends more than is read? */
  readonly throttled: boolean;
}

/** The report of an execution process about one gateway; times in ms since 1970, 0 = never. */
export interface GatewayReport {
  readonly gateway_id: number;
  /** Version of the record with which the session was opened. */
  readonly version: number;
  /** The instance of the execution process. */
  readonly instance: string;
  readonly online: boolean;
  /** Start of the present state. */
  readonly since: number;
  /** Time of the provider's last answer, and its response time in ms. */
  readonly answered_at: number;
  readonly latency: number;
  /** Seconds between the session's heartbeats; 0 = it has none. */
  readonly heartbeat_sec: number;
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
  /** Did the provider have to wait lately, because it sends more than is read? */
  readonly throttled: boolean;
}
