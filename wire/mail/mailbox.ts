// Internal mail: messages between staff and traders, and the copies in their mailboxes.
//
// A message is stored once. Its sender has a copy in the folder `sent`, each recipient one in
// `inbox`; only copies that were read or deleted have a record of their own.

import { type Static, Type } from '@sinclair/typebox';
import { loginsAbove, readLogins, type StoredLogins } from '../base/login-set.js';
import { LongText, Named, OrNull, Sha256, Strict, Time, WholeText } from '../base/schema.js';
import { Bool, Int, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';

const addressees = section('Addressees');

/** Most bytes of a body. */
export const BODY_BYTES_MAX = 65_536;

/** Most characters of a subject, and of the shown recipients. */
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
  email: addressees('E-mail too', 'Does the server also send the message as e-mail?', Bool(false)),
  reply_to: addressees(
    'Answers',
    'Id of the copy that the message answers; 0 = none.',
    Whole(),
    'id',
  ),
  to: addressees('To', 'Login of the staff user to whom a trader writes; 0 = none.', Whole(), 'id'),
  to_group: addressees(
    'To groups',
    'Masks of groups, separated by commas, whose accounts get the message.',
    WholeText(TO_MASK_MAX),
  ),
  to_logins: addressees(
    'To logins',
    'Logins that get the message, each once.',
    Logins(TO_LOGINS_MAX),
    'id',
  ),
});
export type MailDraftInfo = Static<typeof MailDraftInfo>;

/** A message that was sent. */
export const MailRecord = Strict({
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

/** The logins that have copies of a message: those it names, or a set of logins by block. */
export interface MailToRecord {
  readonly id: number;
  readonly thread: number;
  readonly from: number;
  readonly logins: readonly number[];
  readonly blocks: StoredLogins;
}

/** The values of a message that is not sent yet; they are deleted if it never is. */
export const UnsentValuesRecord = Strict({
  /** The number of the message. */
  id: Int(1),
  /** The blocks of its values, of which some may not be stored. */
  blocks: Type.Unsafe<readonly number[]>(Type.Array(Whole())),
});
export type UnsentValuesRecord = Static<typeof UnsentValuesRecord>;

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
  server_id: OrNull(Int(1)),
  /** The recipient whose e-mail was made last. */
  cursor: Whole(),
  /** About how many e-mails are left. */
  left: Whole(),
  /** When those that were left were cancelled; null = they are sent. */
  cancelled_at: OrNull(Time(), { default: null }),
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

/** The number and the total bytes of a login's drafts. */
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

/** The recipients of a message above a login, in order. */
export const recipientsAbove = (
  { logins, blocks }: MailToRecord,
  after: number,
): Iterable<number> =>
  blocks.length > 0
    ? loginsAbove(readLogins(blocks), after)
    : logins.filter((login) => login > after).sort((a, b) => a - b);
