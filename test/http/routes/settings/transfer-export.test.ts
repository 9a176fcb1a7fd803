// What leaves a server: the catalog, and files of settings.

import type { Static } from '@sinclair/typebox';
import type { TransferCatalog } from '../../../../wire/rest/settings/transfer.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { FEEDS, GATEWAYS } from './connections.js';
import { groupBody, profileBody, rule, symbolBody } from './setting-bodies.js';
import { type TransferServer, transferTest as test } from './transfer-server.js';

type CatalogKind = Static<typeof TransferCatalog>['kinds'][number];

const CATALOG = '/config/transfer/catalog';
const ORDER = [
  'symbols',
  'leverage_profiles',
  'groups',
  'staff',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'reports',
  'brands',
  'allocations',
  'allocation_settings',
  'sign_up',
  'email_templates',
  'mail_servers',
  'platform',
  'logical_servers',
];

const catalogOf = async (server: TransferServer, by = server.staff) => {
  const { kinds } = await by.read<{ kinds: CatalogKind[] }>(CATALOG);
  return new Map(kinds.map((one) => [one.kind, one]));
};

test`the catalog has every item [GET /catalog #1]`(async (t, server) => {
  for (let n = 0; n < 300; n += 1) await server.create('/symbols', symbolBody(`S${n}`));
  const kinds = await catalogOf(server);
  t.same([...kinds.keys()], ORDER);
  const symbols = kinds.get('symbols');
  t.equal(symbols?.items.length, server.http.harness.desk.settings().symbol.length);
  t.match(symbols, { key_field: 'path', can_read: true, can_write: true });
  t.ok(symbols?.items.some((one) => one.key === 'Stocks\\S299' && one.name === 'S299'));
  t.equal(kinds.get('holidays')?.key_field, 'year,month,day,description');
});

test`counts and rights stand beside kinds [GET /catalog #2]`(async (t, server) => {
  const reader = await server.hired(['symbols.quick_edit', 'config.groups']);
  const kinds = await catalogOf(server, reader);
  t.match(kinds.get('symbols'), { can_read: true, can_write: false, count: 24 });
  t.match(kinds.get('leverage_profiles'), { can_read: true, can_write: false, count: 0 });
  t.match(kinds.get('groups'), { can_read: true, can_write: true, count: 5 });
  t.match(kinds.get('routing'), { can_read: false, can_write: false, count: 0, items: [] });
});

test`groups out of scope are not in it [GET /catalog #3]`(async (t, server) => {
  const reader = await server.hired(['config.groups'], ['demo\\*']);
  const kinds = await catalogOf(server, reader);
  t.same(each(kinds.get('groups')?.items, 'key'), ['demo\\netting', 'demo\\standard']);
});

test`a file has its format [POST /export #1]`(async (t, server) => {
  const file = await server.export({ groups: null });
  t.match(file, { format: 'app-config', version: 1, key_fields: { groups: 'path' }, denied: [] });
  t.match(file, { exported_at: /^\d{4}-\d\d-\d\dT/, source: /./ });
});

test`all items of a kind, or those of keys [POST /export #2]`(async (t, server) => {
  const all = await server.export({ symbols: null });
  t.equal(all.kinds.symbols?.length, 24);
  t.same(Object.keys(all.kinds), ['symbols']);
  const some = await server.export({ symbols: ['forex\\EURUSD', 'Metals\\XAUUSD', 'None'] });
  t.same(each(some.kinds.symbols, 'path'), ['Forex\\EURUSD', 'Metals\\XAUUSD']);
  t.match(await server.post('/config/transfer/export', { kinds: { shoes: null } }), {
    code: 'invalid_input',
  });
});

test`an item is what a list shows, mostly [POST /export #3]`(async (t, server) => {
  await server.create('/leverage-profiles', profileBody('Steps'));
  await server.create('/holidays', { month: 1, day: 1 });
  const file = await server.export({ symbols: null, leverage_profiles: null, holidays: null });
  const listed = await server.read<Fields[]>('/symbols');
  for (const item of file.kinds.symbols ?? []) {
    const shown = listed.find((one) => one.path === item.path) ?? {};
    const { id, status, version, created_at, updated_at, source_symbol_id, ...rest } = shown;
    const { source_symbol, ...left } = item;
    t.same(left, rest, String(item.path));
    t.equal(source_symbol, null);
    t.ok(id && status && version && created_at && updated_at && source_symbol_id === null);
  }
  t.same(Object.keys(file.kinds.leverage_profiles?.[0] ?? {}).sort(), ['enabled', 'name', 'rules']);
  t.notOk('position' in (file.kinds.holidays?.[0] ?? {}));
});

test`references are names [POST /export #4]`(async (t, server) => {
  const source = await server.quoted();
  const profile = await server.create('/leverage-profiles', profileBody('Steps'));
  await server.create('/groups', groupBody('real\\steps', { leverage_profile_id: profile.id }));
  const connection = { ...FEEDS.body(1), name: 'Bank' };
  const translates = [{ symbol_id: source.id, source: 'SRC.X', source_digits: null }];
  const gateway = await server.create('/gateways', { ...connection, translates });
  await server.create('/datafeeds', { ...connection, translates });
  await server.create(
    '/routing',
    rule('To the bank', { action: 'gateway', dealers: [gateway.id] }),
  );
  const { kinds } = await server.export({
    symbols: ['Stocks\\DEP'],
    groups: ['real\\steps'],
    datafeeds: null,
    gateways: null,
    routing: ['To the bank'],
  });
  t.match(kinds.symbols, [{ source_symbol: 'Stocks\\SRC' }]);
  t.notOk('source_symbol_id' in (kinds.symbols?.[0] ?? {}));
  t.match(kinds.groups, [{ leverage_profile: 'Steps' }]);
  for (const one of [kinds.datafeeds, kinds.gateways]) {
    t.match(one, [{ translates: [{ symbol: 'Stocks\\SRC', source: 'SRC.X' }] }]);
    t.notMatch(JSON.stringify(one), 'symbol_id');
  }
  t.match(kinds.routing, [{ dealers: ['Bank'] }]);
  t.match((await server.preview(kinds)).summary, { unchanged: 5 });
});

const SECRET = 'Very-secret-1';

test`no secret leaves, what is taken out is named [POST /export #5, #6]`(async (t, server) => {
  const secrets = { password: SECRET, gateway_password: SECRET };
  await server.create('/gateways', { ...GATEWAYS.body(1), ...secrets });
  await server.create('/datafeeds', { ...FEEDS.body(1), ...secrets });
  await server.create('/routing', rule('Desk', { action: 'dealer', dealers: [1] }));
  const { kinds } = await server.export({ datafeeds: null, gateways: null, routing: ['Desk'] });
  for (const [item] of [kinds.datafeeds ?? [], kinds.gateways ?? []]) {
    const removed = item?.export_removed as string[];
    t.ok(removed.includes('password') && removed.includes('gateway_password'), `${removed}`);
    t.notOk('password' in (item ?? {}) || 'has_password' in (item ?? {}));
  }
  t.match(kinds.routing, [{ export_removed: ['dealers'] }]);
  t.notOk('dealers' in (kinds.routing?.[0] ?? {}));
  t.notMatch(JSON.stringify(kinds), SECRET);
});

test`groups out of scope are not exported [POST /export #8]`(async (t, server) => {
  const reader = await server.hired(['config.groups'], ['demo\\*']);
  const file = await server.export({ groups: ['demo\\standard', 'real\\standard'] }, reader);
  t.same(each(file.kinds.groups, 'path'), ['demo\\standard']);
});

test`a group goes with its rows and rules [POST /export #9]`(async (t, server) => {
  const commissions = [
    {
      name: 'per lot',
      mask: '*',
      kind: 'standard',
      charge: 'instant',
      range: 'volume',
      entry: 'all',
      side: 'all',
      profit_filter: 'all',
      tiers: [{ mode: 'deposit', type: 'per_lot', value: '3' }],
    },
  ];
  const symbols = [{ mask: 'Forex\\*', spread_diff: 3 }, { mask: '*' }];
  await server.create('/groups', groupBody('real\\fees', { symbols, commissions }));
  const { kinds } = await server.export({ groups: ['real\\fees'] });
  t.match(kinds.groups, [{ symbols, commissions }]);
});
