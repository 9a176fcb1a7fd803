// Datafeeds and gateways over REST: what is particular to each of them.

import { selfSigned } from '../../../support/certificate.js';
import { each } from '../../../support/http-harness.js';
import { change, FEEDS, GATEWAYS, params, valuesOf } from './connections.js';
import { type Kind, type Made, testsOf } from './kind.js';
import { bought, engineOf } from './setting-families.js';

const feeds = testsOf(FEEDS);
const gateways = testsOf(GATEWAYS);

feeds`a new one starts from what its module says [POST #1]`(async (t, kind) => {
  const created = await kind.create({ params: undefined, enabled: false });
  t.match(created, {
    version: 1,
    reconnect_sec: 5,
    failures_before_rest: 10,
    rest_sec: 60,
    idle_timeout_sec: 60,
    timeout_sec: 30,
    quotes_enabled: true,
    news_enabled: false,
    import_symbol_settings: false,
    symbols: ['*'],
    translates: [],
    login: '',
    gateway_server: '',
    gateway_login: '',
  });
  const [fix] = await kind.read<{ params: unknown }[]>('/modules');
  t.same(created.params, fix?.params, 'the list of the module');
  t.match(await kind.create({ rest_sec: 7 }), { enabled: true, rest_sec: 7, reconnect_sec: 5 });
});

feeds`the modules are fix44 and dde [GET /modules #1, #2]`(async (t, kind) => {
  const data =
    await kind.read<{ module: string; required: string[]; params: { key: string }[] }[]>(
      '/modules',
    );
  const modules = data;
  t.same(
    modules.map(({ module, required }) => [module, required]),
    [
      ['fix44', ['SenderCompID', 'TargetCompID']],
      ['dde', []],
    ],
  );
  const keys = modules.map((one) => one.params.map(({ key }) => key));
  t.ok(keys[0]?.includes('SenderCompID') && keys[0].includes('TargetCompID'));
  t.same(keys[1], ['Token']);
  t.match(modules[1], { params: [{ value: '', type: 'string', sealed: true, options: [] }] });
});

feeds`dde signs in with a password or a token [POST #5]`(async (t, kind) => {
  const dde = { name: 'd', module: 'dde', server: 'terminal:5000' };
  const ask = (more: object) => kind.post('', { ...dde, ...more });
  for (const more of [{}, { login: 'l' }, { password: 'p' }, { params: [] }]) {
    t.match(await ask(more), { code: 'invalid_input', message: /login.*Token/ });
  }
  const token = [{ key: 'Token', value: 't0ken' }];
  const sealed = await ask({ params: token });
  t.match(sealed, { code: 'ok' });
  t.same(valuesOf(sealed.data), { Token: '********' });
  t.match(await ask({ name: 'e', login: 'l', password: 'p' }), { code: 'ok' });
  t.match(await ask({ name: 'f', enabled: false }), { code: 'ok' });
});

feeds`a source of the server is changed like others, and made by nobody`(async (t, kind) => {
  await kind.harness.desk.usePrices({ kind: 'demo', seed: '7' });
  const [demo] = await kind.list();
  t.match(demo, { name: 'Demo market', module: 'demo', server: 'local', enabled: true });
  t.same(valuesOf(demo), { seed: '7' });
  const id = demo?.id ?? 0;
  const changed = await change(kind, id, {
    params: [{ key: 'rate', value: '9.5' }],
    enabled: false,
  });
  t.same(valuesOf(changed), { rate: '9.5' });
  await kind.harness.desk.usePrices({ kind: 'demo', seed: '8' });
  const started = await kind.get(`/${id}`);
  t.same(valuesOf(started.data), { rate: '9.5', seed: '8' }, 'a start keeps the other parameters');
  const wrong: [object, RegExp][] = [
    [{ module: 'fix44' }, /module/],
    [{ server: 'lp:1' }, /server/],
    [{ params: [{ key: 'rate', value: '201' }] }, /params\.rate/],
    [{ params: [{ key: 'file', value: 'x' }] }, /params\.file/],
  ];
  for (const [fields, named] of wrong) {
    const { version } = await kind.read<{ version: number }>(`/${id}`);
    const refused = await kind.patch(`/${id}`, { version, ...fields });
    t.match(refused, { code: 'invalid_input', message: named });
  }
  for (const module of ['demo', 'replay']) {
    const refused = await kind.post('', { name: 'x', module, server: 'local' });
    t.match(refused, { code: 'invalid_input', message: /module/ });
  }
  const { id: other } = await kind.create();
  t.match(await kind.change(other, 1, { module: 'demo' }), { status: 400, message: /module/ });
  const dde = await kind.change(other, 1, { module: 'dde' });
  t.match(dde, { status: 400, message: /params\.SenderCompID/ }, 'its parameters are others');
});

feeds`a start finds a name for its source`(async (t, kind) => {
  await kind.create({ name: 'demo MARKET' });
  await kind.harness.desk.usePrices({ kind: 'demo', seed: '' });
  t.match(await kind.read(), [{}, { name: 'Demo market 2', module: 'demo' }]);
});

feeds`sealed parameters stay as they are under the mask`(async (t, kind) => {
  const dde = { module: 'dde', server: 'terminal:5000' };
  const { id } = await kind.create({ ...dde, params: [{ key: 'Token', value: 't0ken' }] });
  const held = () => kind.harness.desk.records.get('datafeed', String(id))?.record.params;
  const before = held();
  t.notMatch(JSON.stringify(before), /t0ken/);
  const shown = await kind.read<{ params: object[] }>(`/${id}`);
  t.match(await change(kind, id, { params: shown.params }), { version: 1 }, 'nothing changed');
  await change(kind, id, { params: [{ key: 'Token', value: 'another' }] });
  t.notSame(held(), before);
  const made = await kind.post('', {
    name: 'x',
    ...dde,
    params: [{ key: 'Token', value: '****' }],
  });
  t.match(made, { status: 400, message: /params\.Token: a mask/ });
  t.notMatch(JSON.stringify(kind.harness.log), /t0ken/);
});

const one = (key: string, value: string) => ({ params: params({ [key]: value }) });

gateways`a new one starts from what its module says [POST #1]`(async (t, kind) => {
  const created = await kind.create({ params: undefined, enabled: false });
  t.match(created, {
    version: 1,
    module: 'fix44',
    mode: 'Active',
    reconnect_sec: 5,
    reconnect_attempts: 3,
    series_pause_sec: 60,
    timeout_sec: 30,
    ssl: false,
    profiling: false,
    fill_deviation_max: 10,
    import_symbol_settings: false,
    allow_import_balances: false,
    collect_transactions_days: 0,
    symbols: ['*'],
    translates: [],
    groups: [],
  });
  const [module] = await kind.read<{ params: unknown }[]>('/modules');
  t.same(created.params, module?.params, 'the list of the module');
  t.match(await kind.create({ mode: 'Passive' }), { enabled: true, mode: 'Passive' });
});

gateways`the one module is fix44 [GET /modules #1]`(async (t, kind) => {
  const { data } = await kind.get('/modules');
  t.same(each(data, 'module'), ['fix44']);
  t.same(Object.keys((data as object[])[0] ?? {}).sort(), [
    'certificate',
    'description',
    'label',
    'module',
    'params',
    'required',
    'signed_by',
  ]);
});

/** Parameters with what they take and refuse. */
const VALUES: readonly (readonly [says: string, key: string, string[], string[]])[] = [
  [
    'quantities are told in units or lots [POST #3] [PATCH /{id} #10]',
    'FIX Quantity Mode',
    ['Units', 'Lots'],
    ['lots', 'Shares', ''],
  ],
  [
    'limits wait there, or go as limit or market [POST #4] [PATCH /{id} #11]',
    'Limit Orders Coverage Mode',
    ['Gateway', 'Limit', 'Market'],
    ['gateway', 'Stop', ''],
  ],
  [
    'a placement is waited for up to an hour [POST #5] [PATCH /{id} #12]',
    'Order Placement Timeout',
    ['1', '3600'],
    ['0', '3601', '1.5', '-1', 'x', ''],
  ],
  [
    'days of the calendar have a sign and a month [POST #6] [PATCH /{id} #13]',
    'Trading Calendar Holidays',
    ['', '+25 Dec', '+25 Dec;;-1 May;;+29 feb'],
    ['25 Dec', '+31 Feb', '+1 Foo', '+25 Dec;+26 Dec', '+25 Dec;;', '+0 Jan', '+Dec 25'],
  ],
];
for (const [says, key, taken, refused] of VALUES) {
  gateways`${says}`(async (t, kind) => {
    await kind.refuses(t, ...refused.map((value) => [one(key, value), `params.${key}`] as const));
    for (const value of taken) {
      t.match(valuesOf(await kind.create(one(key, value))), { [key]: value });
    }
  });
}

const CERTIFICATE = 'FIX SSL Certificate';
const KEY = 'FIX SSL Private Key';
const pair = ({ cert, key } = selfSigned()) => params({ [CERTIFICATE]: cert, [KEY]: key });

gateways`certificate and key come as a pair [POST #7] [PATCH /{id} #14]`(async (t, kind) => {
  const { cert, key } = selfSigned();
  const other = selfSigned();
  await kind.refuses(
    t,
    [one(CERTIFICATE, cert), KEY],
    [one(KEY, key), CERTIFICATE],
    [{ params: pair({ cert, key: other.key }) }, KEY],
    [{ params: pair({ cert: 'no certificate', key }) }, CERTIFICATE],
    [{ params: pair({ cert, key: 'no key' }) }, KEY],
    [{ params: pair({ cert: cert + other.cert.slice(0, 200), key }) }, CERTIFICATE],
  );
  const made = await kind.create({ params: pair({ cert, key }) });
  t.match(valuesOf(made), { [CERTIFICATE]: cert });
  const half = await kind.change(made.id, 1, {
    params: params({ [CERTIFICATE]: other.cert, [KEY]: '********' }),
  });
  t.match(half, { status: 400, message: /FIX SSL Private Key/ }, 'the stored key is another one');
});

gateways`the times and days of a session come in pairs`(async (t, kind) => {
  const start = { 'Session Start Time': '22:00' };
  const times = { ...start, 'Session End Time': '21:00:30' };
  const refused = (given: Record<string, string>, field: string) =>
    [{ params: params(given) }, `params.${field}`] as const;
  await kind.refuses(
    t,
    refused(start, 'Session End Time'),
    refused({ ...start, 'Session End Time': '24:00' }, 'Session End Time'),
    refused({ ...times, 'Session Start Day': 'Sunday' }, 'Session End Day'),
    refused({ ...times, 'Session End Day': 'Sunday' }, 'Session Start Day'),
    refused(
      { ...times, 'Session Start Day': 'Sun', 'Session End Day': 'Sun' },
      'Session Start Day',
    ),
    refused({ 'Session Start Day': 'Sunday', 'Session End Day': 'Friday' }, 'Session Start Time'),
    refused({ 'Reset On Logon': 'yes' }, 'Reset On Logon'),
    refused({ 'FIX SSL Authority': 'no certificate' }, 'FIX SSL Authority'),
  );
  const weekly = { ...times, 'Session Start Day': 'Sunday', 'Session End Day': 'Friday' };
  const given = { ...weekly, 'Reset On Logon': 'true', 'FIX SSL Authority': selfSigned().cert };
  t.match(valuesOf(await kind.create({ params: params(given) })), given);
});

const keyOf = (kind: Kind, id: number): string | undefined =>
  kind.harness.desk.records
    .get('gateway', String(id))
    ?.record.params.find((held) => held.key === KEY)?.value;

gateways`the private key is sealed and reads as a mask
  [POST #8] [PATCH /{id} #15] [GET #3]`(async (t, kind) => {
  const { cert, key } = selfSigned();
  const created = await kind.create({ params: pair({ cert, key }) });
  const { id } = created;
  const [listed] = await kind.list();
  for (const data of [created, listed]) t.equal(valuesOf(data)[KEY], '********');
  const secret = key.split('\n')[1] ?? key;
  t.notOk(JSON.stringify(kind.harness.log).includes(secret), 'the log has it sealed');
  const next = selfSigned();
  t.match((await kind.change(id, 1, { params: pair(next) })).data, { version: 2 });
  t.notOk(JSON.stringify(kind.harness.log).includes(next.key.split('\n')[1] ?? ''));
  t.ok(keyOf(kind, id), 'it is held');
});

gateways`the mask keeps what is stored [PATCH /{id} #8] [GET /{id} #1]`(async (t, kind) => {
  const { id } = await kind.create({ params: pair() });
  const before = keyOf(kind, id);
  const { data } = await kind.get(`/${id}`);
  t.equal(valuesOf(data)[KEY], '********');
  const { params: shown } = data as { params: { key: string; value: string }[] };
  const sent = shown.map((param) =>
    param.key === 'SenderCompID' ? { ...param, value: 'OTHER' } : param,
  );
  const changed = await kind.change(id, 1, { params: sent });
  t.match(changed.data, { version: 2 });
  t.equal(valuesOf(changed.data).SenderCompID, 'OTHER');
  t.equal(keyOf(kind, id), before, 'it is held as it was');
  const gone = await kind.change(id, 2, { params: params() });
  t.notOk(KEY in valuesOf(gone.data), 'left out it is gone');
});

gateways`an order of them shows sealed values as masks [PUT /order #6]`(async (t, kind) => {
  const { id } = await kind.create({ params: pair() });
  const { id: other } = await kind.create();
  const { data } = await kind.put('/order', { ids: [other, id] });
  t.equal(valuesOf((data as Made[])[1])[KEY], '********');
});

gateways`ssl encrypts without any parameter [POST #12]`(async (t, kind) => {
  await kind.create();
  await kind.create({ ssl: true });
  await kind.create(one('FIX SSL Enabled', 'true'));
  await kind.create({ ssl: true, ...one('FIX SSL Enabled', 'false') });
  t.same(each(await kind.read('/statuses'), 'ssl'), [false, true, true, true]);
});

gateways`what a group has is narrower than what the gateway has [POST #14]`(async (t, kind) => {
  const groups = (...symbols: string[]) => [{ group: 'demo\\standard', symbols }];
  const symbols = ['Forex\\*', '!*JPY'];
  await kind.refuses(
    t,
    [{ symbols, groups: groups('XAUUSD') }, 'groups'],
    [{ symbols, groups: groups('Forex\\*') }, 'groups'],
    [{ groups: [...groups('*'), { group: 'DEMO\\standard', symbols: [] }] }, 'groups'],
    [{ groups: [{ group: '', symbols: [] }] }, 'groups.0.group'],
    [{ groups: groups('!') }, 'groups.0.symbols.0'],
    [{ symbols, groups: groups('EUR*', '!*JPY') }, 'EUR*'],
    [{ symbols, groups: groups('!*JPY', 'Forex\\*') }, 'Forex\\*'],
    [{ symbols, groups: groups('USDJPY') }, 'USDJPY'],
    [{ symbols: ['*', '!Forex\\*'], groups: groups('Forex\\EUR*') }, 'Forex\\EUR*'],
  );
  const apart = ['Forex\\*', '!Metals\\*'];
  t.match(await kind.create({ symbols: apart, groups: groups('Forex\\EUR*') }), { version: 1 });
  t.match(await kind.create({ groups: groups('*', '!*JPY') }), { version: 1 });
  const narrow = groups('EURUSD', 'Forex\\EUR*', '!*JPY');
  const created = await kind.create({ symbols, groups: narrow });
  t.same(created.groups, narrow);
  const wider = await kind.change(created.id, 1, { symbols: ['GBP*'] });
  t.match(wider, { status: 400, message: /groups/ });
});

gateways`masks of groups are compared at once, however many`(async (t, kind) => {
  const masks = (many: number, ...parts: string[]) =>
    Array.from({ length: many }, (_, n) => `*${'a'.repeat(20)}${n}${parts.join('')}`);
  const lists = (many: number, symbols: readonly string[]) =>
    Array.from({ length: many }, (_, n) => ({ group: `g${n}`, symbols }));
  const most = { symbols: masks(512, '*'), groups: lists(128, masks(48, '*b')) };
  await kind.refuses(t, [most, 'too many masks']);
  const some = { symbols: masks(20, '*'), groups: lists(4, masks(20, '*b')) };
  t.match(await kind.create(some), { groups: some.groups });
});

/** A rule that decides before the others, and sends to these gateways. */
const routeTo = async ({ staff }: Kind, dealers: number[]) => {
  const body = { name: 'cover', position: 1, action: 'gateway', dealers };
  await staff.made('/routing', body);
};

gateways`routing says what goes to a gateway, not its symbols [POST #13]`(async (t, kind) => {
  const { id } = await kind.create({ symbols: ['XAUUSD'] });
  await routeTo(kind, [id]);
  const engine = engineOf(kind.http);
  t.equal(bought(engine()), 'trade.no_connection', 'it is not on line');
  engine().connected.add(id);
  t.equal(bought(engine()), 'ok');
  t.match([...engine().state.queue.values()], [{ gateway_id: id, symbol: 'EURUSD' }]);
});

gateways`one that a rule sends to is not deleted [DELETE /{id} #1]`(async (t, kind) => {
  const { id } = await kind.create();
  const { id: free } = await kind.create();
  await routeTo(kind, [id]);
  t.match(await kind.delete(`/${id}`), { code: 'conflict', message: /cover/ });
  t.match(await kind.delete(`/${free}`), { code: 'ok', data: null });
  t.match(await kind.get(`/${free}`), { status: 404 });
});

gateways`one with open orders or positions is not deleted, but disabled`(async (t, kind) => {
  const { id } = await kind.create();
  const { used } = kind.harness;
  used[id] = { orders: 2, positions: 1, accounts: 0 };
  t.equal((await kind.change(id, 1, { enabled: false })).code, 'ok');
  const refused = await kind.delete(`/${id}`);
  t.match(refused, { code: 'conflict', message: /2 open orders and 1 position\.$/ });
  used[id] = { orders: 0, positions: 0, accounts: 0 };
  t.match(await kind.delete(`/${id}`), { code: 'ok' });
});

gateways`the unit of its volumes stays while orders are open`(async (t, kind) => {
  const { id } = await kind.create({ enabled: false });
  const { used } = kind.harness;
  used[id] = { orders: 1, positions: 0, accounts: 0 };
  const quantity = (value: string) => ({ params: [{ key: 'FIX Quantity Mode', value }] });
  t.match(await kind.change(id, 1, quantity('Lots')), {
    code: 'conflict',
    message: 'FIX Quantity Mode cannot be changed: it has 1 open order.',
  });
  t.match(await kind.change(id, 1, { ...quantity('Units'), login: 'x' }), { code: 'ok' });
  used[id] = { orders: 0, positions: 1, accounts: 0 };
  t.match(await kind.change(id, 2, quantity('Lots')), { code: 'ok' });
});

gateways`the name of a symbol at the provider stays while orders in it are open there`(
  async (t, kind) => {
    const { id } = await kind.create({ enabled: false });
    const { used } = kind.harness;
    const orders = { orders: 1, positions: 0, accounts: 0 };
    used[id] = orders;
    const named = (source: string, more: object = {}) => ({
      translates: [{ symbol_id: 1, source, ...more }],
    });
    t.match(
      await kind.change(id, 1, named('EUR/USD')),
      { code: 'ok' },
      'it has none in the symbol',
    );
    used.EURUSD = orders;
    t.match(await kind.change(id, 2, named('EURUSD.x')), {
      code: 'conflict',
      message: /^translates: the source of EURUSD cannot be changed: it has 1 open order/,
    });
    t.match(await kind.change(id, 2, { translates: [] }), { code: 'conflict' });
    t.match(await kind.change(id, 2, named('EUR/USD', { ask_markup_pts: 3 })), { code: 'ok' });
    used[id] = { ...orders, orders: 0 };
    t.match(await kind.change(id, 3, named('EURUSD.x')), { code: 'ok' });
    delete used.EURUSD;
  },
);

gateways`two to which providers dial are not in each other's way`(async (t, kind) => {
  const first = { name: 'First', server: '127.0.0.1:5001', mode: 'Passive' };
  const { id } = await kind.create(first);
  const { cert, key } = selfSigned();
  const other = params({ TargetCompID: 'OTHER' });
  const secured = params({ TargetCompID: 'OTHER', [CERTIFICATE]: cert, [KEY]: key });
  const clashes: readonly [fields: object, why: RegExp][] = [
    [{}, /^server: gateway "First" has the same SenderCompID and TargetCompID there\.$/],
    [{ params: other, ssl: true }, /^server: gateway "First" listens there with other TLS/],
    [{ params: secured, ssl: true }, /^server: gateway "First" listens there with other TLS/],
    [
      { params: other, server: '0.0.0.0:5001' },
      /"First" listens on that port at 127\.0\.0\.1:5001/,
    ],
    [{ params: other, server: '[::]:5001' }, /"First" listens on that port at 127\.0\.0\.1:5001/],
  ];
  const ask = (fields: object) =>
    kind.post('', { ...first, name: 'Second', params: params(), ...fields });
  for (const [fields, message] of clashes) {
    t.match(await ask(fields), { code: 'conflict', message });
    const { id: disabled } = (await ask({ ...fields, enabled: false })).data as Made;
    t.match(await kind.change(disabled, 1, { enabled: true }), { code: 'conflict', message });
    await kind.delete(`/${disabled}`);
  }
  for (const [n, fields] of [
    { params: other },
    { server: '127.0.0.1:5002' },
    { server: '127.0.0.2:5001' },
    { mode: 'Active' },
  ].entries()) {
    t.match(await ask({ name: `Second ${n}`, ...fields }), { code: 'ok' });
  }
  t.match(await kind.change(id, 1, { reconnect_sec: 7 }), { code: 'ok' }, 'nothing is in its way');
  const bare = { name: 'Bare', server: '127.0.0.1:5003', params: params(), ssl: true };
  t.match(await ask(bare), { status: 400, message: /FIX SSL Certificate: needed/ });
});
