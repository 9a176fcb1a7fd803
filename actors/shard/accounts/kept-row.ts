// A copy of a packed row, because its large source buffer must not stay in memory.

import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';

/** Spare bytes for later versions of the row, which are hardly ever longer by more than this. */
const SPARE_BYTES = 24;

/** The newest version of a row that changes often. */
export class KeptRow {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Copies the row between `begin` and the cursor. */
  constructor(from: MsgpackReader, begin: number) {
    this.set(from, begin);
  }

  /** Replaces the row. */
  set({ bytes, at }: MsgpackReader, begin: number): void {
    this.#length = at - begin;
    if (this.#length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafe(this.#length + SPARE_BYTES);
    }
    bytes.copy(this.#bytes, 0, begin, at);
  }

  /** A cursor at the row. */
  cursor(): MsgpackReader {
    return new MsgpackReader(this.#bytes.subarray(0, this.#length));
  }
}
