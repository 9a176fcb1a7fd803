// Desk operations of mail, e-mails and notifications.

import type { NewFile } from '../accounts/file.js';
import type { Viewer } from '../accounts/scope.js';
import type { MailFile } from '../mail/mailbox.js';
import type { ShownMail } from '../mail/shown-mail.js';
import type { MailRecipients, OutboxView } from '../queries/mail-queries.js';
import type {
  Mailbox,
  MailDraft,
  MailSend,
  MailSendResult,
  TraderMailSend,
} from '../rest/accounts/mail.js';
import type { NotificationResult } from '../rest/accounts/notifications.js';
import type { Caller } from './caller.js';

/** A message of a staff user, completed by its draft. */
export interface OutgoingMail {
  readonly subject: string;
  readonly body: string;
  readonly to_logins: readonly number[];
  /** A mask of groups; empty = the logins are named. */
  readonly to_group: string;
  readonly email: boolean;
  /** 0 = the default mail server, or no mail or draft. */
  readonly server_id: number;
  /** Null = the thread of the draft. */
  readonly reply_to: number | null;
  readonly draft_id: number;
  /** The version of the draft that the texts are from. */
  readonly draft_version: number;
}

/** The operations of mail, e-mails and notifications, with inputs and answers. */
export interface MailOps {
  /** Writes to accounts; a row for each login in the order of its first mention. */
  'notifications.send': {
    input: { caller: Caller; body: { readonly logins: string; readonly message: string } };
    output: NotificationResult[];
  };
  /** Sends one e-mail through a mail server; answers when the mail server has answered. */
  'mail-servers.test': { input: { caller: Caller; id: number; to: string }; output: null };
  'mail.reader': { input: { caller: Caller }; output: { readonly enabled: boolean } };
  'mail.read': { input: { caller: Caller; id: number }; output: ShownMail };
  'mail.file': { input: { caller: Caller; id: number; file: number }; output: MailFile };
  'mail.mark': {
    input: { caller: Caller; copies: readonly Pick<ShownMail, 'id' | 'thread'>[] };
    output: null;
  };
  'mail.delete': { input: { caller: Caller; id: number }; output: null };
  'mail.mailboxes': { input: { caller: Caller }; output: readonly Mailbox[] };
  /** `viewer` and `has_values` are for the query of the recipients of groups. */
  'mail.outgoing': {
    input: { caller: Caller; body: MailSend };
    output: { readonly mail: OutgoingMail; readonly viewer: Viewer; readonly has_values: boolean };
  };
  'mail.send': {
    input: {
      caller: Caller;
      mail: OutgoingMail;
      files: readonly NewFile[];
      /** The recipients of a message to groups, as this viewer sees them. */
      groups?: { readonly viewer: Viewer; readonly found: MailRecipients };
    };
    output: MailSendResult;
  };
  'mail.outbox': { input: { caller: Caller }; output: OutboxView };
  /** Gives up the e-mails of a message, by the id of its sent copy. */
  'mail.cancel': { input: { caller: Caller; id: number }; output: { cancelled: number } };
  'mail.send_to_staff': {
    input: { caller: Caller; body: TraderMailSend; files: readonly NewFile[] };
    output: ShownMail;
  };
  'mail.draft': { input: { caller: Caller; id: number; body: MailDraft }; output: ShownMail };
  'mail.attach': { input: { caller: Caller; id: number; file: NewFile }; output: ShownMail };
  'mail.detach': { input: { caller: Caller; id: number; file: number }; output: ShownMail };
}
