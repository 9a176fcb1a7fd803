// A socket's life: what it is told of settings and hidden accounts, its beats and its end.

import t, { type Test } from 'tap';
import { SOCKET_LIMITS } from '../../../http/socket/connection/clock.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import { group, row } from '../../support/engine-harness.js';
import { type MemoryActors, sessionOf, staffSession } from '../../support/memory-actors.js';
import {
  ended,
  type Frame,
  type Peer,
  SocketHarness,
  TOKEN,
  turnUntil,
} from '../../support/socket-harness.js';
import { vitalsIn } from '../../support/vitals.js';
import { test } from '../routes/tags.js';

const NOON = Date.UTC(2026, 10, 20, 12);

t.test('The server is heard at least every five seconds', async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t);
  actors.accountSeq = 4;
  actors.newestSeq = 70;
  actors.now = () => NOON;
  await peer.request('hello');
  clock.advance(4_750);
  await peer.request('ping');
  clock.advance(4_750);
  t.equal(peer.frames.length, 2, 'an answer is a sign of life as well');
  clock.advance(500);
  const beat = await peer.event('heartbeat');
  t.match(beat.data, { server_time: '2026-11-20T12:00:00.000Z', seq: '70', account_seq: 4 });
  t.same(Object.keys(beat).sort(), ['data', 'event'], 'it carries no number of its own');
  clock.advance(5_250);
  await peer.event('heartbeat');
  actors.happens();
  clock.advance(600);
  await peer.event('deal');
  clock.advance(5_250);
  t.match((await peer.event('heartbeat')).data, { seq: '71', account_seq: 5 });
});

t.test('However many there are, each is heard in time', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const logins = Array.from({ length: 33 }, (_, n) => 1001 + n);
  for (const login of logins) actors.setSession(sessionOf(`session-of-trader-${login}`, { login }));
  const peers = await Promise.all(
    logins.map((login) => harness.trader(`session-of-trader-${login}`)),
  );
  /** In small steps: what is sent leaves between them. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 25) {
      clock.advance(25);
      await Promise.resolve();
    }
  };
  await pass(5_250);
  await Promise.all(peers.map((peer) => peer.event('heartbeat')));
  for (const peer of peers.slice(0, 20)) peer.ws.terminate();
  await turnUntil('that they are gone', () => actors.callers.size === 13);
  await pass(5_250);
  for (const peer of peers.slice(20)) {
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'heartbeat').length, 2);
  }
});

t.test('A client that is silent for thirty seconds is closed with 4008', async (t) => {
  const harness = await SocketHarness.open(t);

  await t.test('after it was asked by a ping', async (t) => {
    const peer = await harness.trader(TOKEN, { autoPong: false });
    let pings = 0;
    peer.ws.on('ping', () => {
      pings += 1;
    });
    harness.clock.advance(20_250);
    await turnUntil('a ping', () => pings > 0);
    harness.clock.advance(9_500);
    t.equal(peer.ws.readyState, peer.ws.OPEN);
    harness.clock.advance(500);
    t.match(await peer.closed, { code: 4008 });
    t.equal(pings, 1, 'asked once');
    await turnUntil('its account is told', () => harness.actors.callers.size === 0);
  });

  await t.test('but not while the server itself stood still', async (t) => {
    const peer = await harness.trader();
    const pinged = new Promise((resolve) => peer.ws.once('ping', resolve));
    harness.clock.advance(20_250);
    await pinged;
    harness.clock.stall(60_000);
    t.match(await peer.request('ping'), { success: true });
  });

  await t.test('but a pong, or a frame, is enough', async (t) => {
    const ponging = await harness.trader();
    const asking = await harness.trader(TOKEN, { autoPong: false });
    for (let round = 0; round < 5; round += 1) {
      const pinged = new Promise((resolve) => ponging.ws.once('ping', resolve));
      harness.clock.advance(20_250);
      await pinged;
      t.match(await asking.request('ping'), { success: true });
      t.match(await ponging.request('ping'), { success: true });
    }
    const pinged = new Promise((resolve) => ponging.ws.once('ping', resolve));
    harness.clock.advance(20_250);
    await pinged;
    await asking.request('ping');
    t.equal(ponging.ws.readyState, ponging.ws.OPEN);
  });
});

t.test('A connection whose account owes an answer for too long is closed', async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t);
  const ask = async (): Promise<void> => {
    peer.send('trade');
    await peer.pong();
  };
  await ask();
  await ask();
  clock.advance(10_000);
  actors.answer(actors.sent[0] as never);
  clock.advance(10_000);
  await ask();
  t.equal(peer.ws.readyState, peer.ws.OPEN, 'answers come, if slowly');
  clock.advance(5_500);
  t.match(await peer.closed, { code: 1011 }, 'it connects again and asks trade_status');
});

t.test('A restart is announced, then sockets close with 1012', async (t) => {
  const { harness, clock, peer } = await SocketHarness.withTrader(t);
  const closed = harness.close();
  t.match((await peer.event('restart')).data, { grace_ms: 500 });
  clock.advance(499);
  t.match(await peer.request('ping'), { success: true }, 'it still answers');
  clock.advance(1);
  t.match(await peer.closed, { code: 1012 });
  clock.advance(SOCKET_LIMITS.restartLingerMs);
  await closed;
});

test`Before a restart accounts answer what they were asked, and are asked no more`(async (t) => {
  const { harness, actors, clock, peer } = await SocketHarness.withTrader(t);
  peer.send('trade');
  await peer.pong();
  const closed = harness.close();
  t.match(await peer.next(), { event: 'restart' });
  peer.send('trade');
  await peer.pong();
  t.equal(actors.sent.length, 1);
  clock.advance(SOCKET_LIMITS.restartMs);
  t.equal(peer.ws.readyState, peer.ws.OPEN, 'one answer is still to come');
  actors.answer(actors.sent[0] as never);
  t.match(await peer.next(), { id: 1, success: true });
  t.match(await peer.next(), { id: 2, code: 'trade.too_many_requests', message: /restarting/ });
  clock.advance(SOCKET_LIMITS.restartStepMs);
  t.match(await peer.closed, { code: 1012 });
  clock.advance(SOCKET_LIMITS.restartLingerMs);
  await closed;
});

t.test('A platform that closes says so to traders, and lets none in until it opens', async (t) => {
  const { harness, actors, clock, peer } = await SocketHarness.withTrader(t);
  const staff = await harness.staff('session-of-staff');
  const times = { closed: NOON, open: NOON + 60_000 } as const;
  const modes = (['closed', 'open'] as const).map((mode) => ({
    mode,
    at: new Date(times[mode]).toISOString(),
    text: mode === 'closed' ? 'Work until 22:00.' : '',
  }));
  actors.platform = [{ modes }];
  actors.now = () => times.closed - 1;
  clock.advance(SOCKET_LIMITS.sweepMs);
  t.match(await peer.request('ping'), { success: true }, 'it is only planned');
  actors.now = () => times.closed;
  clock.advance(SOCKET_LIMITS.sweepMs);
  t.same((await peer.event('restart')).data, { grace_ms: 500, text: 'Work until 22:00.' });
  const refused = await harness.upgrade('/trader/v1/socket', { token: TOKEN });
  t.match(refused, { status: 403, body: { code: 'trade.disabled', message: /Work until/ } });
  clock.advance(SOCKET_LIMITS.restartMs);
  t.match(await peer.closed, { code: 1012 });
  t.match(await staff.request('ping'), { success: true }, 'staff stay');
  t.notOk(staff.frames.some(({ event }) => event === 'restart'));
  actors.now = () => times.open;
  t.match(await (await harness.trader()).request('ping'), { success: true });
});

t.test('A platform that opens again within the grace closes nobody', async (t) => {
  const { harness, actors, clock, peer } = await SocketHarness.withTrader(t);
  const at = new Date(NOON).toISOString();
  actors.platform = [{ modes: [{ mode: 'closed', at, text: '' }] }];
  actors.now = () => NOON;
  clock.advance(SOCKET_LIMITS.sweepMs);
  await peer.event('restart');
  actors.platform = [{ modes: [{ mode: 'open', at, text: '' }] }];
  const late = await harness.trader();
  clock.advance(SOCKET_LIMITS.restartMs);
  for (const one of [peer, late]) t.match(await one.request('ping'), { success: true });
  actors.platform = [{ modes: [{ mode: 'closed', at, text: 'Again.' }] }];
  clock.advance(SOCKET_LIMITS.sweepMs);
  t.match(await late.event('restart'), { data: { text: 'Again.' } }, 'the next one is told');
  clock.advance(SOCKET_LIMITS.restartMs);
  t.match(await late.closed, { code: 1012 });
});

const staffWith = async (harness: SocketHarness, id: string, ...rights: Right[]) => {
  harness.actors.setSession(staffSession(id, { rights }));
  return harness.staff(id);
};

const CHANGES = [
  { kind: 'datafeed', id: '3', version: 7 },
  { kind: 'group', id: '2', version: 1 },
];

t.test('who follows is told of each setting that changed, with the version', async (t) => {
  const harness = await SocketHarness.open(t);
  const peers = [
    await staffWith(harness, 'session-of-first', 'config.datafeeds'),
    await staffWith(harness, 'session-of-second', 'config.mail'),
  ];
  for (const peer of peers) {
    const { data, code } = await peer.request('subscribe', { channel: 'config' });
    t.equal(code, 'ok');
    t.match(data, { channel: 'config', snapshot: { config_version: 1 } });
  }
  harness.actors.front.configured(12, CHANGES);
  harness.actors.front.flush();
  for (const peer of peers) {
    for (const change of CHANGES) {
      const frame = await peer.event('config_changed');
      t.same(frame, { event: 'config_changed', data: { ...change, config_version: 12 } });
    }
  }
});

t.test('who follows the monitor of a server has its figures every 2 seconds', async (t) => {
  const harness = await SocketHarness.open(t);
  const { vitals } = vitalsIn(t.testdir());
  vitals.start();
  t.teardown(() => vitals.stop());
  harness.actors.vitals = vitals;
  const rights = ['config.servers', 'server.machines'] as const;
  const peer = await staffWith(harness, 'session-of-first', ...rights);
  const subscribed = await peer.request('subscribe', { channel: 'monitor', server: 'trade' });
  const data = { server: 'trade', instance_id: vitals.runId, sample: { sockets: Number } };
  t.match(subscribed.data, { channel: 'monitor', snapshot: data });
  for (let sample = 0; sample < 2; sample += 1) {
    harness.clock.advance(1_999);
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'monitor').length, 0);
    harness.clock.advance(1);
    t.match(await peer.event('monitor'), { event: 'monitor', data });
    peer.frames.splice(0);
  }
  const isSent = async (): Promise<boolean> => {
    peer.frames.splice(0);
    harness.clock.advance(4_000);
    await peer.request('ping');
    return peer.frames.some(({ event }) => event === 'monitor');
  };
  const allow = (...given: readonly Right[]): void =>
    harness.actors.setSession(staffSession('session-of-first', { rights: [...given] }));
  allow('config.servers');
  t.notOk(await isSent(), 'without a right');
  allow(...rights);
  t.ok(await isSent(), 'with the right again');
  await peer.request('unsubscribe', { channel: 'monitor' });
  t.notOk(await isSent(), 'unsubscribed');
  for (const [at, right] of rights.entries()) {
    const one = await staffWith(harness, `session-of-other-${at}`, right);
    const refused = await one.request('subscribe', { channel: 'monitor', server: 'api' });
    t.match(refused, { code: 'forbidden' });
  }
});

t.test('it takes a right to settings, and staff', async (t) => {
  const harness = await SocketHarness.open(t);
  const others = RIGHTS.filter((right) => !right.startsWith('config.'));
  const stranger = await staffWith(harness, 'session-of-stranger', ...others);
  t.match(await stranger.request('subscribe', { channel: 'config' }), { code: 'forbidden' });
  const trader = await harness.trader('session-of-trader');
  const refused = await trader.request('subscribe', { channel: 'config' });
  t.match(refused, { code: 'invalid_input', message: /channel/ });
  harness.actors.front.configured(12, CHANGES);
  harness.actors.front.flush();
  for (const peer of [stranger, trader]) {
    await peer.request('ping');
    t.notOk(peer.frames.some(({ event }) => event === 'config_changed'));
  }
});

test`News come to traders as their groups get them: whole, headlines alone, or none`(async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.groups = (['full', 'headers', 'none'] as const).map((news_mode, at) =>
    group({ id: at + 1, path: `demo\\${news_mode}`, news_mode }),
  );
  const peers: Peer[] = [];
  for (const [at, mode] of ['full', 'headers', 'none'].entries()) {
    const id = `session-of-group-${mode}`;
    actors.setSession(sessionOf(id, { login: 1003 + at, group: `demo\\${mode}` }));
    peers.push(await harness.trader(id));
  }
  const news = { id: 7, time: '2026-01-05T12:00:00.000Z', headline: 'Rates', text: 'They rise.' };
  actors.front.news(news);
  actors.front.flush();
  const received: unknown[] = [];
  for (const peer of peers) {
    await peer.request('ping');
    received.push(peer.frames.filter(({ event }) => event === 'news').map(({ data }) => data));
  }
  t.same(received, [[news], [{ ...news, text: '' }], []]);
});

t.test('who leaves is told no more, who loses the right until it is back', async (t) => {
  const harness = await SocketHarness.open(t);
  const one = await staffWith(harness, 'session-of-first', 'config.symbols');
  const two = await staffWith(harness, 'session-of-second', 'config.symbols');
  for (const peer of [one, two]) await peer.request('subscribe', { channel: 'config' });
  await one.request('unsubscribe', { channel: 'config' });
  harness.actors.setSession(staffSession('session-of-second', { rights: [] }));
  harness.actors.front.configured(12, CHANGES);
  harness.actors.front.flush();
  for (const peer of [one, two]) {
    await peer.request('ping');
    t.notOk(peer.frames.some(({ event }) => event === 'config_changed'));
  }
  harness.actors.setSession(staffSession('session-of-second', { rights: ['config.symbols'] }));
  harness.actors.front.configured(13, CHANGES);
  harness.actors.front.flush();
  t.match(await two.event('config_changed'), { data: { config_version: 13 } });
});

t.test('A trader is told, without asking, when settings of the own account change', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.groups = [
    group({
      id: 2,
      path: 'real\\standard',
      leverage_profile_id: 5,
      symbols: [row('EURUSD,USDJPY')],
    }),
    group({ id: 3, path: 'demo\\standard' }),
  ];
  actors.setSession(sessionOf('session-of-real-one', { login: 1003, group: 'real\\standard' }));
  const real = await harness.trader('session-of-real-one');
  const demo = await harness.trader();
  const change = (kind: string, id: string) => ({ kind, id, version: 4 });
  const changes = [
    ...[change('group', '2'), change('group', '3')],
    ...[change('leverage_profile', '5'), change('leverage_profile', '6')],
    ...[change('symbol', '2'), change('symbol', '3'), change('symbol', '9999')],
    ...[change('account', '1003'), change('watchlists', '1003'), change('account', '1004')],
    ...[change('routing', '1'), change('holiday', '1'), change('platform', 'platform')],
  ];
  actors.front.configured(12, changes);
  actors.front.flush();
  const seen = new Map<Peer, number>();
  const changesSentTo = async (peer: Peer): Promise<unknown[]> => {
    await peer.request('ping');
    const sent = peer.frames.filter(({ event }) => event === 'config_changed');
    return sent.splice(seen.get(peer) ?? 0).map(({ data }) => {
      seen.set(peer, (seen.get(peer) ?? 0) + 1);
      const { kind, id, version, config_version } = data as Record<string, unknown>;
      t.same([version, config_version], [4, 12]);
      return `${kind} ${id}`;
    });
  };
  t.same(await changesSentTo(real), [
    ...['account 1003', 'watchlists 1003', 'group 2', 'leverage_profile 5', 'symbol 2'],
    ...['symbol 9999', 'holiday 1', 'platform platform'],
  ]);
  t.same(await changesSentTo(demo), [
    ...['group 3', 'symbol 2', 'symbol 3', 'symbol 9999', 'holiday 1', 'platform platform'],
  ]);
  const become = (id: number, name: string): void => {
    actors.renamed.set(id, name);
    actors.front.configured(12, [change('symbol', String(id))]);
    actors.front.flush();
  };
  become(2, 'USDJPY.old');
  t.same(await changesSentTo(real), ['symbol 2'], 'it is offered no more');
  become(2, 'USDJPY.older');
  t.same(await changesSentTo(real), [], 'and was not offered before');
  become(3, '');
  t.same(await changesSentTo(real), [], 'a deleted one that was never offered');
  become(1, '');
  t.same(await changesSentTo(real), ['symbol 1']);
  t.same(await changesSentTo(demo), ['symbol 2', 'symbol 2', 'symbol 3', 'symbol 1']);
});

const [SEEN, HIDDEN] = [1001, 1002];
const VIEWER = 'session-of-viewer';
const KEEPER = 'session-of-keeper';
const VIEWS = ['accounts.view', 'trades.view'] as const;

const viewer = (more: Parameters<typeof staffSession>[1] = {}) =>
  staffSession(VIEWER, { login: 2, rights: VIEWS, ...more });

interface Watched {
  readonly harness: SocketHarness;
  readonly actors: MemoryActors;
  /** Without the right `accounts.hidden`, and with it. */
  readonly peers: { readonly viewer: Peer; readonly keeper: Peer };
}

const watchedBy = async (t: Test): Promise<Watched> => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(viewer());
  actors.setSession(staffSession(KEEPER, { login: 3, rights: [...VIEWS, 'accounts.hidden'] }));
  actors.hide(HIDDEN, true);
  const peers = { viewer: await harness.staff(VIEWER), keeper: await harness.staff(KEEPER) };
  return { harness, actors, peers };
};

/** Rows of snapshots. */
const snapshotRows = (frames: readonly Frame[]): { login: number }[] =>
  frames
    .filter(({ event }) => event === 'snapshot')
    .flatMap(({ data }) => (data as { rows: { login: number }[] }).rows);

/** The database has money of both accounts. */
const keepMoney = ({ snapshotRows: pictured }: MemoryActors): void => {
  for (const login of [SEEN, HIDDEN]) {
    pictured.money?.push([login, 'demo\\standard', JSON.stringify({ login, balance: '0' })]);
  }
};

const seqs = (frames: readonly Frame[]): number[] =>
  frames.flatMap(({ seq }) => (seq === undefined ? [] : [Number(seq)]));

const rowsOf = (frames: readonly Frame[]): number[] =>
  frames
    .filter(({ event }) => event === 'account_money')
    .flatMap(({ data }) => (data as { rows: { login: number }[] }).rows)
    .map(({ login }) => login);

/** Money of both accounts changes, and what is due of it is sent. */
const earn = async ({ harness, actors, peers }: Watched, equity: string): Promise<void> => {
  for (const login of [SEEN, HIDDEN]) {
    actors.front.money(login, 'demo\\standard', JSON.stringify({ login, equity }));
  }
  harness.clock.advance(1000);
  for (const peer of Object.values(peers)) await peer.request('ping');
};

for (const channel of ['deals', 'orders', 'positions'] as const) {
  t.test(`${channel} of hidden accounts go to those alone who see them`, async (t) => {
    const { actors, peers } = await watchedBy(t);
    for (const peer of Object.values(peers)) await peer.request('subscribe', { channel });
    actors.happens({ login: HIDDEN, account_seq: 1, parts: [channel] });
    actors.happens({ login: SEEN, account_seq: 1, parts: [channel] });
    for (const peer of Object.values(peers)) await peer.request('ping');
    t.same(seqs(peers.viewer.frames), [2]);
    t.same(seqs(peers.keeper.frames), [1, 2]);

    await t.test('from the moment that one is hidden', async (t) => {
      actors.hide(SEEN, true);
      await peers.viewer.request('subscribe', { channel });
      actors.happens({ login: SEEN, account_seq: 2, parts: [channel] });
      for (const peer of Object.values(peers)) await peer.request('ping');
      t.same(seqs(peers.viewer.frames), [2]);
      t.same(seqs(peers.keeper.frames), [1, 2, 3]);
    });

    await t.test('until it is shown again, or the viewer may see it', async (t) => {
      actors.hide(SEEN, false);
      await peers.viewer.request('subscribe', { channel });
      actors.happens({ login: SEEN, account_seq: 3, parts: [channel] });
      actors.setSession(viewer({ rights: [...VIEWS, 'accounts.hidden'] }));
      await peers.viewer.request('subscribe', { channel });
      actors.happens({ login: HIDDEN, account_seq: 2, parts: [channel] });
      await peers.viewer.request('ping');
      t.same(seqs(peers.viewer.frames), [2, 4, 5]);
    });
  });

  t.test(`A resume brings ${channel} of accounts that are seen now`, async (t) => {
    const { harness, actors } = await watchedBy(t);
    // Only deals, which have no rows, are resumed over a move.
    if (channel !== 'deals') actors.hide(1003, true);
    for (const login of [1004, SEEN, HIDDEN, 1003]) {
      actors.happens({ login, account_seq: 1, parts: [channel] });
    }
    if (channel === 'deals') actors.hide(1003, true);
    const missed = async (id: string): Promise<number[]> => {
      const peer = await harness.staff(id);
      await peer.request('resume', { after_seq: '1', channels: [{ channel }] });
      return seqs(peer.frames);
    };
    t.same(await missed(VIEWER), [2]);
    t.same(await missed(KEEPER), [2, 3, 4]);
  });
}

t.test('Money of hidden accounts goes by a mask to those alone who see them', async (t) => {
  const all = await watchedBy(t);
  const { actors, peers } = all;
  await earn(all, '1.00');
  keepMoney(actors);
  const follow = async (peer: Peer) => {
    t.match(await peer.request('subscribe', { channel: 'accounts', group: '*' }), {
      success: true,
    });
    return snapshotRows(peer.frames).map(({ login }) => login);
  };
  t.same(await follow(peers.viewer), [SEEN]);
  t.same(await follow(peers.keeper), [SEEN, HIDDEN]);
  await earn(all, '2.00');
  t.same(rowsOf(peers.viewer.frames), [SEEN]);
  t.same(rowsOf(peers.keeper.frames), [SEEN, HIDDEN]);
  actors.hide(SEEN, true);
  await earn(all, '3.00');
  t.same(rowsOf(peers.viewer.frames), [SEEN], 'nor when one is hidden meanwhile');
  t.same(rowsOf(peers.keeper.frames), [SEEN, HIDDEN, SEEN, HIDDEN]);
});

t.test('A snapshot shows no account that has left the scope', async (t) => {
  const all = await watchedBy(t);
  const { actors, peers } = all;
  actors.setSession(viewer({ group_scope: ['demo\\*'] }));
  await peers.keeper.request('subscribe', { channel: 'accounts', group: '*' });
  await earn(all, '1.00');
  keepMoney(actors);
  const snapshot = async (filter: object) =>
    peers.viewer.request('subscribe', { channel: 'accounts', ...filter });
  t.match((await snapshot({ group: '*' })).data, { snapshot: [] });
  t.match(snapshotRows(peers.viewer.frames), [{ login: SEEN, equity: '1.00' }]);
  peers.viewer.frames.length = 0;
  actors.move(SEEN, 'demo\\standard', 'real\\standard');
  await snapshot({ group: '*' });
  t.same(snapshotRows(peers.viewer.frames), []);
  const call = actors.call.bind(actors);
  actors.call = async (...asked) => {
    actors.hide(SEEN, true);
    return call(...asked);
  };
  const gone = await snapshot({ logins: [SEEN] });
  t.match(gone, { code: 'not_found', message: /1001/ }, 'nor one that leaves while it is asked');
});

t.test('A subscription of logins ends when one is moved, or the reach changes', async (t) => {
  const follow = async (peer: Peer, logins: readonly number[]) =>
    peer.request('subscribe', { channel: 'accounts', logins });

  await t.test('when it is hidden', async (t) => {
    const all = await watchedBy(t);
    const { actors, peers } = all;
    t.match(await follow(peers.viewer, [SEEN, HIDDEN]), { code: 'not_found', message: /1002/ });
    await follow(peers.viewer, [SEEN]);
    actors.call = async () => ({ status: 200, text: '{"data":{"balance":"1.00","seq":"7"}}' });
    const { data } = await follow(peers.keeper, [HIDDEN]);
    t.match(JSON.stringify(data), '"snapshot":[{"balance":"1.00"}]', 'rows of money alone');
    actors.hide(SEEN, true);
    await earn(all, '1.00');
    t.same(rowsOf(peers.viewer.frames), []);
    t.same(ended(peers.viewer), [{ channel: 'accounts', logins: [SEEN] }]);
    t.same(ended(peers.keeper), []);
    t.same(rowsOf(peers.keeper.frames), [HIDDEN]);
    t.same(
      actors.followed,
      { masks: [], logins: [HIDDEN], positions: [] },
      'it is followed no longer',
    );
  });

  await t.test('when the viewer sees hidden ones no more', async (t) => {
    const all = await watchedBy(t);
    const { actors, peers } = all;
    actors.setSession(viewer({ rights: [...VIEWS, 'accounts.hidden'] }));
    await follow(peers.viewer, [SEEN, HIDDEN]);
    actors.setSession(viewer());
    t.same(actors.followed.logins, []);
    await earn(all, '1.00');
    t.same(rowsOf(peers.viewer.frames), []);
    t.same(ended(peers.viewer), [{ channel: 'accounts', logins: [SEEN, HIDDEN] }]);
    t.match(await follow(peers.viewer, [SEEN, HIDDEN]), { code: 'not_found' });
  });

  await t.test('when the rights of a staff user change whose account it is', async (t) => {
    const { actors, peers } = await watchedBy(t);
    actors.setSession(viewer({ rights: [...VIEWS, 'config.staff'] }));
    await follow(peers.viewer, [SEEN]);
    const from = { group: 'managers\\dealers', hidden: false };
    actors.front.moved([{ login: SEEN, from, to: from }], actors.newestSeq);
    await peers.viewer.request('ping');
    t.same(ended(peers.viewer), [{ channel: 'accounts', logins: [SEEN] }]);
  });
});
