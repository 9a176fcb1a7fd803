// Sessions: refreshed by tokens, verified, and ended.

import {
  BROWSER_TERMINALS,
  isShutWithoutCodes,
  namesAnother,
  type SessionRecord,
} from '../../../wire/accounts/identity.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { sameText } from '../../../wire/base/same-text.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { hashToken, sessionOfRefresh } from '../../secrets/tokens.js';
import type { DeskContext } from '../state/desk-context.js';
import { agentOf, isLive } from '../state/sessions.js';
import { spenderOf } from '../state/write-allowances.js';
import { exemptOf } from '../state/writer.js';
import { loginLock } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';
import { denied } from './admission.js';

/** Time after the first use of a refresh token within which this use may be repeated. */
const REFRESH_REPEAT_MS = 60_000;

const expired = refuse('auth.session_expired');

const isBrowser = (session: SessionRecord): boolean => BROWSER_TERMINALS.includes(session.terminal);

/** A refresh, with the state of its token at arrival. */
type Refresh = DeskOps['auth.refresh']['input'] & {
  readonly hash: string;
  /**
   * Was the token the current one at arrival? If it is not any more, another request has used it
   * since.
   */
  readonly cameInForce: boolean;
};

/**
 * Is it the first use again, whose answer was lost? It has the Idempotency-Key of the first use,
 * which a thief of the token does not have. The session does not fork: the tokens of the first
 * answer become void. The time runs from the first use, however often it is repeated.
 */
const isRepeated = (session: SessionRecord, input: Refresh, now: number): boolean =>
  input.hash === session.refresh_previous &&
  input.use === session.refresh_use &&
  now - Date.parse(session.refreshed_at) <= REFRESH_REPEAT_MS;

/**
 * Did another request of the same device use the token while this one waited for its turn? The
 * device gets its new tokens with the answer to the other request.
 */
const isOvertaken = (session: SessionRecord, input: Refresh): boolean =>
  input.cameInForce &&
  input.hash === session.refresh_previous &&
  input.ip === session.ip &&
  agentOf(input) === session.user_agent;

/** Refreshes and ends sessions. */
export class SessionActor {
  constructor(private readonly context: DeskContext) {}

  /** Issues new tokens for a refresh token; the use of a void one ends its session. */
  async refresh(input: DeskOps['auth.refresh']['input']): Promise<DeskAnswer<'auth.refresh'>> {
    const { deps, sessions, writer } = this.context;
    const id = sessionOfRefresh(deps.keys, input.refresh_token);
    const session = id === undefined ? undefined : sessions.get(id);
    if (id === undefined || session === undefined) return expired;
    const hash = hashToken(input.refresh_token);
    const use = { ...input, hash, cameInForce: hash === session.refresh_hash };
    return writer.change(
      [loginLock(session.login)],
      {
        ...exemptOf({ ...input, login: session.login }),
        spender: spenderOf('own', { ...session, session: id }),
      },
      (tx, now) => this.#rotate(tx, id, use, now),
      'refresh_reused',
    );
  }

  /** Ends a session, named by its id or by its refresh token, without issuing new tokens. */
  async logout(input: DeskOps['auth.logout']['input']): Promise<DeskAnswer<'auth.logout'>> {
    const { deps, sessions, writer } = this.context;
    const id = input.session ?? sessionOfRefresh(deps.keys, input.refresh_token ?? '');
    const login = id === undefined ? undefined : sessions.get(id)?.login;
    if (id === undefined || login === undefined) return expired;
    return writer.change(
      [loginLock(login)],
      exemptOf({ ...input, login }),
      (tx, now) => this.#end(tx, id, input, now),
      'logout',
    );
  }

  /** The open session of an access token's hash; null = none. */
  verify(input: DeskOps['auth.verify']['input']): DeskAnswer<'auth.verify'> {
    const { deps, sessions } = this.context;
    const session = sessions.byAccess(input.access_hash, deps.now());
    return ok(session === undefined ? null : sessions.copy(session));
  }

  #rotate(tx: Transaction, id: string, input: Refresh, now: number): DeskAnswer<'auth.refresh'> {
    const session = tx.get('session', id)?.record;
    if (session === undefined || !isLive(session, now)) return expired;
    const browser = isBrowser(session);
    if (session.audience !== input.audience || browser !== input.browser) {
      return refuse('auth.invalid_terminal');
    }
    if (browser && !sameText(input.csrf_token, this.context.sessions.csrfOf(session))) {
      return refuse('auth.csrf_invalid');
    }
    if (namesAnother(input.account, session.login)) return refuse('auth.account_changed');
    if (input.hash === session.refresh_hash || isRepeated(session, input, now)) {
      return this.#renew(tx, session, input, now);
    }
    return isOvertaken(session, input) ? expired : this.#reused(tx, session);
  }

  #renew(
    tx: Transaction,
    session: SessionRecord,
    input: Refresh,
    now: number,
  ): DeskAnswer<'auth.refresh'> {
    if (!this.#mayStay(tx, session, input.ip)) return expired;
    return ok(this.context.sessions.rotate(tx, session, input, now));
  }

  #reused(tx: Transaction, session: SessionRecord): Refusal {
    tx.remove('session', session.id);
    tx.note('auth', session.login, 'old refresh token used: session closed');
    tx.keep();
    return refuse('auth.refresh_reused');
  }

  #mayStay(tx: Transaction, session: SessionRecord, ip: string): boolean {
    const account = tx.get('account', String(session.login))?.record;
    const access = this.context.settings.access();
    const { audience, terminal } = session;
    if (account === undefined) return false;
    const demands = tx.get('group', account.group)?.record.otp_required ?? false;
    if (demands && isShutWithoutCodes(session)) return false;
    return denied(tx, access, account, { audience, terminal, ip }) === undefined;
  }

  #end(
    tx: Transaction,
    id: string,
    input: DeskOps['auth.logout']['input'],
    now: number,
  ): DeskAnswer<'auth.logout'> {
    const session = tx.get('session', id)?.record;
    if (session === undefined || !isLive(session, now)) return expired;
    if (session.audience !== input.audience) return refuse('auth.invalid_terminal');
    const fault = input.session === undefined ? this.#cookieFault(session, input) : undefined;
    if (fault !== undefined) return fault;
    if (namesAnother(input.account, session.login)) return refuse('auth.account_changed');
    tx.remove('session', id);
    tx.note('auth', session.login, 'signed out');
    return ok(null);
  }

  /**
   * Refuses a sign-out by cookie unless its refresh token is current and the csrf token matches.
   */
  #cookieFault(
    session: SessionRecord,
    input: DeskOps['auth.logout']['input'],
  ): Refusal | undefined {
    const inForce = hashToken(input.refresh_token ?? '') === session.refresh_hash;
    if (!inForce || !isBrowser(session)) return expired;
    return sameText(input.csrf_token ?? '', this.context.sessions.csrfOf(session))
      ? undefined
      : refuse('auth.csrf_invalid');
  }
}
