// Messages that came before their turn: they wait until the gap before them is filled.

import { FixMessage } from '../../../wire/codec/fix/fix-message.js';

/** Most messages and bytes that wait; further ones are dropped, and come again with the gap. */
export const WAITING_MAX = 10_000;
const BYTES_MAX = 16 * 2 ** 20;

/** Waiting messages by their numbers. */
export class GapQueue {
  readonly #waiting = new Map<number, Buffer>();
  /** Their numbers, ascending. */
  #numbers: number[] = [];
  readonly #message = new FixMessage();
  #bytes = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** The lowest number that waits; infinite when none does. */
  get first(): number {
    return this.#numbers[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Keeps a copy of a message. */
  add(seq: number, { bytes, from, to }: FixMessage): void {
    if (this.#waiting.has(seq) || this.size >= WAITING_MAX) return;
    if (this.#bytes + to - from > BYTES_MAX) return;
    this.#waiting.set(seq, Buffer.from(bytes.subarray(from, to)));
    this.#bytes += to - from;
    const after = this.#numbers.findLastIndex((one) => one < seq);
    this.#numbers.splice(after + 1, 0, seq);
  }

  /** Takes the message of the lowest number. It holds until the next one is taken. */
  take(): FixMessage | undefined {
    const seq = this.#numbers.shift();
    const bytes = seq === undefined ? undefined : this.#waiting.get(seq);
    if (seq === undefined || bytes === undefined) return undefined;
    this.#waiting.delete(seq);
    this.#bytes -= bytes.length;
    this.#message.index(bytes, 0, bytes.length);
    return this.#message;
  }

  clear(): void {
    this.#waiting.clear();
    this.#numbers = [];
    this.#bytes = 0;
  }
}
