// Payments over REST to all accounts of groups.

import { Type } from '@sinclair/typebox';
import { Decimal, Named, OrNull, RequestId, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';
import { BALANCE_ACTIONS } from '../../trading/commands.js';
import { LOGIN_MAX } from '../../trading/daily.js';
import { COMMENT_MAX, PAYMENT_ITEMS_MAX } from '../trading/payments.js';
import { PaymentResult } from './accounts.js';

const payment = section('Payment');

/**
 * The same payment to the accounts of groups, by login and at most a thousand in one request; each
 * once for the request id, in whichever request it is made.
 */
export const GroupBalanceBody = Named('GroupBalanceBody', {
  request_id: RequestId(),
  group: payment(
    'Groups',
    'A list of masks of groups, all of one currency.',
    Type.String({ minLength: 1, maxLength: 128 }),
  ),
  action: payment('Action', 'Kind of the money operation.', Words(BALANCE_ACTIONS)),
  amount: payment(
    'Amount',
    'Amount that is paid in to each account; a negative amount is paid out.',
    Decimal(),
    'money',
  ),
  comment: Type.Optional(WholeText(COMMENT_MAX)),
  skip_margin_check: payment(
    'Skip check',
    'May the payment take more than the free margin?',
    Type.Optional(Type.Boolean()),
  ),
  after: payment(
    'After',
    'Accounts up to this login are left out; `next_after` of an answer.',
    Type.Optional(Type.Integer({ minimum: 0, maximum: LOGIN_MAX })),
    'id',
  ),
  /** Most accounts that this request pays. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAYMENT_ITEMS_MAX })),
  dry_run: payment(
    'Dry run',
    'Does the request only count the accounts?',
    Type.Optional(Type.Boolean()),
  ),
  ...confirmFields,
});

/** The payments that a request made, and where the next one goes on; null = at the end. */
export const GroupBalanceResult = Named('GroupBalanceResult', {
  total: payment('Accounts', 'Number of accounts behind `after`.', Type.Integer(), 'count'),
  next_after: payment(
    'Next',
    '`after` of the request that goes on; null = all were asked.',
    OrNull(Type.Integer()),
    'id',
  ),
  items: payment('Items', 'Payments by login.', Type.Array(PaymentResult)),
});
