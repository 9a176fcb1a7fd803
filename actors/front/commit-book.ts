// How far a source's events are committed, and which seq each of them got.

/** Notices kept to find the seqs of older events, a power of two. */
const NOTICES = 1 << 17;

/** The commits of one source in one generation, as the log tells them. */
export class CommitBook {
  readonly #counts = new Float64Array(NOTICES);
  readonly #seqs = new Float64Array(NOTICES);
  #notices = 0;
  /** Events committed. */
  count = 0;
  /** Seq of the newest of them, at first of the log's head when the source was attached. */
  seq: number;

  constructor(
    readonly generation: number,
    head: number,
  ) {
    this.seq = head;
  }

  /** Takes in a notice. */
  note(count: number, seq: number): void {
    const at = this.#notices & (NOTICES - 1);
    this.#counts[at] = count;
    this.#seqs[at] = seq;
    this.#notices += 1;
    this.count = count;
    this.seq = seq;
  }

  /** The seq of an event by its number; 0 when it is too long ago. The head for number 0. */
  seqOf(event: number): number {
    if (event >= this.count || this.#notices === 0) return this.seq;
    const oldest = Math.max(0, this.#notices - NOTICES);
    let low = oldest;
    let high = this.#notices - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#counts[middle & (NOTICES - 1)] < event) low = middle + 1;
      else high = middle;
    }
    const at = low & (NOTICES - 1);
    const known = low > oldest || oldest === 0;
    return known ? this.#seqs[at] - (this.#counts[at] - event) : 0;
  }
}
