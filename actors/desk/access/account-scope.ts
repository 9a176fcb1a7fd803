// Scope of single accounts: which accounts a caller, for example a dealer, may see and change.
// About lists and live channels `viewOf` decides, in wire/accounts/scope.ts.

import type { AccountRecord, GroupedAccount } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import type { Holder } from '../../../wire/accounts/has-rights.js';
import { type Code, type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { RecordReader } from '../store/record-type.js';
import { powersOf, untouchable } from './authority.js';

/** Is the account hidden from the staff user? Then callers must treat it as missing. */
export const isConcealed = (account: GroupedAccount, { rights }: Holder): boolean =>
  account.hidden && !rights.includes('accounts.hidden');

/**
 * Makes a check of accounts: the reason for which a staff user does not reach one with the present
 * rights. Refusals: `not_found`, `forbidden`.
 */
export const reachFaults = (
  reader: RecordReader,
  by: number,
): ((login: number, account: GroupedAccount | undefined) => Refusal | undefined) => {
  const powers = powersOf(reader, by);
  return (login, account) => {
    if (account === undefined || isConcealed(account, powers)) return refuse('not_found');
    if (!inScope(powers.group_scope, account.group)) return refuse('forbidden');
    if (!isStaffGroup(account.group)) return undefined;
    return powers.rights.includes('config.staff')
      ? untouchable(reader, by, login)
      : refuse('forbidden');
  };
};

/**
 * The account, if the caller may reach it with the present rights; `reader` is the records or an
 * open transaction. Refusals: `not_found`, `forbidden`.
 */
export const reachedAccount = (
  reader: RecordReader,
  caller: Caller,
  login: number,
): Outcome<AccountRecord> => {
  const account = reader.get('account', String(login))?.record;
  if (caller.audience === 'trader') {
    return account?.login === caller.login ? ok(account) : refuse('not_found');
  }
  const fault = reachFaults(reader, caller.login)(login, account);
  if (fault !== undefined) return fault;
  return account === undefined ? refuse('not_found') : ok(account);
};

/** The accounts among these that the caller may not reach, each with the code. */
export const refusedAccounts = (
  reader: RecordReader,
  caller: Caller,
  logins: Iterable<number>,
): ReadonlyMap<number, Code> => {
  const refused = new Map<number, Code>();
  for (const login of new Set(logins)) {
    const account = reachedAccount(reader, caller, login);
    if (!account.ok) refused.set(login, account.code);
  }
  return refused;
};
