// Transfer of settings between servers: catalog, export, preview, import, delete.

import type { Right } from '../../../wire/accounts/rights.js';
import {
  DeleteBody,
  DeleteResult,
  ExportBody,
  ImportOutcome,
  OlderExport,
  OlderExportQuery,
  OlderImportBody,
  TRANSFER_BYTES_MAX,
  TransferBody,
  TransferCatalog,
  TransferFile,
  TransferResult,
} from '../../../wire/rest/settings/transfer.js';
import { unconfirmed } from '../../rest/confirm.js';
import { route } from '../../rest/route.js';
import { large } from '../../rest/setting-routes.js';

const forbidden = 'the session has none of the rights of the kinds';
const HOLIDAY = {
  year: 2027,
  month: 1,
  day: 1,
  description: 'New Year',
  symbols: ['*'],
};
const FILE = { format: 'app-config', version: 1, kinds: { holidays: [HOLIDAY] } };

/** Any of these rights opens the routes; each type needs its own right. */
const settingRights: readonly Right[] = [
  'config.symbols',
  'symbols.quick_edit',
  'config.leverage',
  'config.groups',
  'config.datafeeds',
  'config.gateways',
  'config.routing',
  'config.holidays',
  'config.reports',
  'config.servers',
  'config.allocation',
  'config.mail',
];
const anyRights: readonly Right[] = [...settingRights, 'config.staff'];
const OLDER_RIGHTS: readonly Right[] = ['config.symbols', 'config.groups'];
const path = '/admin/v1/config/transfer';
/** Time limit in ms: 20,000 items may take minutes on a busy server. */
const answerMs = 600_000;
const file = { bodyBytesMax: TRANSFER_BYTES_MAX, wholeBody: true, answerMs };
const bytesOf = (body: unknown): Uint8Array => body as Uint8Array;

export const transfer = [
  route({
    name: 'transfer.catalog',
    method: 'GET',
    path: `${path}/catalog`,
    says: 'Lists the items that can be transferred, by kind.',
    details: 'One answer has every item that the caller may read.',
    anyRights,
    reply: TransferCatalog,
    errors: { forbidden },
    handle: async ({ caller }, context) =>
      large(await context.desk('transfer.catalog', { caller })),
  }),
  route({
    name: 'transfer.export',
    method: 'POST',
    path: `${path}/export`,
    says: 'Answers a file of settings, without secrets.',
    details:
      'A kind with the value null exports all of its items. Ids, versions and secrets are ' +
      'left out; references are by name. Kinds that the caller may not read are named in ' +
      '`denied`. Items of `allocations` with the same key are distinguished by their ' +
      'order. `staff` are known by their login: a file with this kind has the table ' +
      '`logins`, and dealers of routing rules.',
    anyRights,
    body: ExportBody,
    bodyBytesMax: TRANSFER_BYTES_MAX,
    reply: TransferFile,
    errors: { forbidden },
    example: { body: { kinds: { symbols: ['Forex\\EURUSD'], holidays: null } } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.export', { caller, kinds: body.kinds })),
  }),
  route({
    name: 'transfer.preview',
    method: 'POST',
    path: `${path}/preview`,
    says: 'Answers the changes that an import of a file would make; writes nothing.',
    details:
      'The checks equal the checks of the import. At most 20,000 items and 10 MB. Items of ' +
      'kinds that the caller may not write are errors of their own.',
    anyRights,
    body: TransferBody,
    ...file,
    reply: TransferResult,
    errors: { forbidden },
    example: { body: { file: FILE } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.preview', { caller, bytes: bytesOf(body) })),
  }),
  route({
    name: 'transfer.import',
    method: 'POST',
    path: `${path}/import`,
    says: 'Takes a file of settings over, item by item.',
    details:
      'Items are identified by name or path. An item that fails does not stop the others, ' +
      'and nothing is deleted. New symbols are closed for trade unless the options say ' +
      'otherwise. A new datafeed, gateway or mail server without its secret is created ' +
      'disabled, as is a rule that asks dealers, and the later rules that would take the ' +
      'requests of this rule: each has a warning, in the preview too. `logins` of the file ' +
      'says who staff and dealers are here; a new staff user gets an account without a ' +
      'password.',
    anyRights,
    body: TransferBody,
    ...file,
    reply: TransferResult,
    errors: { forbidden },
    example: { body: { file: FILE, options: { mode: 'upsert' } } },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.import', { caller, bytes: bytesOf(body) })),
  }),
  route({
    name: 'transfer.delete',
    method: 'POST',
    path: `${path}/delete`,
    says: 'Deletes settings by key, or answers what a deletion would do.',
    details:
      'Nothing is deleted unless `dry_run` is false. An item in use is refused, as by the delete ' +
      'of its kind. Staff users are deleted by their own route.',
    anyRights: settingRights,
    body: DeleteBody,
    bodyBytesMax: TRANSFER_BYTES_MAX,
    answerMs,
    reply: DeleteResult,
    errors: { forbidden: 'the session lacks the right to write the kind' },
    example: { body: { kind: 'symbols', keys: ['Crypto\\ETHUSD'], dry_run: true } },
    handle: async ({ caller, body }, context) => {
      const { dry_run = true, ...asked } = unconfirmed(body);
      return large(await context.desk('transfer.delete', { caller, ...asked, dry_run }));
    },
  }),
  route({
    name: 'config.export',
    method: 'GET',
    path: '/admin/v1/config/export',
    says: 'Lists symbols or groups as their own route does.',
    details: 'An older export, of symbols and groups only. Use `transfer/export` for every kind.',
    anyRights: OLDER_RIGHTS,
    query: OlderExportQuery,
    reply: OlderExport,
    errors: { forbidden: 'the session lacks the right of the kind' },
    example: { query: { kind: 'groups' } },
    handle: async ({ caller, query: { kind } }, context) =>
      large(await context.desk('config.export', { caller, kind })),
  }),
  route({
    name: 'config.import',
    method: 'POST',
    path: '/admin/v1/config/import',
    says: 'Creates or changes symbols or groups, as their own routes do.',
    details:
      'An older import, of symbols and groups only. Each item has the fields of its list; the ' +
      'path of the item names the record. An item that fails does not stop the others.',
    anyRights: OLDER_RIGHTS,
    body: OlderImportBody,
    ...file,
    reply: [ImportOutcome],
    errors: { forbidden: 'the session lacks the right of the kind' },
    example: {
      body: {
        kind: 'groups',
        items: [{ path: 'demo\\pound', company: 'Demo Brokerage', currency: 'GBP' }],
      },
    },
    handle: async ({ caller, body }, context) =>
      large(await context.desk('config.import', { caller, bytes: bytesOf(body) })),
  }),
];
