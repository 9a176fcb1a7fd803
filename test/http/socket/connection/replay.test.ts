// What happens while missed events are sent: it comes, too, and in order.

import t from 'tap';
import { SOCKET_LIMITS } from '../../../../http/socket/connection/clock.js';
import { staffSession } from '../../../support/memory-actors.js';
import {
  type Frame,
  type Peer,
  SocketHarness,
  stall,
  TOKEN,
  turn,
  wake,
} from '../../../support/socket-harness.js';

/** More than a client takes that does not read: the system keeps some megabytes for it. */
const STORED = 300;
const ID = 'session-of-staff';
const EVENT_BYTES = 40_000;

/** A front with events stored that a member of staff follows. */
const open = (test: Parameters<typeof SocketHarness.open>[0]): Promise<SocketHarness> =>
  SocketHarness.open(test, {}, (actors) => {
    for (let n = 0; n < STORED; n += 1) actors.stored.push(actors.event({}, EVENT_BYTES));
    actors.setSession(staffSession(ID, { rights: ['trades.view', 'config.mail'] }));
  });

/** Begins a resume from the first event on, of a client that stops reading. */
const resuming = async (peer: Peer, { clock }: SocketHarness, data: object): Promise<number> => {
  const id = peer.send('resume', data);
  await peer.event('deal');
  stall(peer);
  for (let n = 0; n < 200; n += 1) {
    clock.advance(1);
    await turn();
  }
  return id;
};

/** The client reads again: what comes until the request is answered. */
const answered = async (peer: Peer, { clock }: SocketHarness, id: number): Promise<Frame> => {
  wake(peer);
  while (!peer.frames.some((frame) => frame.id === id)) {
    clock.advance(1);
    await turn();
  }
  return peer.next((frame) => frame.id === id);
};

const STAFF_RESUME = { after_seq: '0', channels: [{ channel: 'deals' }] };

for (const encoding of ['json', 'msgpack'] as const) {
  t.test(`Settings that change during a resume are told behind it (${encoding})`, async (t) => {
    const harness = await open(t);
    const { actors } = harness;
    const changed = (version: number): void => {
      actors.front.configured(version, [{ kind: 'group', id: '2', version }]);
      actors.front.flush();
    };
    const peer = await harness.staff(ID, { encoding });
    await peer.request('subscribe', { channel: 'config' });
    const id = await resuming(peer, harness, STAFF_RESUME);
    for (let version = 1; version <= 12; version += 1) {
      changed(version);
      actors.happens({}, EVENT_BYTES);
      harness.clock.advance(SOCKET_LIMITS.holdMs);
      await turn();
    }
    t.match((await answered(peer, harness, id)).data, { resumed: true });
    changed(13);
    await peer.next(({ data }) => (data as { config_version?: number }).config_version === 13);
    const seqs = peer.frames.flatMap(({ event, seq }) => (event === 'deal' ? Number(seq) : []));
    t.same(
      seqs,
      Array.from({ length: STORED + 12 }, (_, n) => n + 1),
    );
    const received = peer.frames.filter(({ event }) => event === 'config_changed');
    t.same(
      received.map(({ data }) => (data as { config_version: number }).config_version),
      Array.from({ length: 13 }, (_, n) => n + 1),
    );
    const kinds = peer.frames.map(({ event }) => event);
    t.ok(kinds.indexOf('config_changed') > kinds.lastIndexOf('deal'), 'behind what was missed');
  });
}

t.test('Prices and money that change during a resume are not held back by it', async (t) => {
  const harness = await open(t);
  const { actors, clock } = harness;
  const peer = await harness.trader(TOKEN);
  await peer.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
  const id = await resuming(peer, harness, { after: 0 });
  actors.quoted(1, 110_000, 110_002, 7);
  actors.front.money(1001, 'demo\\standard', '{"balance":"7.00"}');
  clock.advance(SOCKET_LIMITS.gatherMs);
  await turn();
  t.match(await answered(peer, harness, id), { data: { resumed: true } });
  const before = (name: string): Frame | undefined =>
    peer.frames.find(({ id: at, event }) => event === name || at === id);
  t.match(before('quotes'), { event: 'quotes', data: [['EURUSD', '1.10000', '1.10002', 7]] });
  t.match(before('account_money'), { event: 'account_money', data: { balance: '7.00' } });
});

t.test('A resume behind which a mebibyte has to be held is closed, and told why', async (t) => {
  const harness = await open(t);
  const { actors } = harness;
  const peer = await harness.staff(ID);
  await peer.request('subscribe', { channel: 'config' });
  await resuming(peer, harness, STAFF_RESUME);
  const frame = JSON.stringify({
    event: 'config_changed',
    data: { kind: 'symbol', id: '1000', version: 1, config_version: 2 },
  });
  const changes = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ kind: 'symbol', id: `${1000 + n}`, version: 1 }));
  const most = Math.floor(SOCKET_LIMITS.unsentBytes / (frame.length + 1));
  for (let sent = 0; sent < most; sent += 1_000) {
    actors.front.configured(2, changes(Math.min(1_000, most - sent)));
  }
  actors.front.flush();
  harness.clock.advance(2 * SOCKET_LIMITS.sweepMs);
  const metrics = await (await fetch(`${harness.origin}/metrics`)).text();
  const kept = Number(/^brokerd_sockets_bytes (\d+)$/m.exec(metrics)?.[1]);
  t.ok(kept > 0.9 * SOCKET_LIMITS.unsentBytes, `the operator sees ${kept} bytes`);
  t.equal(peer.ws.readyState, peer.ws.OPEN);
  actors.front.configured(3, changes(1_000));
  wake(peer);
  t.match(await peer.closed, { code: 4009, reason: 'too much unsent' });
});

t.test('Before a resume at most a mebibyte of events is held', async (t) => {
  const harness = await SocketHarness.open(t);
  const peer = await harness.trader();
  await peer.request('hello');
  const size = SOCKET_LIMITS.unsentBytes / 2;
  harness.actors.happens({}, size);
  await peer.pong();
  t.same(peer.frames.length, 1, 'one is held');
  harness.actors.happens({}, size);
  await peer.next(({ account_seq }) => account_seq === 2);
  t.same(
    peer.frames.flatMap(({ account_seq }) => account_seq ?? []),
    [1, 2],
  );
});
