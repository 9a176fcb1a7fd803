// Sessions that others end or change: by terminals, rights and passwords, at once and for good.

import t, { type Test } from 'tap';
import { TERMINALS } from '../../../../wire/accounts/identity.js';
import { within } from '../../../support/guard.js';
import { STAFF_PASSWORD, type Terminal } from '../../../support/http-harness.js';
import type { Peer } from '../../../support/socket-harness.js';
import { bothOf, GROUP } from '../audiences.js';
import { test } from '../tags.js';
import { OnlineHarness } from './online-harness.js';

const SESSION_ENDED = 4001;
const KIND = { staff: 'manager', trader: 'desktop' } as const;
const OTHER = { staff: 'admin', trader: 'ios' } as const;

const online = await OnlineHarness.open(t);
const { http } = online;
const { harness } = http;
const admin = await http.signedIn('staff');

const refresh = async (terminal: Terminal) => {
  const body = terminal.refresh === '' ? {} : { body: { refresh_token: terminal.refresh } };
  return (await terminal.ask('POST', '/auth/refresh', body)).code;
};

for (const kind of ['account', 'group'] as const) {
  bothOf('login')`A terminal that ${kind === 'group' ? 'a' : 'an'} ${kind} of {} may not use is
    refused, from now on and at once [#17]`(async (t, audience) => {
    const login = await (audience === 'staff'
      ? http.hire({ rights: ['terminal.admin'] })
      : http.openAccount());
    const group = audience === 'staff' ? 'managers\\dealers' : GROUP.trader;
    const signedIn = (terminal: string) => http.signedIn(audience, { login, terminal });
    const shut = await signedIn(KIND[audience]);
    const late = await signedIn(KIND[audience]);
    const open = await signedIn(OTHER[audience]);
    const allow = (terminals: readonly string[]) =>
      harness.patch(kind, kind === 'group' ? group : String(login), { terminals });
    await allow([OTHER[audience]]);
    t.equal((await shut.me()).code, 'auth.session_expired');
    t.equal(await refresh(late), 'auth.session_expired');
    t.equal((await open.me()).code, 'ok');
    t.equal(await refresh(open), 'ok');
    const again = await http.terminal(audience).signIn({ login, terminal: KIND[audience] });
    t.match(again, { code: 'auth.terminal_not_allowed' });
    await signedIn(OTHER[audience]);
    await allow(TERMINALS);
  });
}

const OVER = 'auth.session_expired';
/** What is changed of staff, and what becomes of a session that was open. */
const CHANGES = [
  ['disabled', 'account', { enabled: false }, OVER],
  ['archived', 'account', { enabled: false, archived_at: '2026-01-01T00:00:00.000Z' }, OVER],
  ['inactive', 'staff', { active: false }, OVER],
  ['moved to other staff', 'account', { group: GROUP.staff }, 'ok'],
] as const;

for (const [what, kind, fields, code] of CHANGES) {
  test`Staff who are ${what}: the session is
    ${code === 'ok' ? 'as good as new' : 'over'}`(async (t) => {
    const clerk = await http.staff({ rights: ['accounts.view'] });
    const sessions = () => [...harness.desk.sessions()].length;
    const before = sessions();
    await harness.patch(kind, String(clerk.login), fields);
    t.equal((await clerk.me()).code, code);
    t.equal(sessions(), code === 'ok' ? before : before - 1, 'it is ended, not hidden');
    t.equal((await admin.me()).code, 'ok', 'others go on');
  });
}

t.test('New rights, scope and group of staff count for the very next request', async (t) => {
  const clerk = await http.staff({ rights: ['accounts.view'] });
  const read = async () => (await clerk.get('/accounts/1001')).code;
  const patch = (fields: object) => harness.patch('staff', String(clerk.login), { ...fields });
  t.equal(await read(), 'ok');
  await patch({ group_scope: ['real\\*'] });
  t.equal(await read(), 'forbidden');
  await patch({ group_scope: ['*'], rights: [] });
  t.equal(await read(), 'forbidden');
  await patch({ rights: ['accounts.view'] });
  t.equal(await read(), 'ok');
  await harness.patch('account', String(clerk.login), { group: GROUP.staff });
  t.match((await clerk.me()).data, { group: GROUP.staff });
});

t.test('A client who is moved to another group goes on there', async (t) => {
  const login = await http.openAccount();
  const client = await http.signedIn('trader', { login });
  await harness.patch('account', String(login), { group: 'demo\\netting' });
  t.match((await client.me()).data, { group: 'demo\\netting' });
});

/** A client, and staff who may do everything to its account. */
interface Client {
  readonly login: number;
  readonly owner: Terminal;
}

const PASSWORD = 'N3w-passw';
/** What ends the sessions of a client, and the word that its sockets close with. */
const ENDS: readonly (readonly [string, (client: Client) => Promise<unknown>, string])[] = [
  [
    'a client is disabled',
    ({ login }) => harness.patch('account', `${login}`, { enabled: false }),
    'ended',
  ],
  [
    'a terminal is taken away',
    ({ login }) => admin.patch(`/accounts/${login}`, { version: 1, terminals: ['web'] }),
    'ended',
  ],
  [
    'the owner changes the password',
    ({ owner }) => {
      const body = { current_password: STAFF_PASSWORD, new_password: PASSWORD };
      return owner.post('/auth/change-password', body);
    },
    'password',
  ],
  [
    'staff set the password',
    ({ login }) => {
      const body = { kind: 'master', password: PASSWORD };
      return admin.post(`/accounts/${login}/password`, body);
    },
    'password',
  ],
  ['the client signs out', ({ owner }) => owner.post('/auth/logout'), 'logout'],
];

/** Live sockets, as the server counts them. */
const socketsNow = async (): Promise<number> => {
  const figures = await fetch(`http://127.0.0.1:${http.front.port}/metrics`);
  return Number(/^brokerd_sockets (\d+)$/m.exec(await figures.text())?.[1]);
};

/** Were these sockets closed by the answer of what was done, and is the other one open still? */
const closeAtOnce = async (
  t: Test,
  sockets: readonly Peer[],
  { ws }: Peer,
  reason: string,
  act: () => Promise<unknown>,
): Promise<void> => {
  const before = await socketsNow();
  await act();
  t.equal(await socketsNow(), before - sockets.length, 'nothing is waited for');
  const ends = await within(Promise.all(sockets.map(({ closed }) => closed)), 'their end');
  for (const end of ends) t.same(end, { code: SESSION_ENDED, reason });
  t.equal(ws.readyState, ws.OPEN);
};

for (const [what, end, reason] of ENDS) {
  t.test(`When ${what} the sockets have been closed by the answer, and no others`, async (t) => {
    const login = await http.openAccount();
    const owner = await online.trader(login);
    const staying = await online.socket(await online.trader(1001));
    const sockets = [await online.socket(owner), await online.socket(owner)];
    await closeAtOnce(t, sockets, staying, reason, () => end({ login, owner }));
    t.equal((await owner.me()).code, 'auth.session_expired');
  });
}

test`When a staff profile shuts its address out the sockets have been closed by the
  answer`(async (t) => {
  const dealer = await http.staff({ rights: ['accounts.view'] });
  const [staying, socket] = [await online.socket(admin), await online.socket(dealer)];
  const narrow = (version: number, ip_allow: readonly string[]) =>
    admin.patch(`/staff/${dealer.login}`, { version, ip_allow });
  t.equal((await narrow(1, ['127.0.0.1'])).code, 'ok');
  t.equal(socket.ws.readyState, socket.ws.OPEN, 'its own address is among them');
  await closeAtOnce(t, [socket], staying, 'ended', () => narrow(2, ['203.0.113.0/24']));
  t.equal((await dealer.me()).code, 'auth.session_expired');
});

const browser = async (): Promise<Terminal> =>
  http.signedIn('trader', { login: await http.openAccount(), terminal: 'web' });

t.test('A client whose access is over signs out of its own account alone', async (t) => {
  const terminal = await browser();
  harness.now += 15 * 60_000 + 1;
  const other = await terminal.post('/auth/logout', undefined, {
    headers: { 'x-app-account': '1' },
  });
  t.match(other, { code: 'auth.account_changed' });
  t.equal(terminal.cookies.size, 2);
  t.equal((await terminal.post('/auth/logout')).code, 'ok');
});

/** The status with which sockets close that a kick ends. */
const KICKED = 4003;
const kick = (staff: Terminal, session: string | undefined) =>
  staff.post(`/online/${session}/kick`);
/** The ids of a login's open sessions, oldest first. */
const idsOf = async (staff: Terminal, login: number) =>
  (await online.rows(staff)).flatMap((row) => (row.login === login ? [row.session] : []));

test`A kick of a session ends that one, its tokens and its sockets, and is journaled
  [POST /admin/v1/online/{session}/kick #1, #4]`(async (t) => {
  const [login, staff] = [await http.openAccount(), await online.staff()];
  const [kicked, stays] = [await online.trader(login), await online.trader(login)];
  const { closed } = await online.socket(kicked);
  const { ws } = await online.socket(stays);
  const [first, second] = await idsOf(staff, login);
  t.match(await kick(staff, first), { code: 'ok', data: null });
  const text = 'kicked: a session of terminal desktop ended';
  t.same(http.lines(), [{ kind: 'auth', login, text }]);
  t.equal(harness.log.at(-1)?.by, staff.login);
  t.same(await within(closed, 'its end'), { code: KICKED, reason: 'kick' });
  t.equal((await kicked.me()).code, 'auth.session_expired');
  t.equal(await refresh(kicked), 'auth.session_expired');
  t.equal((await stays.me()).code, 'ok');
  t.equal(ws.readyState, ws.OPEN);
  t.same(await idsOf(staff, login), [second]);
});

test`A session out of the scope is not kicked, an unknown or closed one not found
  [POST /admin/v1/online/{session}/kick #2, #3]`(async (t) => {
  const [login, staff] = [await http.openAccount(), await online.staff()];
  const far = await online.staff({ group_scope: ['real\\*'] });
  const terminal = await online.trader(login);
  const [id] = await idsOf(staff, login);
  t.match(await kick(far, id), { code: 'forbidden' });
  t.equal((await terminal.me()).code, 'ok');
  t.match(await kick(staff, 'f'.repeat(32)), { code: 'not_found' });
  t.equal((await terminal.post('/auth/logout')).code, 'ok');
  t.match(await kick(staff, id), { code: 'not_found' });
});
