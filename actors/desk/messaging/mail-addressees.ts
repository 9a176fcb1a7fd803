// Addressees: who gets a message of staff that names logins.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isBareAddress } from '../../../wire/accounts/mail.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { blockOf, loginSetOf, storedLogins } from '../../../wire/base/login-set.js';
import { inScope } from '../../../wire/base/mask.js';
import { MailValueBlocks } from '../../../wire/mail/mail-values.js';
import type { MailRecipients } from '../../../wire/queries/mail-queries.js';
import { isConcealed } from '../access/account-scope.js';
import { powersOf } from '../access/authority.js';
import type { RecordReader } from '../store/record-type.js';
import { hasMail } from './mail-rules.js';

/** Messages to more logins are stored by block. */
const SINGLE_MAX = 100;

/** The addressees of a message: the parts of the records that name them. */
export interface MailAddressees
  extends Pick<MailRecipients, 'values' | 'total' | 'skipped' | 'emails'> {
  readonly logins: readonly number[];
  readonly blocks: MailRecipients['logins'];
  /** The recipients as the sender named them, with the names of accounts, and without names. */
  readonly text: string;
  readonly plainText: string;
}

/** The values of placeholders of accounts, by block where they are many. */
const valuesOfAccounts = (
  reader: RecordReader,
  accounts: readonly AccountRecord[],
  isMany: boolean,
): MailRecipients['values'] => {
  const values = new MailValueBlocks();
  for (const { login, group, name } of accounts) {
    const { currency = '', company = '' } = reader.get('group', group)?.record ?? {};
    values.add(isMany ? blockOf(login) : 0, login, [group, currency, company], name);
  }
  return values.all();
};

/** The accounts that a staff user names. Refusals: `invalid_input`, `forbidden`. */
export const namedAddressees = (
  reader: RecordReader,
  by: number,
  to_logins: readonly number[],
): Outcome<MailAddressees> => {
  const powers = powersOf(reader, by);
  const accounts: AccountRecord[] = [];
  let skipped = 0;
  for (const login of to_logins) {
    const account = reader.get('account', String(login))?.record;
    if (account === undefined || isConcealed(account, powers)) {
      return refuse('invalid_input', `to_logins: there is no account ${login}`);
    }
    if (!inScope(powers.group_scope, account.group)) {
      return refuse('forbidden', `to_logins: ${login} is out of your scope`);
    }
    if (hasMail(reader, account.group) && account.archived_at === null) accounts.push(account);
    else skipped += 1;
  }
  const logins = accounts.map(({ login }) => login);
  const isMany = logins.length > SINGLE_MAX;
  return ok({
    logins: isMany ? [] : logins,
    blocks: isMany ? storedLogins(loginSetOf(logins)) : [],
    values: valuesOfAccounts(reader, accounts, isMany),
    total: logins.length,
    skipped,
    emails: accounts.filter(({ email }) => isBareAddress(email)).length,
    text: accounts.map(({ login, name }) => name || String(login)).join(', '),
    plainText: logins.join(', '),
  });
};
