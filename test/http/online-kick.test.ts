// Kicks: sessions end for good, and at once.

import t from 'tap';
import { RIGHTS } from '../../wire/identity.js';
import { within } from '../support/guard.js';
import type { HttpHarness, Terminal } from '../support/http-harness.js';
import { ONLINE, OnlineHarness } from './online-harness.js';

/** Sockets that are told of a kick end with this; those whose session is found gone do not. */
const KICKED = 4003;

const me = async (terminal: Terminal) => (await terminal.ask('GET', '/auth/me')).code;
const refresh = async (terminal: Terminal) => {
  const { code } = await terminal.ask('POST', '/auth/refresh', {
    body: { refresh_token: terminal.refresh },
  });
  return code;
};

/** The newest lines of the journal. */
const lines = ({ harness }: HttpHarness) =>
  (harness.log.at(-1)?.journal ?? []).map((line) => ({ ...line, by: harness.log.at(-1)?.by }));

t.test(
  'A kick of a login ends its sessions on every terminal, and their tokens ' +
    '[POST /admin/v1/online/kick #1, #2]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const other = await one.trader(await one.account('demo\\standard'));
    const sessions = [await one.trader(1001), await one.trader(1001, { terminal: 'ios' })];
    const web = await one.trader(1001, { terminal: 'web' });
    const staff = await one.staff();
    const answer = await staff.ask('POST', '/online/kick', { body: { login: 1001 } });
    t.match(answer, { status: 200, code: 'ok', data: null });
    for (const session of [...sessions, web]) t.equal(await me(session), 'auth.session_expired');
    for (const session of sessions) t.equal(await refresh(session), 'auth.session_expired');
    t.equal((await web.ask('POST', '/auth/refresh')).code, 'auth.session_expired');
    t.equal(await me(other), 'ok', 'others stay');
    t.same(
      await one.logins(staff),
      [other].map(() => 1002),
    );
  },
);

t.test('Its sockets are closed with the answer [POST /admin/v1/online/kick #3]', async (t) => {
  const one = await OnlineHarness.open(t);
  const terminal = await one.trader(1001);
  const sockets = [await one.socket(terminal), await one.socket(await one.trader(1001))];
  const staff = await one.staff();
  const closed = Promise.all(sockets.map((socket) => socket.closed));
  await staff.ask('POST', '/online/kick', { body: { login: 1001 } });
  const ends = await within(closed, 'the end of both');
  t.same(ends, [
    [KICKED, 'kick'],
    [KICKED, 'kick'],
  ]);
});

t.test('A login out of the scope is not kicked [POST /admin/v1/online/kick #4]', async (t) => {
  const one = await OnlineHarness.open(t);
  const terminal = await one.trader(1001);
  const staff = await one.staff({ group_scope: ['real\\*'] });
  const answer = await staff.ask('POST', '/online/kick', { body: { login: 1001 } });
  t.match(answer, { status: 403, code: 'forbidden' });
  t.equal(await me(terminal), 'ok');
});

t.test(
  'A login without an open session is not found [POST /admin/v1/online/kick #5]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const staff = await one.staff();
    const kick = (login: number) => staff.ask('POST', '/online/kick', { body: { login } });
    t.match(await kick(1001), { status: 404, code: 'not_found' });
    t.match(await kick(4711), { status: 404, code: 'not_found' }, 'nobody');
    await one.trader(1001);
    one.pass(12 * 3_600_000);
    const later = await one.staff();
    const late = await later.ask('POST', '/online/kick', { body: { login: 1001 } });
    t.match(late, { status: 404, code: 'not_found' }, 'its time is over');
  },
);

t.test('A kick of a login is journaled [POST /admin/v1/online/kick #6]', async (t) => {
  const one = await OnlineHarness.open(t);
  await one.trader(1001);
  await one.trader(1001);
  const by = await one.http.hire({ rights: ONLINE });
  const staff = await one.http.signedIn('staff', { login: by, password: 'Master-1x' });
  await staff.ask('POST', '/online/kick', { body: { login: 1001 } });
  t.same(lines(one.http), [{ kind: 'auth', login: 1001, text: 'kicked: 2 sessions ended', by }]);
});

t.test('Staff are kicked by who maintains staff and lacks none of their rights', async (t) => {
  const one = await OnlineHarness.open(t);
  const login = await one.http.hire({ rights: ['config.servers'] });
  await one.http.signedIn('staff', { login, password: 'Master-1x' });
  const kick = async (rights: typeof ONLINE) => {
    const staff = await one.staff({ rights });
    return (await staff.ask('POST', '/online/kick', { body: { login } })).code;
  };
  t.equal(await kick([...ONLINE, 'config.servers']), 'forbidden');
  t.equal(await kick([...ONLINE, 'config.staff']), 'forbidden');
  t.equal(await kick(RIGHTS), 'ok');
});

/** The ids of open sessions of a login, oldest first. */
const idsOf = async (one: OnlineHarness, staff: Terminal) =>
  (await one.rows(staff)).map(({ session }) => session);

t.test(
  'A kick of a session ends that one, its tokens and its sockets ' +
    '[POST /admin/v1/online/{session}/kick #1]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const [kicked, stays] = [await one.trader(1001), await one.trader(1001)];
    const socket = await one.socket(kicked);
    const { ws } = await one.socket(stays);
    const staff = await one.staff();
    const [first = '', second] = await idsOf(one, staff);
    const answer = await staff.ask('POST', `/online/${first}/kick`);
    t.match(answer, { status: 200, code: 'ok', data: null });
    const end = await within(socket.closed, 'its end');
    t.same(end, [KICKED, 'kick']);
    t.equal(await me(kicked), 'auth.session_expired');
    t.equal(await refresh(kicked), 'auth.session_expired');
    t.equal(await me(stays), 'ok');
    t.equal(ws.readyState, ws.OPEN);
    t.same(await idsOf(one, staff), [second]);
  },
);

t.test(
  'A session out of the scope is not kicked [POST /admin/v1/online/{session}/kick #2]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const terminal = await one.trader(1001);
    const [id] = await idsOf(one, await one.staff());
    const staff = await one.staff({ group_scope: ['real\\*'] });
    t.match(await staff.ask('POST', `/online/${id}/kick`), { status: 403, code: 'forbidden' });
    t.equal(await me(terminal), 'ok');
  },
);

t.test(
  'A session that is unknown or closed is not found [POST /admin/v1/online/{session}/kick #3]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const terminal = await one.trader(1001);
    const staff = await one.staff();
    const [id] = await idsOf(one, staff);
    const kick = (session: string) => staff.ask('POST', `/online/${session}/kick`);
    t.match(await kick('f'.repeat(32)), { status: 404, code: 'not_found' });
    t.equal((await terminal.ask('POST', '/auth/logout')).code, 'ok');
    t.match(await kick(id ?? ''), { status: 404, code: 'not_found' });
  },
);

t.test('A kick of a session is journaled [POST /admin/v1/online/{session}/kick #4]', async (t) => {
  const one = await OnlineHarness.open(t);
  await one.trader(1001);
  const by = await one.http.hire({ rights: ONLINE });
  const staff = await one.http.signedIn('staff', { login: by, password: 'Master-1x' });
  const [id] = await idsOf(one, staff);
  await staff.ask('POST', `/online/${id}/kick`);
  const text = 'kicked: a session of terminal desktop ended';
  t.same(lines(one.http), [{ kind: 'auth', login: 1001, text, by }]);
});
