// Items that wait for a commit: each is released when the event that it depends on is on disk.

/** Items by the number of the event that they wait for. */
export class CommitQueue<T> {
  #items: { readonly count: number; readonly item: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The waiting items, in their order. */
  get items(): readonly T[] {
    return this.#items.map(({ item }) => item);
  }

  /** Adds an item that waits until `count` of the shard's events are committed. */
  add(count: number, item: T): void {
    this.#items.push({ count, item });
  }

  /** Removes and returns the items that need not wait any more, in their order. */
  take(committed: number): readonly T[] {
    const waiting = this.#items.filter(({ count }) => count > committed);
    if (waiting.length === this.#items.length) return [];
    const ready = this.#items.filter(({ count }) => count <= committed);
    this.#items = waiting;
    return ready.map(({ item }) => item);
  }
}
