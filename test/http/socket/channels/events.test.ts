// Events over sockets: in order, to whom they concern, and again after a cut.

import t from 'tap';
import type { NumberedEvent } from '../../../../actors/client.js';
import {
  type Cursor,
  ResumeStore,
  type StoredEvent,
} from '../../../../http/socket/connection/event-store.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { refuse } from '../../../../wire/base/codes.js';
import { sessionOf, staffSession } from '../../../support/memory-actors.js';
import {
  type Frame,
  type Peer,
  SocketHarness,
  TOKEN,
  turnUntil,
} from '../../../support/socket-harness.js';
import { storedAfter } from '../../../support/stored-events.js';

const numbers = (frames: readonly Frame[]): number[] =>
  frames.flatMap(({ account_seq }) => account_seq ?? []);

const seqs = (frames: readonly Frame[]): number[] =>
  frames.flatMap(({ seq }) => (seq === undefined ? [] : [Number(seq)]));

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

t.test('Every socket of the account, and no other, gets its events in order', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  const json = await harness.trader();
  const packed = await harness.trader(TOKEN, { encoding: 'msgpack' });
  const other = await harness.trader('session-of-another');
  for (const peer of [json, packed, other]) await peer.request('ping');
  const events = range(1, 50).map(() => actors.happens());
  for (const peer of [json, packed]) {
    await peer.next(({ account_seq }) => account_seq === 50);
    t.same(numbers(peer.frames), range(1, 50));
  }
  t.same(json.frames.at(-1), JSON.parse(String(events.at(-1)?.packed)), 'as the account wrote it');
  t.same(packed.frames.at(-1), json.frames.at(-1), 'the same object in both encodings');
  await other.request('ping');
  t.same(numbers(other.frames), []);
});

t.test('An event and the answers around it keep their order', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  peer.send('trade');
  peer.send('trade');
  await turnUntil('both', () => actors.sent.length === 2);
  const [first, second] = actors.sent as [never, never];
  actors.deliver((first as { token: number }).token, '{"id":1,"success":true}');
  actors.front.event(actors.event());
  actors.deliver((second as { token: number }).token, '{"id":2,"success":true}');
  actors.front.flush();
  await peer.next(({ id }) => id === 2);
  t.same(
    peer.frames.map(({ id, event }) => id ?? event),
    [1, 'deal', 2],
  );
});

t.test('A client that was away resumes without a gap and without a repeat', async (t) => {
  const harness = await SocketHarness.open(t, {}, (actors) => {
    for (let n = 0; n < 10; n += 1) actors.stored.push(actors.event());
  });
  const { actors } = harness;

  for (const encoding of ['json', 'msgpack'] as const) {
    await t.test(`in ${encoding}, events happening meanwhile included`, async (t) => {
      const newest = actors.accountSeq;
      const peer = await harness.trader(TOKEN, { encoding });
      for (let n = 0; n < 5; n += 1) actors.happens();
      t.match(await peer.request('hello'), { data: { account_seq: newest + 5 } });
      for (let n = 0; n < 5; n += 1) actors.happens();
      const resumed = await peer.request('resume', { after: 4 });
      t.match(resumed.data, { resumed: true, seq: String(newest + 10) });
      t.same(numbers(peer.frames), range(5, newest + 10));
      actors.happens();
      await peer.next(({ account_seq }) => account_seq === newest + 11);
      t.same(numbers(peer.frames), range(5, newest + 11));
    });
  }

  await t.test('nothing missed is nothing sent', async (t) => {
    const peer = await harness.trader();
    const after = actors.accountSeq;
    t.match((await peer.request('resume', { after })).data, { resumed: true });
    t.same(numbers(peer.frames), []);
    actors.happens();
    t.match(await peer.next(), { account_seq: after + 1 });
  });

  await t.test('a number that was never given is not resumed from', async (t) => {
    const peer = await harness.trader();
    const after = actors.accountSeq + 1;
    t.same((await peer.request('resume', { after })).data, { resumed: false });
    actors.happens();
    t.match(await peer.next(), { event: 'deal' }, 'live events come all the same');
  });

  await t.test('events wait a moment for a resume, then come by themselves', async (t) => {
    const peer = await harness.trader();
    await peer.request('hello');
    const { account_seq } = actors.happens();
    await peer.pong();
    t.same(numbers(peer.frames), []);
    harness.clock.advance(750);
    t.match(await peer.next(), { account_seq });
  });
});

t.test('The log is read for what was missed before the start, and only for that', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
    for (let n = 0; n < 20; n += 1) actors.stored.push(actors.event());
  });
  for (let n = 0; n < 3; n += 1) actors.happens();
  t.match((await peer.request('resume', { after: 20 })).data, { resumed: true });
  t.same(numbers(peer.frames), range(21, 23));
  t.equal(actors.loggedParts, 0, 'what the store has is not read');
  peer.frames.length = 0;
  t.match((await peer.request('resume', { after: 2 })).data, { resumed: true });
  t.same(numbers(peer.frames), range(3, 23));
  t.equal(actors.loggedParts, 3);
});

t.test('Events that happen while the log is read come once, behind those from it', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
    for (let n = 0; n < 20; n += 1) actors.stored.push(actors.event());
  });
  const { query } = actors;
  actors.query = async (...asked) => {
    actors.happens();
    return query(...asked);
  };
  t.match((await peer.request('resume', { after: 0 })).data, { resumed: true });
  t.same(numbers(peer.frames), range(1, 23));
});

t.test('A resume that the log’s reader has no room for is not resumed', async (t) => {
  const harness = await SocketHarness.open(t, {}, (actors) => {
    for (let n = 0; n < 20; n += 1) actors.stored.push(actors.event());
  });
  const { actors } = harness;
  const peer = await harness.trader();
  actors.query = async () => refuse('trade.too_many_requests');
  t.same((await peer.request('resume', { after: 0 })).data, { resumed: false });
  const { account_seq } = actors.happens();
  t.match(await peer.next(), { account_seq }, 'live events come all the same');
});

t.test('Staff resume from where a log ends whose newest events are nobody’s', async (t) => {
  const harness = await SocketHarness.open(t, {}, (actors) => {
    for (let n = 0; n < 50; n += 1) actors.event();
  });
  const peer = await harness.staff('session-of-staff');
  const after = async (after_seq: string) => (await peer.request('resume', { after_seq })).data;
  t.match(await after('50'), { resumed: true });
  t.same(await after('49'), { resumed: false }, 'of an event before it nothing is kept');
});

t.test('Where events are lost with a shard each client takes a snapshot', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const [peer, staff] = [await harness.trader(), await harness.staff('session-of-staff')];
  actors.happens();
  actors.event();
  actors.front.lost(actors.newestSeq);
  for (const { closed } of [peer, staff]) t.match(await closed, { code: 1012 });
  const [again, desk] = [await harness.trader(), await harness.staff('session-of-staff')];
  t.same((await again.request('resume', { after: 1 })).data, { resumed: false });
  t.same((await desk.request('resume', { after_seq: '1' })).data, { resumed: false });
  actors.happens();
  t.match(await again.next(({ event }) => event === 'deal'), { account_seq: 3 });
  const after_seq = String(actors.newestSeq - 1);
  t.match((await desk.request('resume', { after_seq })).data, { resumed: true });
});

t.test('An account whose events are older than what is kept takes a snapshot', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.accountSeq = 88;
  const peer = await harness.trader();
  t.same((await peer.request('resume', { after: 87 })).data, { resumed: false });
  t.match((await peer.request('resume', { after: 88 })).data, { resumed: true });
});

t.test('A long absence is sent as the client takes it, live events behind', async (t) => {
  const count = 3000;
  const { actors, clock, peer } = await SocketHarness.withTrader(t, {}, (actors) => {
    for (let n = 0; n < count; n += 1) actors.stored.push(actors.event({}, 1000));
  });
  const id = peer.send('resume', { after: 0 });
  await turnUntil('the first of it', () => peer.frames.length > 0);
  while (!peer.frames.some((frame) => frame.id === id)) {
    actors.happens();
    clock.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.match((await peer.next((frame) => frame.id === id)).data, { resumed: true });
  const live = actors.happens();
  await peer.next(({ account_seq }) => account_seq === live.account_seq);
  t.same(numbers(peer.frames), range(1, live.account_seq));
});

t.test("Staff get a run's events by their seq, whichever shard was first", async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const peer = await harness.staff('session-of-staff');
  await peer.request('subscribe', { channel: 'deals' });
  const [one, two, three] = [1, 2, 3].map((login) => actors.event({ login, account_seq: 1 }));
  for (const event of [two, three, one]) actors.front.event(event as never);
  actors.front.flush();
  await peer.request('ping');
  t.same(seqs(peer.frames), [1, 2, 3]);
});

t.test('Staff follow the events of groups in their scope', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const id = 'session-of-staff';
  actors.setSession(staffSession(id, { group_scope: ['demo\\*'] }));
  const peer = await harness.staff(id);
  const follow = (peer: Peer, channel: string, group?: string): Promise<Frame> =>
    peer.request('subscribe', { channel, ...(group === undefined ? {} : { group }) });
  t.match((await follow(peer, 'deals', 'demo\\*')).data, {
    channel: 'deals',
    snapshot: null,
    seq: '0',
  });
  t.match(await follow(peer, 'orders'), { success: true });

  await t.test('each once, of the parts that they asked for', async (t) => {
    actors.happens({ login: 1, account_seq: 1, parts: ['deals', 'orders', 'positions'] });
    actors.happens({ login: 2, account_seq: 1, parts: ['positions'] });
    actors.happens({ login: 3, account_seq: 1, parts: ['orders'] });
    actors.happens({ login: 4, account_seq: 1, group: 'real\\standard' });
    await peer.request('ping');
    t.same(seqs(peer.frames), [1, 3]);
  });

  await t.test('and no longer when their scope or their rights are taken away', async (t) => {
    actors.setSession(staffSession(id, { group_scope: ['real\\*'] }));
    await follow(peer, 'orders');
    actors.happens({ login: 1, account_seq: 2 });
    actors.happens({ login: 4, account_seq: 2, group: 'real\\standard', parts: ['orders'] });
    await peer.request('ping');
    t.same(seqs(peer.frames), [1, 3, 6]);
    actors.setSession(staffSession(id, { rights: [] }));
    actors.happens({ login: 1, account_seq: 3 });
    await peer.request('ping');
    t.same(seqs(peer.frames), [1, 3, 6]);
    t.match(await follow(peer, 'positions'), { code: 'forbidden' });
    actors.setSession(staffSession(id));
    await follow(peer, 'orders');
  });

  await t.test('unsubscribing ends it', async (t) => {
    t.match(await peer.request('unsubscribe', { channel: 'orders' }), { success: true });
    actors.happens({ login: 3, account_seq: 2, parts: ['orders'] });
    actors.happens({ login: 3, account_seq: 3, parts: ['deals'] });
    await peer.request('ping');
    t.same(seqs(peer.frames).at(-1), actors.newestSeq);
    t.notOk(seqs(peer.frames).includes(actors.newestSeq - 1));
  });

  await t.test('a resume brings what a new socket missed, and goes on', async (t) => {
    const again = await harness.staff(id);
    const channels = [{ channel: 'deals', group: 'real\\*' }];
    const resumed = await again.request('resume', { after_seq: '2', channels });
    t.match(resumed.data, { resumed: true, seq: String(actors.newestSeq) });
    t.same(seqs(again.frames), [4]);
    actors.happens({ login: 4, account_seq: 3, group: 'real\\standard' });
    await again.event('deal');
    t.equal(seqs(again.frames).at(-1), actors.newestSeq);
    const future = { after_seq: String(actors.newestSeq + 1) };
    t.same((await again.request('resume', future)).data, { resumed: false });
  });

  await t.test('of staff accounts only with every right', async (t) => {
    const head = 'session-of-director';
    actors.setSession(staffSession(head, { login: 2, rights: [...RIGHTS] }));
    const [all, some] = [await harness.staff(head), await harness.staff(id)];
    for (const one of [all, some]) await follow(one, 'deals');
    actors.happens({ login: 5, account_seq: 1, group: 'managers\\dealers', parts: ['deals'] });
    await all.event('deal');
    await some.request('ping');
    t.same(seqs(some.frames), []);
  });
});

const frame = (seq: number, login: number, accountSeq: number, pad = 0): NumberedEvent => ({
  login,
  group: login % 2 === 0 ? 'demo\\even' : 'demo\\odd',
  name: 'deal',
  account_seq: accountSeq,
  seq,
  token: 0,
  packed: Buffer.from(
    `{"seq":${seq},"login":${login},"account_seq":${accountSeq},"é":"${'x'.repeat(pad)}"}`,
  ),
  parts: seq % 3 === 0 ? ['orders'] : ['deals', 'positions'],
});

type ReadEvent = { seq: number; login: number; account_seq: number };

const readEvent = (event: StoredEvent | undefined): ReadEvent =>
  JSON.parse(String(event?.packed)) as ReadEvent;

const rest = (cursor: Cursor | undefined): ReadEvent[] => {
  const out: ReadEvent[] = [];
  for (let event = cursor?.next(); event !== undefined; event = cursor?.next()) {
    out.push(readEvent(event));
  }
  return out;
};

const seqsIn = (cursor: Cursor | undefined): number[] => rest(cursor).map(({ seq }) => seq);
const numbersIn = (cursor: Cursor | undefined): number[] =>
  rest(cursor).map(({ account_seq }) => account_seq);
const every = (): boolean => true;

t.test('A reader meets the events that are stored while it reads', async (t) => {
  const store = new ResumeStore(100, 10_000);
  for (let n = 1; n <= 3; n += 1) store.add(frame(n, 5, n));
  const cursor = store.forAccount(5, 1, 0);
  t.equal(readEvent(cursor?.next()).account_seq, 2);
  store.add(frame(4, 6, 1));
  store.add(frame(5, 5, 4));
  t.same(numbersIn(cursor), [3, 4]);
});

t.test('A reader that is overtaken says that it is lost', async (t) => {
  const store = new ResumeStore(4, 10_000);
  for (let n = 1; n <= 4; n += 1) store.add(frame(n, 5, n));
  const cursor = store.forAccount(5, 0, 0);
  t.equal(readEvent(cursor?.next()).account_seq, 1);
  for (let n = 5; n <= 9; n += 1) store.add(frame(n, 5, n));
  t.equal(cursor?.next(), undefined);
  t.equal(cursor?.isLost, true);
  t.equal(store.forAccount(5, 3, 0), undefined, 'older than what is kept');
});

t.test('Staff get the events after a number that pass their filter', async (t) => {
  const store = new ResumeStore(5, 10_000);
  t.equal(storedAfter(store, 0, every), undefined, 'before it is known where it starts');
  store.startAfter(10);
  for (let n = 11; n <= 14; n += 1) store.add(frame(n, n, 1));
  const even = storedAfter(store, 11, (_, group) => group === 'demo\\even');
  t.same(seqsIn(even), [12, 14]);
  const ofOrders = storedAfter(store, 10, (_, __, parts) => (parts & 2) !== 0);
  t.same(seqsIn(ofOrders), [12]);
  t.equal(storedAfter(store, 9, every), undefined, 'older than the beginning');
  store.add(frame(15, 15, 1));
  store.add(frame(16, 16, 1));
  t.equal(storedAfter(store, 10, every), undefined, 'dropped since');
  t.equal(rest(storedAfter(store, 11, every)).length, 5);
});

t.test('Events that came out of order are never missed by staff', async (t) => {
  const store = new ResumeStore(10, 10_000);
  store.startAfter(0);
  for (const seq of [1, 5, 3, 4, 8, 6]) store.add(frame(seq, seq, 1));
  const after = (seq: number): number[] => seqsIn(storedAfter(store, seq, every));
  t.same(after(5), [3, 4, 8, 6], 'who has seen 5 may not have seen 3');
  t.same(after(7), [8, 6]);
  t.same(after(8), [6]);
  t.same(after(0), [1, 5, 3, 4, 8, 6]);
  t.same(after(9), []);
});

t.test('Events of all lengths survive the turn of the ring', async (t) => {
  const bytes = 4096;
  const store = new ResumeStore(50, bytes);
  store.startAfter(0);
  const kept: NumberedEvent[] = [];
  for (let n = 1; n <= 500; n += 1) {
    const one = frame(n, 1 + (n % 7), Math.ceil(n / 7), (n * 7919) % 700);
    store.add(one);
    kept.push(one);
    const last = kept.slice(-store.count).map(({ seq }) => seq);
    t.same(seqsIn(storedAfter(store, (last[0] ?? 1) - 1, every)), last);
  }
  t.ok(store.count > 3 && store.count < 50);
  t.throws(() => store.add(frame(3000, 1, 3000, bytes)), RangeError);
});

t.test('Whoever gets events, live or by a resume, has lists that show them', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  const peer = await harness.trader();
  const other = await harness.trader('session-of-another');
  const staff = await harness.staff('staff-who-follows');
  const idle = await harness.staff('staff-who-does-not');
  await staff.request('subscribe', { channel: 'deals', group: '*' });
  for (const one of [peer, other, idle]) await one.request('ping');
  const { seq } = actors.happens();
  await peer.next(({ event }) => event === 'deal');
  await staff.next(({ event }) => event === 'deal');
  const shown = { [TOKEN]: seq, 'staff-who-follows': seq };
  t.same(Object.fromEntries(actors.newestShown), shown);
  const late = await harness.trader('session-of-later');
  t.match((await late.request('resume', { after: 0 })).data, { resumed: true });
  t.same(Object.fromEntries(actors.newestShown), { ...shown, 'session-of-later': actors.seq() });
});
