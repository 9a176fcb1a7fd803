// Sessions over HTTP: what opens them and travels in cookies, and how they are refreshed and end.

import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import type { Audience } from '../../../../wire/accounts/identity.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import { now } from '../../../support/clock.js';
import { deferred } from '../../../support/deferred.js';
import { admit } from '../../../support/desk-harness.js';
import {
  bearerOf,
  cookieOf,
  openFront,
  type Signed,
  signed,
  signedTrader,
} from '../../../support/front-harness.js';
import { httpFor, type Terminal } from '../../../support/http-harness.js';
import { bothOf, PREFIX } from '../audiences.js';
import { test } from '../tags.js';

const ACCESS_MS = 15 * 60_000;

const http = await httpFor(t);
const { harness } = http;
/** The sessions that are open, by their ids. */
const open = () => [...harness.desk.sessions()].map(({ id }) => id);

/** A browser session of the audience. */
const browser = (audience: Audience, login?: number): Promise<Terminal> =>
  http.signedIn(audience, { terminal: audience === 'staff' ? 'manager' : 'web', login });

/** A browser session whose access is over while its refresh cookie lives. */
const outdated = async (audience: Audience): Promise<Terminal> => {
  const terminal = await browser(audience);
  harness.now += ACCESS_MS + 1;
  return terminal;
};

/** Another browser that has a cookie of this one, and its csrf token. */
const copyOf = ({ audience, csrf }: Terminal, kind: string, value: string): Terminal =>
  http.terminal(audience, { cookie: `${PREFIX[audience]}_${kind}=${value}`, 'x-csrf-token': csrf });

const both = bothOf('refresh');
const cookie = (terminal: Terminal, kind: string) =>
  terminal.cookies.get(`${PREFIX[terminal.audience]}_${kind}`) ?? '';

both`A browser of {} refreshes by its cookie and the csrf token, without a body
  [#1]`(async (t, audience) => {
  const terminal = await browser(audience);
  const without = await terminal.post('/auth/refresh', undefined, { withoutCsrf: true });
  t.match(without, { code: 'auth.csrf_invalid' });
  const headers = { origin: 'https://evil.example' };
  t.equal((await terminal.post('/auth/refresh', undefined, { headers })).code, 'auth.csrf_invalid');
  const answer = await terminal.post('/auth/refresh');
  t.equal(answer.code, 'ok');
  t.equal(answer.headers.getSetCookie().length, 2);
  t.match(answer.data, { access_token: '', refresh_token: '' });
});

both`A refresh gives {} new tokens of the same session, and ends the old ones
  [#3, #4]`(async (t, audience) => {
  const terminal = await browser(audience);
  const [access, refresh] = [cookie(terminal, 'access'), cookie(terminal, 'refresh')];
  const before = open();
  t.equal((await terminal.post('/auth/refresh')).code, 'ok');
  t.not(cookie(terminal, 'access'), access);
  t.not(cookie(terminal, 'refresh'), refresh);
  t.same(open(), before);
  t.equal((await terminal.me()).code, 'ok');
  t.equal((await copyOf(terminal, 'access', access).me()).code, 'auth.session_expired');
  t.equal((await copyOf(terminal, 'refresh', refresh).post('/auth/refresh')).status, 401);
});

both`An old refresh token of {} closes the session [#5]`(async (t, audience) => {
  const terminal = await browser(audience);
  const old = cookie(terminal, 'refresh');
  const headers = { 'idempotency-key': randomUUID() };
  const copy = copyOf(terminal, 'refresh', old);
  t.equal((await terminal.post('/auth/refresh', undefined, { headers })).code, 'ok');
  t.equal(
    (await copy.post('/auth/refresh', undefined, { headers })).code,
    'ok',
    'repeated by its key',
  );
  const other = { headers: { 'idempotency-key': randomUUID() } };
  const answer = await copyOf(terminal, 'refresh', old).ask('POST', '/auth/refresh', other);
  t.match(answer, { code: 'auth.refresh_reused' });
  t.equal((await terminal.me()).code, 'auth.session_expired');
  t.equal((await terminal.post('/auth/refresh')).code, 'auth.session_expired');
});

both`After access of {} is over a refresh opens it again [#6]`(async (t, audience) => {
  const terminal = await outdated(audience);
  t.equal((await terminal.me()).code, 'auth.session_expired');
  t.equal((await terminal.post('/auth/refresh')).code, 'ok');
  t.equal((await terminal.me()).code, 'ok');
});

both`A refresh of {} for another account than the header names rotates nothing
  [#7]`(async (t, audience) => {
  const terminal = await browser(audience);
  const before = cookie(terminal, 'refresh');
  const answer = await terminal.post('/auth/refresh', undefined, {
    headers: { 'x-app-account': '4711' },
  });
  t.match(answer, { code: 'auth.account_changed' });
  t.equal(cookie(terminal, 'refresh'), before);
  t.equal((await terminal.post('/auth/refresh')).code, 'ok', 'it still works');
});

both`A sign-out of {} closes the session and then clears the cookies
  [logout #1]`(async (t, audience) => {
  const terminal = await browser(audience);
  const access = cookie(terminal, 'access');
  t.match(await terminal.post('/auth/logout'), { code: 'ok', data: null });
  t.equal(terminal.cookies.size, 0);
  t.equal((await copyOf(terminal, 'access', access).me()).code, 'auth.session_expired');
});

both`The refresh cookie of {} signs out when access is over, and does no more
  [logout #2]`(async (t, audience) => {
  const before = open();
  const terminal = await outdated(audience);
  t.equal((await terminal.me()).code, 'auth.session_expired', 'it opens nothing else');
  t.equal((await terminal.post('/auth/logout')).code, 'ok');
  t.same(open(), before);
  const late = await outdated(audience);
  harness.now += 13 * 3_600_000;
  t.equal((await late.post('/auth/logout')).code, 'auth.session_expired');
});

both`Signing {} out by the refresh cookie needs the csrf token and rotates nothing
  [logout #3, #4]`(async (t, audience) => {
  const terminal = await outdated(audience);
  const without = await terminal.post('/auth/logout', undefined, { withoutCsrf: true });
  t.equal(without.code, 'auth.csrf_invalid');
  const wrong = await terminal.post('/auth/logout', undefined, {
    headers: { 'x-csrf-token': 'of another session' },
  });
  t.equal(wrong.code, 'auth.csrf_invalid');
  t.same([...without.headers.getSetCookie(), ...wrong.headers.getSetCookie()], []);
  const out = await terminal.post('/auth/logout');
  t.equal(out.code, 'ok');
  t.ok(out.headers.getSetCookie().every((line) => line.endsWith('Max-Age=0')));
});

both`A sign-out of {} that fails keeps the cookies and says so [logout #5]`(async (t, audience) => {
  const front = await openFront({ desk: { 'auth.logout': () => refuse('internal') } });
  t.teardown(() => front.close());
  const one = front.admit(
    audience === 'staff' ? signed() : signedTrader({ terminal: 'web', browser: true }),
  );
  const path = `/${PREFIX[audience]}/v1/auth/logout`;
  const out = await front.ask('POST', path, { headers: cookieOf(one) });
  t.match(out, { status: 500, envelope: { success: false } });
  t.same(out.headers.getSetCookie(), []);
});

both`The session of {} shows all but its terminal, and when access ends, also where it is restricted
  [me #1, #2, #3]`(async (t, audience) => {
  const terminal = await browser(audience);
  const { data } = await terminal.me();
  t.same(Object.keys(data as object).sort(), [
    'access_expires_at',
    'csrf_token',
    'expires_at',
    'group',
    'group_scope',
    'keep_signed_in',
    'login',
    'must_change_password',
    'must_enrol_otp',
    'read_only',
    'rights',
    'server_clock',
  ]);
  const { access_expires_at } = data as { access_expires_at: string };
  t.equal(Date.parse(access_expires_at) - harness.now, ACCESS_MS);
  const login = await (audience === 'staff' ? http.hire() : http.openAccount());
  await harness.patch('account', `${login}`, { must_change_password: true });
  t.equal((await (await browser(audience, login)).me()).code, 'ok');
});

test`Other terminals refresh with the token in the body
  [POST /trader/v1/auth/refresh #2]`(async (t) => {
  const program = await http.signedIn('trader', { terminal: 'android' });
  const answer = await program.post('/auth/refresh', { refresh_token: program.refresh });
  t.equal(answer.code, 'ok');
  t.equal((await program.post('/auth/refresh', {})).status, 401);
  program.take(answer);
  t.equal((await program.me()).code, 'ok');
  const web = await http.signedIn('trader', { terminal: 'web' });
  const token = cookie(web, 'refresh');
  const crossed = await http.terminal('trader').post('/auth/refresh', { refresh_token: token });
  t.equal(crossed.code, 'auth.invalid_terminal', 'a cookie’s token is no body’s token');
});

test`A refresh asks the access classes again [POST /admin/v1/auth/refresh #8]
  [POST /trader/v1/auth/refresh #8]`(async (t) => {
  const manager = await http.staff();
  const client = await http.signedIn('trader', { terminal: 'web' });
  await admit(harness, { allow_managers: false, allow_clients: false });
  for (const terminal of [manager, client]) {
    t.match(await terminal.post('/auth/refresh'), { code: 'auth.session_expired' });
  }
  await admit(harness, { allow_managers: true, allow_clients: true });
  t.equal((await manager.post('/auth/refresh')).code, 'ok');
});

const LOGIN = { login: 1, password: 'Secret-pass1' };
const issued = ({ session, token }: Signed) =>
  ok({ session, access_token: token, refresh_token: 'refresh-of-this-session' });

t.test('A browser gets its tokens in cookies alone', async (t) => {
  const one = signed();
  const front = await openFront({ desk: { 'auth.login': () => issued(one) } });
  t.teardown(() => front.close());
  const { status, headers, envelope } = await front.ask('POST', '/admin/v1/auth/login', {
    body: LOGIN,
  });
  t.equal(status, 200);
  const server_clock = { utc_offset_min: 120, daylight_saving: 'europe' };
  const { csrf_token } = one.session;
  const tokens = { access_token: '', refresh_token: '', csrf_token };
  t.match(envelope.data, { ...tokens, session: { login: 1, terminal: 'manager', server_clock } });
  const flags = 'HttpOnly; SameSite=Strict';
  t.same(headers.getSetCookie(), [
    `admin_access=${one.token}; Path=/; ${flags}`,
    `admin_refresh=refresh-of-this-session; Path=/admin/v1/auth; ${flags}`,
  ]);
});

/** The cookies of a staff sign-in that is kept, with TLS at a proxy in front; the clock stands. */
const cookiesBehindTls = async (t: Test): Promise<string[]> => {
  const at = now();
  const one = signed({ keep_signed_in: true, access_expires_at: at + 900_000 });
  const front = await openFront(
    { desk: { 'auth.login': () => issued(one) }, now: () => at },
    { trustedProxies: ['127.0.0.1'] },
  );
  t.teardown(() => front.close());
  return (await front.ask('POST', '/admin/v1/auth/login', { body: LOGIN })).headers.getSetCookie();
};

t.test('Cookies are Secure and prefixed wherever TLS is in front', async (t) => {
  const [access = '', refresh = ''] = await cookiesBehindTls(t);
  t.match(access, /^__Host-admin_access=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure/);
  t.match(refresh, /^__Secure-admin_refresh=[^;]+; Path=\/admin\/v1\/auth; .*; Secure/);
  t.match(access, /Max-Age=900$/, 'kept signed in: it outlives the browser');
});

t.test('A token that is not known here is asked about, once for many requests', async (t) => {
  const one = signedTrader();
  let asked = 0;
  const held = deferred();
  const front = await openFront({
    desk: {
      'auth.verify': async ({ access_hash }) => {
        asked += 1;
        await held.promise;
        return ok(access_hash === one.session.access_hash ? one.session : null);
      },
    },
  });
  t.teardown(() => front.close());
  const all = [1, 2, 3].map(() =>
    front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) }),
  );
  setImmediate(held.resolve);
  for (const { status } of await Promise.all(all)) t.equal(status, 200);
  t.ok(asked <= 3);
  const before = asked;
  await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) });
  t.equal(asked, before, 'now it is known');
});

const front = await openFront();
t.teardown(() => front.close());

t.test('An ended session is refused at once', async (t) => {
  const one = front.admit(signedTrader());
  const me = () => front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) });
  t.equal((await me()).status, 200);
  front.sink.session(one.session.id, null, 'kick');
  t.equal((await me()).envelope.code, 'auth.session_expired');
});

t.test('An access token that is over is refused', async (t) => {
  const one = front.admit(signedTrader({ access_expires_at: now() - 1 }));
  t.equal((await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) })).status, 401);
});

t.test('No other text than a token in force signs in, whatever it looks like', async (t) => {
  const one = front.admit(signedTrader());
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: '1001', aud: 'trader', exp: 9_999_999_999 });
  const texts = [
    `${part({ alg: 'none' })}.${claims}.`,
    `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${'A'.repeat(43)}`,
    one.session.id,
    one.session.access_hash,
    one.session.csrf_token,
    'refresh-of-this-session',
    `${one.token}A`,
    one.token.slice(0, -1),
    one.token.toUpperCase(),
  ];
  for (const token of texts) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await front.ask('GET', '/trader/v1/auth/me', { headers });
    t.match(answer, { status: 401, envelope: { code: 'auth.session_expired' } }, token);
  }
  t.equal((await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) })).status, 200);
});

t.test('Cookies name no domain, are small, and keep every safeguard', async (t) => {
  const lines = await cookiesBehindTls(t);
  t.equal(lines.length, 2);
  for (const line of lines) {
    t.ok(Buffer.byteLength(line) <= 4_096);
    t.notMatch(line, /domain/i);
    for (const word of ['Secure', 'HttpOnly', 'SameSite=Strict']) t.ok(line.includes(word), word);
  }
});
