// Logical servers over REST: whom the api server admits, and from when on.

import t, { type Test } from 'tap';
import { routes } from '../../../../http/routes/table.js';
import { feedTimeoutOf } from '../../../../wire/settings/servers.js';
import { codeOf, dataOf, opening } from '../../../support/desk-harness.js';
import type { Fields } from '../../../support/http-harness.js';
import { socketOf } from '../accounts/online-harness.js';
import { type Kind, testsOf, traceOf } from './kind.js';

const FAMILY = { path: 'network/servers' };
const PATH = '/admin/v1/network/servers';
const ACCESS = {
  allow_administrators: true,
  allow_managers: true,
  allow_clients: true,
  allow_api: true,
  antiflood_enabled: false,
  antiflood_connections: 20,
  antiflood_errors: 10,
};
const ABILITIES = {
  access_policy: false,
  demo: false,
  edit_metadata: true,
  failover: false,
  history_timeout: false,
  network_adapter: true,
  optimization: false,
  provision: false,
  ranges: false,
  transport: false,
};
/** What the servers have in common before staff change them; fields of another one are null. */
const SERVER = {
  latitude: '0',
  longitude: '0',
  network_adapter: '',
  access: null,
  history: null,
  optimization_time: null,
  demo: null,
  version: 1,
  readiness: 'unknown',
  instances: [],
  allocations: null,
  maintenance: null,
};
const TRADE = {
  ...SERVER,
  ...{ id: 'trade', internal_id: 1, title: 'Trade server', optimization_time: '' },
  capabilities: { ...ABILITIES, demo: true, optimization: true },
};
const API = {
  ...SERVER,
  ...{ id: 'api', internal_id: 2, title: 'API server', access: ACCESS },
  capabilities: { ...ABILITIES, access_policy: true },
};
const QUOTE = {
  ...SERVER,
  ...{ id: 'quote', internal_id: 3, title: 'Quote server' },
  history: { datafeeds_timeout_sec: 30 },
  capabilities: { ...ABILITIES, history_timeout: true },
};

const test = testsOf(FAMILY);
const patch = (kind: Kind, fields: Fields, id = 'api') => kind.patch(`/${id}`, fields);
const refusedBy = async (
  t: Test,
  kind: Kind,
  field: string,
  values: readonly unknown[],
  id = 'api',
) => {
  const before = traceOf(kind);
  const [name = '', inner] = field.split('.');
  for (const value of values) {
    const given = inner === undefined ? value : { [inner]: value };
    const { status, code, message } = await patch(kind, { version: 1, [name]: given }, id);
    t.match({ status, code }, { code: 'invalid_input' }, `${field}: ${value}`);
    t.ok(message.startsWith(field), message);
  }
  t.same(traceOf(kind), before, 'nothing was done');
};

test`the three servers are there from the start, each with what it takes; without a policy demo
  accounts are opened and have no end [GET #1] [GET /{id} #2]`(async (t, kind) => {
  const [trade, ...others] = await kind.read<Fields[]>();
  t.match(trade, { ...TRADE, allocations: Object, maintenance: Object });
  t.same(others, [API, QUOTE]);
  t.same(await kind.read('/api'), API);
  t.match(await kind.read('/trade'), { demo: null });
  const demo = { body: opening({ group: 'demo\\standard' }) };
  t.equal(codeOf(await kind.harness.ask('accounts.create', demo)), 'ok');
});

test`each server takes its own fields alone [PATCH /{id} #9]`(async (t, kind) => {
  const own = {
    access: ['api', { allow_api: false }],
    history: ['quote', { datafeeds_timeout_sec: 5 }],
    optimization_time: ['trade', '03:00'],
    demo: ['trade', { mode: 1, period_days: 30 }],
  } as const;
  for (const [field, [owner, value]] of Object.entries(own)) {
    for (const id of ['trade', 'api', 'quote'].filter((one) => one !== owner)) {
      await refusedBy(t, kind, field, [value], id);
    }
  }
  const two = await patch(kind, { version: 1, demo: { mode: 0, period_days: 1 }, history: {} });
  t.match(two.message, /^history, demo: not of the server api/, 'one error names both');
  for (const [field, [owner, value]] of Object.entries(own)) {
    const { version } = await kind.read<{ version: number }>(`/${owner}`);
    const changed = await patch(kind, { version, [field]: value }, owner);
    t.match(changed.data, { [field]: value, version: version + 1 });
  }
});

test`a place has coordinates with 8 decimals, and a title, for display alone
  [PATCH /{id} #7, #35]`(async (t, kind) => {
  await refusedBy(t, kind, 'latitude', ['90.00000001', '-91', '0.123456789', 1, '', 'north']);
  await refusedBy(t, kind, 'longitude', ['180.1', '-181', '0.123456789', null]);
  const place = { latitude: '-90', longitude: '179.12345678', title: 'Zürich' };
  t.match((await patch(kind, { version: 1, ...place })).data, { ...API, ...place, version: 2 });
});

test`an adapter is the name of an interface of Linux, on each server
  [PATCH /{id} #33, #37]`(async (t, kind) => {
  for (const id of ['trade', 'api', 'quote']) {
    await refusedBy(t, kind, 'network_adapter', ['a/b', 'a:1', 'a b', 'a\u0007', null], id);
    await refusedBy(t, kind, 'network_adapter', ['x'.repeat(16), 'ä'.repeat(8)], id);
    for (const [at, network_adapter] of ['eth0', 'x'.repeat(15), ''].entries()) {
      const changed = await patch(kind, { version: at + 1, network_adapter }, id);
      t.match(changed.data, { network_adapter, version: at + 2 });
    }
  }
});

test`deployment cannot be changed here [PATCH /{id} #34]`(async (t, kind) => {
  for (const field of ['transport', 'provision', 'credentials', 'failover', 'ranges']) {
    await refusedBy(t, kind, field, [{}, 'x']);
  }
});

test`a demo policy has a mode and days; mode 0 opens no demo accounts, by staff or sign-up, and
  keeps those that are there; null cannot be set [PATCH /{id} #25, #28, #29]`(async (t, kind) => {
  const wrong = [null, {}, { mode: 1 }, { period_days: 1 }, { mode: 3, period_days: 1 }];
  const days = [0, 36_501, 1.5].map((period_days) => ({ mode: 1, period_days }));
  await refusedBy(t, kind, 'demo', [...wrong, ...days], 'trade');
  const { harness } = kind;
  const open = () => harness.ask('accounts.create', { body: opening({ group: 'demo\\standard' }) });
  const { login } = dataOf(await open());
  const closed = { mode: 0, period_days: 36_500 };
  t.match((await patch(kind, { version: 1, demo: closed }, 'trade')).data, { demo: closed });
  t.equal(codeOf(await open()), 'forbidden');
  t.match(await kind.http.terminal('trader').read('/register'), { demo: false });
  t.equal(harness.desk.records.get('account', String(login))?.record.enabled, true);
});

test`the time of the maintenance is one of the day, and empty turns it off
  [PATCH /{id} #16]`(async (t, kind) => {
  await refusedBy(t, kind, 'optimization_time', ['24:00', '3:00', '03:60', null, 3], 'trade');
  for (const [at, optimization_time] of ['03:00', ''].entries()) {
    const changed = await patch(kind, { version: at + 1, optimization_time }, 'trade');
    t.match(changed.data, { optimization_time });
  }
});

test`the silence of datafeeds has bounds`(async (t, kind) => {
  for (const datafeeds_timeout_sec of [0, 3601, 1.5, null, '5']) {
    await refusedBy(t, kind, 'history', [{ datafeeds_timeout_sec }], 'quote');
  }
  const history = { datafeeds_timeout_sec: 3600 };
  t.match((await patch(kind, { version: 1, history }, 'quote')).data, { history });
  const { logical_server } = kind.harness.desk.settings();
  t.equal(feedTimeoutOf(logical_server), 3600);
});

test`anything but a server is not found [GET /{id} #1]`(async (t, kind) => {
  for (const id of ['2', 'API', 'trades', 'other', '__proto__', 'constructor']) {
    t.match(await kind.get(`/${id}`), { code: 'not_found' }, id);
    t.match(await patch(kind, { version: 1, title: 'x' }, id), { status: 404 }, id);
  }
});

test`the trade server shows the spans of numbers that are in use, which are no ranges of its own
  [GET #2, #4] [PATCH /{id} #6]`(async (t, kind) => {
  const spans = async () => {
    const { allocations } = await kind.read<{ allocations: Fields }>('/trade');
    return allocations as Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const before = await spans();
  t.same(before.accounts, { allocator: 'desk', used_from: '1', used_to: '1001', total: '1001' });
  t.same(before.deals, { allocator: 'shards', used_from: '0', used_to: '0', total: '0' });
  await kind.http.openAccount({ login: 70_000 });
  t.match((await spans()).accounts, { used_from: '1', used_to: '70000', total: '70000' });
  await refusedBy(t, kind, 'allocations', [before, null], 'trade');
});

test`the maintenance is planned, runs, and its runs are kept [GET #3]`(async (t, kind) => {
  const seen = () => kind.read<{ maintenance: Fields }>('/trade');
  t.match((await seen()).maintenance, { status: 'none', scheduled_at: null, expired: 0 });
  await patch(kind, { version: 1, optimization_time: '03:00' }, 'trade');
  const { maintenance } = await seen();
  t.match(maintenance, { status: 'scheduled', started_at: null, error: '' });
  const planned = new Date(String(maintenance.scheduled_at));
  t.match([planned.getUTCDay(), planned.getUTCHours(), planned.getUTCMinutes()], [0, 3, 10]);
  t.ok(planned.getTime() > kind.harness.now);
  kind.harness.now = planned.getTime();
  while (await kind.harness.desk.maintain());
  const ended = { status: 'done', scheduled_at: planned.toISOString(), finished_at: String };
  const staff = await kind.http.signedIn('staff', { terminal: 'manager' });
  const past = await staff.read('/network/servers/trade/maintenance?limit=1');
  t.match(past, { items: [ended], page: 1, total: 1 });
  const none = await staff.get('/network/servers/api/maintenance');
  t.same(none.data, { items: [], page: 1, total: 0 });
  t.equal((await staff.get('/network/servers/x/maintenance')).status, 404);
});

t.test(`nothing of a server is started or stopped over REST [GET ${PATH} #5]`, async (t) => {
  const below = routes.filter(({ path }) => path.startsWith(PATH));
  t.ok(below.length > 0);
  t.ok(below.every(({ method }) => method === 'GET' || method === 'PATCH'));
});

test`only what is sent changes, within access too [PATCH /{id} #1]`(async (t, kind) => {
  const titled = await patch(kind, { version: 1, title: 'Front' });
  t.same(titled.data, { ...API, title: 'Front', version: 2 });
  const access = { allow_api: false, antiflood_errors: 3 };
  const changed = await patch(kind, { version: 2, access });
  const after = { ...API, title: 'Front', access: { ...ACCESS, ...access }, version: 3 };
  t.same(changed.data, after);
  t.same(await kind.read('/api'), after);
  const held = kind.harness.restarted().desk.records.get('logical_server', 'api');
  t.match(held, { version: 3, record: { title: 'Front', access: after.access } });
});

test`unknown fields and null are refused by name [PATCH /{id} #2]`(async (t, kind) => {
  await refusedBy(t, kind, 'surprise', [1]);
  await refusedBy(t, kind, 'title', [null]);
  await refusedBy(t, kind, 'access', [null, 'all', true]);
  await refusedBy(t, kind, 'access.surprise', [true]);
  await refusedBy(t, kind, 'access.allow_api', [null, 1, 'false']);
});

test`a change rests on the version last read [PATCH /{id} #3]`(async (t, kind) => {
  for (const version of [undefined, 0, -1, '1', null]) {
    t.match(await patch(kind, { version, title: 'x' }), { code: 'invalid_input' });
  }
  t.match((await patch(kind, { version: 1, title: 'x' })).data, { version: 2 });
  t.match(await patch(kind, { version: 1, title: 'y' }), { code: 'conflict' });
});

test`what changes nothing makes no version [PATCH /{id} #4]`(async (t, kind) => {
  const before = traceOf(kind);
  const same = { version: 1, title: API.title, access: { allow_api: true } };
  t.same((await patch(kind, same)).data, API);
  t.same((await patch(kind, { version: 1 })).data, API);
  t.same(traceOf(kind), before);
});

test`a change is journaled and told as network [PATCH /{id} #5]`(async (t, kind) => {
  await kind.heard();
  await patch(kind, { version: 1, access: { allow_clients: false } });
  const { journal, version } = traceOf(kind);
  t.match(journal, [{ kind: 'config', text: 'logical server api changed: access' }]);
  const change = { kind: 'network', id: 'api', version: 2, config_version: version };
  t.same(await kind.heard(), [change]);
});

test`ids and allocations cannot be sent [PATCH /{id} #6]`(async (t, kind) => {
  await refusedBy(t, kind, 'internal_id', [API.internal_id, 3]);
  await refusedBy(t, kind, 'id', [API.id, 'trade']);
  await refusedBy(t, kind, 'allocations', [{}]);
  const before = traceOf(kind);
  const whole = await patch(kind, { ...API, title: 'Front' });
  t.match(
    whole,
    { status: 400, message: /^id, internal_id, .*allocations.*read-only/ },
    'one error names all',
  );
  t.same(traceOf(kind), before, 'nothing was done');
});

test`a title has 1 to 128 characters [PATCH /{id} #8]`(async (t, kind) => {
  await refusedBy(t, kind, 'title', ['', 'x'.repeat(129), 7]);
  const title = '\u{1F680}'.repeat(128);
  t.match((await patch(kind, { version: 1, title })).data, { title, version: 2 });
  t.match((await patch(kind, { version: 2, title: 'x' })).data, { title: 'x', version: 3 });
});

test`administrators are always admitted [PATCH /{id} #11]`(async (t, kind) => {
  await refusedBy(t, kind, 'access.allow_administrators', [false]);
  const kept = { allow_administrators: true, allow_managers: false };
  t.match((await patch(kind, { version: 1, access: kept })).data, { access: kept });
});

test`what antiflood counts to has bounds`(async (t, kind) => {
  await refusedBy(t, kind, 'access.antiflood_connections', [0, 100_001, 1.5, '5']);
  await refusedBy(t, kind, 'access.antiflood_errors', [0, 10_001, null]);
  for (const [version, antiflood_connections, antiflood_errors] of [
    [1, 1, 1],
    [2, 100_000, 10_000],
  ]) {
    const access = { antiflood_connections, antiflood_errors };
    t.match((await patch(kind, { version, access })).data, { access });
  }
});

test`a class that is shut is refused at sign-in, at refresh and with every request, and its sockets
  close; sessions go on when it opens again [PATCH /{id} #10, #36]`(async (t, kind) => {
  const { http } = kind;
  const trader = { terminal: 'desktop' };
  const client = await http.signedIn('trader', trader);
  const other = await http.signedIn('trader', trader);
  const dealer = { login: await http.hire() };
  const manager = await http.signedIn('staff', dealer);
  const peer = await socketOf(http, client);
  const shut = { allow_clients: false, allow_managers: false };
  t.equal((await patch(kind, { version: 1, access: shut })).code, 'ok');
  const closed = http.front.clock.through(peer.closed, 'end of the socket');
  t.match(await closed, { code: 4001 });
  for (const terminal of [client, manager]) {
    t.match(await terminal.me(), { code: 'auth.session_expired' });
  }
  const body = { refresh_token: other.refresh };
  const refreshed = await http.terminal('trader').post('/auth/refresh', body);
  t.match(refreshed, { code: 'auth.session_expired' });
  t.match(await http.terminal('trader').signIn(trader), { code: 'forbidden' });
  t.match(await http.terminal('staff').signIn(dealer), { code: 'forbidden' });
  const reopened = { allow_clients: true, allow_managers: true };
  t.equal((await patch(kind, { version: 2, access: reopened })).code, 'ok', 'staff 1 goes on');
  for (const terminal of [client, manager]) t.equal((await terminal.me()).code, 'ok');
  t.equal((await http.terminal('trader').post('/auth/refresh', body)).code, 'ok');
  (await socketOf(http, client)).ws.close();
});

test`when the period of a demo account ends, its requests, refresh, sockets and sign-in end; the
  account stays as it is [PATCH /{id} #26, #27, #30]`(async (t, kind) => {
  const { http } = kind;
  const { harness } = http;
  const day = 86_400_000;
  const opened = Date.parse(harness.desk.records.get('account', '1001')?.record.created_at ?? '');
  const set = (demo: Fields) => harness.patch('logical_server', 'trade', { demo });
  const signIn = () => http.terminal('trader').signIn({ terminal: 'desktop' });
  for (const mode of [2, 1]) {
    harness.now = Math.max(harness.now, opened) + day;
    await set({ mode: 0, period_days: 1 });
    const client = await http.signedIn('trader', { terminal: 'desktop', keep_signed_in: true });
    const peer = await socketOf(http, client);
    const from = mode === 2 ? opened : harness.now;
    const period_days = Math.floor((harness.now - opened) / day) + 1;
    await set({ mode, period_days });
    harness.now = from + period_days * day - 60_000;
    const body = { refresh_token: client.refresh };
    const end = from + period_days * day;
    if (mode === 2) {
      const renewed = await http.terminal('trader').post('/auth/refresh', body);
      t.equal(renewed.code, 'ok', 'until then it is as ever');
      client.access = (renewed.data as { access_token: string }).access_token;
      body.refresh_token = (renewed.data as { refresh_token: string }).refresh_token;
      t.equal((await client.me()).code, 'ok');
    }
    const closed = http.front.clock.through(peer.closed, 'end of the socket');
    harness.now = end;
    t.match(await closed, { code: 4001 });
    t.match(await client.me(), { code: 'auth.session_expired' });
    const refreshed = await http.terminal('trader').post('/auth/refresh', body);
    t.match(refreshed, { code: 'auth.session_expired' });
    t.match(await signIn(), { code: 'auth.account_disabled' });
    t.match(harness.desk.records.get('account', '1001')?.record, { enabled: true });
    await set({ mode: 0, period_days: 1 });
    t.equal((await signIn()).code, 'ok', 'by another policy it goes on');
  }
});

test`a policy holds from the answer to its change on; without one there is no way back
  [PATCH /{id} #31]`(async (t, kind) => {
  const { harness } = kind;
  const open = () => harness.ask('accounts.create', { body: opening({ group: 'demo\\standard' }) });
  t.equal(codeOf(await open()), 'ok', 'as ever');
  const changed = await patch(kind, { version: 1, demo: { mode: 0, period_days: 1 } }, 'trade');
  t.equal(changed.code, 'ok');
  t.equal(codeOf(await open()), 'forbidden', 'with the answer, not 5 seconds later');
  t.match(await patch(kind, { version: 2, demo: null }, 'trade'), { status: 400 });
});
