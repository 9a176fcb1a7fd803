// The readers: answer queries of the database without blocking other threads.

import { done, type Outcome, type Refusal, refuse } from '../../wire/base/codes.js';
import type { Queries, QueryName } from '../../wire/desk/queries.js';
import type { PageResult, PageTask } from '../audit/page-audit.js';
import type { LogLine } from '../messages.js';
import { heartbeatMemory } from '../shared/heartbeat.js';
import { QUERY_LIMIT_MS, Watchdog } from '../shared/watchdog.js';
import { createWorkerPool, type WorkerPool } from '../shared/worker-pool.js';
import type { ReaderTask } from './reader-worker.js';

/**
 * Number of reader threads, which share one heartbeat, and most waiting queries; further ones are
 * refused.
 */
const READER_THREADS = 1;
const READER_QUEUE = 256;

/** A pool of threads with read-only connections. */
export class Readers {
  readonly name = 'reader';
  readonly alive = true;
  readonly watchdog: Watchdog;
  readonly #pool: WorkerPool;

  constructor(
    data: string,
    private readonly log: (line: LogLine) => void,
  ) {
    const memory = heartbeatMemory();
    this.watchdog = new Watchdog(memory, QUERY_LIMIT_MS);
    this.#pool = createWorkerPool(
      new URL('./reader-worker.js', import.meta.url),
      { threads: READER_THREADS, queue: READER_QUEUE },
      (error) => this.#failed('a reader failed', error),
      { folder: data, heartbeat: memory },
    );
  }

  /** Runs a query; refuses when the queue is full; a failure is logged and answered `internal`. */
  query<K extends QueryName>(
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>> {
    return this.#run(name, input, (error) => {
      this.#failed(`query ${name} failed`, error);
      return refuse('internal');
    });
  }

  /** Audits accounts of a page for a limited time; the caller must report a failure. */
  audit(task: PageTask): Promise<Outcome<PageResult>> {
    return this.#run('audit', task, ({ message }) => refuse('internal', message));
  }

  async #run<T>(
    name: ReaderTask['name'],
    input: unknown,
    failed: (error: Error) => Refusal,
  ): Promise<Outcome<T>> {
    if (this.#pool.full()) return refuse('trade.too_many_requests', 'too many queries wait');
    try {
      return done(await this.#pool.run<T>({ name, input }));
    } catch (error) {
      return failed(error as Error);
    }
  }

  /** Terminates the threads; new ones replace them. */
  end(why: Error): void {
    this.#failed('the reader thread failed', why);
    this.#pool.renew();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #failed(msg: string, { message, stack }: Error): void {
    this.log({ level: 'error', record: { msg, error: message, stack } });
  }
}
