// Pace of a transfer: how much goes into one event, and how long it rests between two.

/** Items of one event of the log. */
export const BATCH_ITEMS = 256;
/** What is said where the shards do not tell what is in use. */
export const UNASKED = 'Whether accounts use it could not be checked.';

/** A rest between batches: this share of the work before, and at most so long. */
const REST = { share: 0.9, msMax: 250 } as const;

/** Rests after work, that orders and others have a good part of the time. */
export class Resting {
  #began = 0;

  begin(): void {
    this.#began = performance.now();
  }

  rest(): Promise<void> {
    const ms = Math.min(REST.share * (performance.now() - this.#began), REST.msMax);
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}
