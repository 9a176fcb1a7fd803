// The front's copies of sessions: found by access token, fed and ended by the desk.

import { createHash } from 'node:crypto';
import type { ActorsClient } from '../actors/client.js';
import type { SessionCopy } from '../wire/identity.js';
import type { Logger } from './exchange.js';

/** How often the desk is told which sessions were in use. */
const ACTIVITY_MS = 10_000;
/** Unknown tokens that the desk is asked about at a time; past it they count as unknown. */
const VERIFY_MAX = 64;
/** Tokens look like this; anything else is not worth a question. */
const TOKEN = /^[A-Za-z0-9_-]{16,256}$/;

/** Called when a session changed (its new copy) or ended (null; `reason` is `kick` for a kick). */
export type SessionListener = (id: string, copy: SessionCopy | null, reason: string) => void;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The sessions that this front knows. */
export class Sessions {
  readonly #byId = new Map<string, SessionCopy>();
  readonly #byHash = new Map<string, SessionCopy>();
  readonly #asked = new Map<string, Promise<SessionCopy | undefined>>();
  readonly #active = new Set<string>();
  readonly #listeners: SessionListener[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly client: Pick<ActorsClient, 'desk' | 'now'>,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.report(), ACTIVITY_MS);
    this.#timer.unref();
  }

  /** Takes what the desk says of a session: its newest copy, or null when it ended. */
  update(id: string, copy: SessionCopy | null, reason: string): void {
    const before = this.#byId.get(id);
    if (before !== undefined) this.#byHash.delete(before.access_hash);
    if (copy === null) this.#byId.delete(id);
    else {
      this.#byId.set(id, copy);
      this.#byHash.set(copy.access_hash, copy);
    }
    for (const tell of this.#listeners) tell(id, copy, reason);
  }

  /** Tells a listener of every change and end from now on. */
  onChange(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /** The session of a live access token; the desk is asked about a token that is not known. */
  async find(token: string): Promise<SessionCopy | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const hash = hashOf(token);
    const copy = this.#byHash.get(hash) ?? (await this.#ask(hash));
    if (copy === undefined || copy.access_expires_at <= this.client.now()) return undefined;
    return copy;
  }

  /** The newest copy of a session, however old its access token is. */
  get(id: string): SessionCopy | undefined {
    const copy = this.#byId.get(id);
    return copy === undefined || copy.expires_at <= this.client.now() ? undefined : copy;
  }

  /** Notes that the session made a request or has a socket. */
  touch(id: string): void {
    this.#active.add(id);
  }

  /** How many sessions are known. */
  get size(): number {
    return this.#byId.size;
  }

  /** Tells the desk which sessions were in use, and forgets those whose time is over. */
  async report(): Promise<void> {
    const at = this.client.now();
    for (const [id, copy] of this.#byId) {
      if (copy.expires_at <= at) this.update(id, null, 'expired');
    }
    if (this.#active.size === 0) return;
    const sessions = [...this.#active];
    this.#active.clear();
    try {
      await this.client.desk('auth.activity', { sessions, at });
    } catch (cause) {
      this.log.warn({ cause: String(cause) }, 'activity of sessions was not reported');
    }
  }

  /** Stops reporting. */
  close(): void {
    clearInterval(this.#timer);
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
