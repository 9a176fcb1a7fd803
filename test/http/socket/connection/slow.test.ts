// Clients that read slowly or not at all: newest values, closed at a mebibyte, memory bounded.

import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { AddressShare } from '../../../../http/server/address-gauge.js';
import { Socket } from '../../../../http/server/upgrade.js';
import { AccountShares } from '../../../../http/session/account-share.js';
import { Prices } from '../../../../http/socket/channels/prices.js';
import { QuoteChannel } from '../../../../http/socket/channels/quotes.js';
import { SOCKET_LIMITS } from '../../../../http/socket/connection/clock.js';
import { Connection } from '../../../../http/socket/connection/connection.js';
import { Pacer } from '../../../../http/socket/connection/live-values.js';
import { SocketWatch, type Watched } from '../../../../http/socket/watch.js';
import { HandClock } from '../../../support/hand-clock.js';
import { MemoryActors, sessionOf } from '../../../support/memory-actors.js';
import { countOf } from '../../../support/run.js';
import {
  type Frame,
  type Peer,
  SocketHarness,
  stall,
  TOKEN,
  turn,
  turnUntil,
  wake,
} from '../../../support/socket-harness.js';
import { test } from '../../routes/tags.js';

type Row = readonly [symbol: string, bid: string, ask: string, time: number];

/** Numbers of the account's events that came to it. */
const eventsOf = ({ frames }: Peer): number[] =>
  frames.flatMap(({ account_seq }) => account_seq ?? []);

/** Lets time pass until a request is answered. */
const answerOf = async ({ frames }: Peer, clock: HandClock, id: number): Promise<void> => {
  while (!frames.some((frame) => frame.id === id)) {
    clock.advance(1);
    await turn();
  }
};

const quotesOf = (frames: readonly Frame[]): Row[] =>
  frames.filter(({ event }) => event === 'quotes').flatMap(({ data }) => data as Row[]);

t.test('A client that does not read gets the newest values when it does', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const slow = await harness.trader();
  const quick = await harness.trader();
  const ids = Array.from({ length: 200 }, (_, n) => n + 4);
  const symbols = ids.map((id) => `STOCK${id}`);
  for (const peer of [slow, quick]) await peer.request('subscribe', { channel: 'quotes', symbols });
  stall(slow);
  const rounds = 1500;
  for (let n = 1; n <= rounds; n += 1) {
    for (const id of ids) {
      if (id !== 4 || n === rounds / 2) actors.quoted(id, 10_000 + n, 10_002 + n, n);
    }
    if (n % 500 === 0) actors.happens({}, 60_000);
    clock.advance(5);
    if (n % 100 === 0) slow.ws.ping();
    await turn();
  }
  const isLast = (frame: Frame): boolean => quotesOf([frame]).some((row) => row[3] === rounds);
  await quick.next(isLast);
  t.equal(slow.ws.readyState, slow.ws.OPEN, 'it is not closed for that');
  wake(slow);
  await slow.next(isLast);
  await slow.request('ping');
  const rows = quotesOf(slow.frames);
  t.ok(rows.length < (rounds * ids.length) / 1.2, `${rows.length} changes were enough`);
  const newest = new Map(rows.map(([symbol, , , time]) => [symbol, time]));
  t.same(newest.size, ids.length);
  for (const [symbol, time] of newest) t.equal(time, symbol === 'STOCK4' ? rounds / 2 : rounds);
  t.same(eventsOf(slow), [1, 2, 3], 'no event is missing');
});

t.test('A client that reads again gets the newest, then each change once', async (t) => {
  const clock = new HandClock();
  const quotes = new QuoteChannel(new Prices(new MemoryActors()), new Pacer(clock), () => {});
  const session = sessionOf(TOKEN);
  const admission = { audience: 'trader', encoding: 'json', session, needsHello: false } as const;
  const connection = new Connection(admission, new AccountShares(0).of(1001), () => undefined);
  const frames: Frame[] = [];
  let unsent = 0;
  const socket = new Socket<Connection>(connection, '', new AddressShare('', 1));
  socket.attach({
    send: (message) => frames.push(JSON.parse(String(message))),
    cork: (run) => run(),
    end: () => undefined,
    ping: () => 1,
    getBufferedAmount: () => unsent,
  });
  connection.attach(socket);
  quotes.channel.subscribe(connection, { symbols: ['EURUSD', 'USDJPY'] }, () => undefined);
  const quoted = (symbol_id: number, time: number): void =>
    quotes.update([{ symbol_id, bid: 110_000_000, ask: 110_020_000, time }]);
  quoted(1, 1);
  clock.advance(10);
  unsent = 100_000;
  connection.flush();
  quoted(1, 2);
  quoted(1, 3);
  quoted(2, 3);
  quoted(2, 4);
  clock.advance(10);
  quoted(1, 5);
  quoted(1, 6);
  unsent = 0;
  connection.drained();
  clock.advance(10);
  connection.flush();
  t.same(
    quotesOf(frames).map(([symbol, , , time]) => [symbol, time]),
    [
      ['EURUSD', 1],
      ['USDJPY', 4],
      ['EURUSD', 5],
      ['EURUSD', 6],
    ],
  );
});

t.test('A client that leaves a mebibyte of events unread is closed, and resumes', async (t) => {
  const { harness, actors, clock, peer } = await SocketHarness.withTrader(t);
  await peer.request('ping');
  stall(peer);
  for (let n = 1; n <= 2000 && actors.callers.size > 0; n += 1) {
    actors.happens({}, 20_000);
    await turn();
  }
  t.equal(actors.callers.size, 0, 'the server let go');
  wake(peer);
  t.match(await peer.closed, { code: 4009 });
  for (let n = 0; n < 5; n += 1) actors.happens();
  const again = await harness.trader();
  const after = eventsOf(peer).at(-1) ?? 0;
  const id = again.send('resume', { after });
  await answerOf(again, clock, id);
  const got = eventsOf(again);
  t.same(
    [got[0], got.at(-1), got.length],
    [after + 1, actors.accountSeq, actors.accountSeq - after],
  );
});

test`A client that stalls a resume and sends requests is closed before it costs much
  memory`(async (t) => {
  const symbols = Array.from({ length: 256 }, (_, n) => `${n}`.padStart(32, 'S'));
  const large = JSON.stringify('x'.repeat(1e6));
  for (const [op, data, bytes] of [
    ['subscribe', { channel: 'quotes', symbols }, 9e3],
    ['account', {}, 1e6],
  ] as const) {
    const { actors, clock, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
      for (let n = 0; n < 6000; n += 1) actors.stored.push(actors.event({}, 2000));
      actors.onFrame = (sent) => actors.answer(sent, large);
    });
    stall(peer);
    peer.send('resume', { after: 0 });
    for (let sent = 0; sent < 18 << 20; sent += bytes) {
      peer.send(op, data);
      clock.advance(1);
      await turn();
    }
    while (actors.callers.size > 0) await turn();
    wake(peer);
    t.match(await peer.closed, { code: 1008, reason: 'too many requests are waiting' }, op);
  }
});

t.test('Events behind a stalled resume wait in their order', async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
    for (let n = 0; n < 6000; n += 1) actors.stored.push(actors.event({}, 2000));
  });
  const junk = Array.from({ length: 20_000 }, () => ({}));
  stall(peer);
  peer.send('resume', { after: 0 });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 50; n += 1) {
    peer.send('unsubscribe', { channel: 'quotes', junk });
    clock.advance(1);
    await turn();
  }
  const last = peer.send('account', {});
  while (!actors.sent.some(({ id }) => id === last)) await turn();
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  t.ok(grown < 20e6, `${grown} bytes for 3 MB of requests`);
  peer.ws.terminate();
});

t.test('A reader that stalls in the middle of its resume is served to the end', async (t) => {
  const count = 6000;
  const { actors, clock, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
    for (let n = 0; n < count; n += 1) actors.stored.push(actors.event({}, 2000));
  });
  stall(peer);
  const id = peer.send('resume', { after: 0 });
  for (let n = 0; n < 200; n += 1) {
    clock.advance(1);
    await turn();
  }
  for (let n = 0; n < 50; n += 1) actors.happens({}, 20_000);
  t.equal(actors.callers.size, 1, 'live events do not pile up behind it');
  wake(peer);
  await answerOf(peer, clock, id);
  const whole = Array.from({ length: count + 50 }, (_, n) => n + 1);
  t.same(eventsOf(peer), whole);
  peer.ws.close();
  await once(peer.ws, 'close');
});

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

test`Of two clients with endless events the one that reads gets all, the other is
  closed`(async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const slow = await harness.trader();
  const quick = await harness.trader();
  for (const peer of [slow, quick]) await peer.request('ping');
  stall(slow);
  const count = countOf({ test: 20_000, deep: 60_000, soak: 60_000 });
  const peak = await notePeak(async () => {
    for (let n = 1; n <= count; n += 1) {
      actors.happens({}, KIB);
      if (n % 50 === 0) await turn();
    }
    await turnUntil('last event', () => eventsOf(quick).length === count);
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
  const { harness, actors } = await SocketHarness.open(t);
  const large = JSON.stringify('x'.repeat(7e6));
  actors.onFrame = (sent) => setImmediate(() => actors.answer(sent, large));
  const peer = await harness.trader();
  await peer.request('ping');
  stall(peer);
  const id = peer.send('account');
  await turnUntil('request', () => actors.sent.length === 1);
  await turn();
  for (let n = 0; n < 100; n += 1) {
    actors.happens({}, KIB);
    await turn();
  }
  t.equal(actors.callers.size, 1, 'it is not closed for that');
  const metrics = async (): Promise<string> => (await fetch(`${harness.origin}/metrics`)).text();
  harness.clock.advance(2 * SOCKET_LIMITS.sweepMs);
  const kept = /^brokerd_sockets_bytes (\d+)$/m.exec(await metrics())?.[1];
  t.ok(Number(kept) > SOCKET_LIMITS.unsentBytes, `the operator sees ${kept} bytes`);
  wake(peer);
  t.equal(String((await peer.next((frame) => frame.id === id)).data).length, 7e6);
  await turnUntil('events behind it', () => eventsOf(peer).length === 100);
  stall(peer);
  for (let n = 0; n < 20 && actors.callers.size > 0; n += 1) {
    peer.send('account');
    await turnUntil('request', () => actors.callers.size === 0 || actors.sent.length === n + 2);
    await turn();
  }
  t.equal(actors.callers.size, 0, 'who asks for one after the other is closed');
});

t.test('When all sockets together hold too much, those are closed that hold most', async (t) => {
  const clock = new HandClock();
  const gate = { current: (session: unknown) => session };
  const watch = new SocketWatch(clock, { gate, visited: () => undefined } as unknown as Watched);
  const closed: number[] = [];
  const MIB = KIB * KIB;
  const add = (bytes: number): void => {
    const connection = {
      ...{ bytes, isSignedIn: false, session: {} },
      looked: () => undefined,
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
