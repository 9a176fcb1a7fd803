// Texts of sign-up: its public routes, applications, settings and templates of e-mails.

import type { OperationTexts } from './operation-text.js';
import { settingTexts } from './setting-texts.js';

const application = { id: 1 };
const NOT_FOUND = 'there is no such application, or its group lies outside the scope';
const DECIDED = 'the application is decided already';
const STALE = '`version` is not the newest';

const people: OperationTexts = {
  'register.options': {
    says:
      'The first offer of a kind is the default. `demo` false with a `demo_url` means that demo ' +
      'accounts are opened at that page. An offer without `leverages` has its default alone. In ' +
      'web addresses `{lang}` and `{country}` are replaced, `{login}` is left empty.',
    errors: { 'auth.too_many_attempts': 'more than 60 requests from the address in a minute' },
    example: { query: { country: 'DE', lang: 'en' } },
  },
  register: {
    says:
      'Where the options say so, the e-mail address must be confirmed by a code, at most 72 ' +
      'hours before. A wrong code uses up one of its 5 tries, also in a form with other faults. ' +
      'A demo account gets its deposit and an investor password, which is e-mailed. The answer ' +
      'to an application tells that it was received; a password in it is not used.',
    errors: {
      invalid_input:
        'a field is missing, malformed or unknown, the name has one word or a link in it, or the ' +
        'group or leverage is not offered',
      forbidden: 'the kind is closed, is opened at another page, or no group takes it',
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
  },
  'register.code': {
    says:
      'A code has 6 digits and is valid for 15 minutes; the newest one counts. A confirmed ' +
      'address gets none, and without a mail server nobody does (`sent` is false). The answer ' +
      'does not tell whether an account exists.',
    errors: {
      'auth.too_many_attempts':
        'more than 3 codes for the e-mail address, or 10 from the address, in an hour',
    },
    example: { body: { email: 'ada@example.com' } },
  },
};

const staff: OperationTexts = {
  'applications.list': {
    says: 'Fields without their right are empty; `email` needs the right to it.',
    example: { query: { status: 'received', limit: 20 } },
  },
  'applications.read': {
    says: 'Fields without their right are empty.',
    errors: { not_found: NOT_FOUND },
    example: { path: application },
  },
  'applications.change': {
    says: 'Only what is sent changes. The group must be one for real accounts.',
    errors: {
      not_found: NOT_FOUND,
      conflict: `${DECIDED}, or ${STALE}`,
      forbidden: 'a right is missing, or the new group lies outside the scope',
    },
    example: { path: application, body: { version: 1, leverage: 50, comment: 'Called back' } },
  },
  'applications.approve': {
    says:
      'What is left out is that of the application; the login is the next free one. The owner ' +
      'must change the master password at the first sign-in.',
    errors: {
      not_found: NOT_FOUND,
      conflict: `${DECIDED}, the login is taken, or there is no mail server for the passwords`,
      forbidden: 'a right is missing, or the group lies outside the scope',
    },
    example: { path: application, body: { leverage: 50 } },
  },
  'applications.reject': {
    says: 'The person can apply again.',
    errors: { not_found: NOT_FOUND, conflict: DECIDED },
    example: { path: application, body: { reason: 'We do not serve your country.' } },
  },
};

const settings: OperationTexts = {
  'sign-up.settings.read': {
    says: 'A new platform is closed, but for the demo platform.',
  },
  'sign-up.settings.change': {
    says: 'What is not sent stays. It counts from the next form on.',
    errors: {
      invalid_input: 'a field is malformed, or a group is unknown or of the other kind',
      conflict: STALE,
    },
    example: { body: { version: 2, confirm_demo: true } },
  },
  ...settingTexts(
    {
      name: 'email-templates',
      order: 'Templates by id: the name of the e-mail and its language.',
      taken: '',
      id: 'code.en',
      changes:
        '`{{…}}` is replaced by a value, escaped in the HTML part. Elements, attributes and ' +
        'styles that are not allowed are removed.',
      invalid: 'a placeholder is unknown, missing or in an attribute',
      patch: { version: 1, html: '<p>Your code is <b>{{code}}</b>.</p>' },
    },
    ['list', 'read', 'change'],
  ),
  'email-templates.reset': {
    says: 'A template that has its built-in texts already is answered unchanged.',
    errors: { not_found: NOT_FOUND, conflict: STALE },
    example: { path: { id: 'code.en' }, body: { version: 2 } },
  },
};

export const signUpTexts: OperationTexts = { ...people, ...staff, ...settings };
