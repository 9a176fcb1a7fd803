// Worker pools: a thread that runs one task at a time, and is replaced when it fails.

import type { ResourceLimits, Worker } from 'node:worker_threads';
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';

/** The answer of a task until the asking thread takes it: see `taken`. */
export interface Returned<T> {
  value: T | undefined;
}

/**
 * The result of a task, in the form that the asking thread gets. Bytes are given to it, not copied,
 * so they must be in memory of their own.
 */
export const returned = <T>(value: T): Returned<T> => {
  const answer = { value };
  if (!(value instanceof Uint8Array)) return answer;
  return move({ [transferableSymbol]: value.buffer, [valueSymbol]: answer } as never) as never;
};

/**
 * Takes an answer out of what the pool still refers to. Its map of tasks leads to their answers,
 * and a `Map` keeps more than it shows: a table that it has replaced still has its deleted entries,
 * and refers to the next table. Once such a table is in V8's old space, all of that lives until a
 * major collection, and collections of the young space copy it.
 */
export const taken = <T>(answer: Returned<T>): T => {
  const { value } = answer;
  answer.value = undefined;
  return value as T;
};

/** A pool with one thread. */
export interface WorkerPool {
  /** Runs a task in the thread; one at a time. Throws errors of the task. */
  run<T>(task: unknown): Promise<T>;
  /** Terminates the thread with its work; a new one replaces it. */
  renew(): void;
  /** Ends the thread when it has loaded and finished its task. */
  close(): Promise<void>;
}

/**
 * Flags for a pool's threads. Piscina loads an entry by `require` first, and by `import` when that
 * fails. Node 20 aborts the whole process, by an assertion, when a thread is terminated while it
 * requires an ES module, which happens to a pool's threads when their parent thread fails. So
 * `require` must fail.
 */
const THREAD_FLAGS = ['--enable-source-maps', '--no-experimental-require-module'];

/**
 * Resolves when a pool's thread has loaded its entry, or has failed to: a thread that is terminated
 * while it loads a native package aborts the process. Its first message says that it has loaded.
 */
const loadedOrEnded = (thread: Worker): Promise<void> =>
  new Promise((resolve) => {
    thread.once('message', () => resolve());
    thread.once('exit', () => resolve());
  });

/**
 * Starts a pool; its thread is never stopped for idleness. The default export of `entry` is a
 * function of the task. `data` becomes its `workerData`. `onError` is called with errors of threads
 * outside a task. A thread that exceeds its limits ends with its task, which then throws.
 */
export const createWorkerPool = (
  entry: URL,
  onError: (error: Error) => void,
  data?: unknown,
  resourceLimits: ResourceLimits = {},
): WorkerPool => {
  const pool = new Piscina({
    filename: entry.href,
    minThreads: 1,
    maxThreads: 1,
    workerData: data,
    execArgv: THREAD_FLAGS,
    resourceLimits,
    atomics: 'async',
  });
  pool.on('error', onError);
  let loaded = Promise.resolve();
  const follow = (): void => {
    const [thread] = pool.threads;
    if (thread === undefined) return;
    loaded = loadedOrEnded(thread);
    // Piscina, which hears of the end before, has started the next one then.
    thread.once('exit', follow);
  };
  follow();
  return {
    run: <T>(task: unknown) => pool.run(task) as Promise<T>,
    renew: () => {
      for (const thread of pool.threads) void thread.terminate();
    },
    close: async () => {
      await loaded;
      await pool.close();
    },
  };
};
