// Sessions: opens, rotates and ends them as records; finds them by access token, login and id.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import {
  BROWSER_TERMINALS,
  type SessionCopy,
  type SessionRecord,
} from '../../../wire/accounts/identity.js';
import { unwrap } from '../../../wire/base/codes.js';
import type { IssuedTokens } from '../../../wire/desk/identity-operations.js';
import { keyNamed } from '../../secrets/seal.js';
import {
  csrfOf,
  hashToken,
  newAccessToken,
  newRefreshToken,
  newSessionId,
} from '../../secrets/tokens.js';
import type { RecordReader, VersionedRecord } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import type { Transaction } from '../store/transaction.js';
import type { DeskDeps } from './deps.js';

/** Lifetimes of an access token, of a session, and of a session that is kept signed in. */
const ACCESS_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const SESSION_KEPT_MS = 30 * 86_400_000;
/** Most sessions of a kind for a login; a further one ends the oldest. */
const SESSIONS_PER_KIND_MAX = 64;
const USER_AGENT_MAX = 256;
const SWEEP = 16;

/** The properties of a new session. */
type Opening = Pick<
  SessionRecord,
  | 'audience'
  | 'terminal'
  | 'read_only'
  | 'keep_signed_in'
  | 'must_change_password'
  | 'without_codes'
  | keyof Device
>;

/** The device that receives tokens. */
type Device = Pick<SessionRecord, 'ip' | 'user_agent'>;

/** The user agent, cut to the stored length. */
export const agentOf = ({ user_agent }: Device): string => user_agent.slice(0, USER_AGENT_MAX);

const iso = (time: number): string => new Date(time).toISOString();

/** Has the session not expired? */
export const isLive = (session: SessionRecord, now: number): boolean =>
  Date.parse(session.expires_at) > now;

type SessionKind = 'full' | 'read-only' | 'api';

/**
 * The kind of a session, for limits. Other people may have the passwords of read-only and api
 * sessions, and theirs must not displace the full sessions of the owner.
 */
export const kindOf = ({
  read_only,
  terminal,
}: Pick<Opening, 'read_only' | 'terminal'>): SessionKind => {
  if (read_only) return 'read-only';
  return terminal === 'api' ? 'api' : 'full';
};

/** All open sessions, with indexes. */
export class Sessions {
  readonly #byAccess = new Map<string, string>();
  readonly #byLogin = new Map<number, Set<string>>();
  #sweeper: Iterator<VersionedRecord<SessionRecord>> | undefined;

  constructor(
    private readonly records: Records,
    private readonly deps: DeskDeps,
  ) {
    records.watch('session', (after, before) => {
      if (before !== null) this.#forget(before.record);
      if (after !== null) this.#index(after.record);
    });
  }

  get(id: string): SessionRecord | undefined {
    return this.records.get('session', id)?.record;
  }

  /** The ids of a login's sessions. */
  of(login: number): Iterable<string> {
    return this.#byLogin.get(login) ?? [];
  }

  /** The session of an unexpired access token. */
  byAccess(accessHash: string, now: number): SessionRecord | undefined {
    const id = this.#byAccess.get(accessHash);
    const session = id === undefined ? undefined : this.get(id);
    if (session === undefined || Date.parse(session.access_expires_at) <= now) return undefined;
    return session;
  }

  /** The csrf token that belongs to a session's tokens. */
  csrfOf({ id, key_id }: SessionRecord): string {
    return csrfOf(keyNamed(this.deps.keys, key_id), id);
  }

  /** The copy for a front; null when the login was deleted. */
  copy(session: SessionRecord, reader: RecordReader = this.records): SessionCopy | null {
    const key = String(session.login);
    const account = reader.get('account', key)?.record;
    if (account === undefined) return null;
    const staff = reader.get('staff', key)?.record;
    const without_codes = session.without_codes;
    const demands = reader.get('group', account.group)?.record.otp_required ?? false;
    const powers = session.audience === 'staff' ? staff : undefined;
    return {
      id: session.id,
      login: session.login,
      audience: session.audience,
      terminal: session.terminal,
      browser: BROWSER_TERMINALS.includes(session.terminal),
      read_only: session.read_only,
      keep_signed_in: session.keep_signed_in,
      must_change_password: session.must_change_password,
      must_enrol_otp: without_codes && demands,
      without_codes,
      group: account.group,
      group_scope: powers?.group_scope ?? [],
      rights: powers?.rights ?? [],
      ip_allow: staff?.ip_allow ?? [],
      access_hash: session.access_hash,
      csrf_token: this.csrfOf(session),
      opened_at: Date.parse(account.created_at),
      connected_at: Date.parse(session.refreshed_at),
      created_at: Date.parse(session.created_at),
      access_expires_at: Date.parse(session.access_expires_at),
      expires_at: Date.parse(session.expires_at),
    };
  }

  /** Opens a session; ends the oldest of its kind if there are too many, and expired ones. */
  open(tx: Transaction, account: AccountRecord, opening: Opening, now: number): IssuedTokens {
    const expires = now + (opening.keep_signed_in ? SESSION_KEPT_MS : SESSION_MS);
    const session = {
      id: newSessionId(this.deps.random),
      login: account.login,
      ...opening,
      refresh_previous: '',
      refresh_use: '',
      refreshed_at: iso(now),
      created_at: iso(now),
      expires_at: iso(expires),
    };
    this.#makeRoom(tx, account.login, kindOf(opening), now);
    this.#sweep(tx, now);
    return this.#issue(tx, session, opening, now);
  }

  /**
   * Issues new tokens for a session; the current ones become void. When the use of a token is
   * repeated, it stays the previous token, with the time of its first use.
   */
  rotate(
    tx: Transaction,
    session: SessionRecord,
    device: Device & { readonly hash: string; readonly use: string },
    now: number,
  ): IssuedTokens {
    const isFirstUse = device.hash === session.refresh_hash;
    const { hash, use } = device;
    const first = { refresh_previous: hash, refresh_use: use, refreshed_at: iso(now) };
    const used = isFirstUse ? first : {};
    return this.#issue(tx, { ...session, ...used }, device, now);
  }

  /**
   * Issues new tokens for a session that gets more permissions; no older token is accepted again.
   */
  renew(tx: Transaction, session: SessionRecord, ip: string, now: number): IssuedTokens {
    const { user_agent } = session;
    const none = { refresh_previous: '', refresh_use: '' };
    const renewed = { ...session, ...none, refreshed_at: iso(now) };
    return this.#issue(tx, renewed, { ip, user_agent }, now);
  }

  /** Ends all or some of a login's sessions; returns their number. */
  end(
    tx: Transaction,
    login: number,
    isMeant: (session: SessionRecord) => boolean = () => true,
  ): number {
    let ended = 0;
    for (const id of this.of(login)) {
      const session = tx.get('session', id)?.record;
      if (session === undefined || !isMeant(session)) continue;
      unwrap(tx.remove('session', id));
      ended += 1;
    }
    return ended;
  }

  #issue(
    tx: Transaction,
    session: Omit<SessionRecord, 'key_id' | 'access_hash' | 'refresh_hash' | 'access_expires_at'>,
    device: Device,
    now: number,
  ): IssuedTokens {
    const [key] = this.deps.keys;
    const access_token = newAccessToken(this.deps.random);
    const refresh_token = newRefreshToken(key, session.id, this.deps.random);
    const record: SessionRecord = {
      ...session,
      ip: device.ip,
      key_id: key.id,
      user_agent: agentOf(device),
      access_hash: hashToken(access_token),
      refresh_hash: hashToken(refresh_token),
      access_expires_at: iso(Math.min(now + ACCESS_MS, Date.parse(session.expires_at))),
    };
    tx.put('session', record);
    tx.put('access', { login: record.login, at: iso(now), ip: device.ip });
    const copy = this.copy(record, tx);
    if (copy === null) throw new Error(`session of unknown login ${record.login}`);
    return { session: copy, access_token, refresh_token };
  }

  #makeRoom(tx: Transaction, login: number, kind: SessionKind, now: number): void {
    this.end(tx, login, (session) => !isLive(session, now));
    const ids = [...this.of(login)];
    const open = ids.flatMap((id) => tx.get('session', id)?.record ?? []);
    const alike = open
      .filter((session) => kindOf(session) === kind)
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
    const most = SESSIONS_PER_KIND_MAX - 1;
    for (const { id } of alike.slice(0, Math.max(0, alike.length - most))) {
      tx.remove('session', id);
    }
  }

  /** Examines the next few sessions in turn and removes expired ones. */
  #sweep(tx: Transaction, now: number): void {
    for (let left = SWEEP; left > 0; left -= 1) {
      this.#sweeper ??= this.records.all('session')[Symbol.iterator]();
      const next = this.#sweeper.next();
      if (next.done) {
        this.#sweeper = undefined;
        return;
      }
      const { key, record } = next.value;
      if (!isLive(record, now) && tx.get('session', key)) tx.remove('session', key);
    }
  }

  #index(session: SessionRecord): void {
    this.#byAccess.set(session.access_hash, session.id);
    const mine = this.#byLogin.get(session.login) ?? new Set();
    mine.add(session.id);
    this.#byLogin.set(session.login, mine);
  }

  #forget(session: SessionRecord): void {
    this.#byAccess.delete(session.access_hash);
    const mine = this.#byLogin.get(session.login);
    mine?.delete(session.id);
    if (mine?.size === 0) this.#byLogin.delete(session.login);
  }
}
