// Columns: one typed array for each field, indexed by slot, instead of one object for each entry.

type Column = Float64Array | Int32Array | Uint8Array;

const FIRST_LENGTH = 16;

/** A column of doubles with the initial number of slots. */
export const doubles = (): Float64Array => new Float64Array(FIRST_LENGTH);
/** A column of 32-bit integers. */
export const integers = (): Int32Array => new Int32Array(FIRST_LENGTH);
/** A column of flags. */
export const flags = (): Uint8Array => new Uint8Array(FIRST_LENGTH);

/** The column with twice the number of slots; new slots are 0. */
export const grown = <T extends Column>(column: T): T => {
  const wide = new (column.constructor as new (length: number) => T)(column.length * 2);
  wide.set(column);
  return wide;
};

/** Allocates slots; freed slots are reused first. */
export class Slots {
  readonly #free: number[] = [];
  #used = 0;
  #length = FIRST_LENGTH;

  /** `grow` doubles all columns of the table. */
  constructor(private readonly grow: () => void) {}

  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#used === this.#length) {
      this.grow();
      this.#length *= 2;
    }
    this.#used += 1;
    return this.#used - 1;
  }

  give(slot: number): void {
    this.#free.push(slot);
  }
}
