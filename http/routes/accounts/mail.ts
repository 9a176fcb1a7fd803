// Internal mail over REST: the same mailbox routes for staff and for traders, and their sends.

import { Type } from '@sinclair/typebox';
import type { NewFile } from '../../../wire/accounts/file.js';
import { mediaTypeOf } from '../../../wire/accounts/file-rules.js';
import type { Audience } from '../../../wire/accounts/identity.js';
import { copyId, mailReaderOf, TO_GROUP_MAX } from '../../../wire/accounts/mailbox.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { done, type Outcome, refuse } from '../../../wire/base/codes.js';
import type { ReadAt } from '../../../wire/desk/fenced-query.js';
import type { Caller } from '../../../wire/desk/operations.js';
import { FileUpload } from '../../../wire/rest/accounts/file-upload.js';
import {
  Mailbox,
  MailDraftBody,
  MailFilePath,
  MailingCancelled,
  MailListParams,
  MailMessage,
  MailPage,
  MailPath,
  MailSendBody,
  MailSendResult,
  type NewAttachment,
  OutboxPage,
  OutboxParams,
  TraderMailSendBody,
} from '../../../wire/rest/accounts/mail.js';

import { type CommonCode, type HandlerContext, type Route, route } from '../../rest/route.js';

const RIGHTS: Readonly<Record<Audience, readonly Right[]>> = { staff: ['mailbox'], trader: [] };
/** Rows of a page, also where another number than 1 to 200 is asked for. */
const PAGE = 50;
const PAGE_MAX = 200;
/** Most bytes of a request with files. */
const SEND_BYTES_MAX = 4 << 20;
/** Most bytes of a draft's request: a body whose characters are escaped, and its addressees. */
const DRAFT_BYTES_MAX = 512 << 10;
/** Nobody but the owner of an account writes in its name. */
const OWN = {
  readOnly: 'forbidden',
  errors: ['not_found', 'auth.too_many_attempts', 'forbidden', 'conflict'],
} as const;

const pathOf = <A extends Audience>(audience: A) =>
  audience === 'staff' ? ('/admin/v1/mail' as const) : ('/trader/v1/mail' as const);

/** The state of the database, in pages that lack an event that the caller was shown. */
const pendingAt = ({ consistency, projection_seq, retry_after_ms }: ReadAt) =>
  consistency === 'projection_pending'
    ? { consistency, projection_seq, ...(retry_after_ms !== undefined && { retry_after_ms }) }
    : {};

/** The files of a request with their bytes. */
const filesOf = (
  attachments: readonly NewAttachment[] = [],
): Outcome<readonly NewFile[], 'invalid_input'> => {
  const files: NewFile[] = [];
  for (const { name, content } of attachments) {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.toString('base64') !== content) {
      return refuse('invalid_input', `attachments: the content of ${name} is not base64`);
    }
    files.push({ name, bytes });
  }
  return done(files);
};

type MailContext = HandlerContext<'auth.too_many_attempts' | CommonCode>;

/** Copies that are marked in one event. */
const MARKED_AT_ONCE = 512;

/** Every message of a thread as JSON; all that the caller has not read is marked before. */
const readThread = async (caller: Caller, thread: number, context: MailContext) => {
  const asked = { session: caller.session, waits_for: 'surely', thread } as const;
  const reader = mailReaderOf(caller);
  const found = await context.query(caller, 'mail.thread', { ...asked, reader });
  if (!found.ok) return found;
  const unread = found.data.rows.filter(({ read }) => !read);
  const copies = unread.map(({ mail, folder }) => ({ id: copyId(mail, folder), thread }));
  for (let at = 0; at < copies.length; at += MARKED_AT_ONCE) {
    const some = copies.slice(at, at + MARKED_AT_ONCE);
    const marked = await context.desk('mail.mark', { caller, copies: some });
    if (!marked.ok) return marked;
  }
  const rows = found.data.rows.map((row) => ({ ...row, read: row.read || !caller.read_only }));
  const shown = await context.query(caller, 'mail.messages', { reader, rows });
  return shown.ok ? { json: shown.data } : shown;
};

/** A page of a folder as JSON. */
const readPage = async (
  caller: Caller,
  { folder, page, limit }: Omit<MailListParams, 'thread'>,
  context: MailContext,
) => {
  const reader = mailReaderOf(caller);
  const isPage = limit >= 1 && limit <= PAGE_MAX;
  const found = await context.query(caller, 'mail.page', {
    ...{ session: caller.session, reader, folder, page },
    limit: isPage ? limit : PAGE,
  });
  if (!found.ok) return found;
  const { rows, total, unread } = found.data;
  const members = { enabled: true, page, total, unread, ...pendingAt(found.data) };
  const shown = await context.query(caller, 'mail.messages', { reader, rows, page: members });
  return shown.ok ? { json: shown.data } : shown;
};

const listed = (audience: Audience): Route =>
  route({
    name: `mail.${audience}.list`,
    method: 'GET',
    path: pathOf(audience),
    says: 'Pages through a folder of the mailbox by thread, or answers the messages of one thread.',
    rights: RIGHTS[audience],
    query: MailListParams,
    reply: Type.Union([MailPage, Type.Array(MailMessage)]),
    errors: ['auth.too_many_attempts'],
    handle: async ({ caller, query }, context) => {
      const { thread, page } = query;
      const own = await context.desk('mail.reader', { caller });
      if (!own.ok) return own;
      const { enabled } = own.data;
      if (thread !== undefined) {
        return enabled ? await readThread(caller, thread, context) : done([]);
      }
      if (!enabled) return done({ enabled, items: [], page, total: 0, unread: 0 });
      return await readPage(caller, query, context);
    },
  });

const single = (audience: Audience): readonly Route[] => [
  route({
    name: `mail.${audience}.read`,
    method: 'GET',
    path: `${pathOf(audience)}/{id}`,
    says: 'Answers one message or draft of the mailbox, and marks it as read.',
    rights: RIGHTS[audience],
    params: MailPath,
    reply: MailMessage,
    errors: ['not_found', 'auth.too_many_attempts'],
    handle: ({ caller, path: { id } }, context) => context.desk('mail.read', { caller, id }),
  }),
  route({
    ...OWN,
    name: `mail.${audience}.delete`,
    method: 'DELETE',
    path: `${pathOf(audience)}/{id}`,
    says: 'Deletes a message or draft from the mailbox; the copies of others stay.',
    rights: RIGHTS[audience],
    params: MailPath,
    reply: null,
    handle: ({ caller, path: { id } }, context) => context.desk('mail.delete', { caller, id }),
  }),
  route({
    name: `mail.${audience}.download`,
    method: 'GET',
    path: `${pathOf(audience)}/{id}/attachments/{file}`,
    says: 'Downloads a file of a message or draft.',
    rights: RIGHTS[audience],
    params: MailFilePath,
    reply: null,
    errors: ['not_found'],
    handle: async ({ caller, path: { id, file } }, context) => {
      const found = await context.desk('mail.file', { caller, id, file });
      if (!found.ok) return found;
      const { name, sha256 } = found.data;
      const asked = { session: caller.session, waits_for: 'surely', sha256 } as const;
      const read = await context.query(caller, 'file.read', asked);
      if (!read.ok) return read;
      if (read.data === null) return refuse('not_found', 'The file was deleted meanwhile.');
      return { file: [read.data], type: mediaTypeOf(name), name, isForeign: true };
    },
  }),
];

const drafts = (audience: Audience): readonly Route[] => {
  const path = `${pathOf(audience)}/drafts` as const;
  const shared = { ...OWN, rights: RIGHTS[audience], reply: MailMessage } as const;
  return [
    route({
      ...shared,
      name: `mail.${audience}.draft`,
      method: 'POST',
      path,
      says: 'Saves a draft: a new one, or the one of the id.',
      body: MailDraftBody,
      bodyBytesMax: DRAFT_BYTES_MAX,
      handle: ({ caller, body }, context) =>
        context.desk('mail.draft', { caller, id: body.id ?? 0, body }),
    }),
    route({
      ...shared,
      name: `mail.${audience}.redraft`,
      method: 'PUT',
      path: `${path}/{id}`,
      says: 'Replaces a draft whole; its files stay.',
      params: MailPath,
      body: MailDraftBody,
      bodyBytesMax: DRAFT_BYTES_MAX,
      handle: ({ caller, path: { id }, body }, context) =>
        context.desk('mail.draft', { caller, id, body }),
    }),
    route({
      ...shared,
      name: `mail.${audience}.attach`,
      method: 'POST',
      path: `${path}/{id}/attachments`,
      says: 'Adds a file to a draft.',
      params: MailPath,
      body: FileUpload,
      isMultipart: true,
      handle: ({ caller, path: { id }, body }, context) =>
        context.desk('mail.attach', { caller, id, file: body.file }),
    }),
    route({
      ...shared,
      name: `mail.${audience}.detach`,
      method: 'DELETE',
      path: `${path}/{id}/attachments/{file}`,
      says: 'Removes a file from a draft.',
      params: MailFilePath,
      handle: ({ caller, path: { id, file } }, context) =>
        context.desk('mail.detach', { caller, id, file }),
    }),
  ];
};

const staffSend = route({
  ...OWN,
  name: 'mail.send',
  method: 'POST',
  path: '/admin/v1/mail',
  says: 'Sends a message to logins or to groups.',
  rights: RIGHTS.staff,
  body: MailSendBody,
  bodyBytesMax: SEND_BYTES_MAX,
  reply: MailSendResult,
  handle: async ({ caller, body }, context) => {
    const files = filesOf(body.attachments);
    if (!files.ok) return files;
    const { attachments: _, ...given } = body;
    const outgoing = await context.desk('mail.outgoing', { caller, body: given });
    if (!outgoing.ok) return outgoing;
    const { mail, viewer, has_values } = outgoing.data;
    const send = { caller, mail, files: files.data };
    if (mail.to_group === '') return context.desk('mail.send', send);
    const found = await context.query(caller, 'mail.recipients', {
      session: caller.session,
      waits_for: 'surely',
      viewer,
      group: mail.to_group,
      sender: caller.login,
      most: TO_GROUP_MAX,
      has_values,
    });
    if (!found.ok) return found;
    return context.desk('mail.send', { ...send, groups: { viewer, found: found.data } });
  },
});

/** Of what a mail server said its codes: it may name the recipient. Other errors as they are. */
const withoutWords = (error: string): string =>
  /^\d{3}\b(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(error)?.[0] ?? error;

const outbox = [
  route({
    name: 'mail.outbox',
    method: 'GET',
    path: '/admin/v1/mail/outbox',
    says: 'Lists the e-mails of the caller’s messages, of all senders with `config.mail`.',
    rights: RIGHTS.staff,
    query: OutboxParams,
    reply: OutboxPage,
    handle: async ({ caller, query }, context) => {
      const seen = await context.desk('mail.outbox', { caller });
      if (!seen.ok) return seen;
      const { sees_all, sees_emails, sees_names } = seen.data;
      const { page } = query;
      const sender = sees_all ? 0 : caller.login;
      const { session } = caller;
      const found = await context.query(caller, 'mail.outbox', { ...query, session, sender });
      if (!found.ok) return found;
      const { items, total, pending } = found.data;
      const shown = items.map((one) => ({
        ...one,
        to: sees_emails ? one.to : '',
        subject: sees_names ? one.subject : '',
        error: sees_emails && sees_names ? one.error : withoutWords(one.error),
      }));
      return done({ items: shown, page, total, pending, ...pendingAt(found.data) });
    },
  }),
  route({
    name: 'mail.cancel',
    method: 'POST',
    path: '/admin/v1/mail/mailings/{id}/cancel',
    says: 'Gives up the e-mails of a message that no mail server has yet; `id` is the sent copy.',
    rights: RIGHTS.staff,
    params: MailPath,
    reply: MailingCancelled,
    errors: ['not_found'],
    handle: ({ caller, path: { id } }, context) => context.desk('mail.cancel', { caller, id }),
  }),
];

const traderSend = route({
  ...OWN,
  name: 'mail.send_to_staff',
  method: 'POST',
  path: '/trader/v1/mail',
  says: 'Sends a message to a staff user of the list of mailboxes.',
  body: TraderMailSendBody,
  bodyBytesMax: SEND_BYTES_MAX,
  reply: MailMessage,
  handle: ({ caller, body }, context) => {
    const files = filesOf(body.attachments);
    if (!files.ok) return files;
    const { attachments: _, ...given } = body;
    return context.desk('mail.send_to_staff', { caller, body: given, files: files.data });
  },
});

const mailboxes = route({
  name: 'mail.mailboxes',
  method: 'GET',
  path: '/trader/v1/mailboxes',
  says: 'Lists the staff users that the trader may write to.',
  reply: [Mailbox],
  handle: ({ caller }, context) => context.desk('mail.mailboxes', { caller }),
});

const AUDIENCES = ['staff', 'trader'] as const;

/** The routes; those with fixed words come before those with an id in their place. */
export const mail: readonly Route[] = [
  staffSend,
  ...outbox,
  traderSend,
  mailboxes,
  ...AUDIENCES.flatMap((audience) => [listed(audience), ...drafts(audience), ...single(audience)]),
];
