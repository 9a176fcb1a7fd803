// So many of something in an hour: a provider may report without end.

const HOUR_MS = 3_600_000;

/** Counts what is taken, anew with each hour. */
export class HourlyLimit {
  readonly #max: number;
  readonly #now: () => number;
  #hour = 0;
  #count = 0;

  constructor(max: number, now: () => number) {
    this.#max = max;
    this.#now = now;
  }

  /** Takes one; false = there were as many in this hour. */
  take(): boolean {
    const hour = Math.floor(this.#now() / HOUR_MS);
    if (hour !== this.#hour) this.#count = 0;
    this.#hour = hour;
    this.#count += 1;
    return this.#count <= this.#max;
  }
}
