// Chance from a seed: the same seed gives the same throws on every machine.

/** A source of chance (sfc32). */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Seeds are whole numbers of at most 32 bits. */
  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9;
    this.#c = 0x243f6a88;
    for (let n = 0; n < 16; n += 1) this.next();
  }

  /** 32 bits, each as likely as not. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A whole number from 0 to n − 1. */
  below(n: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * n);
  }

  /** A whole number from one bound to the other, both included. */
  within(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** True once in n throws. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One of what a map holds, without a copy of it; undefined when it is empty. */
  pickValue<T>(map: ReadonlyMap<number, T>): T | undefined {
    if (map.size === 0) return undefined;
    let left = this.below(map.size);
    for (const value of map.values()) {
      if (left === 0) return value;
      left -= 1;
    }
    return undefined;
  }
}
