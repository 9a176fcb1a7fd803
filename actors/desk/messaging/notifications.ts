// Notifications: short messages of staff to accounts, as many as a thousand at a time.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { type NotificationRecord, RECIPIENTS_MAX } from '../../../wire/accounts/notification.js';
import { done, must, type Outcome, refuse } from '../../../wire/base/codes.js';
import type { Caller, DeskOps } from '../../../wire/desk/operations.js';
import { loginsOf } from '../../../wire/rest/accounts/login-list.js';
import {
  messageFault,
  type NotificationResult,
} from '../../../wire/rest/accounts/notifications.js';
import { reachedAccount } from '../access/account-reach.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** The lock of the numbers of notifications. */
const NUMBERS_LOCK = 'notifications';
/** Characters of a message in the journal. */
const QUOTED_MAX = 120;

/** The name under which a staff user writes to traders. */
const senderOf = (reader: RecordReader, login: number): string => {
  const key = String(login);
  const { mailbox_name = '' } = reader.get('staff', key)?.record ?? {};
  return mailbox_name || (reader.get('account', key)?.record.name ?? '');
};

/** The recipients by company, each list in ascending order. */
const byCompany = (
  reader: RecordReader,
  accounts: readonly AccountRecord[],
): NotificationRecord['to'] => {
  const companies = new Map<string, number[]>();
  for (const { login, group } of accounts) {
    const company = reader.get('group', group)?.record.company ?? '';
    const logins = companies.get(company) ?? [];
    companies.set(company, logins);
    logins.push(login);
  }
  return Array.from(companies, ([company, logins]) => ({
    company,
    logins: logins.sort((a, b) => a - b),
  }));
};

const quoted = (message: string): string => {
  const characters = [...message.replace(/\s+/g, ' ')];
  const isLong = characters.length > QUOTED_MAX;
  return isLong ? `${characters.slice(0, QUOTED_MAX).join('')}…` : characters.join('');
};

/** Writes the notification for the accounts that the caller reaches; a row for each login. */
const send = (
  tx: Transaction,
  caller: Caller,
  logins: readonly number[],
  message: string,
): NotificationResult[] => {
  const reached = logins.map((login) => ({ login, account: reachedAccount(tx, caller, login) }));
  const accounts = reached.flatMap(({ account }) => (account.ok ? [account.data] : []));
  const id = accounts.length === 0 ? 0 : tx.number('notification');
  const to = byCompany(tx, accounts);
  const created_at = new Date(tx.now).toISOString();
  if (id > 0) {
    must(
      tx.create('notification', {
        id,
        sender: senderOf(tx, caller.login),
        message,
        created_at,
        to,
      }),
    );
  }
  const count = `${accounts.length} of ${logins.length}`;
  tx.note('account', caller.login, `notification ${id} to ${count} logins: ${quoted(message)}`);
  return reached.map(({ login, account }) =>
    account.ok
      ? { login, sent: true, code: 'ok', message: '', id }
      : { login, sent: false, code: account.code, message: account.message, id: 0 },
  );
};

/** The operations of notifications. */
export const notificationOps = ({ writer }: DeskContext) =>
  ({
    'notifications.send': async ({ caller, body }: DeskOps['notifications.send']['input']) => {
      const message = body.message.trim();
      const fault = messageFault(message);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const logins = loginsOf('logins', body.logins, RECIPIENTS_MAX);
      if (!logins.ok) return logins;
      return writer.change([NUMBERS_LOCK], whoOf(caller), (tx): Outcome<NotificationResult[]> => {
        const lacking = rightFault(tx, caller.login, 'notifications');
        return lacking ?? done(send(tx, caller, logins.data, message));
      });
    },
  }) satisfies Partial<Handlers>;
