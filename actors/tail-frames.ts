// The newest numbered events of the log as frames, to fill what the front keeps for `resume`.

import { eventsOf } from '../storage/batch.js';
import { unpackEvent } from '../wire/pack.js';
import { eventParts, eventText } from '../wire/text.js';
import type { EventFrame } from './client.js';
import type { LogHost } from './log-host.js';
import { LogReader } from './log-reader.js';
import { READER } from './messages.js';

/** How many of the newest events surely fill so many bytes of frames: none is larger packed. */
const countFor = async (reader: LogReader, head: number, bytes: number): Promise<number> => {
  const [newest] = await reader.batches(head - 1, false);
  return newest === undefined ? 0 : Math.ceil((bytes * newest.count) / newest.events.length);
};

/** The frames of the newest events, oldest first: at most `limit`, and about `bytes` of them. */
export async function* tailFrames(
  log: LogHost,
  limit: number,
  bytes: number,
): AsyncIterable<EventFrame> {
  const access = await log.attach(READER);
  const reader = new LogReader(access);
  const { head } = access;
  try {
    const after = Math.max(0, head - Math.min(limit, await countFor(reader, head, bytes)));
    for await (const batch of reader.tail(after, head)) {
      for (const { seq, bytes: packed } of eventsOf(batch, after)) {
        const event = unpackEvent(packed);
        if (event.type !== 'account' || event.kind === 'setting') continue;
        yield {
          login: event.login,
          group: event.group,
          name: event.kind,
          account_seq: event.account_seq,
          seq,
          text: `${eventText(event)},"seq":"${seq}"}`,
          parts: eventParts(event),
        };
      }
    }
  } finally {
    reader.close();
  }
}
