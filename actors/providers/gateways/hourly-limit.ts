// A limit of lines in an hour, for what a peer can cause without end.

const HOUR_MS = 3_600_000;

/** The place of a line: within the limit, the first beyond it, or a further one. */
type LinePlace = 'within' | 'first beyond' | 'beyond';

/** Counts lines, anew with each hour of the clock. */
export class HourlyLimit {
  readonly #max: number;
  readonly #now: () => number;
  #hour = 0;
  #count = 0;

  constructor(max: number, now: () => number) {
    this.#max = max;
    this.#now = now;
  }

  /** Counts a line; its place in this hour. */
  take(): LinePlace {
    const hour = Math.floor(this.#now() / HOUR_MS);
    if (hour !== this.#hour) this.#count = 0;
    this.#hour = hour;
    this.#count += 1;
    if (this.#count <= this.#max) return 'within';
    return this.#count === this.#max + 1 ? 'first beyond' : 'beyond';
  }
}
