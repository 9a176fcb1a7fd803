// The desk's way into the log: events are put into its ring, and answered when they are on disk.

import { packEvent } from '../../../wire/codec/pack.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import { Bell, RingWriter, recordMax } from '../../shared/ring.js';
import { LOG_RING_BYTES } from '../../shared/ring-records.js';

/** The size limit of one event. */
export const EVENT_BYTES_MAX = recordMax(LOG_RING_BYTES);

interface WaitingCommit {
  readonly number: number;
  readonly resolve: (seq: number) => void;
}

/** The desk's writer. */
export class DeskLog {
  readonly #ring: RingWriter;
  /** Events that found no room: of as many operations at most as the desk has under way. */
  readonly #unwritten: Buffer[] = [];
  #waiting: WaitingCommit[] = [];
  /** Events written since the desk started. */
  emitted = 0;

  constructor(ring: SharedArrayBuffer, bell: SharedArrayBuffer) {
    this.#ring = new RingWriter(ring, new Bell(bell));
  }

  /**
   * Writes an event; answers its seq when it is committed. While the ring is full the event waits
   * for the next commit, which makes room. Throws `EventTooLarge` on one that never finds room.
   */
  write(event: DeskEvent): Promise<number> {
    const packed = packEvent(event);
    if (packed.length > EVENT_BYTES_MAX) throw new EventTooLarge(packed.length, EVENT_BYTES_MAX);
    this.#unwritten.push(packed);
    this.#put();
    this.emitted += 1;
    const number = this.emitted;
    return new Promise((resolve) => {
      this.#waiting.push({ number, resolve });
    });
  }

  /** The log has committed this many of the desk's events, the newest of them with this seq. */
  committed(count: number, seq: number): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ number }) => number > count);
    for (const { number, resolve } of waiting) if (number <= count) resolve(seq - (count - number));
    this.#put();
  }

  /** Puts into the ring what finds room there. */
  #put(): void {
    const unwritten = this.#unwritten;
    while (unwritten.length > 0 && this.#ring.write(unwritten[0] as Buffer)) unwritten.shift();
    this.#ring.flush();
  }
}

/** A decision changes more at once than one event may hold: so many bytes of so many. */
export class EventTooLarge extends Error {
  constructor(
    readonly bytes: number,
    readonly most: number,
  ) {
    super(`an event of ${bytes} bytes; at most ${most} can be written`);
  }
}
