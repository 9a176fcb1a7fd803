// The desk's way into the log: events are put into its ring, and answered when they are on disk.

import type { DeskEvent } from '../../wire/events.js';
import { packEvent } from '../../wire/pack.js';
import { LOG_RING_BYTES } from '../shared/hops.js';
import { Bell, RingWriter } from '../shared/ring.js';
import { EventTooLarge } from './deps.js';

/** One event leaves room for those on their way. */
const EVENT_BYTES_MAX = LOG_RING_BYTES / 2;

interface Waiting {
  readonly number: number;
  readonly resolve: (seq: number) => void;
}

/** The desk's writer. */
export class DeskLog {
  readonly #ring: RingWriter;
  #waiting: Waiting[] = [];
  /** Events written since the desk started. */
  emitted = 0;

  constructor(ring: SharedArrayBuffer, bell: SharedArrayBuffer) {
    this.#ring = new RingWriter(ring, new Bell(bell));
  }

  /**
   * Writes an event; answers its seq when it is committed. Throws when the ring is full, and
   * `EventTooLarge` when it takes more of the ring than one may.
   */
  write(event: DeskEvent): Promise<number> {
    const packed = packEvent(event);
    if (packed.length > EVENT_BYTES_MAX) throw new EventTooLarge(`${packed.length} bytes`);
    if (!this.#ring.write(packed)) throw new Error('the log is behind: its ring is full');
    this.#ring.flush();
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
  }
}
