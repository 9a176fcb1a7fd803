// Notifications: what staff write to accounts, who gets it, and what terminals list of it.

import t from 'tap';
import { NOTIFICATIONS_KEPT } from '../../../../wire/accounts/notification.js';
import type {
  Notification,
  NotificationResult,
} from '../../../../wire/rest/accounts/notifications.js';
import { within } from '../../../support/guard.js';
import {
  type Answer,
  dataOf,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../../../support/http-harness.js';
import { test } from '../tags.js';
import { socketOf } from './online-harness.js';
import { refused } from './staff-desk.js';

const ADMIN = '/admin/v1/notifications';
const http = await httpFor(t);
const admin = await http.signedIn('staff');
await admin.post('/groups', { path: 'real\\alpine', currency: 'USD', company: 'Alpine Ltd' });

const send = (body: object, by: Terminal = admin): Promise<Answer> =>
  by.post('/notifications', body);
const rowsOf = (answer: Answer): NotificationResult[] => dataOf(answer);
const account = (group = 'demo\\standard') => http.openAccount({ group });
const trader = (login: number, password = STAFF_PASSWORD) =>
  http.signedIn('trader', { login, password });
const listed = (by: Terminal, query = ''): Promise<Notification[]> =>
  by.read<Notification[]>(`/notifications${query}`);

test`A message is stored, signed with the company of each account's group, and shown to it
  [POST ${ADMIN} #5, #6] [GET /trader/v1/notifications #1]`(async (t) => {
  const [one, other] = [await account(), await account('real\\alpine')];
  const [row] = rowsOf(await send({ logins: `${one},${other}`, message: ' first\n ' }));
  rowsOf(await send({ logins: String(one), message: 'second' }));
  t.match(row, { sent: true, code: 'ok', message: '' });
  const mine = await listed(await trader(one));
  t.match(mine, [
    { login: one, message: 'second' },
    { login: one, message: 'first', id: row?.id, sender: 'Administrator' },
  ]);
  t.same(Object.keys(mine[0] ?? {}).sort(), [
    'company',
    'created_at',
    'id',
    'login',
    'message',
    'sender',
  ]);
  t.match(await listed(await trader(other)), [{ login: other, company: 'Alpine Ltd' }]);
  const changed = await admin.post(`/accounts/${other}/group`, {
    group: 'demo\\standard',
    version: 1,
  });
  t.equal(changed.code, 'ok');
  t.match(await listed(await trader(other)), [{ company: 'Alpine Ltd' }], 'the company of then');
});

t.test(`Open terminals get the stored message as an event [POST ${ADMIN} #7]`, async (t) => {
  const login = await account();
  const peer = await socketOf(http, await trader(login));
  const other = await socketOf(http, await trader(await account()));
  const last = await account();
  for (const one of [peer, other]) await one.request('resume', { after: 0, after_seq: '0' });
  rowsOf(await send({ logins: `${last},${login}`, message: 'live' }));
  const { data, seq } = await within(peer.event('notification'), 'event');
  t.equal(seq, String(http.harness.log.length));
  const reader = await trader(login);
  t.same([data], await listed(reader), 'as the list shows it');
  await other.request('ping');
  t.notOk(other.frames.some(({ event }) => event === 'notification'));
  for (const one of [peer, other]) one.ws.terminate();
});

test`Logins and ranges are named, each once, in the order of the answer
  [POST ${ADMIN} #1, #3]`(async (t) => {
  const [a, b, c] = [await account(), await account(), await account()];
  const rows = rowsOf(await send({ logins: ` ${c} , ${a}-${b},${c}, ${a}`, message: 'x' }));
  t.same(
    rows.map(({ login, sent }) => [login, sent]),
    [c, a, b].map((login) => [login, true]),
  );
  t.equal((await listed(await trader(a))).length, 1);
  for (const logins of ['', '1,,2', '1-', 'all', '7-5', '0']) {
    refused(t, await send({ logins, message: 'x' }), 'invalid_input', /^logins: /);
  }
  refused(t, await send({ message: 'x' }), 'invalid_input', /^logins: required/);
});

t.test(`At most 1,000 logins are taken, unknown ones among them [POST ${ADMIN} #2]`, async (t) => {
  const rows = rowsOf(await send({ logins: '500000-500999', message: 'x' }));
  t.equal(rows.length, 1000);
  for (const [logins, count] of [
    ['500000-501000', 1001],
    ['1-2000000000', 2_000_000_000],
    ['1-9007199254740991', Number.MAX_SAFE_INTEGER],
  ] as const) {
    const answer = await send({ logins, message: 'x' });
    refused(t, answer, 'invalid_input', new RegExp(`${count} logins, at most 1000`));
  }
});

t.test(`A message has 1 to 1,024 characters after trimming [POST ${ADMIN} #4]`, async (t) => {
  const login = await account();
  const logins = String(login);
  const longest = '𝄞'.repeat(1024);
  rowsOf(await send({ logins, message: `\n ${longest}   ` }));
  t.match(await listed(await trader(login)), [{ message: longest }]);
  refused(t, await send({ logins, message: `${longest}x` }), 'invalid_input', /1025 characters/);
  for (const message of ['', '  \n ', 'a\u0000b', '\ud800']) {
    refused(t, await send({ logins, message }), 'invalid_input', /^message: /);
  }
  t.equal((await listed(await trader(login))).length, 1);
});

test`A login that is unknown, hidden or out of scope is told, and the others get the message
  [POST ${ADMIN} #8, #9]`(async (t) => {
  const [near, far] = [await account(), await account('real\\alpine')];
  const hidden = await account();
  await http.harness.patch('account', String(hidden), { hidden: true });
  const staff = await http.staff({
    rights: ['notifications'],
    group_scope: ['demo\\*'],
    mailbox_name: 'Your desk',
  });
  const rows = rowsOf(
    await send({ logins: `${far},777777,${near},${hidden},1`, message: 'x' }, staff),
  );
  t.match(rows, [
    { login: far, sent: false, code: 'forbidden', id: 0 },
    { login: 777_777, sent: false, code: 'not_found', id: 0, message: /./ },
    { login: near, sent: true, code: 'ok' },
    { login: hidden, sent: false, code: 'not_found' },
    { login: 1, sent: false, code: 'forbidden' },
  ]);
  t.match(await listed(await trader(near)), [{ sender: 'Your desk' }]);
  t.same(await listed(await trader(far)), []);
});

t.test(`A request has one line in the journal [POST ${ADMIN} #10]`, async (t) => {
  const login = await account();
  const [row] = rowsOf(await send({ logins: `${login},777777`, message: 'Line 1\nline 2' }));
  const text = `notification ${row?.id} to 1 of 2 logins: Line 1 line 2`;
  t.same(http.lines(), [{ kind: 'account', login: 1, text }]);
  rowsOf(await send({ logins: '777777', message: 'x'.repeat(500) }));
  t.equal(http.lines().length, 1);
  t.match(http.lines()[0]?.text, /^notification 0 to 0 of 1 logins: x{120}…$/);
});

test`The newest 200 are kept; a limit below 1 is 50, one above 200 is 200
  [GET /trader/v1/notifications #1, #2, #3]`(async (t) => {
  const login = await account();
  const ids: number[] = [];
  for (let n = 0; n < NOTIFICATIONS_KEPT + 3; n += 1) {
    const [row] = rowsOf(await send({ logins: String(login), message: `${n}` }));
    ids.unshift(row?.id ?? 0);
  }
  const reader = await trader(login);
  const idsOf = async (query = '') => (await listed(reader, query)).map(({ id }) => id);
  for (const query of ['', '?limit=0', '?limit=-7']) t.same(await idsOf(query), ids.slice(0, 50));
  for (const query of ['?limit=200', '?limit=201', '?limit=999999']) {
    t.same(await idsOf(query), ids.slice(0, 200));
  }
  t.same(await idsOf('?limit=3'), ids.slice(0, 3));
  for (const query of ['?limit=x', '?limit=1.5', '?page=2']) {
    refused(t, await reader.get(`/notifications${query}`), 'invalid_input');
  }
});

t.test('Investors read the list; what the database does not show yet is waited for', async (t) => {
  const login = await http.openAccount({ investor_password: 'Watch-1only' });
  rowsOf(await send({ logins: String(login), message: 'both' }));
  const investor = await trader(login, 'Watch-1only');
  t.match(await listed(investor), [{ message: 'both' }]);
  http.lists.isHeld = true;
  rowsOf(await send({ logins: String(login), message: 'just now' }));
  t.match(await investor.get('/notifications'), { code: 'timeout' });
  http.lists.isHeld = false;
  t.match(await listed(investor), [{ message: 'just now' }, { message: 'both' }]);
});
