// A map and a set for hundreds of thousands of keys, whose tables are small.
//
// A `Map` or `Set` copies all its entries when its table is full, be it of deleted ones: with
// 500,000 entries this takes 150 ms. Here the entries of large ones are in parts, and one part is
// copied at a time.

/** Entries up to which all are in one part. */
const WHOLE_MAX = 4_096;
/** Prime, because the logins of one shard may have a divisor in common. */
const PARTS = 251;

/** A map by whole numbers. */
export class PartedMap<V> {
  #parts: readonly Map<number, V>[] = [new Map()];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: number): boolean {
    return this.#partOf(key).has(key);
  }

  get(key: number): V | undefined {
    return this.#partOf(key).get(key);
  }

  /** Sets the value of a key; true when the key is new. */
  set(key: number, value: V): boolean {
    const part = this.#partOf(key);
    const before = part.size;
    part.set(key, value);
    if (part.size === before) return false;
    this.#size += 1;
    if (part.size > WHOLE_MAX && this.#parts.length === 1) this.#divide(part);
    return true;
  }

  /** Deletes a key; true when it was there. */
  delete(key: number): boolean {
    if (!this.#partOf(key).delete(key)) return false;
    this.#size -= 1;
    return true;
  }

  /**
   * All entries. Those that come, change or go during the iteration may be among them, with an
   * earlier value, or not.
   */
  *[Symbol.iterator](): IterableIterator<[number, V]> {
    for (const part of this.#parts) yield* part;
  }

  #divide(whole: ReadonlyMap<number, V>): void {
    this.#parts = Array.from({ length: PARTS }, () => new Map<number, V>());
    for (const [key, value] of whole) this.#partOf(key).set(key, value);
  }

  #partOf(key: number): Map<number, V> {
    return this.#parts[Math.abs(key) % this.#parts.length] as Map<number, V>;
  }
}

/** A set of whole numbers. */
export class PartedSet {
  readonly #keys = new PartedMap<true>();

  get size(): number {
    return this.#keys.size;
  }

  has(key: number): boolean {
    return this.#keys.has(key);
  }

  /** Adds a key; true when it is new. */
  add(key: number): boolean {
    return this.#keys.set(key, true);
  }

  /** Deletes a key; true when it was there. */
  delete(key: number): boolean {
    return this.#keys.delete(key);
  }

  /** All keys; those that come or go during the iteration may be among them or not. */
  *[Symbol.iterator](): IterableIterator<number> {
    for (const [key] of this.#keys) yield key;
  }
}
