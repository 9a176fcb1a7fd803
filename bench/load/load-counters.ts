// The counts of a load over all its sockets.

import { Histogram } from '../measure/measures.js';
import type { LoadResult } from './job.js';

/** Counts of the measured time. */
export class LoadCounters {
  readonly times = new Histogram();
  readonly #refusals = new Histogram();
  readonly #accepted = new Histogram();
  sent = 0;
  #events = 0;
  #eventBytes = 0;
  #bytes = 0;

  answer(ms: number, size: number, success: boolean): void {
    this.times.add(ms);
    this.#bytes += size;
    (success ? this.#accepted : this.#refusals).add(ms);
  }

  event(size: number): void {
    this.#events += 1;
    this.#eventBytes += size;
  }

  clear(): void {
    this.times.clear();
    this.sent = 0;
    this.#events = 0;
    this.#eventBytes = 0;
    this.#refusals.clear();
    this.#accepted.clear();
    this.#bytes = 0;
  }

  result(seconds: number): LoadResult {
    return {
      sent: this.sent,
      answers: this.times.count,
      refused: this.#refusals.count,
      events: this.#events,
      eventBytes: Math.round(this.#eventBytes / Math.max(this.#events, 1)),
      answerBytes: Math.round(this.#bytes / Math.max(this.times.count, 1)),
      seconds,
      ms: this.times.percentiles(),
      acceptedMs: this.#accepted.percentiles(),
      refusedMs: this.#refusals.percentiles(),
    };
  }
}
