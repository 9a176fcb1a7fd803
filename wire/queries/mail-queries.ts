// Queries of mailboxes, e-mails and notifications.

import type { Viewer } from '../accounts/scope.js';
import type { MailValuesRecord } from '../mail/mail-values.js';
import type { MailFolder, MailToRecord } from '../mail/mailbox.js';
import type { MailReader } from '../mail/shown-mail.js';
import type { OutboxEmail } from '../rest/accounts/mail.js';
import type { Notification } from '../rest/accounts/notifications.js';
import type { Fenced, Paged, ReadAt } from './fenced-query.js';

/** A page of a folder of a mailbox, the newest first. */
export interface MailFolderQuery extends Fenced, Paged {
  readonly reader: MailReader;
  readonly folder: MailFolder;
}

/** A copy or draft in a mailbox, without its texts. */
export interface MailRow {
  /** The number of the message. */
  readonly mail: number;
  readonly folder: MailFolder;
  readonly read: boolean;
  /** Only of threads: the number of its messages in the folder. */
  readonly thread_count?: number;
}

/** Rows of a folder, the number of all rows, and of the unread copies of the inbox. */
export interface MailFolderPage extends ReadAt {
  readonly rows: readonly MailRow[];
  readonly total: number;
  readonly unread: number;
}

/** The messages of a thread in a mailbox. */
export interface MailThreadQuery extends Fenced {
  readonly reader: MailReader;
  readonly thread: number;
}

/** The inbox and sent copies of a thread, from the oldest. */
export interface MailThread extends ReadAt {
  readonly rows: readonly MailRow[];
}

/** Rows of a mailbox that are shown with their texts; drafts that are gone are left out. */
export interface MailMessagesQuery extends Pick<MailThread, 'rows'> {
  readonly reader: MailReader;
  /** The members of a page beside its `items`; undefined = the answer is the bare list. */
  readonly page?: object;
}

/** A reader's view of the outbox. */
export interface OutboxView {
  /** The sender whose e-mails are shown; 0 = e-mails of all senders. */
  readonly sender: number;
  readonly sees_emails: boolean;
  readonly sees_names: boolean;
}

/** A page of e-mails. */
export interface OutboxQuery extends Fenced, Paged, OutboxView {
  readonly status?: string;
  readonly server_id?: number;
}

/** `total` counts all e-mails that fit; `pending` the sender's e-mails not made yet. */
export interface OutboxPage extends ReadAt {
  readonly items: readonly OutboxEmail[];
  readonly total: number;
  readonly pending: number;
}

/** The accounts of the groups of a mask that a staff user sees, without the sender. */
export interface MailRecipientsQuery extends Fenced {
  readonly viewer: Viewer;
  /** A list of masks of groups. */
  readonly group: string;
  readonly sender: number;
  readonly most: number;
  /** Are the values of placeholders needed? */
  readonly has_values: boolean;
}

/** Recipients: how many, how many of groups without mail, and how many have an e-mail address. */
export interface MailRecipients {
  readonly total: number;
  readonly skipped: number;
  readonly emails: number;
  readonly logins: MailToRecord['blocks'];
  readonly values: readonly Omit<MailValuesRecord, 'id'>[];
}

/** The queries of mailboxes, e-mails and notifications, with inputs and answers. */
export interface MailQueries {
  'mail.page': { input: MailFolderQuery; output: MailFolderPage };
  'mail.thread': { input: MailThreadQuery; output: MailThread };
  /** Messages as JSON. */
  'mail.messages': { input: MailMessagesQuery; output: Uint8Array<ArrayBuffer> };
  'mail.outbox': { input: OutboxQuery; output: OutboxPage };
  'mail.recipients': { input: MailRecipientsQuery; output: MailRecipients & ReadAt };
  /** The newest notifications of an account, the newest first. */
  'notifications.list': {
    input: Fenced & { readonly login: number; readonly limit: number };
    output: ReadAt & { readonly items: readonly Notification[] };
  };
}
