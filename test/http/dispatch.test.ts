// The gates of a request: session, rights, csrf, account, validation, in this order.

import t from 'tap';
import { done, refuse } from '../../wire/codes.js';
import { faultOfJson } from '../../wire/twice.js';
import { bearerOf, cookieOf, openFront, signed, signedTrader } from '../support/front-harness.js';

const ACCOUNT = '/admin/v1/accounts/1001';
const PAYMENT = { request_id: 'no uuid', action: 'balance', amount: '1' };

t.test('An answer is an envelope with a request id of its own or the one given', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const plain = await front.ask('GET', '/admin/v1/auth/me');
  t.same(Object.keys(plain.envelope).sort(), ['code', 'data', 'message', 'request_id', 'success']);
  t.match(plain.envelope.request_id, /^[0-9a-f-]{36}$/);
  t.equal(plain.headers.get('x-request-id'), plain.envelope.request_id);
  const given = await front.ask('GET', '/admin/v1/auth/me', {
    headers: { 'x-request-id': 'a.b-1' },
  });
  t.equal(given.envelope.request_id, 'a.b-1');
  const odd = await front.ask('GET', '/admin/v1/auth/me', {
    headers: { 'x-request-id': 'no "spaces" please' },
  });
  t.match(odd.envelope.request_id, /^[0-9a-f-]{36}$/);
});

t.test('Signing in comes before everything that is read', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const { status, envelope } = await front.ask('POST', `${ACCOUNT}/balance`, {
    body: { nonsense: true },
  });
  t.equal(status, 401);
  t.equal(envelope.code, 'auth.session_expired');
});

t.test('A missing right is refused before the csrf token and the body are looked at', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const staff = front.admit(signed({ rights: ['accounts.view'] }));
  const { cookie = '' } = cookieOf(staff);
  const answer = await front.ask('POST', `${ACCOUNT}/balance`, { headers: { cookie }, body: {} });
  t.equal(answer.status, 403);
  t.equal(answer.envelope.code, 'forbidden');
});

t.test('A browser proves that it meant a change, by token and by origin', async (t) => {
  const front = await openFront({}, { allowedOrigins: ['https://desk.example'] });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const headers = cookieOf(staff);
  const pay = (more: Record<string, string>) =>
    front.ask('POST', `${ACCOUNT}/balance`, { headers: { ...headers, ...more }, body: PAYMENT });
  const codes = async (more: Record<string, string>) => (await pay(more)).envelope.code;
  t.equal(await codes({ 'x-csrf-token': '' }), 'auth.csrf_invalid');
  t.equal(await codes({ 'x-csrf-token': 'of another' }), 'auth.csrf_invalid');
  t.equal(await codes({ origin: 'https://evil.example' }), 'auth.csrf_invalid');
  t.equal(await codes({ origin: 'null' }), 'auth.csrf_invalid');
  t.equal(
    await codes({ origin: `http://127.0.0.1:${front.port}.evil.example` }),
    'auth.csrf_invalid',
  );
  t.equal(await codes({ 'sec-fetch-site': 'cross-site' }), 'auth.csrf_invalid');
  t.equal(await codes({}), 'invalid_input', 'the body is read only now');
  t.equal(await codes({ origin: `http://127.0.0.1:${front.port}` }), 'invalid_input');
  const allowed = await pay({ origin: 'https://desk.example' });
  t.equal(allowed.envelope.code, 'invalid_input');
  t.equal(allowed.headers.get('access-control-allow-origin'), 'https://desk.example');
  const evil = await pay({ origin: 'https://evil.example' });
  t.equal(evil.headers.get('access-control-allow-origin'), null);
});

t.test(
  'A token counts only where its terminal carries it and on its audience’s routes',
  async (t) => {
    const front = await openFront();
    t.teardown(() => front.close());
    const staff = front.admit(signed());
    const trader = front.admit(signedTrader());
    const code = async (path: string, headers: Record<string, string>) =>
      (await front.ask('GET', path, { headers })).envelope.code;
    t.equal(await code('/admin/v1/auth/me', cookieOf(staff)), 'ok');
    t.equal(await code('/trader/v1/auth/me', bearerOf(trader)), 'ok');
    t.equal(await code('/admin/v1/auth/me', bearerOf(staff)), 'auth.invalid_terminal');
    t.equal(await code('/trader/v1/auth/me', cookieOf(trader)), 'auth.invalid_terminal');
    t.equal(await code('/admin/v1/auth/me', bearerOf(trader)), 'auth.invalid_terminal');
    t.equal(
      await code('/admin/v1/auth/me', { authorization: 'Basic eA==' }),
      'auth.session_expired',
    );
  },
);

t.test('Another account than the header names is refused before anything is read', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const trader = front.admit(signedTrader());
  const ask = (account: string) =>
    front.ask('POST', '/trader/v1/trades', {
      headers: { ...bearerOf(trader), 'x-app-account': account },
      body: {},
    });
  const other = await ask('1002');
  t.equal(other.status, 409);
  t.equal(other.envelope.code, 'auth.account_changed');
  t.equal((await ask('1001')).envelope.code, 'invalid_input');
});

t.test('Pages of allowed origins may ask beforehand, others are told nothing', async (t) => {
  const front = await openFront({}, { allowedOrigins: ['https://desk.example'] });
  t.teardown(() => front.close());
  const preflight = (origin: string) =>
    fetch(`http://127.0.0.1:${front.port}/trader/v1/trades`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const { status, headers } = await preflight('https://desk.example');
  t.equal(status, 200);
  t.equal(headers.get('access-control-allow-origin'), 'https://desk.example');
  t.equal(headers.get('access-control-allow-credentials'), 'true');
  t.match(headers.get('access-control-allow-headers'), /X-CSRF-Token/);
  const strangers = [
    'null',
    'https://evil.example',
    'https://desk.example.evil.example',
    'https://evil-desk.example',
    'https://desk.example:444',
    'http://desk.example',
  ];
  for (const origin of strangers) {
    const asked = await front.ask('GET', '/trader/v1/account', { headers: { origin } });
    for (const { headers } of [await preflight(origin), asked]) {
      t.equal(headers.get('access-control-allow-origin'), null, origin);
      t.equal(headers.get('access-control-allow-credentials'), null, origin);
    }
  }
});

t.test('A restricted session reaches only what lifts its restriction', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const must = front.admit(signed({ must_change_password: true }));
  const enrol = front.admit(signed({ must_enrol_otp: true }));
  const refused = await front.ask('GET', ACCOUNT, { headers: cookieOf(must) });
  t.equal(refused.envelope.code, 'auth.password_change_required');
  const codes = await front.ask('GET', ACCOUNT, { headers: cookieOf(enrol) });
  t.equal(codes.envelope.code, 'auth.otp_enrol_required');
  t.equal((await front.ask('GET', '/admin/v1/auth/me', { headers: cookieOf(must) })).status, 200);
  t.equal((await front.ask('GET', '/admin/v1/auth/me', { headers: cookieOf(enrol) })).status, 200);
});

t.test('An address that left the profile’s list is signed out', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const staff = front.admit(signed({ ip_allow: ['10.0.0.0/8'] }));
  const { envelope } = await front.ask('GET', '/admin/v1/auth/me', { headers: cookieOf(staff) });
  t.equal(envelope.code, 'auth.session_expired');
});

t.test('What does not fit its schema is refused with the field’s name', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const staff = cookieOf(front.admit(signed()));
  const trader = bearerOf(front.admit(signedTrader()));
  const fault = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => {
    const { status, envelope } = await front.ask(method, path, { headers, body });
    t.equal(status, 400, `${method} ${path}`);
    t.equal(envelope.code, 'invalid_input');
    return envelope.message;
  };
  const pay = { ...PAYMENT, request_id: '3f1d9a52-6c1e-4a53-9c8b-1f2e3d4c5b6a' };
  const balance = `${ACCOUNT}/balance`;
  t.match(await fault('POST', balance, staff, { ...pay, is_admin: true }), /^is_admin: unknown/);
  t.match(await fault('POST', balance, staff, { ...pay, amount: 5 }), /^amount: /);
  t.match(await fault('POST', balance, staff, { ...pay, amount: '1e9' }), /^amount: malformed/);
  const half = 'half a pair \ud83d';
  t.match(await fault('POST', balance, staff, { ...pay, comment: half }), /^comment: malformed/);
  t.match(await fault('POST', balance, staff, [1]), /^body: /);
  t.match(await fault('GET', '/admin/v1/accounts/01', staff), /^login: /);
  t.match(await fault('GET', '/admin/v1/accounts/1?page=2', staff), /^page: unknown/);
  const deals = '/trader/v1/history/deals';
  t.match(await fault('GET', `${deals}?limit=1001`, trader), /^limit: /);
  t.match(await fault('GET', `${deals}?page=0`, trader), /^page: /);
  t.match(await fault('GET', `${deals}?page=1&page=2`, trader), /^page: given twice/);
  t.match(await fault('GET', `${deals}?min_projection_seq=007`, trader), /^min_projection_seq/);
  t.match(
    await fault('GET', `${deals}?min_projection_seq=9999999999999999999`, trader),
    /^min_projection_seq: too large/,
  );
  t.match(
    await fault('GET', `${deals}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`, trader),
    /^to: /,
  );
  t.match(await fault('POST', '/trader/v1/trades', trader, { kind: 'gift' }), /^kind: must be/);
});

t.test('A body that is no plain JSON object is refused', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const send = async (body: string | Uint8Array, type = 'application/json', coding = '') => {
    const answer = await fetch(`http://127.0.0.1:${front.port}/trader/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': type, ...(coding !== '' && { 'content-encoding': coding }) },
      body,
    });
    t.equal(answer.status, 400);
    return ((await answer.json()) as { message: string }).message;
  };
  const wellFormed = '{"login":1,"password":"x"}';
  for (const type of ['text/plain', 'application/jsonp', 'application/json, text/plain', 'json']) {
    t.match(await send(wellFormed, type), /^content-type/, type);
  }
  t.match(await send(wellFormed, 'application/json', 'gzip'), /^content-encoding/);
  for (const twice of ['"login"', '"log\\u0069n" \n']) {
    t.match(await send(`{"login":1,"password":"x",${twice}:2}`), /^login: given twice/);
  }
  t.match(await send('{"password":"\\"login\\":[","login":"{{"}'), /^login: /, 'within texts');
  const fields = Array.from({ length: 65_537 }, (_, n) => `"${n.toString(36)}":0`).join();
  t.match(faultOfJson(`[{${fields}}]`, 'body'), /more than 65536 fields/);
  t.match(await send('{"login":1,'), /not valid JSON/);
  t.match(await send(new Uint8Array([0x22, 0xff, 0x22])), /not valid JSON/);
  t.match(await send(`${'['.repeat(17)}${']'.repeat(17)}`), /nested too deeply/);
  t.match(await send('{"login":1,"password":"x","__proto__":{"admin":true}}'), /unknown field/);
  t.equal(({} as { admin?: boolean }).admin, undefined);
});

t.test('A surprise is told as an id and logged with its cause', async (t) => {
  const front = await openFront({
    desk: {
      'accounts.read': () => {
        throw new Error('the shelf fell down');
      },
    },
  });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const { status, envelope } = await front.ask('GET', ACCOUNT, { headers: cookieOf(staff) });
  t.equal(status, 500);
  t.equal(envelope.code, 'internal');
  t.notMatch(JSON.stringify(envelope), /shelf|\.ts/);
  const [line] = front.logged;
  t.match(line, { level: 'error', facts: { request_id: envelope.request_id } });
  t.match(line?.facts.cause, /the shelf fell down/);
});

t.test('A code that its route does not declare never leaves the door', async (t) => {
  const front = await openFront({ desk: { 'accounts.read': () => refuse('trade.no_money') } });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const { envelope } = await front.ask('GET', ACCOUNT, { headers: cookieOf(staff) });
  t.equal(envelope.code, 'internal');
  t.match(front.logged[0]?.facts.cause, /does not declare trade\.no_money/);
});

t.test('When to try again stands in Retry-After and not in the message', async (t) => {
  const front = await openFront({
    desk: { 'auth.login': () => refuse('auth.too_many_attempts', 'Slowly. retry_after=300') },
  });
  t.teardown(() => front.close());
  const { status, headers, envelope } = await front.ask('POST', '/trader/v1/auth/login', {
    body: { login: 1001, password: 'x' },
  });
  t.equal(status, 429);
  t.equal(headers.get('retry-after'), '300');
  t.equal(envelope.message, 'Slowly.');
});

t.test('Activity of sessions reaches the desk', async (t) => {
  const told: unknown[] = [];
  const front = await openFront({
    desk: {
      'auth.activity': (input) => {
        told.push(input.sessions);
        return done(null);
      },
    },
  });
  const trader = front.admit(signedTrader());
  await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(trader) });
  await front.close();
  t.same(told, [[trader.session.id]]);
});
