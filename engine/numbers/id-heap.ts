// A heap of row ids by key: triggers and deadlines, the next one first.

import { doubles, grown, Slots } from './columns.js';
import { Heap, SlotPositions } from './heap.js';
import { PartedMap } from './parted.js';

/** Ids with their logins, smallest key first; each id at most once. Ids may be any integer. */
export class IdHeap {
  readonly #slotOf = new PartedMap<number>();
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

  /** Adds an id, or changes its key. */
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

  /** Removes an id, if it is in the heap. */
  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#slotOf.delete(id);
    this.#heap.remove(slot);
    this.#slots.give(slot);
  }

  /** Adds to `into` the logins of ids whose key is at most `key`; the ids stay. */
  reach(key: number, into: Set<number>): void {
    if (this.#heap.key > key) return;
    this.#heap.reach(key, (slot) => into.add(this.#logins[slot] as number));
  }

  /** Removes the first id if its key is at most `key`, and returns its login; 0 = none. */
  take(key: number): number {
    if (this.#heap.key > key) return 0;
    const slot = this.#heap.first;
    this.remove(this.#ids[slot] as number);
    return this.#logins[slot] as number;
  }
}
