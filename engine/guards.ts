// Guards: prices up to which nothing can happen to those who hold, the next to be passed first.

import { Heap } from './heap.js';

/** One who holds something of an account. */
interface Guarded {
  readonly account: { readonly login: number };
}

/** Guards of one kind. Those that were moved are not searched for: they are left out later. */
export class Guards<T extends Guarded> {
  readonly #heap: Heap;
  readonly #find: (login: number) => T | undefined;
  readonly #keyOf: (one: T) => number;

  /** Finds who is guarded by the login; keys rise as the price goes on, Infinity = no guard. */
  constructor(find: (login: number) => T | undefined, keyOf: (one: T) => number) {
    this.#find = find;
    this.#keyOf = keyOf;
    this.#heap = new Heap((key, _id, login) => this.#stands(this.#find(login), key));
  }

  add(one: T): void {
    const key = this.#keyOf(one);
    if (key < Number.POSITIVE_INFINITY) this.#heap.push(key, one.account.login, one.account.login);
  }

  /** Takes out one whose guard is below the key; undefined = there is none left. */
  passed(price: number): T | undefined {
    const heap = this.#heap;
    while (heap.key < price) {
      const { key, login } = heap;
      heap.pop();
      const one = this.#find(login);
      if (this.#stands(one, key)) return one;
    }
    return undefined;
  }

  #stands(one: T | undefined, key: number): boolean {
    return one !== undefined && this.#keyOf(one) === key;
  }
}
