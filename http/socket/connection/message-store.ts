// The newest messages, stored so that a client can get missed ones after a break.

import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { mailReaderOf } from '../../../wire/mail/shown-mail.js';
import {
  type CommittedMessage,
  isFor,
  isShownTo,
  messageFrames,
  sizeOf,
} from '../../../wire/socket/messages.js';
import { type Cursor, FRAME, type StoredEvent } from './event-store.js';

/** Limits of the number and the bytes of messages; whichever is reached first drops the oldest. */
const MESSAGES_MAX = 10_000;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

type MessageReader = Pick<SessionCopy, 'login' | 'audience' | 'rights'>;

/** The messages in the order of their seqs. */
export class MessageStore {
  readonly #messages: CommittedMessage[] = [];
  #bytes = 0;
  /** Messages up to this seq may not be stored. */
  #floor = Number.POSITIVE_INFINITY;
  #newest = 0;

  constructor(
    private readonly countMax = MESSAGES_MAX,
    private readonly bytesMax = MESSAGE_BYTES_MAX,
  ) {}

  /** The seq up to which all messages have come. */
  get newest(): number {
    return this.#newest;
  }

  /** Messages up to this seq, or some of them, are not stored. */
  get floor(): number {
    return this.#floor;
  }

  /** Nothing up to this seq is stored, and everything after it will be. */
  startAfter(seq: number): void {
    this.#floor = seq;
    this.#newest = Math.max(this.#newest, seq);
  }

  /** Stores messages, by seq, that are newer than all others; returns those that are. */
  add(messages: readonly CommittedMessage[]): readonly CommittedMessage[] {
    const before = this.#newest;
    const fresh = messages.filter(({ seq }) => seq > before);
    for (const message of fresh) {
      this.#messages.push(message);
      this.#bytes += sizeOf(message);
      this.#newest = message.seq;
    }
    while (this.#messages.length > this.countMax || this.#bytes > this.bytesMax) this.#drop();
    return fresh;
  }

  #drop(): void {
    const dropped = this.#messages.shift() as CommittedMessage;
    this.#bytes -= sizeOf(dropped);
    this.#floor = Math.max(this.#floor, dropped.seq);
  }

  /** The next message for a session after a seq, up to another; undefined = there is none. */
  next(reader: MessageReader, after: number, until: number): CommittedMessage | undefined {
    for (let at = this.#firstAfter(after); ; at += 1) {
      const message = this.#messages[at];
      if (message === undefined || message.seq > until) return undefined;
      if (isFor(message, reader.login) && isShownTo(message, reader)) return message;
    }
  }

  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#messages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#messages[middle] as CommittedMessage).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A reader of the messages of a session after a seq, up to another. */
export class MessageCursor implements Cursor {
  #isLost = false;

  constructor(
    private readonly store: MessageStore,
    private readonly reader: MessageReader,
    private after: number,
    private readonly until: number,
  ) {
    // A seq that no message has yet is not from this log.
    this.#isLost = after > store.newest;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  next(): StoredEvent | undefined {
    if (this.#isLost || this.after >= this.until) return undefined;
    this.#isLost = this.after < this.store.floor;
    if (this.#isLost) return undefined;
    const found = this.store.next(this.reader, this.after, this.until);
    this.after = found?.seq ?? this.until;
    return (
      found && {
        packed: Buffer.from(messageFrames(found)(mailReaderOf(this.reader))),
        seq: FRAME,
      }
    );
  }
}
