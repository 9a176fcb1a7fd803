// Swap at rollover: multipliers, amounts and reopened positions (trading-rules §3.10).

import type { HolidayRecord } from '../../wire/settings/config.js';
import type { Books } from './books.js';
import { runs } from './calendar.js';
import { DAY, weekdayName, weekdayOf } from './clock.js';
import { executeClosing, reopen } from './deals.js';
import { type Decimal, dec, HUNDRED, ONE, R, ZERO } from './decimal.js';
import { draftOrder, startOrder } from './orders.js';
import { closePrice } from './profit.js';
import { against, type Position } from './rows.js';
import type { Terms } from './terms.js';

const MINUTES = 1440;

/** Do holidays leave no minute of the sessions, of the day where it has none (§5.1.5)? */
const isAllDayHoliday = (terms: Terms, midnight: number): boolean => {
  const holidays: readonly HolidayRecord[] = terms.holidaysOn(midnight);
  if (holidays.length === 0) return false;
  const sessions = terms.record.trade_sessions.filter((one) => one.day === weekdayOf(midnight));
  const spans = sessions.length === 0 ? [{ from_min: 0, to_min: MINUTES }] : sessions;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const within = (one: { from_min: number; to_min: number }): boolean =>
      one.from_min <= minute && minute < one.to_min;
    if (spans.some(within) && !holidays.some(within)) return false;
  }
  return true;
};

/** The multiplier of a weekday: the symbol's own, else by the triple day. */
const plainMultiplier = ({ record }: Terms, midnight: number): Decimal => {
  const weekday = weekdayOf(midnight);
  if (record.swap_multipliers !== null) return dec(record.swap_multipliers[weekday] ?? '0');
  if (record.swap_triple_day === weekdayName(weekday)) return dec(3);
  return weekday === 0 || weekday === 6 ? ZERO : ONE;
};

/** The multiplier of a day, with those of the holidays that follow it. */
export const multiplierOf = (books: Books, terms: Terms, midnight: number): Decimal => {
  const { platform } = books.market.rules;
  if (!terms.record.swap_holidays) return plainMultiplier(terms, midnight);
  if (isAllDayHoliday(terms, midnight)) return ZERO;
  let total = plainMultiplier(terms, midnight);
  for (let day = midnight + DAY; day < midnight + 30 * DAY; day += DAY) {
    if (!runs(platform, day)) continue;
    if (!isAllDayHoliday(terms, day)) break;
    total = total.plus(plainMultiplier(terms, day));
  }
  return total;
};

/** One lot in the currency of percentages. */
const percentLot = (books: Books, terms: Terms, position: Position): Decimal => {
  if (terms.isForex) return terms.contractSize;
  const current = terms.record.swap_mode === 'percent_current';
  const close = current ? closePrice(books.market, position) : undefined;
  const lot = terms.contractSize.times(close ?? position.priceOpen);
  return terms.isFutures ? lot.times(terms.tickValue).div(terms.tickSize) : lot;
};

/** The amount of one night before conversion, and its currency. */
const nightOf = (
  books: Books,
  terms: Terms,
  position: Position,
): { readonly amount: Decimal; readonly currency: string } | undefined => {
  const { record, point, contractSize } = terms;
  const rate = position.side === 'buy' ? terms.swapLong : terms.swapShort;
  const lots = rate.times(position.volume);
  const money = (currency: string, amount = lots) => ({ amount, currency });
  if (record.swap_mode === 'money_base') return money(record.currency_base);
  if (record.swap_mode === 'money_margin') return money(record.currency_margin);
  if (record.swap_mode === 'money_profit') return money(record.currency_profit);
  if (record.swap_mode === 'money_deposit') return money(books.market.rules.group.currency);
  if (record.swap_mode === 'points') {
    const unit = terms.isFutures ? terms.tickValue.div(terms.tickSize) : contractSize;
    return money(record.currency_profit, lots.times(point).times(unit));
  }
  if (record.swap_mode !== 'percent_current' && record.swap_mode !== 'percent_open') {
    return undefined;
  }
  const year = percentLot(books, terms, position).times(lots).div(HUNDRED);
  const currency = terms.isForex ? record.currency_base : record.currency_profit;
  return money(currency, year.div(record.swap_days_in_year));
};

/** The rate of a swap: Bid when it is received, Ask when paid; a stored one where there is none. */
const swapRate = (
  books: Books,
  terms: Terms,
  position: Position,
  currency: string,
  received: boolean,
): Decimal => {
  const rate = books.market.toDeposit(currency, received ? 'bid' : 'ask', terms);
  if (rate !== undefined) return rate;
  if (currency === terms.record.currency_profit) return position.rateProfit;
  return currency === terms.record.currency_margin ? position.rateMargin : ZERO;
};

/** Closes a position and opens it again at a price moved by the points (§3.10 reopen). */
const rollOver = (books: Books, terms: Terms, position: Position, multiplier: Decimal): void => {
  const quote = books.market.price(terms);
  const close = closePrice(books.market, position);
  if (quote === undefined || close === undefined) return;
  const buy = position.side === 'buy';
  const points = (buy ? terms.swapLong.negated() : terms.swapShort).times(multiplier);
  const from = terms.record.swap_mode === 'reopen_close' ? close : quote.bid;
  const price = R(from.plus(points.times(terms.point)), terms.digits);
  if (points.isZero() || price.lte(0)) return;
  const { volume, sl, tp, trailPts } = position;
  const why = { reason: 'rollover', comment: 'rollover' } as const;
  const shared = { volume, positionId: position.id, ...why };
  const out = draftOrder(books, terms, { ...shared, side: against(position.side) });
  executeClosing(books, { terms, ...why, order: startOrder(books, out), price: close }, position);
  const back = draftOrder(books, terms, { ...shared, side: position.side, sl, tp, trailPts });
  reopen(books, { terms, ...why, order: startOrder(books, back), price }, position);
};

/** Accrues the night's swap on a position, or rolls it over (§5.2.5). */
export const swapNight = (books: Books, position: Position, midnight: number): void => {
  const terms = books.terms(position.symbol);
  if (terms === undefined) return;
  const multiplier = multiplierOf(books, terms, midnight);
  if (terms.record.swap_mode.startsWith('reopen')) {
    rollOver(books, terms, position, multiplier);
    return;
  }
  const night = nightOf(books, terms, position);
  if (night === undefined) return;
  const amount = night.amount.times(multiplier);
  const rate = swapRate(books, terms, position, night.currency, amount.gt(0));
  const swap = R(amount.times(rate), books.market.digits);
  if (!swap.isZero()) books.putPosition({ ...position, swap: position.swap.plus(swap) });
};
