// The newest numbered events of the log as frames, to fill what the front keeps for `resume`.

import { eventsOf } from '../storage/batch.js';
import { unpackEvent } from '../wire/pack.js';
import { eventParts, eventText } from '../wire/text.js';
import type { EventFrame } from './client.js';
import type { LogHost } from './log-host.js';
import { LogReader } from './log-reader.js';
import { READER } from './messages.js';

/** The frames of at most the newest `limit` events, oldest first. */
export async function* tailFrames(log: LogHost, limit: number): AsyncIterable<EventFrame> {
  const access = await log.attach(READER);
  const reader = new LogReader(access);
  const after = Math.max(0, access.head - limit);
  try {
    for await (const batch of reader.tail(after, access.head)) {
      for (const { seq, bytes } of eventsOf(batch, after)) {
        const event = unpackEvent(bytes);
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
