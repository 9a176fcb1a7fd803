// Chance for the random worlds: numbers that follow from one seed, and choices made by them.

/** A stream of choices that one seed decides. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Dice that go on from here by themselves. */
  copy(): Dice {
    return new Dice(this.state);
  }

  /** Goes on from another seed. */
  reseed(seed: number): void {
    this.state = seed | 0;
  }

  /** The next number, 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` up to and with `to`. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** Does something happen that does so with this share? */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of the list. Throws when it is empty. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** One of the list where it has any. */
  any<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }
}
