// Limits of the door: how many requests and sockets one address may have at a time.

import { addressKey } from '../wire/address.js';

/** Counts what is open, by address; an IPv6 address counts as its /64. */
export class AddressGauge {
  readonly #open = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Counts one more; false = the address is at its limit and nothing was counted. */
  acquire(address: string): boolean {
    const key = addressKey(address);
    const open = this.#open.get(key) ?? 0;
    if (open >= this.max) return false;
    this.#open.set(key, open + 1);
    return true;
  }

  /** One of those that were counted is over. */
  release(address: string): void {
    const key = addressKey(address);
    const open = this.#open.get(key) ?? 0;
    if (open <= 1) this.#open.delete(key);
    else this.#open.set(key, open - 1);
  }
}
