// Messages that are sent again because the peer asked for them. A message that is older than the
// age limit, or is not kept, is not sent again: a gap fill stands in its place.

import { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type { Outgoing } from './outgoing.js';
import type { FixSettings, SessionClock, SessionStore } from './session-types.js';

/** Fields that a message sent again gets new. */
const RENEWED: ReadonlySet<number> = new Set([
  ...[TAG.beginString, TAG.bodyLength, TAG.msgType, TAG.senderCompId, TAG.senderSubId],
  ...[TAG.targetCompId, TAG.targetSubId, TAG.msgSeqNum, TAG.possDupFlag, TAG.sendingTime],
  ...[TAG.origSendingTime, TAG.checkSum],
]);

/** Most messages that are sent again in one step. */
const STEP = 16;

/** The messages of one session that are sent again. */
export class Resending {
  readonly #stored = new FixMessage();
  /** The numbers that are still to be sent again. */
  #due: { next: number; readonly through: number } | undefined;

  constructor(
    private readonly settings: FixSettings,
    private readonly store: SessionStore,
    private readonly out: Outgoing,
    private readonly clock: SessionClock,
  ) {}

  /** Are messages being sent again? */
  get isActive(): boolean {
    return this.#due !== undefined;
  }

  /** Begins to send these numbers again, which `sendSome` does; `end` 0 = up to the newest. */
  begin(from: number, end: number): void {
    const last = this.store.nextOut - 1;
    const through = end === 0 || end > last ? last : end;
    this.#due = { next: Math.max(from, 1), through };
  }

  /**
   * Sends some more messages of the application again, and fills the gaps between them. Returns the
   * number of messages that were sent again.
   */
  sendSome(): number {
    const due = this.#due;
    if (due === undefined) return 0;
    const { through } = due;
    const oldest = this.clock.now() - this.settings.replayMaxAgeMs;
    let count = 0;
    for (const { seq, at, bytes } of this.store.messages(due.next, through, oldest)) {
      if (count === STEP) return count;
      if (!this.#stored.index(bytes, 0, bytes.length)) continue;
      if (due.next < seq) this.#fillGap(due.next, seq);
      this.#sendStored(seq, at);
      due.next = seq + 1;
      count += 1;
    }
    if (due.next <= through) this.#fillGap(due.next, through + 1);
    this.#due = undefined;
    return count;
  }

  /** Sends nothing more again: the connection is closed. */
  end(): void {
    this.#due = undefined;
  }

  #sendStored(seq: number, at: number): void {
    const message = this.#stored;
    const writer = this.out.begin(message.type, seq, at);
    for (let place = 0; place < message.count; place += 1) {
      if (!RENEWED.has(message.tagAt(place))) writer.copy(message, place, place + 1);
    }
    this.out.send(writer.end());
  }

  #fillGap(from: number, next: number): void {
    const writer = this.out.begin(TYPE.sequenceReset, from, this.clock.now());
    this.out.send(writer.flag(TAG.gapFillFlag, true).int(TAG.newSeqNo, next).end());
  }
}
