// Messages between the main thread and a shard.

import type { MessagePort } from 'node:worker_threads';
import type { AccountNews } from '../../wire/settings/switches.js';
import type { DerivedCommand } from '../../wire/trading/events.js';
import type { DealerAtDesk, Followed } from '../client.js';
import type { LogBegin } from '../log/log-messages.js';
import type { FromThread } from '../messages.js';
import type { SettingsNews } from '../shared/settings-copy.js';

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
  /** Answered with the payments that the shard's accounts have no outcome of. */
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
  /** Before the shard is ready: it waits for the database to show the event of this seq. */
  | { readonly type: 'await'; readonly seq: number }
  /**
   * The loaded state, sent before the shard is ready: the hidden accounts, and how many accounts
   * and orders were read again from the log.
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
  readonly symbols: readonly string[];
} | null;

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
