// Mailboxes: single copies read and deleted, marks of read copies, and whom traders may write to.

import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { copyKey, type MailFile, mailOf } from '../../../wire/mail/mailbox.js';
import {
  mailReaderOf,
  type ShownMail,
  shownDraft,
  shownMail,
} from '../../../wire/mail/shown-mail.js';
import type { DeskContext } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { exemptOf } from '../state/writer.js';
import { fileLocks, type LockList, locksNow, loginLock } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { ownDraft, removeDraft } from './mail-drafts.js';
import {
  hasTraderMail,
  heldMail,
  type MailAllowances,
  mailboxesOf,
  storedValues,
} from './mail-rules.js';

type MarkedCopy = Pick<ShownMail, 'id' | 'thread'>;

const noMail = refuse('not_found', 'You hold no such mail.');

/** Reads, marks and deletes copies. */
export class Mailboxes {
  constructor(
    private readonly context: DeskContext,
    private readonly files: FileContents,
    private readonly allowances: MailAllowances,
  ) {}

  /** Does the caller's mailbox show anything? Counts a page or thread that is read of it. */
  reader({ caller }: DeskOps['mail.reader']['input']): DeskAnswer<'mail.reader'> {
    const { deps, records } = this.context;
    const barred = this.allowances.read(caller, deps.now());
    if (barred !== undefined) return barred;
    const account = records.get('account', String(caller.login))?.record;
    if (account === undefined) return refuse('auth.session_expired');
    return ok({ enabled: this.#isOn(caller) });
  }

  /** Has the caller's group mail? Staff always have. */
  #isOn({ login, audience }: Caller): boolean {
    const { records } = this.context;
    const account = records.get('account', String(login))?.record;
    return account !== undefined && (audience === 'staff' || hasTraderMail(records, account));
  }

  /** A copy or draft of the caller; a copy is marked as read. */
  async read({ caller, id }: DeskOps['mail.read']['input']): Promise<DeskAnswer<'mail.read'>> {
    const { records } = this.context;
    const { login } = caller;
    if (!this.#isOn(caller)) return noMail;
    const draft = ownDraft(records, login, id);
    if (draft !== undefined) return ok(shownDraft(draft));
    const mail = heldMail(records, login, id);
    if (mail === undefined) return noMail;
    const { folder } = mailOf(id);
    const isRead = folder === 'sent' || records.get('mail_copy', copyKey(login, id)) !== undefined;
    if (!isRead) {
      const marked = await this.mark({ caller, copies: [{ id, thread: mail.thread }] });
      if (!marked.ok) return marked;
    }
    const read = isRead || !caller.read_only;
    const values = storedValues(records, mail, login);
    return ok(shownMail(mail, folder, read, mailReaderOf(caller), values));
  }

  /** A file of a copy or draft of the caller. */
  file({ caller, id, file }: DeskOps['mail.file']['input']): Outcome<MailFile> {
    const { records } = this.context;
    if (!this.#isOn(caller)) return noMail;
    const mail = ownDraft(records, caller.login, id) ?? heldMail(records, caller.login, id);
    const found = mail?.files.find((one) => one.id === file);
    return found === undefined ? noMail : ok(found);
  }

  /** Marks copies of the caller as read; a read-only session marks nothing. */
  async mark({ caller, copies }: DeskOps['mail.mark']['input']): Promise<Outcome<null>> {
    if (caller.read_only || copies.length === 0) return ok(null);
    return this.#write(caller, (tx) => {
      for (const copy of copies) this.#mark(tx, caller.login, copy, false);
      return ok(null);
    });
  }

  /** Deletes a copy or draft of the caller; other copies stay. */
  async remove({ caller, id }: DeskOps['mail.delete']['input']): Promise<Outcome<null>> {
    const { login } = caller;
    if (!this.#isOn(caller)) return noMail;
    const locks = (reader: RecordReader) => fileLocks(ownDraft(reader, login, id)?.files ?? []);
    const remove = (tx: Transaction): Outcome<null> => {
      const draft = ownDraft(tx, login, id);
      if (draft !== undefined) {
        this.files.release(tx, draft.files);
        removeDraft(tx, draft);
        return ok(null);
      }
      const mail = heldMail(tx, login, id);
      if (mail === undefined) return noMail;
      this.#mark(tx, login, { id, thread: mail.thread }, true);
      return ok(null);
    };
    return this.#write(caller, remove, locks);
  }

  /** The staff that the calling trader may write to. */
  list({ caller }: DeskOps['mail.mailboxes']['input']): DeskAnswer<'mail.mailboxes'> {
    const { records } = this.context;
    const account = records.get('account', String(caller.login))?.record;
    if (account === undefined) return refuse('auth.session_expired');
    return ok(hasTraderMail(records, account) ? mailboxesOf(records, account.group) : []);
  }

  #mark(tx: Transaction, login: number, { id, thread }: MarkedCopy, deleted: boolean): void {
    const before = tx.get('mail_copy', copyKey(login, id))?.record;
    if (before?.deleted === true || (before !== undefined && !deleted)) return;
    unwrap(tx.put('mail_copy', { login, id, thread, read: true, deleted }));
  }

  async #write(
    caller: Caller,
    decide: (tx: Transaction) => Outcome<null>,
    locks: LockList = [],
  ): Promise<Outcome<null>> {
    const { deps, writer } = this.context;
    const barred = this.allowances.write(caller, deps.now());
    if (barred !== undefined) return barred;
    const all = (reader: RecordReader) => [loginLock(caller.login), ...locksNow(locks, reader)];
    return writer.change(all, exemptOf(caller), (tx) => {
      const shut = tx.get('account', String(caller.login)) === undefined;
      return shut ? refuse('auth.session_expired') : decide(tx);
    });
  }
}
