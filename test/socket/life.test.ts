// A connection's life: heartbeats, pings, silence, and the restart of the server.

import t from 'tap';
import { SOCKET_LIMITS } from '../../http/socket-clock.js';
import { sessionOf } from '../support/memory-actors.js';
import { SocketHarness, until } from '../support/socket-harness.js';

const TOKEN = 'session-of-terminal';

const NOON = Date.UTC(2026, 10, 20, 12);

t.test('The server is heard at least every five seconds', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors, clock } = stage;
  actors.setSession(sessionOf(TOKEN));
  const peer = await stage.trader(TOKEN);
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
  const stage = await SocketHarness.open(t);
  const { actors, clock } = stage;
  const logins = Array.from({ length: 33 }, (_, n) => 1001 + n);
  for (const login of logins) actors.setSession(sessionOf(`session-of-trader-${login}`, { login }));
  const peers = await Promise.all(
    logins.map((login) => stage.trader(`session-of-trader-${login}`)),
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
  await until(() => actors.callers.size === 13, 'that they are gone');
  await pass(5_250);
  for (const peer of peers.slice(20)) {
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'heartbeat').length, 2);
  }
});

t.test('A client that is silent for thirty seconds is closed with 4008', async (t) => {
  const stage = await SocketHarness.open(t);
  stage.actors.setSession(sessionOf(TOKEN));

  await t.test('after it was asked by a ping', async (t) => {
    const peer = await stage.trader(TOKEN, { autoPong: false });
    let pings = 0;
    peer.ws.on('ping', () => {
      pings += 1;
    });
    stage.clock.advance(20_250);
    await until(() => pings > 0, 'a ping');
    stage.clock.advance(9_500);
    t.equal(peer.ws.readyState, peer.ws.OPEN);
    stage.clock.advance(500);
    t.match(await peer.closed, { code: 4008 });
    t.equal(pings, 1, 'asked once');
    await until(() => stage.actors.callers.size === 0, 'its account is told');
  });

  await t.test('but a pong, or a frame, is enough', async (t) => {
    const ponging = await stage.trader(TOKEN);
    const asking = await stage.trader(TOKEN, { autoPong: false });
    for (let round = 0; round < 5; round += 1) {
      const pinged = new Promise((resolve) => ponging.ws.once('ping', resolve));
      stage.clock.advance(20_250);
      await pinged;
      t.match(await asking.request('ping'), { success: true });
      t.match(await ponging.request('ping'), { success: true });
    }
    const pinged = new Promise((resolve) => ponging.ws.once('ping', resolve));
    stage.clock.advance(20_250);
    await pinged;
    await asking.request('ping');
    t.equal(ponging.ws.readyState, ponging.ws.OPEN);
  });
});

t.test('A connection whose account owes an answer for too long is closed', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors, clock } = stage;
  actors.setSession(sessionOf(TOKEN));
  const peer = await stage.trader(TOKEN);
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
  const stage = await SocketHarness.open(t);
  stage.actors.setSession(sessionOf(TOKEN));
  const peer = await stage.trader(TOKEN);
  const closed = stage.close();
  const restart = await peer.event('restart');
  t.match(restart.data, { grace_ms: 500 });
  stage.clock.advance(499);
  t.match(await peer.request('ping'), { success: true }, 'it still answers');
  stage.clock.advance(1);
  t.match(await peer.closed, { code: 1012 });
  stage.clock.advance(SOCKET_LIMITS.restartLingerMs);
  await closed;
});

t.test(
  'Before a restart accounts answer what they were asked, and are asked no more',
  async (t) => {
    const stage = await SocketHarness.open(t);
    const { actors, clock } = stage;
    actors.setSession(sessionOf(TOKEN));
    const peer = await stage.trader(TOKEN);
    peer.send('trade');
    await peer.pong();
    const closed = stage.close();
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
  },
);
