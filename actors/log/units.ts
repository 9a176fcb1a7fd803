// Units: what one command did comes out of a ring whole, and lies in one batch.

import { FRAME_HEAD } from '../../storage/log/batch.js';
import { batchLimit } from '../shared/failpoint.js';
import { RingReader } from '../shared/ring.js';

/** A batch that has so many events or bytes takes no further unit: what is left makes the next. */
const BATCH_EVENTS = batchLimit(8192);
const BATCH_BYTES = 4 << 20;

/** The events of the next batch, each with its frame. */
export class Gathered {
  readonly events: Uint8Array[] = [];
  #bytes = 0;

  /** It is full with so many events. */
  constructor(private readonly most = BATCH_EVENTS) {}

  /** Is it large enough to be committed without the next unit? */
  get isFull(): boolean {
    return this.events.length >= this.most || this.#bytes >= BATCH_BYTES;
  }

  /** Takes in an event. */
  add(event: Uint8Array): void {
    this.events.push(event);
    this.#bytes += event.length;
  }
}

/**
 * Takes units out of one source's ring. A unit is the events of one command or tick on one account,
 * of 5,000 rows at most (`ROWS_MAX`): some 15,000 events. Of a unit that is larger than the ring,
 * or whose writer has not come to its end, the present part is copied and given with the rest of
 * it: the ring has room again, and a writer that dies before the end leaves nothing of the unit in
 * the log.
 */
export class UnitReader {
  readonly #ring: RingReader;
  /** Events of a unit whose end is still to come, and how many of them are copies. */
  readonly #begun: Uint8Array[] = [];
  #copied = 0;
  /** Does the batch hold bytes that lie in the ring? */
  #isLent = false;

  constructor(ring: SharedArrayBuffer) {
    this.#ring = new RingReader(ring);
  }

  /** Is there an event that was not taken yet? */
  pending(): boolean {
    return this.#ring.pending();
  }

  /** Puts whole units into a batch until it is full; how many events they are. */
  take(batch: Gathered): number {
    const before = batch.events.length;
    this.#ring.take((buffer, at, length, isMore) => {
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

  /** Frees the room of taken records: the batch is committed. */
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
