// What the front keeps of sockets and their sessions goes with them: many are opened, used and
// ended, and the size of each collection is looked at.

import t from 'tap';
import { AddressGauge, type AddressShare } from '../../../http/server/address-gauge.js';
import { BodyRoom } from '../../../http/server/body-limits.js';
import { DOTTED_MAX, decodeAddress, dotted } from '../../../http/server/head.js';
import { SessionQueues } from '../../../http/server/session-queues.js';
import { SessionCopies } from '../../../http/session/sessions.js';
import { ResumeStore } from '../../../http/socket/connection/event-store.js';
import { refuse } from '../../../wire/base/codes.js';
import { MemoryActors, sessionOf } from '../../support/memory-actors.js';
import { privateSize } from '../../support/private-size.js';
import { type Peer, SocketHarness, turnUntil } from '../../support/socket-harness.js';
import { storedAfter } from '../../support/stored-events.js';

const PEERS = 20;
/** What the sockets have, by the way to it. */
const OF_SOCKETS: readonly (readonly string[])[] = [
  ['#byToken'],
  ['#byLogin'],
  ['#run'],
  ['#watch', '#health'],
  ['#watch', '#heavy'],
  ['#quotes', '#feeds'],
  ['#quotes', '#following'],
  ['#quotes', 'pacer', '#waiting'],
  ['#bars', '#feeds'],
  ['#bars', '#following'],
  ['#accounts', '#byLogin'],
  ['#staffAccounts', '#feeds'],
  ['#staffAccounts', '#rows'],
  ['#staffEvents', '#following'],
  ['#config', '#followers'],
  ['#sessions', '#sockets'],
];

/** Subscribes to all that a peer of its audience may. */
const subscribeAll = async (peer: Peer, isStaff: boolean): Promise<void> => {
  const quotes = { channel: 'quotes', symbols: ['EURUSD'] };
  const bars = { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' };
  const staff = [
    { channel: 'accounts', group: '*' },
    { channel: 'orders', group: '*' },
    { channel: 'config' },
  ];
  for (const one of [quotes, bars, ...(isStaff ? staff : [])]) await peer.request('subscribe', one);
};

t.test('Closed sockets leave no memory behind', async (t) => {
  const { harness, actors, clock, hub } = await SocketHarness.open(t);
  if (hub === undefined) throw new Error('there are no sockets');
  const peers: Peer[] = [];
  for (let n = 0; n < PEERS; n += 1) {
    const isStaff = n % 2 === 0;
    const name = `session-number-${n}-of-many`;
    const peer = isStaff ? await harness.staff(name) : await harness.trader(name);
    await subscribeAll(peer, isStaff);
    peers.push(peer);
  }
  actors.quoted(1, 110_000, 110_020);
  actors.happens();
  actors.front.money(1001, 'demo\\standard', '{"login":1001}');
  clock.advance(1_000);
  const used = OF_SOCKETS.filter((path) => privateSize(hub, ...path) > 0).map(([name]) => name);
  t.ok(used.length >= 10, `${used} have members by now`);
  for (const { ws } of peers) ws.terminate();
  await turnUntil('end of all sockets', () => privateSize(hub, '#byToken') === 0);
  clock.advance(1_000);
  for (const path of OF_SOCKETS) t.equal(privateSize(hub, ...path), 0, path.join(' '));
});

t.test('Price lists are dropped with the settings from which they were made', async (t) => {
  const { harness, actors, hub } = await SocketHarness.open(t);
  if (hub === undefined) throw new Error('there are no sockets');
  for (let n = 0; n < 5; n += 1) {
    const token = `session-of-group-number-${n}`;
    actors.setSession({ ...sessionOf(token), group: `demo\\${n}` });
    const peer = await harness.trader(token);
    await peer.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
    peer.ws.terminate();
    actors.front.settings(actors.settings());
  }
  await turnUntil('end of all sockets', () => privateSize(hub, '#byToken') === 0);
  t.equal(privateSize(hub, '#prices', '#lists'), 0);
});

t.test('Ended sessions leave no memory behind in the front', async (t) => {
  const actors = new MemoryActors();
  const asked: string[] = [];
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const client = {
    settings: () => actors.settings(),
    now: () => actors.now(),
    desk: async (op: string) => {
      asked.push(op);
      await held;
      return op === 'auth.verify' ? refuse('not_found') : { ok: true, data: null };
    },
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const sessions = new SessionCopies(client as never, log);
  t.teardown(() => sessions.close());
  const tokens = Array.from({ length: 200 }, (_, n) => `token-of-session-${n}`);
  for (const token of tokens) {
    const copy = sessionOf(token);
    sessions.update(copy.id, copy, '');
    t.ok(sessions.find(token));
    sessions.touch(copy.id);
  }
  const unknown = tokens.map((token) => sessions.find(`not-a-${token}`));
  t.equal(asked.length, 64, 'unknown tokens are asked about so many at a time');
  t.equal(privateSize(sessions, '#asked'), 64);
  for (const token of tokens) sessions.update(sessionOf(token).id, null, 'ended');
  answer();
  await Promise.all(unknown);
  await sessions.report();
  const fields = ['#byId', '#byHash', '#byToken', '#tokens', '#asked', '#active', '#sockets'];
  for (const field of fields) t.equal(privateSize(sessions, field), 0, field);
});

t.test('Groups without a stored event leave no memory behind', async (t) => {
  const store = new ResumeStore(10, 100_000);
  const actors = new MemoryActors();
  store.startAfter(0);
  for (let n = 1; n <= 100; n += 1) {
    store.add(actors.event({ seq: n, login: n, account_seq: 1, group: `demo\\${n}` }));
  }
  for (const field of ['#groups', '#groupIndex', '#newestOf']) {
    t.equal(privateSize(store, field), 10, field);
  }
  t.ok(storedAfter(store, 95, (_, group) => group === 'demo\\97')?.next(), 'and each is known');
});

t.test('Ended requests leave no memory behind in any limit', async (t) => {
  const gauge = new AddressGauge(2);
  const room = new BodyRoom<{ share: AddressShare }>();
  const turns = new SessionQueues();
  const works: Promise<unknown>[] = [];
  const owners = Array.from({ length: 50 }, (_, n) => {
    const address = `192.0.2.${n}`;
    return { address, share: gauge.acquire(address) as AddressShare };
  });
  for (const owner of owners) {
    room.grow(owner, 100_000);
    for (let n = 0; n < 4; n += 1) works.push(turns.take(owner.address, async () => 1));
  }
  t.equal(gauge.size, 50);
  for (const { share } of owners) gauge.release(share);
  for (const owner of owners) room.clear(owner);
  await Promise.all(works);
  await new Promise((resolve) => setImmediate(resolve));
  gauge.acquire('192.0.2.99');
  t.equal(gauge.size, 1, 'in a later turn of the event loop those of before are gone');
  t.equal(privateSize(gauge, '#idle'), 0);
  t.equal(privateSize(room, '#sizes'), 0);
  t.equal(privateSize(turns, '#last'), 0);
  t.equal(privateSize(turns, '#gauge', '#open'), 0);
});

t.test('The number of stored texts of addresses is limited', async (t) => {
  for (let n = 0; n < DOTTED_MAX + 10; n += 1) {
    decodeAddress(new Uint8Array([10, 0, n >> 8, n & 255]).buffer);
  }
  t.ok(dotted.size > 0 && dotted.size <= DOTTED_MAX);
});
