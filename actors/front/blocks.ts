// Memory for texts that live for a turn or two, cut from large blocks.

const BLOCK_BYTES = 1 << 18;
/** Copies from shared memory to other addresses go byte by byte. */
const ALIGN = 8;

/** Gives out memory. Each block of its own costs the collector as much as a large one. */
export class Blocks {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;

  /** Memory of so many bytes, with anything in it. */
  take(bytes: number): Buffer {
    if (bytes > BLOCK_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
    if (this.#used + bytes > BLOCK_BYTES) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used = (start + bytes + ALIGN - 1) & -ALIGN;
    return this.#block.subarray(start, start + bytes);
  }
}
