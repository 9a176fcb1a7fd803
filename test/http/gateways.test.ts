// Gateways over REST: what is particular to them, and that orders follow them at once.

import t from 'tap';
import { codeOf } from '../support/engine-harness.js';
import { selfSigned } from './certificate.js';
import { GATEWAYS, params, refuses, valuesOf } from './connections.js';
import { engineOf } from './house-engine.js';
import { type Kind, openKind } from './setting-laws.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const CREATE = 'POST /admin/v1/gateways';
const PATCH = 'PATCH /admin/v1/gateways/{id}';
const one = (key: string, value: string) => ({ params: params({ [key]: value }) });

t.test(`a new one starts from what its module says [${CREATE} #1]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const created = await kind.ask('POST', '', { name: 'a', server: 'lp:1', enabled: false });
  t.match(created.data, {
    version: 1,
    module: 'fix44',
    mode: 'Active',
    reconnect_sec: 5,
    reconnect_attempts: 3,
    series_pause_sec: 60,
    timeout_sec: 30,
    ssl: false,
    profiling: false,
    import_symbol_settings: false,
    allow_import_balances: false,
    collect_transactions_days: 0,
    symbols: ['*'],
    translates: [],
    groups: [],
  });
  const [module] = (await kind.ask('GET', '/modules')).data as { params: unknown }[];
  t.same((created.data as { params: unknown }).params, module?.params, 'the list of the module');
  t.match(await kind.create({ mode: 'Passive' }), { enabled: true, mode: 'Passive' });
});

t.test('the one module is fix44 [GET /admin/v1/gateways/modules #1]', async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { data } = await kind.ask('GET', '/modules');
  t.same(
    (data as { module: string }[]).map(({ module }) => module),
    ['fix44'],
  );
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

t.test(`quantities are told in units or lots [${CREATE} #3] [${PATCH} #10]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const key = 'FIX Quantity Mode';
  const wrong = ['lots', 'Shares', ''].map((value) => [one(key, value), `params.${key}`] as const);
  await refuses(t, kind, GATEWAYS, wrong);
  for (const value of ['Units', 'Lots']) {
    t.match(valuesOf(await kind.create(one(key, value))), { [key]: value });
  }
});

t.test(`limits wait there, or go as limit or market [${CREATE} #4] [${PATCH} #11]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const key = 'Limit Orders Coverage Mode';
  const wrong = ['gateway', 'Stop', ''].map((value) => [one(key, value), `params.${key}`] as const);
  await refuses(t, kind, GATEWAYS, wrong);
  for (const value of ['Gateway', 'Limit', 'Market']) {
    t.match(valuesOf(await kind.create(one(key, value))), { [key]: value });
  }
});

t.test(`a placement is waited for up to an hour [${CREATE} #5] [${PATCH} #12]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const key = 'Order Placement Timeout';
  const wrong = ['0', '3601', '1.5', '-1', 'x', ''];
  await refuses(
    t,
    kind,
    GATEWAYS,
    wrong.map((value) => [one(key, value), `params.${key}`]),
  );
  for (const value of ['1', '3600']) {
    t.match(valuesOf(await kind.create(one(key, value))), { [key]: value });
  }
});

t.test(`days of the calendar have a sign and a month [${CREATE} #6] [${PATCH} #13]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const key = 'Trading Calendar Holidays';
  const wrong = [
    '25 Dec',
    '+31 Feb',
    '+1 Foo',
    '+25 Dec;+26 Dec',
    '+25 Dec;;',
    '+0 Jan',
    '+Dec 25',
  ];
  await refuses(
    t,
    kind,
    GATEWAYS,
    wrong.map((value) => [one(key, value), `params.${key}`]),
  );
  for (const value of ['', '+25 Dec', '+25 Dec;;-1 May;;+29 feb']) {
    t.match(valuesOf(await kind.create(one(key, value))), { [key]: value });
  }
});

const CERTIFICATE = 'FIX SSL Certificate';
const KEY = 'FIX SSL Private Key';
const pair = ({ cert, key } = selfSigned()) => params({ [CERTIFICATE]: cert, [KEY]: key });

t.test(`certificate and key come as a pair [${CREATE} #7] [${PATCH} #14]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { cert, key } = selfSigned();
  const other = selfSigned();
  await refuses(t, kind, GATEWAYS, [
    [one(CERTIFICATE, cert), KEY],
    [one(KEY, key), CERTIFICATE],
    [{ params: pair({ cert, key: other.key }) }, KEY],
    [{ params: pair({ cert: 'no certificate', key }) }, CERTIFICATE],
    [{ params: pair({ cert, key: 'no key' }) }, KEY],
  ]);
  const made = await kind.create({ params: pair({ cert, key }) });
  t.match(valuesOf(made), { [CERTIFICATE]: cert });
  const half = await kind.ask('PATCH', `/${made.id}`, {
    version: 1,
    params: params({ [CERTIFICATE]: other.cert, [KEY]: '********' }),
  });
  t.match(half, { status: 400, message: /FIX SSL Private Key/ }, 'the stored key is another one');
});

const keyOf = (kind: Kind, id: number): string | undefined =>
  kind.http.harness.desk.records
    .get('gateway', String(id))
    ?.record.params.find((held) => held.key === KEY)?.value;

const SEALED_TAGS = `[${CREATE} #8] [${PATCH} #15] [GET /admin/v1/gateways #3]`;

t.test(`the private key is sealed and reads as a mask ${SEALED_TAGS}`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { cert, key } = selfSigned();
  const created = await kind.ask('POST', '', {
    ...GATEWAYS.body(7),
    params: pair({ cert, key }),
  });
  const { id } = created.data as Row;
  const [listed] = (await kind.ask('GET', '')).data as Row[];
  for (const data of [created.data, listed]) t.equal(valuesOf(data)[KEY], '********');
  const secret = key.split('\n')[1] ?? key;
  t.notOk(JSON.stringify(kind.http.harness.log).includes(secret), 'the log has it sealed');
  const next = selfSigned();
  const changed = await kind.ask('PATCH', `/${id}`, { version: 1, params: pair(next) });
  t.match(changed.data, { version: 2 });
  t.notOk(JSON.stringify(kind.http.harness.log).includes(next.key.split('\n')[1] ?? ''));
  t.ok(keyOf(kind, id), 'it is held');
});

t.test(
  `the mask keeps what is stored [${PATCH} #8] [GET /admin/v1/gateways/{id} #1]`,
  async (t) => {
    const kind = await openKind(t, GATEWAYS);
    const { id } = await kind.create({ params: pair() });
    const before = keyOf(kind, id);
    const { data } = await kind.ask('GET', `/${id}`);
    t.equal(valuesOf(data)[KEY], '********');
    const { params: shown } = data as { params: { key: string; value: string }[] };
    const sent = shown.map((param) =>
      param.key === 'SenderCompID' ? { ...param, value: 'OTHER' } : param,
    );
    const changed = await kind.ask('PATCH', `/${id}`, { version: 1, params: sent });
    t.match(changed.data, { version: 2 });
    t.equal(valuesOf(changed.data).SenderCompID, 'OTHER');
    t.equal(keyOf(kind, id), before, 'it is held as it was');
    const gone = await kind.ask('PATCH', `/${id}`, { version: 2, params: params() });
    t.notOk(KEY in valuesOf(gone.data), 'left out it is gone');
  },
);

t.test(
  'an order of them shows sealed values as masks [PUT /admin/v1/gateways/order #6]',
  async (t) => {
    const kind = await openKind(t, GATEWAYS);
    const { id } = await kind.create({ params: pair() });
    const { id: other } = await kind.create();
    const { data } = await kind.ask('PUT', '/order', { ids: [other, id] });
    t.equal(valuesOf((data as Row[])[1])[KEY], '********');
  },
);

t.test(`ssl encrypts without any parameter [${CREATE} #12]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  await kind.create();
  await kind.create({ ssl: true });
  await kind.create(one('FIX SSL Enabled', 'true'));
  await kind.create({ ssl: true, ...one('FIX SSL Enabled', 'false') });
  const { data } = await kind.ask('GET', '/statuses');
  t.same(
    (data as { ssl: boolean }[]).map(({ ssl }) => ssl),
    [false, true, true, true],
  );
});

t.test(`what a group has is narrower than what the gateway has [${CREATE} #14]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const groups = (...symbols: string[]) => [{ group: 'demo\\standard', symbols }];
  const symbols = ['Forex\\*', '!*JPY'];
  await refuses(t, kind, GATEWAYS, [
    [{ symbols, groups: groups('XAUUSD') }, 'groups'],
    [{ symbols, groups: groups('Forex\\*') }, 'groups'],
    [{ groups: [...groups('*'), { group: 'DEMO\\standard', symbols: [] }] }, 'groups'],
    [{ groups: [{ group: '', symbols: [] }] }, 'groups.0.group'],
    [{ groups: groups('!') }, 'groups.0.symbols.0'],
    [{ symbols, groups: groups('EUR*', '!*JPY') }, 'EUR*'],
    [{ symbols, groups: groups('!*JPY', 'Forex\\*') }, 'Forex\\*'],
    [{ symbols, groups: groups('USDJPY') }, 'USDJPY'],
    [{ symbols: ['*', '!Forex\\*'], groups: groups('Forex\\EUR*') }, 'Forex\\EUR*'],
  ]);
  const apart = ['Forex\\*', '!Metals\\*'];
  t.match(await kind.create({ symbols: apart, groups: groups('Forex\\EUR*') }), { version: 1 });
  t.match(await kind.create({ groups: groups('*', '!*JPY') }), { version: 1 });
  const narrow = groups('EURUSD', 'Forex\\EUR*', '!*JPY');
  const created = await kind.create({ symbols, groups: narrow });
  t.same(created.groups, narrow);
  const wider = await kind.ask('PATCH', `/${created.id}`, { version: 1, symbols: ['GBP*'] });
  t.match(wider, { status: 400, message: /groups/ });
});

t.test('masks of groups are compared at once, however many', async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const masks = (many: number, ...parts: string[]) =>
    Array.from({ length: many }, (_, n) => `*${'a'.repeat(20)}${n}${parts.join('')}`);
  const lists = (many: number, symbols: readonly string[]) =>
    Array.from({ length: many }, (_, n) => ({ group: `g${n}`, symbols }));
  const most = { symbols: masks(512, '*'), groups: lists(128, masks(48, '*b')) };
  await refuses(t, kind, GATEWAYS, [[most, 'too many masks']]);
  const some = { symbols: masks(20, '*'), groups: lists(4, masks(20, '*b')) };
  t.match(await kind.create(some), { groups: some.groups });
});

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' } as const;

/** A rule that decides before the others, and sends to these gateways. */
const routeTo = async ({ staff }: Kind, dealers: number[]) => {
  const body = { name: 'cover', position: 1, action: 'gateway', dealers };
  const { code, message } = await staff.ask('POST', '/routing', { body });
  if (code !== 'ok') throw new Error(`${code}: ${message}`);
};

t.test(`routing says what goes to a gateway, not its symbols [${CREATE} #13]`, async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { id } = await kind.create({ symbols: ['XAUUSD'] });
  await routeTo(kind, [id]);
  const engine = engineOf(kind.http);
  t.equal(codeOf(engine().trade(BUY)), 'trade.no_connection', 'it is not on line');
  engine().connected.add(id);
  t.match(engine().trade(BUY).result, { status: 'queued' });
  t.match([...engine().state.queue.values()], [{ gateway_id: id, symbol: 'EURUSD' }]);
});

t.test('a rule without an order goes by theirs [PUT /admin/v1/gateways/order #4]', async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { id: first } = await kind.create();
  const { id: second } = await kind.create();
  await routeTo(kind, [first]);
  const engine = engineOf(kind.http);
  for (const id of [first, second]) engine().connected.add(id);
  const sentTo = (): number | undefined => {
    const current = engine();
    // As records of before may be: today a rule names its gateways.
    current.configure(({ routing }) => ({
      routing: routing.map((rule) => ({ ...rule, dealers: [] })),
    }));
    current.trade(BUY);
    return [...current.state.queue.values()].at(-1)?.gateway_id;
  };
  t.equal(sentTo(), first);
  await kind.ask('PUT', '/order', { ids: [second, first] });
  t.equal(sentTo(), second);
});

t.test('one that a rule sends to is not deleted [DELETE /admin/v1/gateways/{id} #1]', async (t) => {
  const kind = await openKind(t, GATEWAYS);
  const { id } = await kind.create();
  const { id: free } = await kind.create();
  await routeTo(kind, [id]);
  const refused = await kind.ask('DELETE', `/${id}`);
  t.match(refused, { status: 409, code: 'conflict', message: /cover/ });
  t.match(await kind.ask('DELETE', `/${free}`), { code: 'ok', data: null });
  t.match(await kind.ask('GET', `/${free}`), { status: 404 });
});
