// A session: how its requests are authenticated, when it is renewed, and when it is over.

import { BrokerError, clientError } from './errors.js';
import type { Platform } from './platform.js';
import type { MeView, SessionView, TokensView } from './records.js';
import { Tabs } from './tabs.js';

/** The audiences: traders at `/trader/v1`, staff at `/admin/v1`. */
export type Audience = 'trader' | 'staff';

/** The access token is renewed this time before it expires, in ms … */
const RENEW_AHEAD_MS = 60_000;
/** … and never earlier than this after a renewal, because the machine's clock may be wrong. */
const RENEW_PAUSE_MS = 30_000;
/** The longest time of a JavaScript timer, in ms. */
const TIMER_MAX_MS = 0x7f_ff_ff_ff;

/** The prefixes of the API's paths. */
const PREFIXES: Readonly<Record<Audience, string>> = { trader: '/trader/v1', staff: '/admin/v1' };

/** Codes after which a session is over for good. */
const ENDING: readonly string[] = [
  'auth.session_expired',
  'auth.refresh_reused',
  'auth.account_changed',
  'auth.account_disabled',
  'auth.csrf_invalid',
  'auth.invalid_terminal',
  'auth.ip_not_allowed',
  'auth.terminal_not_allowed',
];

/** The tokens of a session that the program keeps itself, to restore the session later. */
export interface KeptTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly access_expires_at: string;
}

/** The envelope of every answer of the API. */
interface Envelope {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  readonly request_id: string;
}

/** The server, the audience, and the machine that the client runs on. */
interface SessionPlace {
  /** The address of the server, such as `https://broker.example`. */
  readonly url: string;
  readonly audience: Audience;
  readonly platform: Platform;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'success' in value && 'code' in value;

/** The envelope of an answer. Throws `client.protocol`, with the text, when the answer has none. */
const envelopeOf = async (response: Response): Promise<Envelope> => {
  const text = await response.text();
  try {
    const value = JSON.parse(text) as unknown;
    if (isEnvelope(value)) return value;
  } catch {
    // Falls through: a proxy's page is no envelope either.
  }
  throw clientError('client.protocol', `HTTP ${response.status} is no answer of the server`, {
    status: response.status,
    data: text.slice(0, 1024),
  });
};

/** The error of a refusal. */
export const refusalOf = (envelope: Envelope, status: number): BrokerError => {
  const { code, message, data, request_id: requestId } = envelope;
  return new BrokerError(code, message, { data, status, requestId });
};

/** The session of one client. */
export class Session {
  readonly url: string;
  readonly audience: Audience;
  readonly platform: Platform;
  readonly #tabs: Tabs;
  readonly #watchers = new Set<(error: BrokerError) => void>();
  #tokens: KeptTokens | undefined;
  /** The key of a renewal whose answer has not come: with it the renewal can be repeated. */
  #renewalKey = '';
  #csrf = '';
  #expiresAt = 0;
  #view: SessionView | undefined;
  #renewing: Promise<void> | undefined;
  #ended: BrokerError | undefined;
  #stopTimer: () => void = () => undefined;

  constructor({ url, audience, platform }: SessionPlace) {
    this.url = url.replace(/\/+$/, '');
    this.audience = audience;
    this.platform = platform;
    this.#tabs = new Tabs(`brokerd ${this.url} ${audience}`, platform, (message) => {
      if (message.login !== this.#view?.login) return;
      if (message.kind === 'renewing') this.#renewalKey = message.key;
      else if (message.kind === 'renewed') {
        this.#renewalKey = '';
        this.#extend(message.access_expires_at, message.csrf_token);
      } else this.end(new BrokerError('auth.session_expired', 'Another tab signed out.'));
    });
  }

  /** The session as the server described it at sign-in or restore. */
  get view(): SessionView {
    if (this.#view === undefined) throw clientError('client.closed', 'nobody is signed in');
    return this.#view;
  }

  /** The reason why the session is over; undefined while it is not. */
  get ended(): BrokerError | undefined {
    return this.#ended;
  }

  /** The tokens of a session without cookies, which the program may keep; else undefined. */
  get tokens(): KeptTokens | undefined {
    return this.#tokens;
  }

  get csrf(): string {
    return this.#csrf;
  }

  /** Calls `watch` when the session is over. The returned function removes it. */
  onEnd(watch: (error: BrokerError) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  /** Signs in. Throws the server's refusal, for instance `auth.otp_required`. */
  async signIn(body: Readonly<Record<string, unknown>>): Promise<void> {
    this.#adopt((await this.#ask('POST', 'login', body)) as TokensView);
  }

  /**
   * Restores a session that was opened before: by kept tokens, or by the browser's cookies. If the
   * access token in the cookies has expired, the csrf token is required.
   */
  async restore(tokens?: KeptTokens, csrf = ''): Promise<void> {
    this.#csrf = csrf;
    this.#tokens = tokens;
    const me = await this.#me();
    if (me !== undefined) this.#take(me);
    else await this.renew();
  }

  /** Closes the session at the server. */
  async signOut(): Promise<void> {
    const { login } = this.view;
    await this.#ask('POST', 'logout', {});
    this.#tabs.post({ kind: 'signed_out', login });
    this.end(clientError('client.closed', 'signed out'));
  }

  /**
   * Sends a request with its credentials. If the access token has expired, the server has not
   * executed the request: it is sent again with a renewed token.
   */
  async fetch(request: Request): Promise<Response> {
    if (this.#ended !== undefined) throw this.#ended;
    const again = request.clone();
    const response = await this.#send(request);
    if (response.status !== 401) return response;
    const { code } = await envelopeOf(response.clone());
    if (code !== 'auth.session_expired') return response;
    await this.renew();
    return this.#send(again);
  }

  /** Renews the access token if it is about to expire. */
  async fresh(): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    if (this.#expiresAt - this.platform.clock.now() > RENEW_AHEAD_MS / 2) return;
    await this.renew();
  }

  /**
   * Checks the session at the server. Throws when it is over, or when the server is unreachable.
   */
  async check(): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    const me = await this.#me();
    if (me === undefined) return this.renew();
    this.#take(me);
  }

  /** Headers that authenticate the upgrade to a socket. */
  socketHeaders(): Readonly<Record<string, string>> {
    if (this.#tokens === undefined) return this.platform.cookieHeaders(this.socketUrl);
    return { authorization: `Bearer ${this.#tokens.access_token}` };
  }

  /** The address of the audience's socket. */
  get socketUrl(): string {
    return `${this.url.replace(/^http/, 'ws')}${PREFIXES[this.audience]}/socket`;
  }

  /** Renews the access token; concurrent calls share one renewal. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Ends the session here: nothing is sent any more. */
  end(error: BrokerError): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    this.#stopTimer();
    this.#tabs.close();
    for (const watch of [...this.#watchers]) watch(error);
  }

  async #renewOnce(): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended;
    try {
      if (this.#tokens !== undefined) {
        const { refresh_token } = this.#tokens;
        this.#adopt(await this.#refresh({ refresh_token }));
      } else await this.#tabs.exclusively(() => this.#renewByCookies());
    } catch (error) {
      if (error instanceof BrokerError && ENDING.includes(error.code)) this.end(error);
      throw error;
    }
  }

  /** Runs under the lock of the tabs. Another tab may have renewed while this one waited for it. */
  async #renewByCookies(): Promise<void> {
    const me = await this.#me();
    const now = this.platform.clock.now();
    if (me !== undefined && Date.parse(me.access_expires_at) - now > RENEW_AHEAD_MS) {
      return this.#take(me);
    }
    if (me !== undefined) this.#take(me);
    this.#adopt(await this.#refresh());
    this.#tabs.post({
      kind: 'renewed',
      login: this.view.login,
      access_expires_at: new Date(this.#expiresAt).toISOString(),
      csrf_token: this.#csrf,
    });
  }

  /**
   * Asks for new tokens; after a lost answer with the same key, because a refresh token works once.
   * The other tabs learn the key: one of them may be the next to ask.
   */
  async #refresh(body?: object): Promise<TokensView> {
    this.#renewalKey ||= this.platform.uuid();
    if (body === undefined && this.#view !== undefined) {
      this.#tabs.post({ kind: 'renewing', login: this.#view.login, key: this.#renewalKey });
    }
    const headers = { 'idempotency-key': this.#renewalKey };
    try {
      const tokens = (await this.#ask('POST', 'refresh', body, headers)) as TokensView;
      this.#renewalKey = '';
      return tokens;
    } catch (error) {
      const isLost = error instanceof BrokerError && error.code.startsWith('client.');
      if (!isLost) this.#renewalKey = '';
      throw error;
    }
  }

  /** The session as the server has it; undefined when its access token has expired. */
  async #me(): Promise<MeView | undefined> {
    try {
      return (await this.#ask('GET', 'me')) as MeView;
    } catch (error) {
      if (error instanceof BrokerError && error.code === 'auth.session_expired') return undefined;
      throw error;
    }
  }

  #take(me: MeView): void {
    const known = this.#view;
    if (known !== undefined && known.login !== me.login) {
      const error = new BrokerError('auth.account_changed', `${me.login} is signed in now.`);
      this.end(error);
      throw error;
    }
    const { access_expires_at, ...view } = me;
    this.#view = { terminal: known?.terminal ?? '', ...view };
    this.#extend(access_expires_at, me.csrf_token);
  }

  #adopt(tokens: TokensView): void {
    const { access_token, refresh_token, access_expires_at, session, csrf_token } = tokens;
    this.#view = session;
    if (access_token !== '') this.#tokens = { access_token, refresh_token, access_expires_at };
    this.#extend(access_expires_at, csrf_token);
  }

  #extend(accessExpiresAt: string, csrf: string): void {
    this.#expiresAt = Date.parse(accessExpiresAt);
    this.#csrf = csrf;
    this.#stopTimer();
    const left = this.#expiresAt - this.platform.clock.now() - RENEW_AHEAD_MS;
    const wait = Math.min(TIMER_MAX_MS, Math.max(RENEW_PAUSE_MS, left));
    this.#stopTimer = this.platform.clock.after(wait, () => {
      // If the server is unreachable, the next request renews.
      this.renew().catch(() => undefined);
    });
  }

  async #ask(
    method: 'GET' | 'POST',
    name: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const path = `${PREFIXES[this.audience]}/auth/${name}`;
    const request = new Request(this.url + path, { credentials: 'include', headers, ...init });
    if (body !== undefined) request.headers.set('content-type', 'application/json');
    const response = await this.#send(request);
    const envelope = await envelopeOf(response);
    if (!envelope.success) throw refusalOf(envelope, response.status);
    return envelope.data;
  }

  /** Adds the credentials to a request and sends it. */
  async #send(request: Request): Promise<Response> {
    const { headers } = request;
    if (this.#tokens !== undefined) {
      headers.set('authorization', `Bearer ${this.#tokens.access_token}`);
    } else if (this.#csrf !== '') headers.set('x-csrf-token', this.#csrf);
    if (this.audience === 'trader' && this.#view !== undefined) {
      headers.set('x-app-account', String(this.#view.login));
    }
    try {
      return await this.platform.fetch(request);
    } catch (cause) {
      throw clientError('client.unreachable', `${this.url} does not answer`, { cause });
    }
  }
}
