// Internal mail over REST: mailboxes, sends and drafts.

import { type Static, Type } from '@sinclair/typebox';
import {
  BODY_BYTES_MAX,
  MAIL_FOLDERS,
  MailDraftInfo,
  SUBJECT_MAX,
  TO_LOGINS_MAX,
  TO_MASK_MAX,
} from '../../accounts/mailbox.js';
import {
  Id,
  Named,
  PlainText,
  Time,
  TimeOrNull,
  Uuid,
  WholeText,
  Words,
} from '../../base/schema.js';
import { READ_AT } from '../../fields/fence.js';

const Maybe = Type.Optional;
/** 0 = none. */
const IdOrNone = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Logins = () => Type.Unsafe<readonly number[]>(Type.Array(Id(), { maxItems: TO_LOGINS_MAX }));

/** A file of a message. */
const Attachment = Named('Attachment', {
  id: Type.Integer(),
  name: Type.String(),
  size: Type.Integer(),
});

/** A message in a mailbox; `thread_count` stands in rows of threads. */
export const MailMessage = Named('MailMessage', {
  attachments: Type.Unsafe<readonly Static<typeof Attachment>[]>(Type.Array(Attachment)),
  body: Type.String(),
  created_at: Time(),
  draft: Type.Union([MailDraftInfo, Type.Null()]),
  folder: Words(MAIL_FOLDERS),
  from: Type.Integer(),
  from_name: Type.String(),
  id: Type.Integer(),
  message_id: Uuid(),
  read: Type.Boolean(),
  recipients: Type.String(),
  subject: Type.String(),
  thread: Type.Integer(),
  thread_count: Maybe(Type.Integer()),
});
export type MailMessage = Static<typeof MailMessage>;

/** In pages without rows, while the database lacks an event that the session was shown. */
const PENDING_AT = { ...READ_AT, projection_seq: Maybe(READ_AT.projection_seq) };

/** A page of a folder. */
export const MailPage = Named('MailPage', {
  enabled: Type.Boolean(),
  items: Type.Unsafe<readonly MailMessage[]>(Type.Array(MailMessage)),
  page: Type.Integer(),
  total: Type.Integer(),
  unread: Type.Integer(),
  ...PENDING_AT,
});

/** The result of a staff send. */
export const MailSendResult = Named('MailSendResult', {
  delivered: Type.Integer(),
  emailed: Type.Integer(),
  mail: MailMessage,
  skipped: Type.Integer(),
});

const STATUSES = ['queued', 'sent', 'failed'] as const;

/** An e-mail of the outbox, without its text. */
export const OutboxEmail = Named('OutboxEmail', {
  id: Type.Integer(),
  mail: Type.Integer(),
  login: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  status: Words(STATUSES),
  server_id: Type.Union([Type.Integer(), Type.Null()]),
  attempts: Type.Integer(),
  error: Type.String(),
  created_at: Time(),
  sent_at: TimeOrNull(),
});
export type OutboxEmail = Static<typeof OutboxEmail>;

/** A page of the outbox. */
export const OutboxPage = Named('OutboxPage', {
  items: Type.Unsafe<readonly OutboxEmail[]>(Type.Array(OutboxEmail)),
  page: Type.Integer(),
  total: Type.Integer(),
  pending: Type.Integer(),
  ...PENDING_AT,
});

/** Filters and page of the outbox. */
export const OutboxParams = Named('OutboxParams', {
  status: Maybe(Words(STATUSES)),
  server_id: Maybe(Id()),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
});

/** How many e-mails were given up. */
export const MailingCancelled = Named('MailingCancelled', { cancelled: Type.Integer() });

export type MailSendResult = Static<typeof MailSendResult>;

/** Folder and page, or a thread. */
export const MailListParams = Named('MailListParams', {
  folder: Type.Unsafe<(typeof MAIL_FOLDERS)[number]>({ ...Words(MAIL_FOLDERS), default: 'inbox' }),
  thread: Maybe(Id()),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ default: 50 }),
});
export type MailListParams = Static<typeof MailListParams>;

/** A copy or a draft in a path. */
export const MailPath = Named('MailPath', { id: Id() });
/** A file of a copy or draft in a path. */
export const MailFilePath = Named('MailFilePath', { id: Id(), file: Id() });

/** A file within a request. */
const NewAttachment = Named('NewAttachment', {
  name: Type.String({ minLength: 1, maxLength: 1024 }),
  content: Type.String(),
});
export type NewAttachment = Static<typeof NewAttachment>;

const TEXTS = {
  subject: Maybe(WholeText(SUBJECT_MAX)),
  body: Maybe(PlainText(BODY_BYTES_MAX)),
};
const SENT = {
  ...TEXTS,
  attachments: Maybe(
    Type.Unsafe<readonly NewAttachment[]>(Type.Array(NewAttachment, { maxItems: 5 })),
  ),
  reply_to: Maybe(IdOrNone()),
  draft_id: Maybe(IdOrNone()),
};

/** A message of staff. */
export const MailSendBody = Named('MailSend', {
  ...SENT,
  to_logins: Maybe(Logins()),
  to_group: Maybe(WholeText(TO_MASK_MAX)),
  email: Maybe(Type.Boolean()),
  server_id: Maybe(IdOrNone()),
});
export type MailSend = Static<typeof MailSendBody>;

/** A message of a trader. */
export const TraderMailSendBody = Named('TraderMailSend', { ...SENT, to: Maybe(IdOrNone()) });
export type TraderMailSend = Static<typeof TraderMailSendBody>;

/** A draft; each audience uses its own addressees. */
export const MailDraftBody = Named('MailDraft', {
  id: Maybe(IdOrNone()),
  ...TEXTS,
  to_logins: Maybe(Logins()),
  to_group: Maybe(WholeText(TO_MASK_MAX)),
  email: Maybe(Type.Boolean()),
  reply_to: Maybe(IdOrNone()),
  to: Maybe(IdOrNone()),
});
export type MailDraft = Static<typeof MailDraftBody>;

/** A staff user whom a trader may write to. */
export const Mailbox = Named('Mailbox', { login: Type.Integer(), name: Type.String() });
export type Mailbox = Static<typeof Mailbox>;
