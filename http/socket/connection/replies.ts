// The replies that a connection owes, given in the order in which they were asked for.

import { type FrameText, kept, replyId } from '../../../wire/codec/out-frames.js';
import { envelopeText } from '../../../wire/codec/text.js';
import type { AccountShare } from '../../session/account-share.js';

/** Answers one request of the front's own; called when its turn has come. */
export type Task = (answer: (text: FrameText) => void) => void;

/** A request that waits for its turn. */
interface QueuedReply {
  /** How it is answered, when that is the front's; else its place is its account's answer's. */
  readonly task: Task | undefined;
  /** The account's answer, once it is there. */
  text: FrameText | undefined;
  /** The bytes that are kept for it. */
  bytes: number;
}

/**
 * Requests that an account answers run at once, and their answers come in order. A request that the
 * front answers itself waits for all before it, and later requests wait for it in turn.
 */
export class Replies {
  readonly #send: (text: FrameText) => void;
  readonly #share: Pick<AccountShare, 'underWay'>;
  /** Account answers that are sent as they come, because nothing waits before them. */
  #direct = 0;
  #received = 0;
  #waiting: QueuedReply[] = [];
  #bytes = 0;
  /** Those whose answer has not come from the account, in order. */
  #open: QueuedReply[] = [];
  /** The ids of all that the account has not answered. */
  readonly #owed: number[] = [];
  #isBusy = false;
  #isAdvancing = false;

  /** `share` counts the requests that the account has not answered. */
  constructor(send: (text: FrameText) => void, share: Pick<AccountShare, 'underWay'>) {
    this.#send = send;
    this.#share = share;
  }

  /** Answers of the account that came so far. */
  get received(): number {
    return this.#received;
  }

  /** Does the account owe an answer? */
  get isOwed(): boolean {
    return this.#owed.length > 0;
  }

  /** Would a request that the front answers itself have to wait? */
  get isBehind(): boolean {
    return this.#isBusy || this.#direct > 0 || this.#waiting.length > 0;
  }

  /** How many requests wait behind others. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Bytes of requests and answers that are kept for them. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** A request went to the account. */
  expect(id: number): void {
    this.#owed.push(id);
    this.#share.underWay += 1;
    if (!this.#isBusy && this.#waiting.length === 0) {
      this.#direct += 1;
      return;
    }
    const place: QueuedReply = { task: undefined, text: undefined, bytes: 0 };
    this.#waiting.push(place);
    this.#open.push(place);
  }

  /** The account's next answer came. */
  answered(text: FrameText): void {
    this.#received += 1;
    const id = replyId(text);
    // Mostly the first: an account that is locked refuses what it has no room for before that. An
    // answer without an id is to a frame that the account could not read.
    const at = id === null ? 0 : this.#owed.indexOf(id);
    if (at > 0) this.#owed.splice(at, 1);
    else this.#owed.shift();
    this.#share.underWay -= 1;
    if (this.#direct > 0) {
      this.#direct -= 1;
      this.#send(text);
    } else {
      const place = this.#open.shift();
      if (place === undefined) return;
      place.text = kept(text);
      place.bytes = text.length;
      this.#bytes += text.length;
    }
    if (this.#waiting.length > 0) this.#advance();
  }

  /** The account's shard failed: whatever it owes it will not answer any more. */
  unanswered(): void {
    for (const id of [...this.#owed]) this.answered(envelopeText(id, 'trade.timeout'));
  }

  /** The connection is closed: nobody waits for what its account owes it. */
  close(): void {
    this.#share.underWay -= this.#owed.length;
    this.#owed.length = 0;
  }

  /** A request of so many bytes that the front answers itself. */
  run(task: Task, bytes: number): void {
    this.#waiting.push({ task, text: undefined, bytes });
    this.#bytes += bytes;
    this.#advance();
  }

  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (!this.#isBusy && this.#direct === 0) {
      const head = this.#waiting.shift();
      if (head === undefined) break;
      this.#bytes -= head.bytes;
      if (head.task !== undefined) this.#start(head.task);
      else if (head.text !== undefined) this.#send(head.text);
      else {
        this.#open.shift();
        this.#direct += 1;
      }
    }
    this.#isAdvancing = false;
  }

  #start(task: Task): void {
    this.#isBusy = true;
    task((text) => {
      if (!this.#isBusy) return;
      this.#isBusy = false;
      this.#send(text);
      this.#advance();
    });
  }
}
