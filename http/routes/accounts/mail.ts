// Internal mail over REST: the same mailbox routes for staff and for traders, and their sends.

import { Type } from '@sinclair/typebox';
import type { NewFile } from '../../../wire/accounts/file.js';
import { mediaTypeOf } from '../../../wire/accounts/file-rules.js';
import type { Audience } from '../../../wire/accounts/identity.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { copyId, TO_GROUP_MAX } from '../../../wire/mail/mailbox.js';
import { mailReaderOf } from '../../../wire/mail/shown-mail.js';
import type { ReadAt } from '../../../wire/queries/fenced-query.js';
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
import { NOT_SHOWN } from '../../rest/phrases.js';
import { type CommonCode, type HandlerContext, type Route, route } from '../../rest/route.js';

const RIGHTS: Readonly<Record<Audience, readonly Right[]>> = { staff: ['mailbox'], trader: [] };
/** Rows of a page, also where another number than 1 to 200 is asked for. */
const PAGE = 50;
const LIMIT_MAX = 200;
/** Most bytes of a request with files. */
const SEND_BYTES_MAX = 4 << 20;
/** Most bytes of a draft's request: a body whose characters are escaped, and its addressees. */
const DRAFT_BYTES_MAX = 512 << 10;
/** Nobody but the owner of an account writes in its name. */
const OWN = { readOnly: 'forbidden' } as const;

const NO_COPY = 'the mailbox of the caller has no such message or draft';
const NO_DRAFT = 'the caller has no such draft';
const NO_ANSWERED = `${NO_DRAFT}, or the mailbox has no message that is answered`;
const TOO_OFTEN = {
  'auth.too_many_attempts':
    'the login saves, marks and deletes too often; `Retry-After` says how long',
};
const TOO_MANY_SENT = {
  'auth.too_many_attempts':
    'the login sends too many messages or files; `Retry-After` says how long',
};
const FORBIDDEN: Readonly<Record<Audience, string>> = {
  staff: 'the right is missing, or the session is read-only',
  trader: 'mail is off for the group of the account, or the session is read-only',
};

const changeErrors = (
  audience: Audience,
  not_found: string,
  conflict = 'the record was changed by another request meanwhile',
) => ({ not_found, conflict, forbidden: FORBIDDEN[audience], ...TOO_OFTEN });

const SEND_ERRORS = {
  conflict: 'the draft or the rights of the caller were changed meanwhile',
  not_found: 'there is no such draft, or `reply_to` names no message of the mailbox',
  ...TOO_MANY_SENT,
} as const;

const UNCHECKED: Readonly<Record<Audience, string>> = {
  staff: 'A draft is checked when the draft is sent: until then `to` is ignored.',
  trader:
    'A draft is checked when the draft is sent: until then logins, groups and e-mails ' +
    'are ignored.',
};
/** The bodies of examples. */
const DRAFT = {
  staff: { to_logins: [1001], subject: 'Your margin', body: 'Dear {{name}}, …' },
  trader: { to: 1, subject: 'A question', body: 'Good morning, …' },
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
  return ok(files);
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
  const isPage = limit >= 1 && limit <= LIMIT_MAX;
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
    details:
      'A folder has one row for each thread, with the newest message of the thread. With ' +
      '`thread` the answer has the messages of the thread, and marks them as read. A ' +
      '`limit` below 1 or above 200 counts as 50.',
    rights: RIGHTS[audience],
    query: MailListParams,
    reply: Type.Union([MailPage, Type.Array(MailMessage)]),
    errors: { ...TOO_OFTEN, timeout: NOT_SHOWN },
    example: { query: { folder: 'inbox', limit: 20 } },
    handle: async ({ caller, query }, context) => {
      const { thread, page } = query;
      const own = await context.desk('mail.reader', { caller });
      if (!own.ok) return own;
      const { enabled } = own.data;
      if (thread !== undefined) {
        return enabled ? await readThread(caller, thread, context) : ok([]);
      }
      if (!enabled) return ok({ enabled, items: [], page, total: 0, unread: 0 });
      return await readPage(caller, query, context);
    },
  });

const single = (audience: Audience): readonly Route[] => [
  route({
    name: `mail.${audience}.read`,
    method: 'GET',
    path: `${pathOf(audience)}/{id}`,
    says: 'Answers one message or draft of the mailbox, and marks the message as read.',
    details: 'A read-only session marks nothing. Placeholders are filled for the reader.',
    rights: RIGHTS[audience],
    params: MailPath,
    reply: MailMessage,
    errors: { not_found: NO_COPY, ...TOO_OFTEN },
    example: { path: { id: 7 } },
    handle: ({ caller, path: { id } }, context) => context.desk('mail.read', { caller, id }),
  }),
  route({
    ...OWN,
    name: `mail.${audience}.delete`,
    method: 'DELETE',
    path: `${pathOf(audience)}/{id}`,
    says: 'Deletes a message or draft from the mailbox; the copies of others stay.',
    details: 'A deleted copy does not come back.',
    rights: RIGHTS[audience],
    params: MailPath,
    reply: null,
    errors: changeErrors(audience, NO_COPY, 'the files of the draft were changed meanwhile'),
    example: { path: { id: 7 } },
    handle: ({ caller, path: { id } }, context) => context.desk('mail.delete', { caller, id }),
  }),
  route({
    name: `mail.${audience}.download`,
    method: 'GET',
    path: `${pathOf(audience)}/{id}/attachments/{file}`,
    says: 'Downloads a file of a message or draft.',
    details: 'The bytes of the file without an envelope, under its name and with its media type.',
    rights: RIGHTS[audience],
    params: MailFilePath,
    reply: null,
    errors: { not_found: `${NO_COPY}, or the message has no such file`, timeout: NOT_SHOWN },
    example: { path: { id: 7, file: 1 } },
    isFile: true,
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
      says: 'Saves a new draft, or replaces the draft with the sent id.',
      details: `${UNCHECKED[audience]} A login has at most 200 drafts, of 20 MiB together.`,
      errors: changeErrors(audience, NO_ANSWERED),
      example: { body: DRAFT[audience] },
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
      says: 'Replaces all fields of a draft; the files stay.',
      details: `${UNCHECKED[audience]} A field that is left out becomes empty.`,
      errors: changeErrors(audience, NO_ANSWERED),
      example: { path: { id: 7 }, body: DRAFT[audience] },
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
      details:
        'A file has at most 1 MiB, a name with one of the usual endings, and content that ' +
        'fits the ending. A message has at most 5 files, of 2 MiB together.',
      errors: { ...changeErrors(audience, NO_DRAFT), ...TOO_MANY_SENT },
      example: { path: { id: 7 } },
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
      details: 'The numbers of other files stay.',
      errors: changeErrors(audience, `${NO_DRAFT}, or the draft has no such file`),
      example: { path: { id: 7, file: 1 } },
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
  details:
    'Takes `to_logins` or `to_group`. An omitted field comes from the draft, which is ' +
    'deleted when the message is sent. Accounts whose group has no mail are skipped. ' +
    '`{{login}}`, `{{name}}`, `{{group}}`, `{{currency}}` and `{{company}}` are replaced ' +
    'for each recipient, at most 256 in a message. With `email` the message is also sent ' +
    'as e-mails.',
  rights: RIGHTS.staff,
  body: MailSendBody,
  bodyBytesMax: SEND_BYTES_MAX,
  reply: MailSendResult,
  errors: {
    ...SEND_ERRORS,
    forbidden: 'the right is missing, a login lies outside the scope, or the session is read-only',
    timeout: 'the list of accounts is behind; nothing was sent',
  },
  example: {
    body: { to_logins: [1001], subject: 'Your margin', body: 'Dear {{name}}, please call us.' },
  },
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

const outbox = [
  route({
    name: 'mail.outbox',
    method: 'GET',
    path: '/admin/v1/mail/outbox',
    says: 'Lists the e-mails of the caller’s messages, of all senders with `config.mail`.',
    details:
      'The newest e-mails come first. Addresses need `fields.email`, subjects ' +
      '`fields.name`. The server makes the e-mails of a message in parts: the `id` of an ' +
      'e-mail that is not made yet is 0. `pending` counts all waiting e-mails, whatever ' +
      'the filter.',
    rights: RIGHTS.staff,
    query: OutboxParams,
    reply: OutboxPage,
    errors: { timeout: NOT_SHOWN },
    example: { query: { status: 'queued', limit: 20 } },
    handle: async ({ caller, query }, context) => {
      const seen = await context.desk('mail.outbox', { caller });
      if (!seen.ok) return seen;
      const { session } = caller;
      const { page } = query;
      const found = await context.query(caller, 'mail.outbox', { ...query, session, ...seen.data });
      if (!found.ok) return found;
      const { items, total, pending } = found.data;
      return ok({ items: [...items], page, total, pending, ...pendingAt(found.data) });
    },
  }),
  route({
    name: 'mail.cancel',
    method: 'POST',
    path: '/admin/v1/mail/mailings/{id}/cancel',
    says: 'Gives up the e-mails of a message that no mail server has yet; `id` is the sent copy.',
    details: 'Its sender does that, or a holder of `config.mail`. Copies in mailboxes stay.',
    rights: RIGHTS.staff,
    params: MailPath,
    reply: MailingCancelled,
    errors: { not_found: 'no such message of the caller, or the message has no e-mails left' },
    example: { path: { id: 7 } },
    handle: ({ caller, path: { id } }, context) => context.desk('mail.cancel', { caller, id }),
  }),
];

const traderSend = route({
  ...OWN,
  name: 'mail.send_to_staff',
  method: 'POST',
  path: '/trader/v1/mail',
  says: 'Sends a message to a staff user of the list of mailboxes.',
  details:
    '`to` is a login of the list of mailboxes. A field that is left out comes from the draft, ' +
    'which a send deletes.',
  body: TraderMailSendBody,
  bodyBytesMax: SEND_BYTES_MAX,
  reply: MailMessage,
  errors: { ...SEND_ERRORS, forbidden: FORBIDDEN.trader },
  example: { body: { to: 1, subject: 'A question', body: 'When do markets close today?' } },
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
  details:
    'Staff users with the right `mailbox` and the group of the account in their scope, by ' +
    'login. Names are the names that traders see.',
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
