// Reads the newest numbered events of the log as frames, to fill the front's buffer for `resume`.

import { type Batch, eventsOf } from '../../storage/log/batch.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { eventParts, writeEventFrame } from '../../wire/codec/text.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import type { EventFrame, Tail } from '../client.js';
import { LogReader, type LogSource } from '../log/log-reader.js';
import { READER } from '../messages.js';

/**
 * Factor by which more is read than the newest events suggest, because older frames may be smaller.
 */
const MARGIN = 1.25;

const scratch = new Bytes();

const frameBytes = (event: AccountEvent, seq: number): Uint8Array => {
  writeEventFrame(scratch.clear(), event);
  scratch.utf8(`,"seq":"${seq}"}`);
  return scratch.copy();
};

const frameOf = (event: AccountEvent, seq: number): EventFrame => ({
  login: event.login,
  group: event.group,
  name: event.kind,
  account_seq: event.account_seq,
  seq,
  text: frameBytes(event, seq),
  parts: eventParts(event),
});

function* framesOf(batch: Batch, after: number): Iterable<EventFrame> {
  for (const { seq, bytes } of eventsOf(batch, after)) {
    const event = unpackEvent(bytes);
    if (event.type === 'account' && event.kind !== 'setting') yield frameOf(event, seq);
  }
}

/**
 * Number of newest events from which the size of frames is estimated: a single batch may have no
 * account events.
 */
const SAMPLE_EVENTS = 500;

/** The approximate number of newest events that fill `bytes` bytes of frames. */
const countFor = async (reader: LogReader, head: number, bytes: number): Promise<number> => {
  const after = Math.max(0, head - SAMPLE_EVENTS);
  let filled = 0;
  for await (const batch of reader.tail(after, head)) {
    for (const { text } of framesOf(batch, after)) filled += text.length;
  }
  return Math.ceil((MARGIN * bytes * (head - after)) / Math.max(filled, 1));
};

async function* read(
  reader: LogReader,
  head: number,
  limit: number,
  bytes: number,
): AsyncIterable<EventFrame> {
  try {
    const after = Math.max(0, head - Math.min(limit, await countFor(reader, head, bytes)));
    for await (const batch of reader.tail(after, head)) yield* framesOf(batch, after);
  } finally {
    reader.close();
  }
}

/** The frames of the newest events, oldest first: at most `limit`, and about `bytes` bytes. */
export const tailFrames = async (log: LogSource, limit: number, bytes: number): Promise<Tail> => {
  const access = await log.attach(READER);
  const { head } = access;
  return { head, frames: read(new LogReader(access), head, limit, bytes) };
};
