// A pulse: a thread that asks the server all the while, to notice when it stands still.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { countOwnWait, countWaits } from '../e2e/processor-wait.js';
import type { Assert } from '../e2e/stage.js';

const EVERY_MS = 20;
/** How long the server's loop may stand still, but for waits for a processor. */
const STANDSTILL_MS = 50;

/** What the pulse asks, of which process. */
interface Asked {
  readonly url: string;
  readonly pid: number;
}

/** How it was answered. */
interface Beats {
  readonly count: number;
  readonly longestMs: number;
}

/** Asks until it is told to stop. */
const beat = async ({ url, pid }: Asked): Promise<Beats> => {
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  let count = 0;
  let longestMs = 0;
  while (!isStopped) {
    const waits = [countWaits(pid), countOwnWait()];
    const asked = performance.now();
    const { status } = await fetch(url);
    const took = performance.now() - asked;
    if (status === 200) count += 1;
    longestMs = Math.max(
      longestMs,
      waits.reduce((left, waited) => left - waited(), took),
    );
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
    t.ok(beats.longestMs <= STANDSTILL_MS, `it never stood still: ${beats.longestMs} ms at most`);
  }
}

if (!isMainThread) {
  parentPort?.postMessage(await beat(workerData as Asked));
  parentPort?.close();
}
