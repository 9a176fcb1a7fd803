// Identity: sessions go on by their refresh tokens, are verified, and end.

import { done, type Refusal, refuse } from '../../wire/codes.js';
import type { DeskAnswer, DeskOps } from '../../wire/desk.js';
import { BROWSER_TERMINALS, type SessionRecord } from '../../wire/identity.js';
import { denied } from './admission.js';
import type { Draft } from './draft.js';
import type { Parts } from './parts.js';
import { isLive } from './sessions.js';
import { csrfOf, hashToken, sameText, sessionOfRefresh } from './tokens.js';
import { loginLock } from './writer.js';

/** Two uses of a refresh token within this time from one address are taken for a race. */
export const REFRESH_RACE_MS = 10_000;

const expired = refuse('auth.session_expired');

const isBrowser = (session: SessionRecord): boolean => BROWSER_TERMINALS.includes(session.terminal);

/** Does the request name another account than the one signed in? */
const namesAnother = (session: SessionRecord, account: string | undefined): boolean =>
  account !== undefined && account !== String(session.login);

/** Keeps sessions going, and ends them. */
export class Identity {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Gives new tokens for a refresh token; the use of an old one ends its session. */
  async refresh(input: DeskOps['auth.refresh']['input']): Promise<DeskAnswer<'auth.refresh'>> {
    const { deps, sessions, writer } = this.#parts;
    const id = sessionOfRefresh(deps.key, input.refresh_token);
    const login = id === undefined ? undefined : sessions.get(id)?.login;
    if (id === undefined || login === undefined) return expired;
    return writer.change(
      [loginLock(login)],
      { by: input.audience === 'staff' ? login : 0, ip: input.ip },
      (draft, now) => this.#rotate(draft, id, input, now),
      'refresh_reused',
    );
  }

  /** Ends a session, named by its id or by its refresh token, which is not rotated by that. */
  async logout(input: DeskOps['auth.logout']['input']): Promise<DeskAnswer<'auth.logout'>> {
    const { deps, sessions, writer } = this.#parts;
    const id = input.session ?? sessionOfRefresh(deps.key, input.refresh_token ?? '');
    const login = id === undefined ? undefined : sessions.get(id)?.login;
    if (id === undefined || login === undefined) return expired;
    return writer.change(
      [loginLock(login)],
      { by: input.audience === 'staff' ? login : 0, ip: '' },
      (draft, now) => this.#end(draft, id, input, now),
      'logout',
    );
  }

  /** The session of an access token by its hash; null = none that is in force. */
  verify(input: DeskOps['auth.verify']['input']): DeskAnswer<'auth.verify'> {
    const { deps, sessions } = this.#parts;
    const session = sessions.byAccess(input.access_hash, deps.now());
    return done(session === undefined ? null : sessions.copy(session));
  }

  #rotate(
    draft: Draft,
    id: string,
    input: DeskOps['auth.refresh']['input'],
    now: number,
  ): DeskAnswer<'auth.refresh'> {
    const session = draft.get('session', id)?.record;
    if (session === undefined || !isLive(session, now)) return expired;
    const browser = isBrowser(session);
    if (session.audience !== input.audience || browser !== input.browser) {
      return refuse('auth.invalid_terminal');
    }
    if (browser && !sameText(input.csrf_token, csrfOf(this.#parts.deps.key, id))) {
      return refuse('auth.csrf_invalid');
    }
    if (namesAnother(session, input.account)) return refuse('auth.account_changed');
    const hash = hashToken(input.refresh_token);
    if (hash !== session.refresh_hash) return this.#reused(draft, session, hash, input.ip, now);
    if (!this.#mayStay(draft, session, input.ip)) return expired;
    return done(this.#parts.sessions.rotate(draft, session, input.ip, now));
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

  #mayStay(draft: Draft, session: SessionRecord, ip: string): boolean {
    const account = draft.get('account', String(session.login))?.record;
    const platform = this.#parts.settings.platform();
    const { audience, terminal } = session;
    if (account === undefined) return false;
    return denied(draft, platform, account, { audience, terminal, ip }) === undefined;
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
    const fault = input.session === undefined ? this.#cookieFault(session, input) : undefined;
    if (fault !== undefined) return fault;
    if (namesAnother(session, input.account)) return refuse('auth.account_changed');
    draft.remove('session', id);
    draft.note('auth', session.login, 'signed out');
    return done(null);
  }

  /** Why a refresh cookie does not sign out: only the one in force does, with its csrf token. */
  #cookieFault(
    session: SessionRecord,
    input: DeskOps['auth.logout']['input'],
  ): Refusal | undefined {
    const inForce = hashToken(input.refresh_token ?? '') === session.refresh_hash;
    if (!inForce || !isBrowser(session)) return expired;
    return sameText(input.csrf_token ?? '', csrfOf(this.#parts.deps.key, session.id))
      ? undefined
      : refuse('auth.csrf_invalid');
  }
}
