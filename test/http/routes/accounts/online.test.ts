// Online: which sessions are in use, who sees them listed and in windows, and who ends them.

import '../../../support/patient.js';
import t from 'tap';
import { RIGHTS, type Right } from '../../../../wire/accounts/rights.js';
import type { OnlineRow } from '../../../../wire/rest/accounts/online.js';
import { within } from '../../../support/guard.js';
import { each, type Terminal } from '../../../support/http-harness.js';
import { windowLaws } from '../list-laws.js';
import { testsBelow } from '../tags.js';
import { ONLINE, OnlineHarness } from './online-harness.js';

const test = testsBelow('online');

const IN_USE_MS = 90_000;
const ACCESS_MS = 15 * 60_000;
/** Sockets that are told of a kick end with this; those whose session is found gone do not. */
const KICKED = 4003;

const one = await OnlineHarness.open(t);
const { http } = one;
const { harness } = http;
let groups = 0;

/** A client in a group of its own, and staff who see that group alone. */
const client = async (given: Readonly<Record<string, string>> = {}) => {
  groups += 1;
  const group = `demo\\group-${groups}`;
  const login = await one.account(group, given);
  return { group, login, staff: await one.staff({ group_scope: [group] }) };
};
const sockets = async (staff: Terminal) => (await one.rows(staff)).map((row) => row.sockets);
const refresh = (terminal: Terminal, refresh_token = terminal.refresh) =>
  terminal.ask('POST', '/auth/refresh', refresh_token === '' ? {} : { body: { refresh_token } });

test`A session is listed for 90 seconds after its last request [GET #1]`(async (t) => {
  const { login, staff } = await client();
  const trader = await one.trader(login);
  one.pass(IN_USE_MS);
  t.same(await one.logins(staff), [login], 'signing in was a request');
  one.pass(1);
  t.same(await one.logins(staff), []);
  await trader.me();
  one.pass(IN_USE_MS);
  t.same(await one.logins(staff), [login], 'what the desk was not told of counts as well');
  one.pass(1);
  t.same(await one.logins(staff), []);
});

test`A session with an open socket is listed as long as that is open, and 90 seconds more
  [GET #1]`(async (t) => {
  const { login, staff } = await client();
  const { ws, closed } = await one.socket(await one.trader(login));
  for (let n = 0; n < 3; n += 1) {
    one.pass(IN_USE_MS + 1);
    t.same(await one.logins(staff), [login]);
  }
  ws.close();
  await closed;
  t.same(await sockets(staff), [0]);
  one.pass(IN_USE_MS + 1);
  t.same(await one.logins(staff), []);
});

test`A session whose time is over is not listed`(async (t) => {
  const { group, login } = await client();
  await one.trader(login);
  const sessions = [...harness.desk.sessions()].map(({ id }) => id).slice(-1);
  one.pass(12 * 3_600_000 - 1);
  await harness.desk.handle('auth.activity', { sessions, at: [harness.now] });
  const staff = await one.staff({ group_scope: [group] });
  t.same(await one.logins(staff), [login]);
  one.pass(1);
  t.same(await one.logins(staff), []);
});

test`Traders within the scope are listed, staff to whoever maintains staff [GET #2]`(async (t) => {
  one.pass(IN_USE_MS + 1);
  const real = await one.account('real\\standard');
  await one.trader(1001);
  await one.trader(real);
  const all = await one.staff({ rights: [...ONLINE, 'config.staff'] });
  const demo = await one.staff({ group_scope: ['demo\\*'] });
  const not = await one.staff({ group_scope: ['*,!real\\*'] });
  const logins = [1001, real, all.login, demo.login, not.login];
  t.same(new Set(await one.logins(all)), new Set(logins));
  t.same(await one.logins(demo), [1001]);
  t.same(await one.logins(not), [1001]);
  await harness.patch('account', `${real}`, { group: 'demo\\standard' });
  t.same(await one.logins(demo), [1001, real], 'by the group that it is in now');
});

const after = ({ after: cursor }: { readonly after: string | null }, limit = 4) =>
  `?edge=after&cursor=${cursor}&limit=${limit}`;

test`Rows come oldest first, those of one moment by their ids, and all of them [GET #3]
  [GET /window #1]`(async (t) => {
  const { group, login: first, staff } = await client();
  const second = await one.account(group);
  for (let n = 0; n < 120; n += 1) {
    one.pass(n % 10);
    const login = n % 2 === 0 ? first : second;
    const trader = await http.signedIn('trader', { login, terminal: 'desktop' });
    if (n % 7 === 0) await refresh(trader);
  }
  const rows = await one.rows(staff);
  t.equal(rows.length, 120, 'more than a page');
  const places = rows.map(({ since, session }) => `${since} ${session}`);
  t.same(places, [...places].sort());
  const seen: OnlineRow[] = [];
  for (let page = await one.window(staff, '?limit=25'); page.items.length > 0; ) {
    seen.push(...page.items);
    page = await one.window(staff, after(page, 25));
  }
  t.same(seen, rows);
});

test`Equity is the account’s own, 0 while it is silent and for staff [GET #4]`(async (t) => {
  one.pass(IN_USE_MS + 1);
  const { group, login } = await client();
  const silent = await one.account(group);
  one.silent.add(silent);
  for (const trader of [login, silent]) await one.trader(trader);
  const group_scope = [group, 'managers\\dealers'];
  one.pass(1);
  const staff = await one.staff({ rights: [...ONLINE, 'config.staff'], group_scope });
  one.asked.length = 0;
  const rows = (await one.rows(staff)).filter((row) => row.staff === (row.login === staff.login));
  const shown = rows.map((row) => `${row.login} ${row.equity}`);
  t.same(shown, [`${login} 1000.00`, `${silent} 0`, `${staff.login} 0`]);
  t.same(one.asked, [login, silent], 'nobody asks for money of staff');
});

test`Who finds no place in the queue is asked once more [GET #4]`(async (t) => {
  one.pass(IN_USE_MS + 1);
  const { group, login } = await client();
  await one.trader(login);
  const staff = await one.staff({ group_scope: [group] });
  one.refused = 3;
  t.same(each(await one.rows(staff), 'equity'), ['1000.00']);
});

test`Sockets are the live ones of the session [GET #5]`(async (t) => {
  const { login, staff } = await client();
  const [first, second] = [await one.trader(login), await one.trader(login)];
  await one.socket(first);
  const { ws, closed } = await one.socket(first);
  await one.socket(second);
  t.same(await sockets(staff), [2, 1]);
  ws.close();
  await closed;
  t.same(await sockets(staff), [1, 1]);
});

const AGENTS: readonly (readonly [agent: string, os: string])[] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15', 'macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Linux'],
  ['curl/8.5.0', ''],
];

test`The system is read from the user agent [GET #6]`(async (t) => {
  const { login, staff } = await client();
  for (const [agent] of AGENTS) {
    one.pass(1);
    await http.terminal('trader', { 'user-agent': agent }).signIn({ login, terminal: 'desktop' });
  }
  t.same(
    each(await one.rows(staff), 'os'),
    AGENTS.map(([, os]) => os),
  );
});

test`A row says who came from where; names need their right`(async (t) => {
  const { group, login, staff } = await client({ name: 'Ada', last_name: 'King' });
  const investor = await one.trader(login, { password: 'Invest-1x' });
  const rights = [...ONLINE, 'fields.name'] as const;
  const named = await one.staff({ rights, group_scope: [group] });
  const row = {
    equity: '1000.00',
    group,
    ip: '127.0.0.1',
    last_name: 'King',
    login,
    name: 'Ada',
    os: '',
    read_only: true,
    session: /^[0-9a-f]{32}$/,
    since: new Date(harness.now).toISOString(),
    sockets: 0,
    staff: false,
    terminal: 'desktop',
  };
  const [seen] = await one.rows(named);
  t.match(seen, row);
  t.same(Object.keys(seen ?? {}).sort(), Object.keys(row));
  t.match(await one.rows(staff), [{ ...row, name: '', last_name: '' }]);
  const id = seen?.session ?? '';
  const guess = http.terminal('trader', { authorization: `Bearer ${id}` });
  t.equal((await guess.me()).code, 'auth.session_expired', 'an id opens nothing');
  t.equal((await refresh(guess, id)).code, 'auth.session_expired');
  t.equal((await investor.me()).code, 'ok');
});

test`After a restart sessions are listed as soon as they are back`(async (t) => {
  const own = await OnlineHarness.open(t);
  const desk = own.http.harness;
  const trader = await own.trader(1001);
  own.pass(ACCESS_MS - 1);
  const after = desk.restarted().desk;
  t.equal(after.sessionsInUse(), 0, 'nobody was there for 90 seconds');
  const sessions = [...after.sessions()].map(({ id }) => id);
  await after.handle('auth.activity', { sessions, at: [desk.now] });
  t.equal(after.sessionsInUse(), 1);
  await refresh(trader);
  t.equal(desk.restarted().desk.sessionsInUse(), 1, 'new tokens are in the log');
});

/** Eleven traders of a group in the order of their sign-in, and more of them. */
const eleven = async () => {
  const { group, login } = await client();
  await one.trader(login);
  const add = async (name: string): Promise<number> => {
    const late = await one.account(group, { name });
    await one.trader(late);
    return late;
  };
  const logins = [login];
  for (let n = 1; n < 11; n += 1) logins.push(await add(`n${n}`));
  return { group, logins, add };
};

windowLaws(
  {
    path: 'online/window',
    nameOf: ({ login }: OnlineRow) => login,
    anchorOf: ({ session }: OnlineRow) => session,
    wrong: ['page=1'],
    open: async () => {
      const { group, logins, add } = await eleven();
      const profile = { rights: ONLINE, group_scope: [group] };
      const login = await http.hire(profile);
      const mine = () => http.signedIn('staff', { login });
      const change = (fields: object) => harness.patch('staff', `${login}`, { ...fields });
      const reader = await mine();
      return {
        reader,
        names: logins,
        remove: async (place) => void (await kick(reader, logins[place])),
        add: () => add('late'),
        others: [
          ['of somebody else', await one.staff(profile)],
          ['of another session', await mine()],
        ],
        voids: [
          ['of other rights', () => change({ rights: [...ONLINE, 'fields.name'] })],
          ['of another scope', () => change({ group_scope: [group, 'real\\*'] })],
        ],
      };
    },
  },
  {
    order: '#1',
    live: '#4, #5, #6',
    cursor: '#7',
    anchor: '#8',
    gone: '#9',
    wrong: '#10',
    tied: '#11',
  },
);

test`Group, hidden accounts and staff are looked at again for each page, and names and equity are
  asked for of its rows alone [GET /window #2, #3]`(async (t) => {
  const { group, logins } = await eleven();
  const rights = [...ONLINE, 'fields.name'] as const;
  const staff = await one.staff({ rights, group_scope: [group] });
  const first = await one.window(staff, '?limit=4');
  await harness.patch('account', `${logins[4]}`, { hidden: true });
  await harness.patch('account', `${logins[5]}`, { group: 'managers\\dealers' });
  one.asked.length = 0;
  const second = await one.window(staff, after(first, 2));
  t.equal(second.total, 9);
  t.match(second.items, [
    { login: logins[6], name: 'n6', equity: '1000.00' },
    { login: logins[7], name: 'n7', equity: '1000.00' },
  ]);
  t.same(one.asked, logins.slice(6, 8));
});

test`There is no search, filter or sort, and a page says when it was read
  [GET /window #12, #13]`(async (t) => {
  const { staff } = await client();
  for (const query of ['q=ada', 'sort=login', 'login=1001', 'f.login.eq=1001']) {
    t.match(await one.ask(staff, `?${query}`), { code: 'invalid_input' }, query);
  }
  const at = new Date(harness.now).toISOString();
  t.equal((await one.window(staff)).observed_at, at);
  one.pass(5_000);
  t.ok((await one.window(staff)).observed_at > at);
});

const kick = (staff: Terminal, login?: number) => staff.post('/online/kick', { login });

test`A kick of a login ends its sessions on every terminal, their tokens, and their sockets with the
  answer [POST /kick #1, #2, #3]`(async (t) => {
  const { group, login, staff } = await client();
  const stays = await one.trader(await one.account(group));
  const sessions = [await one.trader(login), await one.trader(login, { terminal: 'ios' })];
  const web = await one.trader(login, { terminal: 'web' });
  const live = await Promise.all(sessions.map((session) => one.socket(session)));
  t.match(await kick(staff, login), { code: 'ok', data: null });
  const kicked = { code: KICKED, reason: 'kick' };
  for (const { closed } of live) t.same(await within(closed, 'its end'), kicked);
  for (const session of [...sessions, web]) {
    t.equal((await session.me()).code, 'auth.session_expired');
    t.equal((await refresh(session)).code, 'auth.session_expired');
  }
  t.equal((await stays.me()).code, 'ok', 'others stay');
  t.equal((await one.logins(staff)).length, 1);
});

test`A kick of a login is journaled [POST /kick #6]`(async (t) => {
  const { login, staff } = await client();
  for (let n = 0; n < 2; n += 1) await one.trader(login);
  await kick(staff, login);
  t.same(http.lines(), [{ kind: 'auth', login, text: 'kicked: 2 sessions ended' }]);
  t.equal(harness.log.at(-1)?.by, staff.login);
});

test`A login out of the scope is not kicked, and one without an open session not found
  [POST /kick #4, #5]`(async (t) => {
  const [{ login, staff }, other] = [await client(), await client()];
  t.match(await kick(staff, login), { code: 'not_found' });
  t.match(await kick(staff, 4711), { code: 'not_found' }, 'nobody');
  const terminal = await one.trader(login);
  t.match(await kick(other.staff, login), { code: 'forbidden' });
  t.equal((await terminal.me()).code, 'ok');
  one.pass(12 * 3_600_000);
  t.match(await kick(await one.staff(), login), { code: 'not_found' }, 'its time is over');
});

test`Staff are kicked by who maintains staff and lacks none of their rights`(async (t) => {
  const { login } = await http.staff({ rights: ['config.servers'] });
  const code = async (...rights: Right[]) => (await kick(await one.staff({ rights }), login)).code;
  t.equal(await code(...ONLINE, 'config.servers'), 'forbidden');
  t.equal(await code(...ONLINE, 'config.staff'), 'forbidden');
  t.equal(await code(...RIGHTS), 'ok');
});
