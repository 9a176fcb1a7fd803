// New passwords: validated, hashed and stored in one way for all callers.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { SessionRecord } from '../../../wire/accounts/identity.js';
import type { PasswordKind } from '../../../wire/accounts/password.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { type FairShare, loginShare } from '../../shared/fair-queue.js';
import { credentialsFault } from '../access/authority.js';
import type { DeskDeps } from '../state/deps.js';
import type { DeskContext } from '../state/desk-context.js';
import { type Who, whoOf } from '../state/writer.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { alike, weakness } from './passwords.js';

/**
 * Passwords that sign in, each of which must differ from the others: otherwise the holder of one
 * could sign in with the rights of another, such as an investor as the owner's program.
 */
const SIGNING_IN = ['master', 'investor', 'api'] as const satisfies readonly PasswordKind[];

/** The stored hash of a password that the new one must differ from. */
interface OtherPassword {
  readonly kind: PasswordKind;
  readonly hash: string;
}

/** For each kind of password, the test whether it opened a session. */
const OPENED: Readonly<Record<PasswordKind, (session: SessionRecord) => boolean>> = {
  master: () => true,
  investor: (session) => session.read_only,
  api: (session) => session.terminal === 'api',
  phone: () => false,
};

/** A password and its account; an empty password removes one that the account does not need. */
interface PasswordInput {
  /** Absent = the account that is being opened. */
  readonly login?: number;
  readonly kind: PasswordKind;
  readonly password: string;
  /** The field of the request. */
  readonly field: string;
}

/** A password to be set. */
interface NewPassword<T> extends PasswordInput {
  readonly who: Who;
  /** The share of the hashing thread to which the work counts. */
  readonly share: FairShare;
  /** Locks that the decision needs besides that of the login. */
  readonly locks: readonly string[];
  /** Refuses to set it; called before the slow hashing, and again in the decision. */
  readonly fault: (reader: RecordReader) => Refusal | undefined;
  /** The decision, which gets the hash; it is empty where the password is removed. */
  readonly decide: (tx: Transaction, hash: string) => Outcome<T>;
}

const accountOf = (reader: RecordReader, { login }: PasswordInput): AccountRecord | undefined =>
  reader.get('account', String(login))?.record;

/** Refuses a password that is too weak for the account's group. */
const weakFault = (reader: RecordReader, given: PasswordInput): Refusal | undefined => {
  const { kind, password, field } = given;
  if (password === '' && kind !== 'master') return undefined;
  const group = reader.get('group', accountOf(reader, given)?.group ?? '')?.record;
  return weakness(field, password, group?.password_min_length);
};

/** The passwords that are set and that it must differ from. */
const apartFrom = (reader: RecordReader, given: PasswordInput): readonly OtherPassword[] => {
  const account = accountOf(reader, given);
  if (account === undefined || !SIGNING_IN.some((kind) => kind === given.kind)) return [];
  return SIGNING_IN.filter((kind) => kind !== given.kind)
    .map((kind) => ({ kind, hash: account[`${kind}_hash`] }))
    .filter(({ hash }) => hash !== '');
};

const isAsBefore = (before: readonly OtherPassword[], now: readonly OtherPassword[]): boolean =>
  before.length === now.length && before.every(({ hash }, at) => now[at]?.hash === hash);

const alikeFault = async (
  { hasher }: DeskDeps,
  compared: readonly OtherPassword[],
  { password, field, share }: PasswordInput & { readonly share: FairShare },
): Promise<Refusal | undefined> => {
  if (password === '' || compared.length === 0) return undefined;
  const hashes = compared.map(({ hash }) => hash);
  const match = await hasher.match(hashes, password, share);
  if (!match.ok) return match;
  const same = compared[match.data];
  return same && alike(field, same.kind);
};

/**
 * Sets a password. All checks run before hashing, so that callers without the right cause no slow
 * work, and again in the decision, because hashing takes time. If a password that it must differ
 * from was set meanwhile, it is compared with that one, too.
 */
export const setPassword = async <T>(
  { deps, records, writer }: DeskContext,
  wanted: NewPassword<T>,
): Promise<Outcome<T>> => {
  const { login, password, who, share } = wanted;
  const faultOf = (reader: RecordReader) => wanted.fault(reader) ?? weakFault(reader, wanted);
  const fault = faultOf(records);
  if (fault !== undefined) return fault;
  const hashed = await deps.hasher.hash(password === '' ? [] : [password], share);
  if (!hashed.ok) return hashed;
  const [hash = ''] = hashed.data;
  const locks = login === undefined ? wanted.locks : [...wanted.locks, loginLock(login)];
  for (;;) {
    const compared = apartFrom(records, wanted);
    const same = await alikeFault(deps, compared, wanted);
    if (same !== undefined) return same;
    let isStale = false;
    const outcome = await writer.change(
      locks,
      who,
      (tx) => {
        isStale = !isAsBefore(compared, apartFrom(tx, wanted));
        // Nothing is written and the caller sees nothing: the comparison is repeated.
        if (isStale) return refuse('conflict');
        return faultOf(tx) ?? wanted.decide(tx, hash);
      },
      'password',
    );
    if (!isStale) return outcome;
  }
};

/**
 * Stores the hash of a password with the other changes, and ends the sessions that the old one
 * opened.
 */
export const storePassword = (
  { sessions }: DeskContext,
  tx: Transaction,
  { login, kind, hash }: { login: number; kind: PasswordKind; hash: string },
  more: Partial<AccountRecord>,
): Outcome<null> => {
  const updated_at = new Date(tx.now).toISOString();
  const fields = { ...more, [`${kind}_hash`]: hash, updated_at };
  const stored = tx.quietly((inner) => inner.patch('account', String(login), fields));
  if (!stored.ok) return stored;
  sessions.end(tx, login, OPENED[kind]);
  return ok(null);
};

/** A password that staff set for another user, with the required right. */
interface SetByStaff extends Omit<PasswordInput, 'field'> {
  readonly caller: Caller;
  readonly login: number;
  readonly right: Right;
  /** Refuses a login that the caller cannot reach. */
  readonly unreached: (reader: RecordReader) => Refusal | undefined;
}

/** Sets or removes a password of another user, for staff. */
export const setByStaff = (context: DeskContext, input: SetByStaff): Promise<Outcome<null>> => {
  const { caller, login, kind, right, unreached } = input;
  const own = refuse('forbidden', 'Change your own password with the present password.');
  return setPassword(context, {
    login,
    kind,
    password: input.password,
    field: 'password',
    who: whoOf(caller),
    share: loginShare(caller),
    // The lock keeps the caller's rights and the group's password rules unchanged.
    locks: [SETTINGS_LOCK],
    fault: (reader) =>
      unreached(reader) ??
      (login === caller.login ? own : credentialsFault(reader, caller.login, login, right)),
    decide: (tx, hash) => {
      const more = comesWith(tx, login, kind, hash);
      tx.note('account', login, `${kind} password ${hash === '' ? 'taken away' : 'set'}`);
      return storePassword(context, tx, { login, kind, hash }, more);
    },
  });
};

/** Further changes of an account whose password staff set. */
const comesWith = (
  reader: RecordReader,
  login: number,
  kind: PasswordKind,
  hash: string,
): Partial<AccountRecord> => {
  if (kind === 'api') return { api_enabled: hash !== '' };
  if (kind !== 'master') return {};
  const group = reader.get('account', String(login))?.record.group ?? '';
  const asks = reader.get('group', group)?.record.password_change_first_login ?? false;
  return { must_change_password: asks };
};
