// Identity: who may sign in, from where and with which terminal; sessions are opened and ended here.

import { classAdmitted } from '../../wire/access.js';
import { addressAllowed } from '../../wire/address.js';
import { done, type Outcome, type Refusal, refuse } from '../../wire/codes.js';
import type { AccountRecord, DeskAnswer, DeskOps, IssuedTokens } from '../../wire/desk.js';
import {
  type Audience,
  BROWSER_TERMINALS,
  type SessionRecord,
  STAFF_TERMINALS,
  type StaffRecord,
  TRADER_TERMINALS,
} from '../../wire/identity.js';
import { isStaffGroup } from '../../wire/mask.js';
import { type Attempts, tooMany } from './attempts.js';
import type { DeskDeps } from './deps.js';
import type { Draft } from './draft.js';
import { DUMMY_HASH, isOutdated, PASSWORD_BYTES_MAX } from './passwords.js';
import type { Records } from './records.js';
import { isLive, type Sessions } from './sessions.js';
import type { SettingsBook } from './settings.js';
import { csrfOf, hashToken, sameText, sessionOfRefresh } from './tokens.js';
import { loginLock, type Who, type Writer } from './writer.js';

/** Two uses of a refresh token within this time from one address are taken for a race. */
export const REFRESH_RACE_MS = 10_000;

/** The lock of everything that counts attempts. */
const ATTEMPTS_LOCK = 'attempts';

type LoginInput = DeskOps['auth.login']['input'];
type Credential = 'master' | 'investor' | 'api';

const TERMINALS: Readonly<Record<Audience, { all: readonly string[]; usual: string }>> = {
  staff: { all: STAFF_TERMINALS, usual: 'manager' },
  trader: { all: TRADER_TERMINALS, usual: 'web' },
};

/** Which of an account's passwords a terminal takes, in the order they are tried. */
const credentialsOf = (audience: Audience, terminal: string): readonly Credential[] => {
  if (audience === 'staff') return ['master'];
  return terminal === 'api' ? ['api', 'master'] : ['master', 'investor'];
};

const hashOf = (account: AccountRecord | undefined, credential: Credential): string =>
  account?.[`${credential}_hash`] ?? '';

const expired = refuse('auth.session_expired');

/** A sign-in whose password has been looked at. */
interface Attempt {
  readonly input: LoginInput;
  readonly terminal: string;
  /** The password that fitted; undefined = none did. */
  readonly credential: Credential | undefined;
  /** The hash that it fitted. */
  readonly hash: string;
  /** The same password hashed with today's parameters, where the stored hash is weaker. */
  readonly renewed: string | undefined;
}

/** Signs in and out, refreshes and verifies. */
export class Identity {
  readonly #deps: DeskDeps;
  readonly #records: Records;
  readonly #sessions: Sessions;
  readonly #settings: SettingsBook;
  readonly #attempts: Attempts;
  readonly #writer: Writer;

  constructor(
    deps: DeskDeps,
    records: Records,
    sessions: Sessions,
    settings: SettingsBook,
    attempts: Attempts,
    writer: Writer,
  ) {
    this.#deps = deps;
    this.#records = records;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#attempts = attempts;
    this.#writer = writer;
  }

  /**
   * Signs in. The password is looked at before anything else of the account is told, and an unknown
   * login costs as much time as a wrong password.
   */
  async login(input: LoginInput): Promise<DeskAnswer<'auth.login'>> {
    const { all, usual } = TERMINALS[input.audience];
    const terminal = input.terminal ?? usual;
    if (!all.includes(terminal)) return refuse('auth.invalid_terminal');
    const now = this.#deps.now();
    const wait = this.#attempts.wait(input.login, input.ip, now);
    if (wait > 0) return tooMany(wait);
    if (this.#attempts.floods(input.ip, now, this.#settings.platform())) {
      return this.#blockAddress(input.ip);
    }
    const looked = await this.#look(input, terminal);
    if (!looked.ok) return looked;
    return this.#writer.change(
      [ATTEMPTS_LOCK, loginLock(input.login)],
      { by: input.audience === 'staff' && looked.data.credential ? input.login : 0, ip: input.ip },
      (draft, at) => this.#decide(draft, looked.data, at),
      'replaced',
    );
  }

  /** Gives new tokens for a refresh token; the use of an old one ends its session. */
  async refresh(input: DeskOps['auth.refresh']['input']): Promise<DeskAnswer<'auth.refresh'>> {
    const id = sessionOfRefresh(this.#deps.key, input.refresh_token);
    const login = id === undefined ? undefined : this.#sessions.get(id)?.login;
    if (id === undefined || login === undefined) return expired;
    const who = { by: input.audience === 'staff' ? login : 0, ip: input.ip };
    return this.#writer.change(
      [loginLock(login)],
      who,
      (draft, now) => this.#rotate(draft, id, input, now),
      'refresh_reused',
    );
  }

  /** Ends a session, named by its id or by its refresh token, which is not rotated by that. */
  async logout(input: DeskOps['auth.logout']['input']): Promise<DeskAnswer<'auth.logout'>> {
    const token = input.refresh_token;
    const id =
      input.session ?? (token === undefined ? undefined : sessionOfRefresh(this.#deps.key, token));
    const login = id === undefined ? undefined : this.#sessions.get(id)?.login;
    if (id === undefined || login === undefined) return expired;
    const who: Who = { by: input.audience === 'staff' ? login : 0, ip: '' };
    return this.#writer.change(
      [loginLock(login)],
      who,
      (draft, now) => this.#end(draft, id, input, now),
      'logout',
    );
  }

  /** The session of an access token by its hash; null = none that is in force. */
  verify(input: DeskOps['auth.verify']['input']): DeskAnswer<'auth.verify'> {
    const session = this.#sessions.byAccess(input.access_hash, this.#deps.now());
    return done(session === undefined ? null : this.#sessions.copy(session));
  }

  #blockAddress(ip: string): Promise<Outcome<never>> {
    return this.#writer.change<never>([ATTEMPTS_LOCK], { by: 0, ip }, (draft, now) =>
      tooMany(this.#attempts.block(draft, ip, now)),
    );
  }

  async #look(input: LoginInput, terminal: string): Promise<Outcome<Attempt>> {
    const account = this.#records.get('account', String(input.login))?.record;
    const credentials = credentialsOf(input.audience, terminal);
    const hashes = credentials.map((credential) => hashOf(account, credential));
    const missed = { input, terminal, credential: undefined, hash: '', renewed: undefined };
    if (Buffer.byteLength(input.password) > PASSWORD_BYTES_MAX) return done(missed);
    const tried = hashes.map((hash) => (hash === '' ? DUMMY_HASH : hash));
    const match = await this.#deps.hasher.match(tried, input.password);
    if (!match.ok) return match;
    const hash = hashes[match.data] ?? '';
    if (hash === '') return done(missed);
    const renewed = isOutdated(hash) ? await this.#deps.hasher.hash([input.password]) : undefined;
    return done({
      input,
      terminal,
      credential: credentials[match.data],
      hash,
      renewed: renewed?.ok ? renewed.data[0] : undefined,
    });
  }

  #decide(draft: Draft, attempt: Attempt, now: number): DeskAnswer<'auth.login'> {
    const { login, ip } = attempt.input;
    const wait = this.#attempts.wait(login, ip, now);
    if (wait > 0) return tooMany(wait);
    const account = draft.get('account', String(login))?.record;
    const { credential, hash } = attempt;
    if (!account || !credential || hashOf(account, credential) !== hash) {
      this.#attempts.fail(draft, login, ip, now, this.#settings.platform());
      draft.keep();
      return refuse('auth.invalid_credentials');
    }
    const denied = this.#denied(draft, account, attempt);
    if (denied === undefined) return done(this.#open(draft, account, attempt, now));
    if (denied.code === 'auth.invalid_credentials') {
      this.#attempts.fail(draft, login, ip, now, this.#settings.platform());
    } else draft.note('auth', login, `sign-in refused from ${ip}: ${denied.code}`);
    draft.keep();
    return denied;
  }

  /** Why an account whose password is right may still not sign in. */
  #denied(draft: Draft, account: AccountRecord, attempt: Attempt): Refusal | undefined {
    const { audience, ip } = attempt.input;
    const { terminal, credential } = attempt;
    const group = draft.get('group', account.group)?.record;
    if (!account.enabled) return refuse('auth.account_disabled');
    if (audience === 'staff') {
      const staff = draft.get('staff', String(account.login))?.record;
      const fault = this.#staffDenied(account, staff, terminal, ip);
      if (fault !== undefined) return fault;
    }
    if (terminal === 'api' && !account.api_enabled) return refuse('auth.terminal_not_allowed');
    if (terminal === 'api' && credential !== 'api') return refuse('auth.invalid_credentials');
    if (group?.connection_enabled === false) return refuse('forbidden');
    if (!classAdmitted(this.#settings.platform(), account.group, terminal)) {
      return refuse('forbidden');
    }
    if (terminal === 'api' && group?.otp_required) return refuse('auth.otp_not_set');
    return undefined;
  }

  #staffDenied(
    account: AccountRecord,
    staff: StaffRecord | undefined,
    terminal: string,
    ip: string,
  ): Refusal | undefined {
    if (!isStaffGroup(account.group) || staff === undefined) return refuse('auth.not_staff');
    if (!staff.active) return refuse('auth.account_disabled');
    if (!addressAllowed(ip, staff.ip_allow)) return refuse('auth.ip_not_allowed');
    return terminal === 'admin' && !staff.rights.includes('terminal.admin')
      ? refuse('auth.terminal_not_allowed')
      : undefined;
  }

  #open(draft: Draft, account: AccountRecord, attempt: Attempt, now: number): IssuedTokens {
    const { input, terminal, credential, renewed } = attempt;
    const readOnly = credential === 'investor';
    this.#attempts.clear(draft, account.login, input.ip);
    if (renewed !== undefined) {
      draft.patch('account', String(account.login), { [`${credential}_hash`]: renewed });
    }
    draft.note('auth', account.login, `signed in from ${input.ip}, terminal ${terminal}`);
    const opening = {
      audience: input.audience,
      terminal,
      read_only: readOnly,
      keep_signed_in: input.keep_signed_in ?? false,
      must_change_password: account.must_change_password && !readOnly,
      must_enrol_otp: draft.get('group', account.group)?.record.otp_required ?? false,
      ip: input.ip,
      user_agent: input.user_agent,
    };
    return this.#sessions.open(draft, account, opening, now);
  }

  #rotate(
    draft: Draft,
    id: string,
    input: DeskOps['auth.refresh']['input'],
    now: number,
  ): DeskAnswer<'auth.refresh'> {
    const session = draft.get('session', id)?.record;
    if (session === undefined || !isLive(session, now)) return expired;
    const browser = BROWSER_TERMINALS.includes(session.terminal);
    if (session.audience !== input.audience || browser !== input.browser) {
      return refuse('auth.invalid_terminal');
    }
    if (browser && !sameText(input.csrf_token, csrfOf(this.#deps.key, id))) {
      return refuse('auth.csrf_invalid');
    }
    if (input.account !== undefined && input.account !== String(session.login)) {
      return refuse('auth.account_changed');
    }
    const hash = hashToken(input.refresh_token);
    if (hash !== session.refresh_hash) return this.#reused(draft, session, hash, input.ip, now);
    if (!this.#mayStay(draft, session, input.ip)) return expired;
    return done(this.#sessions.rotate(draft, session, input.ip, now));
  }

  #reused(draft: Draft, session: SessionRecord, hash: string, ip: string, now: number): Refusal {
    const raced =
      hash === session.refresh_previous &&
      ip === session.ip &&
      now - Date.parse(session.refreshed_at) <= REFRESH_RACE_MS;
    if (raced) return expired;
    draft.remove('session', session.id);
    draft.note('auth', session.login, `old refresh token used from ${ip}: session closed`);
    draft.keep();
    return refuse('auth.refresh_reused');
  }

  /** May the session's login still be signed in? It is asked at refresh as at sign-in. */
  #mayStay(draft: Draft, session: SessionRecord, ip: string): boolean {
    const account = draft.get('account', String(session.login))?.record;
    if (!account?.enabled) return false;
    if (draft.get('group', account.group)?.record.connection_enabled === false) return false;
    if (!classAdmitted(this.#settings.platform(), account.group, session.terminal)) return false;
    if (session.audience !== 'staff') return session.terminal !== 'api' || account.api_enabled;
    const staff = draft.get('staff', String(session.login))?.record;
    return this.#staffDenied(account, staff, session.terminal, ip) === undefined;
  }

  #end(
    draft: Draft,
    id: string,
    input: DeskOps['auth.logout']['input'],
    now: number,
  ): DeskAnswer<'auth.logout'> {
    const session = draft.get('session', id)?.record;
    if (session === undefined || !isLive(session, now)) return expired;
    if (session.audience !== input.audience) return refuse('auth.invalid_terminal');
    if (input.session === undefined) {
      const current = hashToken(input.refresh_token ?? '') === session.refresh_hash;
      if (!current || !BROWSER_TERMINALS.includes(session.terminal)) return expired;
      if (!sameText(input.csrf_token ?? '', csrfOf(this.#deps.key, id))) {
        return refuse('auth.csrf_invalid');
      }
    }
    if (input.account !== undefined && input.account !== String(session.login)) {
      return refuse('auth.account_changed');
    }
    draft.remove('session', id);
    draft.note('auth', session.login, 'signed out');
    return done(null);
  }
}
