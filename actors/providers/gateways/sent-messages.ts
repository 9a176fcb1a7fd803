// The newest messages that a session has sent, by their numbers: a reject names a message by its
// number.

/** So many messages are known. */
const KNOWN_MAX = 4096;

/** The type of a message, and our id of the request in it. */
export interface SentMessage {
  readonly type: string;
  readonly clientId: string;
}

/** The messages that a gateway has sent over its present session. */
export class SentMessages {
  readonly #messages = new Map<number, SentMessage>();

  add(seq: number, { type, clientId }: SentMessage): void {
    this.#messages.delete(seq);
    this.#messages.set(seq, { type, clientId });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > KNOWN_MAX && oldest !== undefined) this.#messages.delete(oldest);
  }

  /** The message of a number; undefined = it is not known. */
  of(seq: number): SentMessage | undefined {
    return this.#messages.get(seq);
  }

  /** Forgets messages of numbers from `next` on, which a reset of the numbers gives again. */
  forgetFrom(next: number): void {
    for (const seq of this.#messages.keys()) if (seq >= next) this.#messages.delete(seq);
  }

  /** Forgets all. */
  clear(): void {
    this.#messages.clear();
  }
}
