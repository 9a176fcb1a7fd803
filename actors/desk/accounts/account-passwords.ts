// Passwords of accounts: changed by users who know the present one, set and checked by staff.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { PasswordKind } from '../../../wire/accounts/password.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { loginShare } from '../../shared/fair-queue.js';
import { reachedAccount } from '../access/account-scope.js';
import { rightFault } from '../access/authority.js';
import { denied } from '../identity/admission.js';
import { setByStaff, setPassword, storePassword } from '../identity/new-password.js';
import { DUMMY_HASH } from '../identity/passwords.js';
import { tooMany } from '../state/attempts.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf, type Who, whoOf } from '../state/writer.js';
import { ATTEMPTS_LOCK, loginLock } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** Where programs sign in; their addresses are checked when they do. */
const API_ENTRANCE = { audience: 'trader', terminal: 'api' } as const;

/** A password to compare with the stored one. */
interface Try {
  readonly caller: Caller;
  readonly account: AccountRecord;
  readonly kind: PasswordKind;
  readonly password: string;
  /** The purpose of the check, for the journal. */
  readonly what: string;
  /**
   * Refuses to report the result. It is called when the result is known, because the reason may
   * have arisen during the check.
   */
  readonly fault: (reader: RecordReader) => Refusal | undefined;
}

/** A password of the own account that a caller sets, with the master password as proof. */
interface OwnPassword {
  readonly caller: Caller;
  /** The master password, as the caller gives it. */
  readonly current: string;
  readonly kind: PasswordKind;
  /** The new password; empty removes one that an account does not need. */
  readonly password: string;
  /** The field of the request. */
  readonly field: string;
  /** The purpose, for the journal. */
  readonly what: string;
  readonly who: Who;
  /** Refuses an account that may not set it. */
  readonly barred: (reader: RecordReader, account: AccountRecord) => Refusal | undefined;
  readonly decide: (tx: Transaction, hash: string) => Outcome<null>;
}

/** Refuses a disabled change of the master password, unless the user must change it first. */
const changeBarred = (
  _: RecordReader,
  { must_change_password, password_change_enabled }: AccountRecord,
): Refusal | undefined =>
  must_change_password || password_change_enabled
    ? undefined
    : refuse('auth.password_change_not_allowed');

/** Refuses when the owner may not set the password, or may not any more. */
const ownFault = (reader: RecordReader, { caller, barred }: OwnPassword): Refusal | undefined => {
  const account = reader.get('account', String(caller.login))?.record;
  if (account === undefined || reader.get('session', caller.session) === undefined) {
    return refuse('auth.session_expired');
  }
  if (caller.read_only) return refuse('auth.password_change_not_allowed');
  return barred(reader, account);
};

/** Changes, sets and tests passwords. */
class AccountPasswords {
  constructor(private readonly context: DeskContext) {}

  /** Changes the master password of the caller's login, and ends all its sessions. */
  change({
    caller,
    current_password,
    new_password,
  }: DeskOps['auth.password']['input']): Promise<DeskAnswer<'auth.password'>> {
    const { attempts } = this.context;
    const { login, ip } = caller;
    return this.#setOwn({
      caller,
      current: current_password,
      kind: 'master',
      password: new_password,
      field: 'new_password',
      what: 'change of the password',
      who: exemptOf(caller),
      barred: changeBarred,
      decide: (tx, hash) => {
        attempts.clear(tx, login, ip);
        tx.note('auth', login, 'password changed; sessions closed');
        const more = { must_change_password: false };
        return storePassword(this.context, tx, { login, kind: 'master', hash }, more);
      },
    });
  }

  /**
   * Sets the password of the caller's programs, or removes it (empty text), where staff let the
   * account sign in at the terminal `api`. The sessions of programs end.
   */
  setApi({
    caller,
    current_password,
    api_password,
  }: DeskOps['auth.api_password']['input']): Promise<DeskAnswer<'auth.api_password'>> {
    const { login } = caller;
    return this.#setOwn({
      caller,
      current: current_password,
      kind: 'api',
      password: api_password,
      field: 'api_password',
      what: 'setting of the API password',
      who: whoOf(caller),
      barred: (reader, account) =>
        denied(reader, this.context.settings.access(), account, API_ENTRANCE),
      decide: (tx, hash) => {
        const done = hash === '' ? 'removed' : 'set';
        tx.note('auth', login, `API password ${done} by the owner; sessions of programs closed`);
        return storePassword(this.context, tx, { login, kind: 'api', hash }, {});
      },
    });
  }

  /** Sets a password of the caller; it is validated only after the master password proved right. */
  async #setOwn(own: OwnPassword): Promise<Outcome<null>> {
    const { caller, current, kind, password, field, what, who, decide } = own;
    const { records } = this.context;
    const { login } = caller;
    const account = records.get('account', String(login))?.record;
    if (account === undefined) return refuse('auth.session_expired');
    const refused = ownFault(records, own);
    if (refused !== undefined) return refused;
    let isStale = false;
    const fault = (reader: RecordReader): Refusal | undefined => {
      const refused = ownFault(reader, own);
      if (refused !== undefined) return refused;
      isStale = reader.get('account', String(login))?.record.master_hash !== account.master_hash;
      return isStale ? refuse('conflict') : undefined;
    };
    const fits = await this.#try({
      caller,
      account,
      kind: 'master',
      password: current,
      what,
      fault,
    });
    // The password or its hash changed during the check, so the check is repeated.
    if (isStale) return this.#setOwn(own);
    if (!fits.ok) return fits;
    if (!fits.data) return refuse('auth.invalid_credentials');
    if (password === current) return refuse('auth.password_same');
    const changed = await setPassword(this.context, {
      login,
      kind,
      password,
      field,
      who,
      share: loginShare(caller),
      locks: [ATTEMPTS_LOCK],
      fault,
      decide,
    });
    return isStale ? this.#setOwn(own) : changed;
  }

  /**
   * Sets a password of an account for staff, or removes one that an account does not need (empty
   * text).
   */
  set(input: DeskOps['accounts.password']['input']): Promise<DeskAnswer<'accounts.password'>> {
    const { caller, login } = input;
    return setByStaff(this.context, {
      ...input,
      right: 'accounts.password',
      unreached: (reader) => this.#unreached(caller, login, reader),
    });
  }

  /** Tells staff whether a password is right, to identify a caller on the phone. */
  async check(
    input: DeskOps['accounts.password_check']['input'],
  ): Promise<DeskAnswer<'accounts.password_check'>> {
    const { caller, login, kind, password } = input;
    const reached = reachedAccount(this.context.records, caller, login);
    if (!reached.ok) return reached;
    const fits = await this.#try({
      caller,
      account: reached.data,
      kind,
      password,
      what: `check of the ${kind} password`,
      fault: (reader) =>
        rightFault(reader, caller.login, 'accounts.password') ??
        this.#unreached(caller, login, reader),
    });
    return fits.ok ? ok({ matches: fits.data }) : fits;
  }

  #unreached(caller: Caller, login: number, reader: RecordReader): Refusal | undefined {
    const reached = reachedAccount(reader, caller, login);
    return reached.ok ? undefined : reached;
  }

  /**
   * Compares a password. A wrong one counts as a failed sign-in of the login from this address, so
   * that neither a stolen session nor a staff desk can be used for guessing.
   */
  async #try({ caller, account, kind, password, what, fault }: Try): Promise<Outcome<boolean>> {
    const { attempts, deps, settings, writer } = this.context;
    const { login } = account;
    const wait = attempts.wait(login, caller.ip, deps.now());
    if (wait > 0) return tooMany(wait);
    const stored = account[`${kind}_hash`] || DUMMY_HASH;
    const match = await deps.hasher.match([stored], password, loginShare(caller));
    if (!match.ok) return match;
    return writer.change([ATTEMPTS_LOCK, loginLock(login)], whoOf(caller), (tx, now) => {
      const left = attempts.wait(login, caller.ip, now);
      if (left > 0) return tooMany(left);
      const refused = fault(tx);
      if (refused !== undefined) return refused;
      if (match.data !== 0) {
        attempts.fail(tx, login, caller.ip, now, settings.access(), `${what} failed`);
      } else if (caller.login !== login) {
        tx.note('auth', login, `${what} succeeded`);
      }
      return ok(match.data === 0);
    });
  }
}

/** The desk's operations on passwords. */
export const passwordOps = (context: DeskContext) => {
  const passwords = new AccountPasswords(context);
  return {
    'auth.password': (input) => passwords.change(input),
    'auth.api_password': (input) => passwords.setApi(input),
    'accounts.password': (input) => passwords.set(input),
    'accounts.password_check': (input) => passwords.check(input),
  } satisfies Partial<Handlers>;
};
