// The end of an account's trading day: its steps in order, and the daily row.

import { isStaffGroup, isTechnicalGroup } from '../../wire/accounts/group-kinds.js';
import { plus } from '../../wire/base/amounts.js';
import { formatExact, parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import { serverId } from '../../wire/base/uuid.js';
import type { EndOfDayCommand } from '../../wire/trading/commands.js';
import { type Daily, dailyId } from '../../wire/trading/daily.js';
import type { AccountEventKind } from '../../wire/trading/events.js';
import type { Action, Ledger, Money } from '../../wire/trading/records.js';
import type { Execution, Turn } from '../account/types.js';
import { isRunOpen } from '../calendar/trading-day.js';
import { type Accrual, blockedBy, takeAccruals } from '../deals/accruals.js';
import { daySums } from '../deals/day-sums.js';
import { DERIVED_NAMESPACE, demoMark } from '../deals/deals.js';
import { moneyDeal } from '../deals/payments.js';
import { valuation } from '../margin/money.js';
import { limitedQuotient, ONE, roundQuotient, TENN } from '../numbers/exact.js';
import { addEvent, explainOf, serverCause } from '../turn/turn.js';
import { Closing } from './day-closing.js';
import { endOrders, refreshRates, rollSwaps } from './rollover.js';

const pay = (closing: Closing, action: Action, amount: number, comment: string): void => {
  if (amount === 0) return;
  closing.pay(moneyDeal(closing.turn, action, amount, { comment, reason: 'rollover' }));
};

/** Adds a derived command that pays the agent the accrual of a rule after the event (§3.9). */
const payAgent = ({ turn, day, derived }: Closing, { key, charge, amount }: Accrual): void => {
  const { login, switches } = turn.state;
  const { currency, currency_digits: digits } = turn.basis.group.record;
  if (switches.agent === 0 || amount === 0) return;
  derived.push({
    request_id: serverId(DERIVED_NAMESPACE, `${login}:${day.date}:${key}`),
    login: switches.agent,
    action: charge === 'daily' ? 'agent_daily' : 'agent_monthly',
    amount: formatExact(amount, digits, digits),
    comment: `agent ${login} ${day.date}`,
    from_login: login,
    currency,
    ...demoMark(turn),
  });
};

/** Charges the accruals of a period and releases the blocked commission (§3.9, §5.2.2). */
const chargePeriod = (closing: Closing, charge: 'daily' | 'monthly'): void => {
  const { due, left } = takeAccruals(closing.ledger.accruals, charge);
  if (due.length === 0) return;
  const commission_blocked = blockedBy(left);
  closing.write({ ledger: { ...closing.ledger, accruals: left, commission_blocked } });
  for (const accrual of due) {
    const { kind, name, amount } = accrual;
    if (kind === 'agent') {
      payAgent(closing, accrual);
      continue;
    }
    pay(closing, `commission_${charge}`, -amount, name);
    const label = `${kind} ${name}`;
    if (amount !== 0) closing.charged[label] = plus(closing.charged[label] ?? 0, -amount);
  }
};

const chargeCommissions = (closing: Closing): void => {
  chargePeriod(closing, 'daily');
  if (closing.day.monthEnd) chargePeriod(closing, 'monthly');
};

/**
 * Adds R(max(margin_free − credit, 0)·rate/100/interest_days, 12) to `interest_accrued`; the end of
 * a month pays R(accrued, cd) and starts again at 0 (trading-rules §5.2.3).
 */
const accrueInterest = (closing: Closing): void => {
  const { turn, day } = closing;
  const { interest_rate, interest_days, currency_digits } = turn.basis.group.record;
  const rate = parseScaledBig(interest_rate, RATE_SCALE) ?? 0n;
  const { margin_free, credit } = valuation(turn.state, turn.ctx).money;
  const free = BigInt(Math.max(margin_free - credit, 0));
  const unit = TENN[currency_digits] as bigint;
  const earned = roundQuotient(free * rate, unit * 100n * BigInt(interest_days));
  const accrued = closing.ledger.interest_accrued + earned;
  if (!day.monthEnd) {
    closing.write({ ledger: { ...closing.ledger, interest_accrued: accrued } });
    return;
  }
  closing.write({ ledger: { ...closing.ledger, interest_accrued: 0n } });
  pay(closing, 'interest', limitedQuotient(accrued * unit, ONE), '');
};

/** Releases the profit that the day has blocked (trading-rules §5.2.4). */
const releaseProfit = (closing: Closing): void => {
  closing.write({ ledger: { ...closing.ledger, profit_blocked: 0 } });
};

/** The steps up to the daily row, in their order (trading-rules §5.2). */
const STEPS: readonly ((closing: Closing) => void)[] = [
  endOrders,
  chargeCommissions,
  accrueInterest,
  releaseProfit,
  rollSwaps,
  refreshRates,
];

/** The daily row; technical and staff accounts have none (trading-rules §5.2.7). */
const dailyRow = ({ turn, day, ledger }: Closing, money: Money): Daily | null => {
  const { record } = turn.basis.group;
  const { login, switches } = turn.state;
  if (isStaffGroup(record.path) || isTechnicalGroup(record.path)) return null;
  return {
    id: dailyId(day.day, login),
    date: day.date,
    login,
    name: switches.name,
    group: record.path,
    company: record.company,
    currency: record.currency,
    currency_digits: record.currency_digits,
    balance: ledger.balance,
    balance_prev_day: ledger.balance_prev_day,
    balance_prev_month: ledger.balance_prev_month,
    credit: ledger.credit,
    equity: money.equity,
    equity_prev_day: ledger.equity_prev_day,
    equity_prev_month: ledger.equity_prev_month,
    profit: money.profit,
    swap: money.swap,
    margin: money.margin,
    margin_free: money.margin_free,
    margin_level: money.margin_level,
    leverage: money.leverage,
    commission_blocked: ledger.commission_blocked,
    interest_accrued: ledger.interest_accrued,
    ...daySums(ledger.day_sums),
    created_at: turn.now,
  };
};

/** The ledger at the start of the next day, whose end made a row or none (trading-rules §5.2.8). */
const nextDay = (
  { turn, ledger, day }: Closing,
  at: number,
  equity: number,
  daily: Daily | null,
): Ledger => {
  const { balance } = ledger;
  const month = day.monthEnd ? { balance_prev_month: balance, equity_prev_month: equity } : {};
  return {
    ...ledger,
    ...month,
    balance_prev_day: balance,
    equity_prev_day: equity,
    day_sums: [],
    day_ended_at: at,
    day_ended: day.day,
    day_version: daily === null ? 0 : turn.state.switches.version,
  };
};

/**
 * The event kind for sockets, by the most important change; a day that changed no rows sends no
 * frame.
 */
const kindOf = ({ deals, positions, orders }: Closing): AccountEventKind => {
  if (deals.length > 0) return 'deal';
  if (positions.length > 0) return 'position';
  return orders.length > 0 ? 'order' : 'setting';
};

/**
 * Ends the account's trading day as one event (§5.2). A day that has ended already, or
 * was over before the account was opened, is skipped. Margin call and stop-out, step 9, are tested
 * after it as after every event.
 */
export const endDay = (turn: Turn, { at }: EndOfDayCommand): Execution => {
  const { calendar } = turn.ctx.settings;
  if (at > turn.now || !isRunOpen(turn.state, calendar, at)) {
    return { ok: true, events: turn.events, result: null };
  }
  const day = calendar.dayOf(at);
  const closing = new Closing(turn, day);
  for (const step of STEPS) step(closing);
  const { money } = valuation(closing.turn.state, turn.ctx);
  const daily = dailyRow(closing, money);
  const explain = explainOf(turn, null, null, `end of day ${day.date}`);
  explain.charges = closing.charged;
  addEvent(turn, {
    kind: kindOf(closing),
    cause: serverCause('end_of_day'),
    ledger: nextDay(closing, at, money.equity, daily),
    orders: closing.orders,
    positions: closing.positions,
    deals: closing.deals,
    derived: closing.derived,
    queued: closing.queued,
    daily,
    explain: closing.deals.length > 0 ? explain : null,
  });
  return { ok: true, events: turn.events, result: null };
};
