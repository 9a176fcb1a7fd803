// Sign-in at the door: cookies, tokens, refresh and sign-out, whatever the desk decides.

import t, { type Test } from 'tap';
import { done, refuse } from '../../wire/codes.js';
import {
  bearerOf,
  cookieOf,
  openFront,
  type Signed,
  signed,
  signedTrader,
} from '../support/front-harness.js';

const LOGIN = { login: 1, password: 'Secret-pass1' };
const issued = ({ session, token }: Signed) =>
  done({ session, access_token: token, refresh_token: 'refresh-of-this-session' });
const cookiesOf = (headers: Headers): string[] => headers.getSetCookie();

t.test('A browser gets its tokens in cookies alone', async (t) => {
  const one = signed();
  const front = await openFront({ desk: { 'auth.login': () => issued(one) } });
  t.teardown(() => front.close());
  const { status, headers, envelope } = await front.ask('POST', '/admin/v1/auth/login', {
    body: LOGIN,
  });
  t.equal(status, 200);
  t.match(envelope.data, {
    access_token: '',
    refresh_token: '',
    csrf_token: one.session.csrf_token,
    session: {
      login: 1,
      terminal: 'manager',
      server_clock: { utc_offset_min: 120, daylight_saving: 'europe' },
    },
  });
  const flags = 'HttpOnly; SameSite=Strict';
  t.same(cookiesOf(headers), [
    `admin_access=${one.token}; Path=/; ${flags}`,
    `admin_refresh=refresh-of-this-session; Path=/admin/v1/auth; ${flags}`,
  ]);
});

/** The cookies of a staff sign-in that is kept, with TLS at a proxy in front; the clock stands. */
const cookiesBehindTls = async (t: Test): Promise<string[]> => {
  const now = Date.now();
  const one = signed({ keep_signed_in: true, access_expires_at: now + 900_000 });
  const front = await openFront(
    { desk: { 'auth.login': () => issued(one) }, now: () => now },
    { trustedProxies: ['127.0.0.1'] },
  );
  t.teardown(() => front.close());
  const { headers } = await front.ask('POST', '/admin/v1/auth/login', { body: LOGIN });
  return cookiesOf(headers);
};

t.test('Cookies are Secure and prefixed wherever TLS is in front', async (t) => {
  const [access = '', refresh = ''] = await cookiesBehindTls(t);
  t.match(access, /^__Host-admin_access=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure/);
  t.match(refresh, /^__Secure-admin_refresh=[^;]+; Path=\/admin\/v1\/auth; .*; Secure/);
  t.match(access, /Max-Age=900$/, 'kept signed in: it outlives the browser');
});

t.test('Other terminals get their tokens in the answer and no cookie', async (t) => {
  const one = signedTrader();
  const front = await openFront({ desk: { 'auth.login': () => issued(one) } });
  t.teardown(() => front.close());
  const { headers, envelope } = await front.ask('POST', '/trader/v1/auth/login', {
    body: { ...LOGIN, login: 1001, terminal: 'api' },
  });
  t.match(envelope.data, {
    access_token: one.token,
    refresh_token: 'refresh-of-this-session',
    session: { terminal: 'api', login: 1001 },
  });
  t.same(cookiesOf(headers), []);
});

t.test('The desk is told the address behind a trusted proxy', async (t) => {
  const told: string[] = [];
  const front = await openFront(
    {
      desk: {
        'auth.login': ({ ip }) => {
          told.push(ip);
          return refuse('auth.invalid_credentials');
        },
      },
    },
    { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
  );
  t.teardown(() => front.close());
  await front.ask('POST', '/trader/v1/auth/login', {
    headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.1.2.3' },
    body: LOGIN,
  });
  t.same(told, ['203.0.113.7']);
});

t.test('Refresh takes the token of the body or the cookie of the browser', async (t) => {
  const asked: unknown[] = [];
  const one = signedTrader();
  const front = await openFront({
    desk: {
      'auth.refresh': (input) => {
        asked.push(input);
        return issued(one);
      },
    },
  });
  t.teardown(() => front.close());
  const refresh = (headers: Record<string, string>, body?: unknown) =>
    front.ask('POST', '/trader/v1/auth/refresh', { headers, body });
  t.equal((await refresh({}, { refresh_token: 'abc' })).status, 200);
  t.equal(
    (await refresh({ cookie: 'trader_refresh=def', 'x-csrf-token': 'c', 'x-app-account': '1001' }))
      .status,
    200,
  );
  t.match(asked, [
    { refresh_token: 'abc', browser: false },
    { refresh_token: 'def', browser: true, csrf_token: 'c', account: '1001' },
  ]);
  t.equal((await refresh({}, {})).envelope.code, 'auth.session_expired');
  const foreign = await refresh({ cookie: 'trader_refresh=def', origin: 'https://evil.example' });
  t.equal(foreign.envelope.code, 'auth.csrf_invalid');
  t.equal(asked.length, 2);
});

t.test('Signing out ends the session first and clears the cookies then', async (t) => {
  const ended: unknown[] = [];
  const front = await openFront({
    desk: {
      'auth.logout': (input) => {
        ended.push(input.session);
        return done(null);
      },
    },
  });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const { cookie = '' } = cookieOf(staff);
  const without = await front.ask('POST', '/admin/v1/auth/logout', { headers: { cookie } });
  t.equal(without.envelope.code, 'auth.csrf_invalid');
  t.same(cookiesOf(without.headers), []);
  const out = await front.ask('POST', '/admin/v1/auth/logout', { headers: cookieOf(staff) });
  t.equal(out.status, 200);
  t.same(ended, [staff.session.id]);
  t.ok(cookiesOf(out.headers).every((one) => one.includes('Max-Age=0')));
  t.equal(cookiesOf(out.headers).length, 2);
});

t.test('A failed sign-out keeps the cookies', async (t) => {
  const front = await openFront({ desk: { 'auth.logout': () => refuse('internal') } });
  t.teardown(() => front.close());
  const staff = front.admit(signed());
  const out = await front.ask('POST', '/admin/v1/auth/logout', { headers: cookieOf(staff) });
  t.equal(out.status, 500);
  t.equal(out.envelope.success, false);
  t.same(cookiesOf(out.headers), []);
});

t.test(
  'A browser whose access is over signs out with its refresh cookie and csrf token',
  async (t) => {
    const asked: unknown[] = [];
    const front = await openFront({
      desk: {
        'auth.logout': (input) => {
          asked.push(input);
          return done(null);
        },
      },
    });
    t.teardown(() => front.close());
    const cookie = 'admin_access=long-over-and-unknown; admin_refresh=still-live';
    const without = await front.ask('POST', '/admin/v1/auth/logout', { headers: { cookie } });
    t.equal(without.envelope.code, 'auth.csrf_invalid');
    const out = await front.ask('POST', '/admin/v1/auth/logout', {
      headers: { cookie, 'x-csrf-token': 'c' },
    });
    t.equal(out.status, 200);
    t.match(asked, [{ audience: 'staff', refresh_token: 'still-live', csrf_token: 'c' }]);
    t.equal(cookiesOf(out.headers).length, 2);
  },
);

t.test('A token that is not known here is asked about, once for many requests', async (t) => {
  const one = signedTrader();
  let asked = 0;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const front = await openFront({
    desk: {
      'auth.verify': async ({ access_hash }) => {
        asked += 1;
        await held;
        return done(access_hash === one.session.access_hash ? one.session : null);
      },
    },
  });
  t.teardown(() => front.close());
  const all = [1, 2, 3].map(() =>
    front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) }),
  );
  setImmediate(answer);
  for (const { status } of await Promise.all(all)) t.equal(status, 200);
  t.ok(asked <= 3);
  const before = asked;
  await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) });
  t.equal(asked, before, 'now it is known');
});

t.test('An ended session is refused at once', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const one = front.admit(signedTrader());
  const me = () => front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) });
  t.equal((await me()).status, 200);
  front.sink.session(one.session.id, null, 'kick');
  t.equal((await me()).envelope.code, 'auth.session_expired');
});

t.test('An access token that is over is refused', async (t) => {
  const front = await openFront();
  t.teardown(() => front.close());
  const one = front.admit(signedTrader({ access_expires_at: Date.now() - 1 }));
  const { status } = await front.ask('GET', '/trader/v1/auth/me', { headers: bearerOf(one) });
  t.equal(status, 401);
});

t.test('No other text than a token in force signs in, whatever it looks like', async (t) => {
  const front = await openFront({ desk: { 'auth.verify': () => done(null) } });
  t.teardown(() => front.close());
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
    const { status, envelope } = await front.ask('GET', '/trader/v1/auth/me', { headers });
    t.equal(status, 401, token);
    t.equal(envelope.code, 'auth.session_expired');
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
