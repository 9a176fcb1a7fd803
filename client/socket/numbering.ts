// The numbers of an account's events: every one once, in order, or a gap that is noticed.

import type { EventFrame } from './frames.js';

/** Events that are kept while the account's picture is on its way. */
const HELD_MAX = 10_000;

/** What to do with an event: give it out, forget it, or ask for those before it. */
type Verdict = 'deliver' | 'drop' | 'gap';

/**
 * Which numbered events were given out. `picture`: nothing is known until a picture of the account
 * tells its number; `replay`: the server repeats what was missed; `live`: each follows the last.
 */
export class Numbering {
  #mode: 'picture' | 'replay' | 'live' = 'picture';
  #last: number | undefined;
  #held: EventFrame[] = [];

  /** Number of the newest event that was given out; undefined before the first picture. */
  get last(): number | undefined {
    return this.#last;
  }

  /** A numbered event came. */
  take(frame: EventFrame, number: number): Verdict {
    if (this.#mode === 'picture') {
      // Beyond the limit a gap shows, and is asked for.
      if (this.#held.length < HELD_MAX) this.#held.push(frame);
      return 'drop';
    }
    const expected = (this.#last ?? 0) + 1;
    if (number === expected) {
      this.#last = number;
      return 'deliver';
    }
    return number > expected && this.#mode === 'live' ? 'gap' : 'drop';
  }

  /** The server says that this is the newest number: is it one that did not come? */
  isBehind(newest: number): boolean {
    return this.#mode === 'live' && newest > (this.#last ?? 0);
  }

  /** A picture is asked for: events wait for it. */
  awaitPicture(): void {
    this.#mode = 'picture';
    this.#held = [];
  }

  /** The picture holds everything up to this number; the events that came meanwhile. */
  startFrom(number: number): readonly EventFrame[] {
    const held = this.#held;
    this.#held = [];
    this.#mode = 'live';
    this.#last = number;
    return held;
  }

  /** The events after the last one are asked for: others than those do not count. */
  awaitReplay(): void {
    this.#mode = 'replay';
  }

  /** All that was missed has come. */
  endReplay(): void {
    if (this.#mode === 'replay') this.#mode = 'live';
  }
}
