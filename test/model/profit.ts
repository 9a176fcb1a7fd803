// Profit of closed and open volume (trading-rules §3.3) and the value of a deal (§3.9).

import type { Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { type Decimal, R, ZERO } from './decimal.js';
import type { Market } from './market.js';
import { closedAt, type Position } from './rows.js';
import type { Terms } from './terms.js';

/** Profit of some volume. */
export interface Profit {
  /** In the profit currency. */
  readonly raw: Decimal;
  readonly rate: Decimal;
  /** In the deposit currency. */
  readonly profit: Decimal;
}

/** `profit_raw`: what the volume earned in the profit currency (§3.3, table). */
export const rawProfit = (
  terms: Terms,
  side: Side,
  volume: Decimal,
  open: Decimal,
  close: Decimal,
  digits: number,
): Decimal => {
  const sign = side === 'buy' ? 1 : -1;
  const units = terms.contractSize.times(volume);
  if (terms.isForex) {
    return R(close.times(units), digits)
      .minus(R(open.times(units), digits))
      .times(sign);
  }
  const moved = close.minus(open).times(sign);
  if (!terms.isFutures) return R(moved.times(units), digits);
  return R(moved.times(volume).times(terms.tickValue).div(terms.tickSize), digits);
};

/**
 * The rate of a profit: pairs `by_deal` the close price where it converts, else Ask when a buy is
 * closed and Bid when a sell is; all others gain at Bid and lose at Ask (§3.3).
 */
export const profitRate = (
  market: Market,
  terms: Terms,
  side: Side,
  raw: Decimal,
  close: Decimal,
): Decimal | undefined => {
  const { currency_profit: from, profit_conversion } = terms.record;
  if (terms.isForex && profit_conversion === 'by_deal') {
    return market.atDeal(terms, from, side === 'buy' ? 'ask' : 'bid', close);
  }
  return market.toDeposit(from, raw.lt(0) ? 'ask' : 'bid', terms);
};

/** Profit of closing some of a position at a price; without a rate it keeps its last one. */
export const profitOf = (
  market: Market,
  terms: Terms,
  position: Position,
  volume: Decimal,
  close: Decimal,
): Profit => {
  const digits = market.profitDigits(terms);
  const raw = rawProfit(terms, position.side, volume, position.priceOpen, close, digits);
  const rate = profitRate(market, terms, position.side, raw, close) ?? position.rateProfit;
  return { raw, rate, profit: R(raw.times(rate), market.digits) };
};

/** The price at which a position would close now. */
export const closePrice = (market: Market, position: Position): Decimal | undefined => {
  const terms = market.rules.terms.get(position.symbol);
  return terms && market.price(terms)?.[closedAt(position.side)];
};

/** The price at which a position is valued now: the newest trade's where it uses trade prices. */
export const valuePrice = (market: Market, position: Position): Decimal | undefined => {
  const terms = market.rules.terms.get(position.symbol);
  const quote = terms && market.price(terms);
  if (quote === undefined) return undefined;
  return terms?.byTrades && quote.last.gt(0) ? quote.last : quote[closedAt(position.side)];
};

/** Floating profit of a position (§3.3). */
export const floatingProfit = ({ market, known: { worths } }: Books, position: Position) => {
  const terms = market.rules.terms.get(position.symbol);
  const close = valuePrice(market, position);
  if (terms === undefined || close === undefined) return ZERO;
  const rates = market.rateRevision;
  const known = worths.get(position);
  if (known?.close === close && known.rates === rates) return known.profit;
  const { profit } = profitOf(market, terms, position, position.volume, close);
  worths.set(position, { close, rates, profit });
  return profit;
};

/**
 * Lots valued: pairs V·CS in base currency, futures V·P·TV/TS, others V·CS·P (§3.9 percent,
 * §3.7.4).
 */
export const lotValue = (terms: Terms, volume: Decimal, price: Decimal): Decimal => {
  if (terms.isFutures) return volume.times(price).times(terms.tickValue).div(terms.tickSize);
  const units = volume.times(terms.contractSize);
  return terms.isForex ? units : units.times(price);
};

/** The currency that lots are valued in. */
export const valueCurrency = (terms: Terms): string =>
  terms.isForex ? terms.record.currency_base : terms.record.currency_profit;

/**
 * The unrounded value of lots in a currency, the deposit's if none is named: at the deal price
 * where its own pair converts, else at Ask (§3.9). Without a rate it is 0.
 */
export const dealValue = (
  market: Market,
  terms: Terms,
  volume: Decimal,
  price: Decimal,
  currency: string = market.rules.group.currency,
): Decimal => {
  const rate = market.atDeal(terms, valueCurrency(terms), 'ask', price, currency) ?? ZERO;
  return lotValue(terms, volume, price).times(rate);
};
