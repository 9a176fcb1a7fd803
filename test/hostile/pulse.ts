// A pulse: another connection that asks the server all the while, to notice when it stands still.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Assert } from '../e2e/stage.js';

const EVERY_MS = 20;
/** A busy machine holds up whoever asks as well: only a true standstill takes longer. */
const STANDSTILL_MS = 5_000;

/** Asks a page again and again until it is stopped. */
export class Pulse {
  longestMs = 0;
  #beats = 0;
  #failure = '';
  #isStopped = false;

  /** Starts asking. */
  static start(url: string): Pulse {
    const pulse = new Pulse();
    pulse.#run(url).catch((cause: Error) => {
      pulse.#failure = `${cause.message}: ${cause.cause}`;
    });
    return pulse;
  }

  async #run(url: string): Promise<void> {
    while (!this.#isStopped) {
      const asked = performance.now();
      const { status } = await fetch(url);
      if (status === 200) this.#beats += 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - asked);
      await sleep(EVERY_MS);
    }
  }

  /** Ends it and asserts that it was answered all the while. */
  stop(t: Assert): void {
    this.#isStopped = true;
    t.equal(this.#failure, '', 'it was never left without an answer');
    t.ok(this.#beats > 0 && this.longestMs < STANDSTILL_MS, `longest wait ${this.longestMs} ms`);
  }
}
