// What is kept for clients that do not read: so much for one, and so much for all of them.

import t from 'tap';
import { SOCKET_LIMITS } from '../../http/socket-clock.js';
import type { Connection } from '../../http/socket-connection.js';
import { SocketWatch, type Watched } from '../../http/socket-watch.js';
import { Socket } from '../../http/upgrade.js';
import { sessionOf } from '../support/memory-actors.js';
import {
  HandClock,
  type Peer,
  SocketHarness,
  stall,
  turn,
  until,
  wake,
} from '../support/socket-harness.js';

const TOKEN = 'session-of-terminal';
const KIB = 1024;

/** Notes the most that was unsent on any socket, while it runs. */
const notePeak = async (run: () => Promise<void>): Promise<number> => {
  const { bufferedAmount } = Socket.prototype;
  let peak = 0;
  Socket.prototype.bufferedAmount = function (this: Socket<unknown>): number {
    const unsent = bufferedAmount.call(this);
    peak = Math.max(peak, unsent);
    return unsent;
  };
  try {
    await run();
    return peak;
  } finally {
    Socket.prototype.bufferedAmount = bufferedAmount;
  }
};

const eventsOf = ({ frames }: Peer): number[] =>
  frames.flatMap(({ account_seq }) => account_seq ?? []);

t.test('60,000 events of 1 kB: who does not read is closed, who reads gets all', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors } = stage;
  actors.setSession(sessionOf(TOKEN));
  const slow = await stage.trader(TOKEN);
  const quick = await stage.trader(TOKEN);
  for (const peer of [slow, quick]) await peer.request('ping');
  stall(slow);
  const count = 60_000;
  const peak = await notePeak(async () => {
    for (let n = 1; n <= count; n += 1) {
      actors.happens({}, KIB);
      if (n % 50 === 0) await turn();
    }
    await until(() => eventsOf(quick).length === count, 'last event');
  });
  const numbers = eventsOf(quick);
  t.ok(
    numbers.every((seq, n) => seq === n + 1),
    'in order, and none is missing',
  );
  t.ok(peak > SOCKET_LIMITS.unsentBytes, `${peak} bytes were kept at most`);
  t.ok(peak <= SOCKET_LIMITS.unsentBytes + 2 * KIB, 'the limit, and one message');
  wake(slow);
  t.match(await slow.closed, { code: 4009 }, 'it is told why');
});

t.test('An answer larger than the limit comes whole, however slowly it is read', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors } = stage;
  const large = JSON.stringify('x'.repeat(7e6));
  actors.onFrame = (sent) => setImmediate(() => actors.answer(sent, large));
  actors.setSession(sessionOf(TOKEN));
  const peer = await stage.trader(TOKEN);
  await peer.request('ping');
  stall(peer);
  const id = peer.send('account');
  await until(() => actors.sent.length === 1, 'request');
  await turn();
  for (let n = 0; n < 100; n += 1) {
    actors.happens({}, KIB);
    await turn();
  }
  t.equal(actors.callers.size, 1, 'it is not closed for that');
  const metrics = async (): Promise<string> => (await fetch(`${stage.origin}/metrics`)).text();
  stage.clock.advance(2 * SOCKET_LIMITS.sweepMs);
  const kept = /^brokerd_sockets_bytes (\d+)$/m.exec(await metrics())?.[1];
  t.ok(Number(kept) > SOCKET_LIMITS.unsentBytes, `the operator sees ${kept} bytes`);
  wake(peer);
  t.equal(String((await peer.next((frame) => frame.id === id)).data).length, 7e6);
  await until(() => eventsOf(peer).length === 100, 'events behind it');
  stall(peer);
  for (let n = 0; n < 20 && actors.callers.size > 0; n += 1) {
    peer.send('account');
    await until(() => actors.callers.size === 0 || actors.sent.length === n + 2, 'request');
    await turn();
  }
  t.equal(actors.callers.size, 0, 'who asks for one after the other is closed');
});

t.test('When all sockets together hold too much, those are closed that hold most', async (t) => {
  const clock = new HandClock();
  const gate = { current: (session: unknown) => session };
  const watch = new SocketWatch(clock, { gate } as unknown as Watched);
  const closed: number[] = [];
  const MIB = KIB * KIB;
  const add = (bytes: number): void => {
    const connection = {
      ...{ bytes, isSignedIn: false, session: {} },
      end: () => {
        closed.push(bytes);
        watch.remove(connection as unknown as Connection);
      },
    };
    watch.add(connection as unknown as Connection);
  };
  const each = SOCKET_LIMITS.bytesInAll / 512;
  for (let n = 0; n < 510; n += 1) add(each);
  watch.start();
  clock.advance(4 * SOCKET_LIMITS.sweepMs);
  t.same(closed, [], 'so much is kept');
  t.equal(watch.bytes, 510 * each);
  for (const extra of [3, 1, 2]) add(each + extra * MIB);
  clock.advance(4 * SOCKET_LIMITS.sweepMs);
  t.same(closed, [each + 3 * MIB, each + 2 * MIB], 'the heaviest go, until it fits');
  watch.stop();
});
