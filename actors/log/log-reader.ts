// Reads the log from another thread: batches are pulled through a port, a limited number of bytes
// at a time.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Batch, batchOf } from '../../storage/log/batch.js';
import { Bell } from '../shared/ring.js';
import type { Detach, FromLog, LogAccess, LogPath, Pull, PulledBatches } from './log-messages.js';

/** Opens ports to the log. */
export interface LogSource {
  /** Connects a source of events, or `READER`. Rejects when the log does not answer. */
  attach(source: number): Promise<LogAccess>;
}

/** Most bytes of one pull, and therefore in transit between the log and a reader. */
const PULL_BYTES = 4 << 20;

/** The result of a pull. */
interface Pulled {
  readonly batches: readonly Batch[];
  /** The log's last seq. */
  readonly head: number;
}

/** Pulled batches in the form of storage; views, no copies. */
const batchesOf = ({ firsts, ends, bytes }: PulledBatches): Batch[] => {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return firsts.map((first, n) => batchOf(first, stored.subarray(ends[n - 1] ?? 0, ends[n])));
};

/** Messages to a closed port are lost. */
const nowhere = new MessageChannel().port1;
nowhere.close();

/**
 * Frees the memory that the batches of a pull share now. The garbage collector would do it late,
 * because it hardly counts memory outside its heap: a long tail would keep 64 MiB and more for each
 * thread.
 */
const free = ([batch]: readonly Batch[]): void => {
  if (batch !== undefined) nowhere.postMessage(null, [batch.events.buffer as ArrayBuffer]);
};

/** The reader of a port. One pull at a time. */
export class LogReader {
  readonly #port: MessagePort;
  readonly #mail: Int32Array;
  readonly #bell: Bell;
  #awaited: ((pulled: Pulled) => void) | undefined;

  /** `committed` is called with the commits of this thread's own events, if it is the desk. */
  constructor(access: LogPath, committed: (count: number, seq: number) => void = () => {}) {
    this.#port = access.port;
    this.#mail = new Int32Array(access.mail);
    this.#bell = new Bell(access.bell);
    this.#port.on('message', (message: FromLog) => {
      if (message.type === 'committed') return committed(message.count, message.seq);
      const awaited = this.#awaited;
      this.#awaited = undefined;
      awaited?.({ batches: batchesOf(message.pulled), head: message.head });
    });
  }

  /** The batches after a seq, at least one; with `wait` the answer comes when there are some. */
  pull(after: number, wait: boolean, maxBytes = PULL_BYTES): Promise<Pulled> {
    const answer = new Promise<Pulled>((resolve) => {
      this.#awaited = resolve;
    });
    this.#post({ type: 'pull', after, maxBytes, wait });
    return answer;
  }

  /**
   * All batches after a seq, up to the log's head at the pull that reaches it. The next batches are
   * pulled while the caller processes the present ones; asking for the next batch means that the
   * caller no longer needs the ones before it.
   */
  async *tail(after: number, until: number): AsyncIterable<Batch> {
    let at = after;
    if (at >= until) return;
    let pulled = this.pull(at, false);
    while (at < until) {
      const { batches } = await pulled;
      const last = batches.at(-1);
      if (last === undefined) throw new Error(`the log ends before event ${until}`);
      at = last.first + last.count - 1;
      if (at < until) pulled = this.pull(at, false);
      yield* batches;
      free(batches);
    }
  }

  /** Closes the reader: a waiting pull returns nothing, and the thread may end. */
  close(): void {
    this.#post({ type: 'detach' });
    this.#port.close();
    this.#awaited?.({ batches: [], head: 0 });
  }

  #post(message: Pull | Detach): void {
    this.#port.postMessage(message);
    Atomics.add(this.#mail, 0, 1);
    this.#bell.ring();
  }
}
