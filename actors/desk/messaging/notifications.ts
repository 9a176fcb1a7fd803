// Notifications: short messages of staff to accounts, as many as a thousand at a time.

import type { GroupedAccount } from '../../../wire/accounts/account.js';
import { type NotificationRecord, RECIPIENTS_MAX } from '../../../wire/accounts/notification.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { loginsOf } from '../../../wire/rest/accounts/login-list.js';
import {
  messageFault,
  type NotificationResult,
} from '../../../wire/rest/accounts/notifications.js';
import { reachFaults } from '../access/account-scope.js';
import { rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { NOTIFICATIONS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { mailboxName } from './mail-rules.js';

/** Characters of a message in the journal. */
const QUOTED_MAX = 120;

/** A recipient. */
interface Reached {
  readonly login: number;
  readonly group: string;
}

/** The recipients by company, each list in ascending order. */
const byCompany = (
  reader: RecordReader,
  recipients: readonly Reached[],
): NotificationRecord['to'] => {
  const companies = new Map<string, number[]>();
  for (const { login, group } of recipients) {
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
  accounts: ReadonlyMap<number, GroupedAccount>,
  logins: readonly number[],
  message: string,
): NotificationResult[] => {
  const faultOf = reachFaults(tx, caller.login);
  const faults = new Map<number, Refusal>();
  const recipients: Reached[] = [];
  for (const login of logins) {
    const account = accounts.get(login);
    const fault = faultOf(login, account);
    if (fault !== undefined) faults.set(login, fault);
    else if (account !== undefined) recipients.push({ login, group: account.group });
  }
  const id = recipients.length === 0 ? 0 : tx.newId('notification');
  const to = byCompany(tx, recipients);
  const created_at = new Date(tx.now).toISOString();
  if (id > 0) {
    unwrap(
      tx.create('notification', {
        id,
        sender: mailboxName(tx, caller.login),
        message,
        created_at,
        to,
      }),
    );
  }
  const count = `${recipients.length} of ${logins.length}`;
  tx.note('account', caller.login, `notification ${id} to ${count} logins: ${quoted(message)}`);
  return logins.map((login) => {
    const fault = faults.get(login);
    return fault === undefined
      ? { login, sent: true, code: 'ok', message: '', id }
      : { login, sent: false, code: fault.code, message: fault.message, id: 0 };
  });
};

/** The operations of notifications. */
export const notificationOps = ({ records, writer }: DeskContext) =>
  ({
    'notifications.send': async ({ caller, body }) => {
      const message = body.message.trim();
      const fault = messageFault(message);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const logins = loginsOf('logins', body.logins, RECIPIENTS_MAX);
      if (!logins.ok) return logins;
      return writer.change(
        [NOTIFICATIONS_LOCK],
        whoOf(caller),
        (tx): Outcome<NotificationResult[]> => {
          const lacking = rightFault(tx, caller.login, 'notifications');
          return (
            lacking ??
            ok(send(tx, caller, records.groupedAccounts(logins.data), logins.data, message))
          );
        },
      );
    },
  }) satisfies Partial<Handlers>;
