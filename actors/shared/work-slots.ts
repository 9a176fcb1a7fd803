// Slots of work: so many pieces of work run at a time, the others wait in the order of arrival.

/** Lets at most `most` pieces of work run at a time. */
export class WorkSlots {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(private readonly most: number) {}

  /** The number of pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does nothing run? Then nothing waits, either. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Runs the work once it has its turn. Rejects as the work does, which ends its turn, too. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.most) this.#running += 1;
    // The work that ends gives its turn to this one.
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
