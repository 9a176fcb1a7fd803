// Internal mail: messages between staff and traders, and the copies in their mailboxes.
//
// A message is stored once. Its sender has a copy in the folder `sent`, each recipient one in
// `inbox`; only copies that were read or deleted have a record of their own.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Static, Type } from '@sinclair/typebox';
import { loginsAbove, readLogins, type StoredLogins } from '../base/login-set.js';
import { LongText, Named, Sha256, Strict, Time, WholeText } from '../base/schema.js';
import { Bool, Int, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import type { Audience } from './identity.js';
import type { Right } from './rights.js';

const addressees = section('Addressees');

/** Most bytes of a body. */
export const BODY_BYTES_MAX = 65_536;
/** Most characters of a subject, and of what is shown of the recipients. */
export const SUBJECT_MAX = 256;
/** Most logins that a message names, and most accounts that a mask of groups may select. */
export const TO_LOGINS_MAX = 1000;
export const TO_GROUP_MAX = 100_000;
/** Longest mask of groups. */
export const TO_MASK_MAX = 128;
/**
 * Most placeholders of a message: a value can be ten times as long as its placeholder, and texts
 * are filled for each recipient and each read.
 */
export const PLACEHOLDERS_MAX = 256;
/** Most drafts of a login. */
export const DRAFTS_MAX = 200;
/**
 * Most messages of a thread, and most bytes of their bodies with filled placeholders: a thread is
 * read in one answer. An answer to a thread that is full begins a new one, in which later answers
 * of the same conversation go on.
 */
export const THREAD_MAILS_MAX = 4_096;
export const THREAD_BYTES_MAX = 16 << 20;
/** Most bytes of the value of a placeholder: a name of 128 characters. */
const VALUE_BYTES_MAX = 512;

export const MAIL_FOLDERS = ['inbox', 'sent', 'draft'] as const;
export type MailFolder = (typeof MAIL_FOLDERS)[number];

const Whole = () => Int(0, Number.MAX_SAFE_INTEGER);
const Logins = (maxItems: number) =>
  Type.Unsafe<readonly number[]>({
    ...Type.Array(Int(1, Number.MAX_SAFE_INTEGER), { maxItems }),
    default: [],
  });

/** A file of a message; its content is stored under its hash. */
export const MailFile = Strict({
  /** 1, 2, 3 … within the message. */
  id: Int(1),
  name: Text(128),
  size: Whole(),
  sha256: Sha256(),
});
export type MailFile = Static<typeof MailFile>;
const Files = () =>
  Type.Unsafe<readonly MailFile[]>({ ...Type.Array(MailFile, { maxItems: 5 }), default: [] });

/** The addressees of a draft as the sender named them, and the message that it answers. */
export const MailDraftInfo = Named('MailDraftInfo', {
  email: addressees('E-mail too', 'Does it also go out as e-mails?', Bool(false)),
  reply_to: addressees('Answers', 'Id of the copy that it answers; 0 = none.', Whole(), 'id'),
  to: addressees('To', 'Login of the staff user to whom a trader writes; 0 = none.', Whole(), 'id'),
  to_group: addressees(
    'To groups',
    'Masks of groups with commas between, whose accounts get it.',
    WholeText(TO_MASK_MAX),
  ),
  to_logins: addressees('To logins', 'Logins that get it, each once.', Logins(TO_LOGINS_MAX), 'id'),
});
export type MailDraftInfo = Static<typeof MailDraftInfo>;

/** A message that was sent. */
export const MailRecord = Strict({
  /** The number of the message. */
  id: Int(1),
  message_id: Type.String(),
  /** The number of the first message of its thread. */
  thread: Int(1),
  from: Int(1),
  /** The sender's name for staff, and for traders. */
  from_name: Type.String(),
  from_mailbox: Type.String(),
  /** Did a trader send it? Staff see the names of traders by the right `fields.name`. */
  by_trader: Bool(false),
  /** The addressees as the sender named them, with the names of accounts, and without names. */
  recipients: Type.String(),
  recipient_logins: Type.String(),
  subject: Type.String(),
  body: LongText(BODY_BYTES_MAX),
  files: Files(),
  created_at: Time(),
  /** Was it sent to groups? */
  to_many: Bool(false),
  /** Are placeholders filled for each recipient? Only in messages of staff. */
  is_filled: Bool(false),
});
export type MailRecord = Static<typeof MailRecord>;

/** Who has copies of a message: the logins that it names, or a set of logins by block. */
export interface MailToRecord {
  readonly id: number;
  readonly thread: number;
  readonly from: number;
  readonly logins: readonly number[];
  readonly blocks: StoredLogins;
}

/**
 * The values of placeholders at the time of the send, of the logins of a block; of all logins where
 * they are named.
 */
export interface MailValuesRecord {
  readonly id: number;
  /** 0 where the logins are named. */
  readonly block: number;
  readonly groups: readonly (readonly [path: string, currency: string, company: string])[];
  /**
   * A line for each login: the login, the place of its group, and its name as JSON, which has no
   * line breaks. It is a text because those of 100,000 logins pass through threads; a longer one is
   * compressed, in parts of a few lines, since a reader mostly needs one: each part is its first
   * login, a colon and its compressed lines, and there is a blank between parts.
   */
  readonly rows: string;
}

/** The values of a message that is not sent yet; they are deleted if it never is. */
export const UnsentValuesRecord = Strict({
  /** The number of the message. */
  id: Int(1),
  /** The blocks of its values, of which some may not be stored. */
  blocks: Type.Unsafe<readonly number[]>(Type.Array(Whole())),
});
export type UnsentValuesRecord = Static<typeof UnsentValuesRecord>;

/** The values of placeholders, gathered by block. */
export class MailValueBlocks {
  readonly #blocks = new Map<number, GatheredValues>();

  /** Adds the values of a login. */
  add(block: number, login: number, group: MailValuesRecord['groups'][0], name: string): void {
    const held = this.#blocks.get(block) ?? { block, groups: [], lines: [], length: 0 };
    this.#blocks.set(block, held);
    const known = held.groups.findIndex(([path]) => path === group[0]);
    if (known < 0) held.groups.push(group);
    const place = known < 0 ? held.groups.length - 1 : known;
    const line = `\n${login},${place},${JSON.stringify(name)}`;
    held.lines.push([login, line]);
    held.length += line.length;
  }

  /** The records, but for the number of the message. */
  all(): Omit<MailValuesRecord, 'id'>[] {
    return Array.from(this.#blocks.values(), (held) => ({
      block: held.block,
      groups: held.groups,
      rows: rowsOf(held),
    }));
  }
}

interface GatheredValues {
  readonly block: number;
  readonly groups: MailValuesRecord['groups'][0][];
  readonly lines: [login: number, line: string][];
  /** The length of all lines. */
  length: number;
}

/** Rows of this length are compressed: some 50 logins. */
const PACKED_LENGTH = 1_024;
/** Lines of a compressed part: fewer take more room, more take a reader longer. */
const PART_LINES = 256;

const textOf = (lines: GatheredValues['lines']): string => lines.map(([, line]) => line).join('');

const rowsOf = ({ lines, length }: GatheredValues): string => {
  if (length < PACKED_LENGTH) return textOf(lines);
  lines.sort(([a], [b]) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += PART_LINES) {
    const part = lines.slice(at, at + PART_LINES);
    const packed = deflateRawSync(textOf(part), { level: 1 }).toString('base64');
    parts.push(`${part[0]?.[0]}:${packed}`);
  }
  return parts.join(' ');
};

/** The parts of records that were unpacked, by record: many recipients read one. */
const UNPACKED = new WeakMap<MailValuesRecord, Map<string, string>>();

/** The compressed part that may have a login: the last one that does not begin above it. */
const partWith = (rows: string, login: number): string => {
  const [first = '', ...others] = rows.split(' ');
  return others.findLast((part) => Number.parseInt(part, 10) <= login) ?? first;
};

/** Rows with that of a login, if there is one. */
const rowsWith = (stored: MailValuesRecord, login: number): string => {
  const { rows } = stored;
  if (rows === '' || rows.startsWith('\n')) return rows;
  const part = partWith(rows, login);
  const unpacked = UNPACKED.get(stored) ?? new Map<string, string>();
  UNPACKED.set(stored, unpacked);
  const packed = part.slice(part.indexOf(':') + 1);
  const known = unpacked.get(part) ?? inflateRawSync(Buffer.from(packed, 'base64')).toString();
  unpacked.set(part, known);
  return known;
};

/** What the rows of values have of a login: the place of its group, and its name. */
const rowIn = (rows: string, login: number): readonly [group: number, name: string] => {
  const begin = rows.indexOf(`\n${login},`);
  if (begin < 0) return [0, ''];
  const end = rows.indexOf('\n', begin + 1);
  const [, group, name] = JSON.parse(`[${rows.slice(begin + 1, end < 0 ? undefined : end)}]`) as [
    number,
    number,
    string,
  ];
  return [group, name];
};

/** A copy that its owner has read or deleted. */
export const MailCopyRecord = Strict({
  login: Int(1),
  /** The id of the copy. */
  id: Int(2),
  thread: Int(1),
  read: Bool(false),
  deleted: Bool(false),
});
export type MailCopyRecord = Static<typeof MailCopyRecord>;

/** A message that is not sent yet. */
export const MailDraftRecord = Strict({
  /** Its number, from the numbers of messages. */
  id: Int(1),
  login: Int(1),
  from_name: Type.String(),
  message_id: Type.String(),
  /** The addressees as its owner is shown them. */
  recipients: Type.String(),
  /** The thread that it answers; 0 = it begins one. */
  thread: Whole(),
  subject: WholeText(SUBJECT_MAX),
  body: LongText(BODY_BYTES_MAX),
  files: Files(),
  /** The number of its newest file. */
  last_file: Whole(),
  created_at: Time(),
  draft: MailDraftInfo,
});
export type MailDraftRecord = Static<typeof MailDraftRecord>;

/** A message whose e-mails are not all made. */
export const MailingRecord = Strict({
  /** The number of the message. */
  id: Int(1),
  sender: Int(1),
  /** The mail server; null = the default one at the time of sending. */
  server_id: Type.Union([Int(1), Type.Null()]),
  /** The recipient whose e-mail was made last. */
  cursor: Whole(),
  /** About how many e-mails are left. */
  left: Whole(),
  /** When those that were left were cancelled; null = they are sent. */
  cancelled_at: Type.Union([Time(), Type.Null()], { default: null }),
});
export type MailingRecord = Static<typeof MailingRecord>;

/** The error of an e-mail whose mailing was cancelled before it was sent. */
export const CANCELLED = 'the mailing was cancelled';

/**
 * The messages of a thread in all mailboxes, and the bytes of their bodies; without a record the
 * thread has only its first message.
 */
export const MailThreadRecord = Strict({ id: Int(1), mails: Whole(), bytes: Whole() });
export type MailThreadRecord = Static<typeof MailThreadRecord>;

/**
 * The thread in which two logins go on with a conversation that began in a thread that is full. The
 * logins are in rising order.
 */
export const MailBranchRecord = Strict({
  thread: Int(1),
  logins: Type.Tuple([Int(1), Int(1)]),
  next: Int(1),
});
export type MailBranchRecord = Static<typeof MailBranchRecord>;
/** The key of the thread in which two logins go on with a conversation. */
export const branchKey = (thread: number, [low, high]: MailBranchRecord['logins']): string =>
  `${thread}.${low}.${high}`;

/** What the drafts of a login take together. */
export const MailboxRecord = Strict({ login: Int(1), drafts: Whole(), bytes: Whole() });
export type MailboxRecord = Static<typeof MailboxRecord>;

/** The id of a copy: the sender's, or a recipient's. */
export const copyId = (mail: number, folder: MailFolder): number =>
  2 * mail + (folder === 'inbox' ? 1 : 0);
/** The message of a copy, and the copy's folder; drafts have the ids of sent copies. */
export const mailOf = (copy: number): { mail: number; folder: 'inbox' | 'sent' } => ({
  mail: Math.floor(copy / 2),
  folder: copy % 2 === 1 ? 'inbox' : 'sent',
});
/** The key of the record of a copy. */
export const copyKey = (login: number, id: number): string => `${login}.${id}`;
/** The key of the values of placeholders. */
export const valuesKey = (mail: number, block: number): string => `${mail}.${block}`;

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

/** The recipients of a message above a login, in order. */
export const recipientsAbove = (
  { logins, blocks }: MailToRecord,
  after: number,
): Iterable<number> =>
  blocks.length > 0
    ? loginsAbove(readLogins(blocks), after)
    : logins.filter((login) => login > after).sort((a, b) => a - b);

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

/** Whose mailbox it is. */
export interface MailReader {
  readonly login: number;
  readonly isTrader: boolean;
  /** Does a staff user see the names of accounts? */
  readonly seesNames: boolean;
}

/** Whose mailbox a caller or session reads. */
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
