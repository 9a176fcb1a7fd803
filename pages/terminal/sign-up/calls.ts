// Sign-up: the offers, the e-mailed code and the form, for people without a session.

import type { components } from '../../../client/index.js';
import { clientError } from '../../../client/session/errors.js';
import { restOf, unwrap } from '../../../client/session/rest.js';

/** The kinds of accounts that this host offers for sign-up. */
export type SignUpOptions = components['schemas']['SignUpOptions'];
/** A group that is offered. */
export type SignUpOffer = SignUpOptions['allocations'][number];
/** The form. */
export type SignUpForm = components['schemas']['RegisterBody'];
/** The outcome of a form. */
export type SignUpOutcome = components['schemas']['Registered'];
/** Was a code sent, or is the address confirmed already? */
type SignUpCode = components['schemas']['CodeSent'];

/** The calls of sign-up. */
export interface SignUpCalls {
  readonly options: (country: string, lang: string) => Promise<SignUpOptions>;
  readonly sendCode: (email: string, language: 'en' | 'de') => Promise<SignUpCode>;
  readonly register: (form: SignUpForm) => Promise<SignUpOutcome>;
}

/** The calls of sign-up at a server. */
export const signUpCalls = (url: string): SignUpCalls => {
  const fetchPublic = async (request: Request): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (cause) {
      throw clientError('client.unreachable', `${url} does not answer`, { cause });
    }
  };
  const rest = restOf({ url, fetch: fetchPublic });
  return {
    options: (country, lang) => {
      const query = { lang, ...(country !== '' && { country }) };
      return unwrap(rest.GET('/trader/v1/register', { params: { query } }));
    },
    sendCode: (email, language) =>
      unwrap(rest.POST('/trader/v1/register/code', { body: { email, language } })),
    register: (body) => unwrap(rest.POST('/trader/v1/register', { body })),
  };
};
