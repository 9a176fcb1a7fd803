// Payments to accounts: each is a request to its account. The desk decides who may make them, and
// their journal lines.

import { type Code, type Outcome, ok } from '../../wire/base/codes.js';
import { type Payment, type PaymentRow, paymentRow } from '../../wire/desk/payment-operations.js';
import { type Asking, type PassedEnvelope, refusedAs } from './actor-call.js';
import type { HandlerContext } from './route.js';
import { answersTo } from './trade-batch.js';

/** Makes payments in the caller's name, each once; returns their rows in order. */
export const madePayments = async <C extends Code>(
  payments: readonly Payment[],
  skip_margin_check: boolean,
  { caller, requestId }: Asking,
  door: Pick<HandlerContext<C>, 'call' | 'desk'>,
): Promise<Outcome<PaymentRow[], C>> => {
  const logins = payments.map(({ login }) => login);
  const begun = await door.desk('payments.begin', { caller, logins });
  if (!begun.ok) return begun;
  const { refused } = begun.data;
  const allowed = payments.filter(({ login }) => !refused.has(login));
  const given = await answersTo(allowed, ({ side: _, login, ...payment }) =>
    door.call(caller, login, 'balance', { ...payment, skip_margin_check }, requestId),
  );
  const answerOf = new Map(allowed.map((one, at) => [one, given[at] as PassedEnvelope]));
  const rows = payments.map((one) =>
    paymentRow(one, answerOf.get(one) ?? refusedAs(refused.get(one.login) as Code)),
  );
  await door.desk('payments.end', {
    caller,
    payments: payments.map(({ action }, at) => ({ action, row: rows[at] as PaymentRow })),
    refused: new Set(refused.keys()),
  });
  return ok(rows);
};
