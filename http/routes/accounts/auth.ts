// Sign-in: the same five routes for staff and for traders, what browsers get in cookies, and others
// in the body; the password of traders' programs.

import {
  type Audience,
  MeView,
  type SessionCopy,
  TokensView,
} from '../../../wire/accounts/identity.js';
import { type Code, ok, refuse } from '../../../wire/base/codes.js';
import type { IssuedTokens } from '../../../wire/desk/identity-operations.js';
import type { DeskOps } from '../../../wire/desk/operations.js';
import {
  ApiPasswordBody,
  ChangePasswordBody,
  LoginBody,
  RefreshBody,
} from '../../../wire/rest/accounts/auth.js';
import {
  type Handled,
  type HandlerContext,
  type Route,
  type RoutePath,
  route,
  usual,
} from '../../rest/route.js';
import { type Clock, clockOf, isoTime, sessionView, sharedView } from '../../rest/session-view.js';
import type { Incoming } from '../../server/exchange.js';
import { accountChanged, csrfProven, identify, originAllowed } from '../../session/identify.js';

/** The tokens view; browsers get their tokens in cookies only. */
const tokensView = (tokens: IssuedTokens, clock: Clock): TokensView => {
  const { session } = tokens;
  return {
    access_expires_at: isoTime(session.access_expires_at),
    access_token: session.browser ? '' : tokens.access_token,
    csrf_token: session.csrf_token,
    refresh_token: session.browser ? '' : tokens.refresh_token,
    session: sessionView(session, clock),
    session_expires_at: isoTime(session.expires_at),
  };
};

/** The answer with new tokens. */
const handOver = (
  tokens: IssuedTokens,
  door: Pick<HandlerContext<Code>, 'settings' | 'cookies' | 'now'>,
) => ({
  ...ok(tokensView(tokens, clockOf(door))),
  headers: tokens.session.browser ? door.cookies.set(tokens, door.now()) : [],
});

const NO_REFRESH_TOKEN =
  'The request has no refresh token, in its body or a cookie; sign in again.';

const agentOf = ({ headers }: Incoming): string => headers.get('user-agent') ?? '';

/** The account named by the request, if any. */
const namedAccount = ({ headers }: Incoming): { readonly account?: string } => {
  const account = headers.get('x-app-account')?.trim();
  return account === undefined ? {} : { account };
};

/** The hint for a program that signs in as a browser because it names no terminal. */
const UNNAMED_TERMINAL =
  'Without `terminal` this is the session of a browser (`web`), whose tokens are in cookies ' +
  'alone. Programs name `desktop` or `api`, and get tokens for `Authorization: Bearer`.';

/** Did a page in a browser send the request? Browsers send one of these with every POST. */
const isFromBrowser = ({ headers }: Incoming): boolean =>
  headers.has('origin') || headers.has('sec-fetch-site');

/** How the terminals of an audience get and send their tokens. */
const TOKENS: Readonly<Record<Audience, string>> = {
  staff:
    'The access token comes in a cookie, also to programs, and `access_token` is empty; each ' +
    'change sends the csrf token in `X-CSRF-Token`.',
  trader:
    'A browser (`web`) gets cookies and a csrf token, which each change sends in ' +
    '`X-CSRF-Token`; the other terminals get an access token for `Authorization: Bearer` ' +
    'and a refresh token. Without `terminal` the session is the session of a browser; ' +
    '`message` warns of this in the answer to a request that has neither `Origin` nor ' +
    '`Sec-Fetch-Site`. A program names `desktop` or `api`.',
};

/** The bodies of examples, which succeed with the passwords of the README. */
const SIGN_IN = {
  staff: { login: 1, password: 'Admin-pass1', terminal: 'manager', keep_signed_in: false },
  trader: { login: 1001, password: 'Trader-pass1', terminal: 'desktop' },
} as const;
const NEW_PASSWORD = {
  staff: { current_password: 'Admin-pass1', new_password: 'Admin-pass2' },
  trader: { current_password: 'Trader-pass1', new_password: 'Trader-pass2' },
} as const;
const REFRESH = {
  staff: {},
  trader: { refresh_token: '2f1c9e5ab7d04e6c8a1f3b5d7e9f0a2c' },
} as const;

const login = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.login`,
    method: 'POST',
    path,
    says: 'Signs in: browsers get cookies and a csrf token, other terminals get two tokens.',
    details:
      `Opens a session. ${TOKENS[audience]} A session that must change its password, or set up ` +
      'codes, is restricted to that.',
    session: 'none',
    body: LoginBody,
    reply: TokensView,
    errors: {
      'auth.invalid_credentials': 'the login is unknown, or the password is wrong',
      'auth.otp_required': 'send the same request with `otp`; no session was opened',
      'auth.otp_invalid': 'the one-time code is wrong, or was used before',
      'auth.otp_not_set': 'a program signs in where codes are demanded, and has none',
      'auth.account_disabled': 'the account or the staff profile is switched off',
      'auth.invalid_terminal': 'the terminal does not belong to this audience',
      'auth.terminal_not_allowed': 'the account or its group does not allow the terminal',
      'auth.ip_not_allowed': 'the address fits none of `ip_allow`',
      ...(audience === 'staff' && { 'auth.not_staff': 'the account has no staff profile' }),
      forbidden: 'the server admits no logins of this class now',
      'auth.too_many_attempts':
        'too many failures of the login at this address, or antiflood blocks the address',
    },
    example: { body: SIGN_IN[audience] },
    handle: async ({ body, request }, context) => {
      const answer = await context.desk('auth.login', {
        ...body,
        audience,
        ip: request.address,
        user_agent: agentOf(request),
      });
      if (!answer.ok) return answer;
      const isUnnamed =
        audience === 'trader' && body.terminal === undefined && !isFromBrowser(request);
      return { ...handOver(answer.data, context), hint: isUnnamed ? UNNAMED_TERMINAL : undefined };
    },
  });

const refresh = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.refresh`,
    method: 'POST',
    path,
    says: 'Gives new tokens for the refresh token, which stops working.',
    details:
      'Renews the tokens of a session shortly before `access_expires_at`. The former ' +
      'access token and refresh token are void at once; open sockets stay until the ' +
      'session ends at `session_expires_at`. Browsers send no body: they send the refresh ' +
      'cookie and `X-CSRF-Token`. Repeat a refresh whose answer was lost within 60 s with ' +
      'the same `Idempotency-Key`; the tokens of the lost answer are void then.',
    session: 'own',
    accountHeader: true,
    keyed: true,
    body: RefreshBody,
    reply: TokensView,
    errors: {
      ...usual(['auth.csrf_invalid', 'auth.invalid_terminal']),
      'auth.refresh_reused': 'the token was used before; the session is closed',
      'auth.session_expired': 'the session is over, or no token was sent',
      'auth.account_changed': '`X-APP-Account` names another login; the token stays good',
    },
    example: { body: REFRESH[audience] },
    handle: async ({ body, request, requestIds }, context) => {
      const { headers } = request;
      const browser = body.refresh_token === undefined;
      const token = body.refresh_token ?? context.cookies.refresh(headers, audience);
      if (token === undefined) return refuse('auth.session_expired', NO_REFRESH_TOKEN);
      if (browser && !originAllowed(request, context.allowedOrigins)) {
        return refuse('auth.csrf_invalid');
      }
      const answer = await context.desk('auth.refresh', {
        audience,
        refresh_token: token,
        browser,
        csrf_token: headers.get('x-csrf-token') ?? '',
        ...namedAccount(request),
        use: requestIds('refresh'),
        ip: request.address,
        user_agent: agentOf(request),
      });
      return answer.ok ? handOver(answer.data, context) : answer;
    },
  });

/** Ends a session at the desk; cookies are cleared only when it has ended. */
const end = async (
  context: HandlerContext<Code>,
  input: DeskOps['auth.logout']['input'],
  browser: boolean,
): Promise<Handled<null, Code>> => {
  const ended = await context.desk('auth.logout', input);
  if (!ended.ok) return ended;
  return { ...ok(null), headers: browser ? context.cookies.clear(input.audience) : [] };
};

/** Signs out a session with a valid access token. */
const endLive = async (
  session: SessionCopy,
  request: Incoming,
  context: HandlerContext<Code>,
): Promise<Handled<null, Code>> => {
  const { audience, browser, id, login } = session;
  if (browser && !csrfProven(request, session, context.allowedOrigins)) {
    return refuse('auth.csrf_invalid');
  }
  if (audience === 'trader' && accountChanged(request, login))
    return refuse('auth.account_changed');
  return end(context, { audience, session: id, ip: request.address }, browser);
};

/** Signs out by the refresh cookie alone, without issuing new tokens. */
const endByCookie = async (
  audience: Audience,
  token: string,
  request: Incoming,
  context: HandlerContext<Code>,
): Promise<Handled<null, Code>> => {
  const csrf = request.headers.get('x-csrf-token') ?? '';
  if (csrf === '' || !originAllowed(request, context.allowedOrigins)) {
    return refuse('auth.csrf_invalid');
  }
  const account = audience === 'trader' ? namedAccount(request) : {};
  const proof = { refresh_token: token, csrf_token: csrf, ip: request.address };
  return end(context, { audience, ...proof, ...account }, true);
};

const logout = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.logout`,
    method: 'POST',
    path,
    says:
      'Closes the session; a browser whose access token has expired may use its refresh ' +
      'cookie.',
    details:
      'Ends the session first, then clears the cookies; the cookies stay if the session ' +
      'could not be ended. A browser whose access token has expired may end the session by ' +
      'its refresh cookie, which is not renewed.',
    session: 'own',
    accountHeader: audience === 'trader',
    reply: null,
    errors: {
      ...usual([
        'auth.csrf_invalid',
        'auth.invalid_terminal',
        'auth.otp_enrol_required',
        'auth.password_change_required',
      ]),
      ...(audience === 'trader' && usual(['auth.account_changed'])),
      'auth.session_expired': 'there is no live session to end',
    },
    handle: async ({ request }, context) => {
      const found = await identify(request, audience, context);
      if (found.ok) return endLive(found.data, request, context);
      const token = context.cookies.refresh(request.headers, audience);
      if (found.code !== 'auth.session_expired' || token === undefined) return found;
      return endByCookie(audience, token, request, context);
    },
  });

/** The JSON of `me` about sessions, cached for each session copy and version of the settings. */
const written = new WeakMap<SessionCopy, { readonly settings: object; readonly text: string }>();

const meText = (session: SessionCopy, door: Pick<HandlerContext<Code>, 'settings'>): string => {
  const settings = door.settings();
  const known = written.get(session);
  if (known?.settings === settings) return known.text;
  const view: MeView = {
    ...sharedView(session, clockOf(door)),
    access_expires_at: isoTime(session.access_expires_at),
  };
  const text = JSON.stringify(view);
  written.set(session, { settings, text });
  return text;
};

const me = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.me`,
    method: 'GET',
    path,
    says: 'Answers the session that the request was made in.',
    details:
      'Answers who is signed in, with which rights, and until when the access token is valid.',
    session: 'restricted',
    reply: MeView,
    handle: ({ session }, context) => ({ json: meText(session, context) }),
  });

/** Clears the cookies, because the session has ended. */
const changePassword = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.password`,
    method: 'POST',
    path,
    says:
      'Changes the password of the login and closes every session of the login, also the ' +
      "caller's.",
    details: 'The new password must differ from the current password. Sign in again afterwards.',
    session: 'password',
    body: ChangePasswordBody,
    reply: null,
    errors: {
      ...usual(['auth.password_weak', 'auth.too_many_attempts']),
      'auth.invalid_credentials': '`current_password` is wrong',
      'auth.password_same': 'both passwords are equal',
      'auth.password_change_not_allowed':
        'the account may not change its password, or the session is read-only',
    },
    example: { body: NEW_PASSWORD[audience] },
    readOnly: 'auth.password_change_not_allowed',
    handle: async ({ body, caller, session }, context) => {
      const changed = await context.desk('auth.password', { caller, ...body });
      if (!changed.ok) return changed;
      return { ...changed, headers: session.browser ? context.cookies.clear(audience) : [] };
    },
  });

const apiPassword = route({
  name: 'auth.trader.api_password',
  method: 'POST',
  path: '/trader/v1/auth/api-password',
  says: 'Sets or removes the password with which programs of the account sign in.',
  details:
    'For programs that run without a person and sign in at the terminal `api` with this ' +
    'password alone. Staff permit such a password by `api_enabled`. Sessions of programs ' +
    'end, other sessions stay. An empty `api_password` removes the password.',
  body: ApiPasswordBody,
  reply: null,
  errors: {
    ...usual(['auth.password_weak', 'auth.too_many_attempts']),
    'auth.invalid_credentials': '`current_password` is wrong',
    'auth.password_same': 'the new password equals the master password',
    'auth.password_change_not_allowed': 'the session is read-only',
    'auth.account_disabled': 'the account is switched off',
    'auth.terminal_not_allowed':
      'the account has no `api_enabled`, or the terminals of the account or of its group ' +
      'lack `api`',
  },
  readOnly: 'auth.password_change_not_allowed',
  example: { body: { current_password: 'Trader-pass1', api_password: 'Program-pass1' } },
  handle: ({ body, caller }, context) => context.desk('auth.api_password', { caller, ...body }),
});

const family = (audience: Audience, prefix: RoutePath): Route[] => [
  login(audience, `${prefix}/login`),
  refresh(audience, `${prefix}/refresh`),
  logout(audience, `${prefix}/logout`),
  me(audience, `${prefix}/me`),
  changePassword(audience, `${prefix}/change-password`),
];

export const auth = [
  ...family('staff', '/admin/v1/auth'),
  ...family('trader', '/trader/v1/auth'),
  apiPassword,
];
