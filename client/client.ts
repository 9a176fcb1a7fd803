// Signing in, and the client of a signed-in program: typed calls and live sockets.

import { BrokerError, clientError } from './session/errors.js';
import type { Platform } from './session/platform.js';
import type { SessionView } from './session/records.js';
import { type Rest, restOf } from './session/rest.js';
import { type Audience, type KeptTokens, Session } from './session/session.js';
import type { SocketOptions } from './socket/live-socket.js';
import { StaffSocket } from './socket/staff-socket.js';
import { TraderSocket, type TraderSocketOptions } from './socket/trader-socket.js';

/** The address of the server; the program may replace each part of the machine, as tests do. */
export interface ConnectOptions extends Partial<Platform> {
  /** The address of the server, such as `https://broker.example`. */
  readonly url: string;
}

/** The credentials and the terminal of a sign-in. */
export interface SignInOptions extends ConnectOptions {
  readonly login: number;
  readonly password: string;
  /** Traders: `web`, `android`, `ios`, `desktop`, `api`; staff: `manager`, `admin`. */
  readonly terminal?: string;
  /**
   * A one-time code, or a function that asks a person for one; it is called when the server wants
   * it.
   */
  readonly otp?: string | (() => Promise<string>);
  readonly keepSignedIn?: boolean;
}

/** A session that was opened before. */
export interface RestoreOptions extends ConnectOptions {
  /**
   * The `tokens` of the client that signed in; browsers need none, because they keep their cookies.
   */
  readonly tokens?: KeptTokens;
  /**
   * The `csrfToken` of the client that signed in; pages need it when the access token has expired.
   */
  readonly csrfToken?: string;
}

/** Makes a socket of one audience. */
type MakeSocket<Socket, Options> = (session: Session, options?: Options) => Socket;

/** The common functions of all sockets: start and end. */
interface Startable {
  readonly ended: BrokerError | undefined;
  start(): Promise<void>;
  close(): void;
}

/** A signed-in program. */
class Client<Socket extends Startable, Options> {
  /** Typed calls of the API's routes; `unwrap` returns the data of their envelopes. */
  readonly rest: Rest;
  readonly #session: Session;
  #sockets: Socket[] = [];

  constructor(
    session: Session,
    private readonly makeSocket: MakeSocket<Socket, Options>,
  ) {
    this.rest = restOf(session);
    this.#session = session;
  }

  /** The session: login, group, rights. */
  get session(): SessionView {
    return this.#session.view;
  }

  /**
   * Tokens to restore the session with; undefined where cookies hold them. They change at each
   * renewal.
   */
  get tokens(): KeptTokens | undefined {
    return this.#session.tokens;
  }

  /** The csrf token: a page that was closed for a while needs it to restore its session. */
  get csrfToken(): string {
    return this.#session.csrf;
  }

  /** Calls `watch` once when the session is over. The returned function removes it. */
  onEnd(watch: (error: BrokerError) => void): () => void {
    return this.#session.onEnd(watch);
  }

  /** Opens a live socket that reconnects by itself; resolves when it is ready. */
  async connect(options?: Options): Promise<Socket> {
    const socket = this.makeSocket(this.#session, options);
    this.#sockets = [...this.#sockets.filter(({ ended }) => ended === undefined), socket];
    await socket.start();
    return socket;
  }

  /** Ends the session at the server, and the client. */
  async signOut(): Promise<void> {
    await this.#session.signOut();
    this.close();
  }

  /** Ends the client; the session continues and can be restored. */
  close(): void {
    for (const socket of this.#sockets) socket.close();
    this.#session.end(clientError('client.closed', 'the client was closed'));
  }
}

/** The client of a signed-in trader. */
export type TraderClient = Client<TraderSocket, TraderSocketOptions>;
/** The client of a signed-in staff user. */
export type StaffClient = Client<StaffSocket, SocketOptions>;

const traderClient = (session: Session): TraderClient =>
  new Client(session, (of, options) => new TraderSocket(of, options));

const staffClient = (session: Session): StaffClient =>
  new Client(session, (of, options) => new StaffSocket(of, options));

const sessionOf = (audience: Audience, platform: Platform, given: ConnectOptions): Session =>
  new Session({ url: given.url, audience, platform: { ...platform, ...given } });

/** Opens a session. If that fails, the session is ended, so that nothing of it stays. */
const opened = async (session: Session, open: () => Promise<void>): Promise<Session> => {
  try {
    await open();
    return session;
  } catch (error) {
    session.end(clientError('client.closed', 'nobody is signed in', { cause: error }));
    throw error;
  }
};

const signIn = (
  session: Session,
  { login, password, terminal, otp, keepSignedIn }: SignInOptions,
): Promise<Session> => {
  const { audience, platform } = session;
  const usual = audience === 'trader' ? platform.traderTerminal : 'manager';
  const body = {
    login,
    password,
    terminal: terminal ?? usual,
    ...(keepSignedIn !== undefined && { keep_signed_in: keepSignedIn }),
    ...(typeof otp === 'string' && { otp }),
  };
  return opened(session, async () => {
    try {
      await session.signIn(body);
    } catch (error) {
      const isAsked = error instanceof BrokerError && error.code === 'auth.otp_required';
      if (!isAsked || typeof otp !== 'function') throw error;
      await session.signIn({ ...body, otp: await otp() });
    }
  });
};

const restore = (session: Session, options: RestoreOptions): Promise<Session> =>
  opened(session, () => session.restore(options.tokens, options.csrfToken));

/** Signs a trader in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInTrader = async (
  platform: Platform,
  options: SignInOptions,
): Promise<TraderClient> =>
  traderClient(await signIn(sessionOf('trader', platform, options), options));

/** Signs a staff user in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInStaff = async (
  platform: Platform,
  options: SignInOptions,
): Promise<StaffClient> =>
  staffClient(await signIn(sessionOf('staff', platform, options), options));

/** Restores a trader's session. Throws `auth.session_expired` when it is over. */
export const restoreTrader = async (
  platform: Platform,
  options: RestoreOptions,
): Promise<TraderClient> =>
  traderClient(await restore(sessionOf('trader', platform, options), options));

/** Restores a staff user's session. Throws `auth.session_expired` when it is over. */
export const restoreStaff = async (
  platform: Platform,
  options: RestoreOptions,
): Promise<StaffClient> =>
  staffClient(await restore(sessionOf('staff', platform, options), options));
