// The gates of a request in their order: session, rights, csrf, account, validation, confirmation.

import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import t, { type Test } from 'tap';
import { Dispatcher } from '../../../http/rest/dispatch.js';
import { type HandlerContext, route } from '../../../http/rest/route.js';
import { BODY_VALUES_MAX } from '../../../http/server/body-limits.js';
import type { Incoming } from '../../../http/server/exchange.js';
import { AccountShares } from '../../../http/session/account-share.js';
import { Cookies } from '../../../http/session/cookies.js';
import { SessionCopies } from '../../../http/session/sessions.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { type Code, ok, refuse } from '../../../wire/base/codes.js';
import { Strict } from '../../../wire/base/schema.js';
import { parseBody, VALUES_MAX } from '../../../wire/codec/json-input.js';
import { envelopeText } from '../../../wire/codec/text.js';
import { confirmFields } from '../../../wire/fields/confirm-fields.js';
import type { Confirmation } from '../../../wire/rest/accounts/confirmations.js';
import {
  bearerOf,
  cookieOf,
  openFront,
  signed,
  signedTrader,
} from '../../support/front-harness.js';
import { httpFor, type Terminal } from '../../support/http-harness.js';
import { test } from '../routes/tags.js';

const ACCOUNT = '/admin/v1/accounts/1001';
const PAYMENT = { request_id: 'no uuid', action: 'balance', amount: '1' };
const front = await openFront({}, { allowedOrigins: ['https://desk.example'] });
t.teardown(() => front.close());

t.test('An answer is an envelope with a request id of its own or the one given', async (t) => {
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

t.test('A missing right is refused before the csrf token and the body are looked at', async (t) => {
  const staff = front.admit(signed({ rights: ['accounts.view'] }));
  const { cookie = '' } = cookieOf(staff);
  const answer = await front.ask('POST', `${ACCOUNT}/balance`, { headers: { cookie }, body: {} });
  t.equal(answer.envelope.code, 'forbidden');
});

t.test('A browser proves that it meant a change, by token and by origin', async (t) => {
  const staff = front.admit(signed());
  const headers = cookieOf(staff);
  const pay = (more: Record<string, string>) =>
    front.ask('POST', `${ACCOUNT}/balance`, { headers: { ...headers, ...more }, body: PAYMENT });
  const codes = async (more: Record<string, string>) => (await pay(more)).envelope.code;
  const own = `http://127.0.0.1:${front.port}`;
  for (const token of ['', 'of another']) {
    t.equal(await codes({ 'x-csrf-token': token }), 'auth.csrf_invalid', token);
  }
  for (const origin of ['https://evil.example', 'null', `${own}.evil.example`]) {
    t.equal(await codes({ origin }), 'auth.csrf_invalid', origin);
  }
  t.equal(await codes({ 'sec-fetch-site': 'cross-site' }), 'auth.csrf_invalid');
  t.equal(await codes({}), 'invalid_input', 'the body is read only now');
  t.equal(await codes({ origin: own }), 'invalid_input');
  const allowed = await pay({ origin: 'https://desk.example' });
  t.equal(allowed.envelope.code, 'invalid_input');
  t.equal(allowed.headers.get('access-control-allow-origin'), 'https://desk.example');
  const evil = await pay({ origin: 'https://evil.example' });
  t.equal(evil.headers.get('access-control-allow-origin'), null);
});

test`A token counts only where its terminal carries it and on its audience’s routes`(async (t) => {
  const staff = front.admit(signed());
  const trader = front.admit(signedTrader());
  const code = async (path: string, headers: Record<string, string>) =>
    (await front.ask('GET', path, { headers })).envelope.code;
  t.equal(await code('/admin/v1/auth/me', cookieOf(staff)), 'ok');
  t.equal(await code('/trader/v1/auth/me', bearerOf(trader)), 'ok');
  t.equal(await code('/admin/v1/auth/me', bearerOf(staff)), 'auth.invalid_terminal');
  t.equal(await code('/trader/v1/auth/me', cookieOf(trader)), 'auth.invalid_terminal');
  t.equal(await code('/admin/v1/auth/me', bearerOf(trader)), 'auth.invalid_terminal');
  t.equal(await code('/admin/v1/auth/me', { authorization: 'Basic eA==' }), 'auth.session_expired');
});

t.test('Pages of allowed origins may ask beforehand, others are told nothing', async (t) => {
  const preflight = (origin: string) =>
    fetch(`http://127.0.0.1:${front.port}/trader/v1/trades`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const { status, headers } = await preflight('https://desk.example');
  t.equal(status, 200);
  t.equal(headers.get('access-control-allow-origin'), 'https://desk.example');
  t.equal(headers.get('access-control-allow-credentials'), 'true');
  t.equal(
    headers.get('access-control-allow-headers'),
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-APP-Account, X-CSRF-Token, ' +
      'X-Request-Id',
  );
  t.equal(headers.get('access-control-max-age'), '7200');
  const allowed = { headers: { origin: 'https://desk.example' } };
  const page = await front.ask('GET', '/openapi.json', allowed);
  t.match(page.headers.get('access-control-expose-headers'), /\bETag\b/);
  const refused = await front.ask('GET', '/trader/v1/account', allowed);
  t.match(refused.headers.get('access-control-expose-headers'), /\bX-Request-Id\b/);
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

t.test('What does not fit its schema is refused with the field’s name', async (t) => {
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
  const scientific = await fault('POST', balance, staff, { ...pay, amount: '1e9' });
  t.match(scientific, /^amount: must be a decimal without exponent, such as 1.25: at most 18/);
  const half = 'half a pair \ud83d';
  t.match(
    await fault('POST', balance, staff, { ...pay, comment: half }),
    /^comment: must not have/,
  );
  t.match(await fault('POST', balance, staff, [1]), /^body: /);
  t.match(await fault('GET', '/admin/v1/accounts/01', staff), /^login: /);
  t.match(await fault('GET', '/admin/v1/accounts/1?page=2', staff), /^page: unknown/);
  t.match(await fault('GET', '/admin/v1/accounts/1?%zz=2', staff), /^query: %zz: unknown/);
  const deals = '/trader/v1/history/deals';
  t.match(await fault('GET', `${deals}?limit=1001`, trader), /^limit: /);
  t.match(await fault('GET', `${deals}?page=0`, trader), /^page: /);
  t.match(await fault('GET', `${deals}?page=1&page=2`, trader), /^page: given twice/);
  const backwards = 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
  t.match(await fault('GET', `${deals}?${backwards}`, trader), /^to: /);
  t.match(await fault('POST', '/trader/v1/trades', trader, { kind: 'gift' }), /^kind: must be/);
});

t.test('A body that is no plain JSON object is refused', async (t) => {
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
  const parsed = (text: string) => parseBody(Buffer.from(text));
  t.match(parsed(`[{${fields}}]`), { message: /more than 65536 fields/ });
  const list = (values: number): string => `[${'[],'.repeat(values / 2)}"a,b"]`;
  t.ok(parsed(list(VALUES_MAX - 2)).ok);
  t.match(parsed(list(VALUES_MAX)), { message: /more than 131072 values/ });
  t.match(await send('{"login":1,'), /not valid JSON/);
  t.match(await send('{"login":1,"login":2,'), /not valid JSON/, 'which is decided first');
  t.match(await send(new Uint8Array([0x22, 0xff, 0x22])), /not valid JSON/);
  t.match(await send(`${'['.repeat(17)}${']'.repeat(17)}`), /nested more than 16 deep/);
  t.match(await send('{"login":1,"password":"x","__proto__":{"admin":true}}'), /unknown field/);
  t.equal(({} as { admin?: boolean }).admin, undefined);
});

/** A body with a number of fields that no route has. */
const withFields = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"k${n}, {[":"\\"{[,"`).join()}}`;

t.test('A body with too many values is refused before it is parsed', async (t) => {
  const staff = cookieOf(front.admit(signed({ rights: [...RIGHTS] })));
  const trader = bearerOf(front.admit(signedTrader()));
  const { usual, list } = BODY_VALUES_MAX;
  const cases = [
    ['POST', '/trader/v1/auth/login', {}, usual],
    ['POST', '/trader/v1/trades/check', trader, usual],
    ['PUT', '/admin/v1/leverage-profiles/1/rules/order', staff, list],
  ] as const;
  for (const [method, path, headers, most] of cases) {
    const send = async (body: string): Promise<{ message: string }> => {
      const answer = await fetch(`http://127.0.0.1:${front.port}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      t.equal(answer.status, 400, path);
      return (await answer.json()) as { message: string };
    };
    const message = `body: more than ${most} values`;
    const faults = [{ field: 'body', message: `more than ${most} values` }];
    const many = withFields(most + 1);
    t.match(await send(many), { code: 'invalid_input', message, data: { faults } });
    t.equal((await send(many.slice(0, -1))).message, message, 'that it is cut short is not seen');
    t.equal((await send(`{"a":1,"a":2,${many.slice(1)}`)).message, message, 'nor a name twice');
    t.notMatch((await send(withFields(most))).message, /values/, 'one with fewer is parsed');
  }
});

t.test('A code that its route does not declare never leaves the server', async (t) => {
  const front = await openFront({ desk: { 'accounts.read': () => refuse('trade.no_money') } });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const { envelope } = await front.ask('GET', ACCOUNT, { headers: cookieOf(staff) });
  t.equal(envelope.code, 'internal');
  t.match(front.logged[0]?.facts.cause, /does not declare trade\.no_money/);
});

const http = await httpFor(t);
const { harness } = http;
const staff = await http.staff({ rights: RIGHTS });
const silence = { info: () => {}, warn: () => {}, error: () => {} };
const PATH = '/admin/v1/test/close';

/** A route that is confirmed, over a desk; `closed` are the bodies that it was given. */
const closing = (t: Test) => {
  const closed: unknown[] = [];
  const action = route({
    name: 'positions.bulk_close',
    method: 'POST',
    path: PATH,
    says: 'Closes what it is told to.',
    details: '',
    body: Strict({
      ids: Type.Array(Type.Integer()),
      reason: Type.Optional(Strict({ text: Type.String(), by: Type.String() })),
      preview: Type.Optional(Type.Boolean()),
      ...confirmFields,
    }),
    reply: null,
    handle: async ({ body }) => {
      closed.push(body);
      return ok(null);
    },
  });
  const desk: HandlerContext<Code>['desk'] = (op, input) => harness.desk.handle(op, input) as never;
  const client = { desk, now: () => harness.now, settings: () => harness.desk.settings() };
  const sessions = new SessionCopies(
    client as ConstructorParameters<typeof SessionCopies>[0],
    silence,
  );
  t.teardown(() => sessions.close());
  const parts = { ...client, sessions, cookies: new Cookies(false), allowedOrigins: [] };
  const dispatcher = new Dispatcher({
    routes: [action],
    pageOf: () => undefined,
    context: parts as unknown as HandlerContext<Code>,
    shares: new AccountShares(0),
    log: silence,
    count: () => {},
  });
  const ask = async (staff: Terminal, body: unknown): Promise<string> => {
    const request: Incoming = {
      method: 'POST',
      path: PATH,
      query: '',
      peer: '127.0.0.1',
      address: '127.0.0.1',
      headers: new Map([
        ['content-type', 'application/json'],
        ['cookie', [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')],
        ['x-csrf-token', staff.csrf],
      ]),
    };
    const answer = await dispatcher.expect(request).answer(Buffer.from(JSON.stringify(body)));
    return (JSON.parse(answer.body.toString()) as { code: string }).code;
  };
  return { action, ask, closed };
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const issue = async (canonical: string): Promise<Confirmation> => {
  const body = { action: 'positions.close', digest: sha256(canonical) };
  const answer = await staff.post('/confirmations', body);
  if (answer.code !== 'ok') throw new Error(`${answer.code}: ${answer.message}`);
  return answer.data as Confirmation;
};

test`Staff who confirm their actions are refused without the code, and heard with it
  [POST /admin/v1/confirmations #1, #2]`(async (t) => {
  const { ask, closed } = closing(t);
  const body = { ids: [7, 8], reason: { text: 'ügly', by: 'me' } };
  t.equal(await ask(staff, body), 'confirmation_required');
  const canonical = '{"ids":[7,8],"reason":{"by":"me","text":"ügly"}}';
  const { confirm_token, confirm_code } = await issue(canonical);
  t.equal(await ask(staff, { ...body, confirm_token }), 'confirmation_required', 'no code');
  const other = { ...body, ids: [7, 9], confirm_token, confirm_code };
  t.equal(await ask(staff, other), 'confirmation_required', 'another body');
  t.same(closed, [], 'nothing was done');
  t.equal(await ask(staff, { ...body, confirm_token, confirm_code }), 'ok');
  t.equal(closed.length, 1);
  const again = await ask(staff, { ...body, confirm_token, confirm_code });
  t.equal(again, 'confirmation_required', 'it is used up');
});

t.test('Staff without the right, and those who only look, need no code', async (t) => {
  const { action, ask, closed } = closing(t);
  t.ok(action.errors.includes('confirmation_required'), 'the description tells of it');
  t.equal(await ask(staff, { ids: [1], preview: true }), 'ok');
  const rights = RIGHTS.filter((right) => right !== 'confirm_actions');
  const other = await http.staff({ rights });
  t.equal(await ask(other, { ids: [1], preview: false }), 'ok');
  t.equal(closed.length, 2);
});

t.test('A confirmation names a known action and the digest of a body', async (t) => {
  const digest = sha256('{}');
  for (const body of [
    {},
    { action: 'positions.close' },
    { digest },
    { action: 'positions.open', digest },
    { action: 'positions.close', digest: digest.slice(1) },
    { action: 'positions.close', digest: digest.toUpperCase() },
    { action: 'positions.close', digest, login: 2 },
  ]) {
    const answer = await staff.post('/confirmations', body);
    t.equal(answer.status, 400, JSON.stringify(body));
    t.equal(answer.code, 'invalid_input');
  }
});

t.test('Every answer that is the fault of the server has a line in the log', async (t) => {
  const timeout = (requestId: string) => envelopeText(requestId, 'trade.timeout');
  const front = await openFront({
    desk: { 'accounts.read': () => refuse('timeout') },
    call: async (_caller, _login, _op, _data, requestId) => ({
      status: 504,
      text: timeout(requestId),
    }),
  });
  t.teardown(() => front.close());
  const staff = cookieOf(front.admit(signed()));
  const trader = bearerOf(front.admit(signedTrader()));
  for (const [path, headers, why] of [
    ['/admin/v1/accounts/1001', staff, /^timeout: No answer in time/],
    ['/trader/v1/positions', trader, /^trade.timeout$/],
  ] as const) {
    const { status, envelope } = await front.ask('GET', path, { headers });
    t.equal(status, 504);
    const { request_id } = envelope;
    const lines = front.logged.filter(({ facts }) => facts.request_id === request_id);
    t.match(lines, [{ level: 'warn', facts: { method: 'GET', path, status, why } }]);
    t.equal(lines.length, 1);
  }
  await front.ask('GET', '/trader/v1/positions');
  t.equal(front.logged.length, 2, 'the fault of a client has none');
});
