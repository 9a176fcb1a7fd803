// The quotes that a shard trades at: the newest of each symbol, and a short stream of them.

import type { QuoteTest } from '../../engine/account/types.js';
import type { Quote } from '../../engine/settings/quotes.js';
import { BOARD_SYMBOLS } from '../shared/board.js';

/** Ticks of a symbol that are kept to recognise a price of the recent stream. */
const STREAM_TICKS = 512;
/** Room for those at first, a power of two: most of many symbols tick seldom. */
const FIRST_TICKS = 16;
/** A tick is three numbers: Bid, Ask, time. */
const TICK_FLOATS = 3;

/** The last ticks of a symbol, the newest over the oldest. */
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

  /** Only full windows grow before they start over: all ticks stay where they are. */
  #grow(): void {
    const ticks = new Float64Array(2 * this.#ticks.length);
    ticks.set(this.#ticks);
    this.#ticks = ticks;
    this.#room *= 2;
  }
}

const NO_QUOTE: Quote = { bid: 0, ask: 0, time: 0, last: 0 };

/** Newest quotes at symbol level, prices ×10^(digits+3), fed by the shard's ticks. */
export class NewestQuotes {
  /** By symbol. Made at their full length: an array that grows by leaps becomes a slow table. */
  readonly #quotes = new Array<Quote | undefined>(BOARD_SYMBOLS);
  readonly #streams = new Array<Stream | undefined>(BOARD_SYMBOLS);

  /** Takes in a tick; `last` 0 = no trade known. */
  tick(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    this.#quotes[symbolId] = { bid, ask, time, last };
    let stream = this.#streams[symbolId];
    if (stream === undefined) {
      stream = new Stream();
      this.#streams[symbolId] = stream;
    }
    stream.add(bid, ask, time);
  }

  /** The symbol was deleted, or its prices are counted otherwise: it has no quotes. */
  forget(symbolId: number): void {
    this.#quotes[symbolId] = undefined;
    this.#streams[symbolId] = undefined;
  }

  /** The newest quote; time 0 when there is none. */
  quote(symbolId: number): Quote {
    return this.#quotes[symbolId] ?? NO_QUOTE;
  }

  /**
   * Did a quote fit since the given time? A quote stands until the next one, so the quote that
   * stood at `since` counts.
   */
  inStream(symbolId: number, fits: QuoteTest, since: number): boolean {
    return this.#streams[symbolId]?.has(fits, since) ?? false;
  }
}
