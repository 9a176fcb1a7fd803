// Templates of e-mails: built in until staff change them; their HTML is cleaned when it is stored.

import { type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { EMAIL_TEMPLATES } from '../../../wire/rest/settings/sign-up.js';
import {
  EMAIL_NAMES,
  EmailTemplateRecord,
  LANGUAGES,
  PLACEHOLDER,
  TEMPLATE_VALUES,
  templateId,
} from '../../../wire/settings/sign-up.js';
import { checkedBy, type RecordType, SETTING } from '../store/record-type.js';
import { EMAIL_TEXTS } from './email-texts.js';

type EmailTemplate = Stamped<EmailTemplateRecord>;

/** Most placeholders in a part, so that a filled part fits into an e-mail. */
const PLACEHOLDERS_MAX = 50;

const builtIn = Object.fromEntries(
  LANGUAGES.flatMap((language) =>
    EMAIL_NAMES.map((name) => {
      const { subject, paragraphs } = EMAIL_TEXTS[language][name];
      const id = templateId(name, language);
      const text = `${paragraphs.join('\n\n')}\n`;
      const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
      return [id, { id, name, language, subject, text, html }] as const;
    }),
  ),
);

/** The built-in texts of a template; an unknown template has none. */
export const builtInTexts = (
  id: string,
): Partial<Pick<EmailTemplateRecord, 'subject' | 'text' | 'html'>> => {
  if (!Object.hasOwn(builtIn, id)) return {};
  const { subject = '', text = '', html = '' } = builtIn[id] ?? {};
  return { subject, text, html };
};

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name as string);

/** Refuses placeholders that have no value, a needed one that is missing, and too many. */
const check = (template: EmailTemplate): Refusal | undefined => {
  const wrong = (fault: string): Refusal => refuse('invalid_input', fault);
  const values = TEMPLATE_VALUES[template.name];
  const known: readonly string[] = values.known;
  for (const part of ['subject', 'text', 'html'] as const) {
    const names = namesIn(template[part]);
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      return wrong(`${part}: has {{${unknown}}}; known are ${known.join(', ')}`);
    }
    const secrets: readonly string[] = part === 'subject' ? values.secret : [];
    const secret = names.find((name) => secrets.includes(name));
    if (secret !== undefined) {
      return wrong(`subject: has {{${secret}}}, which only the text may have: subjects are listed`);
    }
    if (names.length > PLACEHOLDERS_MAX) {
      return wrong(`${part}: has ${names.length} placeholders, of at most ${PLACEHOLDERS_MAX}`);
    }
    const needed = part === 'subject' || template[part] === '' ? [] : values.needed;
    const missing = needed.find((name) => !names.includes(name));
    if (missing !== undefined) return wrong(`${part}: must have {{${missing}}}`);
  }
  // Values of applicants are escaped for text; in an address they could name a script.
  return /<[^>]*\{\{/.test(template.html)
    ? wrong('html: placeholders can stand in text, not in an attribute')
    : undefined;
};

const { idsTo: _, ...named } = SETTING;

/** The record type of templates. */
export const EMAIL_TEMPLATE: RecordType<EmailTemplate> = {
  ...named,
  ...checkedBy(EmailTemplateRecord),
  noun: 'e-mail template',
  key: ({ id }) => id,
  defaults: builtIn,
  check,
  settingType: {
    setting: EMAIL_TEMPLATES,
    order: (a, b) => (a.id < b.id ? -1 : 1),
    transfer: { name: 'email_templates', keys: ['id'] },
  },
};
