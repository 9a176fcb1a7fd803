// The quotes that a shard trades at: the newest of each symbol, and a short stream of them.

import type { Quote } from '../../engine/quotes.js';
import type { QuoteTest } from '../../engine/types.js';

/** Ticks of a symbol that are kept to recognise a price of the recent stream. */
const STREAM_TICKS = 512;

interface Stream {
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  readonly times: Float64Array;
  count: number;
}

const NO_QUOTE: Quote = { bid: 0, ask: 0, time: 0, last: 0 };

/** Newest quotes at symbol level, prices ×10^(digits+3), fed by the shard's ticks. */
export class QuoteBook {
  readonly #quotes: Quote[] = [];
  readonly #streams: Stream[] = [];

  /** Takes in a tick; `last` 0 = no trade known. */
  tick(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    this.#quotes[symbolId] = { bid, ask, time, last };
    let stream = this.#streams[symbolId];
    if (stream === undefined) {
      stream = {
        bids: new Float64Array(STREAM_TICKS),
        asks: new Float64Array(STREAM_TICKS),
        times: new Float64Array(STREAM_TICKS),
        count: 0,
      };
      this.#streams[symbolId] = stream;
    }
    const at = stream.count % STREAM_TICKS;
    stream.bids[at] = bid;
    stream.asks[at] = ask;
    stream.times[at] = time;
    stream.count += 1;
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
    const stream = this.#streams[symbolId];
    if (stream === undefined) return false;
    const { bids, asks, times } = stream;
    const oldest = Math.max(0, stream.count - STREAM_TICKS);
    for (let n = stream.count - 1; n >= oldest; n -= 1) {
      const at = n % STREAM_TICKS;
      if (fits(bids[at] as number, asks[at] as number)) return true;
      if ((times[at] as number) < since) return false;
    }
    return false;
  }
}
