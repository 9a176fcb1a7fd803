// Slots of work: so many pieces of work run at a time, the others wait in their order.

/** Lets at most `most` pieces of work run at a time. */
export class WorkSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /** Does the work once it has its turn. Rejects as the work does, which ends its turn, too. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
