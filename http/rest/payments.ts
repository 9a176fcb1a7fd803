// Payments to accounts: each is a money operation of its own, and gets a row in the answer.

import type { Static } from '@sinclair/typebox';
import type { Code } from '../../wire/base/codes.js';
import { done, type Outcome } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { PaymentResult } from '../../wire/rest/accounts/accounts.js';
import { type PassedEnvelope, refusedAs } from './actor-call.js';
import type { HandlerContext } from './route.js';
import { answersTo } from './trade-batch.js';

/** A payment to make. */
export interface Payment {
  readonly login: number;
  readonly request_id: string;
  readonly action: string;
  readonly amount: string;
  readonly comment?: string | undefined;
  readonly side: '' | 'buy' | 'sell';
}

/** The row of a payment in an answer. */
type PaymentRow = Static<typeof PaymentResult>;

/** The row of a payment by what its account answered. */
export const paymentRow = (
  { login, request_id, amount, side }: Pick<Payment, 'login' | 'request_id' | 'amount' | 'side'>,
  { success, code, message, data }: PassedEnvelope,
): PaymentRow => {
  const [deal_id = null] = (data?.deal_ids ?? []) as readonly number[];
  const failed = code === 'trade.timeout' ? 'unknown' : 'rejected';
  return {
    amount,
    code,
    deal_id,
    login,
    message,
    request_id,
    side,
    status: success ? 'done' : failed,
  };
};

/** The journal line of a payment that was not seen to be made; of others the account writes it. */
const lineOf = ({ login, amount, action }: Payment, { status, code }: PaymentRow) => ({
  login,
  text: `payment of ${amount} as ${action}: ${status} (${code})`,
});

/** Makes payments in the caller's name, each once, and sums up in the journal; rows in order. */
export const madePayments = async <C extends Code>(
  payments: readonly Payment[],
  skip_margin_check: boolean,
  { caller, requestId }: { caller: Caller; requestId: string },
  door: Pick<HandlerContext<C>, 'call' | 'desk'>,
): Promise<Outcome<PaymentRow[], C>> => {
  const logins = [...new Set(payments.map(({ login }) => login))];
  const reached = await door.desk('accounts.reach_all', {
    caller,
    logins,
    rights: ['accounts.balance'],
    writes: payments.length,
  });
  if (!reached.ok) return reached;
  const { refused } = reached.data;
  const allowed = payments.filter(({ login }) => !refused.has(login));
  const answers = await answersTo(allowed, ({ side: _, login, ...payment }) =>
    door.call(caller, login, 'balance', { ...payment, skip_margin_check }, requestId),
  );
  const byPayment = new Map(allowed.map((one, at) => [one, answers[at] as PassedEnvelope]));
  const rows = payments.map((one) =>
    paymentRow(one, byPayment.get(one) ?? refusedAs(refused.get(one.login) as Code)),
  );
  const paid = rows.filter(({ status }) => status === 'done').length;
  const summary = `payments: ${paid} of ${rows.length} made`;
  // Nobody writes into the journal of an account that is not within their reach.
  const lines = payments.flatMap((payment, at) => {
    const row = rows[at] as PaymentRow;
    return row.status === 'done' || refused.has(row.login) ? [] : lineOf(payment, row);
  });
  await door.desk('trades.note', { caller, lines, summary });
  return done(rows);
};
