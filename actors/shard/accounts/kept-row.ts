// A packed row, kept from the bytes that it was read in: those are many, and not held on to.

import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';

/** The next row of the same is hardly ever longer by more. */
const SPARE_BYTES = 24;

/** The newest form of a row that changes often. */
export class KeptRow {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Keeps the row between `begin` and the cursor. */
  constructor(from: MsgpackReader, begin: number) {
    this.set(from, begin);
  }

  /** Keeps this row instead. */
  set({ bytes, at }: MsgpackReader, begin: number): void {
    this.#length = at - begin;
    if (this.#length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafe(this.#length + SPARE_BYTES);
    }
    bytes.copy(this.#bytes, 0, begin, at);
  }

  /** A cursor before it. */
  cursor(): MsgpackReader {
    return new MsgpackReader(this.#bytes.subarray(0, this.#length));
  }
}
