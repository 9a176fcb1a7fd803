// Datafeeds and gateways: sources of prices and destinations of orders.

import type { Right } from '../../../wire/accounts/rights.js';
import { done } from '../../../wire/base/codes.js';
import {
  DATAFEEDS,
  DatafeedStatus,
  FEED_MODULE_ENTRIES,
  GATEWAY_MODULE_ENTRIES,
  GATEWAYS,
  GatewayStatus,
  GatewayTransaction,
  ModuleEntry,
  TransactionQuery,
} from '../../../wire/rest/settings/connections.js';
import {
  ProviderSymbol,
  SymbolImport,
  SymbolImportBody,
} from '../../../wire/rest/settings/offered-symbols.js';
import type { ConnectionKind } from '../../../wire/settings/connections.js';
import type { Setting } from '../../../wire/settings/setting.js';
import { route } from '../../rest/route.js';
import { IdPath, large, readable, settingRoutes } from '../../rest/setting-routes.js';
import { providerAccounts } from './provider-accounts.js';

/** Most values of a body: as many masks as a connection may have. */
const IMPORT_VALUES_MAX = 1024;

/** The routes of the symbols that the providers of a kind of connections offer. */
const offeredRoutes = (kind: ConnectionKind, { write }: Setting) => [
  route({
    name: `${kind}s.symbols`,
    method: 'GET',
    path: `/admin/v1/${kind}s/{id}/symbols`,
    says: `Lists the symbols that the provider of a ${kind} offers.`,
    rights: [write],
    params: IdPath,
    reply: [ProviderSymbol],
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id } }, context) =>
      large(await context.desk('connections.offered', { caller, kind, id })),
  }),
  route({
    name: `${kind}s.import_symbols`,
    method: 'POST',
    path: `/admin/v1/${kind}s/{id}/import-symbols`,
    says: `Creates symbols that the provider of a ${kind} offers.`,
    rights: [write],
    params: IdPath,
    body: SymbolImportBody,
    bodyValuesMax: IMPORT_VALUES_MAX,
    reply: [SymbolImport],
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
    handle: async ({ caller, path: { id }, body }, context) =>
      large(await context.desk('connections.import', { caller, kind, id, body })),
  }),
];

const OPS = ['list', 'create', 'read', 'patch', 'remove', 'order'] as const;

/** The route that restarts a connection. */
const restart = (name: 'datafeeds' | 'gateways', one: string, right: Right) =>
  route({
    name: `${name}.restart`,
    method: 'POST',
    path: `/admin/v1/${name}/{id}/restart`,
    says: `Connects ${one} anew.`,
    rights: [right],
    params: IdPath,
    reply: null,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id } }, context) =>
      context.desk(`${name}.restart`, { caller, id }),
  });

export const connections = [
  ...settingRoutes(DATAFEEDS, {
    name: 'datafeeds',
    path: 'datafeeds',
    one: 'a datafeed',
    many: 'datafeeds',
    ops: OPS,
  }),
  route({
    name: 'datafeeds.modules',
    method: 'GET',
    path: '/admin/v1/datafeeds/modules',
    says: 'Lists the modules that a datafeed may be of.',
    ...readable(DATAFEEDS.read),
    reply: [ModuleEntry],
    handle: async () => done(FEED_MODULE_ENTRIES),
  }),
  route({
    name: 'datafeeds.statuses',
    method: 'GET',
    path: '/admin/v1/datafeeds/statuses',
    says: 'Tells what each datafeed is doing.',
    ...readable(DATAFEEDS.read),
    reply: [DatafeedStatus],
    handle: async (_input, context) => context.desk('datafeeds.statuses', {}),
  }),
  restart('datafeeds', 'a datafeed', DATAFEEDS.write),
  ...offeredRoutes('datafeed', DATAFEEDS),
  ...settingRoutes(GATEWAYS, {
    name: 'gateways',
    path: 'gateways',
    one: 'a gateway',
    many: 'gateways',
    ops: OPS,
  }),
  route({
    name: 'gateways.modules',
    method: 'GET',
    path: '/admin/v1/gateways/modules',
    says: 'Lists the modules that a gateway may be of.',
    ...readable(GATEWAYS.read),
    reply: [ModuleEntry],
    handle: async () => done(GATEWAY_MODULE_ENTRIES),
  }),
  route({
    name: 'gateways.statuses',
    method: 'GET',
    path: '/admin/v1/gateways/statuses',
    says: 'Tells what each gateway is doing.',
    ...readable(GATEWAYS.read),
    reply: [GatewayStatus],
    handle: async (_input, context) => context.desk('gateways.statuses', {}),
  }),
  restart('gateways', 'a gateway', GATEWAYS.write),
  ...offeredRoutes('gateway', GATEWAYS),
  providerAccounts,
  route({
    name: 'gateways.transactions',
    method: 'GET',
    path: '/admin/v1/gateways/{id}/transactions',
    says: 'Lists the messages that a gateway has kept, the newest first.',
    // They are the orders of all groups, no settings.
    rights: [GATEWAYS.write],
    params: IdPath,
    query: TransactionQuery,
    reply: [GatewayTransaction],
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id }, query: { before = '', limit = 100 } }, context) =>
      context.desk('gateways.transactions', { caller, id, before, limit }),
  }),
];
