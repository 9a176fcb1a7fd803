// Texts of sign-in, passwords and one-time codes: the same for both audiences.

import type { Audience } from '../../wire/accounts/identity.js';
import type { OperationTexts } from './operation-text.js';

const STAFF_LOGIN = {
  login: 1,
  password: 'Admin-pass1',
  terminal: 'manager',
  keep_signed_in: false,
};
const TRADER_LOGIN = { login: 1001, password: 'Trader-pass1', terminal: 'desktop' };

/** How the terminals of an audience get and send their tokens. */
const TOKENS: Readonly<Record<Audience, string>> = {
  staff:
    'The access token comes in a cookie, also to programs, and `access_token` is empty; each ' +
    'change sends the csrf token in `X-CSRF-Token`.',
  trader:
    'A browser (`web`) gets cookies and a csrf token, which each change sends in `X-CSRF-Token`; ' +
    'the other terminals get an access token for `Authorization: Bearer` and a refresh token. ' +
    'Without `terminal` the session is that of a browser; `message` says so to a request that ' +
    'has neither `Origin` nor `Sec-Fetch-Site`. A program names `desktop` or `api`.',
};

const login = (audience: Audience): OperationTexts[string] => ({
  says:
    `Opens a session. ${TOKENS[audience]} A session that must change its password, or set up ` +
    'codes, is restricted to that.',
  errors: {
    'auth.invalid_credentials': 'the login is unknown, or the password is wrong',
    'auth.otp_required': 'send the same request with `otp`; no session was opened',
    'auth.otp_invalid': 'the one-time code is wrong, or was used before',
    'auth.otp_not_set': 'a program signs in where codes are demanded, and has none',
    'auth.account_disabled': 'the account, or its staff profile, is switched off',
    'auth.invalid_terminal': 'the terminal is not one of this audience',
    'auth.terminal_not_allowed': 'the account or its group does not allow the terminal',
    'auth.ip_not_allowed': 'the address fits none of `ip_allow`',
    ...(audience === 'staff' && { 'auth.not_staff': 'the account has no staff profile' }),
    forbidden: 'the server admits no logins of this class now',
    'auth.too_many_attempts':
      'too many failures of the login at this address, or antiflood blocks the address',
  },
  example: { body: audience === 'staff' ? STAFF_LOGIN : TRADER_LOGIN },
});

const family = (audience: Audience): OperationTexts => ({
  [`auth.${audience}.login`]: login(audience),
  [`auth.${audience}.refresh`]: {
    says:
      'Renews the tokens of a session shortly before `access_expires_at`. The access token and ' +
      'the refresh token before them are void at once; open sockets of the session stay, until ' +
      'it ends at `session_expires_at`. Browsers send no body: ' +
      'their refresh cookie and `X-CSRF-Token` stand for it. A refresh whose answer was lost is ' +
      'repeated within 60 s with the same `Idempotency-Key`; the first tokens are void then.',
    errors: {
      'auth.refresh_reused': 'the token was used before; the session is closed',
      'auth.session_expired': 'the session is over, or no token was sent',
      'auth.account_changed': '`X-APP-Account` names another login; the token stays good',
    },
    example: {
      body: audience === 'staff' ? {} : { refresh_token: '2f1c9e5ab7d04e6c8a1f3b5d7e9f0a2c' },
    },
  },
  [`auth.${audience}.logout`]: {
    says:
      'Ends the session first, then clears cookies; where it fails they stay. A browser whose ' +
      'access is over may end it by its refresh cookie, which is not renewed.',
    errors: { 'auth.session_expired': 'there is no live session to end' },
  },
  [`auth.${audience}.me`]: {
    says: 'Tells who is signed in, with which rights, and until when the access token is good.',
  },
  [`auth.${audience}.password`]: {
    says: 'The new password must differ from the current one. Sign in again afterwards.',
    errors: {
      'auth.invalid_credentials': '`current_password` is wrong',
      'auth.password_same': 'both passwords are equal',
      'auth.password_change_not_allowed':
        'the account may not change its password, or the session is read-only',
    },
    example: {
      body:
        audience === 'staff'
          ? { current_password: 'Admin-pass1', new_password: 'Admin-pass2' }
          : { current_password: 'Trader-pass1', new_password: 'Trader-pass2' },
    },
  },
  [`auth.${audience}.otp`]: {
    says: 'Read it before offering to turn codes on or off.',
  },
  [`auth.${audience}.otp.enrol`]: {
    says:
      'Codes are not on before the first one is confirmed; a second call makes another secret in ' +
      'the place of the first.',
    errors: {
      conflict: 'codes are on, the sign-in is too old, or the session is not of the owner',
    },
  },
  [`auth.${audience}.otp.confirm`]: {
    says: 'A session that was restricted to setting up codes becomes a full one.',
    errors: {
      'auth.otp_invalid': 'the code is wrong',
      'auth.otp_not_set': 'no secret waits to be confirmed',
    },
    example: { body: { code: '492039' } },
  },
  [`auth.${audience}.otp.disable`]: {
    says: 'Answers the state afterwards. Sign-in asks for no codes then.',
    errors: {
      'auth.otp_invalid': 'the code is wrong, or was used before',
      forbidden: 'the group demands codes, or the session is not of the owner',
    },
    example: { body: { code: '492039' } },
  },
});

export const authTexts: OperationTexts = {
  ...family('staff'),
  ...family('trader'),
  'auth.trader.api_password': {
    says:
      'For programs without a person, which sign in at the terminal `api` with this password ' +
      'alone. Staff let the account do so (`api_enabled`). Sessions of programs end, others ' +
      'stay. An empty `api_password` removes it.',
    errors: {
      'auth.invalid_credentials': '`current_password` is wrong',
      'auth.password_same': 'it would be the master password',
      'auth.password_change_not_allowed': 'the session is read-only',
      'auth.account_disabled': 'the account is switched off',
      'auth.terminal_not_allowed':
        'the account has no `api_enabled`, or its terminals or those of its group lack `api`',
    },
    example: { body: { current_password: 'Trader-pass1', api_password: 'Program-pass1' } },
  },
  'accounts.otp.reset': {
    says:
      'For a user who lost the app. Where the group demands codes the next sign-in sets them up ' +
      'again.',
    errors: {
      not_found: 'the account is unknown',
      conflict: 'the login has set up no codes',
    },
    example: { path: { login: 1001 } },
  },
};
