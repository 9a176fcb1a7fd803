// The sums of an account's trading day: each amount of a deal counts in exactly one column.

import { plus } from '../../wire/base/amounts.js';
import { DAY_SUMS, type DaySum } from '../../wire/trading/daily.js';
import type { Action, Deal } from '../../wire/trading/records.js';

/** The column of a money operation; for a payment it depends on the sign (trading-rules §5.3). */
const COLUMNS: Readonly<Partial<Record<Action, DaySum>>> = {
  charge: 'daily_charges',
  correction: 'daily_corrections',
  bonus: 'daily_bonuses',
  credit: 'daily_credit',
  so_compensation_credit: 'daily_credit',
  swap: 'daily_swap',
  commission: 'daily_commission_instant',
  commission_daily: 'daily_commission_turnover',
  commission_monthly: 'daily_commission_turnover',
  agent: 'daily_agent',
  agent_daily: 'daily_agent',
  agent_monthly: 'daily_agent',
  interest: 'daily_interest',
  dividend: 'daily_dividends',
  dividend_franked: 'daily_dividends',
  tax: 'daily_taxes',
  so_compensation: 'daily_compensation',
};

/** The sums of a day without deals. */
const NO_SUMS: readonly number[] = DAY_SUMS.map(() => 0);

const PROFIT = DAY_SUMS.indexOf('daily_profit');
const SWAP = DAY_SUMS.indexOf('daily_swap');
const COMMISSION = DAY_SUMS.indexOf('daily_commission_instant');
const FEE = DAY_SUMS.indexOf('daily_fee');

const columnOf = ({ action, profit }: Deal): number =>
  DAY_SUMS.indexOf(COLUMNS[action] ?? (profit < 0 ? 'daily_withdrawals' : 'daily_deposits'));

/** The day's sums after a deal, limited, in the order of DAY_SUMS (trading-rules §5.3). */
export const sumsAfter = (sums: readonly number[], deal: Deal): readonly number[] => {
  const { profit, swap, commission, fee } = deal;
  if (profit === 0 && swap === 0 && commission === 0 && fee === 0) return sums;
  const after = sums.length === 0 ? NO_SUMS.slice() : sums.slice();
  const add = (column: number, amount: number): void => {
    after[column] = plus(after[column] as number, amount);
  };
  const traded = deal.action === 'buy' || deal.action === 'sell';
  add(traded ? PROFIT : columnOf(deal), profit);
  add(SWAP, swap);
  add(COMMISSION, commission);
  add(FEE, fee);
  return after;
};

/** The day's sums by column, in units of the currency (trading-rules §5.3). */
export const daySums = (sums: readonly number[]): Readonly<Record<DaySum, number>> =>
  Object.fromEntries(DAY_SUMS.map((name, at) => [name, sums[at] ?? 0])) as Record<DaySum, number>;
