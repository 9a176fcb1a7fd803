// The quotes of a shard: the newest of each symbol, and a short history of ticks.

import type { QuoteTest } from '../../engine/account/types.js';
import type { Quote } from '../../engine/settings/quotes.js';
import { BOARD_SYMBOLS } from '../shared/board.js';

/** Ticks of a symbol that are kept, to recognise a price of the recent stream. */
const STREAM_TICKS = 512;
/** Initial room for ticks, a power of two: most symbols tick rarely. */
const FIRST_TICKS = 16;
/** Numbers in a tick: Bid, Ask, time. */
const TICK_FLOATS = 3;

/** The last ticks of a symbol; new ones overwrite the oldest. */
class Stream {
  #ticks = new Float64Array(FIRST_TICKS * TICK_FLOATS);
  #room = FIRST_TICKS;
  #count = 0;

  add(bid: number, ask: number, time: number): void {
    if (this.#count === this.#room && this.#room < STREAM_TICKS) this.#grow();
    const at = (this.#count % this.#room) * TICK_FLOATS;
    const ticks = this.#ticks;
    ticks[at] = bid;
    ticks[at + 1] = ask;
    ticks[at + 2] = time;
    this.#count += 1;
  }

  /** See `NewestQuotes.inStream`. */
  has(fits: QuoteTest, since: number): boolean {
    const ticks = this.#ticks;
    const oldest = Math.max(0, this.#count - this.#room);
    for (let n = this.#count - 1; n >= oldest; n -= 1) {
      const at = (n % this.#room) * TICK_FLOATS;
      if (fits(ticks[at] as number, ticks[at + 1] as number)) return true;
      if ((ticks[at + 2] as number) < since) return false;
    }
    return false;
  }

  /** Grows a full window before its first wrap, so that all ticks keep their places. */
  #grow(): void {
    const ticks = new Float64Array(2 * this.#ticks.length);
    ticks.set(this.#ticks);
    this.#ticks = ticks;
    this.#room *= 2;
  }
}

const NO_QUOTE: Quote = { bid: 0, ask: 0, time: 0, last: 0 };

/** The newest quotes at symbol level, prices ×10^(digits+3), from the shard's ticks. */
export class NewestQuotes {
  /** By symbol id. Allocated at full length: a sparse array would become a slow dictionary. */
  readonly #quotes = new Array<Quote | undefined>(BOARD_SYMBOLS);
  readonly #streams = new Array<Stream | undefined>(BOARD_SYMBOLS);

  /** Stores a tick; `last` 0 = no trade known. */
  tick(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    this.#quotes[symbolId] = { bid, ask, time, last };
    let stream = this.#streams[symbolId];
    if (stream === undefined) {
      stream = new Stream();
      this.#streams[symbolId] = stream;
    }
    stream.add(bid, ask, time);
  }

  /** Drops the quotes of a symbol that was deleted or got other digits. */
  forget(symbolId: number): void {
    this.#quotes[symbolId] = undefined;
    this.#streams[symbolId] = undefined;
  }

  /** The newest quote; time 0 when there is none. */
  quote(symbolId: number): Quote {
    return this.#quotes[symbolId] ?? NO_QUOTE;
  }

  /**
   * Did `fits` accept a quote since the given time? A quote is valid until the next one, so the
   * quote that was valid at `since` counts.
   */
  inStream(symbolId: number, fits: QuoteTest, since: number): boolean {
    return this.#streams[symbolId]?.has(fits, since) ?? false;
  }
}
