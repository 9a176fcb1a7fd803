// Work that a peer can cause, at most once in a time.

import type { FixEnv } from './endpoint.js';

/** Does something at once, and then at most once each `ms`, the last time after the last call. */
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

  /** Forgets the calls that it has not followed. */
  stop(): void {
    this.env.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
