// Messages between the main thread and the gateways, and reports of gateways to shards.

import type { MessagePort } from 'node:worker_threads';
import type { ExecutionKey, FillKey } from '../../../wire/queries/deal-queries.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import type { FromThread } from '../../messages.js';
import type { SettingsNews } from '../../shared/settings-copy.js';

/**
 * A provider's reports about an order, in their order. All reports that are not known to have had
 * their effect are sent again: a report takes effect once, and never before an earlier report.
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
  /** Distinguishes the report from others about the same execution id: it takes effect once. */
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
