// A limit of lines in an hour, for what a peer can cause without end.

const HOUR_MS = 3_600_000;

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

  /** Counts a line; false = it is beyond the limit of this hour. */
  take(): boolean {
    const hour = Math.floor(this.#now() / HOUR_MS);
    if (hour !== this.#hour) this.#count = 0;
    this.#hour = hour;
    this.#count += 1;
    return this.#count <= this.#max;
  }

  /** Was the line that was counted last the first one beyond the limit? */
  get isFirstBeyond(): boolean {
    return this.#count === this.#max + 1;
  }
}
