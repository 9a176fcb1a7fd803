// The trading day of an account: the sums over its deals, and its daily row.

import { fields, type Row } from '../base/field-table.js';

/** The columns of a day's sums; each amount of a deal counts in exactly one (§5.3). */
export const DAY_SUMS = [
  'daily_deposits',
  'daily_withdrawals',
  'daily_charges',
  'daily_corrections',
  'daily_bonuses',
  'daily_credit',
  'daily_profit',
  'daily_swap',
  'daily_commission_instant',
  'daily_commission_turnover',
  'daily_fee',
  'daily_agent',
  'daily_interest',
  'daily_dividends',
  'daily_taxes',
  'daily_compensation',
] as const;
export type DaySum = (typeof DAY_SUMS)[number];

/** The highest login: the id of a daily row has 32 bits for the login. */
export const LOGIN_MAX = 2 ** 32 - 1;

/** The id of an account's row for a day, which is counted in days since 1970. */
export const dailyId = (day: number, login: number): number => day * (LOGIN_MAX + 1) + login;

/** The day of a row's id, counted in days since 1970. */
export const dayOfDaily = (id: number): number => Math.floor(id / (LOGIN_MAX + 1));

/** The login of a row's id. */
export const loginOfDaily = (id: number): number => id % (LOGIN_MAX + 1);

/** One trading day of an account, as of its end (trading-rules §5.3). */
export const DAILY = fields({
  /** The value of `dailyId`. */
  id: 'int',
  /** Server date of the run that ended the day, `YYYY-MM-DD`. */
  date: 'text',
  login: 'int',
  name: 'text',
  group: 'text',
  company: 'text',
  currency: 'text',
  currency_digits: 'int',
  balance: 'money',
  balance_prev_day: 'money',
  balance_prev_month: 'money',
  credit: 'money',
  equity: 'money',
  equity_prev_day: 'money',
  equity_prev_month: 'money',
  profit: 'money',
  swap: 'money',
  margin: 'money',
  margin_free: 'money',
  margin_level: 'percent',
  leverage: 'int',
  commission_blocked: 'money',
  interest_accrued: 'rate',
  daily_deposits: 'money',
  daily_withdrawals: 'money',
  daily_charges: 'money',
  daily_corrections: 'money',
  daily_bonuses: 'money',
  daily_credit: 'money',
  daily_profit: 'money',
  daily_swap: 'money',
  daily_commission_instant: 'money',
  daily_commission_turnover: 'money',
  daily_fee: 'money',
  daily_agent: 'money',
  daily_interest: 'money',
  daily_dividends: 'money',
  daily_taxes: 'money',
  daily_compensation: 'money',
  created_at: 'time',
});
export type Daily = Row<typeof DAILY>;
