// The order of replies: each connection gets its replies in the order of its requests.

import { type FrameText, kept, replyId } from '../../../wire/codec/out-frames.js';
import { envelopeText } from '../../../wire/codec/text.js';
import type { AccountShare } from '../../session/account-share.js';

/**
 * Answers a request that the front handles itself; called when its turn has come. Without a text it
 * was work of the front's own.
 */
export type Task = (answer: (text?: FrameText) => void) => void;

/** A request that waits for its turn. */
interface QueuedReply {
  /** How the front answers it; undefined = its account answers. */
  readonly task: Task | undefined;
  /** The account's answer, when it has come. */
  text: FrameText | undefined;
  /** The bytes held for it. */
  bytes: number;
}

/**
 * Requests to an account run at once, and their answers come in order. A request that the front
 * handles itself waits for all earlier ones, and later requests wait for it.
 */
export class Replies {
  /** Number of account answers that are sent as they come, because no request waits before them. */
  #direct = 0;
  #received = 0;
  #waiting: QueuedReply[] = [];
  #bytes = 0;
  /** Requests whose answer has not come from the account, in order. */
  #open: QueuedReply[] = [];
  /** The ids of all requests that the account has not answered. */
  readonly #owed: number[] = [];
  #isBusy = false;
  #isAdvancing = false;

  /** `share` counts the requests that the account has not answered. */
  constructor(
    private readonly send: (text: FrameText) => void,
    private readonly share: Pick<AccountShare, 'underWay'>,
  ) {}

  /** Number of answers from the account so far. */
  get received(): number {
    return this.#received;
  }

  /** Is an answer of the account missing? */
  get isOwed(): boolean {
    return this.#owed.length > 0;
  }

  /** Is the account's next answer sent as it comes? */
  get isDirect(): boolean {
    return this.#direct > 0;
  }

  /** Would a request that the front handles itself have to wait? */
  get isBehind(): boolean {
    return this.#isBusy || this.#direct > 0 || this.#waiting.length > 0;
  }

  /** The number of requests that wait for others. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The bytes of waiting requests and answers. */
  get waitingBytes(): number {
    return this.#bytes;
  }

  /** A request was sent to the account. */
  expect(id: number): void {
    this.#owed.push(id);
    this.share.underWay += 1;
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
    // Mostly the first request, except that a locked account refuses requests that do not fit
    // before it answers earlier ones. An answer without an id belongs to a frame that the account
    // could not parse.
    const at = id === null ? 0 : this.#owed.indexOf(id);
    if (at > 0) this.#owed.splice(at, 1);
    else this.#owed.shift();
    this.share.underWay -= 1;
    if (this.#direct > 0) {
      this.#direct -= 1;
      this.send(text);
    } else {
      const place = this.#open.shift();
      if (place === undefined) return;
      place.text = kept(text);
      place.bytes = text.length;
      this.#bytes += text.length;
    }
    if (this.#waiting.length > 0) this.#advance();
  }

  /** The account's shard failed: missing answers will not come. */
  unanswered(): void {
    for (const id of [...this.#owed]) this.answered(envelopeText(id, 'trade.timeout'));
  }

  /** The connection is closed: no one waits for the missing answers of its account. */
  close(): void {
    this.share.underWay -= this.#owed.length;
    this.#owed.length = 0;
  }

  /** Sends a reply that is known already, in its turn. */
  say(text: FrameText): void {
    if (!this.isBehind) return this.send(text);
    this.#waiting.push({ task: undefined, text, bytes: text.length });
    this.#bytes += text.length;
  }

  /** Runs a request that the front handles itself; `bytes` are held while it waits. */
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
      else if (head.text !== undefined) this.send(head.text);
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
      if (text !== undefined) this.send(text);
      this.#advance();
    });
  }
}
