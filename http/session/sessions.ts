// The front's copies of sessions: found by access token, updated and ended by the desk.

import { hash } from 'node:crypto';
import type { ActorsClient } from '../../actors/client.js';
import {
  allowsTerminal,
  isShutWithoutCodes,
  type SessionCopy,
  TERMINALS,
} from '../../wire/accounts/identity.js';
import type { Settings } from '../../wire/settings/config.js';
import { demoEnd, demoOf } from '../../wire/settings/servers.js';
import type { Logger } from '../server/exchange.js';
import type { MaybePromise } from '../server/maybe-promise.js';

/** Interval at which sessions that were in use are reported to the desk. */
const ACTIVITY_MS = 10_000;
/** Most sessions in one message. */
const ACTIVITY_SESSIONS = 4096;
/** Most unknown tokens that the desk is asked about at a time; further ones count as unknown. */
const VERIFY_MAX = 64;
/** The form of tokens; other texts are not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{16,256}$/;

/**
 * Called when a session changed (with its new copy) or ended (null; `reason` is `kick` for a kick).
 */
type SessionListener = (id: string, copy: SessionCopy | null, reason: string) => void;

const hashOf = (token: string): string => hash('sha256', token, 'hex');

const letsIn = (group: Settings['group'][number], terminal: string): boolean =>
  group.connection_enabled && allowsTerminal(group, terminal);

/** The sessions known to this front. */
export class SessionCopies {
  readonly #byId = new Map<string, SessionCopy>();
  readonly #byHash = new Map<string, SessionCopy>();
  /**
   * Sessions by token, because computing the digest again costs as much as the rest of a lookup.
   */
  readonly #byToken = new Map<string, SessionCopy>();
  /** The token under which each session was found. */
  readonly #tokens = new Map<string, string>();
  readonly #asked = new Map<string, Promise<SessionCopy | undefined>>();
  /** The last use of each session that was not reported to the desk yet. */
  readonly #active = new Map<string, number>();
  /** Number of live sockets of each session here; absent = none. */
  readonly #sockets = new Map<string, number>();
  #socketsTouched = 0;
  readonly #listeners: SessionListener[] = [];
  readonly #timer: NodeJS.Timeout;
  #groups: Settings['group'] = [];
  #strict: ReadonlyMap<string, Settings['group'][number]> = new Map();

  constructor(
    private readonly client: Pick<ActorsClient, 'desk' | 'now' | 'settings'>,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.#sweep(), ACTIVITY_MS);
    this.#timer.unref();
  }

  /** Applies a notice of the desk: the newest copy of a session, or null when it ended. */
  update(id: string, copy: SessionCopy | null, reason: string): void {
    const before = this.#byId.get(id);
    if (before !== undefined) this.#forget(before);
    if (copy === null) this.#byId.delete(id);
    else {
      this.#byId.set(id, copy);
      this.#byHash.set(copy.access_hash, copy);
    }
    for (const listener of this.#listeners) listener(id, copy, reason);
  }

  #forget({ id, access_hash }: SessionCopy): void {
    this.#byHash.delete(access_hash);
    const token = this.#tokens.get(id);
    if (token === undefined) return;
    this.#byToken.delete(token);
    this.#tokens.delete(id);
  }

  /** Registers a listener for all changes and ends of sessions. */
  onChange(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /** The session of a valid access token; the desk is asked about an unknown token. */
  find(token: string): MaybePromise<SessionCopy | undefined> {
    const known = this.#byToken.get(token);
    if (known !== undefined) return this.#live(known);
    if (!TOKEN.test(token)) return undefined;
    const hash = hashOf(token);
    const copy = this.#byHash.get(hash);
    if (copy === undefined) return this.#ask(hash).then((found) => this.#live(found));
    this.#byToken.set(token, copy);
    this.#tokens.set(copy.id, token);
    return this.#live(copy);
  }

  /** The session, if its access token is valid, and its group and its period admit it. */
  #live(copy: SessionCopy | undefined): SessionCopy | undefined {
    if (copy === undefined || copy.access_expires_at <= this.client.now()) return undefined;
    return this.#byGroup(copy);
  }

  /** The newest copy of a session, even if its access token has expired. */
  get(id: string): SessionCopy | undefined {
    const copy = this.#byId.get(id);
    if (copy === undefined || copy.expires_at <= this.client.now()) return undefined;
    return this.#byGroup(copy);
  }

  /** Notes a request of the session. */
  touch(id: string): void {
    this.#active.set(id, this.client.now());
  }

  /** A socket of the session opened; the session is in use until it closes. */
  socketOpened(id: string): void {
    this.#sockets.set(id, this.sockets(id) + 1);
    this.touch(id);
  }

  socketClosed(id: string): void {
    const left = this.sockets(id) - 1;
    if (left > 0) this.#sockets.set(id, left);
    else this.#sockets.delete(id);
    this.touch(id);
  }

  /** Number of the session's live sockets here. */
  sockets(id: string): number {
    return this.#sockets.get(id) ?? 0;
  }

  /** Number of known sessions. */
  get size(): number {
    return this.#byId.size;
  }

  /** Reports to the desk the sessions that were in use since the last report. */
  async report(): Promise<void> {
    this.#touchSockets();
    const used = [...this.#active];
    this.#active.clear();
    for (let from = 0; from < used.length; from += ACTIVITY_SESSIONS) {
      const part = used.slice(from, from + ACTIVITY_SESSIONS);
      try {
        await this.client.desk('auth.activity', {
          sessions: part.map(([id]) => id),
          at: part.map(([, at]) => at),
        });
      } catch (cause) {
        this.log.warn({ cause: String(cause) }, 'activity of sessions was not reported');
      }
    }
  }

  /** Drops expired sessions, and reports all sessions in use. */
  async #sweep(): Promise<void> {
    const now = this.client.now();
    for (const [id, copy] of this.#byId) {
      if (copy.expires_at <= now) this.update(id, null, 'expired');
    }
    await this.report();
  }

  /** Marks sessions with open sockets as in use, although they send no requests. */
  #touchSockets(): void {
    const now = this.client.now();
    if (now - this.#socketsTouched < ACTIVITY_MS) return;
    this.#socketsTouched = now;
    for (const id of this.#sockets.keys()) this.touch(id);
  }

  /** Stops reporting. */
  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * The session under the present rules of its group: undefined while the group does not admit its
   * terminal. While the group demands codes, a session without codes is restricted, and that of a
   * program is refused.
   */
  #byGroup(copy: SessionCopy): SessionCopy | undefined {
    if (this.#hasEnded(copy)) return undefined;
    const group = this.#strictGroups().get(copy.group.toLowerCase());
    if (group !== undefined && !letsIn(group, copy.terminal)) return undefined;
    if (!copy.without_codes) return copy;
    const must_enrol_otp = group?.otp_required ?? false;
    if (must_enrol_otp && isShutWithoutCodes(copy)) return undefined;
    return must_enrol_otp === copy.must_enrol_otp ? copy : { ...copy, must_enrol_otp };
  }

  /** Has the period of a demo account ended? */
  #hasEnded({ group, opened_at: opened, connected_at: connected }: SessionCopy): boolean {
    const demo = demoOf(this.client.settings().logical_server);
    return demo !== null && demoEnd(demo, { group, opened, connected }) <= this.client.now();
  }

  /** The groups with rules for sessions; collected again when groups have changed. */
  #strictGroups(): ReadonlyMap<string, Settings['group'][number]> {
    const { group: groups } = this.client.settings();
    if (groups !== this.#groups) {
      this.#groups = groups;
      const strict = groups.filter(
        (one) => one.otp_required || !TERMINALS.every((kind) => letsIn(one, kind)),
      );
      this.#strict = new Map(strict.map((group) => [group.path.toLowerCase(), group]));
    }
    return this.#strict;
  }

  #ask(hash: string): Promise<SessionCopy | undefined> {
    const running = this.#asked.get(hash);
    if (running !== undefined) return running;
    if (this.#asked.size >= VERIFY_MAX) return Promise.resolve(undefined);
    const asking = this.#verify(hash).finally(() => this.#asked.delete(hash));
    this.#asked.set(hash, asking);
    return asking;
  }

  async #verify(hash: string): Promise<SessionCopy | undefined> {
    const answer = await this.client.desk('auth.verify', { access_hash: hash });
    if (!answer.ok || answer.data === null) return undefined;
    this.update(answer.data.id, answer.data, '');
    return answer.data;
  }
}
