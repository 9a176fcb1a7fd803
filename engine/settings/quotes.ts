// Quotes: from the prices of a datafeed to a symbol's prices, and on to a group's.

import { POW10, PRICE_EXTRA } from '../../wire/base/scale.js';

/** One point in price units: prices are ×10^(digits+3). */
export const POINT = POW10[PRICE_EXTRA] as number;

/** The highest price that can be dealt, in price units: the sum of two prices stays exact. */
export const PRICE_MAX = 4_000_000_000_000_000;

/** The newest quote of a symbol at symbol level, prices ×10^(digits+3); time 0 = none. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  /** ms since 1970 */
  readonly time: number;
  /** Price of the last trade; 0 = none. */
  readonly last: number;
}

/** The spread settings of a symbol, in points (trading-rules §1.1). */
interface SpreadRule {
  /** 0 = floating */
  readonly spread: number;
  readonly spread_balance_bid: number;
  readonly spread_balance_ask: number;
}

/** The markup of a group's symbol row on the spread, in points (trading-rules §1.2). */
export interface GroupSpread {
  readonly spread_diff: number;
  /** The part that is subtracted from Bid; the rest is added to Ask. */
  readonly spread_diff_bid: number;
}

/** Bid and Ask, ×10^(digits+3). */
type BidAsk = readonly [bid: number, ask: number];

/** Half of a sum of prices, rounded half away from zero to the symbol's digits. */
const middle = (sum: number): number => {
  const steps = Math.floor((Math.abs(sum) + POINT) / (2 * POINT));
  return Math.sign(sum) * steps * POINT;
};

/** Is a price usable? A tick with a zero or crossed price is dropped (trading-rules §1.8). */
export const usable = (bid: number, ask: number): boolean =>
  bid > 0 && ask >= bid && ask <= PRICE_MAX;

/** A price with the spread of its symbol; it may be crossed or not positive. */
const withSpread = (rule: SpreadRule, bid: number, ask: number): BidAsk => {
  const { spread, spread_balance_bid, spread_balance_ask } = rule;
  if (spread === 0) {
    return [bid + spread_balance_bid * POINT, ask + spread_balance_ask * POINT];
  }
  const width = (spread - spread_balance_bid - spread_balance_ask) * POINT;
  const shifted = middle(bid + ask - width);
  return [shifted, shifted + spread * POINT];
};

/**
 * Bid and Ask of a symbol from a datafeed's prices, all ×10^(digits+3) (trading-rules §3.1.2).
 * A spread with which a price would not be usable is not applied: the price of a symbol must not
 * stop because it became cheaper than its spread, since stops and stop-outs need it.
 */
export const symbolPrice = (rule: SpreadRule, bid: number, ask: number): BidAsk => {
  const price = withSpread(rule, bid, ask);
  return usable(...price) ? price : [bid, ask];
};

/** A group's Bid from the symbol's, ×10^(digits+3) (trading-rules §3.1.3). */
export const groupBid = (row: GroupSpread, bid: number): number =>
  bid - row.spread_diff_bid * POINT;

/** A group's Ask, never below its Bid, from the symbol's prices (trading-rules §3.1.3). */
export const groupAsk = (row: GroupSpread, bid: number, ask: number): number =>
  Math.max(ask + (row.spread_diff - row.spread_diff_bid) * POINT, groupBid(row, bid));

/** Bid and Ask of a group from the symbol's (trading-rules §3.1.3), ×10^(digits+3). */
export const groupPrice = (row: GroupSpread, bid: number, ask: number): BidAsk => [
  groupBid(row, bid),
  groupAsk(row, bid, ask),
];
