// Desk operations of payments to many accounts.

import type { Static } from '@sinclair/typebox';
import type { Code } from '../base/codes.js';
import { uuidV5, uuidV8 } from '../base/uuid.js';
import type { PaymentResult } from '../rest/accounts/accounts.js';
import type { PaymentsBody } from '../rest/trading/payments.js';
import type { Caller } from './caller.js';

/** A payment to make. */
export interface Payment {
  readonly login: number;
  readonly request_id: string;
  readonly action: string;
  readonly amount: string;
  readonly comment?: string | undefined;
  /** The side of the positions that it is for; empty = none. */
  readonly side: '' | 'buy' | 'sell';
}

/** A payment to each account of groups; its request id is that of the whole. */
type GroupPayment = Pick<Payment, 'request_id' | 'action' | 'amount' | 'comment'>;

/** The payments of accounts of groups: each account is paid once for the request id. */
export const groupPayments = (
  { request_id, action, amount, comment }: GroupPayment,
  logins: readonly number[],
): readonly Payment[] =>
  logins.map((login) => ({
    ...{ login, request_id: uuidV8(request_id, `payment to ${login}`) },
    ...{ action, amount, comment, side: '' },
  }));

/** The payments of an item; a sentence if the item contradicts itself or its side has no action. */
export const positionPayments = (
  { login, request_id, amount_buy, amount_sell, amount, net_side }: PaymentsBody['items'][number],
  body: PaymentsBody,
): readonly Payment[] | string => {
  if (amount !== undefined && (amount_buy ?? amount_sell) !== undefined) {
    return 'amount: not together with amount_buy or amount_sell';
  }
  const sides = [
    { side: 'buy', paid: amount_buy, id: request_id },
    { side: 'sell', paid: amount_sell, id: uuidV5(request_id, 'sell') },
    { side: net_side, paid: amount, id: request_id },
  ] as const;
  const payments: Payment[] = [];
  for (const { side, paid, id } of sides) {
    if (paid === undefined || Number(paid) === 0) continue;
    const terms = side && body[side];
    if (!side) return 'net_side: required with amount';
    if (!terms) return `${side}: required`;
    payments.push({ login, request_id: id, amount: paid, side, ...terms });
  }
  return payments;
};

/** The row of a payment as clients see it. */
export type PaymentRow = Static<typeof PaymentResult>;

/** The answer of an account about a payment. */
interface PaymentAnswer {
  readonly code: Code;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The status of a payment by its code: without an answer nobody knows whether it was made. */
const statusOf = (code: Code): PaymentRow['status'] => {
  if (code === 'ok') return 'done';
  return code === 'trade.timeout' ? 'unknown' : 'rejected';
};

/** The row of a payment by the answer of its account. */
export const paymentRow = (
  { login, request_id, amount, side }: Pick<Payment, 'login' | 'request_id' | 'amount' | 'side'>,
  { code, message, data }: PaymentAnswer,
): PaymentRow => {
  const [deal_id = null] = (data?.deal_ids ?? []) as readonly number[];
  return { amount, code, deal_id, login, message, request_id, side, status: statusOf(code) };
};

/** The operations of payments to many accounts, with inputs and answers. */
export interface PaymentOps {
  /**
   * May accounts of the groups of a mask get one payment? Refuses a mask that fits no group of
   * clients in the caller's scope, and groups of several currencies.
   */
  'payments.groups': { input: { caller: Caller; group: string }; output: null };
  /**
   * Begins payments; `logins` has the account of each. Returns the accounts that the caller may not
   * touch, each with the code. Each payment counts against the write allowance of the caller.
   */
  'payments.begin': {
    input: { caller: Caller; logins: readonly number[] };
    output: { refused: ReadonlyMap<number, Code> };
  };
  /**
   * Ends payments: writes the journal lines of those that no account has written, and their sum.
   * `refused` has the accounts that were not asked, because the caller may not touch them.
   */
  'payments.end': {
    input: {
      caller: Caller;
      payments: readonly { readonly action: string; readonly row: PaymentRow }[];
      refused: ReadonlySet<number>;
    };
    output: null;
  };
}
