// The price board: the newest quote of every symbol, in memory that all threads share.

/**
 * Number of slots; a symbol's id is its slot, so ids run from 1 to 32,767. The board has 6 MiB, of
 * which the system allocates only pages that are written.
 */
export const BOARD_SYMBOLS = 32_768;

/**
 * A symbol's newest quote at symbol level and its server day; prices ×10^(digits+3), time in ms, 0
 * = none yet. `close_prev` is the last bid of the day before, 0 = unknown; `last` is the price of
 * the last trade, 0 = no feed has trades.
 */
export interface BoardRow {
  bid: number;
  ask: number;
  time: number;
  high: number;
  low: number;
  open: number;
  close_prev: number;
  last: number;
}

// A slot has three cache lines: copy 0, copy 1, and the slot's count of writes.
const SLOT_BYTES = 192;
const SLOT_FLOATS = SLOT_BYTES / 8;
const SLOT_INTS = SLOT_BYTES / 4;
const COPY_FLOATS = 8;
const COUNT_AT = 32;

/** A row without a quote. */
export const emptyBoardRow = (): BoardRow => ({
  bid: 0,
  ask: 0,
  time: 0,
  high: 0,
  low: 0,
  open: 0,
  close_prev: 0,
  last: 0,
});

/**
 * One thread writes, any thread reads, nobody waits. Each slot has two copies of its row and a
 * count of writes; write n changes copy n mod 2 while readers use the other one. A reader reads the
 * copy of the present count, and its result is valid if the count is still the same afterwards: a
 * writer that is interrupted or dies in the middle of a row does not affect readers.
 *
 * Processors with weak ordering (ARM) may read a price after the second read of the count. That
 * matters only if two writes to the symbol happen in between: a processor delays a read by less
 * than a microsecond, two ticks of a symbol take several. A writer's next row is never visible
 * before the count of the row before it, because each write begins by reading that count.
 */
export class Board {
  readonly #prices: Float64Array;
  readonly #counts: Int32Array;

  private constructor(
    /** The memory, to pass to another thread. */
    readonly memory: SharedArrayBuffer,
  ) {
    this.#prices = new Float64Array(memory);
    this.#counts = new Int32Array(memory);
  }

  /** A board without quotes. */
  static create(): Board {
    return new Board(new SharedArrayBuffer(BOARD_SYMBOLS * SLOT_BYTES));
  }

  /** The board in the memory of another thread. Throws when the memory is not a board. */
  static over(memory: SharedArrayBuffer): Board {
    if (memory.byteLength !== BOARD_SYMBOLS * SLOT_BYTES) throw new Error('not a price board');
    return new Board(memory);
  }

  /** Reads the symbol's row into `into`; a symbol without a slot has the empty row. */
  read(symbolId: number, into: BoardRow = emptyBoardRow()): BoardRow {
    if (!Board.holds(symbolId)) return Object.assign(into, emptyBoardRow());
    const prices = this.#prices;
    const countAt = symbolId * SLOT_INTS + COUNT_AT;
    for (;;) {
      const count = Atomics.load(this.#counts, countAt);
      const at = symbolId * SLOT_FLOATS + (count & 1) * COPY_FLOATS;
      into.bid = prices[at]!;
      into.ask = prices[at + 1]!;
      into.time = prices[at + 2]!;
      into.high = prices[at + 3]!;
      into.low = prices[at + 4]!;
      into.open = prices[at + 5]!;
      into.close_prev = prices[at + 6]!;
      into.last = prices[at + 7]!;
      if (Atomics.load(this.#counts, countAt) === count) return into;
    }
  }

  /** Publishes a symbol's row. Only the market thread may call this; the id must have a slot. */
  write(symbolId: number, row: Readonly<BoardRow>): void {
    if (!Board.holds(symbolId)) throw new RangeError(`symbol ${symbolId} has no slot on the board`);
    const prices = this.#prices;
    const countAt = symbolId * SLOT_INTS + COUNT_AT;
    const count = (Atomics.load(this.#counts, countAt) + 1) | 0;
    const at = symbolId * SLOT_FLOATS + (count & 1) * COPY_FLOATS;
    prices[at] = row.bid;
    prices[at + 1] = row.ask;
    prices[at + 2] = row.time;
    prices[at + 3] = row.high;
    prices[at + 4] = row.low;
    prices[at + 5] = row.open;
    prices[at + 6] = row.close_prev;
    prices[at + 7] = row.last;
    Atomics.store(this.#counts, countAt, count);
  }

  /** Does the symbol have a slot? */
  static holds(symbolId: number): boolean {
    return Number.isInteger(symbolId) && symbolId > 0 && symbolId < BOARD_SYMBOLS;
  }
}
