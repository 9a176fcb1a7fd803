// Accounts that a provider keeps, and their import as accounts here.

import { type Static, Type } from '@sinclair/typebox';
import { Named, OrNull, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';

const importField = section('Import');
const account = section('Account');

/** An account as the provider reports it; `balance` null = it is not reported. */
export interface ReportedAccount {
  readonly account: string;
  readonly currency: string;
  readonly balance: string | null;
}

/** Opens accounts for the accounts of a provider. */
export const ProviderAccountsBody = Named('ProviderAccountsBody', {
  group: importField(
    'Group',
    'Group of the new accounts.',
    Type.String({ minLength: 1, maxLength: 128 }),
  ),
  dry_run: importField(
    'Only look',
    'Does the request only report what an import would do, without changing anything?',
    Type.Optional(Type.Boolean()),
  ),
  ...confirmFields,
});

/** The outcome of an account of the provider; `valid` = it could be opened. Login 0 = none yet. */
export const ProviderAccountResult = Named('ProviderAccountResult', {
  account: account('Account', 'Name of the account at the provider.', Type.String()),
  currency: account(
    'Currency',
    'Currency of the account at the provider; empty = unknown.',
    Type.String(),
  ),
  balance: account(
    'Balance',
    'Balance of the account at the provider; null = unknown.',
    OrNull(Type.String()),
  ),
  login: account('Login', 'Login of the account here; 0 = none was opened.', Type.Integer()),
  paid: account('Paid in', 'Was the balance paid in, now or before?', Type.Boolean()),
  status: account(
    'Status',
    '`valid`: a dry run found no fault.',
    Words(['done', 'valid', 'rejected'] as const),
  ),
  code: account('Code', 'Result code of the account; `ok` = no failure.', Type.String()),
  message: account('Message', 'The result code in words.', Type.String()),
});
export type ProviderAccountResult = Static<typeof ProviderAccountResult>;
