// The wait before a client reconnects: it grows with each try, and is spread at random.

import type { Clock } from '../session/platform.js';

/** Upper limit of the first wait, in ms; the limit doubles with each further wait … */
const FIRST_MS = 500;
/** … up to this. */
const LONGEST_MS = 30_000;
/** After a connection of this duration, in ms, the next wait is a first wait again. */
const STABLE_MS = 10_000;

/** The waits between the connections of one client. */
export class Backoff {
  #failures = 0;
  #readyAt: number | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly random: () => number,
  ) {}

  /** Notes that a connection is ready for use. */
  ready(): void {
    this.#readyAt = this.clock.now();
  }

  /** The next wait in ms: at least half of its limit, so that a restarting server gets time. */
  next(): number {
    const lasted = this.#readyAt === undefined ? 0 : this.clock.now() - this.#readyAt;
    if (lasted >= STABLE_MS) this.#failures = 0;
    this.#readyAt = undefined;
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return Math.round(longest / 2 + (this.random() * longest) / 2);
  }
}
