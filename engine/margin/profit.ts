// Profit and value of volume at a price, in the profit currency and in the deposit currency.

import { limited, MONEY_MAX } from '../../wire/base/amounts.js';
import { PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Position, Side } from '../../wire/trading/records.js';
import {
  convert,
  limitedQuotient,
  nearest,
  ONE,
  roundQuotient,
  scaledProduct,
  TEN,
  TENN,
} from '../numbers/exact.js';
import {
  type Converter,
  type OwnPair,
  priceAsRate,
  type Quotes,
  type RateSide,
  type ValueLink,
} from '../settings/conversion.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** Powers of ten in price·contract size·volume, less the profit currency's decimals. */
const legScale = ({ digits, profit_digits }: EngineSymbol): number =>
  digits + PRICE_EXTRA + 2 * VOLUME_SCALE - profit_digits;

/** R(price·contract size·volume) in units of the profit currency (trading-rules §3.3, forex). */
const legValue = (symbol: EngineSymbol, price: number, volume: number): number =>
  scaledProduct(price, symbol.contract_size, volume, legScale(symbol));

/**
 * The change of `legValue` between two prices, in exact arithmetic for values beyond the range of
 * amounts.
 */
const largeGain = (symbol: EngineSymbol, volume: number, open: number, close: number): number => {
  const value = (price: number): bigint => {
    const exact = BigInt(price) * BigInt(symbol.contract_size) * BigInt(volume);
    return roundQuotient(exact, TENN[legScale(symbol)] as bigint);
  };
  return limited(Number(value(close) - value(open)));
};

/** R(s·(C − O)·V·TV/TS) in units of the profit currency (trading-rules §3.3, futures). */
const tickProfit = (symbol: EngineSymbol, moved: number, volume: number): number => {
  const power = 2 * VOLUME_SCALE - symbol.profit_digits;
  const { tick_value, tick_size } = symbol;
  const screened = nearest((moved * volume * tick_value) / (TEN[power] as number) / tick_size, 6);
  if (!Number.isNaN(screened)) return screened;
  const over = BigInt(moved) * BigInt(volume) * BigInt(tick_value);
  return limitedQuotient(over, (TENN[power] as bigint) * BigInt(tick_size));
};

/**
 * `profit_raw` of volume opened at `open` and closed at `close` (both ×10^(digits+3)), in units
 * of the profit currency, limited (trading-rules §3.3).
 */
const rawProfit = (
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  open: number,
  close: number,
): number => {
  const sign = side === 'buy' ? 1 : -1;
  if (symbol.forex) {
    const from = legValue(symbol, open, volume);
    const to = legValue(symbol, close, volume);
    const isLarge = from >= MONEY_MAX || to >= MONEY_MAX;
    const gained = isLarge ? largeGain(symbol, volume, open, close) : to - from;
    return gained === 0 ? 0 : sign * gained;
  }
  const moved = sign * (close - open);
  if (symbol.calc_mode === 'futures') return tickProfit(symbol, moved, volume);
  return legValue(symbol, moved, volume);
};

/**
 * The own pair's price as a rate if the pair links the currencies; else the converter's rate
 * (§3.3).
 */
const rateAt = (
  own: OwnPair,
  converter: Converter,
  digits: number,
  price: number,
  side: RateSide,
  quotes: Quotes,
): bigint => {
  if (converter.same) return ONE;
  if (own !== null && price > 0) return priceAsRate(price, digits, own === 'inverse');
  return converter.rate(side, quotes);
};

/** The side of the quote that converts the result of a deal on a side (trading-rules §3.3). */
const rateSideOf = (side: Side): RateSide => (side === 'buy' ? 'ask' : 'bid');

/**
 * `rate_profit` of a close at `close` (trading-rules §3.3): for forex by the side of the deal, else
 * Bid for a gain and Ask for a loss. 0 when no rate is known.
 */
export const profitRate = (
  symbol: EngineSymbol,
  side: Side,
  raw: number,
  close: number,
  quotes: Quotes,
): bigint => {
  if (symbol.profitTo.same) return ONE;
  if (!symbol.forex || symbol.profit_conversion === 'by_market') {
    return symbol.profitTo.rate(raw < 0 ? 'ask' : 'bid', quotes);
  }
  const rateSide = rateSideOf(side);
  return rateAt(symbol.profitOwn, symbol.profitTo, symbol.digits, close, rateSide, quotes);
};

/** `rate_margin` of volume dealt at a price (trading-rules §3.4); 0 when no rate is known. */
export const marginRate = (
  symbol: EngineSymbol,
  side: Side,
  price: number,
  quotes: Quotes,
): bigint => {
  const rateSide = rateSideOf(side);
  return rateAt(symbol.marginOwn, symbol.marginTo, symbol.digits, price, rateSide, quotes);
};

/** The profit of closing volume at a price. */
interface Profit {
  readonly raw: number;
  readonly rate: bigint;
  /** In the deposit currency. */
  readonly profit: number;
}

/**
 * Profit of closing `volume` of a position at `close` (trading-rules §3.3). Without a conversion
 * rate the position's last rate is used.
 */
export const closeProfit = (
  symbol: EngineSymbol,
  position: Pick<Position, 'side' | 'price_open' | 'rate_profit' | 'currency_digits'>,
  volume: number,
  close: number,
  quotes: Quotes,
): Profit => {
  const raw = rawProfit(symbol, position.side, volume, position.price_open, close);
  const found = profitRate(symbol, position.side, raw, close, quotes);
  const rate = found === 0n ? position.rate_profit : found;
  return { raw, rate, profit: convert(raw, rate, symbol.profit_digits, position.currency_digits) };
};

/** An amount as an exact fraction that is rounded later. */
export interface Amount {
  readonly over: bigint;
  readonly under: bigint;
}

/** R of an exact amount in units of 10^-digits, limited (trading-rules §0.1). */
export const roundAmount = (amount: Amount, digits: number): number =>
  limitedQuotient(amount.over * (TENN[digits] as bigint), amount.under);

/**
 * The gain of a volume on a side when its close price moves by `moved` price units in its favour,
 * from about `close`, in the deposit currency, unrounded (trading-rules §3.3); null without a rate.
 */
export const movedValue = (
  symbol: EngineSymbol,
  side: Side,
  volume: number,
  moved: number,
  close: number,
  quotes: Quotes,
): Amount | null => {
  const rate = profitRate(symbol, side, moved, close, quotes);
  if (rate === 0n) return null;
  const isFutures = symbol.calc_mode === 'futures';
  const unit = isFutures ? BigInt(symbol.tick_size) : (TENN[symbol.digits + PRICE_EXTRA] as bigint);
  const size = BigInt(isFutures ? symbol.tick_value : symbol.contract_size);
  return {
    over: BigInt(moved) * BigInt(volume) * size * rate,
    under: (TENN[2 * VOLUME_SCALE] as bigint) * unit * ONE,
  };
};

/**
 * Value of volume in the currency of a link, unrounded (trading-rules §3.9): forex V·CS in
 * the base currency, others V·CS·P, futures V·P·TV/TS in the profit currency; converted at the deal
 * price if the own pair converts, else at Ask. Zero when no rate is known.
 */
export const valueIn = (
  symbol: EngineSymbol,
  volume: number,
  price: number,
  link: ValueLink,
  quotes: Quotes,
): Amount => {
  const { forex, digits, contract_size, tick_value, tick_size } = symbol;
  const rate = rateAt(link.own, link.to, digits, price, 'ask', quotes);
  const lots = BigInt(volume);
  const under = (TENN[2 * VOLUME_SCALE] as bigint) * ONE;
  if (forex) return { over: lots * BigInt(contract_size) * rate, under };
  const priced = lots * BigInt(price) * rate;
  if (symbol.calc_mode === 'futures') {
    return { over: priced * BigInt(tick_value), under: under * BigInt(tick_size) };
  }
  const unit = TENN[digits + PRICE_EXTRA] as bigint;
  return { over: priced * BigInt(contract_size), under: under * unit };
};

/** Value of volume in the deposit currency, unrounded: see `valueIn` (trading-rules §3.9). */
export const dealValue = (
  symbol: EngineSymbol,
  volume: number,
  price: number,
  quotes: Quotes,
): Amount => {
  const link = symbol.forex
    ? { own: symbol.baseOwn, to: symbol.baseTo }
    : { own: symbol.profitOwn, to: symbol.profitTo };
  return valueIn(symbol, volume, price, link, quotes);
};

/** The deal's value as money: R of `dealValue` in units of 10^-digits (trading-rules §1.5). */
export const moneyValue = (
  symbol: EngineSymbol,
  volume: number,
  price: number,
  digits: number,
  quotes: Quotes,
): number => {
  if (symbol.forex && symbol.baseTo.same) {
    return scaledProduct(volume, symbol.contract_size, 1, 2 * VOLUME_SCALE - digits);
  }
  const priced = symbol.forex ? symbol.baseOwn === 'price' : symbol.profitTo.same;
  if (priced && symbol.calc_mode !== 'futures') {
    const power = 2 * VOLUME_SCALE + symbol.digits + PRICE_EXTRA - digits;
    return scaledProduct(volume, symbol.contract_size, price, power);
  }
  return roundAmount(dealValue(symbol, volume, price, quotes), digits);
};
