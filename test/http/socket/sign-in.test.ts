// Signing in to a live socket: who may upgrade, how browsers prove themselves, what is refused.

import t from 'tap';
import { RawSocket } from '../../hostile/raw-socket.js';
import { now } from '../../support/clock.js';
import { sessionOf, staffSession } from '../../support/memory-actors.js';
import {
  Peer,
  type PeerOptions,
  type Refused,
  SocketHarness,
  TOKEN,
} from '../../support/socket-harness.js';

const TRADER = '/trader/v1/socket';
const STAFF = '/admin/v1/socket';

t.test('A terminal signs in with its bearer token and is greeted', async (t) => {
  const harness = await SocketHarness.open(t);
  harness.actors.newestSeq = 9124;
  harness.actors.accountSeq = 88;
  const peer = await harness.trader();
  harness.actors.now = () => Date.UTC(2026, 10, 20, 12);
  t.equal(peer.ws.protocol, 'brokerd.v1.json');
  const hello = await peer.request('hello', { account: 1001 });
  t.match(hello, { success: true, code: 'ok', message: '' });
  t.match(hello.data, {
    session: { login: 1001, group: 'demo\\standard', terminal: 'desktop', read_only: false },
    server_time: '2026-11-20T12:00:00.000Z',
    run_id: /^[0-9a-f-]{36}$/,
    seq: '9124',
    account_seq: 88,
    limits: { frame_bytes: 65_536, symbols: 256, sockets_per_account: 20, requests_per_sec: 0 },
  });
  const other = await peer.request('hello', { account: 1002 });
  t.match(other, { success: false, code: 'auth.account_changed' });
  t.match((await peer.request('ping')).data, { server_time: '2026-11-20T12:00:00.000Z' });
});

t.test('Upgrades that may not be are refused in the envelope, with their status', async (t) => {
  const harness = await SocketHarness.open(t, { allowedOrigins: ['https://terminal.example'] });
  const { actors } = harness;
  actors.setSession(sessionOf(TOKEN));
  actors.setSession(sessionOf('session-changing', { must_change_password: true }));
  actors.setSession(sessionOf('session-enrolling', { must_enrol_otp: true }));
  actors.setSession(sessionOf('session-is-over', { access_expires_at: now() - 1 }));
  actors.setSession(sessionOf('session-in-browser', { browser: true, terminal: 'web' }));
  actors.setSession(staffSession('session-of-staff'));
  const cookie = 'trader_access=session-in-browser';
  const cases: readonly (readonly [string, PeerOptions & { path?: string }, number, string])[] = [
    ['no token', {}, 401, 'auth.session_expired'],
    ['an unknown token', { token: 'nobody-has-this-one' }, 401, 'auth.session_expired'],
    ['a token that is over', { token: 'session-is-over' }, 401, 'auth.session_expired'],
    ['a password to change', { token: 'session-changing' }, 403, 'auth.password_change_required'],
    ['codes to set up', { token: 'session-enrolling' }, 403, 'auth.otp_enrol_required'],
    ["staff's token", { token: 'session-of-staff' }, 403, 'auth.invalid_terminal'],
    [
      "a browser's token sent by hand",
      { token: 'session-in-browser' },
      403,
      'auth.invalid_terminal',
    ],
    ["a trader at the staff's door", { token: TOKEN, path: STAFF }, 403, 'auth.invalid_terminal'],
    ['cookies without an origin', { headers: { cookie } }, 403, 'auth.csrf_invalid'],
    [
      'cookies from a foreign page',
      { headers: { cookie, origin: 'https://evil.example' } },
      403,
      'auth.csrf_invalid',
    ],
    [
      'cookies from a page without origin',
      { headers: { cookie, origin: 'null' } },
      403,
      'auth.csrf_invalid',
    ],
    [
      'a token in the address',
      { path: `${TRADER}?access_token=session-of-terminal` },
      401,
      'auth.session_expired',
    ],
    ['no subprotocol that is known', { token: TOKEN, protocols: ['chat'] }, 400, 'invalid_input'],
  ];
  for (const [why, { path = TRADER, ...options }, status, code] of cases) {
    const refused = (await harness.upgrade(path, options)) as Refused;
    t.match(refused, { status, body: { success: false, code } }, why);
    t.equal(refused.headers['x-request-id'], refused.body.request_id, why);
  }
  const allowed = { cookie, origin: 'https://terminal.example' };
  t.ok((await harness.upgrade(TRADER, { headers: allowed })) instanceof Peer, 'an allowed origin');
  const bare = await harness.upgrade(TRADER, { token: TOKEN, protocols: [] });
  t.equal((bare as Peer).ws.protocol, '', 'no subprotocol is JSON');
  t.match(await (bare as Peer).request('ping'), { success: true });
});

t.test('An account has so many sockets and no more', async (t) => {
  const harness = await SocketHarness.open(t, { socketsPerAccount: 2 });
  harness.actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  const first = await harness.trader();
  await harness.trader();
  const third = (await harness.upgrade(TRADER, { token: TOKEN })) as Refused;
  t.match(third, { status: 429, body: { code: 'auth.too_many_attempts' } });
  t.match(third.headers, { 'retry-after': '1', 'ratelimit-reset': '1' });
  t.notOk(third.headers['ratelimit-limit'], 'it is not the rate');
  t.ok((await harness.trader('session-of-another')) instanceof Peer, 'another account may');
  first.ws.close();
  await first.closed;
  t.ok((await harness.trader()) instanceof Peer, 'a place is free again');
});

t.test('A browser must say hello with its csrf token first', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-in-browser', { browser: true, terminal: 'web' }));
  const headers = { cookie: 'trader_access=session-in-browser', origin: harness.origin };
  const open = async () => (await harness.upgrade(TRADER, { headers })) as Peer;

  await t.test('and is then signed in', async (t) => {
    const peer = await open();
    actors.happens();
    t.equal(actors.callers.size, 0, 'no account is reached before');
    t.match(await peer.request('hello', { csrf: 'csrf-of-session-in-browser' }), { success: true });
    t.equal(actors.callers.size, 1);
    t.notOk(
      peer.frames.some((frame) => frame.event !== undefined),
      'nor told of',
    );
    peer.ws.close();
  });

  await t.test('a wrong token closes with 4002', async (t) => {
    const peer = await open();
    t.match(await peer.request('hello', { csrf: 'guessed' }), {
      code: 'auth.csrf_invalid',
      message: 'csrf: does not match the session',
    });
    t.match(await peer.closed, { code: 4002 });
  });

  await t.test('a faulty hello is answered with its fault, and closes with 4002', async (t) => {
    const faulty = [
      [{ id: 1, op: 'hello', data: { csrf_token: 'x' } }, 'csrf_token: unknown field'],
      [{ id: 1, op: 'hello', data: { csrf: 5 } }, 'csrf: must be a string'],
      [{ id: 1, op: 'hello', csrf: 'x' }, 'csrf: unknown field'],
      ['nonsense', 'frame: malformed json'],
    ] as const;
    for (const [frame, message] of faulty) {
      const peer = await open();
      peer.raw(frame);
      t.match(await peer.closed, { code: 4002 });
      t.match(peer.frames, [{ code: 'invalid_input', message }]);
    }
  });

  await t.test('another operation closes with 4002, unanswered', async (t) => {
    for (const frame of [
      { id: 1, op: 'trade', data: {} },
      { id: 1, op: 'ping' },
    ]) {
      const peer = await open();
      peer.raw(frame);
      t.match(await peer.closed, { code: 4002 });
      t.same(peer.frames, []);
    }
    t.same(actors.sent, []);
  });

  await t.test('silence closes with 4002 after five seconds', async (t) => {
    const peer = await open();
    harness.clock.advance(4_500);
    t.equal(peer.ws.readyState, peer.ws.OPEN);
    harness.clock.advance(1_000);
    t.match(await peer.closed, { code: 4002 });
  });
});

t.test('A kick closes the sockets of its session at once', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  for (const id of ['session-to-be-kicked', 'session-that-stays']) actors.setSession(sessionOf(id));
  actors.setSession(staffSession('session-of-staff'));
  const kicked = [
    await harness.trader('session-to-be-kicked'),
    await harness.trader('session-to-be-kicked'),
  ];
  const staying = await harness.trader('session-that-stays');
  const staff = await harness.staff('session-of-staff');

  await t.test('of a trader [GET /trader/v1/socket #2]', async (t) => {
    actors.endSession('session-to-be-kicked', 'kick');
    for (const peer of kicked) {
      t.match(await peer.event('session_ended'), { data: { reason: 'kick' } });
      t.match(await peer.closed, { code: 4003 });
    }
    t.match(await staying.request('ping'), { success: true }, 'others stay');
    t.equal(actors.callers.size, 1, 'the account knows');
  });

  await t.test('of staff [GET /admin/v1/socket #4]', async (t) => {
    actors.endSession('session-of-staff', 'kick');
    t.match(await staff.closed, { code: 4003 });
  });

  await t.test('a session that just ended closes with another code', async (t) => {
    actors.endSession('session-that-stays', 'logout');
    t.match(await staying.event('session_ended'), { data: { reason: 'logout' } });
    t.match(await staying.closed, { code: 4001 });
  });
});

t.test('Every two seconds it is asked whether the session still holds', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);

  await t.test('for traders, access classes included [GET /trader/v1/socket #3]', async (t) => {
    const peer = await harness.trader();
    harness.actors.now = () => Date.UTC(2026, 10, 20, 12);
    harness.clock.advance(10_000);
    t.match(await peer.request('ping'), { success: true });
    actors.access.allow_clients = false;
    harness.clock.advance(2_250);
    t.match(await peer.closed, { code: 4001 });
    t.match(peer.frames.at(-1), { event: 'session_ended' });
  });

  await t.test('for staff, access classes included [GET /admin/v1/socket #5]', async (t) => {
    const peer = await harness.staff('session-of-staff');
    harness.clock.advance(10_000);
    t.match(await peer.request('ping'), { success: true });
    actors.access.allow_managers = false;
    harness.clock.advance(2_250);
    t.match(await peer.closed, { code: 4001 });
  });

  await t.test('and a session whose time is over loses its sockets', async (t) => {
    const expires_at = Date.UTC(2026, 10, 20, 12, 1);
    harness.actors.now = () => expires_at - 1;
    actors.access.allow_clients = true;
    actors.setSession(sessionOf(TOKEN, { expires_at }));
    const peer = await harness.trader();
    harness.clock.advance(2_250);
    t.match(await peer.request('ping'), { success: true });
    harness.actors.now = () => expires_at;
    harness.clock.advance(2_250);
    t.match(await peer.closed, { code: 4001, reason: 'ended' }, 'and is not found by a sweep');
  });
});

t.test('A session that changes is asked at once whether it may still have sockets', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const staff = { address: '127.0.0.1', id: 'session-of-staff' };

  await t.test('from the addresses of a staff profile only', async (t) => {
    actors.setSession(staffSession(staff.id));
    const peer = await harness.staff(staff.id);
    actors.setSession(staffSession(staff.id, { ip_allow: [staff.address] }));
    t.match(await peer.request('ping'), { success: true }, 'an address that is among them stays');
    actors.setSession(staffSession(staff.id, { ip_allow: ['203.0.113.0/24'] }));
    t.match(await peer.closed, { code: 4001, reason: 'ended' });
    t.match(peer.frames.at(-1), { event: 'session_ended' });
  });

  await t.test('and not once it is restricted', async (t) => {
    const peer = await harness.trader();
    actors.setSession(sessionOf(TOKEN, { must_change_password: true }));
    t.match(await peer.closed, { code: 4001 });
  });
});

t.test('Another version of the protocol is not spoken', async (t) => {
  const harness = await SocketHarness.open(t);
  harness.actors.setSession(sessionOf(TOKEN));
  const port = Number(new URL(harness.origin).port);
  const authorization = 'Bearer session-of-terminal';
  for (const version of ['8', '14', '']) {
    const headers = { authorization, 'sec-websocket-version': version };
    await t.rejects(RawSocket.open({ port, path: TRADER, headers }), /HTTP\/1\.1 400/);
  }
});

t.test('Where antiflood is on, upgrades are counted by address', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf(TOKEN));
  actors.setSession(staffSession('session-of-staff'));
  actors.access.antiflood_enabled = true;

  await t.test('those of traders [GET /trader/v1/socket #4]', async (t) => {
    actors.upgradesLeft = 2;
    await harness.trader();
    t.match(await harness.upgrade(TRADER, { token: 'nobody-has-this-one' }), { status: 401 });
    const refused = (await harness.upgrade(TRADER, { token: TOKEN })) as Refused;
    t.match(refused, { status: 429, body: { code: 'auth.too_many_attempts' } });
    t.equal(refused.headers['retry-after'], '300');
  });

  await t.test('and those of staff [GET /admin/v1/socket #6]', async (t) => {
    actors.upgradesLeft = 1;
    await harness.staff('session-of-staff');
    t.match(await harness.upgrade(STAFF, { token: 'session-of-staff' }), { status: 429 });
  });
});
