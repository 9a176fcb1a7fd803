// What leaves a server: the catalog, and files of settings.

import t from 'tap';
import { groupBody, profileBody, symbolBody, TransferServer } from './transfer-server.js';

type Fields = Readonly<Record<string, unknown>>;
interface Kind {
  readonly kind: string;
  readonly key_field: string;
  readonly count: number;
  readonly can_read: boolean;
  readonly can_write: boolean;
  readonly items: readonly { readonly key: string; readonly name: string }[];
}

const CATALOG = '/config/transfer/catalog';
const ORDER = [
  'symbols',
  'leverage_profiles',
  'groups',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'reports',
];

const catalogOf = async (harness: TransferServer, by = harness.staff) => {
  const { kinds } = await harness.data<{ kinds: Kind[] }>('GET', CATALOG, undefined, by);
  return new Map(kinds.map((one) => [one.kind, one]));
};

t.test('the catalog has every item [GET /admin/v1/config/transfer/catalog #1]', async (t) => {
  const harness = await TransferServer.open(t);
  for (let n = 0; n < 300; n += 1) await harness.create('/symbols', symbolBody(`S${n}`));
  const kinds = await catalogOf(harness);
  t.same([...kinds.keys()], ORDER);
  const symbols = kinds.get('symbols');
  t.equal(symbols?.items.length, harness.http.harness.desk.settings().symbol.length);
  t.match(symbols, { key_field: 'path', can_read: true, can_write: true });
  t.ok(symbols?.items.some((one) => one.key === 'Stocks\\S299' && one.name === 'S299'));
  t.equal(kinds.get('holidays')?.key_field, 'year,month,day,description');
});

t.test(
  'counts and rights stand beside kinds [GET /admin/v1/config/transfer/catalog #2]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const reader = await harness.hired(['symbols.quick_edit', 'config.groups']);
    const kinds = await catalogOf(harness, reader);
    t.match(kinds.get('symbols'), { can_read: true, can_write: false, count: 24 });
    t.match(kinds.get('leverage_profiles'), { can_read: true, can_write: false, count: 0 });
    t.match(kinds.get('groups'), { can_read: true, can_write: true, count: 5 });
    t.match(kinds.get('routing'), { can_read: false, can_write: false, count: 0, items: [] });
  },
);

t.test(
  'groups out of scope are not in it [GET /admin/v1/config/transfer/catalog #3]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const reader = await harness.hired(['config.groups'], ['demo\\*']);
    const kinds = await catalogOf(harness, reader);
    t.same(
      kinds.get('groups')?.items.map(({ key }) => key),
      ['demo\\netting', 'demo\\standard'],
    );
  },
);

t.test('one right of a kind opens it [GET /admin/v1/config/transfer/catalog #4]', async (t) => {
  const harness = await TransferServer.open(t);
  const none = await harness.hired(['accounts.view', 'config.mail']);
  t.match(await harness.ask('GET', CATALOG, undefined, none), { status: 403, code: 'forbidden' });
  const one = await harness.hired(['config.reports']);
  t.match(await harness.ask('GET', CATALOG, undefined, one), { status: 200 });
});

t.test('a file has its format [POST /admin/v1/config/transfer/export #1]', async (t) => {
  const harness = await TransferServer.open(t);
  const file = await harness.export({ groups: null });
  t.match(file, { format: 'app-config', version: 1, key_fields: { groups: 'path' }, denied: [] });
  t.match(file, { exported_at: /^\d{4}-\d\d-\d\dT/, source: /./ });
});

t.test(
  'all items of a kind, or those of keys [POST /admin/v1/config/transfer/export #2]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const all = await harness.export({ symbols: null });
    t.equal(all.kinds.symbols?.length, 24);
    t.same(Object.keys(all.kinds), ['symbols']);
    const some = await harness.export({ symbols: ['forex\\EURUSD', 'Metals\\XAUUSD', 'None'] });
    t.same(
      some.kinds.symbols?.map((one) => one.path),
      ['Forex\\EURUSD', 'Metals\\XAUUSD'],
    );
    t.match(await harness.ask('POST', '/config/transfer/export', { kinds: { shoes: null } }), {
      status: 400,
      code: 'invalid_input',
    });
  },
);

t.test(
  'an item is what a list shows less what a server sets [POST /admin/v1/config/transfer/export #3]',
  async (t) => {
    const harness = await TransferServer.open(t);
    await harness.create('/leverage-profiles', profileBody('Steps'));
    await harness.create('/holidays', { month: 1, day: 1 });
    const file = await harness.export({ symbols: null, leverage_profiles: null, holidays: null });
    const listed = await harness.data<Fields[]>('GET', '/symbols');
    for (const item of file.kinds.symbols ?? []) {
      const shown = listed.find((one) => one.path === item.path) ?? {};
      const { id, status, version, created_at, updated_at, source_symbol_id, ...rest } = shown;
      const { source_symbol, ...left } = item;
      t.same(left, rest, String(item.path));
      t.equal(source_symbol, null);
      t.ok(id && status && version && created_at && updated_at && source_symbol_id === null);
    }
    t.same(Object.keys(file.kinds.leverage_profiles?.[0] ?? {}).sort(), [
      'enabled',
      'name',
      'rules',
    ]);
    t.notOk('position' in (file.kinds.holidays?.[0] ?? {}));
  },
);

t.test('references are names [POST /admin/v1/config/transfer/export #4]', async (t) => {
  const harness = await TransferServer.open(t);
  const source = await harness.create('/symbols', symbolBody('SRC'));
  await harness.create('/symbols', symbolBody('DEP', { source_symbol_id: source.id }));
  const profile = await harness.create('/leverage-profiles', profileBody('Steps'));
  await harness.create('/groups', groupBody('real\\steps', { leverage_profile_id: profile.id }));
  const params = [
    { key: 'SenderCompID', value: 'A' },
    { key: 'TargetCompID', value: 'B' },
  ];
  const connection = { name: 'Bank', server: 'localhost:1', module: 'fix44', params };
  const translates = [{ symbol_id: source.id, source: 'SRC.X', source_digits: null }];
  const gateway = await harness.create('/gateways', { ...connection, translates });
  await harness.create('/datafeeds', { ...connection, translates });
  const rule = { name: 'To the bank', action: 'gateway', dealers: [gateway.id] };
  await harness.create('/routing', rule);
  const { kinds } = await harness.export({
    symbols: ['Stocks\\DEP'],
    groups: ['real\\steps'],
    datafeeds: null,
    gateways: null,
    routing: ['To the bank'],
  });
  t.match(kinds.symbols, [{ source_symbol: 'Stocks\\SRC' }]);
  t.match(kinds.groups, [{ leverage_profile: 'Steps' }]);
  for (const one of [kinds.datafeeds, kinds.gateways]) {
    t.match(one, [{ translates: [{ symbol: 'Stocks\\SRC', source: 'SRC.X' }] }]);
    t.notMatch(JSON.stringify(one), 'symbol_id');
  }
  t.match(kinds.routing, [{ dealers: ['Bank'] }]);
});

const SECRET = 'Very-secret-1';

t.test(
  'no secret leaves, what is taken out is named [POST /admin/v1/config/transfer/export #5, #6]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const params = [
      { key: 'SenderCompID', value: 'A' },
      { key: 'TargetCompID', value: 'B' },
    ];
    const secrets = { password: SECRET, gateway_password: SECRET };
    const connection = { name: 'Bank', server: 'localhost:1', module: 'fix44', ...secrets };
    await harness.create('/gateways', { ...connection, params });
    await harness.create('/datafeeds', { ...connection, params });
    const rule = { name: 'Desk', action: 'dealer', dealers: [1] };
    await harness.create('/routing', rule);
    const { kinds } = await harness.export({ datafeeds: null, gateways: null, routing: ['Desk'] });
    for (const [item] of [kinds.datafeeds ?? [], kinds.gateways ?? []]) {
      const removed = item?.export_removed as string[];
      t.ok(removed.includes('password') && removed.includes('gateway_password'), `${removed}`);
      t.notOk('password' in (item ?? {}) || 'has_password' in (item ?? {}));
    }
    t.match(kinds.routing, [{ export_removed: ['dealers'] }]);
    t.notOk('dealers' in (kinds.routing?.[0] ?? {}));
    t.notMatch(JSON.stringify(kinds), SECRET);
  },
);

t.test('what may not be read is denied [POST /admin/v1/config/transfer/export #7]', async (t) => {
  const harness = await TransferServer.open(t);
  const reader = await harness.hired(['config.holidays']);
  const file = await harness.export({ holidays: null, symbols: null, routing: null }, reader);
  t.same(file.denied, ['symbols', 'routing']);
  t.same(Object.keys(file.kinds), ['holidays']);
});

t.test(
  'groups out of scope are not exported [POST /admin/v1/config/transfer/export #8]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const reader = await harness.hired(['config.groups'], ['demo\\*']);
    const file = await harness.export({ groups: ['demo\\standard', 'real\\standard'] }, reader);
    t.same(
      file.kinds.groups?.map((one) => one.path),
      ['demo\\standard'],
    );
  },
);

t.test(
  'a group goes with its rows and rules [POST /admin/v1/config/transfer/export #9]',
  async (t) => {
    const harness = await TransferServer.open(t);
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
    await harness.create('/groups', groupBody('real\\fees', { symbols, commissions }));
    const { kinds } = await harness.export({ groups: ['real\\fees'] });
    t.match(kinds.groups, [{ symbols, commissions }]);
  },
);

t.test(
  'one right of a kind opens the export [POST /admin/v1/config/transfer/export #10]',
  async (t) => {
    const harness = await TransferServer.open(t);
    const body = { kinds: { holidays: null } };
    const none = await harness.hired(['accounts.view']);
    const path = '/config/transfer/export';
    t.match(await harness.ask('POST', path, body, none), { status: 403, code: 'forbidden' });
    const other = await harness.hired(['config.symbols']);
    t.match(await harness.ask('POST', path, body, other), { data: { denied: ['holidays'] } });
  },
);
