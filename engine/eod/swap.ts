// Swaps: the interest on positions that are held over the end of a day.

import { PRICE_EXTRA, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Position, Side } from '../../wire/trading/records.js';
import { type DayCalendar, weekdayOfDay } from '../calendar/trading-day.js';
import { closePrice, pricesOf } from '../margin/money.js';
import { type Amount, roundAmount } from '../margin/profit.js';
import { ONE, roundQuotient, TENN } from '../numbers/exact.js';
import type { Converter, Quotes } from '../settings/conversion.js';
import { POINT, PRICE_MAX } from '../settings/quotes.js';
import type { SwapPlan } from '../settings/swap-plan.js';
import type { EngineSymbol } from '../settings/symbols.js';

/**
 * Days within which the multiplier of a holiday can move: no run of holidays is longer than a year.
 */
const HOLIDAYS_MAX = 366;

/**
 * The multiplier ×10^12 of a server day with an end-of-day run (trading-rules §3.10). With
 * `swap_holidays` an all-day holiday pays 0, and its multiplier moves to the nearest earlier day
 * that has a run and is no holiday.
 */
export const swapMultiplier = (
  calendar: DayCalendar,
  symbol: Pick<EngineSymbol, 'swap' | 'holidays' | 'trade_sessions'>,
  day: number,
): bigint => {
  const { swap, holidays, trade_sessions } = symbol;
  const ofDay = (of: number): bigint => swap.multipliers[weekdayOfDay(of)] as bigint;
  const isHoliday = (of: number): boolean =>
    holidays.isAllDay(of, trade_sessions, weekdayOfDay(of));
  if (!swap.holidays) return ofDay(day);
  if (isHoliday(day)) return 0n;
  let total = ofDay(day);
  for (let next = day + 1; next <= day + HOLIDAYS_MAX; next += 1) {
    if (!calendar.runs(next)) continue;
    if (!isHoliday(next)) break;
    total += ofDay(next);
  }
  return total;
};

/** Points, money or percent a year by side, ×10^12. */
const rateOf = ({ long, short }: SwapPlan, side: Side): bigint => (side === 'buy' ? long : short);

const LOTS = TENN[VOLUME_SCALE] as bigint;
const SIZES = TENN[VOLUME_SCALE] as bigint;

/** rate·point·CS·V, futures rate·point·TV/TS·V, in the profit currency; rate ×10^12. */
const inPoints = (symbol: EngineSymbol, { volume }: Position, rate: bigint): Amount => {
  const over = rate * BigInt(volume);
  const under = ONE * LOTS * SIZES;
  if (symbol.calc_mode === 'futures') {
    const ticks = BigInt(symbol.tick_value) * BigInt(POINT);
    return { over: over * ticks, under: under * BigInt(symbol.tick_size) };
  }
  const size = BigInt(symbol.contract_size);
  return { over: over * size, under: under * (TENN[symbol.digits] as bigint) };
};

/** lot·V·rate/100/days: lot is CS for forex, CS·P for others, CS·P·TV/TS for futures (§3.10). */
const inPercent = (
  symbol: EngineSymbol,
  { volume }: Position,
  rate: bigint,
  price: number,
): Amount => {
  const days = BigInt(symbol.swap.days_in_year);
  let over = rate * BigInt(volume) * BigInt(symbol.contract_size);
  let under = ONE * LOTS * SIZES * 100n * days;
  if (symbol.forex) return { over, under };
  over *= BigInt(price);
  if (symbol.calc_mode !== 'futures') {
    return { over, under: under * (TENN[symbol.digits + PRICE_EXTRA] as bigint) };
  }
  over *= BigInt(symbol.tick_value);
  under *= BigInt(symbol.tick_size) * SIZES;
  return { over, under };
};

/** The currency of a swap, and its conversion to the deposit currency. */
type SwapCurrency = (symbol: EngineSymbol) => readonly [currency: string, to: Converter] | null;

const base: SwapCurrency = (symbol) => [symbol.currency_base, symbol.baseTo];
const margin: SwapCurrency = (symbol) => [symbol.currency_margin, symbol.marginTo];
const profit: SwapCurrency = (symbol) => [symbol.currency_profit, symbol.profitTo];
const percent: SwapCurrency = (symbol) => (symbol.forex ? base(symbol) : profit(symbol));

/** The modes whose swap is an amount of money, with its currency; null = the deposit currency. */
const SOURCES: Readonly<Partial<Record<SwapPlan['mode'], SwapCurrency>>> = {
  points: profit,
  money_base: base,
  money_margin: margin,
  money_profit: profit,
  money_deposit: () => null,
  percent_current: percent,
  percent_open: percent,
};

/** The current rate; if there is none, the position's last rate of that currency, else 0. */
const conversion = (
  symbol: EngineSymbol,
  position: Position,
  source: ReturnType<SwapCurrency>,
  gains: boolean,
  quotes: Quotes,
): bigint => {
  if (source === null || source[1].same) return ONE;
  const [currency, to] = source;
  const found = to.rate(gains ? 'bid' : 'ask', quotes);
  if (found !== 0n) return found;
  if (currency === symbol.currency_profit) return position.rate_profit;
  return currency === symbol.currency_margin ? position.rate_margin : 0n;
};

/**
 * The price of the `percent_…` modes; without a quote the open price replaces the current price.
 */
const percentPrice = (symbol: EngineSymbol, position: Position, quotes: Quotes): number => {
  if (symbol.swap.mode === 'percent_open') return position.price_open;
  const { bid, ask, time } = pricesOf(symbol, quotes);
  return time === 0 ? position.price_open : closePrice(position.side, bid, ask);
};

const amountOf = (symbol: EngineSymbol, position: Position, quotes: Quotes): Amount => {
  const rate = rateOf(symbol.swap, position.side);
  switch (symbol.swap.mode) {
    case 'points':
      return inPoints(symbol, position, rate);
    case 'percent_current':
    case 'percent_open':
      return inPercent(symbol, position, rate, percentPrice(symbol, position, quotes));
    default:
      return { over: rate * BigInt(position.volume), under: ONE * LOTS };
  }
};

/**
 * The swap of a position at the end of a day in units of the deposit currency, rounded once:
 * R(amount·mult·rate), Bid if positive, Ask if negative (trading-rules §3.10). 0 in modes without
 * swaps.
 */
export const swapOf = (
  symbol: EngineSymbol,
  position: Position,
  multiplier: bigint,
  quotes: Quotes,
): number => {
  const source = SOURCES[symbol.swap.mode];
  if (source === undefined || multiplier === 0n) return 0;
  const { over, under } = amountOf(symbol, position, quotes);
  const amount = over * multiplier;
  if (amount === 0n) return 0;
  const rate = conversion(symbol, position, source(symbol), amount > 0n, quotes);
  return roundAmount({ over: amount * rate, under: under * ONE * ONE }, position.currency_digits);
};

/** The close price and the new open price of a reopened position. */
export interface Reopening {
  readonly close: number;
  readonly open: number;
}

/**
 * Prices of a reopen: P − swap_long·mult·point for a buy, P + swap_short·mult·point for a sell,
 * rounded to the symbol's digits; P is the close price or Bid (trading-rules §3.10). Null:
 * the mode does not reopen, the points are 0, or there is no price.
 */
export const reopening = (
  symbol: EngineSymbol,
  side: Side,
  multiplier: bigint,
  quotes: Quotes,
): Reopening | null => {
  const { mode } = symbol.swap;
  if (mode !== 'reopen_close' && mode !== 'reopen_bid') return null;
  const points = rateOf(symbol.swap, side) * multiplier;
  const { bid, ask, time } = pricesOf(symbol, quotes);
  const close = closePrice(side, bid, ask);
  if (points === 0n || time === 0 || bid <= 0) return null;
  const from = BigInt(mode === 'reopen_bid' ? bid : close);
  const scale = TENN[2 * RATE_SCALE] as bigint;
  const moved = points * BigInt(POINT) * (side === 'buy' ? -1n : 1n);
  const open = Number(roundQuotient(from * scale + moved, scale * BigInt(POINT))) * POINT;
  return open > 0 && open <= PRICE_MAX ? { close, open } : null;
};
