// Counters that all threads share: the next ids, and how far each source is committed.

/** Cells of 64 bits: ids first, then two for each source of events. */
export class Cells {
  readonly #cells: BigInt64Array;

  constructor(readonly shared: SharedArrayBuffer) {
    this.#cells = new BigInt64Array(shared);
  }

  /** For `sources` writers of the log; ids begin at 1. */
  static create(sources: number): Cells {
    const cells = new Cells(new SharedArrayBuffer(8 * (2 + 2 * sources)));
    cells.raise(0, 0);
    return cells;
  }

  /** Takes an order id. */
  nextOrderId(): number {
    return Number(Atomics.add(this.#cells, 0, 1n));
  }

  /** Takes a deal id. */
  nextDealId(): number {
    return Number(Atomics.add(this.#cells, 1, 1n));
  }

  /** Makes the next ids be above these; never lowers them. */
  raise(orderId: number, dealId: number): void {
    for (const [cell, id] of [orderId, dealId].entries()) {
      for (;;) {
        const next = Atomics.load(this.#cells, cell);
        if (next > BigInt(id)) break;
        if (Atomics.compareExchange(this.#cells, cell, next, BigInt(id) + 1n) === next) break;
      }
    }
  }

  /** Log thread: a source's committed events and the seq of the newest of them. */
  commit(source: number, count: number, seq: number): void {
    Atomics.store(this.#cells, 3 + 2 * source, BigInt(seq));
    Atomics.store(this.#cells, 2 + 2 * source, BigInt(count));
  }

  /** Events of a source that are committed, since it was attached. */
  committed(source: number): number {
    return Number(Atomics.load(this.#cells, 2 + 2 * source));
  }

  /** Seq of the newest committed event of a source. */
  committedSeq(source: number): number {
    return Number(Atomics.load(this.#cells, 3 + 2 * source));
  }

  /** Seq of the newest committed event of all. */
  newestSeq(): number {
    let newest = 0;
    for (let source = 0; 3 + 2 * source < this.#cells.length; source += 1) {
      newest = Math.max(newest, this.committedSeq(source));
    }
    return newest;
  }
}
