// Money operations: what may be paid, the deal that says so, and the ledger after it.

import type { BalanceCommand } from '../wire/commands.js';
import type { Cause } from '../wire/events.js';
import { emptyRow } from '../wire/fields.js';
import { type Action, CREDIT_ACTIONS, DEAL, type Deal, type Ledger } from '../wire/records.js';
import { parseScaled } from '../wire/scale.js';
import type { Fault } from './checks.js';
import { sumsAfter } from './day-sums.js';
import { digestOf } from './digest.js';
import { MONEY_MAX, TEN } from './exact.js';
import { worthOf } from './money.js';
import { commit, explainOf, refusal, resultOf, type Turn } from './turn.js';
import type { Execution } from './types.js';

/** Amounts beyond 10^12 of a currency are refused (trading-rules §4.8). */
const AMOUNT_MAX = TEN[12] as number;

const NO_DEAL: Deal = emptyRow(DEAL);

/** A deal that moves money and no position; the amount stands in `profit` (§1.5). */
export const moneyDeal = (
  turn: Turn,
  action: Action,
  amount: number,
  more: Partial<Deal>,
): Deal => ({
  ...NO_DEAL,
  id: turn.ctx.nextDealId(),
  login: turn.state.login,
  action,
  entry: 'none',
  profit: amount,
  currency_digits: turn.basis.group.record.currency_digits,
  created_at: turn.now,
  ...more,
});

/** The ledger after a money deal (trading-rules §2.2, actions on balance and on credit). */
export const ledgerWith = (ledger: Ledger, deal: Deal): Ledger => {
  const { action, profit } = deal;
  const day_sums = sumsAfter(ledger.day_sums, deal);
  return CREDIT_ACTIONS.includes(action)
    ? { ...ledger, day_sums, credit: ledger.credit + profit }
    : { ...ledger, day_sums, balance: ledger.balance + profit };
};

/** May the amount be paid (trading-rules §4.8, §9.15)? */
const paymentFault = (turn: Turn, command: BalanceCommand, amount: number | undefined): Fault => {
  const digits = turn.basis.group.record.currency_digits;
  const { balance, credit } = turn.state.ledger;
  if (amount === undefined) {
    const large = Math.abs(Number(command.amount)) > AMOUNT_MAX;
    return large ? 'trade.limit_money' : 'trade.invalid_request';
  }
  const onCredit = CREDIT_ACTIONS.includes(command.action);
  const after = (onCredit ? credit : balance) + amount;
  const beyond = Math.abs(amount) > AMOUNT_MAX * (TEN[digits] as number);
  if (beyond || Math.abs(after) > MONEY_MAX) return 'trade.limit_money';
  if (amount === 0) return 'trade.invalid_request';
  if (amount > 0) return undefined;
  if (onCredit && after < 0) return 'trade.no_money';
  if (command.skip_margin_check) return undefined;
  if (!onCredit && after < 0) return 'trade.no_money';
  const free = worthOf(turn).money.margin_free;
  return free + amount < 0 ? 'trade.no_money' : undefined;
};

/** Pays money in or out (trading-rules §2.2, §4.8). */
export const payment = (turn: Turn, command: BalanceCommand): Execution => {
  if (turn.state.switches.archived) return refusal(turn, command.request_id, 'trade.disabled');
  const digits = turn.basis.group.record.currency_digits;
  const amount = parseScaled(command.amount, digits);
  const fault = paymentFault(turn, command, amount);
  if (fault !== undefined) return refusal(turn, command.request_id, fault);
  const { action, comment, dealer, request_id } = command;
  const cause: Cause = { kind: 'balance', source: command.source, dealer, request_id };
  const reason = command.source === 'dealer' ? 'dealer' : 'client';
  const more = { comment, dealer, request_id, reason } as const;
  const deal = moneyDeal(turn, action, amount ?? 0, more);
  const result = resultOf(turn, request_id, undefined, { deal_ids: String(deal.id) });
  const explain = explainOf(turn, null, null, '');
  explain.from_login = command.from_login ?? 0;
  explain.from_deal = command.from_deal ?? 0;
  commit(turn, {
    kind: 'deal',
    cause,
    deals: [deal],
    explain,
    ledger: ledgerWith(turn.state.ledger, deal),
    remembered: { request_id, digest: digestOf(command), result },
  });
  return { ok: true, events: turn.events, result };
};
