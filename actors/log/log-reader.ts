// Reading the log from another thread: batches are pulled through a port, at a bounded rate.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Batch } from '../../storage/log/batch.js';
import type { Detach, FromLog, LogAccess, Pull, PulledBatch } from '../messages.js';
import { Bell } from '../shared/ring.js';

/** The log's host, which opens a port to the log. */
export interface LogSource {
  /** A way for a source of events, or for `READER`. Rejects when the log does not answer. */
  attach(source: number): Promise<LogAccess>;
}

/** Bytes that one pull brings at most: what is in flight between the log and a reader. */
const PULL_BYTES = 4 << 20;

/** A pulled batch as one of storage; a view, no copy. */
export const asBatch = ({ events, ...batch }: PulledBatch): Batch => ({
  ...batch,
  events: Buffer.from(events.buffer, events.byteOffset, events.length),
});

type Batches = Extract<FromLog, { type: 'batches' }>;

/** A message to a closed port is lost. */
const nowhere = new MessageChannel().port1;
nowhere.close();

/**
 * Gives the memory of batches back now: the collector does so when it comes, which memory outside
 * its heap hardly hastens, so that a long tail would lie there by 64 MiB and more a thread.
 */
const free = (batches: readonly Batch[]): void =>
  nowhere.postMessage(
    null,
    batches.map(({ events }) => events.buffer as ArrayBuffer),
  );

/** The reader's end. One pull at a time. */
export class LogReader {
  readonly #port: MessagePort;
  readonly #mail: Int32Array;
  readonly #bell: Bell;
  #awaited: ((batches: Batches) => void) | undefined;

  /** `committed` is called with the commits of this thread's own events, when it is the desk. */
  constructor(access: LogAccess, committed: (count: number, seq: number) => void = () => {}) {
    this.#port = access.port;
    this.#mail = new Int32Array(access.mail);
    this.#bell = new Bell(access.bell);
    this.#port.on('message', (message: FromLog) => {
      if (message.type === 'committed') return committed(message.count, message.seq);
      const awaited = this.#awaited;
      this.#awaited = undefined;
      awaited?.(message);
    });
  }

  /** The batches after a seq, one at least; with `wait` the answer comes when there are some. */
  pull(after: number, wait: boolean, maxBytes = PULL_BYTES): Promise<Batches> {
    const answer = new Promise<Batches>((resolve) => {
      this.#awaited = resolve;
    });
    this.#post({ type: 'pull', after, maxBytes, wait });
    return answer;
  }

  /** As `pull`, as batches of storage. */
  async batches(after: number, wait: boolean, maxBytes = PULL_BYTES): Promise<Batch[]> {
    const { batches } = await this.pull(after, wait, maxBytes);
    return batches.map(asBatch);
  }

  /**
   * Every batch after a seq, up to the log's head at the first pull that finds it. The next batches
   * are pulled while the caller works on the present ones; a caller that asks for the next is done
   * with those before it.
   */
  async *tail(after: number, until: number): AsyncIterable<Batch> {
    let at = after;
    if (at >= until) return;
    let pulled = this.batches(at, false);
    while (at < until) {
      const batches = await pulled;
      const last = batches.at(-1);
      if (last === undefined) throw new Error(`the log ends before event ${until}`);
      at = last.first + last.count - 1;
      if (at < until) pulled = this.batches(at, false);
      yield* batches;
      free(batches);
    }
  }

  /** The reader is done: a pull under way answers with nothing, and the thread may end. */
  close(): void {
    this.#post({ type: 'detach' });
    this.#port.close();
    this.#awaited?.({ type: 'batches', batches: [], head: 0 });
  }

  #post(message: Pull | Detach): void {
    this.#port.postMessage(message);
    Atomics.add(this.#mail, 0, 1);
    this.#bell.ring();
  }
}
