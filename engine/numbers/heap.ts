// A binary heap of slots by key in typed arrays, without an object for each entry.

import { doubles, grown, integers } from './columns.js';

/**
 * The position of each slot in a heap, plus one; 0 = not in it. Heaps without common slots can
 * share it.
 */
export class SlotPositions {
  at = integers();

  grow(): void {
    this.at = grown(this.at);
  }
}

/** Slots, smallest key first; each slot at most once. */
export class Heap {
  size = 0;
  private keys = doubles();
  private slots = integers();

  constructor(private readonly places: SlotPositions) {}

  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.keys[0] as number);
  }
  /** The slot with the smallest key. */
  get first(): number {
    return this.slots[0] as number;
  }

  /** Adds a slot, or changes its key. */
  set(slot: number, key: number): void {
    const place = (this.places.at[slot] as number) - 1;
    if (place < 0) {
      if (this.size === this.keys.length) this.grow();
      this.size += 1;
      this.rise(this.size - 1, slot, key);
      return;
    }
    if (key < (this.keys[place] as number)) this.rise(place, slot, key);
    else this.sink(place, slot, key);
  }

  /** Removes a slot, if it is in the heap. */
  remove(slot: number): void {
    const place = (this.places.at[slot] as number) - 1;
    if (place < 0) return;
    this.places.at[slot] = 0;
    this.size -= 1;
    if (place === this.size) return;
    const key = this.keys[this.size] as number;
    const last = this.slots[this.size] as number;
    const parent = (place - 1) >> 1;
    if (place > 0 && key < (this.keys[parent] as number)) this.rise(place, last, key);
    else this.sink(place, last, key);
  }

  /**
   * Calls `take` for all slots whose key is at most `key`, in any order; `take` must not change the
   * heap.
   */
  reach(key: number, take: (slot: number) => void, from = 0): void {
    if (from >= this.size || (this.keys[from] as number) > key) return;
    take(this.slots[from] as number);
    this.reach(key, take, 2 * from + 1);
    this.reach(key, take, 2 * from + 2);
  }

  /** Moves a slot from a position up to its place. */
  private rise(from: number, slot: number, key: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((this.keys[parent] as number) <= key) break;
      this.move(parent, place);
      place = parent;
    }
    this.put(place, slot, key);
  }

  /** Moves a slot from a position down to its place. */
  private sink(from: number, slot: number, key: number): void {
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (right < this.size && (this.keys[right] as number) < (this.keys[child] as number)) {
        child = right;
      }
      if ((this.keys[child] as number) >= key) break;
      this.move(child, place);
      place = child;
    }
    this.put(place, slot, key);
  }

  private move(from: number, to: number): void {
    this.put(to, this.slots[from] as number, this.keys[from] as number);
  }

  private put(place: number, slot: number, key: number): void {
    this.keys[place] = key;
    this.slots[place] = slot;
    this.places.at[slot] = place + 1;
  }

  private grow(): void {
    this.keys = grown(this.keys);
    this.slots = grown(this.slots);
  }
}
