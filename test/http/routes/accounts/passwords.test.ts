// Passwords over HTTP: changed by their owners, set and tested by staff.

import t, { type Test } from 'tap';
import type { Audience } from '../../../../wire/accounts/identity.js';
import { deferred } from '../../../support/deferred.js';
import { ADDRESS } from '../../../support/desk-harness.js';
import { httpFor, STAFF_PASSWORD, type Terminal } from '../../../support/http-harness.js';
import { bothOf, GROUP } from '../audiences.js';
import { test } from '../tags.js';
import { MANAGERS, refused } from './staff-desk.js';

const OLD = STAFF_PASSWORD;
const NEW = 'N3w-passw';
const INVESTOR = 'Invest-1x';
const WRONG = 'Wr0ng-pass';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');

const both = bothOf('change-password');
/** A new login of the audience. */
const newLogin = (audience: Audience): Promise<number> =>
  audience === 'staff' ? http.hire({ group: GROUP.staff }) : http.openAccount();
/** A browser of a login. */
const browserOf = (audience: Audience, login: number, password = OLD): Promise<Terminal> =>
  http.signedIn(audience, { login, password, ...(audience === 'trader' && { terminal: 'web' }) });
/** A new login, in a browser. */
const browser = async (audience: Audience): Promise<Terminal & { readonly login: number }> => {
  const login = await newLogin(audience);
  return Object.assign(await browserOf(audience, login), { login });
};
const change = (terminal: Terminal, body: Readonly<Record<string, unknown>> = {}) =>
  terminal.post('/auth/change-password', { current_password: OLD, new_password: NEW, ...body });
const signIn = async (audience: Audience, body: object) =>
  (await http.terminal(audience).signIn({ ...body })).code;
/** A field of a group is so until the end of the test. */
const amend = async (t: Test, group: string, fields: Readonly<Record<string, unknown>>) => {
  const record = { ...harness.desk.records.get('group', group)?.record };
  const before = Object.entries(record).filter(([name]) => name in fields);
  t.teardown(() => harness.patch('group', group, Object.fromEntries(before)));
  await harness.patch('group', group, fields);
};
/** It is five minutes later, and the administrator is there still. */
const later = async (): Promise<void> => {
  harness.now += 5 * 60_000;
  await admin.post('/auth/refresh');
};
/** Something happens once, while a password is looked at. */
const meanwhile = (work: () => Promise<void>): void => {
  harness.hasher.meanwhile = async () => {
    harness.hasher.meanwhile = async () => {};
    await work();
  };
};

both`A weak password of {} is refused [#1]`(async (t, audience) => {
  const terminal = await browser(audience);
  const weak = ['Ab1-xyz', 'Ab1-xyzAb1-xyzAb1', 'AB1-XYZZ', 'ab1-xyzz', 'Abc-xyzz', 'Ab1xyzzz'];
  for (const new_password of [...weak, 'Ab1 xyzz', '']) {
    const answer = await change(terminal, { new_password });
    t.match(answer, { code: 'auth.password_weak', message: /^new_password: / });
  }
  for (const new_password of ['Ab1-xyzz', 'Ab1-xyzAb1-xyzAb']) {
    t.equal((await change(await browser(audience), { new_password })).code, 'ok', new_password);
  }
});

both`A password of {} is as long as the group asks, and another one than before
  [#2, #3]`(async (t, audience) => {
  const terminal = await browser(audience);
  t.match(await change(terminal, { new_password: OLD }), { code: 'auth.password_same' });
  await amend(t, GROUP[audience], { password_min_length: 12 });
  const short = await change(terminal, { new_password: 'Ab1-xyzzAb1' });
  t.match(short, { code: 'auth.password_weak', message: /12 to 16/ });
  t.equal((await change(terminal, { new_password: 'Ab1-xyzzAb1-' })).code, 'ok');
});

both`Who does not know the password of {} is told nothing of the new one
  [#4]`(async (t, audience) => {
  const terminal = await browser(audience);
  for (const new_password of [NEW, 'weak', WRONG]) {
    const answer = await change(terminal, { current_password: WRONG, new_password });
    t.match(answer, { code: 'auth.invalid_credentials' });
  }
  t.equal((await terminal.me()).code, 'ok', 'the session goes on');
});

both`A new password of {} closes every session of the login [#5]`(async (t, audience) => {
  const terminal = await browser(audience);
  const { login } = terminal;
  const other = await browserOf(audience, login);
  t.match(await change(terminal), { code: 'ok', data: null });
  t.equal(terminal.cookies.size, 0, 'cookies go with the session');
  t.equal((await other.post('/auth/refresh')).code, 'auth.session_expired');
  t.equal((await admin.me()).code, 'ok', 'others stay');
  t.equal(await signIn(audience, { login }), 'auth.invalid_credentials');
  t.equal(await signIn(audience, { login, password: NEW }), 'ok');
  const lines = JSON.stringify(harness.log.map(({ journal }) => journal));
  t.match(lines, '"password changed; sessions closed"');
  t.notMatch(lines, NEW);
});

both`Where the account of {} may not change it, it is refused [#6]`(async (t, audience) => {
  const terminal = await browser(audience);
  await harness.patch('account', `${terminal.login}`, { password_change_enabled: false });
  const refusal = { code: 'auth.password_change_not_allowed' };
  t.match(await change(terminal), refusal);
  t.equal((await terminal.me()).code, 'ok');
});

both`Wrong tries of {} count with failed sign-ins, and are blocked [#7]`(async (t, audience) => {
  const terminal = await browser(audience);
  const { login } = terminal;
  await signIn(audience, { login, password: WRONG });
  for (let n = 0; n < 4; n += 1) await change(terminal, { current_password: WRONG });
  const blocked = await change(terminal);
  t.match(blocked, { code: 'auth.too_many_attempts' });
  t.equal(blocked.headers.get('retry-after'), '300');
  t.equal(await signIn(audience, { login }), 'auth.too_many_attempts');
  await later();
  t.equal((await change(terminal)).code, 'ok');
});

both`Who must change the password of {} can, and is free then [#8]`(async (t, audience) => {
  const login = await newLogin(audience);
  await harness.patch('account', `${login}`, { must_change_password: true });
  await harness.patch('group', GROUP[audience], { otp_required: true });
  const both = await browserOf(audience, login);
  const bound = await browser(audience);
  t.equal((await change(bound)).code, 'auth.otp_enrol_required', 'codes alone come first');
  t.equal((await change(both)).code, 'ok', 'also where codes are to be set up next');
  await harness.patch('group', GROUP[audience], { otp_required: false });
  const { data } = await http.terminal(audience).signIn({ login, password: NEW });
  t.match(data, { session: { must_change_password: false } });
});

test`An investor changes no password, and his own is not changed by a change of the other
  [POST /trader/v1/auth/change-password #6]`(async (t) => {
  const owner = await browser('trader');
  const { login } = owner;
  const investor = await browserOf('trader', login, INVESTOR);
  for (const current_password of [INVESTOR, OLD]) {
    const answer = await change(investor, { current_password });
    t.match(answer, { code: 'auth.password_change_not_allowed' });
  }
  t.equal((await change(owner, { current_password: INVESTOR })).code, 'auth.invalid_credentials');
  const alike = await change(owner, { new_password: INVESTOR });
  t.match(alike, { code: 'invalid_input', message: /^new_password: / });
  t.equal((await change(owner)).code, 'ok');
  t.equal((await investor.me()).code, 'auth.session_expired', 'every session of the login');
  await browserOf('trader', login, INVESTOR);
});

t.test('An owner sets the password of programs, where the account may have programs', async (t) => {
  const owner = await browser('trader');
  const { login } = owner;
  const set = (terminal: Terminal, body: object = {}) =>
    terminal.post('/auth/api-password', { current_password: OLD, api_password: NEW, ...body });
  const program = { login, password: NEW, terminal: 'api' };
  t.match(await set(owner), { code: 'auth.terminal_not_allowed' });
  const { version } = await admin.read<{ version: number }>(`/accounts/${login}`);
  const allowed = { version, api_enabled: true };
  t.match((await admin.patch(`/accounts/${login}`, allowed)).data, {
    api_enabled: true,
    api_password_set: false,
  });
  await harness.patch('account', `${login}`, { terminals: ['web'] });
  t.equal((await set(owner)).code, 'auth.terminal_not_allowed', 'its list of terminals');
  await harness.patch('account', `${login}`, { terminals: ['web', 'api'] });
  t.match(await set(owner, { current_password: WRONG }), { code: 'auth.invalid_credentials' });
  t.match(await set(owner, { api_password: OLD }), { code: 'auth.password_same' });
  t.match(await set(owner, { api_password: 'weak' }), { code: 'auth.password_weak' });
  const investor = await browserOf('trader', login, INVESTOR);
  t.equal((await set(investor)).code, 'auth.password_change_not_allowed');
  t.equal(await signIn('trader', program), 'auth.invalid_credentials', 'none is set so far');

  t.equal((await set(owner)).code, 'ok');
  const robot = await http.signedIn('trader', program);
  t.match((await robot.me()).data, { login, read_only: false });
  t.equal((await set(owner, { api_password: 'An0ther-one' })).code, 'ok');
  t.equal((await robot.me()).code, 'auth.session_expired', 'sessions of programs are over');
  t.equal((await owner.me()).code, 'ok', 'that of the owner goes on');
  const next = { ...program, password: 'An0ther-one' };
  t.equal(await signIn('trader', next), 'ok');
  t.equal((await set(owner, { api_password: '' })).code, 'ok');
  t.equal(await signIn('trader', next), 'auth.invalid_credentials', 'removed');
});

test`A new password that comes to be the investor’s while it is looked at is refused`(async (t) => {
  const owner = await browser('trader');
  const { login } = owner;
  // First the present password is looked at, then the new one beside the investor's.
  meanwhile(async () =>
    meanwhile(async () => {
      t.equal((await set(admin, login, 'investor', NEW)).code, 'ok');
    }),
  );
  t.match(await change(owner), { code: 'invalid_input', message: /^new_password: must differ/ });
  t.equal((await owner.me()).code, 'ok', 'nothing has changed');
  const investor = await browserOf('trader', login, NEW);
  t.match((await investor.me()).data, { read_only: true });
});

test`A change whose session ended while the password was looked at changes nothing`(async (t) => {
  const terminal = await browser('trader');
  const [session = ''] = [...harness.desk.sessions()].map(({ id }) => id).slice(-1);
  meanwhile(async () => {
    await harness.desk.handle('auth.logout', { audience: 'trader', session, ip: ADDRESS });
  });
  t.equal((await change(terminal)).code, 'auth.session_expired');
  await browserOf('trader', terminal.login);
});

const set = (by: Terminal, login: number, kind: string, password: string) =>
  by.post(`/accounts/${login}/password`, { kind, password });
const check = (by: Terminal, login: number, kind: string, password: string) =>
  by.post(`/accounts/${login}/password/check`, { kind, password });

t.test('A new master password signs in, and every session of before is closed', async (t) => {
  await amend(t, GROUP.trader, { password_change_first_login: true });
  const owner = await browser('trader');
  const { login } = owner;
  const investor = await browserOf('trader', login, INVESTOR);
  t.match(await set(admin, login, 'master', NEW), { code: 'ok', data: null });
  const journal = [{ login, kind: 'account', text: 'master password set' }];
  t.match(harness.log.at(-1), { by: 1, journal });
  for (const terminal of [owner, investor])
    t.equal((await terminal.me()).code, 'auth.session_expired');
  t.equal(await signIn('trader', { login }), 'auth.invalid_credentials');
  const next = await browserOf('trader', login, NEW);
  t.match((await next.me()).data, { must_change_password: true });
  t.notMatch(JSON.stringify(harness.log.map(({ journal }) => journal)), NEW);
});

t.test('A new investor password closes the sessions that only look', async (t) => {
  const owner = await browser('trader');
  const { login } = owner;
  const investor = await browserOf('trader', login, INVESTOR);
  t.equal((await set(admin, login, 'investor', 'L00k-only')).code, 'ok');
  t.equal((await owner.me()).code, 'ok');
  t.equal((await investor.me()).code, 'auth.session_expired');
  const next = await browserOf('trader', login, 'L00k-only');
  t.match((await next.me()).data, { read_only: true });
  t.equal((await set(admin, login, 'investor', '')).code, 'ok', 'none at all');
  t.equal((await next.me()).code, 'auth.session_expired');
  const gone = { login, password: 'L00k-only' };
  t.equal(await signIn('trader', gone), 'auth.invalid_credentials');
});

t.test('An api password opens the api terminal, and closes it when it is taken away', async (t) => {
  const owner = await browser('trader');
  const { login } = owner;
  const shown = () => admin.read(`/accounts/${login}`);
  t.equal((await set(admin, login, 'api', 'Api-pass1')).code, 'ok');
  t.match(await shown(), { api_enabled: true, api_password_set: true });
  const api = { login, password: 'Api-pass1', terminal: 'api' };
  const program = await http.signedIn('trader', api);
  t.equal((await set(admin, login, 'api', '')).code, 'ok');
  t.equal((await program.me()).code, 'auth.session_expired');
  t.equal(await signIn('trader', api), 'auth.invalid_credentials');
  t.match(await shown(), { api_enabled: false });
  t.equal((await owner.me()).code, 'ok', 'other terminals stay');
});

t.test('The API password differs from those of owner and investor, whoever sets one', async (t) => {
  const login = await http.openAccount();
  await harness.patch('account', `${login}`, { api_enabled: true });
  const owner = await browserOf('trader', login);
  const setOwn = (api_password: string) =>
    owner.post('/auth/api-password', { current_password: OLD, api_password });
  const differs = (field: string, kind: string) => ({
    ...{ code: 'invalid_input' },
    message: `${field}: must differ from the ${kind} password`,
  });
  t.match(await setOwn(INVESTOR), differs('api_password', 'investor'));
  t.match(await set(admin, login, 'api', INVESTOR), differs('password', 'investor'));
  t.match(await set(admin, login, 'api', OLD), differs('password', 'master'));
  const api = 'Api-pass1';
  t.equal((await setOwn(api)).code, 'ok');
  t.match(await change(owner, { new_password: api }), differs('new_password', 'api'));
  for (const kind of ['master', 'investor']) {
    t.match(await set(admin, login, kind, api), differs('password', 'api'), kind);
  }
  t.equal((await set(admin, login, 'phone', api)).code, 'ok', 'which signs in nowhere');
  const program = { login, terminal: 'api' };
  t.equal(await signIn('trader', { ...program, password: INVESTOR }), 'auth.invalid_credentials');
  t.equal(await signIn('trader', { ...program, password: api }), 'ok');
});

t.test('The phone password is tested by staff and signs in nowhere', async (t) => {
  const login = await http.openAccount();
  const password = 'Ph0ne-pass';
  const matches = async (kind: string, tried: string) =>
    (await check(admin, login, kind, tried)).data;
  t.same(await matches('phone', password), { matches: false });
  t.equal((await set(admin, login, 'phone', password)).code, 'ok');
  t.same(await matches('phone', password), { matches: true });
  t.same(await matches('master', password), { matches: false });
  t.same(await matches('master', OLD), { matches: true });
  await harness.patch('account', `${login}`, { api_enabled: true });
  for (const terminal of ['web', 'desktop', 'api']) {
    const code = await signIn('trader', { login, password, terminal });
    t.equal(code, 'auth.invalid_credentials', terminal);
  }
});

t.test('Tests that fail count as failed sign-ins of the login, and are blocked', async (t) => {
  const [login, other] = [await http.openAccount(), await http.openAccount()];
  for (let n = 0; n < 5; n += 1) await check(admin, login, 'investor', `${WRONG}${n}`);
  const blocked = await check(admin, login, 'investor', INVESTOR);
  t.match(blocked, { code: 'auth.too_many_attempts' });
  t.equal(blocked.headers.get('retry-after'), '300');
  t.equal(await signIn('trader', { login }), 'auth.too_many_attempts', 'from this address');
  t.equal((await check(admin, other, 'master', OLD)).code, 'ok', 'no other login');
  await later();
  t.match((await check(admin, login, 'investor', INVESTOR)).data, { matches: true });
});

t.test('A password that is weak, or would make an investor the owner, is refused', async (t) => {
  const login = await http.openAccount();
  const weak = { code: 'auth.password_weak', message: /^password: / };
  for (const kind of ['master', 'investor', 'phone', 'api']) {
    t.match(await set(admin, login, kind, 'weak'), weak);
  }
  t.equal((await set(admin, login, 'master', '')).code, 'auth.password_weak');
  const same = { code: 'invalid_input', message: /^password: must differ/ };
  t.match(await set(admin, login, 'master', INVESTOR), same);
  t.match(await set(admin, login, 'investor', OLD), same);
  t.equal((await set(admin, login, 'fax', NEW)).code, 'invalid_input');
  await amend(t, GROUP.trader, { password_min_length: 12 });
  t.equal((await set(admin, login, 'phone', 'Ph0ne-pass')).code, 'auth.password_weak');
});

test`Passwords of traders and of weaker staff are set, and nobody’s own one`(async (t) => {
  const login = await http.openAccount();
  const rights = ['accounts.password'] as const;
  const clerk = await http.staff({ rights });
  const chief = await http.staff({ rights: [...rights, 'config.staff'] });
  for (const way of [set, check]) {
    const code = async (by: Terminal, of: number) =>
      (await way(by, of, 'phone', 'Ph0ne-pass')).code;
    t.equal(await code(clerk, login), 'ok');
    t.equal(await code(clerk, chief.login), 'forbidden', 'staff');
    t.equal(await code(chief, clerk.login), 'ok');
    t.equal(await code(chief, 1), 'forbidden', 'who holds more');
    t.equal(await code(admin, 4711), 'not_found');
  }
  t.equal((await set(admin, 1, 'master', NEW)).code, 'forbidden', 'nor one’s own');
});

t.test('A master and an investor password set at a time never come to be the same', async (t) => {
  const login = await http.openAccount();
  // Each is compared with what there is before the other is set.
  const both = deferred();
  meanwhile(() => {
    meanwhile(async () => both.resolve());
    return both.promise;
  });
  const password = 'Same-pass1';
  const ways = ['master', 'investor'].map((kind) => set(admin, login, kind, password));
  const answers = await Promise.all(ways);
  t.same(answers.map(({ code }) => code).sort(), ['invalid_input', 'ok']);
  const refusal = answers.find(({ code }) => code !== 'ok');
  t.match(refusal, { status: 400, message: /^password: must differ from the / });
  t.equal(await signIn('trader', { login, password }), 'ok');
  const others = [OLD, INVESTOR].map((old) => signIn('trader', { login, password: old }));
  const codes = (await Promise.all(others)).sort();
  t.same(codes, ['auth.invalid_credentials', 'ok'], 'the other one is as it was');
});

t.test('Authority that is taken away while a password is looked at counts', async (t) => {
  const [login, password] = [await http.openAccount(), 'L00k-only'];
  const far = { group_scope: ['real\\*'] };
  const losses = [far, { rights: ['accounts.view'] }, { active: false }];
  const loser = async (less: Readonly<Record<string, unknown>>): Promise<Terminal> => {
    const clerk = await http.staff({ rights: ['accounts.password'] });
    meanwhile(() => harness.patch('staff', `${clerk.login}`, less));
    return clerk;
  };
  for (const less of losses) {
    const answer = await set(await loser(less), login, 'investor', password);
    t.match(answer, { code: 'forbidden' }, Object.keys(less).join());
  }
  const checked = await check(await loser(far), login, 'investor', INVESTOR);
  t.match(checked, { code: 'forbidden', data: null }, 'whether it fits is not told');
  const { data } = await check(admin, login, 'investor', INVESTOR);
  t.match(data, { matches: true }, 'the password is the one of before');
  const own = await http.staff({ rights: ['config.staff', 'mailbox'] });
  meanwhile(() => harness.patch('staff', `${own.login}`, { rights: ['mailbox'] }));
  refused(t, await own.post(`/staff/${await http.hire()}/password`, { password }), 'forbidden');
});

test`a password is set by whoever may, and ends all sessions
  [POST /admin/v1/staff/{login}/password #1, #2, #3]`(async (t) => {
  const own = await http.staff({ rights: ['config.staff'], group_scope: ['managers\\*'] });
  const give = (by: Terminal, login: number, password: string) =>
    by.post(`/staff/${login}/password`, { password });
  const { login } = own;
  refused(t, await give(admin, login, INVESTOR), 'invalid_input', /^password: must differ/);
  await amend(t, MANAGERS, { password_min_length: 10, password_change_first_login: true });
  const weak = ['Short-1', 'Nine-1xyz', 'nocapital-1', 'No-digits-x', 'NoSymb0lsHere', ''];
  const fault = { code: 'auth.password_weak', message: /: needs 10 to 16/ };
  for (const password of weak) t.match(await give(admin, login, password), fault, password);
  refused(t, await give(own, 1, 'Stronger-1x'), 'forbidden', 'rights');
  refused(t, await give(own, login, 'Stronger-1x'), 'forbidden', 'present password');
  t.equal((await own.me()).code, 'ok');
  t.match(await give(admin, login, 'Stronger-1x'), { status: 200, data: null });
  t.equal((await own.me()).code, 'auth.session_expired');
  t.same(http.lines(), [{ kind: 'account', login, text: 'master password set' }]);
  t.equal(await signIn('staff', { login }), 'auth.invalid_credentials');
  const next = await browserOf('staff', login, 'Stronger-1x');
  t.equal((await next.get('/staff')).code, 'auth.password_change_required');
});
