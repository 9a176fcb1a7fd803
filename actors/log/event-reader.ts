// Reads single events from the log for the main thread, one at a time.

import { eventsOf } from '../../storage/log/batch.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { Event } from '../../wire/trading/events.js';
import { READER } from './log-messages.js';
import { LogReader, type LogSource } from './log-reader.js';

/** The smallest pull: the batch that contains the event. */
const ONE_BATCH = 1;

/** The time of the log's newest event, ms since 1970; 0 when there is none. */
export const newestTime = async (log: LogSource): Promise<number> => {
  const access = await log.attach(READER);
  const reader = new LogReader(access);
  const before = access.head - 1;
  const [batch] = before < 0 ? [] : (await reader.pull(before, false, ONE_BATCH)).batches;
  reader.close();
  let time = 0;
  for (const { bytes } of batch === undefined ? [] : eventsOf(batch, before)) {
    time = Math.max(time, unpackEvent(bytes).time);
  }
  return time;
};

/** Reads events by seq; connects to the log at the first read. */
export class EventReader {
  #reader: Promise<LogReader> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly log: LogSource) {}

  /** The event of a seq. Rejects when the log does not have it. */
  read(seq: number): Promise<Event> {
    const read = this.#turn.then(() => this.#read(seq));
    this.#turn = read.catch(() => {});
    return read;
  }

  /** Closes the reader. */
  async close(): Promise<void> {
    await this.#turn;
    (await this.#reader)?.close();
  }

  async #read(seq: number): Promise<Event> {
    this.#reader ??= this.log.attach(READER).then((access) => new LogReader(access));
    const reader = await this.#reader;
    const [batch] = (await reader.pull(seq - 1, false, ONE_BATCH)).batches;
    for (const event of batch === undefined ? [] : eventsOf(batch, seq - 1)) {
      return unpackEvent(event.bytes);
    }
    throw new Error(`the log does not hold event ${seq}`);
  }
}
