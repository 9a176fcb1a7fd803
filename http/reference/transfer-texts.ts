// Texts of the transfer of settings between servers.

import type { OperationTexts } from './operation-text.js';

const HOLIDAY = {
  year: 2027,
  month: 1,
  day: 1,
  description: 'New Year',
  symbols: ['*'],
};
const file = { format: 'app-config', version: 1, kinds: { holidays: [HOLIDAY] } };
const forbidden = 'the session has none of the rights of the kinds';

export const transferTexts: OperationTexts = {
  'transfer.catalog': {
    says: 'Everything that the caller may read, in one answer.',
    errors: { forbidden },
  },
  'transfer.export': {
    says:
      'A kind that is null exports all of it. Ids, versions and secrets stay behind; references ' +
      'are by name. Kinds that the caller may not read are named in `denied`. Items of ' +
      '`allocations` with the same key are told apart by their order. `staff` are known by their ' +
      'login: a file with this kind has the table `logins`, and dealers of routing rules.',
    errors: { forbidden },
    example: { body: { kinds: { symbols: ['Forex\\EURUSD'], holidays: null } } },
  },
  'transfer.preview': {
    says:
      'The checks are those of the import. At most 20,000 items and 10 MB. Items of kinds that ' +
      'the caller may not write are errors of their own.',
    errors: { forbidden },
    example: { body: { file } },
  },
  'transfer.import': {
    says:
      'Items are known by name or path. An item that fails does not stop the others, and nothing ' +
      'is deleted. New symbols are closed for trade unless the options say otherwise. A new ' +
      'datafeed, gateway or mail server without its secret arrives disabled, and so does a rule ' +
      'that asks dealers, with the rules behind it that would take its requests: each has a ' +
      'warning, in the preview too. `logins` of the file says who staff and dealers are here; a ' +
      'new staff user gets an account without a password.',
    errors: { forbidden },
    example: { body: { file, options: { mode: 'upsert' } } },
  },
  'transfer.delete': {
    says:
      'Nothing is deleted unless `dry_run` is false. What is in use is refused, as by the delete ' +
      'of its kind. Staff users are deleted by their own route.',
    errors: { forbidden: 'the session lacks the right to write the kind' },
    example: { body: { kind: 'symbols', keys: ['Crypto\\ETHUSD'], dry_run: true } },
  },
  'config.export': {
    says: 'The older form of the export, which knows two kinds.',
    errors: { forbidden: 'the session lacks the right of the kind' },
    example: { query: { kind: 'groups' } },
  },
  'config.import': {
    says:
      'The older form of the import: records as their list shows them, known by path. An item ' +
      'that fails does not stop the others.',
    errors: { forbidden: 'the session lacks the right of the kind' },
    example: {
      body: {
        kind: 'groups',
        items: [{ path: 'demo\\pound', company: 'Demo Brokerage', currency: 'GBP' }],
      },
    },
  },
};
