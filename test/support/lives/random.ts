// Random choices from a seed: the same on every machine.

/** A stream of choices that one seed decides. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** A stream that goes on from here by itself. */
  copy(): SeededRandom {
    return new SeededRandom(this.state);
  }

  /** Goes on from another seed. */
  reseed(seed: number): void {
    this.state = seed | 0;
  }

  /** The next number, 0 ≤ x < 1. */
  next(): number {
    return this.next32() / 4_294_967_296;
  }

  /** The next 32 bits. */
  next32(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  /** A whole number from one bound to the other, both included. */
  within(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** Does something happen that does so with this share? */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** True once in n times. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One of the list. Throws when it is empty. */
  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** One of the list where it has any. */
  any<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }

  /** One of what a map holds, without a copy of it; undefined when it is empty. */
  anyOf<T>(map: ReadonlyMap<number, T>): T | undefined {
    if (map.size === 0) return undefined;
    let left = this.below(map.size);
    for (const value of map.values()) {
      if (left === 0) return value;
      left -= 1;
    }
    return undefined;
  }
}
