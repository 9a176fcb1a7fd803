// Texts of staff users, their report lines, and preferences.

import type { OperationTexts } from './operation-text.js';

const login = { login: 2 };
const errors = {
  not_found: 'the staff user is unknown, or outside the scope',
  conflict: '`version` is not the newest',
  forbidden: 'a right is missing, or more is given or touched than the caller holds',
} as const;
const { not_found, forbidden } = errors;

export const staffTexts: OperationTexts = {
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
