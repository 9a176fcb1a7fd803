// Payments to many accounts: who may make them, to which groups, and their journal lines.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { inScope, maskListFits } from '../../../wire/base/mask.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { refusedAccounts } from '../access/account-scope.js';
import { powersOf, rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf, whoOf } from '../state/writer.js';

/** Refuses masks that fit no group of clients in scope, or groups of several currencies. */
const groups = (
  { records }: DeskContext,
  { caller, group: mask }: DeskOps['payments.groups']['input'],
): DeskAnswer<'payments.groups'> => {
  const fault = rightFault(records, caller.login, 'accounts.balance');
  if (fault !== undefined) return fault;
  const { group_scope } = powersOf(records, caller.login);
  const currencies = new Set<string>();
  for (const { record } of records.all('group')) {
    const { path, currency } = record;
    if (!maskListFits(mask, path) || !inScope(group_scope, path) || isStaffGroup(path)) continue;
    currencies.add(currency);
  }
  if (currencies.size === 1) return ok(null);
  const named = [...currencies].sort().join(', ');
  return currencies.size === 0
    ? refuse('invalid_input', 'group: fits no group of clients in your scope')
    : refuse('invalid_input', `group: must be of one currency, is of ${named}`);
};

const begin = (
  { records, writer }: DeskContext,
  { caller, logins }: DeskOps['payments.begin']['input'],
): DeskAnswer<'payments.begin'> => {
  const fault = rightFault(records, caller.login, 'accounts.balance');
  if (fault !== undefined) return fault;
  for (const _ of logins) {
    const tooOften = writer.spend(whoOf(caller));
    if (tooOften !== undefined) return tooOften;
  }
  return ok({ refused: refusedAccounts(records, caller, logins) });
};

const end = (
  { writer }: DeskContext,
  { caller, payments, refused }: DeskOps['payments.end']['input'],
): Promise<DeskAnswer<'payments.end'>> =>
  writer.change([], exemptOf(caller), (tx) => {
    for (const { action, row } of payments) {
      const { login, amount, status, code } = row;
      // The account writes the line of a payment that it makes. Nobody writes into the journal of
      // an account that is not within their reach.
      if (status === 'done' || refused.has(login)) continue;
      tx.note('trade', login, `payment of ${amount} as ${action}: ${status} (${code})`);
    }
    const paid = payments.filter(({ row }) => row.status === 'done').length;
    tx.note('trade', caller.login, `payments: ${paid} of ${payments.length} made`);
    return ok(null);
  });

/** The operations of payments, by name. */
export const paymentOps = (context: DeskContext) =>
  ({
    'payments.groups': (input) => groups(context, input),
    'payments.begin': (input) => begin(context, input),
    'payments.end': (input) => end(context, input),
  }) satisfies Partial<Handlers>;
