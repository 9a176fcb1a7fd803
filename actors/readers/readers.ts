// The readers: answer queries of the database without blocking other threads.

import { type Outcome, ok, type Refusal, refuse } from '../../wire/base/codes.js';
import { type Queries, type QueryName, SLICED_QUERIES } from '../../wire/queries/queries.js';
import type { PageResult, PageTask } from '../audit/page-audit.js';
import type { LogLine } from '../messages.js';
import { FairPool } from '../shared/fair-pool.js';
import { type FairShare, SERVER_SHARE } from '../shared/fair-queue.js';
import { heartbeatMemory } from '../shared/heartbeat.js';
import { QUERY_LIMIT_MS, Watchdog } from '../shared/watchdog.js';
import { createWorkerPool, type Returned, taken } from '../shared/worker-pool.js';
import { OF_AUDIENCE, OF_OWNER, OwnerTurns } from './owner-turns.js';
import type { ReaderTask } from './reader-worker.js';
import { isUnfinished, type Unfinished } from './unfinished.js';

const isSliced = (name: QueryName): boolean =>
  (SLICED_QUERIES as readonly QueryName[]).includes(name);

const busy = refuse('trade.too_many_requests', 'too many queries wait');

/** A thread with read-only connections, shared out by login: the time of each query counts. */
export class Readers {
  readonly name = 'reader';
  readonly alive = true;
  readonly watchdog: Watchdog;
  readonly #pool: FairPool;
  readonly #turns = new OwnerTurns(OF_OWNER, busy);
  readonly #audiences = new OwnerTurns(OF_AUDIENCE, busy);

  constructor(
    data: string,
    private readonly log: (line: LogLine) => void,
  ) {
    const memory = heartbeatMemory();
    this.watchdog = new Watchdog(memory, QUERY_LIMIT_MS);
    const pool = createWorkerPool(
      new URL('./reader-worker.js', import.meta.url),
      (error) => this.#failed('a reader failed', error),
      { folder: data, name: this.name, heartbeat: memory },
    );
    this.#pool = new FairPool(pool, busy);
  }

  /**
   * Runs a query; refused when too many of its owner or of all wait; a failure is logged and
   * answered `internal`.
   */
  query<K extends QueryName>(
    share: FairShare,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>> {
    const run = (): Promise<Outcome<Queries[K]['output']>> =>
      this.#query(share, { name, input: input as never }, (error) => {
        this.#failed(`query ${name} failed`, error);
        return refuse('internal');
      });
    if (!isSliced(name)) return run();
    const { owner, audience } = share;
    return this.#turns.take(owner, () => this.#audiences.take(audience, run));
  }

  /** Runs a query to its end: each step waits for its turn again. */
  async #query<T>(
    share: FairShare,
    task: ReaderTask,
    failed: (error: Error) => Refusal,
  ): Promise<Outcome<T>> {
    let step = await this.#run<T | Unfinished>(share, task, failed);
    while (step.ok && isUnfinished(step.data)) {
      const { unfinished } = step.data;
      if (unfinished === 'no_room') return busy;
      step = await this.#run(share, { name: 'continue', input: unfinished }, failed);
    }
    return step as Outcome<T>;
  }

  /** Audits accounts of a page for a limited time; the caller must report a failure. */
  audit(task: PageTask): Promise<Outcome<PageResult>> {
    const failed = ({ message }: Error) => refuse('internal', message);
    return this.#run(SERVER_SHARE, { name: 'audit', input: task }, failed);
  }

  async #run<T>(
    share: FairShare,
    task: ReaderTask,
    failed: (error: Error) => Refusal,
  ): Promise<Outcome<T>> {
    try {
      const answer = await this.#pool.ask<Returned<T>>(share, task);
      return answer.ok ? ok(taken(answer.data)) : answer;
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
