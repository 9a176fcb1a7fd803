// The built-in texts of the e-mails of sign-up, by their templates.

import type { EmailName, Language } from '../../../wire/settings/sign-up.js';

/** A subject, and the paragraphs of which both parts of the e-mail are made. */
interface EmailTexts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const EN: Readonly<Record<EmailName, EmailTexts>> = {
  code: {
    subject: 'Your confirmation code',
    paragraphs: [
      'Your confirmation code is {{code}}.',
      'It is valid for {{minutes}} minutes. If you did not ask for it, ignore this e-mail.',
      '{{company}}',
    ],
  },
  opened: {
    subject: 'Your demo account {{login}}',
    paragraphs: [
      'Hello {{name}},',
      'your demo account is open. Sign in with the login {{login}} and the password that you ' +
        'chose.',
      'Deposit: {{deposit}} {{currency}}. Leverage: 1:{{leverage}}.',
      'Investor password, which shows the account and cannot trade: {{investor_password}}',
      '{{company}}',
    ],
  },
  received: {
    subject: 'Your application {{application}}',
    paragraphs: [
      'Hello {{name}},',
      'we have received your application for a real account. You will hear from us by e-mail.',
      '{{company}}',
    ],
  },
  approved: {
    subject: 'Your account {{login}}',
    paragraphs: [
      'Hello {{name}},',
      'your account is open. Sign in with the login {{login}} and the password {{password}}, ' +
        'which you change when you sign in for the first time.',
      'Currency: {{currency}}. Leverage: 1:{{leverage}}.',
      'Investor password, which shows the account and cannot trade: {{investor_password}}',
      '{{company}}',
    ],
  },
  rejected: {
    subject: 'Your application {{application}}',
    paragraphs: [
      'Hello {{name}},',
      'we are sorry that we cannot open an account for you.',
      '{{reason}}',
      '{{company}}',
    ],
  },
};

const DE: Readonly<Record<EmailName, EmailTexts>> = {
  code: {
    subject: 'Ihr Bestätigungscode',
    paragraphs: [
      'Ihr Bestätigungscode ist {{code}}.',
      'Er gilt {{minutes}} Minuten. Haben Sie ihn nicht angefordert, ignorieren Sie diese E-Mail.',
      '{{company}}',
    ],
  },
  opened: {
    subject: 'Ihr Demokonto {{login}}',
    paragraphs: [
      'Guten Tag {{name}},',
      'Ihr Demokonto ist eröffnet. Melden Sie sich mit dem Login {{login}} und dem Passwort an, ' +
        'das Sie gewählt haben.',
      'Einlage: {{deposit}} {{currency}}. Hebel: 1:{{leverage}}.',
      'Investorpasswort, mit dem man das Konto sieht und nicht handelt: {{investor_password}}',
      '{{company}}',
    ],
  },
  received: {
    subject: 'Ihr Antrag {{application}}',
    paragraphs: [
      'Guten Tag {{name}},',
      'wir haben Ihren Antrag auf ein Konto erhalten. Sie hören per E-Mail von uns.',
      '{{company}}',
    ],
  },
  approved: {
    subject: 'Ihr Konto {{login}}',
    paragraphs: [
      'Guten Tag {{name}},',
      'Ihr Konto ist eröffnet. Melden Sie sich mit dem Login {{login}} und dem Passwort ' +
        '{{password}} an, das Sie bei der ersten Anmeldung ändern.',
      'Währung: {{currency}}. Hebel: 1:{{leverage}}.',
      'Investorpasswort, mit dem man das Konto sieht und nicht handelt: {{investor_password}}',
      '{{company}}',
    ],
  },
  rejected: {
    subject: 'Ihr Antrag {{application}}',
    paragraphs: [
      'Guten Tag {{name}},',
      'leider können wir für Sie kein Konto eröffnen.',
      '{{reason}}',
      '{{company}}',
    ],
  },
};

/** The built-in texts by language and name. */
export const EMAIL_TEXTS: Readonly<Record<Language, Readonly<Record<EmailName, EmailTexts>>>> = {
  en: EN,
  de: DE,
};
