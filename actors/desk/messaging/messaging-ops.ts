// The operations of mail, notifications and watchlists, put together.

import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { MailDrafts } from './mail-drafts.js';
import { MailAllowances } from './mail-rules.js';
import { MailSends } from './mail-send.js';
import type { MailValuesStore } from './mail-values.js';
import { Mailboxes } from './mailboxes.js';
import type { Mailings } from './mailings.js';
import { notificationOps } from './notifications.js';
import { watchlistOps } from './watchlists.js';

/** The parts of mail that the desk starts and stops by itself, too. */
interface MailParts {
  readonly files: FileContents;
  readonly mailings: Mailings;
  readonly mailValues: MailValuesStore;
}

const mailOps = (context: DeskContext, { files, mailings, mailValues }: MailParts) => {
  const allowances = new MailAllowances();
  const mailboxes = new Mailboxes(context, files, allowances);
  const drafts = new MailDrafts(context, files, allowances);
  const sends = new MailSends(context, files, allowances, mailings, mailValues);
  return {
    'mail.reader': async (input) => mailboxes.reader(input),
    'mail.read': (input) => mailboxes.read(input),
    'mail.file': async (input) => mailboxes.file(input),
    'mail.mark': (input) => mailboxes.mark(input),
    'mail.delete': (input) => mailboxes.remove(input),
    'mail.mailboxes': async (input) => mailboxes.list(input),
    'mail.outgoing': (input) => sends.outgoing(input),
    'mail.send': (input) => sends.send(input),
    'mail.send_to_staff': (input) => sends.sendToStaff(input),
    'mail.outbox': async (input) => mailings.outbox(input),
    'mail.cancel': (input) => mailings.cancel(input),
    'mail.draft': (input) => drafts.save(input),
    'mail.attach': (input) => drafts.attach(input),
    'mail.detach': (input) => drafts.detach(input),
  } satisfies Partial<Handlers>;
};

/** The desk's operations of these families. */
export const messagingOps = (context: DeskContext, parts: MailParts) =>
  ({
    ...mailOps(context, parts),
    ...notificationOps(context),
    ...watchlistOps(context),
  }) satisfies Partial<Handlers>;
