// A binary heap of slots by key, in typed arrays: no object for an entry.

import { doubles, grown, integers } from './columns.js';

/** Where slots stand, one more than their place; 0 = nowhere. Heaps that share no slot share it. */
export class SlotPositions {
  at = integers();

  grow(): void {
    this.at = grown(this.at);
  }
}

/** Slots with the smallest key first, each at most once. */
export class Heap {
  size = 0;
  private keys = doubles();
  private slots = integers();

  constructor(private readonly places: SlotPositions) {}

  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.keys[0] as number);
  }
  /** The slot that has it. */
  get first(): number {
    return this.slots[0] as number;
  }

  /** Puts a slot in, or gives it another key. */
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

  /** Takes a slot out, if it is there. */
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

  /** Tells all slots whose key is not above this, in no order; none may come or go meanwhile. */
  reach(key: number, tell: (slot: number) => void, from = 0): void {
    if (from >= this.size || (this.keys[from] as number) > key) return;
    tell(this.slots[from] as number);
    this.reach(key, tell, 2 * from + 1);
    this.reach(key, tell, 2 * from + 2);
  }

  /** Lets a slot rise from a place, where there is room for it. */
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

  /** Lets a slot sink from a place, where there is room for it. */
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
