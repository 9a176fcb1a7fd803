// Sends: one decision that writes the message once, with all that has copies of it.

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { NewFile, StoredFile } from '../../../wire/accounts/file.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { OutgoingMail } from '../../../wire/desk/mail-operations.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  type MailBranchRecord,
  type MailDraftRecord,
  type MailRecord,
  PLACEHOLDERS_MAX,
  SUBJECT_MAX,
  TO_GROUP_MAX,
  TO_LOGINS_MAX,
} from '../../../wire/mail/mailbox.js';
import {
  bodyBytes,
  mailReaderOf,
  placeholderCount,
  placeholdersIn,
  shownMail,
} from '../../../wire/mail/shown-mail.js';
import type { MailRecipients } from '../../../wire/queries/mail-queries.js';
import type { MailSend, TraderMailSend } from '../../../wire/rest/accounts/mail.js';
import { powersOf } from '../access/authority.js';
import { KeyCounts } from '../mail/key-counts.js';
import type { DeskContext } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { exemptOf } from '../state/writer.js';
import { fileLocks, loginLock, MAIL_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { type MailAddressees, namedAddressees } from './mail-addressees.js';
import { attachmentFault, draftVersion, numbered, ownDraft, removeDraft } from './mail-drafts.js';
import {
  bodyFault,
  hasValues,
  joinedThread,
  type MailAllowances,
  mailboxesOf,
  mailboxName,
  shortened,
  threadOf,
  writerFault,
} from './mail-rules.js';
import type { MailValuesStore } from './mail-values.js';
import type { Mailings } from './mailings.js';

/** Most messages to groups that a login sends at the same time. */
const GROUP_SENDS_MAX = 5;

/** The content of a send: texts, the answered message, its draft, and whether as e-mails, too. */
type SentMail = Omit<OutgoingMail, 'to_logins'>;
/** Finds who gets a message, as things are. */
type FindAddressees = (reader: RecordReader) => Outcome<MailAddressees>;

/** The parts of the records that a send needs. */
interface CheckedSend {
  readonly draft: MailDraftRecord | undefined;
  /** The thread that it joins; 0 = it begins one. */
  readonly thread: number;
  readonly addressees: MailAddressees;
}

/** Sender and only recipient of a message, in rising order; null = it has several recipients. */
const betweenOf = (
  { login }: Caller,
  { logins, blocks }: MailAddressees,
): MailBranchRecord['logins'] | null => {
  const [to] = logins;
  if (to === undefined || logins.length > 1 || blocks.length > 0) return null;
  return login < to ? [login, to] : [to, login];
};

/** The refusal of a message that nobody would get, for the masks of a send to groups. */
const nobodyOf = (masks: string): Refusal => {
  const isExcluding = masks !== '' && masks.split(',').every((one) => one.trim().startsWith('!'));
  const why = isExcluding
    ? 'masks that only exclude select no group; begin with *,'
    : 'no recipient has mail';
  const field = masks === '' ? 'to_logins' : 'to_group';
  return refuse('invalid_input', `${field}: nobody can get the message: ${why}`);
};

const contentFault = ({ subject, body }: SentMail): Refusal | undefined =>
  subject.trim() === ''
    ? refuse('invalid_input', `subject: 1 to ${SUBJECT_MAX} characters are required`)
    : bodyFault(body);

/** Refuses a message of staff with more placeholders than are filled. */
const placeholdersFault = ({ subject, body }: SentMail): Refusal | undefined => {
  const count = placeholderCount(subject, body);
  if (count <= PLACEHOLDERS_MAX) return undefined;
  return refuse(
    'invalid_input',
    `subject, body: have ${count} placeholders, of at most ${PLACEHOLDERS_MAX}`,
  );
};

/** The content of a request: a field that it leaves out comes from the draft. */
const contentOf = (
  reader: RecordReader,
  caller: Caller,
  body: MailSend | TraderMailSend,
): Outcome<SentMail & { readonly draft?: MailDraftRecord }> => {
  const { draft_id = 0, server_id = 0, email } = body as MailSend;
  const draft = ownDraft(reader, caller.login, draft_id);
  if (draft_id !== 0 && draft === undefined) return noDraft;
  const content = {
    subject: body.subject ?? draft?.subject ?? '',
    body: body.body ?? draft?.body ?? '',
    reply_to: body.reply_to ?? (draft === undefined ? 0 : null),
    draft_id,
    draft_version: draftVersion(reader, draft_id),
    email: email ?? draft?.draft.email ?? false,
    server_id,
    to_group: '',
    ...(draft !== undefined && { draft }),
  };
  return contentFault(content) ?? ok(content);
};

/** The fields that a send sets by its sender and addressees. */
type SetBySend =
  | 'message_id'
  | 'from'
  | 'from_name'
  | 'from_mailbox'
  | 'by_trader'
  | 'recipients'
  | 'recipient_logins'
  | 'to_many';

/** Does the server fill placeholders for each recipient? It does so in messages of staff alone. */
const isFilled = ({ audience }: Caller, subject: string, body: string): boolean =>
  audience === 'staff' && placeholdersIn(subject, body).size > 0;

const noDraft = refuse('not_found', 'draft_id: you have no such draft');
const changedDraft = refuse('conflict', 'draft_id: the draft was changed meanwhile; send again.');
const changedScope = refuse('conflict', 'Your rights changed meanwhile; send again.');

/** Sends messages. */
export class MailSends {
  /** The number of sends to groups that are under way, by login. */
  readonly #toGroups = new KeyCounts<number>();

  constructor(
    private readonly context: DeskContext,
    private readonly files: FileContents,
    private readonly allowances: MailAllowances,
    private readonly mailings: Mailings,
    private readonly values: MailValuesStore,
  ) {}

  /** Completes the request of a staff user by its draft. */
  async outgoing({
    caller,
    body,
  }: DeskOps['mail.outgoing']['input']): Promise<DeskAnswer<'mail.outgoing'>> {
    const { records } = this.context;
    const fault = writerFault(records, caller);
    if (fault !== undefined) return fault;
    const { to_logins: named = [], to_group: mask = '' } = body;
    const content = contentOf(records, caller, body);
    if (!content.ok) return content;
    const { draft, ...mail } = content.data;
    const overfull = placeholdersFault(mail);
    if (overfull !== undefined) return overfull;
    const isAddressed = named.length > 0 || mask !== '';
    const to_logins = [...new Set(isAddressed ? named : (draft?.draft.to_logins ?? []))];
    const to_group = isAddressed ? mask : (draft?.draft.to_group ?? '');
    if (to_logins.length > 0 === (to_group !== '')) {
      return refuse(
        'invalid_input',
        `to_logins, to_group: exactly one is required; to_logins has 1 to ${TO_LOGINS_MAX} logins`,
      );
    }
    const unsendable = mail.email ? this.mailings.serverFault(mail.server_id) : undefined;
    if (unsendable !== undefined) return unsendable;
    const { rights, group_scope } = powersOf(records, caller.login);
    return ok({
      mail: { ...mail, to_logins, to_group },
      viewer: { rights, group_scope },
      has_values: hasValues(mail.subject, mail.body),
    });
  }

  /** Sends a message of a staff user; `groups` has the recipients of a message to groups. */
  async send({
    caller,
    mail,
    files,
    groups,
  }: DeskOps['mail.send']['input']): Promise<DeskAnswer<'mail.send'>> {
    if (groups === undefined) {
      return this.#send(caller, mail, files, this.#findNamed(caller.login, mail.to_logins));
    }
    const { viewer, found } = groups;
    if (found.total > TO_GROUP_MAX) {
      return refuse(
        'invalid_input',
        `to_group: ${found.total} accounts; at most ${TO_GROUP_MAX} get a message`,
      );
    }
    if (this.#toGroups.of(caller.login) >= GROUP_SENDS_MAX) {
      return refuse(
        'auth.too_many_attempts',
        `At most ${GROUP_SENDS_MAX} messages to groups at a time. retry_after=1`,
      );
    }
    const { values, logins: blocks, ...counts } = found;
    const { to_group } = mail;
    const texts = { text: to_group, plainText: to_group };
    const addressees = { ...counts, ...texts, logins: [], blocks, values: [] };
    const find: FindAddressees = (reader) => {
      const { rights, group_scope } = powersOf(reader, caller.login);
      const isSame = isDeepStrictEqual({ rights, group_scope }, viewer);
      return isSame ? ok(addressees) : changedScope;
    };
    this.#toGroups.add(caller.login, 1);
    try {
      return await this.#send(caller, mail, files, find, values);
    } finally {
      this.#toGroups.add(caller.login, -1);
    }
  }

  /** Finds the accounts that a sender names: again only where the desk has changed since. */
  #findNamed(by: number, logins: readonly number[]): FindAddressees {
    const { records } = this.context;
    let found: ReturnType<FindAddressees> | undefined;
    let seq = 0;
    return (reader) => {
      if (found === undefined || records.seq !== seq) found = namedAddressees(reader, by, logins);
      seq = records.seq;
      return found;
    };
  }

  /** Sends a message of a trader to a staff user. */
  async sendToStaff({
    caller,
    body,
    files,
  }: DeskOps['mail.send_to_staff']['input']): Promise<DeskAnswer<'mail.send_to_staff'>> {
    const content = contentOf(this.context.records, caller, body);
    if (!content.ok) return content;
    const { draft, ...mail } = content.data;
    const to = body.to ?? draft?.draft.to ?? 0;
    const sent = await this.#send(caller, mail, files, (reader) => {
      const own = reader.get('account', String(caller.login))?.record;
      const mailbox = own && mailboxesOf(reader, own.group).find(({ login }) => login === to);
      if (mailbox === undefined) {
        return refuse('invalid_input', `to: ${to} is not in your list of mailboxes`);
      }
      const nobody = { blocks: [], values: [], skipped: 0, emails: 0 };
      const texts = { text: mailbox.name, plainText: mailbox.name };
      return ok({ ...nobody, ...texts, logins: [to], total: 1 });
    });
    return sent.ok ? ok(sent.data.mail) : sent;
  }

  /** Checks a send before anything of it is stored, stores what comes before it, and decides. */
  async #send(
    caller: Caller,
    mail: SentMail,
    files: readonly NewFile[],
    find: FindAddressees,
    values: MailRecipients['values'] = [],
  ): Promise<DeskAnswer<'mail.send'>> {
    const { deps, records } = this.context;
    const checked = this.#checked(records, caller, mail, files, find);
    if (!checked.ok) return checked;
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
    const barred = this.allowances.send(caller, bytes, deps.now());
    if (barred !== undefined) return barred;
    return this.values.before(values, (id) =>
      this.files.store(files, (stored) =>
        this.#decide(caller, mail, { stored, id }, (reader) =>
          this.#checked(reader, caller, mail, files, find),
        ),
      ),
    );
  }

  /** The parts of the records that a send needs, or the first reason why it is refused. */
  #checked(
    reader: RecordReader,
    caller: Caller,
    { draft_id, draft_version, reply_to, to_group }: SentMail,
    files: readonly NewFile[],
    find: FindAddressees,
  ): Outcome<CheckedSend> {
    const fault = writerFault(reader, caller);
    if (fault !== undefined) return fault;
    const draft = ownDraft(reader, caller.login, draft_id);
    if (draft_id !== 0 && draft === undefined) return noDraft;
    if (draftVersion(reader, draft_id) !== draft_version) return changedDraft;
    // The message that a draft answers may have been deleted since.
    const thread = reply_to === null ? ok(draft?.thread ?? 0) : threadOf(reader, caller, reply_to);
    if (!thread.ok) return thread;
    const addressees = find(reader);
    if (!addressees.ok) return addressees;
    if (addressees.data.total === 0) return nobodyOf(to_group);
    const tooMuch = attachmentFault(files, draft?.files ?? []);
    return tooMuch ?? ok({ draft, thread: thread.data, addressees: addressees.data });
  }

  #decide(
    caller: Caller,
    mail: SentMail,
    { stored, id: reserved }: { stored: readonly StoredFile[]; id: number | undefined },
    check: (tx: Transaction) => Outcome<CheckedSend>,
  ): Promise<Outcome<DeskOps['mail.send']['output']>> {
    const { writer } = this.context;
    const locks = [MAIL_LOCK, loginLock(caller.login), ...fileLocks(stored)];
    return writer.change(locks, exemptOf(caller), (tx, now) => {
      const checked = check(tx);
      if (!checked.ok) return checked;
      const { draft, thread, addressees } = checked.data;
      this.files.use(tx, stored);
      if (draft !== undefined) removeDraft(tx, draft);
      const id = reserved ?? tx.newId('mail');
      if (reserved !== undefined) this.values.sent(tx, reserved);
      const { subject, body } = mail;
      const text = { body, is_filled: isFilled(caller, subject, body) };
      const between = betweenOf(caller, addressees);
      const answer = { id, thread, between, bytes: bodyBytes(text) };
      const sent = this.#create(tx, caller, addressees, {
        id,
        thread: thread === 0 ? id : joinedThread(tx, answer),
        subject,
        ...text,
        files: [...(draft?.files ?? []), ...numbered(stored, draft?.last_file)],
        created_at: new Date(now).toISOString(),
      });
      const { total, skipped, emails, plainText } = addressees;
      const emailed = mail.email ? emails : 0;
      this.mailings.begin(tx, sent, mail.server_id, emailed);
      tx.note('account', caller.login, `mail ${id} sent to ${shortened(plainText)}`);
      const shown = shownMail(sent, 'sent', true, mailReaderOf(caller));
      return ok({ delivered: total, emailed, mail: shown, skipped });
    });
  }

  #create(
    tx: Transaction,
    { login, audience }: Caller,
    { logins, blocks, values, text, plainText }: MailAddressees,
    given: Omit<MailRecord, SetBySend>,
  ): MailRecord {
    const { id, thread, subject, body } = given;
    const account = tx.get('account', String(login))?.record as AccountRecord;
    const name = account.name || String(login);
    const kept = hasValues(subject, body) ? values : [];
    const mail = unwrap(
      tx.create('mail', {
        ...given,
        message_id: randomUUID(),
        from: login,
        from_name: name,
        from_mailbox: audience === 'staff' ? mailboxName(tx, account.login) : name,
        by_trader: audience === 'trader',
        recipients: shortened(text),
        recipient_logins: shortened(plainText),
        to_many: blocks.length > 0,
      }),
    );
    unwrap(tx.create('mail_to', { id, thread, from: login, logins, blocks }));
    for (const one of kept) unwrap(tx.create('mail_values', { id, ...one }));
    return mail;
  }
}
