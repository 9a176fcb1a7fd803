// People who sign up, for tests: the form, and how it is sent to a desk.

import { ok } from '../../wire/base/codes.js';
import { type RegisterForm, registerFault } from '../../wire/rest/accounts/sign-up.js';
import { ADDRESS, type DeskHarness } from './desk-harness.js';

/** The e-mail address of a person. */
export const EMAIL = 'ann@client.example';

/** A complete form, but for what is given; null = without the field. */
export const formOf = (given: Readonly<Record<string, unknown>> = {}): RegisterForm => {
  const form = { type: 'demo', name: 'Ann Example', email: EMAIL, password: 'Demo-pass1' };
  const all = Object.entries({ ...form, ...given }).filter(([, value]) => value !== null);
  return Object.fromEntries(all) as unknown as RegisterForm;
};

/** Sends a form to a desk, as the route does. */
export const signUpAt = (
  harness: DeskHarness,
  given: Readonly<Record<string, unknown>> = {},
  ip = ADDRESS,
  host = 'broker.example',
) => {
  const form = formOf(given);
  const { email, code = '' } = form;
  const checked = registerFault(form) ?? ok(form);
  return harness.desk.handle('sign_up.register', {
    host,
    ip,
    proof: { email, code },
    form: checked,
  });
};
