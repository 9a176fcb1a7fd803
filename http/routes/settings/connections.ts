// Datafeeds and gateways: sources of prices and destinations of orders.

import type { Right } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
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
import type { Setting } from '../../../wire/settings/kinds.js';
import { route } from '../../rest/route.js';
import { IdPath, large, NO_RECORD, readable, settingRoutes } from '../../rest/setting-routes.js';
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
    details: 'The server asks the provider, and waits some seconds for the answer.',
    rights: [write],
    params: IdPath,
    reply: [ProviderSymbol],
    errors: {
      not_found: NO_RECORD,
      conflict: 'the connection is not on line, or the provider refuses',
    },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id } }, context) =>
      large(await context.desk('connections.offered', { caller, kind, id })),
  }),
  route({
    name: `${kind}s.import_symbols`,
    method: 'POST',
    path: `/admin/v1/${kind}s/{id}/import-symbols`,
    says: `Creates symbols that the provider of a ${kind} offers.`,
    details:
      'New symbols have `trade_access` `disabled`; creating them takes `config.symbols`. ' +
      'New symbols have the names of the provider without the characters that names may ' +
      'not have; changed names get a translate. Existing symbols keep their settings. With ' +
      '`import_symbol_settings` digits, contract size and currency come from the provider. ' +
      'A name that fails does not stop the other names.',
    rights: [write],
    params: IdPath,
    body: SymbolImportBody,
    bodyValuesMax: IMPORT_VALUES_MAX,
    reply: [SymbolImport],
    errors: {
      not_found: NO_RECORD,
      conflict: 'the connection is not on line, or the provider refuses',
      'auth.too_many_attempts': 'other imports are under way',
    },
    example: { path: { id: 1 }, body: { symbols: ['EUR/*'], folder: 'Forex', dry_run: true } },
    handle: async ({ caller, path: { id }, body }, context) =>
      large(await context.desk('connections.import', { caller, kind, id, body })),
  }),
];

const OPS = ['list', 'create', 'read', 'patch', 'remove', 'order'] as const;

const restart = (kind: ConnectionKind, right: Right, details: string) => {
  const name = `${kind}s` as const;
  return route({
    name: `${name}.restart`,
    method: 'POST',
    path: `/admin/v1/${name}/{id}/restart`,
    says: `Connects a ${kind} again.`,
    details,
    rights: [right],
    params: IdPath,
    reply: null,
    errors: { not_found: NO_RECORD, conflict: `the ${kind} is disabled` },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id } }, context) =>
      context.desk(`${name}.restart`, { caller, id }),
  });
};

export const connections = [
  ...settingRoutes(DATAFEEDS, {
    name: 'datafeeds',
    path: 'datafeeds',
    one: 'a datafeed',
    many: 'datafeeds',
    ops: OPS,
    texts: {
      order: 'Datafeeds by priority.',
      taken: 'the name is taken',
      creates: 'An enabled datafeed connects at once. The password is stored encrypted.',
      changes:
        'The datafeed connects again. A change of `server` needs the password again; empty = none.',
      deletes: 'Symbols get their prices from the next datafeed that quotes them.',
      invalid: 'a parameter that the module needs is empty',
      id: 3,
      create: {
        name: 'Bank feed',
        module: 'fix44',
        enabled: false,
        server: 'quotes.example.com:9100',
        login: 'broker',
        password: 'secret',
        params: [
          { key: 'SenderCompID', value: 'BROKER' },
          { key: 'TargetCompID', value: 'PROVIDER' },
        ],
        symbols: ['*', '!XAG*'],
        translates: [{ symbol_id: 1, source: 'EUR/USD', ask_markup_pts: 1 }],
      },
      patch: { version: 1, reconnect_sec: 10 },
      ids: [3, 1, 2],
    },
  }),
  route({
    name: 'datafeeds.modules',
    method: 'GET',
    path: '/admin/v1/datafeeds/modules',
    says: 'Lists the modules that a datafeed may be of.',
    details: 'Has the parameters of each, with the values of a new record.',
    ...readable(DATAFEEDS.read),
    reply: [ModuleEntry],
    handle: async () => ok(FEED_MODULE_ENTRIES),
  }),
  route({
    name: 'datafeeds.statuses',
    method: 'GET',
    path: '/admin/v1/datafeeds/statuses',
    says: 'Answers the status of each datafeed.',
    details: 'In the order of the list.',
    ...readable(DATAFEEDS.read),
    reply: [DatafeedStatus],
    handle: async (_input, context) => context.desk('datafeeds.statuses', {}),
  }),
  restart(
    'datafeed',
    DATAFEEDS.write,
    'Counts as a fresh start: the wait after failures starts again.',
  ),
  ...offeredRoutes('datafeed', DATAFEEDS),
  ...settingRoutes(GATEWAYS, {
    name: 'gateways',
    path: 'gateways',
    one: 'a gateway',
    many: 'gateways',
    ops: OPS,
    texts: {
      order: 'Gateways by priority.',
      taken: 'the name is taken',
      used: 'a routing rule or an order names the gateway',
      creates: 'Routing rules decide which orders the gateway gets; its list of symbols does not.',
      changes: 'An encrypted parameter sent back as `********` keeps its value.',
      invalid: 'a parameter that the module needs is empty',
      id: 2,
      create: {
        name: 'Bank gateway',
        enabled: false,
        server: 'orders.example.com:9200',
        login: 'broker',
        params: [
          { key: 'SenderCompID', value: 'BROKER' },
          { key: 'TargetCompID', value: 'PROVIDER' },
        ],
        groups: [{ group: 'real\\*', symbols: ['Forex\\*'] }],
      },
      patch: { version: 1, reconnect_attempts: 5 },
      ids: [2, 1],
    },
  }),
  route({
    name: 'gateways.modules',
    method: 'GET',
    path: '/admin/v1/gateways/modules',
    says: 'Lists the modules that a gateway may be of.',
    details: 'Has the parameters of each, with the values of a new record.',
    ...readable(GATEWAYS.read),
    reply: [ModuleEntry],
    handle: async () => ok(GATEWAY_MODULE_ENTRIES),
  }),
  route({
    name: 'gateways.statuses',
    method: 'GET',
    path: '/admin/v1/gateways/statuses',
    says: 'Answers the status of each gateway.',
    details: 'In the order of the list; the state is `stopped` while no thread reports a state.',
    ...readable(GATEWAYS.read),
    reply: [GatewayStatus],
    handle: async (_input, context) => context.desk('gateways.statuses', {}),
  }),
  restart(
    'gateway',
    GATEWAYS.write,
    'Logs out and in again; orders at the provider stay, and their state is asked for.',
  ),
  ...offeredRoutes('gateway', GATEWAYS),
  providerAccounts,
  route({
    name: 'gateways.transactions',
    method: 'GET',
    path: '/admin/v1/gateways/{id}/transactions',
    says: 'Lists the messages that a gateway has kept, the newest first.',
    details: 'Messages of the last collect_transactions_days days; none are kept while that is 0.',
    // They are the orders of all groups, no settings.
    rights: [GATEWAYS.write],
    params: IdPath,
    query: TransactionQuery,
    reply: [GatewayTransaction],
    errors: { not_found: NO_RECORD, conflict: 'no gateway is running' },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id }, query: { before = '', limit = 100 } }, context) =>
      context.desk('gateways.transactions', { caller, id, before, limit }),
  }),
];
