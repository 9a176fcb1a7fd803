// One-time codes of logins: setup, checks at sign-in, turning off. Each code is accepted once.

import type { OtpRecord, SessionRecord, WrongCodes } from '../../../wire/accounts/identity.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { OtpStatus } from '../../../wire/rest/accounts/auth.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import { base32, keyUri, SECRET_BYTES, stepOf } from '../../secrets/totp.js';
import { reachedAccount } from '../access/account-scope.js';
import { credentialsFault } from '../access/authority.js';
import { tooMany } from '../state/attempts.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { spenderOf } from '../state/write-allowances.js';
import { whoOf } from '../state/writer.js';
import { ATTEMPTS_LOCK, loginLock } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { codePlace } from '../types/otp.js';

/** Time for the first code of a new secret. */
const PENDING_MS = 10 * 60_000;
/** Time after a sign-in within which the session may set up or turn off codes. */
const FRESH_MS = 15 * 60_000;
/** Wrong codes in a row after which the password must be entered again. */
const WRONG_IN_ROW_MAX = 5;
/** Wrong codes of a login in an hour, from all addresses, after which no code is checked. */
const WRONG_MAX = 10;
const WRONG_WINDOW_MS = 60 * 60_000;
/** The issuer name in authenticator apps for groups without a company. */
const ISSUER = 'brokerd';

const stale = refuse(
  'auth.session_expired',
  'Sign in again: one-time codes are set up and turned off within 15 minutes of a sign-in.',
);

const noCodes = (login: number): OtpRecord => ({
  login,
  secret: '',
  pending: '',
  pending_at: 0,
  last_step: 0,
  in_row: 0,
  wrong: [],
});

type Field = 'secret' | 'pending';

/**
 * Was the session's password entered a short while ago? Someone who finds an open session must not
 * be able to set up codes, which would lock the owner out, or to remove the owner's codes.
 */
const isFresh = (session: SessionRecord, now: number): boolean =>
  now - Date.parse(session.created_at) < FRESH_MS;

/** Removes a login's codes, including unconfirmed ones; returns whether there were any. */
export const dropCodes = (tx: Transaction, login: number): boolean => {
  if (tx.get('otp', String(login)) === undefined) return false;
  tx.remove('otp', String(login));
  tx.note('auth', login, 'one-time codes taken away');
  return true;
};

/** A code, and the terminal and address that it came from. */
interface GivenCode {
  readonly code: string;
  readonly ip: string;
  readonly terminal: string;
}

const NONE_WRONG: WrongCodes = { in_row: 0, wrong: [] };

/**
 * The wrong codes that count against a given code. Those at the api terminal are counted apart:
 * otherwise someone with only the api password could keep the owner's codes blocked.
 */
const wrongOf = (record: OtpRecord, { terminal }: GivenCode): WrongCodes =>
  terminal === 'api' ? (record.api ?? NONE_WRONG) : record;

/** The record with the wrong codes replaced that count against a given code. */
const withWrong = (record: OtpRecord, { terminal }: GivenCode, wrong: WrongCodes): OtpRecord =>
  terminal === 'api' ? { ...record, api: wrong } : { ...record, ...wrong };

/** The one-time codes of all logins. */
export class OneTimeCodes {
  readonly #safe: RecordCipher;

  constructor(private readonly context: DeskContext) {
    this.#safe = recordCipher(context.deps.keys);
  }

  /** Are codes turned on for the login? */
  isOn(reader: RecordReader, login: number): boolean {
    return this.#of(reader, login).secret !== '';
  }

  /**
   * Checks the code of a sign-in with the right password; undefined = the sign-in continues. After
   * five wrong codes in a row the next code is not checked, and the attempt counts as a password
   * failure.
   */
  ask(tx: Transaction, login: number, given: GivenCode): Refusal | undefined {
    const record = this.#of(tx, login);
    if (record.secret === '') return undefined;
    const { in_row, wrong } = wrongOf(record, given);
    if (given.code !== '' && in_row < WRONG_IN_ROW_MAX) return this.#use(tx, record, given);
    if (in_row > 0) tx.put('otp', withWrong(record, given, { in_row: 0, wrong }));
    return refuse('auth.otp_required');
  }

  /** Are codes on, and does the group demand them? */
  status({ caller }: DeskOps['auth.otp_status']['input']): DeskAnswer<'auth.otp_status'> {
    return ok(this.#status(this.context.records, caller.login));
  }

  /** Makes a secret, which replaces an unconfirmed one. It is returned only once. */
  enrol({ caller }: DeskOps['auth.otp_enrol']['input']): Promise<DeskAnswer<'auth.otp_enrol'>> {
    return this.#change(caller, (tx, session, now) => {
      const { login } = session;
      const record = this.#of(tx, login);
      if (record.secret !== '') return refuse('conflict', 'One-time codes are on already.');
      if (!isFresh(session, now)) return stale;
      const secret = this.context.deps.random(SECRET_BYTES);
      const pending = this.#seal(secret, login, 'pending');
      tx.put('otp', { ...record, pending, pending_at: now });
      tx.note('auth', login, 'one-time codes: a secret was made');
      const issuer = this.#groupOf(tx, login)?.company || ISSUER;
      return ok({ secret: base32(secret), uri: keyUri(secret, issuer, login) });
    });
  }

  /** Turns codes on with the first right code, and removes the session's restriction. */
  confirm({
    caller,
    code,
  }: DeskOps['auth.otp_confirm']['input']): Promise<DeskAnswer<'auth.otp_confirm'>> {
    return this.#change(caller, (tx, session, now) => {
      const { login } = session;
      const record = this.#of(tx, login);
      const waits = record.pending !== '' && now - record.pending_at < PENDING_MS;
      if (!waits) return refuse('auth.otp_not_set');
      const wait = this.context.attempts.wait(login, caller.ip, now);
      if (wait > 0) return tooMany(wait);
      const secret = this.#open(record, 'pending');
      const step = secret && stepOf(secret, code, now);
      if (secret === undefined || step === undefined) {
        return this.#wrong(tx, record, { ...caller, code });
      }
      const sealed = this.#seal(secret, login, 'secret');
      tx.put('otp', { ...noCodes(login), secret: sealed, last_step: step });
      const full: SessionRecord = { ...session, without_codes: false };
      this.#settle(tx, full, 'turned on');
      return ok(this.#raised(tx, full, caller.ip));
    });
  }

  /** Turns codes off if the group allows it; needs an unused code. */
  disable({
    caller,
    code,
  }: DeskOps['auth.otp_disable']['input']): Promise<DeskAnswer<'auth.otp_disable'>> {
    return this.#change(caller, (tx, session, now) => {
      const { login } = session;
      const record = this.#of(tx, login);
      const { enabled, required } = this.#status(tx, login);
      if (required) return refuse('forbidden');
      if (!enabled) return refuse('auth.otp_invalid', 'One-time codes are off.');
      const wait = this.context.attempts.wait(login, caller.ip, now);
      if (wait > 0) return tooMany(wait);
      if (!isFresh(session, now) || record.in_row >= WRONG_IN_ROW_MAX) return stale;
      const fault = this.#use(tx, record, { ...caller, code });
      if (fault !== undefined) return fault;
      tx.remove('otp', String(login));
      this.#settle(tx, { ...session, without_codes: true }, 'turned off');
      return ok(this.#status(tx, login));
    });
  }

  /**
   * Removes the codes of a user who lost the device, for staff: the password alone then signs in.
   */
  reset({ caller, login }: DeskOps['accounts.otp_reset']['input']): Promise<Outcome<OtpStatus>> {
    const { sessions, writer } = this.context;
    return writer.change(
      [loginLock(login)],
      whoOf(caller),
      (tx) => {
        const reached = reachedAccount(tx, caller, login);
        if (!reached.ok) return reached;
        if (login === caller.login) {
          return refuse('forbidden', 'Turn off your own codes with a current code.');
        }
        const denied = credentialsFault(tx, caller.login, login, 'accounts.password');
        if (denied !== undefined) return denied;
        if (!dropCodes(tx, login)) {
          return refuse('conflict', 'The login has set up no one-time codes.');
        }
        sessions.end(tx, login);
        return ok(this.#status(tx, login));
      },
      'kick',
    );
  }

  /** Runs a decision about the caller's own login in the calling session. */
  #change<T>(
    caller: Caller,
    decide: (tx: Transaction, session: SessionRecord, now: number) => Outcome<T>,
  ): Promise<Outcome<T>> {
    return this.context.writer.change(
      [ATTEMPTS_LOCK, loginLock(caller.login)],
      { ...whoOf(caller), spender: spenderOf('own', caller) },
      (tx, now) => {
        const session = tx.get('session', caller.session)?.record;
        return session === undefined ? refuse('auth.session_expired') : decide(tx, session, now);
      },
      'codes',
    );
  }

  /** Checks and uses up a code; undefined = it was right. */
  #use(tx: Transaction, record: OtpRecord, given: GivenCode): Refusal | undefined {
    const { in_row, wrong } = wrongOf(record, given);
    const recent = wrong.filter((time) => tx.now - time < WRONG_WINDOW_MS);
    const [oldest = 0] = recent;
    if (recent.length >= WRONG_MAX) return tooMany(oldest + WRONG_WINDOW_MS - tx.now);
    const secret = this.#open(record, 'secret');
    const step = secret && stepOf(secret, given.code, tx.now);
    if (step === undefined || step <= record.last_step) {
      return this.#wrong(tx, withWrong(record, given, { in_row, wrong: recent }), given);
    }
    const used = withWrong(record, given, { in_row: 0, wrong: recent });
    tx.put('otp', { ...used, last_step: step });
    return undefined;
  }

  #wrong(tx: Transaction, record: OtpRecord, given: GivenCode): Refusal {
    const { attempts, settings } = this.context;
    const said = 'wrong one-time code';
    attempts.fail(tx, record.login, given.ip, tx.now, settings.access(), said);
    const before = wrongOf(record, given);
    const wrong = [...before.wrong, tx.now].slice(-WRONG_MAX);
    tx.put('otp', withWrong(record, given, { in_row: before.in_row + 1, wrong }));
    return refuse('auth.otp_invalid');
  }

  /**
   * Continues the calling session under the present terms, and ends sessions that were opened under
   * other terms.
   */
  #settle(tx: Transaction, session: SessionRecord, what: string): void {
    const { id, login } = session;
    tx.put('session', session);
    this.context.sessions.end(tx, login, (other) => other.id !== id);
    tx.note('auth', login, `one-time codes ${what}`);
  }

  /**
   * The session without its restriction. A browser gets new tokens, so that someone who learned or
   * planted its old tokens cannot use them. Other terminals keep their tokens: the answer has no
   * field for tokens, and only the terminal has seen them.
   */
  #raised(tx: Transaction, full: SessionRecord, ip: string): DeskOps['auth.otp_confirm']['output'] {
    const { sessions } = this.context;
    const session = sessions.copy(full, tx);
    if (session === null) throw new Error(`session of unknown login ${full.login}`);
    if (!session.browser) return { session };
    const tokens = sessions.renew(tx, full, ip, tx.now);
    return { session: tokens.session, tokens };
  }

  #of(reader: RecordReader, login: number): OtpRecord {
    return reader.get('otp', String(login))?.record ?? noCodes(login);
  }

  #groupOf(reader: RecordReader, login: number) {
    const account = reader.get('account', String(login))?.record;
    return account && reader.get('group', account.group)?.record;
  }

  #status(reader: RecordReader, login: number): OtpStatus {
    const required = this.#groupOf(reader, login)?.otp_required ?? false;
    return { enabled: this.isOn(reader, login), required };
  }

  #seal(secret: Buffer, login: number, field: Field): string {
    return this.#safe.seal(secret.toString('base64'), codePlace(login, field));
  }

  /**
   * The decrypted secret; undefined if it is encrypted under another server's key: staff must reset
   * such codes.
   */
  #open(record: OtpRecord, field: Field): Buffer | undefined {
    const text = this.#safe.open(record[field], codePlace(record.login, field));
    return text === undefined ? undefined : Buffer.from(text, 'base64');
  }
}

/** The operations on one-time codes. */
export const codeOps = (codes: OneTimeCodes) =>
  ({
    'auth.otp_status': (input) => codes.status(input),
    'auth.otp_enrol': (input) => codes.enrol(input),
    'auth.otp_confirm': (input) => codes.confirm(input),
    'auth.otp_disable': (input) => codes.disable(input),
    'accounts.otp_reset': (input) => codes.reset(input),
  }) satisfies Partial<Handlers>;
