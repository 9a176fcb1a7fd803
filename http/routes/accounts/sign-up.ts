// Sign-up: public routes for people without an account.

import { isBareAddress } from '../../../wire/accounts/mail.js';
import { done } from '../../../wire/base/codes.js';
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
import { route } from '../../rest/route.js';
import type { Incoming } from '../../server/exchange.js';
import { BODY_VALUES_MAX } from '../../server/limits.js';

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
    says: 'Answers what people can sign up for at this host.',
    session: 'none',
    query: SignUpQuery,
    reply: SignUpOptions,
    errors: ['auth.too_many_attempts'],
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
    session: 'none',
    body: RegisterBody,
    // A form with a code goes to the desk with its faults: a wrong code uses up a try even so.
    bodyRefusal: (body) => (proofOf(body)?.code ? undefined : registerFault(body)),
    ...FORM,
    reply: Registered,
    errors: [
      'auth.code_invalid',
      'auth.password_weak',
      'forbidden',
      'conflict',
      'auth.too_many_attempts',
    ],
    handle: ({ body, request }, context) =>
      context.desk('sign_up.register', {
        host: hostOf(request),
        ip: request.address,
        proof: proofOf(body),
        form: registerFault(body) ?? done(body),
      }),
  }),
  route({
    name: 'register.code',
    method: 'POST',
    path: `${PATH}/code`,
    says: 'E-mails a code that confirms an e-mail address.',
    session: 'none',
    body: SignUpCodeBody,
    ...FORM,
    reply: CodeSent,
    errors: ['auth.too_many_attempts'],
    handle: ({ body: { email, language = '' }, request }, context) => {
      const asked = { host: hostOf(request), email, language, ip: request.address };
      return context.desk('sign_up.code', asked);
    },
  }),
];
