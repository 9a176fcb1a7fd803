// Reads the log from another thread: batches are pulled through a port, a limited number of bytes
// at a time.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Batch } from '../../storage/log/batch.js';
import type {
  Detach,
  FromLog,
  HastenPull,
  LogAccess,
  LogPath,
  Pull,
  PulledBatch,
} from '../messages.js';
import { Bell } from '../shared/ring.js';

/** Opens ports to the log. */
export interface LogSource {
  /** Connects a source of events, or `READER`. Rejects when the log does not answer. */
  attach(source: number): Promise<LogAccess>;
}

/** Most bytes of one pull, and therefore in transit between the log and a reader. */
const PULL_BYTES = 4 << 20;

/** A pulled batch in the form of storage; a view, no copy. */
export const asBatch = ({ events, ...batch }: PulledBatch): Batch => ({
  ...batch,
  events: Buffer.from(events.buffer, events.byteOffset, events.length),
});

type Batches = Extract<FromLog, { type: 'batches' }>;

/** Messages to a closed port are lost. */
const nowhere = new MessageChannel().port1;
nowhere.close();

/**
 * Frees the memory of batches now. The garbage collector would do it late, because it hardly counts
 * memory outside its heap: a long tail would keep 64 MiB and more for each thread.
 */
const free = (batches: readonly Batch[]): void =>
  nowhere.postMessage(
    null,
    batches.map(({ events }) => events.buffer as ArrayBuffer),
  );

/** The reader of a port. One pull at a time. */
export class LogReader {
  readonly #port: MessagePort;
  readonly #mail: Int32Array;
  readonly #bell: Bell;
  #awaited: ((batches: Batches) => void) | undefined;
  /** Does the log know that somebody waits for the answer? */
  #isHastened = false;

  /** `committed` is called with the commits of this thread's own events, if it is the desk. */
  constructor(access: LogPath, committed: (count: number, seq: number) => void = () => {}) {
    this.#port = access.port;
    this.#mail = new Int32Array(access.mail);
    this.#bell = new Bell(access.bell);
    this.#port.on('message', (message: FromLog) => {
      if (message.type === 'committed') return committed(message.count, message.seq);
      const awaited = this.#awaited;
      this.#awaited = undefined;
      this.#isHastened = false;
      awaited?.(message);
    });
  }

  /** The batches after a seq, at least one; with `wait` the answer comes when there are some. */
  pull(after: number, wait: boolean, maxBytes = PULL_BYTES): Promise<Batches> {
    const answer = new Promise<Batches>((resolve) => {
      this.#awaited = resolve;
    });
    this.#post({ type: 'pull', after, maxBytes, wait });
    return answer;
  }

  /** Has a waiting pull answered soon after the next commit, instead of with a pause. */
  hasten(): void {
    if (this.#awaited === undefined || this.#isHastened) return;
    this.#isHastened = true;
    this.#post({ type: 'hasten' });
  }

  /** As `pull`, with batches in the form of storage. */
  async batches(after: number, wait: boolean, maxBytes = PULL_BYTES): Promise<Batch[]> {
    const { batches } = await this.pull(after, wait, maxBytes);
    return batches.map(asBatch);
  }

  /**
   * All batches after a seq, up to the log's head at the pull that reaches it. The next batches are
   * pulled while the caller processes the present ones; asking for the next batch means that the
   * caller no longer needs the ones before it.
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

  /** Closes the reader: a waiting pull returns nothing, and the thread may end. */
  close(): void {
    this.#post({ type: 'detach' });
    this.#port.close();
    this.#awaited?.({ type: 'batches', batches: [], head: 0 });
  }

  #post(message: Pull | HastenPull | Detach): void {
    this.#port.postMessage(message);
    Atomics.add(this.#mail, 0, 1);
    this.#bell.ring();
  }
}
