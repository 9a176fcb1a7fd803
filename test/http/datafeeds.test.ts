// Datafeeds over REST: what is particular to them, and that prices follow them at once.

import t from 'tap';
import { FEEDS, params, valuesOf } from './connections.js';
import { marketIn } from './feed-market.js';
import { type Kind, openKind } from './setting-laws.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

t.test('a new one starts from what its module says [POST /admin/v1/datafeeds #1]', async (t) => {
  const kind = await openKind(t, FEEDS);
  const created = await kind.ask('POST', '', {
    name: 'a',
    module: 'fix44',
    server: 'lp:1',
    enabled: false,
  });
  t.match(created.data, {
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
  const { data } = await kind.ask('GET', '/modules');
  const [fix] = data as { params: unknown }[];
  t.same((created.data as { params: unknown }).params, fix?.params, 'the list of the module');
  t.match(await kind.create({ rest_sec: 7 }), { enabled: true, rest_sec: 7, reconnect_sec: 5 });
});

t.test('the modules are fix44 and dde [GET /admin/v1/datafeeds/modules #1, #2]', async (t) => {
  const kind = await openKind(t, FEEDS);
  const { data } = await kind.ask('GET', '/modules');
  const modules = data as { module: string; required: string[]; params: { key: string }[] }[];
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

t.test('dde signs in with a password or a token [POST /admin/v1/datafeeds #5]', async (t) => {
  const kind = await openKind(t, FEEDS);
  const dde = { name: 'd', module: 'dde', server: 'terminal:5000' };
  const ask = (more: object) => kind.ask('POST', '', { ...dde, ...more });
  for (const more of [{}, { login: 'l' }, { password: 'p' }, { params: [] }]) {
    t.match(await ask(more), { status: 400, code: 'invalid_input', message: /login.*Token/ });
  }
  const token = [{ key: 'Token', value: 't0ken' }];
  const sealed = await ask({ params: token });
  t.match(sealed, { code: 'ok' });
  t.same(valuesOf(sealed.data), { Token: '********' });
  t.match(await ask({ name: 'e', login: 'l', password: 'p' }), { code: 'ok' });
  t.match(await ask({ name: 'f', enabled: false }), { code: 'ok' });
});

const ANEW_TAGS = '[POST /admin/v1/datafeeds #12] [PATCH /admin/v1/datafeeds/{id} #9]';
const EURUSD = { symbol_id: 1, source: 'EUR/USD' };

const withMarket = async (t: Parameters<typeof openKind>[0]) => {
  const kind = await openKind(t, FEEDS);
  const market = marketIn(kind.http);
  t.teardown(() => market.market.stop());
  return { kind, market };
};

const change = async (kind: Kind, id: number, fields: object): Promise<Row> => {
  const { version } = (await kind.ask('GET', `/${id}`)).data as { version: number };
  const { code, message, data } = await kind.ask('PATCH', `/${id}`, { version, ...fields });
  if (code !== 'ok') throw new Error(`${code}: ${message}`);
  return data as Row;
};

t.test(
  'the last mask that fits decides what is quoted [POST /admin/v1/datafeeds #11]',
  async (t) => {
    const { kind, market } = await withMarket(t);
    const { id } = await kind.create({ symbols: ['Forex\\*', '!*USD', 'eurusd'] });
    const names = market.names(id);
    t.ok(names.includes('EURUSD') && names.includes('EURGBP'));
    t.notOk(names.includes('GBPUSD') || names.includes('XAUUSD'));
    await change(kind, id, { symbols: ['*', '!Forex\\*'] });
    t.ok(market.names(id).includes('XAUUSD'));
    t.notOk(market.names(id).includes('EURUSD'));
  },
);

t.test('a markup moves the very next quote', async (t) => {
  const { kind, market } = await withMarket(t);
  const { id } = await kind.create({ translates: [EURUSD] });
  t.same(market.quote(id, 'EUR/USD', 110_000, 110_010), [[1, 110_000, 110_010]]);
  await change(kind, id, { translates: [{ ...EURUSD, ask_markup_pts: 3, bid_markup_pts: -2 }] });
  t.same(market.quote(id, 'EUR/USD', 110_000, 110_010), [[1, 109_998, 110_013]]);
  await change(kind, id, { translates: [{ symbol_id: 1, source: 'EURO', source_digits: 3 }] });
  t.same(market.quote(id, 'EURO', 110_046, 110_051), [[1, 110_000, 110_100]], 'rounded');
  await change(kind, id, { quotes_enabled: false });
  t.same(market.names(id), [], 'it quotes no more');
});

t.test(`connections reconnect after a change ${ANEW_TAGS}`, async (t) => {
  const { kind, market } = await withMarket(t);
  const { id } = await kind.create();
  t.equal(market.connects(id), 1, 'a new one connects');
  const first = market.newest(id);
  await change(kind, id, { server: 'other:1' });
  t.equal(market.connects(id), 2);
  t.notOk(first.isOpen, 'the connection of before is closed');
  await change(kind, id, { enabled: false });
  t.notOk(market.newest(id).isOpen);
  await change(kind, id, { enabled: true });
  t.equal(market.connects(id), 3);
  await kind.create();
  t.equal(market.connects(id), 3, 'changes of others leave it alone');
});

t.test('the first in the order wins a symbol [PUT /admin/v1/datafeeds/order #5]', async (t) => {
  const { kind, market } = await withMarket(t);
  const { id: first } = await kind.create();
  const { id: second } = await kind.create();
  t.same(market.quote(second, 'EURUSD', 110_000, 110_010), [[1, 110_000, 110_010]], 'alone');
  t.same(market.quote(first, 'EURUSD', 120_000, 120_010), [[1, 120_000, 120_010]], 'it wins');
  t.same(market.quote(second, 'EURUSD', 110_000, 110_010), [], 'the other one is not heard');
  await kind.ask('PUT', '/order', { ids: [second, first] });
  t.same(market.quote(second, 'EURUSD', 111_000, 111_010), [[1, 111_000, 111_010]]);
  t.same(market.quote(first, 'EURUSD', 120_000, 120_010), []);
  t.same([market.connects(first), market.connects(second)], [1, 1], 'none reconnects for it');
});

t.test('a deleted one is disconnected [DELETE /admin/v1/datafeeds/{id} #2]', async (t) => {
  const { kind, market } = await withMarket(t);
  const { id } = await kind.create();
  const provider = market.newest(id);
  await kind.ask('DELETE', `/${id}`);
  t.notOk(provider.isOpen);
  const before = market.ticks.length;
  const [instrument] = provider.instruments;
  if (instrument === undefined) throw new Error('it quoted nothing');
  provider.sink.tick(instrument, 1_000_000, 1_000_000, market.env.now());
  t.equal(market.ticks.length, before, 'what it still says is not heard');
});

t.test('a source of the server is changed like others, and made by nobody', async (t) => {
  const kind = await openKind(t, FEEDS);
  await kind.http.harness.desk.usePrices({ kind: 'demo', seed: '7' });
  const [demo] = (await kind.ask('GET', '')).data as Row[];
  t.match(demo, { name: 'Demo market', module: 'demo', server: 'local', enabled: true });
  t.same(valuesOf(demo), { seed: '7' });
  const id = demo?.id ?? 0;
  const changed = await change(kind, id, {
    params: [{ key: 'rate', value: '9.5' }],
    enabled: false,
  });
  t.same(valuesOf(changed), { rate: '9.5' });
  await kind.http.harness.desk.usePrices({ kind: 'demo', seed: '8' });
  const started = await kind.ask('GET', `/${id}`);
  t.same(valuesOf(started.data), { rate: '9.5', seed: '8' }, 'a start keeps the other parameters');
  const wrong: [object, RegExp][] = [
    [{ module: 'fix44' }, /module/],
    [{ server: 'lp:1' }, /server/],
    [{ params: [{ key: 'rate', value: '201' }] }, /params\.rate/],
    [{ params: [{ key: 'file', value: 'x' }] }, /params\.file/],
  ];
  for (const [fields, named] of wrong) {
    const { version } = (await kind.ask('GET', `/${id}`)).data as { version: number };
    const refused = await kind.ask('PATCH', `/${id}`, { version, ...fields });
    t.match(refused, { status: 400, code: 'invalid_input', message: named });
  }
  for (const module of ['demo', 'replay']) {
    const refused = await kind.ask('POST', '', { name: 'x', module, server: 'local' });
    t.match(refused, { status: 400, code: 'invalid_input', message: /module/ });
  }
  const { id: other } = await kind.create();
  const turned = await kind.ask('PATCH', `/${other}`, { version: 1, module: 'demo' });
  t.match(turned, { status: 400, message: /module/ });
  const dde = await kind.ask('PATCH', `/${other}`, { version: 1, module: 'dde' });
  t.match(dde, { status: 400, message: /params\.SenderCompID/ }, 'its parameters are others');
});

t.test('a start finds a name for its source', async (t) => {
  const kind = await openKind(t, FEEDS);
  await kind.create({ name: 'demo MARKET' });
  await kind.http.harness.desk.usePrices({ kind: 'demo', seed: '' });
  t.match((await kind.ask('GET', '')).data, [{}, { name: 'Demo market 2', module: 'demo' }]);
});

t.test('sealed parameters stay as they are under the mask', async (t) => {
  const kind = await openKind(t, FEEDS);
  const dde = { module: 'dde', server: 'terminal:5000' };
  const { id } = await kind.create({ ...dde, params: [{ key: 'Token', value: 't0ken' }] });
  const held = () => kind.http.harness.desk.records.get('datafeed', String(id))?.record.params;
  const before = held();
  t.notMatch(JSON.stringify(before), /t0ken/);
  const shown = (await kind.ask('GET', `/${id}`)).data as { params: object[] };
  const back = await change(kind, id, { params: shown.params });
  t.match(back, { version: 1 }, 'nothing changed');
  await change(kind, id, { params: [{ key: 'Token', value: 'another' }] });
  t.notSame(held(), before);
  const made = await kind.ask('POST', '', {
    name: 'x',
    ...dde,
    params: [{ key: 'Token', value: '****' }],
  });
  t.match(made, { status: 400, message: /params\.Token: a mask/ });
  t.notMatch(JSON.stringify(kind.http.harness.log), /t0ken/);
  t.same(params().length, 2);
});
