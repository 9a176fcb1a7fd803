// The commits of an event source: the number of committed events, and the seq of each.

/** Number of stored notices for finding seqs of older events, a power of two. */
const NOTICES = 1 << 17;

/** The commits of one generation of a source, from the log's notices. */
export class CommitCounts {
  readonly #counts = new Float64Array(NOTICES);
  readonly #seqs = new Float64Array(NOTICES);
  readonly #gathered = new Float64Array(NOTICES);
  readonly #committed = new Float64Array(NOTICES);
  /** Number of committed events. */
  count = 0;
  /** Seq of the newest committed event; at first the log's head when the source was attached. */
  seq: number;

  /** Continues after `notices` notices that are unknown. */
  constructor(
    readonly generation: number,
    head: number,
    private notices = 0,
  ) {
    this.seq = head;
  }

  /** Stores a notice, with the time stamps of its batch. */
  note(count: number, seq: number, gathered = 0, committed = 0): void {
    const at = this.notices & (NOTICES - 1);
    this.#counts[at] = count;
    this.#seqs[at] = seq;
    this.#gathered[at] = gathered;
    this.#committed[at] = committed;
    this.notices += 1;
    this.count = count;
    this.seq = seq;
  }

  /** The time stamps of an event's batch: gathered, committed; 0 = unknown. */
  stampsOf(event: number): readonly [gathered: number, committed: number] {
    const at = this.#noticeOf(event) & (NOTICES - 1);
    return [this.#gathered[at], this.#committed[at]];
  }

  /** The seq of an event by its number; 0 when it is too old. For number 0 the head. */
  seqOf(event: number): number {
    if (event >= this.count || this.notices === 0) return this.seq;
    const notice = this.#noticeOf(event);
    const at = notice & (NOTICES - 1);
    const isKnown = notice > this.#oldest || this.#oldest === 0;
    return isKnown ? this.#seqs[at] - (this.#counts[at] - event) : 0;
  }

  get #oldest(): number {
    return Math.max(0, this.notices - NOTICES);
  }

  /** The first notice that covers an event; the search starts at the newest, which it mostly is. */
  #noticeOf(event: number): number {
    let high = this.notices - 1;
    let low = high;
    for (let step = 1; low > this.#oldest && this.#countAt(low - 1) >= event; step *= 2) {
      high = low - 1;
      low = Math.max(this.#oldest, high - step);
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#countAt(middle) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #countAt(notice: number): number {
    return this.#counts[notice & (NOTICES - 1)];
  }
}
