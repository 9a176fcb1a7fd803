// A clock for the front's sockets that the test moves.

import type { SocketClock } from '../../http/socket/connection/clock.js';
import { during, within } from './guard.js';

const STEP_MS = 100;

/** A clock that stands until it is told to go on. */
export class HandClock implements SocketClock {
  #now = 1_000;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Goes on by so many ms, running what falls due in its order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end);
      const [next] = due.sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** Goes on by so many ms at once, as when the process stands still: timers run late. */
  stall(ms: number): void {
    this.#now += ms;
    this.advance(0);
  }

  /** Goes on until `end` has come, for what takes its time step by step. */
  through<T>(end: Promise<T>, what: string): Promise<T> {
    const act = async (): Promise<void> => {
      this.advance(STEP_MS);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return within(during(end, act), what);
  }
}
