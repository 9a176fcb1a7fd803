// Tokens: the numbers that connections and calls have between the front and the shards, 32 bits.

/** Tokens of calls have this bit; tokens of connections do not. */
const CALL_BIT = 0x8000_0000;

/** Is it the token of a call? */
export const isCall = (token: number): boolean => token >= CALL_BIT;

/** Gives out tokens. They come round after 2^31: one that is still in use is passed over. */
export class Tokens {
  /** It goes on behind so many tokens. */
  constructor(private last = 0) {}

  /** A token for a connection; `inUse` has the tokens of open connections. */
  forConnection(inUse: ReadonlyMap<number, unknown>): number {
    return this.#next(0, inUse);
  }

  /** A token for a call; `inUse` has the tokens of calls under way. */
  forCall(inUse: ReadonlyMap<number, unknown>): number {
    return this.#next(CALL_BIT, inUse);
  }

  #next(bit: number, inUse: ReadonlyMap<number, unknown>): number {
    do this.last = (this.last + 1) % CALL_BIT;
    while (inUse.has(bit + this.last));
    return bit + this.last;
  }
}
