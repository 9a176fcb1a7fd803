// The identity of a request: credentials, session, and proof that the user intended it.

import type { ActorsClient } from '../../actors/client.js';
import { type Audience, namesAnother, type SessionCopy } from '../../wire/accounts/identity.js';
import { addressAllowed } from '../../wire/base/address.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { sameText } from '../../wire/base/same-text.js';
import type { Caller } from '../../wire/desk/caller.js';
import { accessOf, classAdmitted } from '../../wire/settings/servers.js';
import type { Incoming } from '../server/exchange.js';
import { chain, type MaybePromise } from '../server/maybe-promise.js';
import type { Cookies } from './cookies.js';
import type { SessionCopies } from './sessions.js';

/** The stores and settings by which a caller's session is found. */
export interface Identity {
  readonly sessions: SessionCopies;
  readonly cookies: Cookies;
  /** Origins of browser terminals other than the server's own. */
  readonly allowedOrigins: readonly string[];
  readonly settings: ActorsClient['settings'];
}

/** Does the platform admit the class of the session's login now? */
export const isAdmitted = (
  { group, terminal }: SessionCopy,
  { settings }: Pick<Identity, 'settings'>,
): boolean => classAdmitted(accessOf(settings().logical_server), group, terminal);

const bearerOf = (headers: ReadonlyMap<string, string>): string | undefined => {
  const match = /^Bearer ([^\s,]+)$/i.exec(headers.get('authorization') ?? '');
  return match?.[1];
};

/** The access token of a request, and whether a browser sent it automatically. */
const credentialsOf = (
  { headers }: Incoming,
  audience: Audience,
  cookies: Cookies,
): { readonly token: string; readonly browser: boolean } | undefined => {
  const bearer = bearerOf(headers);
  if (bearer !== undefined) return { token: bearer, browser: false };
  const cookie = cookies.access(headers, audience);
  return cookie === undefined ? undefined : { token: cookie, browser: true };
};

const NO_TOKEN =
  'The request has no access token: sign in, and send the token as Authorization: ' +
  'Bearer <access_token>; browsers send a cookie.';
const NO_BEARER =
  'The Authorization header must be Bearer <access_token>; browsers, and so all staff ' +
  'terminals, send cookies instead.';

/** The caller, or the reason why there is none. */
type Identified = Outcome<SessionCopy, 'auth.session_expired' | 'auth.invalid_terminal'>;

/**
 * The open session of a request, at once unless the desk must be asked. Tokens of browser terminals
 * are accepted only in cookies, tokens of other terminals only in the Authorization header; a
 * session is valid only on routes of its own audience.
 */
export const identify = (
  request: Incoming,
  audience: Audience,
  identity: Identity,
): MaybePromise<Identified> => {
  const { sessions, cookies } = identity;
  const credentials = credentialsOf(request, audience, cookies);
  if (credentials === undefined) {
    const isOther = request.headers.has('authorization');
    return refuse('auth.session_expired', isOther ? NO_BEARER : NO_TOKEN);
  }
  const judge = (session: SessionCopy | undefined): Identified => {
    if (session === undefined) return refuse('auth.session_expired');
    if (session.audience !== audience || session.browser !== credentials.browser) {
      return refuse('auth.invalid_terminal');
    }
    if (!addressAllowed(request.address, session.ip_allow) || !isAdmitted(session, identity)) {
      return refuse('auth.session_expired');
    }
    sessions.touch(session.id);
    return ok(session);
  };
  return chain(sessions.find(credentials.token), judge);
};

/**
 * Does the Origin header name this host or an allowed one? A request without it does not come from
 * a page.
 */
export const originAllowed = ({ headers }: Incoming, allowed: readonly string[]): boolean => {
  const origin = headers.get('origin');
  if (origin === undefined) return headers.get('sec-fetch-site') !== 'cross-site';
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host')?.toLowerCase();
};

/** Does the csrf token belong to the session? Compares in constant time. */
export const csrfFits = (token: string, session: SessionCopy): boolean =>
  token !== '' && sameText(token, session.csrf_token);

/** May a browser's request change something: an allowed origin and the right csrf token? */
export const csrfProven = (
  request: Incoming,
  session: SessionCopy,
  allowed: readonly string[],
): boolean =>
  originAllowed(request, allowed) && csrfFits(request.headers.get('x-csrf-token') ?? '', session);

/** Does the header X-APP-Account name another account than the signed-in one? */
export const accountChanged = ({ headers }: Incoming, login: number): boolean =>
  namesAnother(headers.get('x-app-account'), login);

/** The caller in the form for actors. */
export const callerOf = (session: SessionCopy, address: string): Caller => ({
  session: session.id,
  login: session.login,
  audience: session.audience,
  terminal: session.terminal,
  ip: address,
  read_only: session.read_only,
  rights: session.rights,
  group_scope: session.group_scope,
});
