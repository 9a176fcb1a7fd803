// Texts of staff users, their report lines, preferences, and mail.

import type { ExampleRequest, OperationText, OperationTexts } from './operation-text.js';

const login = { login: 2 };
const errors = {
  not_found: 'the staff user is unknown, or outside the scope',
  conflict: '`version` is not the newest',
  forbidden: 'a right is missing, or more is given or touched than the caller holds',
} as const;
const { not_found, forbidden } = errors;

const copy = { id: 7 };
const file = { ...copy, file: 1 };
const NO_COPY = 'the mailbox of the caller has no such message or draft';
const NO_DRAFT = 'the caller has no such draft';
const TOO_OFTEN = 'the login saves, marks and deletes too often; `Retry-After` says how long';
const SILENT = 'it does not show yet what the session was told';
const marking = { 'auth.too_many_attempts': TOO_OFTEN, timeout: SILENT } as const;
const LIMITS =
  'A file has at most 1 MiB, its name one of the usual endings, and its content must fit that. ';
const sending = {
  conflict: 'the draft, or what the caller may do, was changed meanwhile',
  not_found: 'there is no such draft, or no message of the mailbox that is answered',
  'auth.too_many_attempts':
    'the login sends too many messages or files; `Retry-After` says how long',
} as const;

/** What each audience says of its drafts, and the addressees of its example. */
const DRAFTS = {
  staff: [
    'A draft is not checked until it is sent: `to` is ignored. ',
    { to_logins: [1001], subject: 'Your margin', body: 'Dear {{name}}, …' },
    'the right is missing, or the session is read-only',
  ],
  trader: [
    'A draft is not checked until it is sent: logins, groups and e-mails are ignored. ',
    { to: 1, subject: 'A question', body: 'Good morning, …' },
    'mail is off for the group of the account, or the session is read-only',
  ],
} as const;

const mailbox = (audience: 'staff' | 'trader'): OperationTexts => {
  const [unchecked, draft, barred] = DRAFTS[audience];
  const written = (not_found: string, conflict: string): OperationText['errors'] => ({
    not_found,
    conflict,
    forbidden: barred,
    'auth.too_many_attempts': TOO_OFTEN,
  });
  const UNTOLD = 'it was changed by another request meanwhile';
  const route = (
    says: string,
    errors: OperationText['errors'],
    example: ExampleRequest,
  ): OperationText => ({ says, ...(errors && { errors }), example });
  const of = `mail.${audience}`;
  const answered = 'the mailbox has no message that is answered';
  return {
    [`${of}.list`]: route(
      'A folder has one row for each thread, its newest message. With `thread` the messages of ' +
        'it are answered, and marked as read. A `limit` below 1 or above 200 stands for 50.',
      marking,
      { query: { folder: 'inbox', limit: 20 } },
    ),
    [`${of}.draft`]: route(
      `${unchecked}A login has at most 200 drafts, of 20 MiB together.`,
      written(`${NO_DRAFT}, or ${answered}`, UNTOLD),
      { body: draft },
    ),
    [`${of}.redraft`]: route(
      `${unchecked}A field that is left out becomes empty.`,
      written(`${NO_DRAFT}, or ${answered}`, UNTOLD),
      { path: copy, body: draft },
    ),
    [`${of}.attach`]: route(
      `${LIMITS}A message has at most 5 files, of 2 MiB together.`,
      {
        ...written(NO_DRAFT, UNTOLD),
        'auth.too_many_attempts': sending['auth.too_many_attempts'],
      },
      { path: copy },
    ),
    [`${of}.detach`]: route(
      'The numbers of other files stay.',
      written(`${NO_DRAFT}, or it has no such file`, UNTOLD),
      { path: file },
    ),
    [`${of}.read`]: route(
      'A read-only session marks nothing. Placeholders are filled for the reader.',
      { not_found: NO_COPY, 'auth.too_many_attempts': TOO_OFTEN },
      { path: copy },
    ),
    [`${of}.delete`]: route(
      'A deleted copy does not come back.',
      written(NO_COPY, 'the files of the draft were changed meanwhile'),
      { path: copy },
    ),
    [`${of}.download`]: {
      says: 'The bytes of the file without an envelope, under its name and with its media type.',
      errors: { not_found: `${NO_COPY}, or it has no such file`, timeout: SILENT },
      example: { path: file },
      isFile: true,
    },
  };
};

const mail: OperationTexts = {
  ...mailbox('staff'),
  ...mailbox('trader'),
  'mail.send': {
    says:
      'Takes `to_logins` or `to_group`. What is left out comes from the draft, which the send ' +
      'deletes. Accounts whose group has no mail are skipped. `{{login}}`, `{{name}}`, ' +
      '`{{group}}`, `{{currency}}` and `{{company}}` are filled for each recipient, up to 256 ' +
      'of a message. With `email` it also goes out as e-mails.',
    errors: {
      ...sending,
      forbidden:
        'the right is missing, a login lies outside the scope, or the session is read-only',
      timeout: 'the list of accounts is behind; nothing was sent',
    },
    example: {
      body: { to_logins: [1001], subject: 'Your margin', body: 'Dear {{name}}, please call us.' },
    },
  },
  'mail.send_to_staff': {
    says:
      '`to` is a login of the list of mailboxes. What is left out comes from the draft, which a ' +
      'send deletes.',
    errors: { ...sending, forbidden: DRAFTS.trader[2] },
    example: { body: { to: 1, subject: 'A question', body: 'When do markets close today?' } },
  },
  'mail.mailboxes': {
    says:
      'Those with the right `mailbox` whose scope has the group of the account, by login. Names ' +
      'are those for traders.',
  },
  'mail.outbox': {
    says:
      'The newest first. Addresses need `fields.email`, subjects `fields.name`. E-mails of a ' +
      'message are made some at a time: until then their `id` is 0. `pending` counts all of ' +
      'them, whatever is asked for.',
    errors: { timeout: SILENT },
    example: { query: { status: 'queued', limit: 20 } },
  },
  'mail.cancel': {
    says: 'Its sender does that, or a holder of `config.mail`. Copies in mailboxes stay.',
    errors: { not_found: 'no such message of the caller, or none of its e-mails are left' },
    example: { path: copy },
  },
};

export const staffTexts: OperationTexts = {
  ...mail,
  'staff.list': {
    says: 'Members of staff groups, with what each may do. No password is ever shown.',
    example: { query: { name: 'adm', page: 1, limit: 20 } },
  },
  'staff.create': {
    says:
      'The group of the account must have a part `managers` or `administrators`. Nobody gives ' +
      'rights, groups or history that they do not hold. Sessions of the login follow at once.',
    errors: {
      not_found: 'there is no such account',
      conflict: 'the account has a profile already',
      forbidden,
    },
    example: {
      body: {
        login: 2,
        rights: ['trades.view', 'accounts.view'],
        group_scope: ['demo\\*'],
        logs_months: 3,
      },
    },
  },
  'staff.rights': { says: 'For forms in which rights are given.' },
  'staff.roles': {
    says: '`role` of a create names one. A profile keeps the rights alone, to be changed singly.',
  },
  'staff.read': {
    says: 'Has its version, which a change sends back.',
    errors: { not_found },
    example: { path: login },
  },
  'staff.change': {
    says:
      'What is not sent stays. Live sessions follow at once. Only this route makes a disabled ' +
      'user active again.',
    errors,
    example: {
      path: login,
      body: { version: 1, rights: ['trades.view'], mailbox_name: 'Dealing desk' },
    },
  },
  'staff.delete': {
    says: 'Its account stays. A user with a history is disabled instead.',
    errors: {
      not_found,
      forbidden,
      conflict: 'trades or journal lines name the user',
    },
    example: { path: login },
  },
  'staff.disable': {
    says: 'A disabled user is answered as it is. Nobody disables themselves.',
    errors: { not_found, forbidden, conflict: 'it was changed by another request meanwhile' },
    example: { path: login },
  },
  'staff.password': {
    says: 'Every session of the user ends. The journal does not have the password.',
    errors: { not_found, forbidden, conflict: 'it was changed by another request meanwhile' },
    example: { path: login, body: { password: 'Dealer-pass2' } },
  },
  'staff.reports': {
    says: 'A line opens the report configurations whose name is its path, or fits it as a mask.',
    errors: { not_found },
    example: { path: login },
  },
  'staff.put_reports': {
    says: 'Lines without a position follow in the order in which they are sent.',
    errors,
    example: {
      path: login,
      body: { version: 2, lines: [{ path: 'Finance\\*', export: true, depth_days: 90 }] },
    },
  },
  'preferences.read': {
    says: 'Before the first save the content is empty and the version 0.',
  },
  'preferences.replace': {
    says: 'The document has at most 256 KiB. Terminals keep in it what they like.',
    errors: { conflict: '`expected_version` is neither 0 nor the stored one; nothing is saved' },
    example: { body: { content: { theme: 'dark', columns: ['login', 'equity'] } } },
  },
  'preferences.merge': {
    says: 'A key that is sent takes the place of the whole stored value; others stay.',
    errors: { conflict: '`expected_version` is neither 0 nor the stored one; nothing is saved' },
    example: { body: { content: { theme: 'light', columns: null }, expected_version: 1 } },
  },
};
