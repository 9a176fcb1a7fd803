// The front's copies of sessions: found by access token, fed and ended by the desk.

import { hash } from 'node:crypto';
import type { ActorsClient } from '../../actors/client.js';
import {
  allowsTerminal,
  isShutWithoutCodes,
  type SessionCopy,
  TERMINALS,
} from '../../wire/accounts/identity.js';
import type { Settings } from '../../wire/settings/config.js';
import type { Logger } from '../server/exchange.js';
import type { MaybePromise } from '../server/maybe-promise.js';

/** The interval at which the desk is told which sessions were in use. */
const ACTIVITY_MS = 10_000;
/** Sessions in one message. */
const ACTIVITY_SESSIONS = 4096;
/** Unknown tokens that the desk is asked about at a time; past it they count as unknown. */
const VERIFY_MAX = 64;
/** Tokens look like this; anything else is not worth a question. */
const TOKEN = /^[A-Za-z0-9_-]{16,256}$/;

/** Called when a session changed (its new copy) or ended (null; `reason` is `kick` for a kick). */
type SessionListener = (id: string, copy: SessionCopy | null, reason: string) => void;

const hashOf = (token: string): string => hash('sha256', token, 'hex');

const letsIn = (group: Settings['group'][number], terminal: string): boolean =>
  group.connection_enabled && allowsTerminal(group, terminal);

/** The sessions that this front knows. */
export class SessionCopies {
  readonly #byId = new Map<string, SessionCopy>();
  readonly #byHash = new Map<string, SessionCopy>();
  /** Those whose token was sent: to digest it again costs as much as all else of a look-up. */
  readonly #byToken = new Map<string, SessionCopy>();
  /** The token that each was found by. */
  readonly #tokens = new Map<string, string>();
  readonly #asked = new Map<string, Promise<SessionCopy | undefined>>();
  /** The last use of each session that the desk was not told of since. */
  readonly #active = new Map<string, number>();
  /** How many live sockets each has here; none = it is not in it. */
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

  /** Takes what the desk says of a session: its newest copy, or null when it ended. */
  update(id: string, copy: SessionCopy | null, reason: string): void {
    const before = this.#byId.get(id);
    if (before !== undefined) this.#forget(before);
    if (copy === null) this.#byId.delete(id);
    else {
      this.#byId.set(id, copy);
      this.#byHash.set(copy.access_hash, copy);
    }
    for (const tell of this.#listeners) tell(id, copy, reason);
  }

  #forget({ id, access_hash }: SessionCopy): void {
    this.#byHash.delete(access_hash);
    const token = this.#tokens.get(id);
    if (token === undefined) return;
    this.#byToken.delete(token);
    this.#tokens.delete(id);
  }

  /** Tells a listener of every change and end from now on. */
  onChange(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /** The session of a live access token; the desk is asked about a token that is not known. */
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

  /** The session while its access token is in time and its group lets it in. */
  #live(copy: SessionCopy | undefined): SessionCopy | undefined {
    if (copy === undefined || copy.access_expires_at <= this.client.now()) return undefined;
    return this.#byGroup(copy);
  }

  /** The newest copy of a session, however old its access token is. */
  get(id: string): SessionCopy | undefined {
    const copy = this.#byId.get(id);
    if (copy === undefined || copy.expires_at <= this.client.now()) return undefined;
    return this.#byGroup(copy);
  }

  /** Notes that the session made a request. */
  touch(id: string): void {
    this.#active.set(id, this.client.now());
  }

  /** A socket of the session opened; it is in use until the socket closes. */
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

  /** Live sockets of the session here. */
  sockets(id: string): number {
    return this.#sockets.get(id) ?? 0;
  }

  /** How many sessions are known. */
  get size(): number {
    return this.#byId.size;
  }

  /** Tells the desk which sessions were in use since the last time. */
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

  /** Forgets sessions that have expired, and tells the desk of all that are in use. */
  async #sweep(): Promise<void> {
    const now = this.client.now();
    for (const [id, copy] of this.#byId) {
      if (copy.expires_at <= now) this.update(id, null, 'expired');
    }
    await this.report();
  }

  /** Sessions with open sockets are in use without a request: the desk is told now and then. */
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
   * The session as its group has it now: undefined while the group lets nobody in at its terminal;
   * one without codes is restricted for as long as the group demands them, that of a program shut.
   */
  #byGroup(copy: SessionCopy): SessionCopy | undefined {
    const group = this.#strictGroups().get(copy.group.toLowerCase());
    if (group !== undefined && !letsIn(group, copy.terminal)) return undefined;
    if (!copy.without_codes) return copy;
    const must_enrol_otp = group?.otp_required ?? false;
    if (must_enrol_otp && isShutWithoutCodes(copy)) return undefined;
    return must_enrol_otp === copy.must_enrol_otp ? copy : { ...copy, must_enrol_otp };
  }

  /** The groups that have terms for sessions; collected again when groups have changed. */
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
