// The types of a FIX session: its settings, and the services that it uses.

import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { READ_RATES, type ReadRate } from './read-rate.js';
import type { Schedule } from './schedule.js';

/** The settings of a session. */
export interface FixSettings {
  /** An initiator dials and logs on first; an acceptor is dialled. */
  readonly role: 'initiator' | 'acceptor';
  /** Our identity and the peer's; the sub-ids may be empty. */
  readonly sender: string;
  readonly target: string;
  readonly senderSub: string;
  readonly targetSub: string;
  /** An initiator says them when it logs on; an acceptor asks for them unless both are empty. */
  readonly username: string;
  readonly password: string;
  /** Seconds; 0 = none. An acceptor takes the peer's interval. */
  readonly heartbeatSec: number;
  /** Do both sides count from 1 again at each logon? */
  readonly resetOnLogon: boolean;
  /** Are messages checked by the dictionary? */
  readonly strict: boolean;
  /** How far the peer's clock may be off, in ms. */
  readonly clockToleranceMs: number;
  /** Messages of the application that are older are not sent again; 0 = none is. */
  readonly replayMaxAgeMs: number;
  /**
   * Does the application say by `handled` what is durable? Otherwise a message counts as received
   * when it was delivered, and is lost if the process ends just then.
   */
  readonly confirms: boolean;
  readonly logonTimeoutMs: number;
  readonly logoutTimeoutMs: number;
  /** How long the peer may leave a gap open that it was asked to fill. */
  readonly gapTimeoutMs: number;
  /** How much is read of the peer; messages beyond it have to wait. */
  readonly readRate: ReadRate;
  /** Undefined = always open. */
  readonly schedule: Schedule | undefined;
}

/** Usual values of the settings that say how patient and how strict a session is. */
export const USUAL = {
  heartbeatSec: 30,
  resetOnLogon: false,
  strict: false,
  clockToleranceMs: 120_000,
  replayMaxAgeMs: 10_000,
  confirms: false,
  logonTimeoutMs: 10_000,
  logoutTimeoutMs: 2_000,
  gapTimeoutMs: 60_000,
  readRate: READ_RATES.prices,
  schedule: undefined,
} as const satisfies Partial<FixSettings>;

/** A message of the application that was sent. */
export interface StoredMessage {
  readonly seq: number;
  /** When it was sent, ms since 1970. */
  readonly at: number;
  /** All of it. */
  readonly bytes: Buffer;
}

/** A session's numbers, and the messages that it sent. Its changes last once committed. */
export interface SessionStore {
  /** The number of the next message to the peer. */
  readonly nextOut: number;
  /** The number of the first message of the peer that may have to be delivered again. */
  readonly nextIn: number;
  /** When the numbers began from 1, ms since 1970. */
  readonly resetAt: number;
  /** Counts a message to the peer, and keeps it if it is the application's. */
  sent(at: number, message?: Buffer): void;
  received(nextIn: number): void;
  /** Forgets all; numbers begin from 1. */
  reset(at: number): void;
  /**
   * The kept messages of these numbers that were sent after a time, ascending. Their bytes hold
   * until the next one.
   */
  messages(from: number, through: number, after: number): Iterable<StoredMessage>;
}

/** Why the application refuses a message, field 380 of the answer. */
export interface BusinessRefusal {
  readonly reason: number;
  readonly text: string;
}

/** The effects of a session on the outside. */
export interface SessionPort {
  /** Sends bytes once what the store was given before is committed. They hold during the call. */
  send(bytes: Buffer): void;
  /** Closes the connection after the last bytes. The session hears nothing of it any more. */
  close(reason: string): void;
  /** Messages can be sent from now on. */
  loggedOn(): void;
  /**
   * A message of the application, or a Reject (3) of one of ours. They come in order and each once;
   * those marked as possible duplicates (43) may have come before a restart. The message holds
   * during the call. `ticket` is for `handled`: it grows with each message, through resets as well.
   */
  deliver(message: FixMessage, ticket: number): BusinessRefusal | undefined;
  /**
   * The peer left out messages that it does not send again; some may be the application's.
   * `isReset`: by a SequenceReset that fills no gap, as a peer does that has lost its messages, or
   * by a Logon within the session, which begins the numbers of both sides again.
   */
  skipped?(isReset: boolean): void;
  /** A line for the operator; never contains a message. */
  note(level: 'info' | 'warn', text: string): void;
}

/** The time of day in ms since 1970, and a time in ms that only goes on. */
export interface SessionClock {
  now(): number;
  elapsed(): number;
}
