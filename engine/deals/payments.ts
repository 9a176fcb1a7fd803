// Money operations: which payments are allowed, their deals, and the ledger after them.

import { MONEY_MAX, PAYMENT_MAX, paymentMax } from '../../wire/base/amounts.js';
import type { Refusal } from '../../wire/base/codes.js';
import { emptyRow } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import { parseScaled, parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import type { BalanceCommand } from '../../wire/trading/commands.js';
import type { Cause } from '../../wire/trading/events.js';
import {
  type Action,
  CREDIT_ACTIONS,
  DEAL,
  type Deal,
  type Ledger,
} from '../../wire/trading/records.js';
import { copyLedger } from '../account/copies.js';
import { fail, moneyText, noMoney, noRate } from '../account/failed.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { valuationOf } from '../margin/money.js';
import { limitedQuotient, ONE, TENN } from '../numbers/exact.js';
import { digestOf } from '../turn/digest.js';
import { addEvent, conflict, explainOf, refusal, resultOf } from '../turn/turn.js';
import { booked } from './booking.js';
import { sumsAfter } from './day-sums.js';

const NO_DEAL: Deal = emptyRow(DEAL);

/** A deal that moves money without a position; its amount is in `profit` (§1.5). */
export const moneyDeal = (
  turn: Turn,
  action: Action,
  amount: number,
  more: Partial<Deal>,
): Mutable<Deal> => ({
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

/** The ledger after a money deal; it is cut to the booked amount (§2.2, balance and credit). */
export const ledgerWith = (turn: Turn, ledger: Ledger, deal: Mutable<Deal>): Ledger => {
  const after = copyLedger(ledger);
  if (CREDIT_ACTIONS.includes(deal.action)) after.credit = booked(turn, ledger.credit, deal);
  else after.balance = booked(turn, ledger.balance, deal);
  after.day_sums = sumsAfter(ledger.day_sums, deal);
  return after;
};

const causeOf = ({ source, dealer, request_id }: BalanceCommand): Cause => ({
  kind: 'balance',
  source,
  dealer,
  request_id,
});

/** Refuses an amount of 0, and one with more digits than the currency. */
const wrongAmount = (turn: Turn): Fault =>
  fail(turn, 'trade.invalid_request', () => {
    const { currency, currency_digits } = turn.basis.group.record;
    const step = moneyText(turn, 1);
    const digits = `${currency_digits} digits after the point`;
    const message = `amount: must be a multiple of ${step} ${currency} (${digits}), and not 0.`;
    return { message, figures: { field: 'amount', step, currency } };
  });

/** Refuses an amount, or a balance, beyond the ledger's range; `most` in units of the currency. */
const beyondLedger = (turn: Turn, what: string, most: number): Fault =>
  fail(turn, 'trade.limit_money', () => {
    const { currency } = turn.basis.group.record;
    const max = moneyText(turn, most);
    const message = `amount: ${what} may be at most ${max} ${currency} in either direction.`;
    return { message, figures: { field: 'amount', max, currency } };
  });

/** Checks whether a payment is allowed (trading-rules §4.8). */
const paymentFault = (turn: Turn, command: BalanceCommand, amount: number | undefined): Fault => {
  const digits = turn.basis.group.record.currency_digits;
  const { balance, credit } = turn.state.ledger;
  const most = paymentMax(digits);
  if (amount === undefined) {
    const large = Math.abs(Number(command.amount)) > PAYMENT_MAX;
    return large ? beyondLedger(turn, 'a payment', most) : wrongAmount(turn);
  }
  const onCredit = CREDIT_ACTIONS.includes(command.action);
  const before = onCredit ? credit : balance;
  const after = before + amount;
  // An amount that brings the balance closer to 0 always stays in the range (§0.3).
  const grows = Math.abs(after) > Math.abs(before);
  if (Math.abs(amount) > most) return beyondLedger(turn, 'a payment', most);
  if (grows && Math.abs(after) > MONEY_MAX) {
    return beyondLedger(turn, onCredit ? 'the credit' : 'the balance', MONEY_MAX);
  }
  if (amount === 0) return wrongAmount(turn);
  if (amount > 0) return undefined;
  if (onCredit && after < 0) return noMoney(turn, -amount, credit, 'credit');
  if (command.skip_margin_check) return undefined;
  if (!onCredit && after < 0) return noMoney(turn, -amount, balance, 'balance');
  const free = valuationOf(turn).money.margin_free;
  return free + amount < 0 ? noMoney(turn, -amount, free, 'margin_free') : undefined;
};

/** The amount in the account's currency, and the deal comment with the original amount. */
interface Paid {
  /** Undefined when it is invalid. */
  readonly amount: number | undefined;
  readonly conversion: Partial<Deal>;
}

/** Most characters of a deal's comment. */
const COMMENT_MAX = 64;

/**
 * The amount in units of the account's currency. An amount in another currency is converted like a
 * profit: at Bid if received, at Ask if paid, R(amount·rate, cd), and the comment states the
 * original amount (trading-rules §3.2, §3.3, §3.9). Null while there is no rate.
 */
const paidOf = (turn: Turn, { amount: text, currency, comment }: BalanceCommand): Paid | null => {
  const { group } = turn.basis;
  const digits = group.record.currency_digits;
  if (currency === undefined) return { amount: parseScaled(text, digits), conversion: {} };
  const exact = parseScaledBig(text, RATE_SCALE);
  if (exact === undefined) return { amount: undefined, conversion: {} };
  const rate = group.toDeposit(currency).rate(exact > 0n ? 'bid' : 'ask', turn.ctx);
  if (rate === 0n) return null;
  const amount = limitedQuotient(exact * rate * (TENN[digits] as bigint), ONE * ONE);
  if (currency === group.record.currency) return { amount, conversion: {} };
  const profit_digits = text.split('.')[1]?.length ?? 0;
  const conversion = {
    profit_raw: parseScaled(text, profit_digits) ?? 0,
    profit_digits,
    rate_profit: rate,
    comment: `${comment} ${text} ${currency}`.slice(0, COMMENT_MAX),
  };
  return { amount, conversion };
};

/** The result of an amount that rounds to 0 in the account's currency: `done` without a deal. */
const nothing = (turn: Turn, command: BalanceCommand, cause: Cause): Execution => {
  const { request_id } = command;
  const result = resultOf(turn, request_id, undefined, {});
  const remembered = { request_id, digest: digestOf(command), result };
  addEvent(turn, { kind: 'setting', cause, remembered });
  return { ok: true, events: turn.events, result };
};

/**
 * Records that a payment of the server itself is refused for good: the id is used up, nothing is
 * owed any more, and staff read it in the journal.
 */
const refusedForGood = (
  turn: Turn,
  command: BalanceCommand,
  { code, message }: Refusal,
): Execution => {
  const { request_id, action, amount, currency, comment } = command;
  const { login } = turn.state;
  const money = `${amount} ${currency ?? turn.basis.group.record.currency}`;
  const text = `payment ${action} of ${money} to account ${login} refused: ${message}`;
  const result = resultOf(turn, request_id, undefined, { code, message, status: 'rejected' });
  addEvent(turn, {
    kind: 'setting',
    cause: causeOf(command),
    remembered: { request_id, digest: digestOf(command), result },
    journal: [{ kind: 'trade', login, text: comment === '' ? text : `${text} (${comment})` }],
  });
  return { ok: true, events: turn.events, result };
};

/**
 * Deposits or withdraws money (trading-rules §2.2, §4.8). `trade.off_quotes` for an amount in
 * another currency without a conversion rate (§3.9.9); `conflict` for money of a demo
 * account that a real account would get. A payment of the server itself that is refused for another
 * reason than a missing rate has its refusal as its outcome.
 */
export const payment = (turn: Turn, command: BalanceCommand): Execution => {
  const paid = tryPayment(turn, command);
  const isFinal = !paid.ok && command.source === 'server' && paid.code !== 'trade.off_quotes';
  return isFinal ? refusedForGood(turn, command, paid) : paid;
};

const tryPayment = (turn: Turn, command: BalanceCommand): Execution => {
  if (turn.state.switches.archived) return refusal(turn, command.request_id, 'trade.disabled');
  const { action, comment, dealer, request_id } = command;
  const cause = causeOf(command);
  if (command.demo === true && !turn.basis.group.demo) {
    const payer = command.from_login ? ` ${command.from_login}` : '';
    const money = `The money is that of a demo account${payer}`;
    return conflict(turn, request_id, `${money}, account ${turn.state.login} is a real one.`);
  }
  const paid = paidOf(turn, command);
  if (paid === null) {
    const { currency } = turn.basis.group.record;
    return refusal(turn, request_id, noRate(turn, command.currency ?? currency, currency));
  }
  const { amount, conversion } = paid;
  if (amount === 0 && command.currency !== undefined) return nothing(turn, command, cause);
  const fault = paymentFault(turn, command, amount);
  if (fault !== undefined) return refusal(turn, request_id, fault);

  // All checks have passed: from here on the request id is used up.
  const reason = command.source === 'dealer' ? 'dealer' : 'client';
  const more = { comment, dealer, request_id, reason, ...conversion } as const;
  const deal = moneyDeal(turn, action, amount ?? 0, more);
  const result = resultOf(turn, request_id, undefined, { deal_ids: String(deal.id) });
  const explain = explainOf(turn, null, null, '');
  explain.from_login = command.from_login ?? 0;
  explain.from_deal = command.from_deal ?? 0;
  addEvent(turn, {
    kind: 'deal',
    cause,
    deals: [deal],
    explain,
    ledger: ledgerWith(turn, turn.state.ledger, deal),
    remembered: { request_id, digest: digestOf(command), result },
  });
  return { ok: true, events: turn.events, result };
};
