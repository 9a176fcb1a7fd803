// Signing in over HTTP: what the contract says of both audiences and of their terminals.

import t, { type Test } from 'tap';
import type { Audience } from '../../../../wire/accounts/identity.js';
import type { ServerAccess } from '../../../../wire/settings/servers.js';
import { admit, opening } from '../../../support/desk-harness.js';
import {
  type Answer,
  type HttpHarness,
  httpFor,
  TRADER_PASSWORD,
} from '../../../support/http-harness.js';
import { bothOf, GROUP } from '../audiences.js';
import { test } from '../tags.js';
import { ownerOf } from './authenticated.js';

const LOGIN = { staff: 1, trader: 1001 } as const;
/** A terminal kind of the other audience. */
const FOREIGN = { staff: 'web', trader: 'manager' } as const;

const both = bothOf('login');

const http = await httpFor(t);
const { harness } = http;
/** A route that full sessions alone reach. */
const BEYOND = { staff: '/accounts/1001', trader: '/symbols' } as const;
/** A desk of its own that counts what an address does. */
const flooded = async (t: Test, access: Partial<ServerAccess>): Promise<HttpHarness> => {
  const one = await httpFor(t);
  await admit(one.harness, { antiflood_enabled: true, ...access });
  return one;
};
/** A new login of the audience. */
const newLogin = (audience: Audience): Promise<number> =>
  audience === 'staff' ? http.hire({ group: GROUP.staff }) : http.openAccount();
const signIn = (audience: Audience, body: object = {}): Promise<Answer> =>
  http.terminal(audience).signIn({ ...body });
/** Is it refused with the code? */
const refused = (t: Test, answer: Answer, status: number, code: string): void =>
  void t.match(answer, { status, code });
const demand = (audience: Audience, otp_required: boolean) =>
  harness.patch('group', GROUP[audience], { otp_required });
const mustChange = (login: number, must_change_password: boolean) =>
  harness.patch('account', `${login}`, { must_change_password });

both`Right credentials open a full session of {} [#4]`(async (t, audience) => {
  const { data } = await (await http.signedIn(audience)).me();
  const full = { must_change_password: false, must_enrol_otp: false };
  t.match(data, { login: LOGIN[audience], ...full });
});

both`A wrong login and a wrong password of {} answer alike [#8]`(async (t, audience) => {
  const login = await newLogin(audience);
  const wrong = await signIn(audience, { login, password: 'Wrong-pass1' });
  const unknown = await signIn(audience, { login: 987_654 });
  for (const answer of [wrong, unknown]) refused(t, answer, 401, 'auth.invalid_credentials');
  t.equal(wrong.message, unknown.message);
});

both`Who must change the password, or set up codes, gets a restricted session whose other calls are
  refused [#9] [#10] [#23|21]`(async (t, audience) => {
  const login = await newLogin(audience);
  const restricted = async (field: object, code: string) => {
    const one = await http.signedIn(audience, { login });
    t.match((await one.me()).data, field);
    refused(t, await one.get(BEYOND[audience]), 403, code);
  };
  await mustChange(login, true);
  await restricted({ must_change_password: true }, 'auth.password_change_required');
  await mustChange(login, false);
  await demand(audience, true);
  await restricted({ must_enrol_otp: true }, 'auth.otp_enrol_required');
  await demand(audience, false);
});

both`Five failures of {} block the login from that address for a while
  [#12]`(async (t, audience) => {
  const login = await newLogin(audience);
  for (let failure = 0; failure < 5; failure += 1) {
    const answer = await signIn(audience, { login, password: 'Wrong-pass1' });
    t.equal(answer.code, 'auth.invalid_credentials');
  }
  const blocked = await signIn(audience, { login });
  refused(t, blocked, 429, 'auth.too_many_attempts');
  t.equal(blocked.headers.get('retry-after'), '300');
  t.notMatch(blocked.message, /retry_after/);
  harness.now += 5 * 60_000;
  t.equal((await signIn(audience, { login })).code, 'ok');
});

both`With antiflood on, attempts of {} at most 3 seconds apart count by address
  [#13] [PATCH /admin/v1/network/servers/{id} #12]`(async (t, audience) => {
  const one = await flooded(t, { antiflood_connections: 4 });
  const attempt = async (wait: number) => {
    one.harness.now += wait;
    return (await one.terminal(audience).signIn()).code;
  };
  for (let far = 0; far < 5; far += 1) t.equal(await attempt(3_001), 'ok');
  t.equal(await attempt(3_000), 'ok');
  one.harness.now += 3_000;
  const upgrade = await one.harness.desk.handle('auth.checkBlocked', { ip: '127.0.0.1' });
  t.equal(upgrade.ok, true, 'an upgrade to a socket is the third');
  t.equal(await attempt(3_000), 'auth.too_many_attempts', 'the fourth in a row');
});

both`With antiflood on, wrong passwords and wrong codes of {} count by address while they stay
  inside 5 minutes [#13] [PATCH /admin/v1/network/servers/{id} #13]`(async (t, audience) => {
  for (const isCode of [false, true]) {
    for (const [last, isLate] of [
      [149_999, false],
      [150_000, true],
    ] as const) {
      const one = await flooded(t, { antiflood_errors: 3 });
      const { wrong } = await ownerOf(one, audience);
      // Whoever it is that signs in: the address counts.
      const fail = async (wait: number, login: number) => {
        one.harness.now += wait;
        const body = isCode ? { otp: wrong() } : { login, password: 'Wrong-pass1' };
        return (await one.terminal(audience).signIn(body)).code;
      };
      const failed = isCode ? 'auth.otp_invalid' : 'auth.invalid_credentials';
      t.equal(await fail(4_000, 5_000), failed);
      t.equal(await fail(150_000, 5_001), failed);
      t.equal(await fail(last, 5_002), failed, 'the third');
      const next = isLate ? failed : 'auth.too_many_attempts';
      t.equal(await fail(4_000, 5_003), next, isLate ? 'the first counts no more' : 'too many');
    }
  }
});

both`An antiflood block of {} lasts 5 minutes and doubles up to an hour
  [#14] [PATCH /admin/v1/network/servers/{id} #14]`(async (t, audience) => {
  const one = await flooded(t, { antiflood_errors: 1 });
  const waits: string[] = [];
  for (let block = 0; block < 5; block += 1) {
    const wrong = { login: 6_000 + block, password: 'Wrong-pass1' };
    await one.terminal(audience).signIn(wrong);
    waits.push((await one.terminal(audience).signIn()).headers.get('retry-after') ?? '');
    one.harness.now += Number(waits.at(-1)) * 1000;
  }
  t.same(waits, ['300', '600', '1200', '2400', '3600']);
});

both`A disabled account of {} is told so [#15]`(async (t, audience) => {
  const login = await newLogin(audience);
  await harness.patch('account', `${login}`, { enabled: false });
  refused(t, await signIn(audience, { login }), 403, 'auth.account_disabled');
});

both`A terminal of the other audience cannot be used by {} [#16]`(async (t, audience) => {
  for (const terminal of [FOREIGN[audience], 'toaster']) {
    refused(t, await signIn(audience, { terminal }), 403, 'auth.invalid_terminal');
  }
});

test`An account without a staff profile has no staff access [POST /admin/v1/auth/login #18]
  [POST /admin/v1/accounts #15]`(async (t) => {
  const trader = await signIn('staff', { login: 1001, password: TRADER_PASSWORD });
  refused(t, trader, 403, 'auth.not_staff');
  const login = await http.openAccount({ group: 'managers\\dealers' });
  t.equal((await signIn('staff', { login })).code, 'auth.not_staff');
});

test`Staff sign in from the addresses of their profile only, from any without a list
  [POST /admin/v1/auth/login #19]`(async (t) => {
  const behind = await httpFor(t, { trustedProxies: ['127.0.0.1'] });
  const from = (address: string) =>
    behind.terminal('staff', { 'x-forwarded-for': address }).signIn();
  t.equal((await from('198.51.100.7')).code, 'ok');
  await behind.harness.patch('staff', '1', { ip_allow: ['203.0.113.0/24'] });
  refused(t, await from('198.51.100.7'), 403, 'auth.ip_not_allowed');
  t.equal((await from('203.0.113.200')).code, 'ok');
});

/** Who is kept out while an access class is closed, and who is not. */
const CLASSES = [
  ['Managers', 'allow_managers', 'staff', '[POST /admin/v1/auth/login #20]'],
  ['Clients', 'allow_clients', 'trader', '[POST /trader/v1/auth/login #18]'],
] as const;

for (const [who, access, audience, rule] of CLASSES) {
  t.test(`${who} do not sign in while their access class is closed ${rule}`, async (t) => {
    const login = await (audience === 'staff' ? http.hire() : http.openAccount());
    await admit(harness, { [access]: false });
    refused(t, await signIn(audience, { login }), 403, 'forbidden');
    t.equal((await signIn('staff')).code, 'ok', 'administrators do');
    await admit(harness, { [access]: true });
    t.equal((await signIn(audience, { login })).code, 'ok');
  });
}

test`The session carries the rights and the group masks of its login
  [POST /admin/v1/auth/login #21]`(async (t) => {
  const profile = { rights: ['accounts.view', 'trades.view'], group_scope: ['demo\\*'] } as const;
  t.match((await signIn('staff', { login: await http.hire(profile) })).data, { session: profile });
});

test`A staff user who is not active may not sign in [POST /admin/v1/auth/login #22]`(async (t) => {
  const login = await http.hire({ active: false });
  refused(t, await signIn('staff', { login }), 403, 'auth.account_disabled');
});

test`The investor password opens a session that may only look
  [POST /trader/v1/auth/login #19]`(async (t) => {
  const login = await http.openAccount();
  const investor = await signIn('trader', { login, password: 'Invest-1x' });
  t.match(investor, { code: 'ok', data: { session: { read_only: true } } });
  const master = await signIn('trader', { login });
  t.match(master, { code: 'ok', data: { session: { read_only: false } } });
});

test`Where the group asks for it, an account opened by staff changes its password first
  [POST /trader/v1/auth/login #20] [POST /admin/v1/accounts #14]`(async (t) => {
  await harness.patch('group', 'demo\\netting', { password_change_first_login: true });
  const staff = await http.signedIn('staff');
  for (const [group, must_change_password] of [
    ['demo\\netting', true],
    ['demo\\standard', false],
  ] as const) {
    const { login } = await staff.made<{ login: number }>('/accounts', opening({ group }));
    const first = await signIn('trader', { login });
    t.match(first, { code: 'ok', data: { session: { must_change_password } } }, group);
  }
});

/** The terminals of each audience, the one first that is meant when none is named. */
const TERMINALS = {
  staff: ['manager', 'admin'],
  trader: ['web', 'android', 'ios', 'desktop', 'api'],
} as const;

both`The terminals that {} may use, and the usual one [#1]`(async (t, audience) => {
  const login = audience === 'staff' ? 1 : await http.openAccount();
  const { master_hash: api_hash } = harness.desk.records.get('account', `${login}`)?.record ?? {};
  await harness.patch('account', `${login}`, { api_enabled: true, api_hash });
  const [usual] = TERMINALS[audience];
  for (const terminal of [undefined, ...TERMINALS[audience]]) {
    const answer = await signIn(audience, { login, terminal });
    t.match(answer, { code: 'ok', data: { session: { terminal: terminal ?? usual } } });
  }
});

const BROWSERS = { staff: ['admin', 'manager'], trader: ['web'] } as const;
both`Browsers of {} get HttpOnly cookies and the csrf token that changes carry
  [#2]`(async (t, audience) => {
  for (const terminal of BROWSERS[audience]) {
    const browser = http.terminal(audience);
    const { headers, data } = await browser.signIn({ terminal });
    const cookies = headers.getSetCookie();
    t.equal(cookies.length, 2);
    t.ok(cookies.every((line) => line.includes('; HttpOnly')));
    t.match(data, { access_token: '', refresh_token: '', csrf_token: /\S{16}/ });
    const without = await browser.post('/auth/logout', undefined, { withoutCsrf: true });
    t.equal(without.code, 'auth.csrf_invalid');
    t.equal((await browser.post('/auth/logout')).code, 'ok');
  }
});

test`Other terminals get two tokens and use the access token as bearer
  [POST /trader/v1/auth/login #3]`(async (t) => {
  const program = http.terminal('trader');
  const answer = await program.signIn({ terminal: 'desktop' });
  t.same(answer.headers.getSetCookie(), []);
  t.match(answer.data, { access_token: /\S{32}/, refresh_token: /\S{32}/ });
  t.equal((await program.me()).code, 'ok');
});

t.test('Without a terminal a browser signs in, and a program is asked to name one', async (t) => {
  const body = { login: 1001, password: TRADER_PASSWORD };
  for (const [headers, message] of [
    [{ 'sec-fetch-mode': 'cors' }, /^Without `terminal` this is the session of a browser/],
    [{ origin: 'http://127.0.0.1' }, ''],
    [{ 'sec-fetch-site': 'same-origin' }, ''],
  ] as const) {
    const answer = await http.front.ask('POST', '/trader/v1/auth/login', { headers, body });
    t.match(answer.envelope, { code: 'ok', message, data: { session: { terminal: 'web' } } });
    t.equal(answer.headers.getSetCookie().length, 2);
  }
});

test`Tokens in answers and bodies are for terminals that are no browsers: staff have none of these
  [POST /admin/v1/auth/login #3] [POST /admin/v1/auth/refresh #2]`(async (t) => {
  const program = await http.signedIn('trader', { terminal: 'desktop' });
  const bearer = { authorization: `Bearer ${program.access}` };
  const me = await http.terminal('staff').me({ headers: bearer });
  t.equal(me.code, 'auth.invalid_terminal', 'a bearer token is no staff terminal’s');
  for (const terminal of ['desktop', 'api']) {
    t.equal((await signIn('staff', { terminal })).code, 'auth.invalid_terminal');
  }
  const browser = await http.signedIn('staff');
  const cookie = browser.cookies.get('admin_refresh') ?? '';
  for (const refresh_token of [cookie, program.refresh]) {
    const body = { refresh_token };
    const answer = await http.terminal('staff').post('/auth/refresh', body);
    refused(t, answer, 403, 'auth.invalid_terminal');
  }
  t.equal((await browser.post('/auth/refresh')).code, 'ok', 'its cookie still counts');
});
