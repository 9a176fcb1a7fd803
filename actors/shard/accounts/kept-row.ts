// A packed row of its own, because a row as an object takes several times as much memory.

import type { Bytes } from '../../../wire/codec/bytes.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';

/** Spare bytes for later versions of the row, which are hardly ever longer by more than this. */
const SPARE_BYTES = 24;

/** The newest version of a row that changes often. */
export class KeptRow {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Stores the packed row. */
  set(packed: Bytes): void {
    this.#length = packed.length;
    if (this.#length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafe(this.#length + SPARE_BYTES);
    }
    packed.written().copy(this.#bytes);
  }

  /** A cursor at the row. */
  cursor(): MsgpackReader {
    return new MsgpackReader(this.#bytes.subarray(0, this.#length));
  }
}
