// Sign-in: checks the password, counts failures, and opens a session.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import {
  type Audience,
  STAFF_TERMINALS,
  TRADER_TERMINALS,
} from '../../../wire/accounts/identity.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { IssuedTokens } from '../../../wire/desk/identity-operations.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { addressShare } from '../../shared/fair-queue.js';
import { tooMany } from '../state/attempts.js';
import type { DeskContext } from '../state/desk-context.js';
import { spenderOf } from '../state/write-allowances.js';
import type { Who } from '../state/writer.js';
import { ATTEMPTS_LOCK, loginLock } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { denied } from './admission.js';
import type { OneTimeCodes } from './codes.js';
import { DUMMY_HASH, isOutdated } from './passwords.js';

type LoginInput = DeskOps['auth.login']['input'];
type Credential = 'master' | 'investor' | 'api';

const TERMINALS: Readonly<Record<Audience, { all: readonly string[]; usual: string }>> = {
  staff: { all: STAFF_TERMINALS, usual: 'manager' },
  trader: { all: TRADER_TERMINALS, usual: 'web' },
};

/** The passwords that a terminal accepts, in the order in which they are tried. */
const credentialsOf = (audience: Audience, terminal: string): readonly Credential[] => {
  if (audience === 'staff') return ['master'];
  return terminal === 'api' ? ['api', 'master'] : ['master', 'investor'];
};

const hashOf = (account: AccountRecord | undefined, credential: Credential): string =>
  account?.[`${credential}_hash`] ?? '';

/** A sign-in after the check of its password. */
interface Attempt {
  readonly input: LoginInput;
  readonly terminal: string;
  /** The password that matched; undefined = none. */
  readonly credential: Credential | undefined;
  /** The hash that matched. */
  readonly hash: string;
  /** The password hashed with current parameters, if the stored hash is weaker. */
  readonly renewed: string | undefined;
}

/** Has the stored hash changed since the check, by a new password or a renewed hash? */
const hasNewHash = (reader: RecordReader, { input, credential, hash }: Attempt): boolean =>
  credential !== undefined &&
  hashOf(reader.get('account', String(input.login))?.record, credential) !== hash;

/** Signs users in. */
export class SignIn {
  constructor(
    private readonly context: DeskContext,
    private readonly codes: OneTimeCodes,
  ) {}

  /**
   * Signs in. The password is checked before anything else about the account is revealed, and an
   * unknown login takes as long as a wrong password.
   */
  async login(input: LoginInput): Promise<DeskAnswer<'auth.login'>> {
    const { deps, settings, writer } = this.context;
    const { all, usual } = TERMINALS[input.audience];
    const terminal = input.terminal ?? usual;
    if (!all.includes(terminal)) return refuse('auth.invalid_terminal');
    const now = deps.now();
    const wait = this.context.attempts.wait(input.login, input.ip, now);
    if (wait > 0) return tooMany(wait);
    if (this.context.attempts.floods(input.ip, now, settings.access())) {
      return this.#blockAddress(input.ip);
    }
    for (;;) {
      const attempt = await this.#look(input, terminal);
      if (!attempt.ok) return attempt;
      const who = this.#whoOf(attempt.data);
      let isStale = false;
      const answer = await writer.change<IssuedTokens>(
        [ATTEMPTS_LOCK, loginLock(input.login)],
        who,
        (tx, at) => {
          isStale = hasNewHash(tx, attempt.data);
          // Nothing is written and the client sees nothing: the password is checked again.
          return isStale ? refuse('conflict') : this.#decide(tx, attempt.data, at);
        },
        'replaced',
      );
      if (!isStale) return answer;
    }
  }

  /** Counts the opening of a socket like a sign-in; refused while the address is blocked. */
  async checkBlocked({
    ip,
  }: DeskOps['auth.checkBlocked']['input']): Promise<DeskAnswer<'auth.checkBlocked'>> {
    const now = this.context.deps.now();
    const wait = this.context.attempts.wait(0, ip, now);
    if (wait > 0) return tooMany(wait);
    const floods = this.context.attempts.floods(ip, now, this.context.settings.access());
    return floods ? this.#blockAddress(ip) : ok(null);
  }

  #blockAddress(ip: string): Promise<Outcome<never>> {
    return this.context.writer.change<never>([ATTEMPTS_LOCK], { by: 0, ip }, (tx, now) =>
      tooMany(this.context.attempts.block(tx, ip, now)),
    );
  }

  async #look(input: LoginInput, terminal: string): Promise<Outcome<Attempt>> {
    const { deps, records } = this.context;
    const account = records.get('account', String(input.login))?.record;
    const credentials = credentialsOf(input.audience, terminal);
    const hashes = credentials.map((credential) => hashOf(account, credential));
    const missed = { input, terminal, credential: undefined, hash: '', renewed: undefined };
    const tried = hashes.map((hash) => (hash === '' ? DUMMY_HASH : hash));
    const share = addressShare(input.audience, input.ip);
    const match = await deps.hasher.match(tried, input.password, share);
    if (!match.ok) return match;
    const hash = hashes[match.data] ?? '';
    if (hash === '') return ok(missed);
    const renewed = isOutdated(hash) ? await deps.hasher.hash([input.password], share) : undefined;
    return ok({
      input,
      terminal,
      credential: credentials[match.data],
      hash,
      renewed: renewed?.ok ? renewed.data[0] : undefined,
    });
  }

  #decide(tx: Transaction, attempt: Attempt, now: number): DeskAnswer<'auth.login'> {
    const { login, ip } = attempt.input;
    const wait = this.context.attempts.wait(login, ip, now);
    if (wait > 0) return tooMany(wait);
    this.context.attempts.keep(tx, ip);
    const account = tx.get('account', String(login))?.record;
    if (account === undefined || attempt.credential === undefined) {
      return this.#failed(tx, attempt, now);
    }
    const refused = this.#refused(tx, account, attempt);
    if (refused === undefined) return ok(this.#open(tx, account, attempt, now));
    if (refused.code === 'auth.invalid_credentials') return this.#failed(tx, attempt, now);
    // A wrong code has already got a journal line.
    if (refused.code !== 'auth.otp_invalid') {
      tx.note('auth', login, `sign-in refused: ${refused.code}`);
    }
    tx.keep();
    return refused;
  }

  /** The author of a sign-in: a password of the login, or none. */
  #whoOf({ input, terminal, credential }: Attempt): Who {
    const { audience, login, ip } = input;
    if (credential === undefined) return { by: 0, ip };
    const isStaff = audience === 'staff' && this.context.records.get('staff', String(login));
    const opened = { login, terminal, read_only: credential === 'investor' };
    return { by: isStaff ? login : 0, ip, spender: spenderOf('sign_in', opened) };
  }

  #failed(tx: Transaction, attempt: Attempt, now: number): Refusal {
    const { login, ip } = attempt.input;
    this.context.attempts.failSignIn(tx, login, ip, now, this.context.settings.access());
    return refuse('auth.invalid_credentials');
  }

  /** Refuses to open a session although the password is right. */
  #refused(tx: Transaction, account: AccountRecord, attempt: Attempt): Refusal | undefined {
    const { input, terminal, credential } = attempt;
    const { audience, ip, otp = '' } = input;
    const entrance = { audience, terminal, ip };
    const fault = denied(tx, this.context.settings.access(), account, entrance);
    if (fault !== undefined) return fault;
    // The investor password is only for reading and is shared with other people, who have no codes.
    if (credential === 'investor') return undefined;
    const given = { code: otp, ip, terminal };
    if (terminal !== 'api') return this.codes.ask(tx, account.login, given);
    if (credential !== 'api') return refuse('auth.invalid_credentials');
    // A program cannot set up codes: if the group demands them, it needs them to sign in.
    const demanded = tx.get('group', account.group)?.record.otp_required ?? false;
    if (demanded && !this.codes.isOn(tx, account.login)) return refuse('auth.otp_not_set');
    return this.codes.ask(tx, account.login, given);
  }

  #open(tx: Transaction, account: AccountRecord, attempt: Attempt, now: number): IssuedTokens {
    const { input, terminal, credential, renewed } = attempt;
    const readOnly = credential === 'investor';
    // Only the master password clears failures: otherwise people with another password could go on
    // guessing the owner's.
    if (credential === 'master') this.context.attempts.clear(tx, account.login, input.ip);
    if (renewed !== undefined) {
      const fields = { [`${credential}_hash`]: renewed };
      // Only the hash changed, not the password, so no account change is journaled.
      tx.quietly((inner) => ok(inner.amend('account', String(account.login), fields)));
    }
    tx.note('auth', account.login, `signed in, terminal ${terminal}`);
    const opening = {
      audience: input.audience,
      terminal,
      read_only: readOnly,
      keep_signed_in: input.keep_signed_in ?? false,
      must_change_password: account.must_change_password && !readOnly,
      without_codes: !readOnly && !this.codes.isOn(tx, account.login),
      ip: input.ip,
      user_agent: input.user_agent,
    };
    return this.context.sessions.open(tx, account, opening, now);
  }
}
