// The recipients of a message to groups: the accounts of the groups that a mask selects.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { isBareAddress } from '../../../wire/accounts/mail.js';
import { viewOf } from '../../../wire/accounts/scope.js';
import { blockOf, loginSetOf, storedLogins } from '../../../wire/base/login-set.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { MailValueBlocks } from '../../../wire/mail/mail-values.js';
import type { ReadAt } from '../../../wire/queries/fenced-query.js';
import type { MailRecipients, MailRecipientsQuery } from '../../../wire/queries/mail-queries.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { Database, Statement } from '../../database/database.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';

/** Accounts that are read in one step: less than a millisecond. */
const STEP_ACCOUNTS = 250;

const NOBODY: MailRecipients = { total: 0, skipped: 0, emails: 0, logins: [], values: [] };

interface RecipientBucket {
  readonly id: number;
  readonly group: string;
  readonly hidden: number;
  readonly currency: string;
  readonly licence_company: string;
}
type RecipientRow = readonly [login: number, enabled: number, email: string, name: string];

/** The recipients, values and counts gathered on the way over the accounts. */
class GatheredRecipients {
  readonly logins: number[] = [];
  readonly values = new MailValueBlocks();
  total = 0;
  skipped = 0;
  emails = 0;

  result(most: number): MailRecipients {
    const { total, skipped, emails } = this;
    if (total > most) return { ...NOBODY, total, skipped };
    const logins = storedLogins(loginSetOf(this.logins));
    return { total, skipped, emails, logins, values: this.values.all() };
  }
}

/** Reads recipients by one connection. */
export class MailRecipientLists {
  readonly #buckets: Statement;
  readonly #accounts: Statement;
  readonly #record: Statement;

  constructor(private readonly db: Database) {
    this.#buckets = db.prepare('SELECT * FROM account_buckets WHERE count > 0');
    this.#accounts = db
      .prepare(
        `SELECT login, enabled, email, written_name FROM accounts INDEXED BY accounts_bucket
         WHERE bucket = ? AND login > ? ORDER BY login LIMIT ${STEP_ACCOUNTS}`,
      )
      .raw();
    this.#record = db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck();
  }

  /** The recipients; without logins where there are more than `most`. */
  *read(query: MailRecipientsQuery): SlicedRead<MailRecipients & ReadAt> {
    const gather = function* (this: MailRecipientLists): SlicedRead<MailRecipients> {
      const gathered = new GatheredRecipients();
      for (const bucket of this.#selected(query)) yield* this.#gather(bucket, query, gathered);
      return gathered.result(query.most);
    }.bind(this);
    return yield* fencedSteps(this.db, query, NOBODY, gather);
  }

  #selected({ viewer, group }: MailRecipientsQuery): RecipientBucket[] {
    const sees = viewOf(viewer);
    const all = this.#buckets.all() as RecipientBucket[];
    return all.filter((one) => maskListFits(group, one.group) && sees(one.group, one.hidden === 1));
  }

  *#gather(
    bucket: RecipientBucket,
    query: MailRecipientsQuery,
    gathered: GatheredRecipients,
  ): SlicedRead<void> {
    const { sender, most, has_values } = query;
    const terms = [bucket.group, bucket.currency, bucket.licence_company] as const;
    const hasMail = isStaffGroup(bucket.group) || this.#hasMail(bucket.group);
    for (let after = 0; ; ) {
      const rows = this.#accounts.all(bucket.id, after) as RecipientRow[];
      for (const [login, enabled, email, name] of rows) {
        // Archived accounts are disabled.
        if (login === sender || (enabled === 0 && this.#isArchived(login))) continue;
        if (!hasMail) {
          gathered.skipped += 1;
          continue;
        }
        gathered.total += 1;
        if (gathered.total > most) continue;
        gathered.logins.push(login);
        gathered.emails += Number(isBareAddress(email));
        if (has_values) gathered.values.add(blockOf(login), login, terms, name);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < STEP_ACCOUNTS) return;
      [after] = last;
      yield;
    }
  }

  #hasMail(group: string): boolean {
    const record = this.#record.get('group', group) as string | undefined;
    return record !== undefined && (JSON.parse(record) as GroupRecord).mail_enabled;
  }

  #isArchived(login: number): boolean {
    const record = this.#record.get('account', String(login)) as string;
    return (JSON.parse(record) as Pick<AccountRecord, 'archived_at'>).archived_at !== null;
  }
}
