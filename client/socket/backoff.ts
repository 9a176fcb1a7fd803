// How long a client waits before it connects again: longer each time, and never all at once.

import type { Clock } from '../session/platform.js';

/** The first wait is up to this, in ms; each further one up to twice as long … */
const FIRST_MS = 500;
/** … and none is longer than this. */
const LONGEST_MS = 30_000;
/** A connection that lasted so long was a good one: the next wait is a first one. */
const STABLE_MS = 10_000;

/** The waits between the connections of one client. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  #readyAt: number | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** A connection is ready for use. */
  ready(): void {
    this.#readyAt = this.#clock.now();
  }

  /** The next wait in ms: at least half of what it may be, so that a server finds its feet. */
  next(): number {
    const lasted = this.#readyAt === undefined ? 0 : this.#clock.now() - this.#readyAt;
    if (lasted >= STABLE_MS) this.#failures = 0;
    this.#readyAt = undefined;
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return Math.round(longest / 2 + (this.#random() * longest) / 2);
  }
}
