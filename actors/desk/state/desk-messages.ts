// Messages between the main thread and the desk.

import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { refuse } from '../../../wire/base/codes.js';
import type { DeskOp } from '../../../wire/desk/operations.js';
import type { Settings } from '../../../wire/settings/config.js';
import type { ConnectionKind } from '../../../wire/settings/connections.js';
import type { ChangedSetting, SettingsDelta } from '../../../wire/settings/settings-delta.js';
import type { AccountNews } from '../../../wire/settings/switches.js';
import type { CommittedMessage } from '../../../wire/socket/messages.js';
import type { DerivedCommand } from '../../../wire/trading/events.js';
import type { MovedAccount } from '../../client.js';
import type { FeedStatus } from '../../market/feeds/feed-status.js';
import type { BarsCorrection, ManualPrice } from '../../market/pricing/price-messages.js';
import type { FromThread, LogLine } from '../../messages.js';
import type { GatewayReport, MessagePage } from '../../providers/gateways/gateway-messages.js';
import type { UsageQuestion } from '../../shard/shard-messages.js';
import type { SettingsNews } from '../../shared/settings-copy.js';

/** A committed change for other threads; absent parts did not change. */
export interface DeskChange {
  readonly settings?: SettingsDelta;
  /** Changed settings, including types that only the desk stores. */
  readonly changes: readonly ChangedSetting[];
  /** Changed records of single accounts, besides the accounts themselves. */
  readonly own?: readonly ChangedSetting[];
  readonly accounts?: readonly AccountNews[];
  readonly moved?: readonly MovedAccount[];
  /** `copy` null = the session ended; `reason` is `kick` for a kick. */
  readonly sessions?: readonly {
    readonly id: string;
    readonly copy: SessionCopy | null;
    readonly reason: string;
  }[];
  readonly messages?: readonly CommittedMessage[];
}

/** The changes of a desk decision for the copies in other threads. */
export interface Distribution extends Omit<DeskChange, 'settings'> {
  /** Present if settings changed. */
  readonly settings?: SettingsNews;
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
  /**
   * Answered with `projected` as soon as the database shows the event of this seq. From the first
   * one on the projection runs.
   */
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
