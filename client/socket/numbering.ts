// The numbers of an account's events: each event is delivered once and in order, and gaps are
// found; and the newest message.

import type { EventFrame } from './frames.js';

/** Most events that are held until the account's snapshot arrives. */
const HELD_MAX = 10_000;

/** The treatment of an event: deliver it, drop it, or fetch the events before it. */
type Verdict = 'deliver' | 'drop' | 'gap';

/**
 * Tracks which numbered events were delivered. `picture`: the number is unknown until a snapshot of
 * the account arrives; `replay`: the server repeats missed events; `live`: each event follows the
 * last.
 */
export class Numbering {
  #mode: 'picture' | 'replay' | 'live' = 'picture';
  #last: number | undefined;
  #held: EventFrame[] = [];

  /** Number of the newest delivered event; undefined before the first snapshot. */
  get last(): number | undefined {
    return this.#last;
  }

  /** Takes in a numbered event; returns its treatment. */
  take(frame: EventFrame, number: number): Verdict {
    if (this.#mode === 'picture') {
      // Events beyond the limit are dropped. The gap is found later, and they are fetched.
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

  /** Was an event missed, given the newest number at the server? */
  isBehind(newest: number): boolean {
    return this.#mode === 'live' && newest > (this.#last ?? 0);
  }

  /** A snapshot is requested: events are held until it arrives. */
  awaitPicture(): void {
    this.#mode = 'picture';
    this.#held = [];
  }

  /** The snapshot contains every event up to this number. Returns the held events. */
  startFrom(number: number): readonly EventFrame[] {
    const held = this.#held;
    this.#held = [];
    this.#mode = 'live';
    this.#last = number;
    return held;
  }

  /** The events after the last one are requested: all others are dropped. */
  awaitReplay(): void {
    this.#mode = 'replay';
  }

  /** All missed events have arrived. */
  endReplay(): void {
    if (this.#mode === 'replay') this.#mode = 'live';
  }
}

/** The seq up to which the messages to a login have come, as text. */
export class MessageMark {
  #last: string | undefined;

  /** Undefined before the first `hello`. */
  get last(): string | undefined {
    return this.#last;
  }

  /** The messages up to this seq have come. False: they had come before. */
  reached(seq: string): boolean {
    const isNew = this.#last === undefined || Number(seq) > Number(this.#last);
    if (isNew) this.#last = seq;
    return isNew;
  }
}
