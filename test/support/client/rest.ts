// A REST client for tests, with a bearer token like a terminal or cookies like a browser.

import { until, within } from '../guard.js';
import type { Envelope, Page } from './shapes.js';

/** An answer: the envelope, the status and the headers. */
export interface Answer<T> extends Envelope<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly request_id: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly csrf_token: string;
  readonly session: { readonly login: number; readonly read_only: boolean };
}

const PREFIX = { trader: '/trader/v1', staff: '/admin/v1' } as const;

/** One signed-in (or anonymous) client of a server at `url`, for one audience. */
export class RestClient {
  readonly #cookies = new Map<string, string>();
  #accessToken = '';
  #refreshToken = '';
  #csrfToken = '';

  constructor(
    /** Where the server listens; a restarted one may listen elsewhere. */
    public url: string,
    readonly audience: keyof typeof PREFIX,
  ) {}

  get accessToken(): string {
    return this.#accessToken;
  }

  get csrfToken(): string {
    return this.#csrfToken;
  }

  /** The address of a path below the audience's prefix. */
  address(path: string): string {
    return this.url + PREFIX[this.audience] + path;
  }

  /** Asks a path below the audience's prefix. */
  async request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers = this.headersOf(body);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const name = `${method} ${PREFIX[this.audience]}${path}`;
    const url = this.address(path);
    // A connection that the server closed meanwhile is noticed before it would be used again.
    await new Promise((next) => setImmediate(next));
    const response = await within(fetch(url, { method, headers, ...sent }), `answer to ${name}`);
    this.#keepCookies(response.headers);
    const text = await response.text();
    const request_id = response.headers.get('x-request-id') ?? '';
    const isFile = response.headers.has('content-disposition');
    const file = { success: true, code: 'ok', message: '', data: text, request_id };
    const envelope = (isFile ? file : JSON.parse(text)) as Envelope<T> & { request_id: string };
    return { ...envelope, status: response.status, headers: response.headers };
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.request('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.request('POST', path, body);
  }

  /** A page of history that holds everything up to the event `seq`: asks until it does. */
  async fenced<T>(path: string, seq: string): Promise<Page<T>> {
    const fence = `${path}${path.includes('?') ? '&' : '?'}min_projection_seq=${seq}`;
    return until(`page up to event ${seq}`, async () => {
      const { success, code, data } = await this.get<Page<T>>(fence);
      if (!success) throw new Error(`${fence}: ${code}`);
      return data.consistency === 'current' && data;
    });
  }

  /** Signs in and keeps what signs the next requests; throws when the server refuses. */
  async signIn(login: number, password: string, terminal?: string): Promise<Answer<Tokens>> {
    const kind = terminal ?? (this.audience === 'staff' ? 'manager' : 'desktop');
    const answer = await this.post<Tokens>('/auth/login', { login, password, terminal: kind });
    if (!answer.success) throw new Error(`sign-in of ${login}: ${answer.code} ${answer.message}`);
    this.#keepTokens(answer.data);
    return answer;
  }

  /** Exchanges the refresh token for new tokens. */
  async refresh(): Promise<Answer<Tokens>> {
    const body = this.#refreshToken === '' ? {} : { refresh_token: this.#refreshToken };
    const answer = await this.post<Tokens>('/auth/refresh', body);
    if (answer.success) this.#keepTokens(answer.data);
    return answer;
  }

  /** Headers of a request with a body, or without one. */
  headersOf(body: unknown): Record<string, string> {
    const headers = this.socketHeaders();
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (this.#cookies.size > 0) headers['x-csrf-token'] = this.#csrfToken;
    return headers;
  }

  /** Headers that sign a socket's upgrade: the bearer token, or cookies with their origin. */
  socketHeaders(): Record<string, string> {
    if (this.#accessToken !== '') return { authorization: `Bearer ${this.#accessToken}` };
    if (this.#cookies.size === 0) return {};
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { cookie, origin: this.url };
  }

  #keepTokens(tokens: Tokens): void {
    this.#accessToken = tokens.access_token;
    this.#refreshToken = tokens.refresh_token;
    this.#csrfToken = tokens.csrf_token;
  }

  #keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const cut = pair.indexOf('=');
      const name = pair.slice(0, cut);
      if (attributes.some((word) => /^max-age=0$/i.test(word))) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(cut + 1));
    }
  }
}
