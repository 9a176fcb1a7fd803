// Deletion of accounts that never traded and were never paid.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { stepFields } from '../../../wire/accounts/states.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { copyId, type MailDraftRecord } from '../../../wire/mail/mailbox.js';
import { isArchived } from '../../../wire/settings/switches.js';
import { reachedAccount } from '../access/account-scope.js';
import { rightFault } from '../access/authority.js';
import { ownDraft, removeDraft } from '../messaging/mail-drafts.js';
import { STALE } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { FileContents } from '../state/file-contents.js';
import { busyFault, CATCH_UP_MS, whileHeld } from '../state/held-account.js';
import { whoOf } from '../state/writer.js';
import { clientLock, fileLocks, loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import { preferencesKeys } from '../types/preferences.js';
import { unlinkDeleted } from './clients.js';

const UNTOLD = refuse(
  'conflict',
  'The server cannot determine now whether the account was used; try again.',
);

/** Records of a login, besides its account, that go with it. */
const OWN_RECORDS = ['access', 'otp', 'watchlists', 'mailbox'] as const;

/** An account that the caller may delete, if it was never used. */
const deletable = (reader: RecordReader, caller: Caller, login: number): Outcome<AccountRecord> => {
  const lacking = rightFault(reader, caller.login, 'accounts.delete');
  if (lacking !== undefined) return lacking;
  const reached = reachedAccount(reader, caller, login);
  if (!reached.ok) return reached;
  if (caller.login === login) return refuse('forbidden', 'You cannot delete yourself.');
  return reader.get('staff', String(login)) === undefined
    ? reached
    : refuse('conflict', 'The account has a staff profile.');
};

/** Deletes accounts. */
class AccountDeletion {
  constructor(
    private readonly context: DeskContext,
    private readonly files: FileContents,
  ) {}

  /**
   * Deletes an account without orders, deals and payments. It is archived first: then nothing of it
   * comes into the log behind its deletion, neither a trade nor the end of a day.
   */
  async remove(input: DeskOps['accounts.delete']['input']): Promise<DeskAnswer<'accounts.delete'>> {
    const { caller, login } = input;
    const early = deletable(this.context.records, caller, login);
    if (!early.ok) return early;
    const archived = isArchived(early.data)
      ? early
      : await this.#whileUnused(login, () => this.#archive(caller, login));
    if (!archived.ok) return archived;
    return this.#whileUnused(login, () => this.#delete(caller, archived.data));
  }

  /** Makes a decision while the account is held; refuses when it was ever used. */
  #whileUnused<T>(login: number, decide: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const { deps, writer } = this.context;
    return whileHeld(deps, login, '', async (held) => {
      const busy = busyFault(held);
      if (busy !== undefined) return busy;
      if (!(await deps.caughtUp(undefined, CATCH_UP_MS))) return UNTOLD;
      const { stored } = deps;
      if (stored.agent(login))
        return refuse('conflict', 'The account is the agent of another account.');
      const isUsed = stored.traded(login) || stored.acted(login) || writer.acted(login);
      return isUsed ? refuse('conflict', 'The account has a history; archive it.') : decide();
    });
  }

  #archive(caller: Caller, login: number): Promise<Outcome<AccountRecord>> {
    const { writer } = this.context;
    return writer.change([loginLock(login)], whoOf(caller), (tx, now): Outcome<AccountRecord> => {
      const account = deletable(tx, caller, login);
      if (!account.ok || isArchived(account.data)) return account;
      const at = new Date(now).toISOString();
      const policy_revision = account.data.policy_revision + 1;
      const step = unwrap(stepFields(account.data, 'archive', at, caller.login));
      const fields = { ...step, policy_revision, updated_at: at };
      const patched = tx.quietly((inner) => inner.patch('account', String(login), fields));
      if (patched.ok) tx.note('account', login, `account ${login} archived`);
      return patched;
    });
  }

  #delete(caller: Caller, { login, version, client_id }: AccountRecord): Promise<Outcome<null>> {
    const { deps, writer, sessions } = this.context;
    const ofClient = client_id === null ? [] : [clientLock(client_id)];
    const draftsOf = (reader: RecordReader): MailDraftRecord[] =>
      deps.stored.drafts(login).flatMap((id) => {
        const draft = ownDraft(reader, login, copyId(id, 'draft'));
        return draft === undefined ? [] : [draft];
      });
    const locks = (reader: RecordReader) => [
      ...[SETTINGS_LOCK, loginLock(login), ...ofClient],
      ...fileLocks(draftsOf(reader).flatMap(({ files }) => files)),
    ];
    return writer.change(locks, whoOf(caller), (tx): Outcome<null> => {
      const account = deletable(tx, caller, login);
      if (!account.ok) return account;
      // Restored meanwhile, it may have traded; linked, its client is not locked.
      if (account.data.version !== version) return refuse('conflict', STALE);
      const drafts = draftsOf(tx);
      // One that was saved meanwhile, which the database does not show yet.
      const all = tx.get('mailbox', String(login))?.record.drafts ?? 0;
      if (drafts.length !== all) return UNTOLD;
      for (const draft of drafts) {
        this.files.release(tx, draft.files);
        removeDraft(tx, draft);
      }
      if (client_id !== null) unlinkDeleted(tx, account.data);
      sessions.end(tx, login);
      for (const kind of OWN_RECORDS) tx.remove(kind, String(login));
      for (const key of preferencesKeys(login)) tx.remove('preferences', key);
      const removed = tx.remove('account', String(login));
      return removed.ok ? ok(null) : removed;
    });
  }
}

/** The desk's operation that deletes accounts. */
export const deletionOps = (context: DeskContext, files: FileContents) => {
  const deletion = new AccountDeletion(context, files);
  return {
    'accounts.delete': (input) => deletion.remove(input),
  } satisfies Partial<Handlers>;
};
