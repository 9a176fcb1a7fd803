// The output of a session: messages with header and number, and rejects.

import type { FixFault } from '../../../wire/codec/fix/fix-check.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { FixWriter } from '../../../wire/codec/fix/fix-writer.js';
import { REJECT, REJECT_TEXTS, TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type {
  BusinessRefusal,
  FixSettings,
  SessionClock,
  SessionPort,
  SessionStore,
} from './session-types.js';

/** Writes the fields of a body; header fields such as 97 or 115 come first. */
export type WriteBody = (writer: FixWriter) => unknown;

/** An answer to a message that came by another party goes back by the same way. */
const ROUTES = [
  [TAG.onBehalfOfCompId, TAG.deliverToCompId],
  [TAG.onBehalfOfSubId, TAG.deliverToSubId],
  [TAG.onBehalfOfLocationId, TAG.deliverToLocationId],
] as const;

/** Messages of the session itself, which are not sent again. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set([
  ...[TYPE.heartbeat, TYPE.testRequest, TYPE.resendRequest, TYPE.reject],
  ...[TYPE.sequenceReset, TYPE.logout, TYPE.logon],
]);

/**
 * Messages that are not kept to be sent again: messages of the session, and refusals, of which
 * the peer could cause any number.
 */
const UNREPEATED: ReadonlySet<string> = new Set([...ADMINISTRATIVE, TYPE.businessReject]);

/** Is it a message of the session itself? */
export const isAdministrative = ({ type }: FixMessage): boolean => ADMINISTRATIVE.has(type);

/** Whole-second timestamps of one moment may differ from exact ones by so many ms. */
export const SECOND_MS = 1000;

/** Is the message delivered to the application? So is a Reject of one of ours. */
export const isForApplication = (message: FixMessage): boolean =>
  message.type === TYPE.reject || !isAdministrative(message);

/**
 * Does a message that is rejected count as received? A message of the application does not when
 * only its time is at fault, because the clock of a side has jumped: the next connection asks for
 * the message again.
 */
export const isCounted = (message: FixMessage, { reason }: FixFault): boolean =>
  message.type !== TYPE.logon &&
  message.type !== TYPE.sequenceReset &&
  !(reason === REJECT.sendingTime && isForApplication(message));

/** The messages of one session to its peer. */
export class Outgoing {
  readonly #writer = new FixWriter();
  /** When something was sent last; elapsed ms. */
  sentAt = 0;

  constructor(
    private readonly settings: FixSettings,
    private readonly store: SessionStore,
    private readonly port: SessionPort,
    private readonly clock: SessionClock,
  ) {}

  /** Sends a message with the next number, which is returned. */
  write(type: string, body: WriteBody = () => undefined): number {
    const seq = this.store.nextOut;
    const now = this.clock.now();
    const writer = this.begin(type, seq);
    body(writer);
    const bytes = writer.end();
    this.store.sent(now, UNREPEATED.has(type) ? undefined : bytes);
    this.send(bytes);
    return seq;
  }

  /** Rejects a message by the rules of the session. */
  reject(message: FixMessage, { reason, tag }: FixFault): void {
    const seq = message.int(TAG.msgSeqNum);
    const text = REJECT_TEXTS[reason] ?? '';
    this.port.note('warn', `message ${seq} was rejected: ${text}, field ${tag}`);
    this.write(TYPE.reject, (writer) => {
      this.#route(message, writer);
      writer.int(TAG.refSeqNum, seq);
      if (tag !== 0 || reason === REJECT.invalidTag) writer.int(TAG.refTagId, tag);
      writer.optional(TAG.refMsgType, message.type).int(TAG.sessionRejectReason, reason);
      writer.optional(TAG.text, text);
    });
  }

  /** Rejects a message as the application refuses it. */
  refuse(message: FixMessage, { reason, text }: BusinessRefusal): void {
    this.write(TYPE.businessReject, (writer) => {
      this.#route(message, writer);
      writer.int(TAG.refSeqNum, message.int(TAG.msgSeqNum)).text(TAG.refMsgType, message.type);
      writer.int(TAG.businessRejectReason, reason).optional(TAG.text, text);
    });
  }

  #route(message: FixMessage, writer: FixWriter): void {
    for (const [there, back] of ROUTES) {
      writer.optional(back, message.text(there)).optional(there, message.text(back));
    }
  }

  /** Begins a message; `firstAt` is when it was first sent, if it is sent again. */
  begin(type: string, seq: number, firstAt?: number): FixWriter {
    const { sender, target, senderSub, targetSub } = this.settings;
    const writer = this.#writer.begin(type).text(TAG.senderCompId, sender);
    writer.optional(TAG.senderSubId, senderSub).text(TAG.targetCompId, target);
    writer.optional(TAG.targetSubId, targetSub).int(TAG.msgSeqNum, seq);
    if (firstAt !== undefined) writer.flag(TAG.possDupFlag, true);
    writer.time(TAG.sendingTime, this.clock.now());
    if (firstAt !== undefined) writer.time(TAG.origSendingTime, firstAt);
    return writer;
  }

  /** Sends a message that `begin` began. */
  send(bytes: Buffer): void {
    this.sentAt = this.clock.elapsed();
    this.port.send(bytes);
  }
}
