// A message as a mailbox or an e-mail shows it: with filled placeholders, and names by right.

import type { Audience } from '../accounts/identity.js';
import type { Right } from '../accounts/rights.js';
import { type MailValuesRecord, rowIn, rowsWith } from './mail-values.js';
import {
  copyId,
  type MailDraftInfo,
  type MailDraftRecord,
  type MailFile,
  type MailFolder,
  type MailRecord,
  SUBJECT_MAX,
} from './mailbox.js';

/** Most bytes of the value of a placeholder: a name of 128 characters. */
const VALUE_BYTES_MAX = 512;

/** The values of placeholders for one recipient. */
interface MailValues {
  readonly login: string;
  readonly name: string;
  readonly group: string;
  readonly currency: string;
  readonly company: string;
}

/** Names of placeholders. */
const PLACEHOLDER = /\{\{(login|name|group|currency|company)\}\}/g;

/** The placeholders that texts use. */
export const placeholdersIn = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(PLACEHOLDER), ([, name]) => `${name}`)));

/** The number of placeholders in texts. */
export const placeholderCount = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(PLACEHOLDER)?.length ?? 0), 0);

/** Most bytes of a body for any recipient. */
export const bodyBytes = ({ body, is_filled }: Pick<MailRecord, 'body' | 'is_filled'>): number =>
  Buffer.byteLength(body) + (is_filled ? VALUE_BYTES_MAX * placeholderCount(body) : 0);

/** A text with its placeholders replaced; unknown ones stay as they are. */
const filled = (text: string, values: MailValues): string =>
  text.replace(PLACEHOLDER, (_, name: keyof MailValues) => values[name]);

/** The values for a recipient; only the login itself where none were stored. */
const valuesOf = (login: number, stored: MailValuesRecord | undefined): MailValues => {
  const [at, name] = rowIn(stored === undefined ? '' : rowsWith(stored, login), login);
  const [group, currency, company] = stored?.groups[at] ?? ['', '', ''];
  return { login: String(login), name, group, currency, company };
};

/** A text of a message for one recipient; `stored` are the values of placeholders, if any. */
export const textFor = (
  text: string,
  { is_filled }: Pick<MailRecord, 'is_filled'>,
  login: number,
  stored: MailValuesRecord | undefined,
): string => (is_filled ? filled(text, valuesOf(login, stored)) : text);

/**
 * The subject of the e-mail to a recipient: the first characters of the message's, or a dash for
 * none.
 */
export const emailSubject = (
  mail: Pick<MailRecord, 'subject' | 'is_filled'>,
  login: number,
  stored: MailValuesRecord | undefined,
): string => {
  const subject = textFor(mail.subject, mail, login, stored);
  return [...subject].slice(0, SUBJECT_MAX).join('') || '-';
};

/** A message as a mailbox shows it. */
export interface ShownMail {
  readonly attachments: readonly Pick<MailFile, 'id' | 'name' | 'size'>[];
  readonly body: string;
  readonly created_at: string;
  readonly draft: MailDraftInfo | null;
  readonly folder: MailFolder;
  readonly from: number;
  readonly from_name: string;
  readonly id: number;
  readonly message_id: string;
  readonly read: boolean;
  readonly recipients: string;
  readonly subject: string;
  readonly thread: number;
  readonly thread_count?: number;
}

/** The owner of the mailbox. */
export interface MailReader {
  readonly login: number;
  readonly isTrader: boolean;
  /** Does a staff user see the names of accounts? */
  readonly seesNames: boolean;
}

/** The owner of the mailbox that a caller or session reads. */
export const mailReaderOf = ({
  login,
  audience,
  rights,
}: {
  readonly login: number;
  readonly audience: Audience;
  readonly rights: readonly Right[];
}): MailReader => ({
  login,
  isTrader: audience === 'trader',
  seesNames: rights.includes('fields.name'),
});

const attachmentsOf = (files: readonly MailFile[]) =>
  files.map(({ id, name, size }) => ({ id, name, size }));

const senderName = (mail: MailRecord, { isTrader, seesNames }: MailReader): string => {
  if (isTrader) return mail.from_mailbox;
  return mail.by_trader && !seesNames ? '' : mail.from_name;
};

const recipientsOf = (mail: MailRecord, isReceived: boolean, reader: MailReader): string => {
  // Traders do not learn who else got a message.
  if (reader.isTrader) return isReceived ? String(reader.login) : mail.recipients;
  return reader.seesNames ? mail.recipients : mail.recipient_logins;
};

/** A copy of a message as its owner sees it; `stored` are the values for a recipient, if any. */
export const shownMail = (
  mail: MailRecord,
  folder: 'inbox' | 'sent',
  read: boolean,
  reader: MailReader,
  stored?: MailValuesRecord,
): ShownMail => {
  const isReceived = folder === 'inbox';
  const text = (one: string): string =>
    isReceived ? textFor(one, mail, reader.login, stored) : one;
  return {
    attachments: attachmentsOf(mail.files),
    body: text(mail.body),
    created_at: mail.created_at,
    draft: null,
    folder,
    from: mail.from,
    from_name: senderName(mail, reader),
    id: copyId(mail.id, folder),
    message_id: mail.message_id,
    read: read || !isReceived,
    recipients: recipientsOf(mail, isReceived, reader),
    subject: text(mail.subject),
    thread: mail.thread,
  };
};

/** A draft as its owner sees it. */
export const shownDraft = (draft: MailDraftRecord): ShownMail => ({
  attachments: attachmentsOf(draft.files),
  body: draft.body,
  created_at: draft.created_at,
  draft: draft.draft,
  folder: 'draft',
  from: draft.login,
  from_name: draft.from_name,
  id: copyId(draft.id, 'draft'),
  message_id: draft.message_id,
  read: true,
  recipients: draft.recipients,
  subject: draft.subject,
  thread: draft.thread,
});
