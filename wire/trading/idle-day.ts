// Idle days: the end of a day of many accounts at which nothing changed, as one event, and the
// daily rows that follow from it.

import type { LoginSet } from '../base/login-set.js';
import { dateText } from '../base/time.js';
import { DAY_SUMS, type Daily, type DaySum, dailyId } from './daily.js';
import type { Ledger } from './records.js';

const DAY_MS = 86_400_000;

/**
 * The fields that the daily rows of idle accounts share. All other fields of such a row follow from
 * the newest row that was stored before it.
 */
export interface IdleRow
  extends Pick<Daily, 'group' | 'company' | 'currency' | 'currency_digits' | 'leverage'> {
  /**
   * Were balance and equity the same at the end of the month before? Otherwise the row has that
   * balance and equity from the row before it.
   */
  readonly is_flat: boolean;
}

/** Idle accounts whose rows have the same values; `row` null = they have no row for the day. */
export interface IdleAccounts {
  readonly row: IdleRow | null;
  readonly logins: LoginSet;
}

/** The end of a trading day of accounts whose row would equal the row of the day before. */
export interface IdleDayEvent {
  readonly type: 'idle';
  /** ms since 1970; never decreases within a shard. */
  readonly time: number;
  /** The server date of the day, as days since 1970. */
  readonly day: number;
  /** The planned end of the day. */
  readonly at: number;
  /** Is it the last day of its month? */
  readonly month_end: boolean;
  readonly accounts: readonly IdleAccounts[];
}

/** Makes the ledger of an idle account after the day (trading-rules §5.2.8). */
export const ledgerAfterIdle = (
  ledger: Ledger,
  { time, day, at, month_end }: Omit<IdleDayEvent, 'type' | 'accounts'>,
): Ledger => ({
  ...ledger,
  ...(month_end && {
    balance_prev_month: ledger.balance_prev_day,
    equity_prev_month: ledger.equity_prev_day,
  }),
  updated_at: time,
  day_sums: [],
  day_ended_at: at,
  day_ended: day,
});

/** The sums of a day without deals. */
const NO_SUMS = Object.fromEntries(DAY_SUMS.map((name) => [name, 0])) as Record<DaySum, number>;

/** Makes the row of an idle day with the planned end `at`, from the newest stored row before. */
export const idleDaily = (
  before: Daily,
  day: number,
  at: number,
  { is_flat, ...common }: IdleRow,
): Daily => {
  const { login, balance, equity } = before;
  return {
    ...before,
    ...common,
    id: dailyId(day, login),
    date: dateText(day * DAY_MS),
    balance_prev_day: balance,
    balance_prev_month: is_flat ? balance : before.balance_prev_month,
    credit: equity - balance,
    equity_prev_day: equity,
    equity_prev_month: is_flat ? equity : before.equity_prev_month,
    profit: 0,
    swap: 0,
    margin: 0,
    margin_free: equity,
    margin_level: 0,
    commission_blocked: 0,
    interest_accrued: 0n,
    ...NO_SUMS,
    created_at: at,
  };
};
