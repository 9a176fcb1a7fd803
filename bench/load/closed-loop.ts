// The closed loop: every socket sends the next request when one was answered.

import { setTimeout as wait } from 'node:timers/promises';
import { processorMs } from '../measure/measures.js';
import type { ClosedLoop, ClosedResult } from './job.js';
import { LoadCounters } from './load-counters.js';
import { type Listener, LoadSocket } from './load-socket.js';

/** A load whose last orders take longer has lost answers. */
const END_MS_MAX = 30_000;

/** A running closed loop. */
export class ClosedLoad implements Listener {
  readonly #loop: ClosedLoop;
  readonly #tally = new LoadCounters();
  #running = true;

  constructor(loop: ClosedLoop) {
    this.#loop = loop;
  }

  /** Opens the sockets, sends requests, and counts the answers in the measured time. */
  async run(): Promise<ClosedResult> {
    const { depth, pid, warmupMs, measureMs } = this.#loop;
    const spentMs = () => (pid === undefined ? 0 : processorMs(pid));
    const sockets = await LoadSocket.openAll(this.#loop, depth, this);
    for (const socket of sockets) socket.send(depth, performance.now());
    await wait(warmupMs);
    this.#tally.clear();
    const started = performance.now();
    const spentBefore = spentMs();
    await wait(measureMs);
    const seconds = (performance.now() - started) / 1000;
    const serverMs = spentMs() - spentBefore;
    const result = this.#tally.result(seconds);
    this.#running = false;
    const end = Promise.all(sockets.map(({ closed }) => closed));
    const late = wait(END_MS_MAX, undefined, { ref: false });
    if ((await Promise.race([end, late])) === undefined) throw new Error('answers are missing');
    return { ...result, serverUs: (1000 * serverMs) / result.answers };
  }

  answered(sentAt: number, now: number, size: number, success: boolean): void {
    this.#tally.answer(now - sentAt, size, success);
  }

  event({ length }: Buffer): void {
    this.#tally.event(length);
  }

  read(socket: LoadSocket, answers: number, now: number): void {
    if (!this.#running) return socket.complete(now);
    socket.send(answers, now);
    this.#tally.sent += answers;
  }
}
