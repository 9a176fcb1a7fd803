// The replies that a connection owes, given in the order in which they were asked for.

import { type FrameText, kept } from '../wire/frames.js';

/** Answers one request of the front's own; called when its turn has come. */
export type Task = (answer: (text: FrameText) => void) => void;

/** The place of an account's answer among the waiting; its text once it is there. */
interface Place {
  text: FrameText | undefined;
}

/**
 * Requests that an account answers run at once, and their answers come in order. What the front
 * answers itself waits for those before it, and what comes after waits for it in turn.
 */
export class Replies {
  readonly #send: (text: FrameText) => void;
  /** Account answers that are sent as they come, because nothing waits before them. */
  #direct = 0;
  #received = 0;
  #waiting: (Task | Place)[] = [];
  /** Places whose answer has not come, in order. */
  #open: Place[] = [];
  #isBusy = false;
  #isAdvancing = false;

  constructor(send: (text: FrameText) => void) {
    this.#send = send;
  }

  /** Answers of the account that came so far. */
  get received(): number {
    return this.#received;
  }

  /** Does the account owe an answer? */
  get isOwed(): boolean {
    return this.#direct + this.#open.length > 0;
  }

  /** How many requests wait behind others. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** A request went to the account. */
  expect(): void {
    if (!this.#isBusy && this.#waiting.length === 0) {
      this.#direct += 1;
      return;
    }
    const place: Place = { text: undefined };
    this.#waiting.push(place);
    this.#open.push(place);
  }

  /** The account's next answer came. */
  answered(text: FrameText): void {
    this.#received += 1;
    if (this.#direct > 0) {
      this.#direct -= 1;
      this.#send(text);
    } else {
      const place = this.#open.shift();
      if (place === undefined) return;
      place.text = kept(text);
    }
    if (this.#waiting.length > 0) this.#advance();
  }

  /** A request that the front answers itself. */
  run(task: Task): void {
    this.#waiting.push(task);
    this.#advance();
  }

  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (!this.#isBusy && this.#direct === 0) {
      const head = this.#waiting.shift();
      if (head === undefined) break;
      if (typeof head === 'function') this.#start(head);
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
