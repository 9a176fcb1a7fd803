// Words of internal mail: messages, drafts, their files, and the outbox of e-mails.

import type { FieldWords, SchemaWords, Sections } from './field-words.js';

type MailFieldWords = Readonly<Record<string, FieldWords>>;

const NONE = '0 = none.';
const FILE_ID: FieldWords = ['File', 'Number of the file within the message.', 'id'];
const COPY_ID: FieldWords = ['Id', 'Number of the copy or draft in the mailbox.', 'id'];
const THREAD: FieldWords = ['Thread', 'Number of the first message of the thread.', 'id'];
const SENT_ID: FieldWords = ['Message', 'Number of the message that the e-mail carries.', 'id'];
const REPLY: FieldWords = ['Answers', `Id of the copy that it answers; ${NONE}`, 'id'];
const EMAIL: FieldWords = ['E-mail too', 'Does it also go out as e-mails?'];
const STATUS: FieldWords = ['Status', 'Is the e-mail waiting, sent, or given up?'];
const MAIL_SERVER: FieldWords = ['Mail server', 'Id of the mail server; null = the default.', 'id'];

const texts: MailFieldWords = {
  subject: ['Subject', 'Subject in one line.'],
  body: ['Body', 'Text of the message.'],
};
const addressees: MailFieldWords = {
  to_logins: ['To logins', 'Logins that get it, each once.', 'id'],
  to_group: ['To groups', 'Masks of groups with commas between, whose accounts get it.'],
  email: EMAIL,
};
const toStaff: MailFieldWords = {
  to: ['To', `Login of the staff user to whom a trader writes; ${NONE}`, 'id'],
};
const sent: MailFieldWords = {
  attachments: ['Files', 'Files that are sent with it; the files of the draft are sent too.'],
  draft_id: ['Draft', `Id of the draft that it is sent from, and that goes with it; ${NONE}`, 'id'],
};
const sentTexts: Sections = {
  Message: { ...texts, ...sent, reply_to: REPLY },
};

export const MAIL_WORDS: SchemaWords = {
  Attachment: {
    File: {
      id: FILE_ID,
      name: ['Name', 'Name of the file.'],
      size: ['Size', 'Size of the file.', 'bytes'],
    },
  },
  NewAttachment: {
    File: {
      name: ['Name', 'Name of the file; its ending tells its kind.'],
      content: ['Content', 'Bytes of the file, in base64.'],
    },
  },
  FileUpload: { File: { file: ['File', 'The file, with its name in the form.'] } },
  MailMessage: {
    Message: {
      ...texts,
      id: COPY_ID,
      message_id: ['Message id', 'UUID of the message, the same in all its copies.'],
      thread: THREAD,
      thread_count: ['Messages', 'Messages of the thread in the mailbox.', 'count'],
      folder: ['Folder', 'Folder of the copy: received, sent or draft.'],
      read: ['Read', 'Was it read?'],
      attachments: ['Files', 'Files of the message.'],
    },
    Addressees: {
      from: ['From', 'Login of the sender.', 'id'],
      from_name: ['Sender', 'Name of the sender; the names of traders need `fields.name`.'],
      recipients: ['Recipients', 'Addressees as the sender named them.'],
      draft: ['Draft', 'Addressees of a draft; null = it is no draft.'],
    },
  },
  MailDraftInfo: { Addressees: { ...addressees, ...toStaff, reply_to: REPLY } },
  MailDraft: {
    Message: {
      ...texts,
      id: ['Id', 'Id of the draft to replace; 0 = a new one. The path goes before it.', 'id'],
    },
    Addressees: { ...addressees, ...toStaff, reply_to: REPLY },
  },
  MailSend: {
    ...sentTexts,
    Addressees: {
      ...addressees,
      server_id: ['Mail server', 'Id of the mail server for e-mails; 0 = the default.', 'id'],
    },
  },
  TraderMailSend: { ...sentTexts, Addressees: toStaff },
  MailPage: {
    Mailbox: {
      enabled: ['Enabled', 'Has the group of the account mail? Staff always have.'],
      unread: ['Unread', 'Messages that were not read yet.', 'count'],
    },
  },
  MailListParams: {
    Filters: {
      folder: ['Folder', 'Folder to page through.'],
      thread: [
        'Thread',
        'Number of the thread whose messages are answered, instead of a folder.',
        'id',
      ],
    },
  },
  MailPath: { Message: { id: COPY_ID } },
  MailFilePath: { Message: { id: COPY_ID, file: FILE_ID } },
  MailSendResult: {
    Result: {
      delivered: ['Delivered', 'Logins that got it.', 'count'],
      emailed: ['E-mailed', 'E-mails that go out.', 'count'],
      skipped: ['Skipped', 'Addressees that could not get it.', 'count'],
      mail: ['Message', 'The copy of the sender.'],
    },
  },
  MailingCancelled: {
    Result: { cancelled: ['Cancelled', 'E-mails that were given up.', 'count'] },
  },
  OutboxEmail: {
    'E-mail': {
      mail: SENT_ID,
      login: ['Login', 'Login of the recipient.', 'id'],
      to: ['To', 'E-mail address; empty without the right to see it.'],
      subject: ['Subject', 'Subject of the e-mail; empty without the right to see names.'],
    },
    Delivery: {
      status: STATUS,
      server_id: MAIL_SERVER,
      attempts: ['Attempts', 'How often it was tried.', 'count'],
      sent_at: ['Sent', 'When a mail server took it; null = not yet.', 'time'],
    },
  },
  OutboxPage: {
    Outbox: { pending: ['Pending', 'E-mails that are still to be made.', 'count'] },
  },
  OutboxParams: {
    Filters: {
      status: STATUS,
      server_id: ['Mail server', 'Only e-mails of this mail server.', 'id'],
    },
  },
  Mailbox: {
    Mailbox: {
      login: ['Login', 'Login of the staff user.', 'id'],
      name: ['Name', 'Name that traders see.'],
    },
  },
};
