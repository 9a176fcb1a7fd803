// Messages that came before their turn: they wait until the gap before them is filled.

import { FixMessage } from '../../../wire/codec/fix/fix-message.js';

/** Most messages and bytes that wait; further ones are dropped, and come again with the gap. */
export const WAITING_MAX = 10_000;
const BYTES_MAX = 16 * 2 ** 20;

/** Waiting messages by their numbers. */
export class GapQueue {
  readonly #waiting = new Map<number, Buffer>();
  readonly #message = new FixMessage();
  #bytes = 0;

  /** The number of messages that wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Keeps a copy of a message. */
  add(seq: number, { bytes, from, to }: FixMessage): void {
    if (this.#waiting.has(seq) || this.size >= WAITING_MAX) return;
    if (this.#bytes + to - from > BYTES_MAX) return;
    this.#waiting.set(seq, Buffer.from(bytes.subarray(from, to)));
    this.#bytes += to - from;
  }

  /** Takes the message of a number; undefined when it does not wait. It holds until the next. */
  take(seq: number): FixMessage | undefined {
    const bytes = this.#waiting.get(seq);
    if (bytes === undefined) return undefined;
    this.#waiting.delete(seq);
    this.#bytes -= bytes.length;
    this.#message.index(bytes, 0, bytes.length);
    return this.#message;
  }

  /** The numbers of the messages that wait below a number, ascending. */
  numbersBefore(seq: number): number[] {
    return [...this.#waiting.keys()].filter((one) => one < seq).sort((a, b) => a - b);
  }

  clear(): void {
    this.#waiting.clear();
    this.#bytes = 0;
  }
}
