// The desk's dependencies, passed in by its thread: log, other threads, hashing, time and
// randomness.

import type { Delivery, Letter, MailRoute } from '../../../wire/accounts/mail.js';
import type { Outcome } from '../../../wire/base/codes.js';
import type { GatewayTransaction } from '../../../wire/rest/settings/connections.js';
import type { ReportedSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import type { ReportedAccount } from '../../../wire/rest/settings/provider-accounts.js';
import type { ConnectionKind } from '../../../wire/settings/connections.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import type { Hasher } from '../../hashing/hashing.js';
import type {
  BarsCorrection,
  BarsCorrectionResult,
  ManualPrice,
  ManualQuoteResult,
} from '../../market/pricing/price-messages.js';
import type { MessagePage } from '../../providers/gateways/gateway-messages.js';
import type { ReportRunner } from '../../readers/reports.js';
import type { Keys } from '../../secrets/seal.js';
import type { HeldRows, UsageQuestions, UsageReport } from '../../shard/shard-messages.js';
import type { DepositRecord } from '../store/record-type.js';
import type { StoredRecords } from '../store/stored.js';
import type { ConnectionReports, DeskChange } from './desk-messages.js';

/** An account whose requests are held until it is released, or until a timeout. */
export interface HeldAccount {
  readonly rows: HeldRows;
  /** Has it ever had an event: a payment, a trade, a day's end? */
  readonly isUsed: boolean;
  /** The symbols of its positions, orders and waiting requests. */
  readonly symbols: readonly string[];
  release(): void;
}

/** Sends e-mails to mail servers. */
interface MailSender {
  /** Makes one try, for at most `wholeMs`. */
  send(route: MailRoute, letter: Letter, wholeMs?: number): Promise<Delivery>;
  /** Aborts running tries. */
  close(): void;
}

/** Everything that the desk needs from outside; it reads nothing from the environment itself. */
export interface DeskDeps {
  readonly stored: StoredRecords;
  /**
   * Appends the event to the log; resolves with its seq when it is on disk. Throws `EventTooLarge`
   * when the event does not fit into the ring.
   */
  write(event: DeskEvent): Promise<number>;
  /**
   * Sends a change to the other threads; resolves when all have acknowledged it, or after a second.
   */
  distribute(change: DeskChange): Promise<void>;
  /**
   * Waits until the database contains the event with this seq, or all present events of the log;
   * false = it takes longer than `patienceMs`, by default 5 s.
   */
  caughtUp(seq?: number, patienceMs?: number): Promise<boolean>;
  readonly hasher: Hasher;
  /** The public key of the vendor of licences in base64url; empty = none is configured. */
  readonly vendorKey: string;
  /** The keys for secrets and tokens. */
  readonly keys: Keys;
  /** ms since 1970; never decreases. */
  now(): number;
  random(bytes: number): Buffer;
  /** Locks an account's actor; undefined = its shard does not answer. */
  hold(login: number): Promise<HeldAccount | undefined>;
  /**
   * How many accounts use symbols and groups; null = a shard does not answer. With `held` all
   * accounts hold requests until `free`.
   */
  usage(questions: UsageQuestions, held: boolean): Promise<UsageReport | null>;
  free(): void;
  /** Pays a promised deposit; resolves when it is paid, or when that takes longer than usual. */
  deposit(promised: DepositRecord): Promise<void>;
  /** Sends a price to the market; resolves with the resulting quote. */
  publishManualQuote(price: ManualPrice): Promise<ManualQuoteResult>;
  /** Has the market correct bars, or report what that would change. */
  correctBars(correction: BarsCorrection): Promise<BarsCorrectionResult>;
  /** Is the data folder a copy that was not released: are its outward connections off? */
  unreleased(): boolean;
  /** Releases it: gateways and datafeeds connect, and e-mails go out. Refused when not possible. */
  release(): Promise<Outcome<null>>;
  readonly mail: MailSender;
  readonly reports: ReportRunner;
  /** Runs a decision that the desk makes by itself, when decisions are possible. */
  decide<T>(decision: () => Promise<T>): Promise<T>;
  /** Reports a defect of the server to the operator. */
  failed(msg: string, error: Error): void;
  /** The state of datafeeds and gateways; null = their thread does not answer. */
  connections(): Promise<ConnectionReports | null>;
  /**
   * Restarts the connection of a datafeed or gateway; false = it is not connected, or its thread
   * does not answer.
   */
  reconnect(kind: 'datafeed' | 'gateway', id: number): Promise<boolean>;
  /** The accounts that the provider of a gateway keeps; refused as the symbols are. */
  providerAccounts(gateway: number): Promise<Outcome<readonly ReportedAccount[]>>;
  /** Messages that a gateway has kept; null = no gateway is running, or none answers. */
  transactions(gateway: number, page: MessagePage): Promise<GatewayTransaction[] | null>;
  /** The symbols that a provider offers; refused when it is not connected, or does not answer. */
  offeredSymbols(kind: ConnectionKind, id: number): Promise<Outcome<readonly ReportedSymbol[]>>;
}
