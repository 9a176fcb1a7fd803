// Ids of accounts' rows by key: what waits for a price or a time, the next one first.

import { doubles, grown, Slots } from './columns.js';
import { Heap, SlotPositions } from './heap.js';

/** Ids with their logins, the smallest key first, each at most once. Ids are any whole numbers. */
export class IdHeap {
  readonly #slotOf = new Map<number, number>();
  readonly #places = new SlotPositions();
  readonly #heap = new Heap(this.#places);
  #ids = doubles();
  #logins = doubles();
  readonly #slots = new Slots(() => {
    this.#ids = grown(this.#ids);
    this.#logins = grown(this.#logins);
    this.#places.grow();
  });

  get size(): number {
    return this.#heap.size;
  }
  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.#heap.key;
  }

  /** Puts an id in, or gives it another key. */
  set(id: number, login: number, key: number): void {
    let slot = this.#slotOf.get(id);
    if (slot === undefined) {
      slot = this.#slots.take();
      this.#slotOf.set(id, slot);
      this.#ids[slot] = id;
      this.#logins[slot] = login;
    }
    this.#heap.set(slot, key);
  }

  /** Takes an id out, if it is there. */
  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#slotOf.delete(id);
    this.#heap.remove(slot);
    this.#slots.give(slot);
  }

  /** Adds the logins of those whose key is not above this; they stay. */
  reach(key: number, into: Set<number>): void {
    if (this.#heap.key > key) return;
    this.#heap.reach(key, (slot) => into.add(this.#logins[slot] as number));
  }

  /** Takes out the first entry, unless its key is above this; its login, 0 = there is none. */
  take(key: number): number {
    if (this.#heap.key > key) return 0;
    const slot = this.#heap.first;
    this.remove(this.#ids[slot] as number);
    return this.#logins[slot] as number;
  }
}
