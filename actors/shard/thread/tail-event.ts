// An event of the log's tail that has the newest version of some row, as bytes: a row as an object
// takes several times as much memory, and most rows change again.

import { type ProjectedEvent, unpackStored } from '../../../wire/codec/unpack.js';

/** Spare bytes for later events, which are hardly ever longer by more than this. */
const SPARE_BYTES = 24;

/** The newest event of a row that changes often. */
export class TailEvent {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Stores the packed event. */
  set(packed: Uint8Array): void {
    this.#length = packed.length;
    if (this.#length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafe(this.#length + SPARE_BYTES);
    }
    this.#bytes.set(packed);
  }

  read(): ProjectedEvent {
    return unpackStored(this.#bytes.subarray(0, this.#length));
  }
}
