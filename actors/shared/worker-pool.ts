// Worker pools: threads that take one task at a time from a bounded queue.

import { Piscina } from 'piscina';

/** How many threads a pool has, and how many tasks may wait for one. */
interface WorkerPoolLimits {
  readonly threads: number;
  readonly queue: number;
}

/** A pool of threads that all run the same entry file. */
export interface WorkerPool {
  /** Would a task have to wait behind a full queue? It must not be handed over then. */
  full(): boolean;
  /** Runs a task in a free thread. Throws what the task throws, and when the queue is full. */
  run<T>(task: unknown): Promise<T>;
  /** Tasks that wait for a thread. */
  waiting(): number;
  /** Ends the threads at once, with their work; others take their place. */
  renew(): void;
  /** Ends the threads when they have done what they were given. */
  close(): Promise<void>;
}

/**
 * The data that a pool's threads are started with. Piscina loads an entry by `require` first and by
 * `import` when that fails. A thread that is ended while it requires an ES module, as a pool's are
 * when the thread that they belong to fails, aborts the whole process: an assertion of Node 20. So
 * that `require` is to fail.
 */
const THREAD_FLAGS = ['--enable-source-maps', '--no-experimental-require-module'];

/**
 * Starts a pool; its threads stay for good. `entry` exports one function of the task by default.
 * `data` reaches it as `workerData`. `onError` hears of threads that fail outside a task.
 */
export const createWorkerPool = (
  entry: URL,
  limits: WorkerPoolLimits,
  onError: (error: Error) => void,
  data?: unknown,
): WorkerPool => {
  const pool = new Piscina({
    filename: entry.href,
    minThreads: limits.threads,
    maxThreads: limits.threads,
    maxQueue: limits.queue,
    workerData: data,
    execArgv: THREAD_FLAGS,
    atomics: 'async',
  });
  pool.on('error', onError);
  return {
    full: () => pool.queueSize >= limits.queue,
    run: <T>(task: unknown) => pool.run(task) as Promise<T>,
    waiting: () => pool.queueSize,
    renew: () => {
      for (const thread of pool.threads) void thread.terminate();
    },
    close: () => pool.close(),
  };
};
