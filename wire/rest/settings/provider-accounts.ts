// Accounts that a provider keeps, and their import as accounts here.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';

/** An account as the provider tells it; `balance` null = it does not. */
export interface ToldAccount {
  readonly account: string;
  readonly currency: string;
  readonly balance: string | null;
}

/** Opens accounts for those of a provider. */
export const ProviderAccountsBody = Named('ProviderAccountsBody', {
  group: Type.String({ minLength: 1, maxLength: 128 }),
  dry_run: Type.Optional(Type.Boolean()),
  ...confirmFields,
});

/** What came of an account of the provider; `valid` = it could be opened. Login 0 = none yet. */
export const ProviderAccountResult = Named('ProviderAccountResult', {
  account: Type.String(),
  currency: Type.String(),
  /** The balance at the provider; null = it does not tell. */
  balance: Type.Union([Type.String(), Type.Null()]),
  login: Type.Integer(),
  /** Was the balance paid in, now or by an import before? */
  paid: Type.Boolean(),
  status: Words(['done', 'valid', 'rejected'] as const),
  code: Type.String(),
  message: Type.String(),
});
export type ProviderAccountResult = Static<typeof ProviderAccountResult>;
