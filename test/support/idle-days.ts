// Idle days as they were before they were one event: an event of each account, with its daily row.

import type { AccountState } from '../../engine/account/types.js';
import { loginsAbove } from '../../wire/base/login-set.js';
import { dateText } from '../../wire/base/time.js';
import { DAY_SUMS, type Daily, dailyId } from '../../wire/trading/daily.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { type IdleDayEvent, type IdleRow, ledgerAfterIdle } from '../../wire/trading/idle-day.js';

/** The logins of an idle day. */
export const loginsOfIdle = ({ accounts }: IdleDayEvent): number[] =>
  accounts.flatMap(({ logins }) => [...loginsAbove(logins, 0)]);

/** The row that the end of day of an account makes, from its ledger before it. */
const rowOf = ({ ledger, switches }: AccountState, event: IdleDayEvent, row: IdleRow): Daily => {
  const { login } = switches;
  const { is_flat: _, ...common } = row;
  const equity = ledger.balance + ledger.credit;
  const sums = Object.fromEntries(DAY_SUMS.map((name) => [name, 0]));
  return {
    ...common,
    id: dailyId(event.day, login),
    date: dateText(event.day * 86_400_000),
    login,
    name: switches.name,
    balance: ledger.balance,
    balance_prev_day: ledger.balance_prev_day,
    balance_prev_month: ledger.balance_prev_month,
    credit: ledger.credit,
    equity,
    equity_prev_day: ledger.equity_prev_day,
    equity_prev_month: ledger.equity_prev_month,
    profit: 0,
    swap: 0,
    margin: 0,
    margin_free: equity,
    margin_level: 0,
    commission_blocked: 0,
    interest_accrued: ledger.interest_accrued,
    ...(sums as Pick<Daily, (typeof DAY_SUMS)[number]>),
    created_at: event.at,
  };
};

/** The event of each account of an idle day; `before` gives an account as it was. */
export const idleEvents = (
  event: IdleDayEvent,
  before: (login: number) => AccountState,
): AccountEvent[] =>
  event.accounts.flatMap(({ row, logins }) =>
    Array.from(loginsAbove(logins, 0), (login): AccountEvent => {
      const state = before(login);
      const { balance, credit } = state.ledger;
      return {
        type: 'account',
        kind: 'setting',
        login,
        group: state.switches.group,
        account_seq: state.ledger.account_seq,
        time: event.time,
        cause: { kind: 'end_of_day', source: 'server', dealer: 0, request_id: '' },
        ledger: ledgerAfterIdle(state.ledger, event),
        money: {
          ...{ balance, credit, blocked: 0, profit: 0, swap: 0, equity: balance + credit },
          ...{ margin: 0, margin_free: balance + credit, margin_level: 0 },
          leverage: row?.leverage ?? 0,
          calculated_at: event.time,
        },
        orders: [],
        deals: [],
        positions: [],
        remembered: null,
        explain: null,
        derived: [],
        queued: [],
        daily: row === null ? null : rowOf(state, event, row),
        corrections: [],
        journal: [],
      };
    }),
  );
