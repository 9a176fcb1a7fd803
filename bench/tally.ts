// What a load counts over all its sockets.

import type { LoadResult } from './job.js';
import { Histogram } from './measures.js';

/** Counts of the measured time. */
export class Tally {
  readonly times = new Histogram();
  sent = 0;
  events = 0;
  #refused = 0;
  #bytes = 0;

  answer(ms: number, size: number, success: boolean): void {
    this.times.add(ms);
    this.#bytes += size;
    if (!success) this.#refused += 1;
  }

  clear(): void {
    this.times.clear();
    this.sent = 0;
    this.events = 0;
    this.#refused = 0;
    this.#bytes = 0;
  }

  result(seconds: number): LoadResult {
    return {
      sent: this.sent,
      answers: this.times.count,
      refused: this.#refused,
      events: this.events,
      answerBytes: Math.round(this.#bytes / Math.max(this.times.count, 1)),
      seconds,
      ms: this.times.percentiles(),
    };
  }
}
