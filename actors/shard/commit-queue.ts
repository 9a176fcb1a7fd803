// Items that wait for a commit: each is given out once the event it rests on is on disk.

/** Items by the number of the event that they wait for. */
export class CommitQueue<T> {
  #items: { readonly count: number; readonly item: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Puts in an item that waits until `count` of the shard's events are committed. */
  add(count: number, item: T): void {
    this.#items.push({ count, item });
  }

  /** Takes out what no longer waits, in the order put in. */
  take(committed: number): readonly T[] {
    const waiting = this.#items.filter(({ count }) => count > committed);
    if (waiting.length === this.#items.length) return [];
    const ready = this.#items.filter(({ count }) => count <= committed);
    this.#items = waiting;
    return ready.map(({ item }) => item);
  }
}
