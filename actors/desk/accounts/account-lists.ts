// Lists of accounts: who reads them, and the groups that accounts can be opened in.

import { viewOf } from '../../../wire/accounts/scope.js';
import { ok } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { AccountGroup } from '../../../wire/rest/accounts/account-lists.js';
import { hmac } from '../../secrets/seal.js';
import { mapInSlices } from '../../shared/time-slices.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';

/** The reader with the present rights, and a key for cursors that changes with them. */
const listReader = async (
  { deps, records }: DeskContext,
  { caller }: DeskOps['lists.reader']['input'],
): Promise<DeskAnswer<'lists.reader'>> => {
  const { rights, group_scope } = powersOf(records, caller.login);
  const holder = [caller.session, caller.login, [...rights].sort(), group_scope];
  const key = hmac(deps.keys[0], JSON.stringify(holder), 'list cursors').toString('base64url');
  return ok({ viewer: { rights, group_scope }, key });
};

/** The groups that the caller sees, by path. */
const accountGroups = async (
  { records }: DeskContext,
  { caller }: DeskOps['accounts.groups']['input'],
): Promise<DeskAnswer<'accounts.groups'>> => {
  const sees = viewOf(powersOf(records, caller.login));
  const shown = await mapInSlices(
    [...records.all('group')],
    ({ record }): AccountGroup | undefined => {
      const { path, currency, company, password_min_length } = record;
      return sees(path, false) ? { company, currency, password_min_length, path } : undefined;
    },
  );
  const groups = shown.filter((one) => one !== undefined);
  return ok(groups.sort((a, b) => (a.path < b.path ? -1 : 1)));
};

/** The operations of lists of accounts. */
export const accountListOps = (context: DeskContext) =>
  ({
    'lists.reader': (input) => listReader(context, input),
    'accounts.groups': (input) => accountGroups(context, input),
  }) satisfies Partial<Handlers>;
