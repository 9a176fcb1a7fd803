// Sign-up: public routes for people without an account.

import { isBareAddress } from '../../../wire/accounts/mail.js';
import { ok } from '../../../wire/base/codes.js';
import { isFields } from '../../../wire/base/object.js';
import {
  CodeSent,
  FORM_BYTES_MAX,
  RegisterBody,
  Registered,
  registerFault,
  SignUpCodeBody,
  SignUpOptions,
  SignUpQuery,
} from '../../../wire/rest/accounts/sign-up.js';
import { route, usual } from '../../rest/route.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';
import type { Incoming } from '../../server/exchange.js';

const PATH = '/trader/v1/register';
const FORM = { bodyBytesMax: FORM_BYTES_MAX, bodyValuesMax: BODY_VALUES_MAX.usual } as const;

const hostOf = ({ headers }: Incoming): string => headers.get('host') ?? '';

/** The e-mail address and the code of a form, whatever else is wrong with it. */
const proofOf = (body: unknown): { readonly email: string; readonly code: string } | null => {
  if (!isFields(body)) return null;
  const { email, code = '' } = body;
  return typeof email === 'string' && isBareAddress(email) && typeof code === 'string'
    ? { email, code }
    : null;
};

export const signUp = [
  route({
    name: 'register.options',
    method: 'GET',
    path: PATH,
    says: 'Answers the kinds of accounts for which people can sign up at this host.',
    details:
      'The first offer of a kind is the default. `demo` false with a `demo_url` means that ' +
      'demo accounts are opened at that page. An offer without `leverages` has only ' +
      '`default_leverage`. In web addresses `{lang}` and `{country}` are replaced, ' +
      '`{login}` is left empty.',
    session: 'none',
    query: SignUpQuery,
    reply: SignUpOptions,
    errors: { 'auth.too_many_attempts': 'more than 60 requests from the address in a minute' },
    example: { query: { country: 'DE', lang: 'en' } },
    handle: ({ query, request }, context) => {
      const { country = '', lang = '' } = query;
      return context.desk('sign_up.options', {
        host: hostOf(request),
        country,
        lang,
        ip: request.address,
      });
    },
  }),
  route({
    name: 'register',
    method: 'POST',
    path: PATH,
    says: 'Opens a demo account at once, or files an application for a real account.',
    details:
      'If the options require it, the e-mail address must have been confirmed by a code ' +
      'within the last 72 hours. A wrong code uses up one of its 5 tries, also in a form ' +
      'with other faults. A demo account gets its deposit and an investor password, which ' +
      'is e-mailed. An application is answered with `received`; a password in an ' +
      'application is not used.',
    session: 'none',
    body: RegisterBody,
    // A form with a code goes to the desk with its faults: a wrong code uses up a try even so.
    bodyRefusal: (body) => (proofOf(body)?.code ? undefined : registerFault(body)),
    ...FORM,
    reply: Registered,
    errors: {
      ...usual(['auth.password_weak']),
      invalid_input:
        'a field is missing, malformed or unknown, the name is a single word or has a link, ' +
        'or the group or leverage is not offered',
      forbidden:
        'the kind of account is closed, is opened at another page, or no group takes such ' +
        'accounts',
      conflict: 'an application of the confirmed e-mail address is still being decided',
      'auth.code_invalid': 'the code is missing, wrong, used up or older than 15 minutes',
      'auth.too_many_attempts':
        'more than 5 forms from the address in an hour, or 3 with an e-mail address that is not ' +
        'confirmed; or too many e-mails of forms wait',
    },
    example: {
      body: {
        type: 'demo',
        name: 'Ada Example',
        email: 'ada@example.com',
        country: 'DE',
        password: 'Demo-pass1',
      },
    },
    handle: ({ body, request }, context) =>
      context.desk('sign_up.register', {
        host: hostOf(request),
        ip: request.address,
        proof: proofOf(body),
        form: registerFault(body) ?? ok(body),
      }),
  }),
  route({
    name: 'register.code',
    method: 'POST',
    path: `${PATH}/code`,
    says: 'E-mails a code that confirms an e-mail address.',
    details:
      'A code has 6 digits and is valid for 15 minutes; only the newest code is valid. A ' +
      'confirmed address gets no code; without a mail server no code is sent (`sent` is ' +
      'false). The answer does not reveal whether an account exists.',
    session: 'none',
    body: SignUpCodeBody,
    ...FORM,
    reply: CodeSent,
    errors: {
      'auth.too_many_attempts':
        'more than 3 codes for the e-mail address, or 10 from the address, in an hour',
    },
    example: { body: { email: 'ada@example.com' } },
    handle: ({ body: { email, language = '' }, request }, context) => {
      const asked = { host: hostOf(request), email, language, ip: request.address };
      return context.desk('sign_up.code', asked);
    },
  }),
];
