// Batches: the form of events in the log, each batch chained by hash to the one before it.

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';

/**
 * Events that were committed together: `events` is a sequence of frames, each u32le length and
 * packed bytes.
 */
export interface Batch {
  /** Global seq of the first event. */
  readonly first: number;
  readonly count: number;
  /** The first bytes of the stored batch, which identify its position in one particular log. */
  readonly head: Uint8Array;
  readonly events: Buffer;
}

/** One event of a batch, still packed (wire/codec/pack.ts `unpackEvent` reads it). */
interface PackedEvent {
  readonly seq: number;
  readonly bytes: Buffer;
}

/**
 * The end of the log: seq of its last event (0 = empty), and the hash that the next batch must
 * contain.
 */
export interface LogHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** A larger batch is refused; the rings are far smaller. */
export const BATCH_BYTES_MAX = 256 * 1024 * 1024;

/**
 * A stored batch: CRC32 of all that follows (u32le), count (u32le), SHA-256 of the stored batch
 * before it (32 bytes, zeros for the first), then the events.
 */
export const BATCH_HEAD = 40;
/** The offset of the hash. */
export const HASH_AT = 8;
/**
 * Before each event there is a u32le: its length, and this bit if the next event belongs to the
 * same unit. The events of one command are a unit: a batch contains all of them or none.
 */
export const MORE = 0x8000_0000;
export const FRAME_HEAD = 4;

/** The length of an event from the word before it. */
export const lengthOf = (word: number): number => word & ~MORE;

/** The end of a log without events. */
export const EMPTY_HEAD: LogHead = { seq: 0, hash: Buffer.alloc(32) };

/** The hash of a stored batch, for the next batch. */
export const hashOf = (stored: Buffer): Buffer => hash('sha256', stored, 'buffer');

/** Writes the head of a stored batch in place; its events already follow it. */
export const sealBatch = (stored: Buffer, count: number, previous: Buffer): void => {
  stored.writeUInt32LE(count, 4);
  previous.copy(stored, HASH_AT);
  stored.writeUInt32LE(crc32(stored.subarray(4)), 0);
};

/** The hash of the previous batch that a stored batch contains. */
export const previousHash = (stored: Buffer): Buffer =>
  Buffer.from(stored.subarray(HASH_AT, BATCH_HEAD));

/** The batch in stored bytes, without check or copy. */
export const batchOf = (first: number, stored: Buffer): Batch => ({
  first,
  count: stored.readUInt32LE(4),
  head: stored.subarray(0, BATCH_HEAD),
  events: stored.subarray(BATCH_HEAD),
});

/** Seq of a batch's last event. */
export const lastSeq = (batch: Batch): number => batch.first + batch.count - 1;

/** Is the CRC correct? Takes about 1 µs for 5 KB. */
export const isIntact = (stored: Buffer): boolean =>
  stored.length > BATCH_HEAD && crc32(stored.subarray(4)) === stored.readUInt32LE(0);

/**
 * The first fault of a batch's frames: they must fill it exactly, and its last unit must be
 * complete.
 */
const frameFault = ({ count, events }: Batch): string | undefined => {
  let at = 0;
  let read = 0;
  let word = 0;
  for (; read < count && at + FRAME_HEAD <= events.length; read += 1) {
    word = events.readUInt32LE(at);
    at += FRAME_HEAD + lengthOf(word);
  }
  if (count === 0 || read < count || at !== events.length) return 'its events do not fill it';
  return word < MORE ? undefined : 'what its last command did is not whole';
};

/** The first fault of a stored batch that should follow `head`; undefined = none. */
export const faultOf = (head: LogHead, first: number, stored: Buffer): string | undefined => {
  if (first !== head.seq + 1) return `batch ${first} stands where ${head.seq + 1} should`;
  if (!isIntact(stored)) return 'the checksum does not fit';
  if (!head.hash.equals(previousHash(stored))) {
    return 'the hash of the batch before it does not fit';
  }
  return frameFault(batchOf(first, stored));
};

/** The packed events of a batch with a seq above `after`, in order; views, not copies. */
export function* eventsOf(batch: Batch, after = 0): Generator<PackedEvent> {
  const { events } = batch;
  let at = 0;
  for (let seq = batch.first; at < events.length; seq += 1) {
    const length = lengthOf(events.readUInt32LE(at));
    at += FRAME_HEAD;
    if (seq > after) yield { seq, bytes: events.subarray(at, at + length) };
    at += length;
  }
}

/**
 * Iterates in place over the events of a batch with a seq above `after`. `take` gets a seq, the
 * cursor before its event and the end of the event, and returns whether to continue. Throws when
 * `take` does not leave the cursor after its event.
 */
export const walkEvents = (
  batch: Batch,
  after: number,
  take: (seq: number, from: MsgpackReader, end: number) => boolean,
): void => {
  const from = new MsgpackReader(batch.events);
  for (let seq = batch.first; from.at < batch.events.length; seq += 1) {
    const begin = from.at + FRAME_HEAD;
    const end = begin + lengthOf(from.view.getUint32(from.at, true));
    from.at = seq > after ? begin : end;
    if (seq > after && !take(seq, from, end)) return;
    if (from.at !== end)
      throw new Error(`event ${seq} is ${end - from.at} bytes longer than it says`);
  }
};

/** Frames packed events for a batch, each as a unit of its own; for writers without a ring. */
export const frameEvents = (events: readonly Buffer[]): Buffer => {
  const framed = Buffer.allocUnsafe(events.reduce((sum, e) => sum + FRAME_HEAD + e.length, 0));
  let at = 0;
  for (const event of events) {
    at = framed.writeUInt32LE(event.length, at);
    at += event.copy(framed, at);
  }
  return framed;
};
