// Logical servers over REST: whom the api server admits, and from when on.

import t, { type Test } from 'tap';
import { routes } from '../../../../http/routes/table.js';
import { socketOf } from '../accounts/online-harness.js';
import { type Fields, type Kind, testsOf, traceOf } from './kind.js';

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
const API = { id: 'api', internal_id: 2, title: 'API server', access: ACCESS, version: 1 };

const test = testsOf(FAMILY);
const patch = (kind: Kind, fields: Fields, id = 'api') => kind.ask('PATCH', `/${id}`, fields);
const refusedBy = async (t: Test, kind: Kind, field: string, values: readonly unknown[]) => {
  const before = traceOf(kind);
  const [name = '', inner] = field.split('.');
  for (const value of values) {
    const given = inner === undefined ? value : { [inner]: value };
    const { status, code, message } = await patch(kind, { version: 1, [name]: given });
    t.match({ status, code }, { status: 400, code: 'invalid_input' }, `${field}: ${value}`);
    t.ok(message.startsWith(field), message);
  }
  t.same(traceOf(kind), before, 'nothing was done');
};

test`the api server is there from the start and admits everyone`(async (t, kind) => {
  t.same((await kind.ask('GET', '')).data, [API]);
  t.same((await kind.ask('GET', '/api')).data, API);
});

test`anything but a server is not found [GET /{id} #1]`(async (t, kind) => {
  for (const id of ['2', 'API', 'other', '__proto__', 'constructor']) {
    t.match(await kind.ask('GET', `/${id}`), { status: 404, code: 'not_found' }, id);
    t.match(await patch(kind, { version: 1, title: 'x' }, id), { status: 404 }, id);
  }
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
  t.same((await kind.ask('GET', '/api')).data, after);
  const held = kind.http.harness.restarted().desk.records.get('logical_server', 'api');
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
    t.match(await patch(kind, { version, title: 'x' }), { status: 400, code: 'invalid_input' });
  }
  t.match((await patch(kind, { version: 1, title: 'x' })).data, { version: 2 });
  t.match(await patch(kind, { version: 1, title: 'y' }), { status: 409, code: 'conflict' });
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
  const told = { kind: 'network', id: 'api', version: 2, config_version: version };
  t.same(await kind.heard(), [told]);
});

test`ids and allocations cannot be sent [PATCH /{id} #6]`(async (t, kind) => {
  await refusedBy(t, kind, 'internal_id', [API.internal_id, 3]);
  await refusedBy(t, kind, 'id', [API.id, 'trade']);
  await refusedBy(t, kind, 'allocations', [{}]);
  const before = traceOf(kind);
  const whole = await patch(kind, { ...API, title: 'Front' });
  t.match(whole, { status: 400, message: /^id, internal_id: read-only/ }, 'one error names both');
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
    const me = await terminal.me();
    t.match(me, { status: 401, code: 'auth.session_expired' });
  }
  const body = { refresh_token: other.refresh };
  const refreshed = await http.terminal('trader').ask('POST', '/auth/refresh', { body });
  t.match(refreshed, { status: 401, code: 'auth.session_expired' });
  t.match(await http.terminal('trader').signIn(trader), { status: 403, code: 'forbidden' });
  t.match(await http.terminal('staff').signIn(dealer), { status: 403, code: 'forbidden' });
  const reopened = { allow_clients: true, allow_managers: true };
  t.equal((await patch(kind, { version: 2, access: reopened })).code, 'ok', 'staff 1 goes on');
  for (const terminal of [client, manager]) {
    t.equal((await terminal.me()).code, 'ok');
  }
  const again = await http.terminal('trader').ask('POST', '/auth/refresh', { body });
  t.equal(again.code, 'ok');
  (await socketOf(http, client)).ws.close();
});

test`attempts within 3 seconds of the last count [PATCH /{id} #12]`(async (t, kind) => {
  const { http } = kind;
  const access = { antiflood_enabled: true, antiflood_connections: 3 };
  await patch(kind, { version: 1, access });
  const { harness } = http;
  const attempt = async () => (await http.terminal('trader').signIn()).code;
  for (let far = 0; far < 4; far += 1) {
    harness.now += 3_001;
    t.equal(await attempt(), 'ok');
  }
  harness.now += 3_000;
  const checked = await harness.desk.handle('auth.checkBlocked', { ip: '127.0.0.1' });
  t.equal(checked.ok, true, 'an upgrade is the second');
  harness.now += 3_000;
  t.equal(await attempt(), 'auth.too_many_attempts');
});

test`failures count for 5 minutes, blocks double [PATCH /{id} #13, #14]`(async (t, kind) => {
  const { http } = kind;
  await patch(kind, { version: 1, access: { antiflood_enabled: true, antiflood_errors: 2 } });
  const { harness } = http;
  let login = 5_000;
  const fail = async () => {
    login += 1;
    const answer = await http.terminal('trader').signIn({ login, password: 'Wrong-pass1' });
    t.equal(answer.code, 'auth.invalid_credentials');
  };
  await fail();
  harness.now += 5 * 60_000;
  await fail();
  t.equal((await http.terminal('trader').signIn()).code, 'ok', 'the first counts no more');
  const waits: number[] = [];
  for (let block = 0; block < 5; block += 1) {
    await fail();
    if (block > 0) await fail();
    const blocked = await http.terminal('trader').signIn();
    t.match(blocked, { status: 429, code: 'auth.too_many_attempts' });
    waits.push(Number(blocked.headers.get('retry-after')));
    harness.now += (waits.at(-1) ?? 0) * 1000;
  }
  t.same(waits, [300, 600, 1200, 2400, 3600]);
});
