// One-time codes: the same four routes for staff and for traders.

import { type Audience, SessionView } from '../../../wire/accounts/identity.js';
import { ok } from '../../../wire/base/codes.js';
import { LoginPath } from '../../../wire/rest/accounts/accounts.js';
import { CodeBody, OtpEnrolment, OtpStatus } from '../../../wire/rest/accounts/auth.js';
import { type Route, type RoutePath, route, usual } from '../../rest/route.js';
import { clockOf, sessionView } from '../../rest/session-view.js';

const enrolment = (audience: Audience, prefix: RoutePath): Route[] => [
  route({
    name: `auth.${audience}.otp.enrol`,
    method: 'POST',
    path: `${prefix}/enrol`,
    says: 'Makes a secret for an authenticator app; within 15 minutes of the sign-in.',
    details: 'Codes are on once the first code is confirmed; a second call replaces the secret.',
    session: 'codes',
    reply: OtpEnrolment,
    errors: {
      conflict: 'codes are on, the sign-in is too old, or the session is not of the owner',
    },
    ownerOnly: 'conflict',
    handle: async ({ caller }, context) => context.desk('auth.otp_enrol', { caller }),
  }),
  route({
    name: `auth.${audience}.otp.confirm`,
    method: 'POST',
    path: `${prefix}/confirm`,
    says:
      'Turns codes on with the first code of the secret; other sessions of the login end, ' +
      'and a browser gets new cookies.',
    details: 'A session that was restricted to setting up codes becomes a full session.',
    session: 'codes',
    body: CodeBody,
    reply: SessionView,
    errors: {
      ...usual(['auth.too_many_attempts']),
      'auth.otp_invalid': 'the code is wrong',
      'auth.otp_not_set': 'no secret waits to be confirmed',
    },
    example: { body: { code: '492039' } },
    ownerOnly: 'auth.otp_not_set',
    handle: async ({ caller, body }, context) => {
      const answer = await context.desk('auth.otp_confirm', { caller, code: body.code });
      if (!answer.ok) return answer;
      const { session, tokens } = answer.data;
      const headers = tokens === undefined ? [] : context.cookies.set(tokens, context.now());
      return { ...ok(sessionView(session, clockOf(context))), headers };
    },
  }),
];

const family = (audience: Audience, prefix: RoutePath): Route[] => [
  route({
    name: `auth.${audience}.otp`,
    method: 'GET',
    path: prefix,
    says:
      'Answers whether one-time codes are on for the login, and whether the group demands ' +
      'codes.',
    details: 'Terminals read this before they offer to turn codes on or off.',
    session: 'codes',
    reply: OtpStatus,
    handle: async ({ caller }, context) => context.desk('auth.otp_status', { caller }),
  }),
  ...enrolment(audience, prefix),
  route({
    name: `auth.${audience}.otp.disable`,
    method: 'POST',
    path: `${prefix}/disable`,
    says: 'Turns codes off, with a current code, unless the group demands codes.',
    details: 'Answers the state afterwards. Sign-in asks for no codes then.',
    body: CodeBody,
    reply: OtpStatus,
    errors: {
      ...usual(['auth.too_many_attempts']),
      'auth.otp_invalid': 'the code is wrong, or was used before',
      forbidden: 'the group demands codes, or the session is not of the owner',
    },
    example: { body: { code: '492039' } },
    ownerOnly: 'forbidden',
    handle: async ({ caller, body }, context) =>
      context.desk('auth.otp_disable', { caller, code: body.code }),
  }),
];

export const otp = [
  ...family('staff', '/admin/v1/auth/otp'),
  ...family('trader', '/trader/v1/auth/otp'),
  route({
    name: 'accounts.otp.reset',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/otp/reset',
    says: "Turns off the one-time codes of an account and ends the account's sessions.",
    details:
      'For a user who lost the authenticator app. If the group demands codes, the user ' +
      'sets up codes again at the next sign-in.',
    rights: ['accounts.password'],
    params: LoginPath,
    reply: OtpStatus,
    errors: {
      not_found: 'the account is unknown',
      conflict: 'the login has set up no codes',
    },
    example: { path: { login: 1001 } },
    handle: async ({ caller, path }, context) =>
      context.desk('accounts.otp_reset', { caller, login: path.login }),
  }),
];
