// The end of a trading day, step by step (trading-rules §5.2).

import { DAY_SUMS, type DaySum } from '../../wire/trading/daily.js';
import type { Books } from './books.js';
import { daysDue, isMonthEnd } from './calendar.js';
import { faceOf } from './clock.js';
import { marginRateAt } from './deals.js';
import { type Decimal, dec, HUNDRED, max, R, sum, ZERO } from './decimal.js';
import { endPartner, NO_STOPS } from './orders.js';
import { type Deal, dealtAt, type Order } from './rows.js';
import { stateOf } from './state.js';
import { testStopOut } from './stopout.js';
import { swapNight } from './swap.js';
import { endPeriod } from './turnover.js';

/** Decimals of accrued interest. */
const INTEREST_DECIMALS = 12;

/** The column that a deal's profit belongs to (§5.3). */
const columnOf = ({ action, profit }: Deal): DaySum => {
  if (action === 'balance' || action === 'transfer') {
    return profit.gt(0) ? 'daily_deposits' : 'daily_withdrawals';
  }
  if (action === 'charge') return 'daily_charges';
  if (action === 'correction') return 'daily_corrections';
  if (action === 'bonus') return 'daily_bonuses';
  if (action === 'credit' || action === 'so_compensation_credit') return 'daily_credit';
  if (action === 'swap') return 'daily_swap';
  if (action === 'commission') return 'daily_commission_instant';
  if (action.startsWith('commission_')) return 'daily_commission_turnover';
  if (action.startsWith('agent')) return 'daily_agent';
  if (action === 'interest') return 'daily_interest';
  if (action.startsWith('dividend')) return 'daily_dividends';
  if (action === 'tax') return 'daily_taxes';
  return action === 'so_compensation' ? 'daily_compensation' : 'daily_profit';
};

/** The day's sums: each amount of a deal in exactly one column. */
const sumsOf = (deals: readonly Deal[]): Record<DaySum, Decimal> => {
  const of = (column: DaySum): Decimal =>
    sum(
      deals.flatMap((deal) => [
        ...(columnOf(deal) === column ? [deal.profit] : []),
        ...(column === 'daily_swap' ? [deal.swap] : []),
        ...(column === 'daily_commission_instant' ? [deal.commission] : []),
        ...(column === 'daily_fee' ? [deal.fee] : []),
      ]),
    );
  return Object.fromEntries(DAY_SUMS.map((column) => [column, of(column)])) as Record<
    DaySum,
    Decimal
  >;
};

/** Step 1: `day` orders expire; by `gtc_mode` pendings go, and with `daily` all stops. */
const endLifetimes = (books: Books): Order[] => {
  const ended: Order[] = [];
  for (const order of books.orders) {
    const kept = books.terms(order.symbol)?.record.gtc_mode === 'gtc';
    if (order.expiration !== 'day' && kept) continue;
    const state = order.expiration === 'day' ? 'expired' : 'canceled';
    books.putOrder({ ...order, state, doneAt: books.now });
    ended.push(order);
  }
  for (const position of books.positions) {
    if (books.terms(position.symbol)?.record.gtc_mode !== 'daily') continue;
    const { sl, tp, trailPts } = position;
    if (sl.isZero() && tp.isZero() && trailPts === 0) continue;
    books.putPosition({ ...position, ...NO_STOPS, updatedAt: books.now });
  }
  return ended;
};

/** A deal of the day's end. */
const bookEnd = (books: Books, action: Deal['action'], profit: Decimal, comment: string): void => {
  books.putDeal({ ...books.blankDeal(), action, profit, reason: 'rollover', comment });
};

/** Step 2: one charge a rule; the agent is promised his. */
const chargePeriod = (books: Books, charge: 'daily' | 'monthly'): void => {
  const { agent } = books.switches;
  for (const { name, kind, amount } of endPeriod(books, charge)) {
    if (kind === 'standard') bookEnd(books, `commission_${charge}`, amount.negated(), name);
    else if (agent !== 0) {
      books.fresh.derived.push({ login: agent, action: `agent_${charge}`, amount });
    }
  }
};

/** Step 3: interest on free money; paid at the end of the month. */
const accrueInterest = (books: Books, monthEnd: boolean): void => {
  const { ledger, market } = books;
  const { interest_rate, interest_days } = market.rules.group;
  const free = max(stateOf(books).marginFree.minus(ledger.credit), ZERO);
  const night = free.times(dec(interest_rate)).div(HUNDRED).div(interest_days);
  ledger.interestAccrued = ledger.interestAccrued.plus(R(night, INTEREST_DECIMALS));
  if (!monthEnd) return;
  const paid = R(ledger.interestAccrued, market.digits);
  if (!paid.isZero()) bookEnd(books, 'interest', paid, '');
  ledger.interestAccrued = ZERO;
};

/** Step 6: rates of margin are written again where the symbol asks for it. */
const refreshRates = (books: Books): void => {
  for (const position of books.positions) {
    const terms = books.terms(position.symbol);
    const quote = terms && books.market.price(terms);
    if (terms === undefined || quote === undefined || !terms.record.margin_recalc_rates) continue;
    const rate = marginRateAt(books, terms, position.side, quote[dealtAt(position.side)]);
    if (rate !== undefined) books.putPosition({ ...position, rateMargin: rate });
  }
};

/** Steps 7 and 8: the daily row, and the figures that the next day begins with. */
const writeDay = (books: Books, at: number, monthEnd: boolean): void => {
  const { ledger } = books;
  const state = stateOf(books);
  const { blocked: _, ...money } = state;
  books.fresh.daily.push({
    ...money,
    balance: ledger.balance,
    credit: ledger.credit,
    balancePrevDay: ledger.balancePrevDay,
    balancePrevMonth: ledger.balancePrevMonth,
    equityPrevDay: ledger.equityPrevDay,
    equityPrevMonth: ledger.equityPrevMonth,
    interestAccrued: ledger.interestAccrued,
    ...sumsOf(books.dayDeals),
  });
  books.dayDeals = [];
  ledger.balancePrevDay = ledger.balance;
  ledger.equityPrevDay = state.equity;
  ledger.dayEndedAt = at;
  if (!monthEnd) return;
  ledger.balancePrevMonth = ledger.balance;
  ledger.equityPrevMonth = state.equity;
};

/** Ends the trading day whose run was planned at a time; a day that is not due is left alone. */
export const endDay = (books: Books, at: number): void => {
  if (!daysDue(books).includes(at)) return;
  const { midnight } = faceOf(books.market.rules.platform, at);
  const monthEnd = isMonthEnd(midnight);
  const ended = endLifetimes(books);
  chargePeriod(books, 'daily');
  if (monthEnd) chargePeriod(books, 'monthly');
  accrueInterest(books, monthEnd);
  books.ledger.profitBlocked = ZERO;
  if (books.market.rules.group.swaps_enabled) {
    for (const position of books.positions) swapNight(books, position, midnight);
  }
  refreshRates(books);
  writeDay(books, at, monthEnd);
  for (const order of ended) endPartner(books, order);
  testStopOut(books);
};
