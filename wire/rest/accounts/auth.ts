// Bodies of the sign-in routes.

import { type Static, Type } from '@sinclair/typebox';
import { PasswordText } from '../../accounts/password.js';
import { Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';

const credentials = section('Credentials');
const session = section('Session');
const codes = section('One-time codes');
const tokens = section('Tokens');

/** Signs in. The possible terminals and the default depend on the audience. */
export const LoginBody = Named('LoginBody', {
  login: credentials(
    'Login',
    'Number of the account.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  password: credentials(
    'Password',
    'Master or investor password; `api` has a password of its own.',
    PasswordText(),
  ),
  terminal: session(
    'Terminal',
    'Staff: `manager` (default) or `admin`; traders: `web` (default of browsers), ' +
      '`android`, `ios`, `desktop`, `api`. `manager`, `admin` and `web` are browsers: they ' +
      'get their tokens in cookies alone. A program names `desktop` or `api`.',
    Type.Optional(Type.String({ maxLength: 32 })),
  ),
  otp: credentials(
    'One-time code',
    'Six digits; sent after an answer `auth.otp_required`.',
    Type.Optional(Type.String({ maxLength: 16 })),
  ),
  keep_signed_in: session(
    'Keep signed in',
    'Shall the session last 30 days in place of 12 hours, and outlive the browser ' +
      'window? Omitted = no.',
    Type.Optional(Type.Boolean()),
  ),
});

/** A one-time code. A text that is not six digits counts as a wrong code. */
export const CodeBody = Named('CodeBody', {
  code: codes('Code', 'Six digits of the authenticator app.', Type.String({ maxLength: 16 })),
});

/** Are one-time codes on for the login, and does its group demand them? */
export const OtpStatus = Named('OtpStatus', {
  enabled: codes('Enabled', 'Are one-time codes on for the login?', Type.Boolean()),
  required: codes('Required', 'Does the group demand one-time codes?', Type.Boolean()),
});
export type OtpStatus = Static<typeof OtpStatus>;

/** A new secret as text and as QR code. It is returned only once. */
export const OtpEnrolment = Named('OtpEnrolment', {
  secret: codes(
    'Secret',
    'Secret to type into an authenticator app; the server shows the secret only once.',
    Type.String(),
  ),
  uri: codes('URI', "The secret and the account's name as the text of a QR code.", Type.String()),
});
export type OtpEnrolment = Static<typeof OtpEnrolment>;

/** A refresh by a terminal that is not a browser; browsers send their cookie instead. */
export const RefreshBody = Named('RefreshBody', {
  refresh_token: tokens(
    'Refresh token',
    'The newest refresh token; browsers send their cookie instead.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  ),
});

/** Changes the caller's password. */
export const ChangePasswordBody = Named('ChangePasswordBody', {
  current_password: credentials(
    'Current password',
    'The password that is to be replaced.',
    PasswordText(),
  ),
  new_password: credentials(
    'New password',
    '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
    PasswordText(),
  ),
});

/** Sets the password of the caller's programs; empty text removes it. */
export const ApiPasswordBody = Named('ApiPasswordBody', {
  current_password: credentials(
    'Master password',
    'The present master password of the account.',
    PasswordText(),
  ),
  api_password: credentials(
    'API password',
    'Password of programs, 8 to 16 characters of four kinds; empty = none any more.',
    PasswordText(),
  ),
});
