// A worker thread as the main thread sees it: start, messages, questions, end.

import { totalmem } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import { refuse } from '../../wire/base/codes.js';
import type { FromThread, LogLine } from '../messages.js';
import { heapLimit, patience } from '../shared/failpoint.js';
import { heartbeatMemory } from '../shared/heartbeat.js';
import { Watchdog } from '../shared/watchdog.js';

/** Notices to the owner of a thread. */
export interface ThreadOwner<From> {
  /** A message that is neither an answer nor a log line. */
  message(message: From): void;
  log(line: LogLine): void;
  /** The thread ended without being told to, or failed while stopping. */
  failed(error: Error): void;
}

/** Time for a thread to end after it was told to. */
const STOP_MS = patience(10_000);

/** The share of the memory of machine or container that a thread's objects may use. */
const HEAP_SHARE = 0.75;
/**
 * Limit of a thread's heap in MiB. The default would be 4 GB, for some 600,000 accounts in use. Any
 * shard may have most accounts, so each may use the whole limit.
 */
const HEAP_MIB_MAX = Math.floor(
  (HEAP_SHARE * Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)) /
    2 ** 20,
);

/**
 * The error that a thread threw. The message of a native package's error is lost between threads.
 */
const errorOf = (name: string, cause: unknown): Error =>
  cause instanceof Error ? cause : new Error(`the ${name} thread threw ${JSON.stringify(cause)}`);

/** A worker thread. All messages are posted; messages with an id are answered. */
export class Thread<To, From extends { readonly type: string }> {
  readonly #worker: Worker;
  readonly #questions = new Map<number, (value: unknown) => void>();
  /**
   * Numbers the questions of all threads, so that answers of an earlier generation match no later
   * question.
   */
  static #lastId = 0;
  #stopping = false;
  #ready = false;
  #ended = false;
  /** The error, or the reason why it was ended. */
  #failure: Error | undefined;
  readonly watchdog: Watchdog;
  /** Resolves when the thread is ready; rejects when it fails before. */
  readonly ready: Promise<void>;
  /** Resolves to false when it failed. */
  readonly #exited: Promise<boolean>;

  constructor(
    readonly name: string,
    entry: URL,
    workerData: object,
    transferList: Transferable[],
    private readonly owner: ThreadOwner<From>,
  ) {
    const memory = heartbeatMemory();
    this.watchdog = new Watchdog(memory);
    this.#worker = new Worker(entry, {
      workerData: { ...workerData, name, heartbeat: memory },
      transferList,
      name,
      resourceLimits: { maxOldGenerationSizeMb: heapLimit(HEAP_MIB_MAX) },
    });
    let resolve = (): void => {};
    let reject = (_error: Error): void => {};
    this.ready = new Promise((ok, fail) => {
      resolve = ok;
      reject = fail;
    });
    this.ready.catch(() => {});
    this.#worker.on('message', (message: FromThread | From) => {
      if (message.type === 'ready') {
        this.#ready = true;
        resolve();
      } else this.#take(message);
    });
    this.#worker.on('error', (cause: unknown) => {
      this.#failure ??= errorOf(name, cause);
    });
    this.#exited = new Promise((exited) => {
      this.#worker.on('exit', (code) => {
        this.#ended = true;
        for (const answer of this.#questions.values()) answer(undefined);
        this.#questions.clear();
        const error = this.#failure ?? new Error(`the ${name} thread ended with ${code}`);
        reject(error);
        exited(this.#failure === undefined);
        if (!this.#stopping || this.#failure !== undefined) owner.failed(error);
      });
    });
  }

  get alive(): boolean {
    return this.#ready && !this.#ended;
  }

  /** The number of questions without an answer that have not timed out. */
  get asked(): number {
    return this.#questions.size;
  }

  /** Posts a message without an answer. */
  post(message: To, transfer: Transferable[] = []): void {
    if (!this.#ended) this.#worker.postMessage(message, transfer);
  }

  /** Sends a question; undefined when the thread ended or the time is over. */
  ask<T>(
    message: (id: number) => To,
    timeoutMs: number,
    transfer: Transferable[] = [],
  ): Promise<T | undefined> {
    if (this.#ended) return Promise.resolve(undefined);
    Thread.#lastId += 1;
    const id = Thread.#lastId;
    return new Promise((resolve) => {
      // Before the timer is set: this throws when the other side of a port has closed it.
      this.post(message(id), transfer);
      const timer = setTimeout(() => {
        this.#questions.delete(id);
        resolve(undefined);
      }, timeoutMs);
      this.#questions.set(id, (value) => {
        clearTimeout(timer);
        resolve(value as T | undefined);
      });
    });
  }

  /** Waits for a message of the thread; rejects when it ends before. */
  awaits<T>(promise: Promise<T>): Promise<T> {
    const ended = this.#exited.then(() => {
      throw new Error(`the ${this.name} thread ended`);
    });
    return Promise.race([promise, ended]);
  }

  /** Tells the thread to stop and waits for its end; false when it fails, or not in time. */
  stop(message: To, withinMs = STOP_MS): Promise<boolean> {
    this.#stopping = true;
    if (this.#ended) return Promise.resolve(true);
    this.post(message);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#exited.then((whole) => {
        clearTimeout(timer);
        resolve(whole);
      });
    });
  }

  /** Terminates the thread, which does not react any more; this counts as a failure. */
  end(why: Error): void {
    this.#failure = why;
    void this.#worker.terminate();
  }

  /**
   * Terminates the thread, which is not needed; this is no failure. Resolves once it has ended: to
   * its error if it had failed already, else to undefined.
   */
  async discard(): Promise<Error | undefined> {
    this.#stopping = true;
    await this.#worker.terminate();
    await this.#exited;
    return this.#failure;
  }

  /**
   * Lets the thread, which may still load, end with the process; this is no failure. If it were
   * terminated while it loads a native package, it would abort the process.
   */
  leave(): void {
    this.#stopping = true;
    this.#worker.unref();
  }

  #take(message: FromThread | From): void {
    if (message.type === 'log') {
      this.owner.log((message as Extract<FromThread, { type: 'log' }>).line);
    } else if (message.type === 'answer') {
      const { id, value } = message as Extract<FromThread, { type: 'answer' }>;
      const answer = this.#questions.get(id);
      this.#questions.delete(id);
      answer?.(value);
    } else if (message.type !== 'stopped') {
      this.owner.message(message as From);
    }
  }
}

/** The refusal of a request to a thread that is down. */
export const threadDown = (name: string) => refuse('internal', `the ${name} is being restarted`);
