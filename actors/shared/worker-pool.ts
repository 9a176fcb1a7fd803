// Worker pools: threads that run one task at a time from a bounded queue.

import { Piscina } from 'piscina';

/** Number of threads in a pool, and most waiting tasks. */
interface WorkerPoolLimits {
  readonly threads: number;
  readonly queue: number;
}

/** A pool of threads that all run the same entry file. */
export interface WorkerPool {
  /** Is the queue full? Then no task may be passed. */
  full(): boolean;
  /** Runs a task in a free thread. Throws errors of the task, and when the queue is full. */
  run<T>(task: unknown): Promise<T>;
  /** The number of waiting tasks. */
  waiting(): number;
  /** Terminates the threads with their work; new ones replace them. */
  renew(): void;
  /** Ends the threads when they have finished all tasks. */
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
 * Starts a pool; its threads are never stopped for idleness. The default export of `entry` is a
 * function of the task. `data` becomes its `workerData`. `onError` is called with errors of threads
 * outside a task.
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
