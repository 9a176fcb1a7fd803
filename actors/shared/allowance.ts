// Allowance: how much may be taken of something in a row, refilled evenly.

/** What is left of an allowance; how much there is, and how fast, is said with each taking. */
export class Allowance {
  #left = 0;
  #countedAt = Number.NEGATIVE_INFINITY;

  /** Takes so much of at most `most`; false when so much is not left. */
  take(amount: number, now: number, most: number, perSecond: number): boolean {
    const refill = ((now - this.#countedAt) * perSecond) / 1000;
    this.#left = Math.min(most, this.#left + refill);
    this.#countedAt = now;
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Takes what was not known before; where less is left, it is owed to what is taken next. */
  spend(amount: number): void {
    this.#left -= amount;
  }

  /** How long, in ms, until so much will be left after a taking that was refused. */
  wait(amount: number, perSecond: number): number {
    return ((amount - this.#left) * 1000) / perSecond;
  }
}
