// Rings: single-producer, single-consumer byte queues in shared memory, and bells that wake their
// consumers.

import { lengthOf, MORE } from '../../storage/log/batch.js';
import { type Bytes, SLACK_BYTES, viewOf } from '../../wire/codec/bytes.js';

const HEAD = 0;
/** In a cache line of its own, so that producer and consumer do not slow each other down. */
const TAIL = 16;
const HEADER_BYTES = 128;
/** A value in place of a length: the rest of the ring is skipped. */
const WRAP = 0xffffffff;
/** Alignment of records: unaligned memory would be copied byte by byte. */
const ALIGN = 8;
const HEAD_BYTES = ALIGN;
/** A record's length is directly before it, as in the log's batches. */
const LENGTH_AT = HEAD_BYTES - 4;

const SEQ = 0;
const ASLEEP = 1;
/** Longest time for which a polling thread does not return to its event loop. */
const TURN_MS = 4;
/** A thread polls only if its last work was so short ago that more is likely to come at once. */
const LATELY_MS = 8;

/** Wakes a consumer that sleeps in its event loop or blocks; costs one load while it is awake. */
export class Bell {
  readonly #cells: Int32Array;

  constructor(readonly shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared);
  }

  static create(): Bell {
    return new Bell(new SharedArrayBuffer(8));
  }

  /** Called by the producer: wakes the consumer if it sleeps. */
  ring(): void {
    const cells = this.#cells;
    if (Atomics.load(cells, ASLEEP) === 0) return;
    if (Atomics.exchange(cells, ASLEEP, 0) === 0) return;
    Atomics.add(cells, SEQ, 1);
    Atomics.notify(cells, SEQ);
  }

  /**
   * Called by the consumer: declares that it sleeps; false when `pending` found work, so that it
   * must continue.
   */
  #lieDown(pending: () => boolean): boolean {
    Atomics.store(this.#cells, ASLEEP, 1);
    if (!pending()) return true;
    return Atomics.exchange(this.#cells, ASLEEP, 0) === 0;
  }

  /**
   * Called by the consumer: blocks until the bell rings, work is pending, or the time is over;
   * false in the last case.
   */
  wait(pending: () => boolean, timeoutMs: number): boolean {
    const seq = Atomics.load(this.#cells, SEQ);
    if (!this.#lieDown(pending)) return true;
    const woken = Atomics.wait(this.#cells, SEQ, seq, timeoutMs);
    Atomics.store(this.#cells, ASLEEP, 0);
    return woken !== 'timed-out';
  }

  /**
   * Called by the consumer: runs `drain` in the event loop whenever there is work. `drain` returns
   * true when work is left; the loop turns in between, so that sockets and timers are served. With
   * `patienceMs` it first polls that long for more work, if it had some shortly before, because
   * waking through the event loop costs several times as much; the loop still turns every few ms.
   */
  serve(drain: () => boolean, pending: () => boolean, patienceMs = 0): { stop(): void } {
    let stopped = false;
    let workedAt = Number.NEGATIVE_INFINITY;
    /** Drains the available work; true when the loop should turn and continue immediately. */
    const drainOn = (): boolean => {
      if (patienceMs === 0) return drain();
      const begunAt = performance.now();
      const until = begunAt + TURN_MS;
      const isBusy = begunAt - workedAt < LATELY_MS;
      workedAt = begunAt;
      do {
        if (drain()) return true;
        if (!isBusy || !this.wait(pending, patienceMs)) return false;
      } while (performance.now() < until && !stopped);
      return true;
    };
    const run = (): void => {
      if (stopped) return;
      if (drainOn()) {
        setImmediate(run);
        return;
      }
      const seq = Atomics.load(this.#cells, SEQ);
      if (!this.#lieDown(pending)) {
        setImmediate(run);
        return;
      }
      const woken = Atomics.waitAsync(this.#cells, SEQ, seq);
      if (woken.async) woken.value.then(run);
      else setImmediate(run);
    };
    setImmediate(run);
    return {
      stop: () => {
        stopped = true;
      },
    };
  }
}

/** Shared memory for a ring of the given capacity in bytes, a power of two. */
export const ringMemory = (capacity: number): SharedArrayBuffer =>
  new SharedArrayBuffer(HEADER_BYTES + capacity);

/**
 * The longest record that always fits into an empty ring: a longer one may fit neither before the
 * ring's end nor, after the skipped bytes, at its start.
 */
export const recordMax = (capacity: number): number => capacity / 2 - HEAD_BYTES;

const padded = (length: number): number => (HEAD_BYTES + length + ALIGN - 1) & -ALIGN;

/** Memory with records. */
export interface RecordMemory {
  readonly buffer: Buffer;
  /** For the numbers in `buffer`: V8 makes one instruction of what is a call for a `Buffer`. */
  readonly view: DataView;
}

/** The memory of a record outside of rings. */
export const recordMemory = (buffer: Buffer): RecordMemory => ({
  buffer,
  view: viewOf(buffer),
});

/** The producer of a ring. Records become visible with `flush`, in the order written. */
export class RingWriter implements RecordMemory {
  readonly #cells: Int32Array;
  readonly #capacity: number;
  /** The ring's bytes; write a record at the offset that `begin` returns. */
  readonly buffer: Buffer;
  readonly view: DataView;
  #head: number;
  #published: number;
  /** The head at the last notification of the consumer. */
  #notified: number;

  constructor(
    shared: SharedArrayBuffer,
    private readonly bell: Bell,
  ) {
    this.#cells = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.buffer = Buffer.from(shared, HEADER_BYTES);
    this.view = new DataView(shared, HEADER_BYTES);
    this.#capacity = this.buffer.length;
    this.#head = Atomics.load(this.#cells, HEAD);
    this.#published = this.#head;
    this.#notified = this.#head;
  }

  /** Bytes that can certainly be written now, whatever the sizes of the records. */
  room(): number {
    const used = (this.#head - Atomics.load(this.#cells, TAIL)) >>> 0;
    return this.#capacity - used;
  }

  /**
   * Is there room for records of `bytes` bytes in all? It allows for the largest possible loss at
   * the ring's end.
   */
  fits(bytes: number): boolean {
    return this.room() >= 2 * padded(bytes);
  }

  /**
   * Starts a record of the given length; returns its offset in `buffer`, or −1 when the ring is
   * full. Throws on a record that may never fit (`recordMax`). `isMore`: the next record is of the
   * same unit.
   */
  begin(length: number, isMore = false): number {
    if (length > recordMax(this.#capacity)) {
      throw new RangeError(`a record of ${length} bytes is too large for the ring`);
    }
    const size = padded(length);
    const at = this.#head & (this.#capacity - 1);
    const toEnd = this.#capacity - at;
    const skip = size > toEnd ? toEnd : 0;
    if (this.room() < size + skip) return -1;
    if (skip > 0) {
      this.view.setUint32(at + LENGTH_AT, WRAP, true);
      this.#head = (this.#head + skip) | 0;
    }
    const start = this.#head & (this.#capacity - 1);
    this.view.setUint32(start + LENGTH_AT, isMore ? length + MORE : length, true);
    this.#head = (this.#head + size) | 0;
    return start + HEAD_BYTES;
  }

  /** Writes a whole record; false when the ring is full. */
  write(bytes: Uint8Array, isMore = false): boolean {
    const at = this.begin(bytes.length, isMore);
    if (at < 0) return false;
    this.buffer.set(bytes, at);
    return true;
  }

  /**
   * Makes `out` write the next record in place, `lead` bytes (a multiple of 8) after its beginning.
   * `end` completes it; until then nothing else may be written to the ring. Near the ring's end, or
   * with little room, `out` uses its own memory, and `end` copies.
   */
  start(out: Bytes, lead: number): void {
    const at = this.#head & (this.#capacity - 1);
    const start = at + HEAD_BYTES + lead;
    const limit = at + Math.min(this.#capacity - at, this.room()) - HEAD_BYTES;
    if (start + SLACK_BYTES > limit) out.clear();
    else out.within(this.buffer, this.view, start, limit);
  }

  /**
   * Completes the record that `start` began; returns its offset in `buffer`, including `lead`; −1:
   * no room.
   */
  end(out: Bytes, lead: number, isMore = false): number {
    const at = this.begin(lead + out.length, isMore);
    if (out.buffer === this.buffer) return at;
    if (at >= 0) this.buffer.set(out.written(), at + lead);
    return at;
  }

  /** Publishes the written records without waking the consumer: `flush` does that. */
  publish(): void {
    if (this.#published === this.#head) return;
    this.#published = this.#head;
    Atomics.store(this.#cells, HEAD, this.#head);
  }

  /**
   * The records published by now need no waking by `flush`: another thread wakes the consumer,
   * later than this call.
   */
  leaveWaking(): void {
    this.#notified = this.#published;
  }

  /** Wakes the consumer, whether or not anything is new. */
  wake(): void {
    this.bell.ring();
  }

  /**
   * Publishes the written records and wakes the consumer; call it once a turn, not for each record.
   */
  flush(): void {
    this.publish();
    if (this.#notified === this.#published) return;
    this.#notified = this.#published;
    this.bell.ring();
  }
}

/**
 * Receives a record by the ring's memory, in which it is valid until its space is freed. `isMore`:
 * the next record is of the same unit.
 */
type RecordTaker = (memory: RecordMemory, at: number, length: number, isMore: boolean) => boolean;

/** The consumer of a ring. */
export class RingReader implements RecordMemory {
  readonly #cells: Int32Array;
  readonly #capacity: number;
  readonly buffer: Buffer;
  readonly view: DataView;
  #next: number;

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.buffer = Buffer.from(shared, HEADER_BYTES);
    this.view = new DataView(shared, HEADER_BYTES);
    this.#capacity = this.buffer.length;
    this.#next = Atomics.load(this.#cells, TAIL);
  }

  /** Is there a record to take? */
  pending(): boolean {
    return Atomics.load(this.#cells, HEAD) !== this.#next;
  }

  /**
   * Passes records to `take` until it returns false (that record is passed again next time), the
   * ring is empty, or `max` were taken. Only `free` frees their space.
   */
  take(take: RecordTaker, max: number): number {
    const head = Atomics.load(this.#cells, HEAD);
    let taken = 0;
    while (this.#next !== head && taken < max) {
      const at = this.#next & (this.#capacity - 1);
      const word = this.view.getUint32(at + LENGTH_AT, true);
      if (word === WRAP) {
        this.#next = (this.#next + this.#capacity - at) | 0;
        continue;
      }
      const length = lengthOf(word);
      if (!take(this, at + HEAD_BYTES, length, word >= MORE)) break;
      this.#next = (this.#next + padded(length)) | 0;
      taken += 1;
    }
    return taken;
  }

  /** Frees the space of all records taken so far. */
  free(): void {
    Atomics.store(this.#cells, TAIL, this.#next);
  }
}
