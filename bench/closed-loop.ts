// The closed loop: every socket sends the next request when one is answered.

import { setTimeout as wait } from 'node:timers/promises';
import type { ClosedLoop, LoadResult } from './job.js';
import { type Listener, LoadSocket } from './load-socket.js';
import { Tally } from './tally.js';

/** A closed loop under way. */
export class ClosedLoad implements Listener {
  readonly #loop: ClosedLoop;
  readonly #tally = new Tally();
  #running = true;

  constructor(loop: ClosedLoop) {
    this.#loop = loop;
  }

  /** Opens the sockets, loads and counts what comes in the measured time. */
  async run(): Promise<LoadResult> {
    const { depth, warmupMs, measureMs } = this.#loop;
    const sockets = await LoadSocket.openAll(this.#loop, depth, this);
    for (const socket of sockets) socket.send(depth, performance.now());
    await wait(warmupMs);
    this.#tally.clear();
    const started = performance.now();
    await wait(measureMs);
    const seconds = (performance.now() - started) / 1000;
    this.#running = false;
    for (const socket of sockets) socket.close();
    return this.#tally.result(seconds);
  }

  answered(sentAt: number, now: number, size: number, success: boolean): void {
    this.#tally.answer(now - sentAt, size, success);
  }

  event(): void {
    this.#tally.events += 1;
  }

  read(socket: LoadSocket, answers: number, now: number): void {
    if (!this.#running) return;
    socket.send(answers, now);
    this.#tally.sent += answers;
  }
}
