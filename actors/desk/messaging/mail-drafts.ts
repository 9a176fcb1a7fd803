// Drafts: messages that are not sent yet, with their files.

import { randomUUID } from 'node:crypto';
import type { NewFile, StoredFile } from '../../../wire/accounts/file.js';
import { filesFault } from '../../../wire/accounts/file-rules.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  DRAFTS_MAX,
  type MailDraftInfo,
  type MailDraftRecord,
  type MailFile,
  mailOf,
} from '../../../wire/mail/mailbox.js';
import { shownDraft } from '../../../wire/mail/shown-mail.js';
import type { MailDraft } from '../../../wire/rest/accounts/mail.js';
import type { DeskContext } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { exemptOf } from '../state/writer.js';
import { fileLocks, type LockList, locksNow, loginLock, MAIL_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import {
  bodyFault,
  bytesOf,
  type MailAllowances,
  mailboxesOf,
  shortened,
  threadOf,
  writerFault,
} from './mail-rules.js';

/** Most bytes of the drafts of a login. */
const DRAFT_BYTES_MAX = 20 << 20;

const noDraft = refuse('not_found', 'You have no such draft.');

/** The draft of an id, if it is the login's. */
export const ownDraft = (
  reader: RecordReader,
  login: number,
  id: number,
): MailDraftRecord | undefined => {
  const { mail, folder } = mailOf(id);
  const draft = folder === 'sent' ? reader.get('mail_draft', String(mail))?.record : undefined;
  return draft?.login === login ? draft : undefined;
};

/** The version of a draft; 0 = there is none. */
export const draftVersion = (reader: RecordReader, id: number): number =>
  reader.get('mail_draft', String(mailOf(id).mail))?.version ?? 0;

/** Why files cannot be added to those that a message has. */
export const attachmentFault = (
  files: readonly NewFile[],
  held: readonly MailFile[],
): Refusal | undefined => {
  const fault = filesFault(files, held, 'attachments');
  return fault === undefined ? undefined : refuse('invalid_input', fault);
};

/** Files with their numbers within a message, which continue after `last`. */
export const numbered = (files: readonly StoredFile[], last = 0): MailFile[] =>
  files.map((file, at) => ({ id: last + at + 1, ...file }));

/** The number and bytes of a login's drafts with further drafts and bytes added. */
const takenWith = (reader: RecordReader, login: number, drafts: number, bytes: number) => {
  const before = reader.get('mailbox', String(login))?.record ?? { drafts: 0, bytes: 0 };
  return { login, drafts: before.drafts + drafts, bytes: before.bytes + bytes };
};

/** Why a login cannot have so many further drafts, or bytes in drafts by a field of a request. */
const fullFault = (
  reader: RecordReader,
  login: number,
  drafts: number,
  bytes: number,
  field: 'body' | 'file' = 'body',
): Refusal | undefined => {
  const after = takenWith(reader, login, drafts, bytes);
  if (drafts > 0 && after.drafts > DRAFTS_MAX) {
    return refuse('invalid_input', `id: there are ${DRAFTS_MAX} drafts; at most ${DRAFTS_MAX}`);
  }
  if (bytes <= 0 || after.bytes <= DRAFT_BYTES_MAX) return undefined;
  const size = `drafts would take ${after.bytes} bytes; at most ${DRAFT_BYTES_MAX}`;
  return refuse('invalid_input', `${field}: ${size}`);
};

/** Changes what the drafts of a login take together; refuses more than a login may have. */
const count = (
  tx: Transaction,
  login: number,
  drafts: number,
  bytes: number,
  field?: 'body' | 'file',
): Refusal | undefined => {
  const full = fullFault(tx, login, drafts, bytes, field);
  if (full === undefined) unwrap(tx.put('mailbox', takenWith(tx, login, drafts, bytes)));
  return full;
};

const sizeOf = ({ body, files }: MailDraftRecord): number => bytesOf(body, files);

/** Deletes a draft; its files stay in use until they are released. */
export const removeDraft = (tx: Transaction, draft: MailDraftRecord): void => {
  unwrap(tx.remove('mail_draft', String(draft.id)));
  count(tx, draft.login, -1, -sizeOf(draft));
};

/** The addressees of a draft: each audience has its own. */
const addressed = ({ audience }: Caller, body: MailDraft): MailDraftInfo => {
  const { email = false, reply_to = 0, to = 0, to_group = '', to_logins = [] } = body;
  return audience === 'staff'
    ? { email, reply_to, to: 0, to_group, to_logins }
    : { email: false, reply_to, to, to_group: '', to_logins: [] };
};

/** The addressees as the owner is shown them: a trader sees staff by the names of mailboxes. */
const recipientsOf = (reader: RecordReader, { login }: Caller, draft: MailDraftInfo): string => {
  const { to, to_group, to_logins } = draft;
  if (to === 0) return shortened(to_group || to_logins.join(', '));
  const group = reader.get('account', String(login))?.record.group ?? '';
  return mailboxesOf(reader, group).find((one) => one.login === to)?.name ?? '';
};

/** Makes a draft, or changes one. */
type DraftDecision = (tx: Transaction, now: number) => Outcome<MailDraftRecord>;

/** Saves drafts and their files. */
export class MailDrafts {
  constructor(
    private readonly context: DeskContext,
    private readonly files: FileContents,
    private readonly allowances: MailAllowances,
  ) {}

  /** Saves a draft: a new one (id 0), or a draft of the caller whole, but for its files. */
  save({ caller, id, body }: DeskOps['mail.draft']['input']): Promise<DeskAnswer<'mail.draft'>> {
    const fault = bodyFault(body.body ?? '');
    if (fault !== undefined) return Promise.resolve(fault);
    return this.#write(caller, [MAIL_LOCK], (tx, now) => {
      const before = id === 0 ? undefined : ownDraft(tx, caller.login, id);
      if (id !== 0 && before === undefined) return noDraft;
      const thread = threadOf(tx, caller, body.reply_to ?? 0);
      if (!thread.ok) return thread;
      const draft = addressed(caller, body);
      const texts = {
        subject: body.subject ?? '',
        body: body.body ?? '',
        thread: thread.data,
        recipients: recipientsOf(tx, caller, draft),
        draft,
      };
      if (before !== undefined) return this.#replace(tx, before, { ...before, ...texts });
      const full = count(tx, caller.login, 1, bytesOf(texts.body, []));
      if (full !== undefined) return full;
      return tx.create('mail_draft', {
        id: tx.newId('mail'),
        login: caller.login,
        from_name: tx.get('account', String(caller.login))?.record.name ?? '',
        message_id: randomUUID(),
        ...texts,
        files: [],
        last_file: 0,
        created_at: new Date(now).toISOString(),
      });
    });
  }

  /** Adds a file to a draft. */
  async attach({
    caller,
    id,
    file,
  }: DeskOps['mail.attach']['input']): Promise<DeskAnswer<'mail.attach'>> {
    const { deps, records } = this.context;
    const draft = ownDraft(records, caller.login, id);
    if (draft === undefined) return noDraft;
    const refused =
      writerFault(records, caller) ??
      attachmentFault([file], draft.files) ??
      fullFault(records, caller.login, 0, file.bytes.length, 'file') ??
      this.allowances.write(caller, deps.now()) ??
      this.allowances.files(caller, file.bytes.length, deps.now());
    if (refused !== undefined) return refused;
    return this.files.store([file], (stored) =>
      this.#decide(caller, fileLocks(stored), (tx) => {
        const draft = ownDraft(tx, caller.login, id);
        if (draft === undefined) return noDraft;
        const fault = attachmentFault([file], draft.files);
        if (fault !== undefined) return fault;
        const files = [...draft.files, ...numbered(stored, draft.last_file)];
        this.files.use(tx, stored);
        return this.#replace(tx, draft, { ...draft, files, last_file: draft.last_file + 1 });
      }),
    );
  }

  /** Removes a file from a draft. */
  detach({
    caller,
    id,
    file,
  }: DeskOps['mail.detach']['input']): Promise<DeskAnswer<'mail.detach'>> {
    const gone = (reader: RecordReader) =>
      ownDraft(reader, caller.login, id)?.files.filter((one) => one.id === file) ?? [];
    return this.#write(
      caller,
      (reader) => fileLocks(gone(reader)),
      (tx) => {
        const draft = ownDraft(tx, caller.login, id);
        const removed = gone(tx);
        if (draft === undefined || removed.length === 0) return noDraft;
        this.files.release(tx, removed);
        const files = draft.files.filter((one) => one.id !== file);
        return this.#replace(tx, draft, { ...draft, files });
      },
    );
  }

  #replace(
    tx: Transaction,
    before: MailDraftRecord,
    after: MailDraftRecord,
  ): Outcome<MailDraftRecord> {
    const field = after.files.length > before.files.length ? 'file' : 'body';
    const full = count(tx, before.login, 0, sizeOf(after) - sizeOf(before), field);
    return full ?? tx.replace('mail_draft', String(before.id), after);
  }

  /** Takes a write from the caller's allowance, and decides. */
  async #write(
    caller: Caller,
    locks: LockList,
    decide: DraftDecision,
  ): Promise<DeskAnswer<'mail.draft'>> {
    const barred = this.allowances.write(caller, this.context.deps.now());
    return barred ?? this.#decide(caller, locks, decide);
  }

  /** Decides about a draft of the caller, and shows it. */
  async #decide(
    caller: Caller,
    locks: LockList,
    decide: DraftDecision,
  ): Promise<DeskAnswer<'mail.draft'>> {
    const { writer } = this.context;
    const all = (reader: RecordReader) => [loginLock(caller.login), ...locksNow(locks, reader)];
    const saved = await writer.change(all, exemptOf(caller), (tx, now) => {
      const fault = writerFault(tx, caller);
      return fault ?? decide(tx, now);
    });
    return saved.ok ? ok(shownDraft(saved.data)) : saved;
  }
}
