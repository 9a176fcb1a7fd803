// How far a source's events are committed, and which seq each of them got.

/** Notices kept to find the seqs of older events, a power of two. */
const NOTICES = 1 << 17;

/** The commits of one source in one generation, from the log's notices. */
export class CommitCounts {
  readonly #counts = new Float64Array(NOTICES);
  readonly #seqs = new Float64Array(NOTICES);
  readonly #gathered = new Float64Array(NOTICES);
  readonly #committed = new Float64Array(NOTICES);
  /** Events committed. */
  count = 0;
  /** Seq of the newest of them, at first of the log's head when the source was attached. */
  seq: number;

  /** It goes on behind so many notices, which are not known. */
  constructor(
    readonly generation: number,
    head: number,
    private notices = 0,
  ) {
    this.seq = head;
  }

  /** Takes in a notice, with the stamps of its batch. */
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

  /** The stamps of the batch that an event is in: gathered, committed; 0 = not told. */
  stampsOf(event: number): readonly [gathered: number, committed: number] {
    const at = this.#noticeOf(event) & (NOTICES - 1);
    return [this.#gathered[at], this.#committed[at]];
  }

  /** The seq of an event by its number; 0 when it is too long ago. The head for number 0. */
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

  /** The first notice that covers an event: mostly one of the newest, where the search begins. */
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
