// Rules of internal mail: who holds a message, the name that traders see, what a text may be, how
// often a login writes.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import { blockOf, hasLogin, readLogins } from '../../../wire/base/login-set.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { type MailValuesRecord, valuesKey } from '../../../wire/mail/mail-values.js';
import {
  BODY_BYTES_MAX,
  branchKey,
  copyKey,
  type MailBranchRecord,
  type MailFile,
  type MailRecord,
  type MailToRecord,
  mailOf,
  THREAD_BYTES_MAX,
  THREAD_MAILS_MAX,
} from '../../../wire/mail/mailbox.js';
import { bodyBytes, placeholdersIn } from '../../../wire/mail/shown-mail.js';
import type { Mailbox } from '../../../wire/rest/accounts/mail.js';
import { Allowances } from '../../shared/allowance.js';
import { powersOf, rightFault } from '../access/authority.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** May an account of the group get mail? Staff always may. */
export const hasMail = (reader: RecordReader, group: string): boolean =>
  isStaffGroup(group) || reader.get('group', group)?.record.mail_enabled === true;

/** Has the account mail as a trader? Staff have theirs where their rights are checked. */
export const hasTraderMail = (reader: RecordReader, { group }: AccountRecord): boolean =>
  !isStaffGroup(group) && hasMail(reader, group);

/** The reason for which a caller may not write mail now. */
export const writerFault = (reader: RecordReader, caller: Caller): Refusal | undefined => {
  const account = reader.get('account', String(caller.login))?.record;
  if (account === undefined) return refuse('auth.session_expired');
  if (caller.audience === 'staff') return rightFault(reader, caller.login, 'mailbox');
  return hasTraderMail(reader, account)
    ? undefined
    : refuse('forbidden', 'Mail is switched off for the group of the account.');
};

/** The name of a staff user that traders see. */
export const mailboxName = (reader: RecordReader, login: number): string => {
  const key = String(login);
  const { mailbox_name = '' } = reader.get('staff', key)?.record ?? {};
  return mailbox_name || (reader.get('account', key)?.record.name ?? '');
};

/** The staff that a trader of the group may write to, by login. */
export const mailboxesOf = (reader: RecordReader, group: string): Mailbox[] => {
  const found: Mailbox[] = [];
  for (const { record } of reader.all('staff')) {
    const { login } = record;
    const { rights, group_scope } = powersOf(reader, login);
    const account = reader.get('account', String(login))?.record;
    if (account === undefined || !rights.includes('mailbox')) continue;
    if (inScope(group_scope, group)) found.push({ login, name: mailboxName(reader, login) });
  }
  return found.sort((a, b) => a.login - b.login);
};

/** Longest text about the recipients. */
const RECIPIENTS_MAX = 256;

/** A text about recipients, with its end left out where it is long. */
export const shortened = (text: string): string => {
  const characters = [...text];
  const isShort = characters.length <= RECIPIENTS_MAX;
  return isShort ? text : `${characters.slice(0, RECIPIENTS_MAX - 1).join('')}…`;
};

/** Is the body too long in bytes? */
export const bodyFault = (body: string): Refusal | undefined =>
  Buffer.byteLength(body) > BODY_BYTES_MAX
    ? refuse(
        'invalid_input',
        `body: ${Buffer.byteLength(body)} bytes, at most ${BODY_BYTES_MAX} are allowed`,
      )
    : undefined;

/** Do texts have placeholders whose values are stored with the message? */
export const hasValues = (...texts: readonly string[]): boolean => {
  const used = placeholdersIn(...texts);
  return used.size > Number(used.has('login'));
};

const isRecipient = ({ logins, blocks }: MailToRecord, login: number): boolean =>
  logins.includes(login) ||
  hasLogin(readLogins(blocks.filter(([block]) => block === blockOf(login))), login);

/** The message of a copy that a login holds; undefined = it has no such copy. */
export const heldMail = (
  reader: RecordReader,
  login: number,
  id: number,
): MailRecord | undefined => {
  const { mail, folder } = mailOf(id);
  const key = String(mail);
  const record = reader.get('mail', key)?.record;
  if (record === undefined) return undefined;
  if (reader.get('mail_copy', copyKey(login, id))?.record.deleted === true) return undefined;
  if (folder === 'sent') return record.from === login ? record : undefined;
  const to = reader.get('mail_to', key)?.record;
  return to !== undefined && isRecipient(to, login) ? record : undefined;
};

/** The stored values of placeholders for a recipient; undefined = none are needed. */
export const storedValues = (
  reader: RecordReader,
  { id, is_filled, to_many }: MailRecord,
  login: number,
): MailValuesRecord | undefined =>
  is_filled
    ? reader.get('mail_values', valuesKey(id, to_many ? blockOf(login) : 0))?.record
    : undefined;

/** The thread of the message that a new one answers; 0 = it answers none. */
export const threadOf = (
  reader: RecordReader,
  { login }: Caller,
  replyTo: number,
): Outcome<number> => {
  if (replyTo === 0) return ok(0);
  const answered = heldMail(reader, login, replyTo);
  return answered === undefined
    ? refuse('not_found', `reply_to: you hold no mail ${replyTo}`)
    : ok(answered.thread);
};

/** Adds a message with a body of so many bytes to a thread; false = the thread is full. */
const joins = (tx: Transaction, thread: number, more: number): boolean => {
  const key = String(thread);
  const first = tx.get('mail', key)?.record;
  const alone = { id: thread, mails: 1, bytes: first === undefined ? 0 : bodyBytes(first) };
  const before = tx.get('mail_thread', key)?.record ?? alone;
  const after = { id: thread, mails: before.mails + 1, bytes: before.bytes + more };
  if (after.mails > THREAD_MAILS_MAX || after.bytes > THREAD_BYTES_MAX) return false;
  unwrap(tx.put('mail_thread', after));
  return true;
};

/** An answer to a message of a thread. */
interface MailAnswer {
  /** The number of the answer. */
  readonly id: number;
  /** The thread of the message that it answers. */
  readonly thread: number;
  /** Its sender and its recipient, in rising order; null = it goes to several logins. */
  readonly between: MailBranchRecord['logins'] | null;
  /** The bytes of its body. */
  readonly bytes: number;
}

/**
 * Adds an answer to its thread; returns the thread that it is in. Where the thread is full, that is
 * the one in which sender and recipient go on: many traders answer one message to a group, and
 * their answers take nobody else's room. Without such a thread the answer begins one.
 */
export const joinedThread = (
  tx: Transaction,
  { id, thread, between, bytes }: MailAnswer,
): number => {
  if (joins(tx, thread, bytes)) return thread;
  if (between === null) return id;
  const branch = tx.get('mail_branch', branchKey(thread, between))?.record;
  if (branch !== undefined && joins(tx, branch.next, bytes)) return branch.next;
  unwrap(tx.put('mail_branch', { thread, logins: between, next: id }));
  return id;
};

/** The bytes of a draft or message: its body and files. */
export const bytesOf = (body: string, files: readonly Pick<MailFile, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, Buffer.byteLength(body));

const HOUR = 60;
const DAY = 24 * HOUR;
/** Messages that a login sends at once, and those added each minute. */
const SENDS = {
  trader: { most: 20, perMinute: 20 / HOUR },
  staff: { most: 600, perMinute: 600 / HOUR },
};
/** Bytes of files that a login sends or saves with drafts. */
const FILE_BYTES = {
  trader: { most: 20 << 20, perMinute: (20 << 20) / DAY },
  staff: { most: 500 << 20, perMinute: (500 << 20) / DAY },
};
/** Drafts that a login saves, marks and deletes. */
const WRITES = { most: 240, perMinute: 120 };
/** Pages and threads that a trader reads; two at a time, a thread of `THREAD_BYTES_MAX` at most. */
const READS = { most: 480, perMinute: 240 };

const tooOften = (what: string, wait: number): Refusal =>
  refuse(
    'auth.too_many_attempts',
    `Too ${what}; try again later. retry_after=${Math.ceil(wait / 1000)}`,
  );

/** The remaining allowances of logins for writing, and of traders for reading. */
export class MailAllowances {
  readonly #sends = { trader: new Allowances(SENDS.trader), staff: new Allowances(SENDS.staff) };
  readonly #files = {
    trader: new Allowances(FILE_BYTES.trader),
    staff: new Allowances(FILE_BYTES.staff),
  };
  readonly #writes = new Allowances(WRITES);
  readonly #reads = new Allowances(READS);

  /** Takes a send with files of so many bytes. */
  send({ audience, login }: Caller, fileBytes: number, now: number): Refusal | undefined {
    const { most } = SENDS[audience];
    const wait = this.#sends[audience].take(String(login), 1, now);
    if (wait > 0) return tooOften(`many messages: ${most} an hour are allowed`, wait);
    return this.files({ audience, login }, fileBytes, now);
  }

  /** Takes bytes of files. */
  files(
    { audience, login }: Pick<Caller, 'audience' | 'login'>,
    bytes: number,
    now: number,
  ): Refusal | undefined {
    if (bytes === 0) return undefined;
    const { most } = FILE_BYTES[audience];
    const wait = this.#files[audience].take(String(login), bytes, now);
    return wait > 0 ? tooOften(`many files: ${most} bytes a day`, wait) : undefined;
  }

  /** Takes a page or thread; investors do not use up what the owner may read. */
  read({ audience, login, read_only }: Caller, now: number): Refusal | undefined {
    if (audience === 'staff') return undefined;
    const wait = this.#reads.take(`${login}${read_only ? ' read-only' : ''}`, 1, now);
    return wait > 0 ? tooOften(`often: ${READS.perMinute} pages a minute`, wait) : undefined;
  }

  /** Takes a draft, a mark or a delete. */
  write({ login }: Caller, now: number): Refusal | undefined {
    const wait = this.#writes.take(String(login), 1, now);
    return wait > 0 ? tooOften(`often: ${WRITES.perMinute} changes a minute`, wait) : undefined;
  }
}
