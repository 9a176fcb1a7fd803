// Shared cells of all threads: the next ids, the commits of each source, and the trading switches.

const ORDER = 0;
const DEAL = 1;
/** The progress of the database: the seq of the newest event that it shows. */
const PROJECTED = 3;
/**
 * Cells before the sources': the next order id, the next deal id, trading with the release, the
 * projection.
 */
const HEAD = 4;
/** Index of the trading switches as a 32-bit cell. */
const TRADING = 4;
/** Index of the cell, likewise, that says whether the server waits for its release. */
const UNRELEASED = 5;

/**
 * Most events that the database may be behind the log: beyond it requests are refused, so that a
 * start has no longer tail to read. From half of it on the projection has the processor's normal
 * priority.
 */
export const PROJECTION_LAG_MAX = 100_000;

/** Cells of 64 bits: the head first, then two for each source of events. */
export class Cells {
  readonly #cells: BigInt64Array;
  readonly #halves: Int32Array;

  constructor(readonly shared: SharedArrayBuffer) {
    this.#cells = new BigInt64Array(shared);
    this.#halves = new Int32Array(shared);
  }

  /** For `sources` sources of events; ids begin at 1. */
  static create(sources: number): Cells {
    const cells = new Cells(new SharedArrayBuffer(8 * (HEAD + 2 * sources)));
    cells.raise(0, 0);
    return cells;
  }

  /** Allocates an order id. Throws above 2^53, where two ids could be equal. */
  nextOrderId(): number {
    return this.#take(ORDER, 'order');
  }

  /** Allocates a deal id. Throws as `nextOrderId` does. */
  nextDealId(): number {
    return this.#take(DEAL, 'deal');
  }

  #take(cell: number, what: string): number {
    const id = Number(Atomics.add(this.#cells, cell, 1n));
    if (id > Number.MAX_SAFE_INTEGER) throw new RangeError(`there are no more ${what} ids`);
    return id;
  }

  /** Makes the next ids higher than these; never lowers them. */
  raise(orderId: number, dealId: number): void {
    for (const [cell, id] of [orderId, dealId].entries()) {
      for (;;) {
        const next = Atomics.load(this.#cells, cell);
        if (next > BigInt(id)) break;
        if (Atomics.compareExchange(this.#cells, cell, next, BigInt(id) + 1n) === next) break;
      }
    }
  }

  /** Can positions only be closed, on the whole server? */
  get closeOnly(): boolean {
    return Atomics.load(this.#halves, TRADING) !== 0;
  }

  /** Allows only closing positions, or opening again. */
  setCloseOnly(closeOnly: boolean): void {
    Atomics.store(this.#halves, TRADING, closeOnly ? 1 : 0);
  }

  /** Is the data folder a copy that was not released: are its outward connections off? */
  get unreleased(): boolean {
    return Atomics.load(this.#halves, UNRELEASED) !== 0;
  }

  /** Turns outward connections off, or on again. */
  setUnreleased(unreleased: boolean): void {
    Atomics.store(this.#halves, UNRELEASED, unreleased ? 1 : 0);
  }

  /** Seq of the newest event that the database shows. */
  get projected(): number {
    return Number(Atomics.load(this.#cells, PROJECTED));
  }

  /** Desk thread: the database shows every event up to this one. */
  setProjected(seq: number): void {
    Atomics.store(this.#cells, PROJECTED, BigInt(seq));
  }

  /** Number of committed events that the database does not show. */
  get projectionLag(): number {
    return this.newestSeq() - this.projected;
  }

  /** Called by the log thread: a source's number of committed events and the seq of the newest. */
  commit(source: number, count: number, seq: number): void {
    Atomics.store(this.#cells, HEAD + 1 + 2 * source, BigInt(seq));
    Atomics.store(this.#cells, HEAD + 2 * source, BigInt(count));
  }

  /** The number of a source's committed events since it was attached. */
  committed(source: number): number {
    return Number(Atomics.load(this.#cells, HEAD + 2 * source));
  }

  /** Seq of the newest committed event of a source. */
  committedSeq(source: number): number {
    return Number(Atomics.load(this.#cells, HEAD + 1 + 2 * source));
  }

  /** Seq of the newest committed event of all sources. */
  newestSeq(): number {
    let newest = 0;
    for (let source = 0; HEAD + 1 + 2 * source < this.#cells.length; source += 1) {
      newest = Math.max(newest, this.committedSeq(source));
    }
    return newest;
  }
}
