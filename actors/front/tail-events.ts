// Reads the newest numbered events of the log, to fill the front's buffer for `resume`.

import { type Batch, eventsOf } from '../../storage/log/batch.js';
import { eventParts } from '../../wire/codec/event-frames.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import type { NumberedEvent, Tail } from '../client.js';
import { LogReader, type LogSource } from '../log/log-reader.js';
import { READER } from '../messages.js';

/**
 * Factor by which more is read than the newest events suggest, because older events may be smaller.
 */
const MARGIN = 1.25;

const numbered = (event: AccountEvent, seq: number, packed: Uint8Array): NumberedEvent => ({
  login: event.login,
  group: event.group,
  name: event.kind,
  account_seq: event.account_seq,
  seq,
  token: 0,
  packed,
  parts: eventParts(event),
});

function* numberedIn(batch: Batch, after: number): Iterable<NumberedEvent> {
  for (const { seq, bytes } of eventsOf(batch, after)) {
    const event = unpackEvent(bytes);
    if (event.type === 'account' && event.kind !== 'setting') yield numbered(event, seq, bytes);
  }
}

/**
 * Number of newest events from which the size of events is estimated: a single batch may have no
 * account events.
 */
const SAMPLE_EVENTS = 500;

/** The approximate number of newest events that fill `bytes` bytes. */
const countFor = async (reader: LogReader, head: number, bytes: number): Promise<number> => {
  const after = Math.max(0, head - SAMPLE_EVENTS);
  let filled = 0;
  for await (const batch of reader.tail(after, head)) {
    for (const { packed } of numberedIn(batch, after)) filled += packed.length;
  }
  return Math.ceil((MARGIN * bytes * (head - after)) / Math.max(filled, 1));
};

async function* read(
  reader: LogReader,
  head: number,
  limit: number,
  bytes: number,
): AsyncIterable<NumberedEvent> {
  try {
    const after = Math.max(0, head - Math.min(limit, await countFor(reader, head, bytes)));
    for await (const batch of reader.tail(after, head)) yield* numberedIn(batch, after);
  } finally {
    reader.close();
  }
}

/** The newest numbered events, oldest first: at most `limit`, and about `bytes` bytes. */
export const tailEvents = async (log: LogSource, limit: number, bytes: number): Promise<Tail> => {
  const access = await log.attach(READER);
  const { head } = access;
  return { head, events: read(new LogReader(access), head, limit, bytes) };
};
