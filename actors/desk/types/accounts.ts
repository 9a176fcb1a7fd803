// Accounts, of traders and of staff, and the clients that they are linked to.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { ClientRecord } from '../../../wire/accounts/client.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { stateOf } from '../../../wire/accounts/states.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { isArchived, isCountedAccount } from '../../../wire/settings/switches.js';
import { IN_DATABASE, type RecordReader, type RecordType } from '../store/record-type.js';
import { moreAccountsFault } from './rules/licence.js';

/**
 * Refuses to enable an archived account, and to restore an expired one: an account comes back only
 * by the step of its life cycle.
 */
const accountFault = (
  record: AccountRecord,
  before: AccountRecord | undefined,
  reader: RecordReader,
): Refusal | undefined => {
  const isFinal = before !== undefined && stateOf(before) === 'expired' && !isArchived(record);
  if (isFinal || (before !== undefined && isArchived(before) && record.enabled)) {
    return refuse('conflict', 'The account is archived.');
  }
  const grown =
    isCountedAccount(record) && !(before && isCountedAccount(before))
      ? moreAccountsFault(reader)
      : undefined;
  if (grown !== undefined) return grown;
  const group = record.group;
  const moves = before !== undefined && before.group !== group;
  if (moves && !isStaffGroup(group) && reader.get('staff', String(record.login)) !== undefined) {
    return refuse('conflict', 'group: the account has a staff profile, which needs a staff group');
  }
  return reader.get('group', group) === undefined
    ? refuse('not_found', 'group: no such group')
    : undefined;
};

/** The record type of accounts, for traders and staff. */
export const ACCOUNT: RecordType<AccountRecord> = {
  ...IN_DATABASE,
  serverFields: 'version',
  // Keeps the login of a deleted account from being given out again: see `isLoginUsed`.
  returns: true,
  noun: 'account',
  key: (record) => String(record.login),
  check: accountFault,
};

/**
 * The record type of clients. Its journal lines are about accounts, so that the desk writes them
 * itself.
 */
export const CLIENT: RecordType<ClientRecord> = {
  ...IN_DATABASE,
  serverFields: 'all',
  idsTo: Number.MAX_SAFE_INTEGER,
  key: (record) => String(record.id),
  inUse: ({ accounts }) =>
    accounts.length === 0
      ? undefined
      : refuse('conflict', 'The client has accounts; unlink them first.'),
};
