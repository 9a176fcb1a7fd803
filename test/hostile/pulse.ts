// A pulse: a thread that asks the server all the while, to notice when it stands still.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { countMainWork, countOwnWait, countWaits } from '../e2e/processor-wait.js';
import type { Assert } from '../e2e/stage.js';

const EVERY_MS = 20;
/**
 * How long the server's loop may work while somebody waits for its next answer. And how long an
 * answer may take, but for the longest wait for a processor: the loop may have waited for several
 * threads in turn, those of the garbage collector among them, so there is room for that.
 */
const MOST_MS = { worked: 50, stood: 250 } as const;

/** What the pulse asks, of which process. */
interface Asked {
  readonly url: string;
  readonly pid: number;
}

/** How it was answered. */
interface Beats {
  readonly count: number;
  readonly longestMs: Readonly<Record<keyof typeof MOST_MS, number>>;
}

/** Asks until it is told to stop. */
const beat = async ({ url, pid }: Asked): Promise<Beats> => {
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  let count = 0;
  const longestMs = { worked: 0, stood: 0 };
  while (!isStopped) {
    const [serverWaited, ownWaited] = [countWaits(pid), countOwnWait()];
    const worked = countMainWork(pid);
    const asked = performance.now();
    const { status } = await fetch(url);
    const took = performance.now() - asked;
    if (status === 200) count += 1;
    // While this thread waits for a processor the server works for others: its own request has not
    // left yet, or the answer is there.
    const waited = ownWaited();
    longestMs.worked = Math.max(longestMs.worked, worked() - waited);
    longestMs.stood = Math.max(longestMs.stood, took - serverWaited() - waited);
    await sleep(EVERY_MS);
  }
  return { count, longestMs };
};

/** Asks a page again and again until it is stopped, in a thread that has nothing else to do. */
export class Pulse {
  readonly #worker: Worker;
  readonly #ended: Promise<Beats | Error>;

  /** Starts asking a server. */
  constructor(asked: Asked) {
    this.#worker = new Worker(fileURLToPath(import.meta.url), { workerData: asked });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', resolve);
    });
  }

  /** Ends it and asserts that it was answered all the while. */
  async stop(t: Assert): Promise<void> {
    this.#worker.postMessage('stop');
    const beats = await this.#ended;
    if (beats instanceof Error) throw beats;
    t.ok(beats.count > 0, `it was answered ${beats.count} times`);
    const { worked, stood } = beats.longestMs;
    t.ok(worked <= MOST_MS.worked, `it never worked on and on: ${worked} ms at most`);
    t.ok(stood <= MOST_MS.stood, `it never stood still: ${stood} ms at most`);
  }
}

if (!isMainThread) {
  parentPort?.postMessage(await beat(workerData as Asked));
  parentPort?.close();
}
