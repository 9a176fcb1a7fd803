// Snapshots of desks: the rows, then what they do not show, in order and once.

import t, { type Test } from 'tap';
import { SOCKET_LIMITS } from '../../../../http/socket/connection/clock.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import type { MemoryActors } from '../../../support/memory-actors.js';
import { staffSession } from '../../../support/memory-actors.js';
import { privateSize } from '../../../support/private-size.js';
import {
  ended,
  type Frame,
  type Peer,
  SocketHarness,
  stall,
  turn,
  turnUntil,
  wake,
} from '../../../support/socket-harness.js';

const DESK = 'session-of-staff';
const IN = 'demo\\standard';
const OUT = 'real\\standard';

interface Snapshot {
  readonly channel: string;
  readonly group: string;
  readonly rows: readonly { readonly id: number; readonly login: number }[];
  readonly seq: string;
}

const snapshots = ({ frames }: Peer): Snapshot[] =>
  frames.filter(({ event }) => event === 'snapshot').map(({ data }) => data as Snapshot);

/** What came, in order: ids of rows, and seqs of events. */
const order = ({ frames }: Peer): string[] =>
  frames.flatMap((frame: Frame) => {
    if (frame.event === 'snapshot') {
      return (frame.data as Snapshot).rows.map(({ id }) => `row ${id}`);
    }
    return frame.seq === undefined ? [] : [`event ${frame.seq}`];
  });

const row = (id: number, login = 1001) => [login, IN, JSON.stringify({ id, login })] as const;

const deskOf = async (t: Test) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.groups = [{ path: IN }, { path: OUT }] as never;
  return { harness, actors, peer: await harness.staff(DESK) };
};

/** The next picture that is read waits until the returned function is called. */
const paused = (actors: MemoryActors): (() => void) => {
  const { query } = actors;
  let go = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  actors.query = async (by, name, input) => {
    const found = await query(by, name, input);
    await waits;
    actors.query = query;
    return found;
  };
  return go;
};

const subscribe = (peer: Peer, channel: string, group = 'demo\\*') =>
  peer.request('subscribe', { channel, group });

for (const channel of ['positions', 'orders'] as const) {
  t.test(`Who follows ${channel} gets the rows, then each later event once`, async (t) => {
    const { actors, peer } = await deskOf(t);
    const parts = [channel];
    actors.happens({ parts });
    actors.snapshotRows[channel]?.push(row(7), row(8));
    const go = paused(actors);
    const asked = subscribe(peer, channel);
    await peer.pong();
    actors.happens({ parts });
    actors.happens({ parts, group: OUT });
    actors.happens({ parts });
    go();
    t.match(await asked, { data: { channel, snapshot: null, seq: '1' } });
    actors.happens({ parts });
    await peer.request('ping');
    t.same(order(peer), ['row 7', 'row 8', 'event 2', 'event 4', 'event 5']);
    t.match(snapshots(peer), [{ channel, group: 'demo\\*', seq: '1' }]);
  });
}

t.test('An event that the rows show already does not come again', async (t) => {
  const { actors, peer } = await deskOf(t);
  const { query } = actors;
  const event = actors.event({ parts: ['positions'] });
  actors.query = async (by, name, input) => {
    const found = await query(by, name, input);
    // The reader is ahead of the front, which hears of the event later.
    setImmediate(() => {
      actors.front.event(event);
      actors.front.flush();
    });
    await turn();
    return found;
  };
  await subscribe(peer, 'positions');
  actors.happens({ parts: ['positions'] });
  await peer.request('ping');
  t.same(order(peer), ['event 2']);
});

t.test('Events of what a desk follows already wait for the rows, and lose no part', async (t) => {
  const { actors, peer } = await deskOf(t);
  await subscribe(peer, 'positions');
  const go = paused(actors);
  const asked = subscribe(peer, 'orders');
  await peer.pong();
  actors.happens({ parts: ['positions'] });
  actors.happens({ parts: ['orders'] });
  await peer.pong();
  t.same(order(peer), [], 'they wait');
  go();
  await asked;
  t.same(order(peer), ['event 1', 'event 2']);
});

t.test('Rows that the database does not show yet are asked for again', async (t) => {
  const { actors, peer } = await deskOf(t);
  const { query } = actors;
  actors.happens();
  let tries = 0;
  let pending = 3;
  actors.query = async (by, name, input) => {
    tries += 1;
    t.match(input, { session: DESK, min_projection_seq: '1' });
    const late = { rows: [], total: 0, projection_seq: '0', consistency: 'projection_pending' };
    pending -= 1;
    return pending >= 0 ? (ok(late) as never) : query(by, name, input);
  };
  t.match(await subscribe(peer, 'positions'), { success: true });
  t.equal(tries, 4);
  pending = Number.POSITIVE_INFINITY;
  t.match(await subscribe(peer, 'orders'), { code: 'trade.timeout' });
});

t.test('A mask of too many rows is refused with the figures; events go on', async (t) => {
  const { actors, peer } = await deskOf(t);
  const most = SOCKET_LIMITS.snapshotRows;
  for (let id = 1; id <= most + 1; id += 1) {
    actors.snapshotRows.positions?.push(row(id));
    actors.snapshotRows.money?.push(row(id, id));
  }
  await subscribe(peer, 'orders');
  t.match(await subscribe(peer, 'positions'), {
    code: 'conflict',
    message: /10001 positions, of at most 10000; .* GET \/admin/,
  });
  t.match(await subscribe(peer, 'accounts'), { code: 'conflict', message: /10001 accounts/ });
  actors.happens({ parts: ['orders'] });
  actors.happens({ parts: ['positions'] });
  await peer.request('ping');
  t.same(order(peer), ['event 1'], 'what was followed before still is, the mask is not');
  actors.query = async () => refuse('trade.too_many_requests');
  t.match(await subscribe(peer, 'positions'), { code: 'trade.too_many_requests' });
});

t.test('Rows come in parts as the desk takes them, events behind', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const most = SOCKET_LIMITS.snapshotRows;
  for (let id = 1; id <= most; id += 1) {
    const text = JSON.stringify({ id, login: 1001, comment: 'x'.repeat(500) });
    actors.snapshotRows.positions?.push([1001, IN, text]);
  }
  stall(peer);
  const id = peer.send('subscribe', { channel: 'positions', group: 'demo\\*' });
  for (let n = 0; n < 50; n += 1) {
    harness.clock.advance(5);
    await turn();
  }
  actors.happens({ parts: ['positions'] });
  wake(peer);
  while (!peer.frames.some((frame) => frame.id === id)) {
    harness.clock.advance(1);
    await turn();
  }
  t.match(
    peer.frames.find((frame) => frame.id === id),
    { success: true },
  );
  const parts = snapshots(peer).map(({ rows }) => rows.length);
  t.same(
    parts,
    Array.from({ length: most / 500 }, () => 500),
  );
  t.equal(order(peer).at(-1), 'event 1');
});

t.test('A desk that leaves a mebibyte unread is closed, resumes, and misses nothing', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const parts = ['positions'] as const;
  await subscribe(peer, 'positions');
  actors.happens({ parts });
  await peer.event('deal');
  stall(peer);
  let isClosed = false;
  void peer.closed.then(() => {
    isClosed = true;
  });
  for (let n = 0; n < 400; n += 1) {
    actors.happens({ parts }, 20_000);
    await turn();
  }
  wake(peer);
  t.match(await peer.closed, { code: 4009 });
  t.ok(isClosed);
  const after_seq = order(peer).at(-1)?.split(' ')[1];
  const again = await harness.staff(DESK);
  const channels = [{ channel: 'positions', group: 'demo\\*' }];
  const id = again.send('resume', { after_seq, channels });
  while (!again.frames.some((frame) => frame.id === id)) {
    harness.clock.advance(1);
    await turn();
  }
  const expected = Array.from({ length: actors.newestSeq }, (_, n) => `event ${n + 1}`);
  t.same([...order(peer), ...order(again)], expected);
});

t.test('Deals begin with the number that is answered', async (t) => {
  const { actors, peer } = await deskOf(t);
  actors.happens({ parts: ['deals'] });
  t.match((await subscribe(peer, 'deals')).data, { snapshot: null, seq: '1' });
  actors.happens({ parts: ['deals'] });
  await peer.request('ping');
  t.same(order(peer), ['event 2']);
});

const MASK = 'demo\\*';

t.test('A move into a mask, or out of it, ends the subscriptions of the mask once', async (t) => {
  const { actors, harness, peer } = await deskOf(t);
  for (const channel of ['deals', 'positions', 'orders', 'accounts']) {
    await subscribe(peer, channel);
  }
  actors.move(1003, OUT, 'real\\other');
  actors.move(1003, IN, 'demo\\other');
  await peer.request('ping');
  t.same(ended(peer), [], 'a move elsewhere, or within the mask, ends nothing');
  for (let login = 1; login <= 300; login += 1) actors.move(login, IN, OUT);
  await peer.request('ping');
  const data = ['accounts', 'positions', 'orders'].map((channel) => ({ channel, group: MASK }));
  t.same(ended(peer), data);

  await t.test('from there on only other subscriptions get events and money', async (t) => {
    peer.frames.length = 0;
    actors.happens({ login: 1002, account_seq: 1, parts: ['positions'] });
    actors.front.money(1002, IN, '{"login":1002}');
    const { seq } = actors.happens({ login: 1002, account_seq: 2, parts: ['deals'] });
    harness.clock.advance(1_000);
    await peer.request('ping');
    t.same(
      peer.frames.flatMap((frame) => frame.seq ?? frame.event ?? []),
      [String(seq)],
    );
    t.same(actors.followed.masks, []);
  });

  await t.test('and the client subscribes again by the data of the event', async (t) => {
    actors.snapshotRows.positions?.push(row(7));
    peer.frames.length = 0;
    for (const one of data) t.match(await peer.request('subscribe', one), { success: true });
    const { seq } = actors.happens({ login: 1002, account_seq: 3, parts: ['positions'] });
    await peer.request('ping');
    t.same(order(peer), ['row 7', `event ${seq}`]);
  });

  await t.test('a deleted account ends them, too', async (t) => {
    peer.frames.length = 0;
    actors.front.moved([{ login: 1001, from: { group: IN, hidden: false }, to: null }], 1);
    await peer.request('ping');
    t.same(ended(peer), data);
  });
});

t.test('A subscription that a move ends while its rows are read sends no rows', async (t) => {
  const { actors, peer } = await deskOf(t);
  for (const channel of ['positions', 'accounts']) {
    actors.snapshotRows[channel === 'accounts' ? 'money' : channel]?.push(row(7));
    const go = paused(actors);
    const asked = subscribe(peer, channel);
    await peer.pong();
    actors.move(1001, IN, OUT);
    go();
    t.match(await asked, { success: true });
    actors.happens({ login: 1002, account_seq: actors.newestSeq, parts: ['positions'] });
    await peer.request('ping');
    t.same(snapshots(peer), []);
    t.same(order(peer), []);
    t.match(peer.frames.at(-3), { data: { channel, group: MASK } }, 'it comes before the answer');
    peer.frames.length = 0;
  }
});

t.test('Rows that a slow client has not got yet are not sent after a move', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  for (let id = 1; id <= SOCKET_LIMITS.snapshotRows; id += 1) {
    const text = JSON.stringify({ id, login: 1001, comment: 'x'.repeat(1_000) });
    actors.snapshotRows.positions?.push([1001, IN, text]);
  }
  stall(peer);
  const id = peer.send('subscribe', { channel: 'positions', group: MASK });
  for (let n = 0; n < 50; n += 1) {
    harness.clock.advance(5);
    await turn();
  }
  actors.move(1001, IN, OUT);
  wake(peer);
  while (!peer.frames.some((frame) => frame.id === id)) {
    harness.clock.advance(1);
    await turn();
  }
  const parts = snapshots(peer).length;
  t.ok(parts > 0 && parts < SOCKET_LIMITS.snapshotRows / 500, `${parts} parts`);
  const [last] = peer.frames.slice(-2);
  t.same(last, { event: 'resubscribe', data: { channel: 'positions', group: MASK } });
});

t.test('Events of an account whose shard learns of its move later are of its group', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const left = await harness.staff(DESK);
  for (const one of [peer, left]) {
    await subscribe(one, 'positions', one === peer ? IN : OUT);
    await subscribe(one, 'deals', one === peer ? IN : OUT);
  }
  actors.move(1001, OUT, IN);
  for (const one of [peer, left]) await subscribe(one, 'positions', one === peer ? IN : OUT);
  const late = actors.happens({ group: OUT, parts: ['deals', 'positions'] });
  actors.happens({ parts: ['positions'] });
  for (const one of [peer, left]) await one.request('ping');
  t.same(order(peer), [`event ${late.seq}`, `event ${late.seq + 1}`]);
  t.same(order(left), []);
  const channels = [{ channel: 'deals', group: IN }];
  const away = await harness.staff(DESK);
  await away.request('resume', { after_seq: String(late.seq - 1), channels });
  t.same(order(away), [`event ${late.seq}`], 'in a resume, too');
});

t.test('A desk that was away resumes unless accounts were moved meanwhile', async (t) => {
  const { harness, actors } = await deskOf(t);
  const resume = async (channel: string) => {
    const peer = await harness.staff(DESK);
    const channels = [{ channel, group: MASK }];
    const { data } = await peer.request('resume', { after_seq: '1', channels });
    return [(data as { resumed: boolean }).resumed, ...order(peer)];
  };
  const happens = () => actors.happens({ parts: ['positions', 'deals'] });
  happens();
  happens();
  t.same(await resume('positions'), [true, 'event 2']);
  actors.move(1002, OUT, IN);
  happens();
  t.same(await resume('positions'), [false]);
  t.same(await resume('accounts'), [undefined], 'its rows are not resumed');
  t.same(await resume('deals'), [true, 'event 2', 'event 4'], 'deals have no rows');
});

t.test('A desk whose reach changes, or may have changed, subscribes again', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const away = await harness.staff(DESK);
  const resume = async (after_seq: string) => {
    const channels = [{ channel: 'positions', group: MASK }];
    return (await away.request('resume', { after_seq, channels })).data;
  };
  const demo = staffSession(DESK, { group_scope: [MASK] });
  for (const change of [
    () => actors.setSession(demo),
    () => actors.front.moved(null, actors.newestSeq),
  ]) {
    const { seq } = actors.happens({ parts: ['positions'] });
    t.match(await resume(String(seq)), { resumed: true });
    for (const channel of ['positions', 'accounts']) await subscribe(peer, channel);
    await peer.request('subscribe', { channel: 'accounts', logins: [1001, 1002] });
    peer.frames.length = 0;
    change();
    await peer.request('ping');
    const data = [
      { channel: 'accounts', group: MASK },
      { channel: 'accounts', logins: [1001, 1002] },
      { channel: 'positions', group: MASK },
    ];
    t.strictSame(new Set(ended(peer)), new Set(data));
    t.same(await resume(String(seq)), { resumed: false });
    actors.happens({ account_seq: actors.newestSeq, parts: [] });
  }
  await subscribe(peer, 'positions');
  peer.frames.length = 0;
  actors.setSession({ ...demo, expires_at: demo.expires_at + 1 });
  await peer.request('ping');
  t.same(ended(peer), [], 'not for a session that reaches the same');
  t.same(actors.followed, { masks: [], logins: [], positions: [] });
});

t.test('Money of a mask is live where it is known, else stored', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  actors.setSession(staffSession(DESK));
  for (const login of [1001, 1002]) {
    actors.snapshotRows.money?.push([login, IN, JSON.stringify({ login, balance: '5.00' })]);
  }
  const other = await harness.staff(DESK);
  await subscribe(other, 'accounts');
  actors.front.money(1002, IN, '{"login":1002,"balance":"6.00"}');
  t.match((await subscribe(peer, 'accounts')).data, { snapshot: [], seq: '0' });
  t.match(snapshots(peer), [
    {
      channel: 'accounts',
      group: 'demo\\*',
      rows: [
        { login: 1001, balance: '5.00' },
        { login: 1002, balance: '6.00' },
      ],
    },
  ]);
});

t.test('Money that was told before nobody followed the account is not shown again', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const other = await harness.staff(DESK);
  await subscribe(other, 'accounts', 'real\\*');
  await subscribe(peer, 'accounts');
  actors.front.money(1001, IN, '{"login":1001,"balance":"0.00"}');
  await peer.request('unsubscribe', { channel: 'accounts' });
  actors.front.money(1001, IN, '{"login":1001,"balance":"50.00"}');
  actors.snapshotRows.money?.push([1001, IN, '{"login":1001,"balance":"100.00"}']);
  await subscribe(peer, 'accounts');
  t.match(snapshots(peer).at(-1)?.rows, [{ login: 1001, balance: '100.00' }]);
});

t.test('Where accounts are is known from their shards again when any may be moved', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  actors.move(1001, OUT, IN);
  actors.front.moved(null, actors.newestSeq);
  await subscribe(peer, 'accounts');
  actors.front.money(1001, OUT, '{"login":1001}');
  actors.front.money(1002, IN, '{"login":1002}');
  harness.clock.advance(1_000);
  t.match((await peer.event('account_money')).data, { rows: [{ login: 1002 }] });
});

t.test('Nothing is kept of a desk that is closed while its rows are read', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  const kept = () => privateSize(harness.hub as object, '#staffEvents', '#following');
  const go = paused(actors);
  peer.send('subscribe', { channel: 'positions', group: MASK });
  await turnUntil('the read', () => kept() === 1);
  peer.ws.terminate();
  await turnUntil('the end of the socket', () => kept() === 0);
  go();
  for (let n = 0; n < 10; n += 1) await turn();
  t.equal(kept(), 0);
});

t.test('A desk whose events wait is told of no later seq', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  await subscribe(peer, 'deals');
  const go = paused(actors);
  const id = peer.send('subscribe', { channel: 'positions', group: MASK });
  await peer.pong();
  const { seq } = actors.happens({ parts: ['deals'] });
  harness.clock.advance(5_250);
  t.match((await peer.event('heartbeat')).data, { seq: String(seq - 1) });
  go();
  await peer.next((frame) => frame.id === id);
  t.same(order(peer), [`event ${seq}`]);
  harness.clock.advance(5_250);
  t.match((await peer.event('heartbeat')).data, { seq: String(seq) });
});
