// Payments over REST to all accounts of groups.

import { Type } from '@sinclair/typebox';
import { Decimal, Named, RequestId, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { BALANCE_ACTIONS } from '../../trading/commands.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import { COMMENT_MAX, PAYMENT_ITEMS_MAX } from '../trading/payments.js';
import { PaymentResult } from './accounts.js';

/**
 * The same payment to the accounts of groups, by login and at most a thousand in one request; each
 * once for the request id, in whichever request it is made.
 */
export const GroupBalanceBody = Named('GroupBalanceBody', {
  request_id: RequestId(),
  /** A list of masks of groups, of one currency. */
  group: Type.String({ minLength: 1, maxLength: 128 }),
  action: Words(BALANCE_ACTIONS),
  amount: Decimal(),
  comment: Type.Optional(WholeText(COMMENT_MAX)),
  skip_margin_check: Type.Optional(Type.Boolean()),
  /** Goes on behind this login: `next_after` of the answer before. */
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
  /** Most accounts that this request pays. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAYMENT_ITEMS_MAX })),
  dry_run: Type.Optional(Type.Boolean()),
  ...confirmFields,
});

/** The payments that a request made, and where the next one goes on; null = at the end. */
export const GroupBalanceResult = Named('GroupBalanceResult', {
  /** The number of accounts of clients behind `after`, with the accounts of this request. */
  total: Type.Integer(),
  next_after: Type.Union([Type.Integer(), Type.Null()]),
  items: Type.Array(PaymentResult),
});
