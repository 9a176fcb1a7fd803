// One payment to all accounts of groups, a thousand of them in a request.

import { ok } from '../../../wire/base/codes.js';
import { groupPayments } from '../../../wire/desk/payment-operations.js';
import {
  GroupBalanceBody,
  GroupBalanceResult,
} from '../../../wire/rest/accounts/group-payments.js';
import { PAYMENT_ITEMS_MAX } from '../../../wire/rest/trading/payments.js';
import { madePayments } from '../../rest/payments.js';
import { route } from '../../rest/route.js';
import { BATCH_ANSWER_MS } from '../../rest/trade-batch.js';

export const groupBalance = [
  route({
    name: 'accounts.group_balance',
    method: 'POST',
    path: '/admin/v1/accounts/group-balance',
    says: 'Makes one payment to each account of groups, once for the request id.',
    details:
      'The groups of the mask have one currency; accounts of staff are left out. A request ' +
      'pays a thousand accounts by login, or `limit`; the same body with `after` goes on. ' +
      'An account is paid once for the `request_id`. A repeated request also pays accounts ' +
      'that were refused before, and accounts that joined the groups since the first ' +
      'request: the server keeps no list of the accounts of a request. A `dry_run` only ' +
      'counts the accounts.',
    rights: ['accounts.view', 'accounts.balance'],
    body: GroupBalanceBody,
    answerMs: BATCH_ANSWER_MS,
    inTurn: 'bulk trades',
    reply: GroupBalanceResult,
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a43',
        group: 'demo\\standard',
        action: 'bonus',
        amount: '5.00',
        dry_run: true,
      },
    },
    handle: async ({ caller, body, requestId }, context) => {
      const { group, after = 0, limit = PAYMENT_ITEMS_MAX, dry_run = false } = body;
      const payable = await context.desk('payments.groups', { caller, group });
      if (!payable.ok) return payable;
      const { session, rights, group_scope } = caller;
      const found = await context.query(caller, 'accounts.page', {
        ...{ session, viewer: { rights, group_scope }, waits_for: 'surely', is_fenced: true },
        ...{ group, without_staff: true, page: 1, limit },
        filters: [{ field: 'login', op: 'gt', value: after }],
      });
      if (!found.ok) return found;
      const { items: rows, total } = found.data;
      const last = rows.length < total ? (rows.at(-1)?.[0] ?? null) : null;
      const next_after = dry_run ? null : last;
      if (dry_run) return ok({ total, next_after, items: [] });
      const payments = groupPayments(
        body,
        rows.map(([login]) => login),
      );
      const skip = body.skip_margin_check ?? false;
      const made = await madePayments(payments, skip, { caller, requestId }, context);
      return made.ok ? ok({ total, next_after, items: made.data }) : made;
    },
  }),
];
