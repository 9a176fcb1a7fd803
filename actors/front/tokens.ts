// Tokens: 32-bit numbers that identify connections and calls between the front and the shards.

/** Set in tokens of calls, clear in tokens of connections. */
const CALL_BIT = 0x8000_0000;

/** Does the token belong to a call? */
export const isCall = (token: number): boolean => token >= CALL_BIT;

/** Allocates tokens. They wrap around after 2^31; tokens in use are skipped. */
export class Tokens {
  /** Continues after the token `last`. */
  constructor(private last = 0) {}

  /** A token for a connection; `inUse` has the tokens of open connections. */
  forConnection(inUse: ReadonlyMap<number, unknown>): number {
    return this.#next(0, inUse);
  }

  /** A token for a call; `inUse` has the tokens of running calls. */
  forCall(inUse: ReadonlyMap<number, unknown>): number {
    return this.#next(CALL_BIT, inUse);
  }

  #next(bit: number, inUse: ReadonlyMap<number, unknown>): number {
    do this.last = (this.last + 1) % CALL_BIT;
    while (inUse.has(bit + this.last));
    return bit + this.last;
  }
}
