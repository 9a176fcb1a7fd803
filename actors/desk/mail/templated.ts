// The e-mails about new accounts and applications: a template in the language of the recipient,
// filled with values.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { cutText } from '../../../wire/base/schema.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import {
  type EmailName,
  LANGUAGES,
  type Language,
  PLACEHOLDER,
  type TEMPLATE_VALUES,
  templateId,
} from '../../../wire/settings/sign-up.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { pagesFor } from '../types/allocation-choice.js';
import { allocationSettings } from '../types/allocations.js';
import { signUpOf } from '../types/sign-up.js';
import type { MailQueue, NewEmail } from './mail-queue.js';

type EmailValues<N extends EmailName> = Readonly<
  Record<(typeof TEMPLATE_VALUES)[N]['known'][number], string | number>
>;

/** An e-mail of a template. */
interface TemplateEmail<N extends EmailName> {
  readonly name: N;
  readonly to: string;
  /** The language that the recipient chose; empty = none. */
  readonly language: string;
  readonly values: EmailValues<N>;
}

/** Most characters of a subject, and the subject whose values leave nothing of it. */
const SUBJECT_MAX = 256;
const NO_SUBJECT = '-';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);

/** The text with its placeholders replaced once: values are not searched for placeholders. */
const filled = (
  text: string,
  values: Readonly<Record<string, string | number>>,
  form = (value: string): string => value,
): string => text.replace(PLACEHOLDER, (_, name: string) => form(String(values[name] ?? '')));

/** The language of e-mails to a recipient who chose one, or none. */
const languageOf = (reader: RecordReader, chosen: string): Language => {
  const { languages, default_language } = signUpOf(reader);
  const own = LANGUAGES.find((one) => one === chosen);
  return own !== undefined && languages.includes(own) ? own : default_language;
};

/** The parts of an e-mail. */
const emailOf = <N extends EmailName>(
  reader: RecordReader,
  { name, to, language, values }: TemplateEmail<N>,
): NewEmail => {
  const id = templateId(name, languageOf(reader, language));
  const template = reader.get('email_template', id)?.record;
  if (template === undefined) throw new Error(`there is no template ${id}`);
  const body = filled(template.html, values, escaped);
  return {
    server_id: null,
    to,
    subject: cutText(filled(template.subject, values), SUBJECT_MAX).trim() || NO_SUBJECT,
    text: filled(template.text, values),
    html:
      body === ''
        ? ''
        : `<!doctype html>\n<html lang="${template.language}"><body>\n${body}\n</body></html>\n`,
  };
};

/** The refusal where passwords could not be e-mailed. */
export const NO_SERVER = refuse(
  'conflict',
  'There is no default mail server: the passwords of the account could not be e-mailed.',
);

/** The values of a new account that e-mails show. */
interface NewAccount {
  readonly login: number;
  readonly group: GroupRecord;
  readonly leverage: number;
  /** The name of the owner. */
  readonly name: string;
}

/** The values of an account for an e-mail. */
export const accountValues = (
  reader: RecordReader,
  { login, group, leverage, name }: NewAccount,
) => {
  const { deposit_url } = pagesFor(allocationSettings(reader), group);
  const { currency, company } = group;
  return { login, leverage, currency, deposit_url, name, company };
};

/**
 * Adds an e-mail to a decision, which holds the lock of the mail queue; `ip` is the address of the
 * person who causes it by a form or by asking for a code. False = there is no default mail server,
 * and nothing is added: nobody is to wait for it.
 */
export const addEmail = <N extends EmailName>(
  tx: Transaction,
  mail: MailQueue,
  email: TemplateEmail<N>,
  now: number,
  ip?: string,
): Outcome<boolean> => {
  if (!mail.hasServer) return ok(false);
  const cause = email.name === 'code' ? 'code' : 'form';
  const by = ip === undefined ? {} : { by: { cause, ip } as const };
  const added = mail.add(tx, [{ ...emailOf(tx, email), ...by }], now);
  return added.ok ? ok(true) : added;
};
