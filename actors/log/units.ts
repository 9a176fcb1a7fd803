// Units: the events of one command are taken from a ring together and written to the same batch.

import { FRAME_HEAD } from '../../storage/log/batch.js';
import { batchLimit } from '../shared/failpoint.js';
import { RingReader } from '../shared/ring.js';

/** At this number of events or bytes a batch takes no further unit; the rest goes into the next. */
const BATCH_EVENTS = batchLimit(8192);
const BATCH_BYTES = 4 << 20;

/** The events of the next batch, each with its frame. */
export class Gathered {
  readonly events: Uint8Array[] = [];
  #bytes = 0;

  /** `most` is the number of events at which it is full. */
  constructor(private readonly most = BATCH_EVENTS) {}

  /** Is it large enough to be committed now? */
  get isFull(): boolean {
    return this.events.length >= this.most || this.#bytes >= BATCH_BYTES;
  }

  add(event: Uint8Array): void {
    this.events.push(event);
    this.#bytes += event.length;
  }
}

/**
 * Takes units out of one source's ring. A unit has the events of one command or tick on one
 * account, which has at most 5,000 rows (`ROWS_MAX`): some 15,000 events. If a unit is larger than
 * the ring, or its writer has not finished it, the present part is copied and later joined with the
 * rest: the ring has room again, and if the writer dies, nothing of the unit gets into the log.
 */
export class UnitReader {
  readonly #ring: RingReader;
  /** Events of an unfinished unit, and the number of them that are copies. */
  readonly #begun: Uint8Array[] = [];
  #copied = 0;
  /** Does the batch contain bytes in the ring? */
  #isLent = false;

  constructor(ring: SharedArrayBuffer) {
    this.#ring = new RingReader(ring);
  }

  /** Is there an event to take? */
  pending(): boolean {
    return this.#ring.pending();
  }

  /** Adds complete units to a batch until it is full; returns the number of events. */
  take(batch: Gathered): number {
    const before = batch.events.length;
    this.#ring.take(({ buffer }, at, length, isMore) => {
      if (this.#begun.length === 0 && batch.isFull) return false;
      this.#begun.push(buffer.subarray(at - FRAME_HEAD, at + length));
      if (!isMore) this.#give(batch);
      return true;
    }, Number.MAX_SAFE_INTEGER);
    const taken = batch.events.length - before;
    this.#isLent = taken > 0;
    this.#copy();
    if (!this.#isLent) this.#ring.free();
    return taken;
  }

  /** Frees the ring space of taken records, after the batch was committed. */
  free(): void {
    if (this.#isLent) this.#ring.free();
    this.#isLent = false;
  }

  #give(batch: Gathered): void {
    for (const event of this.#begun) batch.add(event);
    this.#begun.length = 0;
    this.#copied = 0;
  }

  #copy(): void {
    for (; this.#copied < this.#begun.length; this.#copied += 1) {
      this.#begun[this.#copied] = Buffer.from(this.#begun[this.#copied] as Uint8Array);
    }
  }
}
