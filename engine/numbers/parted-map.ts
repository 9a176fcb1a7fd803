// A map for hundreds of thousands of keys, whose tables are small.

/** Prime, because the logins of one shard may have a divisor in common. */
const PARTS = 251;

/**
 * A map by whole numbers from 0 on. A `Map` copies all its entries when its table is full, be it of
 * deleted ones: with 500,000 entries this takes 150 ms. Here the entries are in parts, and one part
 * is copied at a time.
 */
export class PartedMap<V> {
  readonly #parts = Array.from({ length: PARTS }, () => new Map<number, V>());

  get(key: number): V | undefined {
    return this.#partOf(key).get(key);
  }

  set(key: number, value: V): void {
    this.#partOf(key).set(key, value);
  }

  delete(key: number): void {
    this.#partOf(key).delete(key);
  }

  /** All entries, by parts; those that were visited may be changed during the iteration. */
  *[Symbol.iterator](): IterableIterator<[number, V]> {
    for (const part of this.#parts) yield* part;
  }

  #partOf(key: number): Map<number, V> {
    return this.#parts[key % PARTS] as Map<number, V>;
  }
}
