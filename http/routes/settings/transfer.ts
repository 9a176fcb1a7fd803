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
    says: 'Lists what there is to transfer, by kind.',
    anyRights,
    reply: TransferCatalog,
    handle: async ({ caller }, context) =>
      large(await context.desk('transfer.catalog', { caller })),
  }),
  route({
    name: 'transfer.export',
    method: 'POST',
    path: `${path}/export`,
    says: 'Answers a file of settings, without secrets.',
    anyRights,
    body: ExportBody,
    bodyBytesMax: TRANSFER_BYTES_MAX,
    reply: TransferFile,
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.export', { caller, kinds: body.kinds })),
  }),
  route({
    name: 'transfer.preview',
    method: 'POST',
    path: `${path}/preview`,
    says: 'Answers what an import of a file would do; writes nothing.',
    anyRights,
    body: TransferBody,
    ...file,
    reply: TransferResult,
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.preview', { caller, bytes: bytesOf(body) })),
  }),
  route({
    name: 'transfer.import',
    method: 'POST',
    path: `${path}/import`,
    says: 'Takes a file of settings over, item by item.',
    anyRights,
    body: TransferBody,
    ...file,
    reply: TransferResult,
    handle: async ({ caller, body }, context) =>
      large(await context.desk('transfer.import', { caller, bytes: bytesOf(body) })),
  }),
  route({
    name: 'transfer.delete',
    method: 'POST',
    path: `${path}/delete`,
    says: 'Deletes settings by key, or says what a delete would do.',
    anyRights: settingRights,
    body: DeleteBody,
    bodyBytesMax: TRANSFER_BYTES_MAX,
    answerMs,
    reply: DeleteResult,
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
    anyRights: OLDER_RIGHTS,
    query: OlderExportQuery,
    reply: OlderExport,
    handle: async ({ caller, query: { kind } }, context) =>
      large(await context.desk('config.export', { caller, kind })),
  }),
  route({
    name: 'config.import',
    method: 'POST',
    path: '/admin/v1/config/import',
    says: 'Creates or changes symbols or groups, as their own routes do.',
    anyRights: OLDER_RIGHTS,
    body: OlderImportBody,
    ...file,
    reply: [ImportOutcome],
    handle: async ({ caller, body }, context) =>
      large(await context.desk('config.import', { caller, bytes: bytesOf(body) })),
  }),
];
