// A pulse: a thread that asks the server all the while, to notice when it stands still.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { countMainWork, countOwnWait, countWaits, slowness } from '../e2e/processor-wait.js';
import type { Assert } from '../support/trader.js';

const EVERY_MS = 20;
/** The first answers run code that was never run before: it is asked so often before it counts. */
const WARMING = 20;
/**
 * How long the server's loop may work while somebody waits for its next answer, on a processor at
 * its best. And how long an answer may take, but for the longest wait for a processor: the loop may
 * have waited for several threads in turn, those of the garbage collector among them, so there is
 * room for that.
 */
const MOST_MS = { worked: 50, stood: 250 } as const;

/** What the pulse asks, of which process. */
interface Asked {
  readonly url: string;
  readonly pid: number;
}

/** The longest that the server worked and stood, and how much slower than its best it was then. */
type Longest = Readonly<Record<keyof typeof MOST_MS | 'slow', number>>;

/** How it was answered. */
interface Beats {
  readonly count: number;
  readonly longest: Longest;
}

/** Asks once; times are as on a processor at its best. */
const beatOnce = async ({ url, pid }: Asked): Promise<Longest> => {
  const [serverWaited, ownWaited] = [countWaits(pid), countOwnWait()];
  const worked = countMainWork(pid);
  const asked = performance.now();
  const answer = await fetch(url);
  const text = await answer.text();
  const took = performance.now() - asked;
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}: ${text}`);
  // While this thread waits for a processor the server works for others: its own request has not
  // left yet, or the answer is there.
  const waited = ownWaited();
  const beat = { worked: worked() - waited, stood: took - serverWaited() - waited };
  const isLong = beat.worked > MOST_MS.worked || beat.stood > MOST_MS.stood;
  const slow = isLong ? slowness() : 1;
  return { worked: beat.worked / slow, stood: beat.stood / slow, slow };
};

/** Asks until it is told to stop. */
const beat = async (asked: Asked): Promise<Beats> => {
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  for (let n = 0; n < WARMING; n += 1) await beatOnce(asked);
  parentPort?.postMessage('warm');
  let count = 0;
  let longest: Longest = { worked: 0, stood: 0, slow: 1 };
  while (!isStopped) {
    const { worked, stood, slow } = await beatOnce(asked);
    count += 1;
    longest = {
      worked: Math.max(longest.worked, worked),
      stood: Math.max(longest.stood, stood),
      slow: Math.max(longest.slow, slow),
    };
    await sleep(EVERY_MS);
  }
  return { count, longest };
};

/** Asks a page again and again until it is stopped, in a thread that has nothing else to do. */
export class Pulse {
  readonly #ended: Promise<Beats | Error>;

  private constructor(private readonly worker: Worker) {
    this.#ended = once(worker, 'message').then(
      ([beats]) => beats,
      (error) => error,
    );
  }

  /** Starts asking a server; what it answers counts as soon as it is warm. */
  static async start(asked: Asked): Promise<Pulse> {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: asked });
    await once(worker, 'message');
    return new Pulse(worker);
  }

  /** Ends it and asserts that it was answered all the while. */
  async stop(t: Assert): Promise<void> {
    this.worker.postMessage('stop');
    const beats = await this.#ended;
    if (beats instanceof Error) throw beats;
    t.ok(beats.count > 0, `it was answered ${beats.count} times`);
    const { worked, stood, slow } = beats.longest;
    const pace = `ms at most, a processor ${slow} times slower than its best allowed for`;
    t.ok(worked <= MOST_MS.worked, `it never worked on and on: ${worked} ${pace}`);
    t.ok(stood <= MOST_MS.stood, `it never stood still: ${stood} ${pace}`);
  }
}

if (!isMainThread) {
  parentPort?.postMessage(await beat(workerData as Asked));
  parentPort?.close();
}
