// Sign-in as the server does it, in memory, by a clock in hand: tokens and cookies that rotate.

import type { Clock } from '../../../client/session/platform.js';

const ACCESS_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const LOGIN = 1001;
const CSRF = 'csrf-1';

/** A request that came, as far as tests look at it. */
interface Came {
  readonly path: string;
  readonly access: string;
  readonly body: string;
}

/** The sign-in routes and one other for one session; an old refresh token ends it. */
export class AuthServer {
  readonly came: Came[] = [];
  /** Is the network down? */
  isDown = false;
  /** Answers sign-ins without a code with `auth.otp_required`. */
  wantsCode = '';
  /** Is the answer to the next refresh lost on its way? */
  losesRefresh = false;
  /** Resolves before a refresh is answered: tests hold it back. */
  beforeRefresh: Promise<void> = Promise.resolve();
  readonly #clock: Clock;
  #cookie = { access: '', refresh: '' };
  #issued = 0;
  #access = '';
  #refresh = '';
  /** The refresh token before, and the key with which it was used. */
  #used = { refresh: '', key: '' };
  #expiresAt = 0;
  #isOver = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The session ends, say by a change of the password. */
  end(): void {
    this.#isOver = true;
  }

  /** Requests for a path that came. */
  count(end: string): number {
    return this.came.filter(({ path }) => path.endsWith(end)).length;
  }

  /** A terminal that keeps its tokens itself. */
  readonly fetch = (request: Request): Promise<Response> => this.#answer(request, false);

  /** A browser; all that use this have the same cookies. */
  readonly browser = (request: Request): Promise<Response> => this.#answer(request, true);

  async #answer(request: Request, isBrowser: boolean): Promise<Response> {
    if (this.isDown) throw new TypeError('no network');
    const path = new URL(request.url).pathname;
    const body = await request.text();
    const bearer = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
    const access = isBrowser ? this.#cookie.access : bearer;
    this.came.push({ path, access, body });
    const given = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
    if (path.endsWith('/auth/login')) {
      if (this.wantsCode !== (given.otp ?? '')) return refusal(401, 'auth.otp_required');
      return this.#issue(isBrowser);
    }
    const refresh = isBrowser ? this.#cookie.refresh : given.refresh_token;
    await this.beforeRefresh;
    if (path.endsWith('/auth/refresh')) {
      if (this.#isOver) return refusal(401, 'auth.session_expired');
      const csrf = request.headers.get('x-csrf-token');
      if (isBrowser && csrf !== CSRF) return refusal(403, 'auth.csrf_invalid');
      const key = request.headers.get('idempotency-key') ?? '';
      const isRepeated = refresh === this.#used.refresh && key === this.#used.key;
      if (refresh === this.#refresh || isRepeated) {
        this.#used = { refresh, key };
        if (!this.losesRefresh) return this.#issue(isBrowser);
        this.losesRefresh = false;
        this.#issue(false);
        throw new TypeError('no network');
      }
      this.#isOver = true;
      return refusal(401, 'auth.refresh_reused');
    }
    const isIn = access === this.#access && this.#clock.now() < this.#expiresAt;
    if (this.#isOver || !isIn) return refusal(401, 'auth.session_expired');
    return success(path.endsWith('/auth/me') ? this.#me() : { seen: body });
  }

  #issue(isBrowser: boolean): Response {
    this.#issued += 1;
    this.#access = `access-${this.#issued}`;
    this.#refresh = `refresh-${this.#issued}`;
    this.#expiresAt = this.#clock.now() + ACCESS_MS;
    if (isBrowser) this.#cookie = { access: this.#access, refresh: this.#refresh };
    const { access_expires_at, ...session } = this.#me();
    return success({
      access_expires_at,
      access_token: isBrowser ? '' : this.#access,
      refresh_token: isBrowser ? '' : this.#refresh,
      csrf_token: session.csrf_token,
      session: { ...session, terminal: isBrowser ? 'web' : 'desktop' },
      session_expires_at: session.expires_at,
    });
  }

  #me() {
    const iso = (ms: number): string => new Date(ms).toISOString();
    return {
      access_expires_at: iso(this.#expiresAt),
      csrf_token: CSRF,
      expires_at: iso(this.#clock.now() + SESSION_MS),
      group: 'demo\\standard',
      group_scope: [],
      keep_signed_in: false,
      login: LOGIN,
      must_change_password: false,
      must_enrol_otp: false,
      read_only: false,
      rights: [],
      server_clock: { daylight_saving: 'none', utc_offset_min: 0 },
    };
  }
}

const envelope = (status: number, code: string, data: unknown): Response =>
  Response.json(
    { success: code === 'ok', code, message: code, data, request_id: 'r-1' },
    { status },
  );

const success = (data: unknown): Response => envelope(200, 'ok', data);
const refusal = (status: number, code: string): Response => envelope(status, code, null);
