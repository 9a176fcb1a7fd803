// Reach: which accounts a caller may see and change.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { Holder } from '../../../wire/accounts/has-rights.js';
import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { inScope, isStaffGroup } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/operations.js';
import type { RecordReader } from '../store/record-type.js';
import { powersOf, untouchable } from './authority.js';

/** Is the account hidden from a member of staff? Then it is as if there was none. */
export const isConcealed = (account: AccountRecord, { rights }: Holder): boolean =>
  account.hidden && !rights.includes('accounts.hidden');

/**
 * The account, when the caller may reach it by the rights held now; `reader` is the records or a
 * decision under way. Refusals: `not_found`, `forbidden`.
 */
export const reachedAccount = (
  reader: RecordReader,
  caller: Caller,
  login: number,
): Outcome<AccountRecord> => {
  const account = reader.get('account', String(login))?.record;
  if (caller.audience === 'trader') {
    return account?.login === caller.login ? done(account) : refuse('not_found');
  }
  const powers = powersOf(reader, caller.login);
  if (account === undefined || isConcealed(account, powers)) return refuse('not_found');
  if (!inScope(powers.group_scope, account.group)) return refuse('forbidden');
  if (!isStaffGroup(account.group)) return done(account);
  if (!powers.rights.includes('config.staff')) return refuse('forbidden');
  return untouchable(reader, caller.login, login) ?? done(account);
};
