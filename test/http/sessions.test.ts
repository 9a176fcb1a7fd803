// Sessions through the door over the real desk: refreshed, read, ended.

import t from 'tap';
import { refuse } from '../../wire/codes.js';
import type { Audience } from '../../wire/identity.js';
import { admit } from '../support/desk-harness.js';
import { cookieOf, openFront, signed, signedTrader } from '../support/front-harness.js';
import { type HttpHarness, httpFor, type Terminal } from '../support/http-harness.js';
import { AUDIENCES, authTag, PREFIX } from './audiences.js';

const ACCESS_MS = 15 * 60_000;

/** A browser session of the audience. */
const browser = (one: HttpHarness, audience: Audience): Promise<Terminal> =>
  one.signedIn(audience, audience === 'staff' ? {} : { terminal: 'web' });

/** A browser session whose access is over while its refresh cookie lives. */
const outdated = async (one: HttpHarness, audience: Audience): Promise<Terminal> => {
  one.harness.now = Date.now() - ACCESS_MS - 1000;
  const terminal = await browser(one, audience);
  one.harness.now = Date.now();
  return terminal;
};

const me = async (terminal: Terminal) => (await terminal.ask('GET', '/auth/me')).code;
const cookie = (terminal: Terminal, kind: string) =>
  terminal.cookies.get(`${PREFIX[terminal.audience]}_${kind}`) ?? '';

for (const audience of AUDIENCES) {
  t.test(
    `A browser of ${audience} refreshes by its cookie and the csrf token, without a body ` +
      authTag(audience, 'refresh', 1),
    async (t) => {
      const terminal = await browser(await httpFor(t), audience);
      const without = await terminal.ask('POST', '/auth/refresh', { withoutCsrf: true });
      t.equal(without.status, 403);
      t.equal(without.code, 'auth.csrf_invalid');
      const answer = await terminal.ask('POST', '/auth/refresh');
      t.equal(answer.code, 'ok');
      t.equal(answer.headers.getSetCookie().length, 2);
      t.match(answer.data, { access_token: '', refresh_token: '' });
    },
  );

  t.test(
    `A refresh gives ${audience} new tokens of the same session, and ends the old ones ` +
      authTag(audience, 'refresh', 3, 4),
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      const { access, refresh } = {
        access: cookie(terminal, 'access'),
        refresh: cookie(terminal, 'refresh'),
      };
      const sessions = () => [...one.harness.desk.sessions()].map(({ id }) => id);
      const before = sessions();
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'ok');
      t.not(cookie(terminal, 'access'), access);
      t.not(cookie(terminal, 'refresh'), refresh);
      t.same(sessions(), before);
      t.equal(await me(terminal), 'ok');
      const name = PREFIX[audience];
      const old = one.terminal(audience, { cookie: `${name}_access=${access}` });
      t.equal(await me(old), 'auth.session_expired');
      one.harness.now += 10_001;
      const reused = await one
        .terminal(audience, { cookie: `${name}_refresh=${refresh}`, 'x-csrf-token': terminal.csrf })
        .ask('POST', '/auth/refresh');
      t.equal(reused.status, 401);
    },
  );

  t.test(
    `An old refresh token of ${audience} closes the session ${authTag(audience, 'refresh', 5)}`,
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      const old = cookie(terminal, 'refresh');
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'ok');
      one.harness.now += 60_000;
      const thief = one.terminal(audience, {
        cookie: `${PREFIX[audience]}_refresh=${old}`,
        'x-csrf-token': terminal.csrf,
      });
      const answer = await thief.ask('POST', '/auth/refresh');
      t.equal(answer.status, 401);
      t.equal(answer.code, 'auth.refresh_reused');
      t.equal(await me(terminal), 'auth.session_expired');
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'auth.session_expired');
    },
  );

  t.test(
    `After access of ${audience} is over a refresh opens it again ` +
      authTag(audience, 'refresh', 6),
    async (t) => {
      const terminal = await outdated(await httpFor(t), audience);
      t.equal(await me(terminal), 'auth.session_expired');
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'ok');
      t.equal(await me(terminal), 'ok');
    },
  );

  t.test(
    `A refresh of ${audience} for another account than the header names rotates nothing ` +
      authTag(audience, 'refresh', 7),
    async (t) => {
      const terminal = await browser(await httpFor(t), audience);
      const before = cookie(terminal, 'refresh');
      const answer = await terminal.ask('POST', '/auth/refresh', {
        headers: { 'x-app-account': '4711' },
      });
      t.equal(answer.status, 409);
      t.equal(answer.code, 'auth.account_changed');
      t.equal(cookie(terminal, 'refresh'), before);
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'ok', 'it still works');
    },
  );

  t.test(
    `A sign-out of ${audience} closes the session and then clears the cookies ` +
      authTag(audience, 'logout', 1),
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      const access = cookie(terminal, 'access');
      const answer = await terminal.ask('POST', '/auth/logout');
      t.match(answer, { status: 200, code: 'ok', data: null });
      t.equal(terminal.cookies.size, 0);
      const again = one.terminal(audience, { cookie: `${PREFIX[audience]}_access=${access}` });
      t.equal(await me(again), 'auth.session_expired');
    },
  );

  t.test(
    `The refresh cookie of ${audience} signs out when access is over, and does no more ` +
      authTag(audience, 'logout', 2),
    async (t) => {
      const one = await httpFor(t);
      const terminal = await outdated(one, audience);
      t.equal(await me(terminal), 'auth.session_expired', 'it opens nothing else');
      t.equal((await terminal.ask('POST', '/auth/logout')).code, 'ok');
      t.same([...one.harness.desk.sessions()], []);
      const other = await httpFor(t);
      const late = await outdated(other, audience);
      other.harness.now += 13 * 3_600_000;
      t.equal((await late.ask('POST', '/auth/logout')).code, 'auth.session_expired');
    },
  );

  t.test(`The journal says from where ${audience} signed out`, async (t) => {
    for (const open of [browser, outdated]) {
      const one = await httpFor(t);
      const terminal = await open(one, audience);
      await terminal.ask('POST', '/auth/logout');
      const [before, after] = one.harness.log.slice(-2);
      t.match(after?.journal, [{ kind: 'auth', text: 'signed out' }]);
      t.match([before?.ip, after?.ip], [/^127\./, before?.ip], 'as for the sign-in');
    }
  });

  t.test(
    `Signing ${audience} out by the refresh cookie needs the csrf token and rotates nothing ` +
      authTag(audience, 'logout', 3, 4),
    async (t) => {
      const terminal = await outdated(await httpFor(t), audience);
      const without = await terminal.ask('POST', '/auth/logout', { withoutCsrf: true });
      t.equal(without.code, 'auth.csrf_invalid');
      const wrong = await terminal.ask('POST', '/auth/logout', {
        headers: { 'x-csrf-token': 'of another session' },
      });
      t.equal(wrong.code, 'auth.csrf_invalid');
      t.same([...without.headers.getSetCookie(), ...wrong.headers.getSetCookie()], []);
      const out = await terminal.ask('POST', '/auth/logout');
      t.equal(out.code, 'ok');
      t.ok(out.headers.getSetCookie().every((line) => line.endsWith('Max-Age=0')));
    },
  );

  t.test(
    `A sign-out of ${audience} that fails keeps the cookies and says so ` +
      authTag(audience, 'logout', 5),
    async (t) => {
      const front = await openFront({ desk: { 'auth.logout': () => refuse('internal') } });
      t.teardown(() => front.close());
      const one = front.admit(
        audience === 'staff' ? signed() : signedTrader({ terminal: 'web', browser: true }),
      );
      const path = `/${PREFIX[audience]}/v1/auth/logout`;
      const out = await front.ask('POST', path, { headers: cookieOf(one) });
      t.equal(out.status, 500);
      t.equal(out.envelope.success, false);
      t.same(out.headers.getSetCookie(), []);
    },
  );

  t.test(
    `The session of ${audience} shows all but its terminal, and when access ends ` +
      authTag(audience, 'me', 1, 2),
    async (t) => {
      const terminal = await browser(await httpFor(t), audience);
      const { data } = await terminal.ask('GET', '/auth/me');
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
      const left = Date.parse(access_expires_at) - Date.now();
      t.ok(left > ACCESS_MS - 60_000 && left <= ACCESS_MS);
    },
  );

  t.test(
    `A restricted session of ${audience} may look at itself ${authTag(audience, 'me', 3)}`,
    async (t) => {
      const one = await httpFor(t);
      const login = audience === 'staff' ? '1' : '1001';
      await one.harness.patch('account', login, { must_change_password: true });
      t.equal(await me(await browser(one, audience)), 'ok');
    },
  );
}

t.test(
  'Other terminals refresh with the token in the body [POST /trader/v1/auth/refresh #2]',
  async (t) => {
    const one = await httpFor(t);
    const program = await one.signedIn('trader', { terminal: 'android' });
    const answer = await program.ask('POST', '/auth/refresh', {
      body: { refresh_token: program.refresh },
    });
    t.equal(answer.code, 'ok');
    t.equal((await program.ask('POST', '/auth/refresh', { body: {} })).status, 401);
    program.take(answer);
    t.equal(await me(program), 'ok');
    const web = await one.signedIn('trader', { terminal: 'web' });
    const token = cookie(web, 'refresh');
    const crossed = await one.terminal('trader').ask('POST', '/auth/refresh', {
      body: { refresh_token: token },
    });
    t.equal(crossed.code, 'auth.invalid_terminal', 'a cookie’s token is no body’s token');
  },
);

t.test(
  'A refresh asks the access classes again ' +
    '[POST /admin/v1/auth/refresh #8] [POST /trader/v1/auth/refresh #8]',
  async (t) => {
    const one = await httpFor(t);
    const login = await one.hire();
    const manager = await one.signedIn('staff', { login, password: 'Master-1x' });
    const client = await one.signedIn('trader', { terminal: 'web' });
    await admit(one.harness, { allow_managers: false, allow_clients: false });
    for (const terminal of [manager, client]) {
      const answer = await terminal.ask('POST', '/auth/refresh');
      t.equal(answer.status, 401);
      t.equal(answer.code, 'auth.session_expired');
    }
    await admit(one.harness, { allow_managers: true, allow_clients: true });
    t.equal((await manager.ask('POST', '/auth/refresh')).code, 'ok');
  },
);

for (const [method, path, rules] of [
  ['POST', '/auth/refresh', [9, 10]],
  ['POST', '/auth/logout', [6, 8]],
  ['GET', '/auth/me', [4, 6]],
] as const) {
  const numbers = rules.map((rule) => `#${rule}`).join(', ');
  t.test(
    'The account header may be left out and never chooses an account ' +
      `[${method} /trader/v1${path} ${numbers}]`,
    async (t) => {
      const one = await httpFor(t);
      await one.signedIn('trader', { terminal: 'web' });
      const stranger = await one.terminal('trader').ask(method, path, {
        headers: { 'x-app-account': '1001' },
      });
      t.equal(stranger.code, 'auth.session_expired', 'a name signs nobody in');
      const named = await browser(one, 'trader');
      const headers = { 'x-app-account': '1001' };
      t.equal((await named.ask(method, path, { headers })).code, 'ok');
      const unnamed = await browser(one, 'trader');
      t.equal((await unnamed.ask(method, path)).code, 'ok');
    },
  );
}

t.test(
  'Another account than the header names is left as it is ' +
    '[POST /trader/v1/auth/logout #7] [GET /trader/v1/auth/me #5]',
  async (t) => {
    const one = await httpFor(t);
    const headers = { 'x-app-account': '1002' };
    for (const terminal of [await browser(one, 'trader'), await outdated(one, 'trader')]) {
      const out = await terminal.ask('POST', '/auth/logout', { headers });
      t.equal(out.status, 409);
      t.equal(out.code, 'auth.account_changed');
      t.equal(terminal.cookies.size, 2);
    }
    const terminal = await browser(one, 'trader');
    const answer = await terminal.ask('GET', '/auth/me', { headers });
    t.equal(answer.status, 409);
    t.equal(answer.code, 'auth.account_changed');
    t.equal(await me(terminal), 'ok');
  },
);
