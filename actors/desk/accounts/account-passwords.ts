// Passwords of accounts: changed by users who know the present one, set and checked by staff.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { PasswordKind } from '../../../wire/accounts/password.js';
import { done, type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller, DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { loginShare } from '../../shared/fair-queue.js';
import { reachedAccount } from '../access/account-reach.js';
import { rightFault } from '../access/authority.js';
import { setByStaff, setPassword, storePassword } from '../identity/new-password.js';
import { DUMMY_HASH } from '../identity/passwords.js';
import { tooMany } from '../state/attempts.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { exemptOf, whoOf } from '../state/writer.js';
import { ATTEMPTS_LOCK, loginLock } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';

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

/** May the account change its own password? Always if it must: it can do nothing else. */
const mayChange = ({ must_change_password, password_change_enabled }: AccountRecord): boolean =>
  must_change_password || password_change_enabled;

/** Refuses when the owner may not change the password, or may not any more. */
const ownFault = (reader: RecordReader, { session, login }: Caller): Refusal | undefined => {
  const account = reader.get('account', String(login))?.record;
  if (account === undefined || reader.get('session', session) === undefined) {
    return refuse('auth.session_expired');
  }
  return mayChange(account) ? undefined : refuse('auth.password_change_not_allowed');
};

/** Changes, sets and tests passwords. */
class AccountPasswords {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /**
   * Changes the master password of the caller's login, and ends all its sessions. The new password
   * is validated only after the present one proved right.
   */
  async change(input: DeskOps['auth.password']['input']): Promise<DeskAnswer<'auth.password'>> {
    const { caller, current_password, new_password } = input;
    const { records, attempts } = this.#context;
    const { login } = caller;
    const account = records.get('account', String(login))?.record;
    if (account === undefined) return refuse('auth.session_expired');
    if (caller.read_only || !mayChange(account)) return refuse('auth.password_change_not_allowed');
    let isStale = false;
    const fault = (reader: RecordReader): Refusal | undefined => {
      const refused = ownFault(reader, caller);
      if (refused !== undefined) return refused;
      isStale = reader.get('account', String(login))?.record.master_hash !== account.master_hash;
      return isStale ? refuse('conflict') : undefined;
    };
    const what = 'change of the password';
    const kind = 'master';
    const password = current_password;
    const fits = await this.#try({ caller, account, kind, password, what, fault });
    // The password or its hash changed during the check, so the check is repeated.
    if (isStale) return this.change(input);
    if (!fits.ok) return fits;
    if (!fits.data) return refuse('auth.invalid_credentials');
    if (new_password === current_password) return refuse('auth.password_same');
    const changed = await setPassword(this.#context, {
      login,
      kind,
      password: new_password,
      field: 'new_password',
      who: exemptOf(caller),
      share: loginShare(caller),
      locks: [ATTEMPTS_LOCK],
      fault,
      decide: (tx, hash) => {
        attempts.clear(tx, login, caller.ip);
        tx.note('auth', login, 'password changed; sessions closed');
        const more = { must_change_password: false };
        return storePassword(this.#context, tx, { login, kind, hash }, more);
      },
    });
    return isStale ? this.change(input) : changed;
  }

  /**
   * Sets a password of an account for staff, or removes one that an account does not need (empty
   * text).
   */
  set(input: DeskOps['accounts.password']['input']): Promise<DeskAnswer<'accounts.password'>> {
    const { caller, login } = input;
    return setByStaff(this.#context, {
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
    const reached = reachedAccount(this.#context.records, caller, login);
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
    return fits.ok ? done({ matches: fits.data }) : fits;
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
    const { attempts, deps, settings, writer } = this.#context;
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
      return done(match.data === 0);
    });
  }
}

/** The desk's operations on passwords. */
export const passwordOps = (context: DeskContext) => {
  const passwords = new AccountPasswords(context);
  return {
    'auth.password': (input) => passwords.change(input),
    'accounts.password': (input) => passwords.set(input),
    'accounts.password_check': (input) => passwords.check(input),
  } satisfies Partial<Handlers>;
};
