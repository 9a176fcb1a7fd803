// Passwords of accounts: changed by whoever knows the present one, set and tested by staff.

import { done, type Outcome, type Refusal, refuse } from '../../wire/codes.js';
import type { AccountRecord, Caller, DeskAnswer, DeskOps } from '../../wire/desk.js';
import type { SessionRecord } from '../../wire/identity.js';
import type { PasswordKind } from '../../wire/password.js';
import type { Accounts } from './accounts.js';
import { ATTEMPTS_LOCK, tooMany } from './attempts.js';
import { credentialsFault } from './authority.js';
import type { Draft } from './draft.js';
import type { Handlers, Parts } from './parts.js';
import { DUMMY_HASH, PASSWORD_BYTES_MAX, weakness } from './passwords.js';
import { loginLock } from './writer.js';

/** A password that was tried, and why. */
interface Try {
  readonly caller: Caller;
  readonly account: AccountRecord;
  readonly kind: PasswordKind;
  readonly password: string;
}

/** Both open sessions at the same terminals: equal ones would make an investor the owner. */
const APART: Readonly<Partial<Record<PasswordKind, PasswordKind>>> = {
  master: 'investor',
  investor: 'master',
};

/** Which of a login's sessions were opened with a password. */
const OPENED: Readonly<Record<PasswordKind, (session: SessionRecord) => boolean>> = {
  master: () => true,
  investor: (session) => session.read_only,
  api: (session) => session.terminal === 'api',
  phone: () => false,
};

/** May the account change its password itself? Records of older logs do not say: it may. */
const mayChange = (account: AccountRecord): boolean => account.password_change_enabled ?? true;

const whoIs = ({ login, ip, audience }: Caller) => ({
  by: audience === 'staff' ? login : 0,
  ip,
});

/** Changes, sets and tests passwords. */
class AccountPasswords {
  readonly #parts: Parts;
  readonly #accounts: Accounts;

  constructor(parts: Parts, accounts: Accounts) {
    this.#parts = parts;
    this.#accounts = accounts;
  }

  /**
   * The caller changes the master password of his login, which ends all its sessions. Nothing is
   * said of the new one to who does not know the present one.
   */
  async change(input: DeskOps['auth.password']['input']): Promise<DeskAnswer<'auth.password'>> {
    const { caller, current_password, new_password } = input;
    const { records, deps, writer } = this.#parts;
    const account = records.get('account', String(caller.login))?.record;
    if (account === undefined) return refuse('auth.session_expired');
    if (caller.read_only || !mayChange(account)) return refuse('auth.password_change_not_allowed');
    const tried = { caller, account, kind: 'master', password: current_password } as const;
    const fits = await this.#try(tried, 'change of the password');
    if (!fits.ok) return fits;
    if (!fits.data) return refuse('auth.invalid_credentials');
    if (new_password === current_password) return refuse('auth.password_same');
    const fault = await this.#faultOf(account, 'master', new_password, 'new_password');
    if (fault !== undefined) return fault;
    const hashed = await deps.hasher.hash([new_password]);
    if (!hashed.ok) return hashed;
    const [master_hash = ''] = hashed.data;
    return writer.change(
      [loginLock(caller.login)],
      whoIs(caller),
      (draft, now) => {
        if (draft.get('session', caller.session) === undefined) {
          return refuse('auth.session_expired');
        }
        const present = draft.get('account', String(caller.login))?.record;
        // It may have been set anew while the two were looked at.
        if (present?.master_hash !== account.master_hash) return refuse('auth.invalid_credentials');
        this.#parts.attempts.clear(draft, caller.login, caller.ip);
        draft.note('auth', caller.login, 'password changed; sessions closed');
        return this.#store(draft, present, 'master', {
          master_hash,
          must_change_password: false,
          updated_at: new Date(now).toISOString(),
        });
      },
      'password',
    );
  }

  /** Staff give an account a password, or take one away that it can do without (an empty text). */
  async set(
    input: DeskOps['accounts.password']['input'],
  ): Promise<DeskAnswer<'accounts.password'>> {
    const { caller, login, kind, password } = input;
    const { deps, writer } = this.#parts;
    const reached = this.#accounts.reached(caller, login);
    if (!reached.ok) return reached;
    if (login === caller.login) {
      return refuse('forbidden', 'Your own password is changed with the present one.');
    }
    const fault = await this.#faultOf(reached.data, kind, password, 'password');
    if (fault !== undefined) return fault;
    const hashed = await deps.hasher.hash(password === '' ? [] : [password]);
    if (!hashed.ok) return hashed;
    const [hash = ''] = hashed.data;
    return writer.change(
      [loginLock(login)],
      whoIs(caller),
      (draft, now) => {
        const present = this.#accounts.reached(caller, login, draft);
        if (!present.ok) return present;
        const denied = credentialsFault(draft, caller.login, login);
        if (denied !== undefined) return denied;
        const { group } = present.data;
        const asks = draft.get('group', group)?.record.password_change_first_login ?? false;
        draft.note('account', login, `${kind} password ${hash === '' ? 'taken away' : 'set'}`);
        return this.#store(draft, present.data, kind, {
          [`${kind}_hash`]: hash,
          ...(kind === 'master' && { must_change_password: asks }),
          ...(kind === 'api' && { api_enabled: hash !== '' }),
          updated_at: new Date(now).toISOString(),
        });
      },
      'password',
    );
  }

  /** Tells staff whether a password is the account's: the way to know who is on the phone. */
  async check(
    input: DeskOps['accounts.password_check']['input'],
  ): Promise<DeskAnswer<'accounts.password_check'>> {
    const { caller, login, kind, password } = input;
    const reached = this.#accounts.reached(caller, login);
    if (!reached.ok) return reached;
    const tried = { caller, account: reached.data, kind, password };
    const fits = await this.#try(tried, `check of the ${kind} password`);
    return fits.ok ? done({ matches: fits.data }) : fits;
  }

  /**
   * Does the password fit? One that does not counts as a failed sign-in of the login from this
   * address, so that neither a stolen session nor a desk is a way to guess.
   */
  async #try({ caller, account, kind, password }: Try, what: string): Promise<Outcome<boolean>> {
    const { attempts, deps, settings, writer } = this.#parts;
    const { login } = account;
    const wait = attempts.wait(login, caller.ip, deps.now());
    if (wait > 0) return tooMany(wait);
    const stored = account[`${kind}_hash`] || DUMMY_HASH;
    const isLong = Buffer.byteLength(password) > PASSWORD_BYTES_MAX;
    const match = isLong ? done(-1) : await deps.hasher.match([stored], password);
    if (!match.ok) return match;
    return writer.change([ATTEMPTS_LOCK, loginLock(login)], whoIs(caller), (draft, now) => {
      const left = attempts.wait(login, caller.ip, now);
      if (left > 0) return tooMany(left);
      if (match.data !== 0) attempts.fail(draft, login, caller.ip, now, settings.access(), what);
      else if (caller.login !== login) draft.note('auth', login, `${what} succeeded`);
      return done(match.data === 0);
    });
  }

  async #faultOf(
    account: AccountRecord,
    kind: PasswordKind,
    password: string,
    field: string,
  ): Promise<Refusal | undefined> {
    if (password === '' && kind !== 'master') return undefined;
    const group = this.#parts.records.get('group', account.group)?.record;
    const weak = weakness(field, password, group?.password_min_length);
    if (weak !== undefined) return weak;
    const other = APART[kind];
    const taken = other === undefined ? '' : account[`${other}_hash`];
    if (taken === '') return undefined;
    const match = await this.#parts.deps.hasher.match([taken], password);
    if (!match.ok) return match;
    return match.data === 0
      ? refuse('invalid_input', `${field}: must differ from the ${other} password`)
      : undefined;
  }

  #store(
    draft: Draft,
    { login }: AccountRecord,
    kind: PasswordKind,
    fields: Partial<AccountRecord>,
  ): Outcome<null> {
    const { sessions } = this.#parts;
    const stored = draft.patch('account', String(login), fields);
    if (!stored.ok) return stored;
    for (const id of sessions.of(login)) {
      const session = sessions.get(id);
      if (session !== undefined && OPENED[kind](session)) draft.remove('session', id);
    }
    return done(null);
  }
}

/** The desk's operations on passwords. */
export const passwordOps = (parts: Parts, accounts: Accounts) => {
  const passwords = new AccountPasswords(parts, accounts);
  return {
    'auth.password': (input) => passwords.change(input),
    'accounts.password': (input) => passwords.set(input),
    'accounts.password_check': (input) => passwords.check(input),
  } satisfies Partial<Handlers>;
};
