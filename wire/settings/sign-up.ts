// Sign-up settings: which accounts people can open or apply for by themselves, and the e-mails.

import { type Static, Type } from '@sinclair/typebox';
import { ADDRESS_LENGTH_MAX } from '../base/address.js';
import { formatted, Named, PlainText, refersTo, WholeText, Words } from '../base/schema.js';
import { Bool, Choice, Name, Text } from '../base/setting-fields.js';
import { section } from '../fields/words.js';

const kinds = section('Kinds');
const groups = section('Groups');
const languages = section('Languages');
const limits = section('Limits');
const identity = section('Identity');
const texts = section('Texts');

/** The languages of the e-mails of sign-up. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Most networks from which an operator tests sign-up. */
const TEST_NETWORKS_MAX = 16;

/** Switches of sign-up. There is a single record. */
export const SignUpRecord = Named('SignUpSettings', {
  demo: kinds('Demo', 'Can people open demo accounts?', Bool(false)),
  real: kinds('Real', 'Can people apply for real accounts?', Bool(false)),
  confirm_demo: kinds(
    'Confirm demo',
    'Does a demo account need a confirmed e-mail address?',
    Bool(true),
  ),
  confirm_real: kinds(
    'Confirm real',
    'Does an application need a confirmed e-mail address?',
    Bool(true),
  ),
  demo_group: groups(
    'Demo group',
    'Group of demo accounts while no allocation rule for demo accounts is enabled; empty ' +
      '= none.',
    refersTo('group', 'path', Text(128)),
  ),
  real_group: groups(
    'Real group',
    'Group of real accounts while no allocation rule for real accounts is enabled; empty ' +
      '= none.',
    refersTo('group', 'path', Text(128)),
  ),
  languages: languages(
    'Languages',
    'Languages in which e-mails are written.',
    Type.Array(Words(LANGUAGES), {
      minItems: 1,
      uniqueItems: true,
      default: [...LANGUAGES],
    }),
  ),
  default_language: languages(
    'Default language',
    'Offer for people who choose none of the others.',
    Choice(LANGUAGES, 'en'),
  ),
  test_networks: limits(
    'Test networks',
    'Prefixes of addresses whose forms, codes and reads are not limited by address.',
    Type.Array(WholeText(ADDRESS_LENGTH_MAX, 1), {
      maxItems: TEST_NETWORKS_MAX,
      default: [],
    }),
  ),
});
export type SignUpRecord = Static<typeof SignUpRecord>;

/** The e-mails of sign-up. */
export const EMAIL_NAMES = ['code', 'opened', 'received', 'approved', 'rejected'] as const;
export type EmailName = (typeof EMAIL_NAMES)[number];

/** Longest text and HTML of a template, in characters. */
const TEMPLATE_TEXT_MAX = 16_384;
const TEMPLATE_HTML_MAX = 32_768;

/** The template of an e-mail in a language; the id has both. `{{…}}` is replaced by a value. */
export const EmailTemplateRecord = Named('EmailTemplate', {
  id: identity('Id', 'Name and language, such as `code.en`.', Type.String()),
  name: identity('Name', 'Kind of e-mail of the template.', Words(EMAIL_NAMES)),
  language: identity('Language', 'Language of the texts.', Words(LANGUAGES)),
  subject: texts('Subject', 'Subject with placeholders.', Name(200)),
  text: texts('Text', 'Text part with placeholders.', {
    ...PlainText(TEMPLATE_TEXT_MAX),
    minLength: 1,
  }),
  html: texts(
    'HTML',
    'HTML part with placeholders; empty = the text alone.',
    formatted('html', PlainText(TEMPLATE_HTML_MAX)),
  ),
});
export type EmailTemplateRecord = Static<typeof EmailTemplateRecord>;

/** The id of a template. */
export const templateId = (name: EmailName, language: Language): string => `${name}.${language}`;

/**
 * The values that a template may use, those that its text must use, and those that nobody else may
 * see: its subject, which is stored and listed, has none of them.
 */
interface TemplateValues {
  readonly known: readonly string[];
  readonly needed: readonly string[];
  readonly secret: readonly string[];
}
const ACCOUNT = ['login', 'leverage', 'currency', 'deposit_url', 'name', 'company'] as const;
export const TEMPLATE_VALUES = {
  code: { known: ['code', 'minutes', 'company'], needed: ['code'], secret: ['code'] },
  opened: {
    known: [...ACCOUNT, 'investor_password', 'deposit'],
    needed: ['login', 'investor_password'],
    secret: ['investor_password'],
  },
  received: { known: ['name', 'application', 'company'], needed: [], secret: [] },
  approved: {
    known: [...ACCOUNT, 'password', 'investor_password', 'application'],
    needed: ['login', 'password'],
    secret: ['password', 'investor_password'],
  },
  rejected: {
    known: ['name', 'application', 'reason', 'company'],
    needed: [],
    secret: [],
  },
} as const satisfies Readonly<Record<EmailName, TemplateValues>>;

/** A place in a template that is replaced by a value. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
