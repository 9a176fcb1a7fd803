// A set of ids as bits: small for ids that rise from 1.

/** Bits by id that grow as ids do. */
export class Bits {
  #bytes = new Uint8Array(1 << 16);

  has(id: number): boolean {
    return ((this.#bytes[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    while (id >>> 3 >= this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    const at = id >>> 3;
    this.#bytes[at] = (this.#bytes[at] as number) | (1 << (id & 7));
  }
}
