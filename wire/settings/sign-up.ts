// Sign-up settings: which accounts people can open or apply for by themselves, and the e-mails.

import { type Static, Type } from '@sinclair/typebox';
import { ADDRESS_LENGTH_MAX } from '../base/address.js';
import { Named, PlainText, WholeText, Words } from '../base/schema.js';
import { Bool, Choice, Name, Text } from '../base/setting-fields.js';

/** The languages of the e-mails of sign-up. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Most networks from which an operator tests sign-up. */
const TEST_NETWORKS_MAX = 16;

/** Switches of sign-up. There is a single record. */
export const SignUpRecord = Named('SignUpSettings', {
  /** Can people open demo accounts, and apply for real ones? */
  demo: Bool(false),
  real: Bool(false),
  /** Must the e-mail address be confirmed by a code? */
  confirm_demo: Bool(true),
  confirm_real: Bool(true),
  /** The group where no allocation rule of the kind and brand is enabled; empty = none. */
  demo_group: Text(128),
  real_group: Text(128),
  /** The languages in which e-mails are written. */
  languages: Type.Array(Words(LANGUAGES), {
    minItems: 1,
    uniqueItems: true,
    default: [...LANGUAGES],
  }),
  /** The language of people who choose none of these. */
  default_language: Choice(LANGUAGES, 'en'),
  /** Networks whose forms, codes and reads are not limited by address: for an operator's tests. */
  test_networks: Type.Array(WholeText(ADDRESS_LENGTH_MAX, 1), {
    maxItems: TEST_NETWORKS_MAX,
    default: [],
  }),
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
  id: Type.String(),
  name: Words(EMAIL_NAMES),
  language: Words(LANGUAGES),
  subject: Name(200),
  text: { ...PlainText(TEMPLATE_TEXT_MAX), minLength: 1 },
  /** A second part of the e-mail; empty = it has the text alone. */
  html: PlainText(TEMPLATE_HTML_MAX),
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
