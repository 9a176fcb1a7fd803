// Waits until the database contains an event.

import { patience } from '../../shared/failpoint.js';

/** Default time to wait. */
export const PATIENCE_MS = patience(5000);

/** The callers that wait for the projection. */
export class CatchUp {
  #shown = 0;
  readonly #waiting = new Set<{ readonly seq: number; readonly go: (there: boolean) => void }>();

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** The database contains every event up to this one. */
  reached(seq: number): void {
    this.#shown = seq;
    for (const one of this.#waiting) if (one.seq <= seq) one.go(true);
  }

  /** Waits until the database contains the event; false = it takes too long. */
  async until(seq: number, patienceMs = PATIENCE_MS): Promise<boolean> {
    if (seq <= this.#shown) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => one.go(false), patienceMs);
      const one = {
        seq,
        go: (there: boolean) => {
          clearTimeout(timer);
          this.#waiting.delete(one);
          resolve(there);
        },
      };
      this.#waiting.add(one);
    });
  }
}
