// The desk's access to the log: events are written to its ring, and confirmed when they are on
// disk.

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

/** The desk's log writer. */
export class DeskLog {
  readonly #ring: RingWriter;
  /** Events for which the ring had no room; at most one for each running operation. */
  readonly #unwritten: Buffer[] = [];
  #waiting: WaitingCommit[] = [];
  /** Events written since the desk started. */
  emitted = 0;

  constructor(ring: SharedArrayBuffer, bell: SharedArrayBuffer) {
    this.#ring = new RingWriter(ring, new Bell(bell));
  }

  /**
   * Writes an event; resolves with its seq when it is committed. While the ring is full, the event
   * waits for the next commit, which makes room. Throws `EventTooLarge` for an event that can never
   * fit.
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

  /** The log has committed `count` of the desk's events; the newest has this seq. */
  committed(count: number, seq: number): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ number }) => number > count);
    for (const { number, resolve } of waiting) if (number <= count) resolve(seq - (count - number));
    this.#put();
  }

  /** Writes waiting events to the ring as long as they fit. */
  #put(): void {
    const unwritten = this.#unwritten;
    while (unwritten.length > 0 && this.#ring.write(unwritten[0] as Buffer)) unwritten.shift();
    this.#ring.flush();
  }
}

/**
 * Thrown when a decision changes more than one event can hold; has the needed and the possible
 * bytes.
 */
export class EventTooLarge extends Error {
  constructor(
    readonly bytes: number,
    readonly most: number,
  ) {
    super(`an event of ${bytes} bytes; at most ${most} can be written`);
  }
}
