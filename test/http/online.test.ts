// Online: which sessions are listed, to whom, and what a row shows.

import t from 'tap';
import { ONLINE, OnlineHarness } from './online-harness.js';

const IN_USE_MS = 90_000;
const ACCESS_MS = 15 * 60_000;

t.test(
  'A session is listed for 90 seconds after its last request [GET /admin/v1/online #1]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const trader = await one.trader(1001);
    const staff = await one.staff();
    one.pass(IN_USE_MS);
    t.same(await one.logins(staff), [1001], 'signing in was a request');
    one.pass(1);
    t.same(await one.logins(staff), []);
    await trader.ask('GET', '/auth/me');
    one.pass(IN_USE_MS);
    t.same(await one.logins(staff), [1001], 'what the desk was not told of counts as well');
    one.pass(1);
    t.same(await one.logins(staff), []);
  },
);

t.test(
  'A session with an open socket is listed as long as that is open, and 90 seconds more ' +
    '[GET /admin/v1/online #1]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const staff = await one.staff();
    const { ws, closed } = await one.socket(await one.trader(1001));
    for (let n = 0; n < 3; n += 1) {
      one.pass(IN_USE_MS + 1);
      t.same(await one.logins(staff), [1001]);
    }
    ws.close();
    await closed;
    t.same(
      (await one.rows(staff)).map(({ sockets }) => sockets),
      [0],
    );
    one.pass(IN_USE_MS + 1);
    t.same(await one.logins(staff), []);
  },
);

t.test('A session whose time is over is not listed', async (t) => {
  const one = await OnlineHarness.open(t);
  await one.trader(1001);
  one.pass(12 * 3_600_000 - 1);
  const { harness } = one.http;
  const [id = ''] = [...harness.desk.sessions()].map((session) => session.id);
  await harness.desk.handle('auth.activity', { sessions: [id], at: [harness.now] });
  const staff = await one.staff();
  t.same(await one.logins(staff), [1001]);
  one.pass(1);
  t.same(await one.logins(staff), []);
});

t.test(
  'Traders within the scope are listed, staff to whoever maintains staff ' +
    '[GET /admin/v1/online #2]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const real = await one.account('real\\standard');
    await one.trader(1001);
    await one.trader(real);
    const all = await one.staff({ rights: [...ONLINE, 'config.staff'] });
    const demo = await one.staff({ group_scope: ['demo\\*'] });
    const not = await one.staff({ group_scope: ['*,!real\\*'] });
    t.same((await one.logins(all)).slice(0, 2), [1001, real]);
    t.equal((await one.logins(all)).length, 5, 'both and three of staff');
    t.same(await one.logins(demo), [1001]);
    t.same(await one.logins(not), [1001]);
  },
);

t.test('An account is listed by the group that it is in now', async (t) => {
  const one = await OnlineHarness.open(t);
  await one.trader(1001);
  const staff = await one.staff({ group_scope: ['demo\\*'] });
  t.same(await one.logins(staff), [1001]);
  await one.http.harness.patch('account', '1001', { group: 'real\\standard' });
  t.same(await one.logins(staff), []);
});

t.test('Hidden accounts are listed with the right to see them alone', async (t) => {
  const one = await OnlineHarness.open(t);
  await one.trader(1001);
  await one.http.harness.patch('account', '1001', { hidden: true });
  const plain = await one.staff({ rights: [...ONLINE, 'accounts.view'] });
  const seeing = await one.staff({ rights: [...ONLINE, 'accounts.view', 'accounts.hidden'] });
  t.same(await one.logins(plain), []);
  t.same(await one.logins(seeing), [1001]);
  const read = { plain: await plain.ask('GET', '/accounts/1001') };
  t.match(read.plain, { status: 404, code: 'not_found' });
  t.match(await seeing.ask('GET', '/accounts/1001'), { code: 'ok', data: { hidden: true } });
  const kick = await plain.ask('POST', '/online/kick', { body: { login: 1001 } });
  t.match(kick, { status: 404, code: 'not_found' });
});

t.test('Rows come oldest first, all of them [GET /admin/v1/online #3]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  for (let n = 0; n < 60; n += 1) {
    one.pass(10);
    const signed = await one.trader(1001);
    if (n % 7 === 0)
      await signed.ask('POST', '/auth/refresh', { body: { refresh_token: signed.refresh } });
  }
  const second = await one.account('demo\\standard');
  for (let n = 0; n < 60; n += 1) await one.trader(second);
  const rows = await one.rows(staff);
  t.equal(rows.length, 120, 'more than a page');
  const places = rows.map(({ since, session }) => `${since} ${session}`);
  t.same(places, [...places].sort());
});

t.test(
  'Equity is the account’s own, 0 while it is silent and for staff [GET /admin/v1/online #4]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const silent = await one.account('demo\\standard');
    one.silent.add(silent);
    await one.trader(1001);
    await one.trader(silent);
    const staff = await one.staff({ rights: [...ONLINE, 'config.staff'] });
    t.same(
      (await one.rows(staff)).map(({ equity, staff }) => [equity, staff]),
      [
        ['1000.00', false],
        ['0', false],
        ['0', true],
      ],
    );
    t.same(one.asked, [1001, silent], 'nobody asks for money of staff');
  },
);

t.test('Sockets are the live ones of the session [GET /admin/v1/online #5]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  const [first, second] = [await one.trader(1001), await one.trader(1001)];
  await one.socket(first);
  const { ws, closed } = await one.socket(first);
  await one.socket(second);
  const sockets = async () => (await one.rows(staff)).map((row) => row.sockets).sort();
  t.same(await sockets(), [1, 2]);
  ws.close();
  await closed;
  t.same(await sockets(), [1, 1]);
});

const AGENTS: readonly (readonly [agent: string, os: string])[] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15', 'macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Linux'],
  ['curl/8.5.0', ''],
];

t.test('The system is read from the user agent [GET /admin/v1/online #6]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  for (const [agent] of AGENTS) {
    one.pass(1);
    const terminal = one.http.terminal('trader', { 'user-agent': agent });
    await terminal.signIn({ terminal: 'desktop' });
  }
  t.same(
    (await one.rows(staff)).map(({ os }) => os),
    AGENTS.map(([, os]) => os),
  );
});

t.test('A row says who came from where; names need their right', async (t) => {
  const one = await OnlineHarness.open(t);
  const login = await one.account('demo\\standard', { name: 'Ada', last_name: 'King' });
  const investor = await one.trader(login, { password: 'Invest-1x' });
  const named = await one.staff({ rights: [...ONLINE, 'fields.name'] });
  const plain = await one.staff();
  const since = new Date(one.http.harness.now).toISOString();
  const row = {
    equity: '1000.00',
    group: 'demo\\standard',
    ip: '127.0.0.1',
    last_name: 'King',
    login,
    name: 'Ada',
    os: '',
    read_only: true,
    session: /^[0-9a-f]{32}$/,
    since,
    sockets: 0,
    staff: false,
  };
  const [seen] = await one.rows(named);
  t.match(seen, row);
  t.same(Object.keys(seen ?? {}).sort(), Object.keys(row));
  t.match(await one.rows(plain), [{ ...row, name: '', last_name: '' }]);
  const id = seen?.session ?? '';
  const guess = one.http.terminal('trader', { authorization: `Bearer ${id}` });
  t.equal((await guess.ask('GET', '/auth/me')).code, 'auth.session_expired', 'an id opens nothing');
  const body = { refresh_token: id };
  t.equal((await guess.ask('POST', '/auth/refresh', { body })).code, 'auth.session_expired');
  t.equal((await investor.ask('GET', '/auth/me')).code, 'ok');
});

t.test('After a restart sessions are listed as soon as they are back', async (t) => {
  const one = await OnlineHarness.open(t);
  const trader = await one.trader(1001);
  one.pass(ACCESS_MS - 1);
  const after = one.http.harness.restarted().desk;
  t.equal(after.sessionsInUse(), 0, 'nobody was there for 90 seconds');
  const [session] = [...after.sessions()];
  const now = one.http.harness.now;
  await after.handle('auth.activity', { sessions: [session?.id ?? ''], at: [now] });
  t.equal(after.sessionsInUse(), 1);
  await trader.ask('POST', '/auth/refresh', { body: { refresh_token: trader.refresh } });
  t.equal(one.http.harness.restarted().desk.sessionsInUse(), 1, 'new tokens are in the log');
});
