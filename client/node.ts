// The entry for Node: cookies are kept in memory, and sockets come from the package ws.

import { WebSocket } from 'ws';
import {
  type RestoreOptions,
  restoreStaff as restoreStaffOn,
  restoreTrader as restoreTraderOn,
  type SignInOptions,
  type StaffClient,
  signInStaff as signInStaffOn,
  signInTrader as signInTraderOn,
  type TraderClient,
} from './client.js';
import { CookieJar } from './session/cookie-jar.js';
import { type Platform, systemClock, type WebSocketLike } from './session/platform.js';

export * from './shared.js';

/**
 * Time for a server to answer the close of a socket, in ms: an unreachable server must not keep a
 * program alive for longer.
 */
const CLOSE_MS = 2_000;

const openSocket: Platform['openSocket'] = (url, protocols, headers) => {
  // The package's types lack `closeTimeout`.
  const options = { headers: { ...headers }, closeTimeout: CLOSE_MS, perMessageDeflate: false };
  return new WebSocket(url, protocols, options) as unknown as WebSocketLike;
};

/** The platform of a Node process: each client has cookies of its own, like a browser. */
const nodePlatform = (): Platform => {
  const jar = new CookieJar();
  return {
    fetch: async (request) => {
      const cookie = jar.header(new URL(request.url).pathname);
      if (cookie !== '') request.headers.set('cookie', cookie);
      const response = await fetch(request);
      jar.take(response.headers);
      return response;
    },
    openSocket,
    clock: systemClock,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    traderTerminal: 'desktop',
    cookieHeaders: (url) => {
      const { origin, pathname } = new URL(url.replace(/^ws/, 'http'));
      return { origin, cookie: jar.header(pathname) };
    },
  };
};

/** Signs a trader in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInTrader = (options: SignInOptions): Promise<TraderClient> =>
  signInTraderOn(nodePlatform(), options);

/** Signs a staff user in. Throws a `BrokerError` with the server's code when it refuses. */
export const signInStaff = (options: SignInOptions): Promise<StaffClient> =>
  signInStaffOn(nodePlatform(), options);

/** Restores a trader's session by its tokens. Throws `auth.session_expired` when it is over. */
export const restoreTrader = (options: RestoreOptions): Promise<TraderClient> =>
  restoreTraderOn(nodePlatform(), options);

/** Restores a staff session. Throws `auth.session_expired` when it is over. */
export const restoreStaff = (options: RestoreOptions): Promise<StaffClient> =>
  restoreStaffOn(nodePlatform(), options);
