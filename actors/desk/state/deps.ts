// The desk's dependencies: log, other threads, hashing, time and chance, given by its thread.

import type { SessionCopy } from '../../../wire/accounts/identity.js';
import type { Delivery, Letter, MailRoute } from '../../../wire/accounts/mail.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { ChangedSetting, SettingsDelta } from '../../../wire/settings/settings-delta.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import type { Hasher } from '../../hashing/hashing.js';
import type {
  ConnectionReports,
  ManualPrice,
  ManualQuoteResult,
  UsageQuestions,
  UsageReport,
} from '../../messages.js';
import type { Keys } from '../../secrets/seal.js';
import type { StoredRecords } from '../store/stored.js';

/** The notice of a committed change to other threads. Absent parts did not change. */
export interface DeskChange {
  readonly settings?: SettingsDelta;
  /** Records of settings that changed, also of kinds that only the desk holds. */
  readonly changes: readonly ChangedSetting[];
  readonly accounts?: readonly AccountSwitches[];
  /** `copy` null = the session ended; `reason` is `kick` for a kick. */
  readonly sessions?: readonly {
    readonly id: string;
    readonly copy: SessionCopy | null;
    readonly reason: string;
  }[];
}

/** An account whose requests are held back until it is let go, or until that takes too long. */
interface HeldAccount {
  /** Has it positions, working orders or waiting requests? */
  readonly busy: boolean;
  release(): void;
}

/** Hands e-mails to mail servers. */
interface MailSender {
  /** Tries once, for at most `wholeMs`. */
  send(route: MailRoute, letter: Letter, wholeMs?: number): Promise<Delivery>;
  /** Breaks off what is under way. */
  close(): void;
}

/** Everything that the desk needs from outside; it takes nothing from the environment itself. */
export interface DeskDeps {
  readonly stored: StoredRecords;
  /**
   * Appends the event to the log; answers its seq when it is on disk. Throws `EventTooLarge` when
   * no event of its size fits.
   */
  write(event: DeskEvent): Promise<number>;
  /** Tells the other threads; answers when all have acknowledged, or after a second. */
  distribute(change: DeskChange): Promise<void>;
  /**
   * Waits until the database shows the event with this seq, or all events in the log by now; false
   * = it takes longer than the given time, 5 s by default.
   */
  caughtUp(seq?: number, patienceMs?: number): Promise<boolean>;
  readonly hasher: Hasher;
  /** The keys of sealed secrets and tokens. */
  readonly keys: Keys;
  /** ms since 1970; never falls. */
  now(): number;
  random(bytes: number): Buffer;
  /** Takes the lock of an account's actor; undefined = its shard does not answer. */
  hold(login: number): Promise<HeldAccount | undefined>;
  /**
   * The usage of symbols and groups by accounts; null = a shard does not answer. With `held`
   * accounts take no requests from then on until `free`.
   */
  usage(questions: UsageQuestions, held: boolean): Promise<UsageReport | null>;
  free(): void;
  /** Hands a price to the market; answers the quote that came of it. */
  publishManualQuote(price: ManualPrice): Promise<ManualQuoteResult>;
  /** Sends e-mails. */
  readonly mail: MailSender;
  /** Runs a decision that nobody asked for, when decisions may be made. */
  decide<T>(decision: () => Promise<T>): Promise<T>;
  /** Tells the operator that the server itself is at fault. */
  failed(msg: string, error: Error): void;
  /** The state of datafeeds and gateways; null = their thread does not answer. */
  connections(): Promise<ConnectionReports | null>;
  /**
   * Restarts the connection of a datafeed; false = it is not connected, or its thread does not
   * answer.
   */
  reconnect(datafeed: number): Promise<boolean>;
}
