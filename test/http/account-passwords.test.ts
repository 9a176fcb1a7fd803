// Passwords of accounts over REST: set and tested by staff.

import t, { type Test } from 'tap';
import { opening, staffCaller } from '../support/desk-harness.js';
import {
  type HttpHarness,
  openHttp,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';

interface Scene extends HttpHarness {
  readonly staff: Terminal;
  readonly login: number;
}

/** A house with a client's account, and the administrator signed in. */
const scene = async (t: Test): Promise<Scene> => {
  const opened = await openHttp();
  t.teardown(() => opened.close());
  const created = await opened.harness.desk.handle('accounts.create', {
    caller: staffCaller(),
    body: opening(),
  });
  const login = created.ok ? created.data.login : 0;
  return { ...opened, login, staff: await opened.signedIn('staff') };
};

const set = (staff: Terminal, login: number, kind: string, password: string) =>
  staff.ask('POST', `/accounts/${login}/password`, { body: { kind, password } });
const check = (staff: Terminal, login: number, kind: string, password: string) =>
  staff.ask('POST', `/accounts/${login}/password/check`, { body: { kind, password } });
const me = async (terminal: Terminal) => (await terminal.ask('GET', '/auth/me')).code;

t.test('A new master password signs in, and every session of before is closed', async (t) => {
  const { staff, login, signedIn, terminal, harness } = await scene(t);
  const owner = await signedIn('trader', { login, password: 'Master-1x' });
  const investor = await signedIn('trader', { login, password: 'Invest-1x' });
  t.match(await set(staff, login, 'master', 'N3w-passw'), { status: 200, code: 'ok', data: null });
  t.equal(await me(owner), 'auth.session_expired');
  t.equal(await me(investor), 'auth.session_expired');
  const old = await terminal('trader').signIn({ login, password: 'Master-1x' });
  t.equal(old.code, 'auth.invalid_credentials');
  t.equal((await terminal('trader').signIn({ login, password: 'N3w-passw' })).code, 'ok');
  const lines = harness.log.flatMap(({ journal, by }) => journal.map((line) => ({ ...line, by })));
  t.match(
    lines.find(({ text }) => text === 'master password set'),
    { login, by: 1, kind: 'account' },
  );
  t.notMatch(JSON.stringify(lines), 'N3w-passw');
});

t.test('Where the group asks for it, the owner changes what staff have set', async (t) => {
  const { staff, login, signedIn, harness } = await scene(t);
  await harness.patch('group', 'demo\\standard', { password_change_first_login: true });
  await set(staff, login, 'master', 'N3w-passw');
  const owner = await signedIn('trader', { login, password: 'N3w-passw' });
  t.match((await owner.ask('GET', '/auth/me')).data, { must_change_password: true });
});

t.test('A new investor password closes the sessions that only look', async (t) => {
  const { staff, login, signedIn, terminal } = await scene(t);
  const owner = await signedIn('trader', { login, password: 'Master-1x' });
  const investor = await signedIn('trader', { login, password: 'Invest-1x' });
  t.equal((await set(staff, login, 'investor', 'L00k-only')).code, 'ok');
  t.equal(await me(owner), 'ok');
  t.equal(await me(investor), 'auth.session_expired');
  const next = await signedIn('trader', { login, password: 'L00k-only' });
  t.match((await next.ask('GET', '/auth/me')).data, { read_only: true });
  t.equal((await set(staff, login, 'investor', '')).code, 'ok', 'none at all');
  t.equal(await me(next), 'auth.session_expired');
  const gone = await terminal('trader').signIn({ login, password: 'L00k-only' });
  t.equal(gone.code, 'auth.invalid_credentials');
});

t.test('An api password opens the api terminal, and closes it when it is taken away', async (t) => {
  const { staff, login, signedIn, terminal } = await scene(t);
  const owner = await signedIn('trader', { login, password: 'Master-1x' });
  t.equal((await set(staff, login, 'api', 'Api-pass1')).code, 'ok');
  const shown = await staff.ask('GET', `/accounts/${login}`);
  t.match(shown.data, { api_enabled: true, api_password_set: true });
  const api = { login, password: 'Api-pass1', terminal: 'api' };
  const program = await signedIn('trader', api);
  t.equal((await set(staff, login, 'api', '')).code, 'ok');
  t.equal(await me(program), 'auth.session_expired');
  t.equal((await terminal('trader').signIn(api)).code, 'auth.invalid_credentials');
  t.match((await staff.ask('GET', `/accounts/${login}`)).data, { api_enabled: false });
  t.equal(await me(owner), 'ok', 'other terminals stay');
});

t.test('The phone password is tested by staff and signs in nowhere', async (t) => {
  const { staff, login, terminal, harness } = await scene(t);
  t.match((await check(staff, login, 'phone', 'Ph0ne-pass')).data, { matches: false });
  t.equal((await set(staff, login, 'phone', 'Ph0ne-pass')).code, 'ok');
  t.match(await check(staff, login, 'phone', 'Ph0ne-pass'), {
    code: 'ok',
    data: { matches: true },
  });
  t.match((await check(staff, login, 'master', 'Ph0ne-pass')).data, { matches: false });
  t.match((await check(staff, login, 'master', 'Master-1x')).data, { matches: true });
  await harness.patch('account', String(login), { api_enabled: true });
  for (const kind of ['web', 'desktop', 'api']) {
    const answer = await terminal('trader').signIn({
      login,
      password: 'Ph0ne-pass',
      terminal: kind,
    });
    t.equal(answer.code, 'auth.invalid_credentials', kind);
  }
});

t.test('Tests that fail count as failed sign-ins of the login, and are blocked', async (t) => {
  const { staff, login, terminal, harness } = await scene(t);
  for (let n = 0; n < 5; n += 1) await check(staff, login, 'investor', `Wr0ng-pas${n}`);
  const blocked = await check(staff, login, 'investor', 'Invest-1x');
  t.match(blocked, { status: 429, code: 'auth.too_many_attempts' });
  t.equal(blocked.headers.get('retry-after'), '300');
  const owner = await terminal('trader').signIn({ login, password: 'Master-1x' });
  t.equal(owner.code, 'auth.too_many_attempts', 'from this address');
  t.equal((await check(staff, 1001, 'master', 'Trad3r-pass')).code, 'ok', 'no other login');
  harness.now += 5 * 60_000;
  t.match((await check(staff, login, 'investor', 'Invest-1x')).data, { matches: true });
});

t.test('A password that is weak, or would make an investor the owner, is refused', async (t) => {
  const { staff, login, harness } = await scene(t);
  for (const kind of ['master', 'investor', 'phone', 'api']) {
    const weak = await set(staff, login, kind, 'weak');
    t.match(weak, { status: 400, code: 'auth.password_weak', message: /^password: / });
  }
  t.equal((await set(staff, login, 'master', '')).code, 'auth.password_weak');
  for (const [kind, password] of [
    ['master', 'Invest-1x'],
    ['investor', 'Master-1x'],
  ] as const) {
    t.match(await set(staff, login, kind, password), {
      code: 'invalid_input',
      message: /^password: must differ/,
    });
  }
  await harness.patch('group', 'demo\\standard', { password_min_length: 12 });
  t.equal((await set(staff, login, 'phone', 'Ph0ne-pass')).code, 'auth.password_weak');
  t.match(await set(staff, login, 'fax', 'Ph0ne-pass12'), { code: 'invalid_input' });
});

t.test(
  'Passwords of others are set within the scope, and of staff by no weaker staff',
  async (t) => {
    const { staff, login, hire, signedIn } = await scene(t);
    const rights = ['accounts.password'] as const;
    const clerk = { login: await hire({ rights }), password: STAFF_PASSWORD };
    const desk = { login: await hire({ rights: [...rights, 'config.staff'] }) };
    const far = { login: await hire({ rights, group_scope: ['real\\*'] }) };
    const ways = [set, check];
    for (const way of ways) {
      const own = await signedIn('staff', clerk);
      t.equal((await way(own, login, 'phone', 'Ph0ne-pass')).code, 'ok');
      t.equal((await way(own, desk.login, 'phone', 'Ph0ne-pass')).code, 'forbidden', 'staff');
      const chief = await signedIn('staff', { ...desk, password: STAFF_PASSWORD });
      t.equal((await way(chief, clerk.login, 'phone', 'Ph0ne-pass')).code, 'ok');
      t.equal((await way(chief, 1, 'phone', 'Ph0ne-pass')).code, 'forbidden', 'who holds more');
      const outsider = await signedIn('staff', { ...far, password: STAFF_PASSWORD });
      t.equal((await way(outsider, login, 'phone', 'Ph0ne-pass')).code, 'forbidden', 'scope');
      t.equal((await way(staff, 4711, 'phone', 'Ph0ne-pass')).code, 'not_found');
    }
    t.equal((await set(staff, 1, 'master', 'N3w-passw')).code, 'forbidden', 'nor one’s own');
  },
);

t.test('A master and an investor password set at a time never come to be the same', async (t) => {
  const { staff, login, terminal, harness } = await scene(t);
  // Each is compared with what there is before the other is set.
  let come = 0;
  let compared = (): void => {};
  const both = new Promise<void>((resolve) => {
    compared = resolve;
  });
  harness.hasher.meanwhile = () => {
    come += 1;
    if (come === 2) compared();
    return both;
  };
  const answers = await Promise.all([
    set(staff, login, 'master', 'Same-pass1'),
    set(staff, login, 'investor', 'Same-pass1'),
  ]);
  t.same(answers.map(({ code }) => code).sort(), ['invalid_input', 'ok']);
  t.match(
    answers.find(({ code }) => code !== 'ok'),
    { status: 400, message: /^password: must differ from the / },
  );
  const opened = await terminal('trader').signIn({ login, password: 'Same-pass1' });
  t.equal(opened.code, 'ok');
  const others = ['Master-1x', 'Invest-1x'].map((password) =>
    terminal('trader').signIn({ login, password }),
  );
  const codes = (await Promise.all(others)).map(({ code }) => code).sort();
  t.same(codes, ['auth.invalid_credentials', 'ok'], 'the other one is as it was');
});

t.test('Authority that is taken away while a password is looked at counts', async (t) => {
  const { staff, login, hire, signedIn, terminal, harness } = await scene(t);
  const losses: readonly Record<string, unknown>[] = [
    { group_scope: ['real\\*'] },
    { rights: ['accounts.view'] },
    { active: false },
  ];
  for (const less of losses) {
    const clerk = await hire({ rights: ['accounts.password'] });
    const own = await signedIn('staff', { login: clerk, password: STAFF_PASSWORD });
    harness.hasher.meanwhile = async () => {
      harness.hasher.meanwhile = async () => {};
      await harness.patch('staff', String(clerk), less);
    };
    const answer = await set(own, login, 'investor', 'L00k-only');
    t.match(answer, { status: 403, code: 'forbidden' }, Object.keys(less).join());
  }
  const old = await terminal('trader').signIn({ login, password: 'Invest-1x' });
  t.equal(old.code, 'ok', 'the password is the one of before');
  const clerk = await hire({ rights: ['accounts.password'] });
  const own = await signedIn('staff', { login: clerk, password: STAFF_PASSWORD });
  harness.hasher.meanwhile = async () => {
    harness.hasher.meanwhile = async () => {};
    await harness.patch('staff', String(clerk), { group_scope: ['real\\*'] });
  };
  const told = await check(own, login, 'investor', 'Invest-1x');
  t.match(told, { code: 'forbidden', data: null }, 'whether it fits is not told');
  t.equal((await check(staff, login, 'investor', 'Invest-1x')).code, 'ok');
});
