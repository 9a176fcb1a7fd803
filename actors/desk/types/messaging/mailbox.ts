// Internal mail: messages, their recipients, the copies that were read or deleted, and drafts.

import { readLogins } from '../../../../wire/base/login-set.js';
import { type MailValuesRecord, valuesKey } from '../../../../wire/mail/mail-values.js';
import {
  branchKey,
  copyKey,
  MailBranchRecord,
  MailboxRecord,
  MailCopyRecord,
  MailDraftRecord,
  MailingRecord,
  MailRecord,
  MailThreadRecord,
  type MailToRecord,
  UnsentValuesRecord,
} from '../../../../wire/mail/mailbox.js';
import { checkedBy, IN_DATABASE, IN_MEMORY, type RecordType } from '../../store/record-type.js';

/** The record type of messages. */
export const MAIL: RecordType<MailRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailRecord),
  idsTo: Number.MAX_SAFE_INTEGER,
  key: ({ id }) => String(id),
};

/** The record type of the recipients of messages. */
export const MAIL_TO: RecordType<MailToRecord> = {
  ...IN_DATABASE,
  key: ({ id }) => String(id),
  messages: ({ id, logins, blocks }, _before, find) => {
    const mail = find('mail', String(id));
    if (mail === undefined) return [];
    const set = readLogins(blocks);
    const to = mail.to_many ? set : [...logins].sort((a, b) => a - b);
    const parts = new Map<number, string>();
    const kept = mail.to_many ? [...set.keys()] : [0];
    for (const block of mail.is_filled ? kept : []) {
      const values = find('mail_values', valuesKey(id, block));
      if (values !== undefined) parts.set(block, JSON.stringify(values));
    }
    return [{ event: 'mail', to, data: JSON.stringify(mail), parts }];
  },
};

/** The record type of the values of placeholders in messages. */
export const MAIL_VALUES: RecordType<MailValuesRecord> = {
  ...IN_DATABASE,
  key: ({ id, block }) => valuesKey(id, block),
};

/**
 * The record type of values without a message. They are in memory, so that a start finds those that
 * a crash left.
 */
export const UNSENT_VALUES: RecordType<UnsentValuesRecord> = {
  ...IN_MEMORY,
  ...checkedBy(UnsentValuesRecord),
  key: ({ id }) => String(id),
};

/** The record type of copies that were read or deleted. */
export const MAIL_COPY: RecordType<MailCopyRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailCopyRecord),
  key: ({ login, id }) => copyKey(login, id),
};

/** The record type of drafts; they have numbers of messages. */
export const MAIL_DRAFT: RecordType<MailDraftRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailDraftRecord),
  key: ({ id }) => String(id),
};

/** The record type of messages whose e-mails are not all made. */
export const MAILING: RecordType<MailingRecord> = {
  ...IN_MEMORY,
  ...checkedBy(MailingRecord),
  key: ({ id }) => String(id),
};

/** The record type of the sums over the messages of a thread. */
export const MAIL_THREAD: RecordType<MailThreadRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailThreadRecord),
  key: ({ id }) => String(id),
};

/** The record type of the threads in which conversations go on. */
export const MAIL_BRANCH: RecordType<MailBranchRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailBranchRecord),
  key: ({ thread, logins }) => branchKey(thread, logins),
};

/** The record type of what the drafts of a login take. */
export const MAILBOX: RecordType<MailboxRecord> = {
  ...IN_DATABASE,
  ...checkedBy(MailboxRecord),
  key: ({ login }) => String(login),
};
