// Bars as clients get them, over REST and over the socket.

import { formatExact, PRICE_EXTRA } from '../base/scale.js';
import type { BarRow } from './bar-queries.js';

/** A symbol at the prices of an audience; prices are whole numbers (×10^(digits+3)). */
export interface BarSymbol {
  readonly digits: number;
  /** The bid and ask of the audience. */
  price(bid: number, ask: number): readonly [number, number];
  /** A price of a bar. */
  charted(price: number): number;
}

/** The prices of a symbol itself, without the markups of a group. */
export const OWN_PRICES: Pick<BarSymbol, 'price' | 'charted'> = {
  price: (bid, ask) => [bid, ask],
  charted: (price) => price,
};

/** A price (×10^(digits+3)) with the symbol's digits. */
export const showPrice = (price: number, digits: number): string =>
  formatExact(price, digits + PRICE_EXTRA, digits);

/** A bar of a symbol at the prices of an audience, as its quotes are. */
export const shownBar = (symbol: BarSymbol, bar: BarRow) => {
  const price = (value: number): string => showPrice(symbol.charted(value), symbol.digits);
  const [bid, ask] = symbol.price(bar.close, bar.close + bar.spread * 10 ** PRICE_EXTRA);
  return {
    time: new Date(bar.time).toISOString(),
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    tick_volume: bar.tick_volume,
    real_volume: '0',
    spread: Math.round((ask - bid) / 10 ** PRICE_EXTRA),
  };
};
