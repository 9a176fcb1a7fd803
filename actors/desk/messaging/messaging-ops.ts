// The operations of mail, notifications and watchlists, put together.

import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from './files.js';
import { MailDrafts } from './mail-drafts.js';
import { MailAllowances } from './mail-rules.js';
import { MailSends } from './mail-send.js';
import { Mailboxes } from './mailboxes.js';
import type { Mailings } from './mailings.js';
import { notificationOps } from './notifications.js';
import { watchlistOps } from './watchlists.js';

const mailOps = (context: DeskContext, files: FileContents, mailings: Mailings) => {
  const allowances = new MailAllowances();
  const mailboxes = new Mailboxes(context, files, allowances);
  const drafts = new MailDrafts(context, files, allowances);
  const sends = new MailSends(context, files, allowances, mailings);
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
export const messagingOps = (context: DeskContext, files: FileContents, mailings: Mailings) =>
  ({
    ...mailOps(context, files, mailings),
    ...notificationOps(context),
    ...watchlistOps(context),
  }) satisfies Partial<Handlers>;
