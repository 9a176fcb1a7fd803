// Sign-in: the same five routes for staff and for traders, and the password of traders' programs.

import {
  type Audience,
  MeView,
  type SessionCopy,
  TokensView,
} from '../../../wire/accounts/identity.js';
import { type Code, done, refuse } from '../../../wire/base/codes.js';
import type { DeskOps, IssuedTokens } from '../../../wire/desk/operations.js';
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
  ...done(tokensView(tokens, clockOf(door))),
  headers: tokens.session.browser ? door.cookies.set(tokens, door.now()) : [],
});

const NO_REFRESH_TOKEN =
  'The request has no refresh token, in its body or a cookie; sign in again.';

/** The user agent of the terminal. */
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

const LOGIN_ERRORS = [
  'auth.invalid_credentials',
  'auth.otp_invalid',
  'auth.otp_not_set',
  'auth.otp_required',
  'auth.account_disabled',
  'auth.invalid_terminal',
  'auth.ip_not_allowed',
  'auth.terminal_not_allowed',
  'forbidden',
  'auth.too_many_attempts',
] as const;

const login = (audience: Audience, path: RoutePath) =>
  route({
    name: `auth.${audience}.login`,
    method: 'POST',
    path,
    says: 'Signs in: browsers get cookies and a csrf token, other terminals get two tokens.',
    session: 'none',
    body: LoginBody,
    reply: TokensView,
    errors: audience === 'staff' ? [...LOGIN_ERRORS, 'auth.not_staff'] : LOGIN_ERRORS,
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
    session: 'own',
    accountHeader: true,
    keyed: true,
    body: RefreshBody,
    reply: TokensView,
    errors: [
      'auth.refresh_reused',
      'auth.session_expired',
      'auth.csrf_invalid',
      'auth.invalid_terminal',
      'auth.account_changed',
    ],
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
  return { ...done(null), headers: browser ? context.cookies.clear(input.audience) : [] };
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
    says: 'Closes the session; a browser whose access is over may use its live refresh cookie.',
    session: 'own',
    accountHeader: audience === 'trader',
    reply: null,
    errors: [
      'auth.session_expired',
      'auth.csrf_invalid',
      'auth.invalid_terminal',
      'auth.otp_enrol_required',
      'auth.password_change_required',
      ...(audience === 'trader' ? (['auth.account_changed'] as const) : []),
    ] as readonly Code[],
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
    says: 'Changes the password of the login and closes every session of it, this one included.',
    session: 'password',
    body: ChangePasswordBody,
    reply: null,
    errors: [
      'auth.invalid_credentials',
      'auth.password_same',
      'auth.password_weak',
      'auth.password_change_not_allowed',
      'auth.too_many_attempts',
    ],
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
  says: 'Sets the password with which programs of the account sign in, or removes it.',
  body: ApiPasswordBody,
  reply: null,
  errors: [
    'auth.invalid_credentials',
    'auth.password_same',
    'auth.password_weak',
    'auth.password_change_not_allowed',
    'auth.account_disabled',
    'auth.terminal_not_allowed',
    'auth.too_many_attempts',
  ],
  readOnly: 'auth.password_change_not_allowed',
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
