// Tallies: counts of things by key, and of all.

/** Counts by key; a count of 0 has no entry. */
export class KeyCounts<K> {
  readonly #counts = new Map<K, number>();
  #sum = 0;

  /** The count of all keys. */
  get sum(): number {
    return this.#sum;
  }

  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: K, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    this.#sum += change;
  }
}
