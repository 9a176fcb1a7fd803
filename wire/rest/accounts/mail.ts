// Internal mail over REST: mailboxes, sends and drafts.

import { type Static, Type } from '@sinclair/typebox';
import {
  Id,
  Named,
  OrNull,
  PlainText,
  refersTo,
  Time,
  TimeOrNull,
  Uuid,
  WholeText,
  Words,
} from '../../base/schema.js';
import { READ_AT } from '../../fields/fence.js';
import { section, wordedAs } from '../../fields/words.js';
import {
  BODY_BYTES_MAX,
  MAIL_FOLDERS,
  MailDraftInfo,
  SUBJECT_MAX,
  TO_LOGINS_MAX,
  TO_MASK_MAX,
} from '../../mail/mailbox.js';
import { PAGE, pageNumber } from '../lists/page-params.js';

const file = section('File');
const message = section('Message');
const addressees = section('Addressees');
const mailbox = section('Mailbox');
const result = section('Result');
const email = section('E-mail');
const delivery = section('Delivery');
const outbox = section('Outbox');
const filters = section('Filters');

const Maybe = Type.Optional;
/** 0 = none. */
const IdOrNone = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Logins = () => Type.Unsafe<readonly number[]>(Type.Array(Id(), { maxItems: TO_LOGINS_MAX }));

const Attachment = Named('Attachment', {
  id: file('File', 'Number of the file within the message.', Type.Integer()),
  name: file('Name', 'Name of the file.', Type.String()),
  size: file('Size', 'Size of the file.', Type.Integer(), 'bytes'),
});

/** A message in a mailbox; `thread_count` stands in rows of threads. */
export const MailMessage = Named('MailMessage', {
  attachments: message(
    'Files',
    'Files of the message.',
    Type.Unsafe<readonly Static<typeof Attachment>[]>(Type.Array(Attachment)),
  ),
  body: message('Body', 'Text of the message.', Type.String()),
  created_at: Time(),
  draft: addressees(
    'Draft',
    'Addressees of a draft; null = the message is no draft.',
    OrNull(MailDraftInfo),
  ),
  folder: message('Folder', 'Folder of the copy: received, sent or draft.', Words(MAIL_FOLDERS)),
  from: addressees('From', 'Login of the sender.', Type.Integer(), 'id'),
  from_name: addressees(
    'Sender',
    'Name of the sender; the names of traders need `fields.name`.',
    Type.String(),
  ),
  id: message('Id', 'Number of the copy or draft in the mailbox.', Type.Integer()),
  message_id: message('Message id', 'UUID of the message, the same in all its copies.', Uuid()),
  read: message('Read', 'Was the message read?', Type.Boolean()),
  recipients: addressees('Recipients', 'Addressees, in the words of the sender.', Type.String()),
  subject: message('Subject', 'Subject in one line.', Type.String()),
  thread: message('Thread', 'Number of the first message of the thread.', Type.Integer(), 'id'),
  thread_count: message(
    'Messages',
    'Messages of the thread in the mailbox.',
    Maybe(Type.Integer()),
    'count',
  ),
});
export type MailMessage = Static<typeof MailMessage>;

/** In pages without rows, while the database lacks an event that the session was shown. */
const PENDING_AT = { ...READ_AT, projection_seq: Maybe(READ_AT.projection_seq) };

/** A page of a folder. */
export const MailPage = Named('MailPage', {
  enabled: mailbox(
    'Enabled',
    'Has the group of the account mail? Staff always have.',
    Type.Boolean(),
  ),
  items: Type.Unsafe<readonly MailMessage[]>(Type.Array(MailMessage)),
  page: Type.Integer(),
  total: Type.Integer(),
  unread: mailbox('Unread', 'Messages that were not read yet.', Type.Integer(), 'count'),
  ...PENDING_AT,
});

/** The result of a staff send. */
export const MailSendResult = Named('MailSendResult', {
  delivered: result('Delivered', 'Logins that got the message.', Type.Integer(), 'count'),
  emailed: result('E-mailed', 'E-mails that go out.', Type.Integer(), 'count'),
  mail: result('Message', 'The copy of the sender.', MailMessage),
  skipped: result('Skipped', 'Addressees that could not get the message.', Type.Integer(), 'count'),
});

const STATUSES = ['queued', 'sent', 'failed'] as const;

/** An e-mail of the outbox, without its text. */
export const OutboxEmail = Named('OutboxEmail', {
  id: Type.Integer(),
  mail: email('Message', 'Number of the message that the e-mail carries.', Type.Integer(), 'id'),
  login: email('Login', 'Login of the recipient.', Type.Integer()),
  to: email('To', 'E-mail address; empty without the right to see it.', Type.String()),
  subject: email(
    'Subject',
    'Subject of the e-mail; empty without the right to see names.',
    Type.String(),
  ),
  status: delivery('Status', 'Is the e-mail waiting, sent, or given up?', Words(STATUSES)),
  server_id: delivery(
    'Mail server',
    'Id of the mail server; null = the default.',
    OrNull(Type.Integer()),
  ),
  attempts: delivery('Attempts', 'Number of tries.', Type.Integer(), 'count'),
  error: Type.String(),
  created_at: Time(),
  sent_at: delivery(
    'Sent',
    'Time at which a mail server accepted the e-mail; null = not yet.',
    TimeOrNull(),
  ),
});
export type OutboxEmail = Static<typeof OutboxEmail>;

/** A page of the outbox. */
export const OutboxPage = Named('OutboxPage', {
  items: Type.Unsafe<readonly OutboxEmail[]>(Type.Array(OutboxEmail)),
  page: Type.Integer(),
  total: Type.Integer(),
  pending: outbox('Pending', 'E-mails that are still to be made.', Type.Integer(), 'count'),
  ...PENDING_AT,
});

/** Filters and page of the outbox. */
export const OutboxParams = Named('OutboxParams', {
  status: filters('Status', 'Is the e-mail waiting, sent, or given up?', Maybe(Words(STATUSES))),
  server_id: filters('Mail server', 'Only e-mails of this mail server.', Maybe(Id())),
  ...PAGE,
});

/** How many e-mails were given up. */
export const MailingCancelled = Named('MailingCancelled', {
  cancelled: result('Cancelled', 'E-mails that were given up.', Type.Integer(), 'count'),
});

export type MailSendResult = Static<typeof MailSendResult>;

/** Folder and page, or a thread. */
export const MailListParams = Named('MailListParams', {
  folder: filters(
    'Folder',
    'Folder to page through.',
    Type.Unsafe<(typeof MAIL_FOLDERS)[number]>({ ...Words(MAIL_FOLDERS), default: 'inbox' }),
  ),
  thread: filters(
    'Thread',
    'Number of the thread whose messages are answered, instead of a folder.',
    Maybe(Id()),
    'id',
  ),
  page: pageNumber(),
  limit: Type.Integer({ default: 50 }),
});
export type MailListParams = Static<typeof MailListParams>;

/** A copy or a draft in a path. */
export const MailPath = Named(
  'MailPath',
  wordedAs(MailMessage.properties, {
    id: Id(),
  }),
);
/** A file of a copy or draft in a path. */
export const MailFilePath = Named('MailFilePath', {
  ...MailPath.properties,
  file: message('File', 'Number of the file within the message.', Id(), 'id'),
});

/** A file within a request. */
const NewAttachment = Named('NewAttachment', {
  name: file(
    'Name',
    'Name of the file; the ending of the name decides the type of the file.',
    Type.String({ minLength: 1, maxLength: 1024 }),
  ),
  content: file('Content', 'Bytes of the file, in base64.', Type.String()),
});
export type NewAttachment = Static<typeof NewAttachment>;

const TEXTS = wordedAs(MailMessage.properties, {
  subject: Maybe(WholeText(SUBJECT_MAX)),
  body: Maybe(PlainText(BODY_BYTES_MAX)),
});
const SENT = {
  ...TEXTS,
  attachments: message(
    'Files',
    'Files that are sent with the message; the files of the draft are sent, too.',
    Maybe(Type.Unsafe<readonly NewAttachment[]>(Type.Array(NewAttachment, { maxItems: 5 }))),
  ),
  reply_to: message(
    'Answers',
    'Id of the copy that the message answers; 0 = none.',
    Maybe(IdOrNone()),
    'id',
  ),
  draft_id: message(
    'Draft',
    'Id of the draft from which the message is sent; sending deletes the draft; 0 = none.',
    Maybe(IdOrNone()),
  ),
};

/** A message of staff. */
export const MailSendBody = Named(
  'MailSend',
  wordedAs(MailDraftInfo.properties, {
    ...SENT,
    to_logins: Maybe(refersTo('account', 'login', Logins())),
    to_group: Maybe(refersTo('group', 'mask', WholeText(TO_MASK_MAX))),
    email: Maybe(Type.Boolean()),
    server_id: addressees(
      'Mail server',
      'Id of the mail server for e-mails; 0 = the default.',
      Maybe(refersTo('mail_server', 'id', IdOrNone())),
    ),
  }),
);
export type MailSend = Static<typeof MailSendBody>;

/** A message of a trader. */
export const TraderMailSendBody = Named(
  'TraderMailSend',
  wordedAs(MailDraftInfo.properties, {
    ...SENT,
    to: Maybe(IdOrNone()),
  }),
);
export type TraderMailSend = Static<typeof TraderMailSendBody>;

/** A draft; each audience uses its own addressees. */
export const MailDraftBody = Named(
  'MailDraft',
  wordedAs(MailDraftInfo.properties, {
    id: message(
      'Id',
      'Id of the draft to replace; 0 = a new draft. An id in the path takes precedence.',
      Maybe(IdOrNone()),
    ),
    ...TEXTS,
    to_logins: Maybe(Logins()),
    to_group: Maybe(WholeText(TO_MASK_MAX)),
    email: Maybe(Type.Boolean()),
    reply_to: Maybe(IdOrNone()),
    to: Maybe(IdOrNone()),
  }),
);
export type MailDraft = Static<typeof MailDraftBody>;

/** A staff user whom a trader may write to. */
export const Mailbox = Named('Mailbox', {
  login: mailbox('Login', 'Login of the staff user.', Type.Integer()),
  name: mailbox('Name', 'Name that traders see.', Type.String()),
});
export type Mailbox = Static<typeof Mailbox>;
