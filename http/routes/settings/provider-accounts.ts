// Accounts that the provider of a gateway keeps, opened here.

import { ok } from '../../../wire/base/codes.js';
import type { Payment, PaymentRow } from '../../../wire/desk/payment-operations.js';
import { GATEWAYS } from '../../../wire/rest/settings/connections.js';
import {
  ProviderAccountResult,
  ProviderAccountsBody,
} from '../../../wire/rest/settings/provider-accounts.js';
import { madePayments } from '../../rest/payments.js';
import { route, usual } from '../../rest/route.js';
import { IdPath, NO_RECORD } from '../../rest/setting-routes.js';
import { BATCH_ANSWER_MS } from '../../rest/trade-batch.js';

/** The route that imports accounts of a provider. */
export const providerAccounts = route({
  name: 'gateways.import_accounts',
  method: 'POST',
  path: '/admin/v1/gateways/{id}/import-accounts',
  says: 'Opens an account for each that the provider of a gateway keeps, once.',
  details:
    'Asks the provider for its accounts (35=BB). The server opens an account of the same ' +
    'name in the group for each, with passwords that nobody knows; a later import opens ' +
    'no account twice. With `allow_import_balances` a positive balance is paid in, once.',
  rights: [GATEWAYS.write, 'accounts.view', 'accounts.edit', 'accounts.balance'],
  params: IdPath,
  body: ProviderAccountsBody,
  answerMs: BATCH_ANSWER_MS,
  inTurn: 'account import',
  reply: [ProviderAccountResult],
  errors: {
    ...usual(['auth.too_many_attempts']),
    not_found: NO_RECORD,
    conflict: 'the gateway is not connected, or has no such list',
  },
  example: { path: { id: 1 }, body: { group: 'demo\\standard', dry_run: true } },
  handle: async ({ caller, path: { id }, body, requestId }, context) => {
    const { group, dry_run = false } = body;
    const list = await context.desk('gateways.accounts', { caller, id });
    if (!list.ok) return list;
    const results: ProviderAccountResult[] = [];
    const owed: { readonly payment: Payment; readonly at: number }[] = [];
    for (const [at, reported] of list.data.entries()) {
      const asked = { caller, id, reported, group, dry_run };
      const found = await context.desk('gateways.open_account', asked);
      const { login, owed: payment } = found.ok ? found.data : { login: 0, owed: null };
      const status = login === 0 ? ('valid' as const) : ('done' as const);
      const { code, message } = found.ok ? { code: 'ok', message: '' } : found;
      const opened = { login, status: found.ok ? status : ('rejected' as const), code, message };
      results.push({ ...reported, ...opened, paid: false });
      if (payment !== null) owed.push({ payment, at });
    }
    if (owed.length === 0) return ok(results);
    const payments = owed.map(({ payment }) => payment);
    const paid = await madePayments(payments, false, { caller, requestId }, context);
    if (!paid.ok) return paid;
    for (const [nth, { at }] of owed.entries()) {
      const row = paid.data[nth] as PaymentRow;
      const result = results[at] as ProviderAccountResult;
      result.paid = row.status === 'done';
      if (!result.paid) Object.assign(result, { code: row.code, message: row.message });
    }
    return ok(results);
  },
});
