// Limits how often a peer can cause the same work.

import type { FixEnv } from './endpoint.js';

/** Does its work after a call: at once, but at most every `ms`; calls in between cause one more. */
export class Throttle {
  #timer: unknown;
  #doneAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly ms: number,
    private readonly env: Pick<FixEnv, 'elapsed' | 'setTimer' | 'clearTimer'>,
    private readonly run: () => void,
  ) {}

  call(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#doneAt + this.ms - this.env.elapsed();
    if (wait <= 0) {
      this.#doneAt = this.env.elapsed();
      return this.run();
    }
    this.#timer = this.env.setTimer(() => {
      this.#timer = undefined;
      this.call();
    }, wait);
  }

  /** Drops the work that waits. */
  stop(): void {
    this.env.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
