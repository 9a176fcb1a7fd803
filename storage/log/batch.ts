// Batches: the bytes in which events lie in the log, each batch chained to the one before it.

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';

/** Events that were committed together: `events` frames each as u32le length and packed bytes. */
export interface Batch {
  /** Global seq of the first event. */
  readonly first: number;
  readonly count: number;
  /** The first bytes of a stored batch: its position in one history, and in no other. */
  readonly head: Uint8Array;
  readonly events: Buffer;
}

/** One event of a batch, still packed (wire/codec/pack.ts `unpackEvent` reads it). */
interface PackedEvent {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Where the log ends: seq of its last event (0 = empty) and the hash that the next batch names. */
export interface LogHead {
  readonly seq: number;
  readonly hash: Buffer;
}

/** A batch larger than this is refused; the rings are far smaller. */
export const BATCH_BYTES_MAX = 256 * 1024 * 1024;

/**
 * A stored batch: CRC32 of all that follows (u32le), count (u32le), SHA-256 of the stored batch
 * before it (32 bytes, zeros for the first), then the events.
 */
export const BATCH_HEAD = 40;
/** Where in it the hash stands. */
export const HASH_AT = 8;
/**
 * Before each event stands a u32le: its length, and this bit where the next event is of the same
 * unit. The events of one command are a unit: a batch holds all of them or none.
 */
export const MORE = 0x8000_0000;
export const FRAME_HEAD = 4;

/** The length of an event, of the word that stands before it. */
export const lengthOf = (word: number): number => word & ~MORE;

/** The end of a log without events. */
export const EMPTY_HEAD: LogHead = { seq: 0, hash: Buffer.alloc(32) };

/** The hash that the next batch carries. */
export const hashOf = (stored: Buffer): Buffer => hash('sha256', stored, 'buffer');

/** Completes a stored batch in place: its events already lie behind the head. */
export const sealBatch = (stored: Buffer, count: number, previous: Buffer): void => {
  stored.writeUInt32LE(count, 4);
  previous.copy(stored, HASH_AT);
  stored.writeUInt32LE(crc32(stored.subarray(4)), 0);
};

/** The hash of the batch before it, as a stored batch names it. */
export const previousHash = (stored: Buffer): Buffer =>
  Buffer.from(stored.subarray(HASH_AT, BATCH_HEAD));

/** The batch in its stored bytes; no check, no copy. */
export const batchOf = (first: number, stored: Buffer): Batch => ({
  first,
  count: stored.readUInt32LE(4),
  head: stored.subarray(0, BATCH_HEAD),
  events: stored.subarray(BATCH_HEAD),
});

/** Seq of a batch's last event. */
export const lastSeq = (batch: Batch): number => batch.first + batch.count - 1;

/** Does the CRC fit? Costs about 1 µs for each 5 KB. */
export const isIntact = (stored: Buffer): boolean =>
  stored.length > BATCH_HEAD && crc32(stored.subarray(4)) === stored.readUInt32LE(0);

/** The first fault of a batch's frames: they fill it exactly, and its last unit is whole. */
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

/** The packed events of a batch whose seq is above `after`, in order; views, not copies. */
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
 * Iterates over the events of a batch in place, from the first event after `after` on: `take` gets
 * a seq, the cursor before its event and the end of the event, and returns whether to continue.
 * Throws when `take` does not move the cursor behind its event.
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

/** Frames packed events as a batch holds them, each a unit; for writers without a ring. */
export const frameEvents = (events: readonly Buffer[]): Buffer => {
  const framed = Buffer.allocUnsafe(events.reduce((sum, e) => sum + FRAME_HEAD + e.length, 0));
  let at = 0;
  for (const event of events) {
    at = framed.writeUInt32LE(event.length, at);
    at += event.copy(framed, at);
  }
  return framed;
};
