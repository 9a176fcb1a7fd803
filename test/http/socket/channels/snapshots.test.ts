// Snapshots of desks: the rows, then what they do not show, in order and once.

import t, { type Test } from 'tap';
import { SOCKET_LIMITS } from '../../../../http/socket/connection/clock.js';
import { done, refuse } from '../../../../wire/base/codes.js';
import type { MemoryActors } from '../../../support/memory-actors.js';
import { staffSession } from '../../../support/memory-actors.js';
import { privateSize } from '../../../support/private-size.js';
import {
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
  readonly group?: string;
  readonly login?: number;
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
  const harness = await SocketHarness.open(t);
  const { actors } = harness;
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
    actors.pictured[channel]?.push(row(7), row(8));
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
    return pending >= 0 ? (done(late) as never) : query(by, name, input);
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
    actors.pictured.positions?.push(row(id));
    actors.pictured.money?.push(row(id, id));
  }
  await subscribe(peer, 'orders');
  const refused = await subscribe(peer, 'positions');
  t.match(refused, {
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
    actors.pictured.positions?.push([1001, IN, text]);
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
  const told = Array.from({ length: actors.newestSeq }, (_, n) => `event ${n + 1}`);
  t.same([...order(peer), ...order(again)], told);
});

t.test('Deals begin with the number that is answered', async (t) => {
  const { actors, peer } = await deskOf(t);
  actors.happens({ parts: ['deals'] });
  t.match((await subscribe(peer, 'deals')).data, { snapshot: null, seq: '1' });
  actors.happens({ parts: ['deals'] });
  await peer.request('ping');
  t.same(order(peer), ['event 2']);
});

t.test('An account that is moved into a mask, or out of it, is shown', async (t) => {
  const { actors, harness, peer } = await deskOf(t);
  for (const channel of ['positions', 'orders']) await subscribe(peer, channel);
  actors.pictured.positions?.push(row(7), row(8, 1002));
  await subscribe(peer, 'accounts');
  actors.front.money(1002, IN, '{"login":1002}');
  harness.clock.advance(1_000);
  await peer.event('account_money');
  peer.frames.length = 0;

  await t.test('with what it has', async (t) => {
    actors.move(1001, OUT, IN);
    actors.front.money(1001, OUT, '{"login":1001}');
    await turnUntil('rows', () => snapshots(peer).length >= 2);
    t.match(snapshots(peer), [
      { channel: 'positions', login: 1001, rows: [{ id: 7 }], seq: '1' },
      { channel: 'orders', login: 1001, rows: [], seq: '1' },
    ]);
    harness.clock.advance(1_000);
    const { data } = await peer.event('account_money');
    t.match(data, { rows: [{ login: 1001 }] });
  });

  await t.test('and without rows when it has left', async (t) => {
    peer.frames.length = 0;
    actors.move(1002, IN, OUT);
    actors.happens({ login: 1002, group: OUT, account_seq: 1, parts: ['positions'] });
    await turnUntil('frames', () => snapshots(peer).length >= 3);
    for (const channel of ['accounts', 'positions', 'orders']) {
      const found = snapshots(peer).find((one) => one.channel === channel);
      t.match(found, { login: 1002, rows: [] });
    }
    t.same(order(peer), [], 'its events are not shown');
  });

  await t.test('also to a desk that was away meanwhile', async (t) => {
    const away = await harness.staff(DESK);
    const channels = [{ channel: 'positions', group: 'demo\\*' }];
    const resume = async (after_seq: number) =>
      (await away.request('resume', { after_seq: String(after_seq), channels })).data;
    t.match(await resume(1), { resumed: true });
    t.match(snapshots(away).at(-1), { channel: 'positions', login: 1002, rows: [] });
    actors.happens({ login: 1003, account_seq: 1, group: IN, parts: ['orders'] });
    away.frames.length = 0;
    t.match(await resume(actors.newestSeq), { resumed: true });
    t.same(snapshots(away), [], 'and no more what it was shown');
    const deals = await harness.staff(DESK);
    const only = [{ channel: 'deals', group: 'demo\\*' }];
    const asked = { after_seq: '1', channels: only };
    t.match((await deals.request('resume', asked)).data, { resumed: true }, 'deals are history');
  });

  await t.test('a move elsewhere concerns nobody', async (t) => {
    peer.frames.length = 0;
    actors.move(1003, OUT, 'real\\other');
    await peer.request('ping');
    t.same(snapshots(peer), []);
  });
});

t.test('Events behind a move wait until the account is shown', async (t) => {
  const { actors, peer } = await deskOf(t);
  await subscribe(peer, 'positions');
  actors.pictured.positions?.push(row(7));
  const go = paused(actors);
  actors.happens({ login: 1002, account_seq: 1, parts: ['positions'] });
  actors.move(1001, OUT, IN);
  actors.happens({ login: 1002, account_seq: 2, parts: ['positions'] });
  await peer.pong();
  t.same(order(peer), ['event 1']);
  go();
  await turnUntil('the events', () => order(peer).length >= 3);
  t.same(order(peer), ['event 1', 'row 7', 'event 3']);
});

t.test(
  'Each of several moved accounts is shown between the events before and behind',
  async (t) => {
    const { actors, peer } = await deskOf(t);
    await subscribe(peer, 'positions');
    actors.pictured.positions?.push(row(7), row(9, 1003));
    const go = paused(actors);
    actors.move(1001, OUT, IN);
    const between = actors.happens({ login: 1002, account_seq: 1 });
    actors.move(1003, OUT, IN);
    const behind = actors.happens({ login: 1003, account_seq: 1 });
    go();
    await turnUntil('the events', () => order(peer).length >= 4);
    t.same(order(peer), ['row 7', `event ${between.seq}`, 'row 9', `event ${behind.seq}`]);
  },
);

t.test('An account whose shard learns of its move later is shown again', async (t) => {
  const { actors, peer } = await deskOf(t);
  await subscribe(peer, 'positions');
  await subscribe(peer, 'deals', 'real\\*');
  actors.pictured.positions?.push(row(7));
  actors.move(1001, OUT, IN);
  await turnUntil('the move', () => snapshots(peer).length >= 2);
  const late = actors.happens({ group: OUT, parts: ['deals', 'positions'] });
  await turnUntil('what the event changed', () => snapshots(peer).length >= 3);
  t.match(snapshots(peer).at(-1), { login: 1001, rows: [{ id: 7 }], seq: String(late.seq) });
  t.same(order(peer).slice(-2), [`event ${late.seq}`, 'row 7']);
  actors.happens({ parts: ['positions'] });
  actors.happens({ group: OUT, parts: ['positions'] });
  await peer.request('ping');
  t.equal(snapshots(peer).length, 3, 'once it knows, its events are right');
});

t.test('An account that the database has moved on among followed groups is shown', async (t) => {
  const { actors, peer } = await deskOf(t);
  actors.groups = [{ path: IN }, { path: 'demo\\other' }, { path: OUT }] as never;
  await subscribe(peer, 'positions');
  actors.pictured.positions?.push([1001, 'demo\\other', JSON.stringify({ id: 7, login: 1001 })]);
  actors.move(1001, OUT, IN);
  actors.move(1001, IN, 'demo\\other');
  await peer.request('ping');
  t.match(snapshots(peer).at(-1), { login: 1001, rows: [{ id: 7 }] });
});

t.test('A desk whose reach changes, or may have changed, is shown everything again', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  actors.happens({ parts: ['positions'] });
  actors.pictured.positions?.push(row(7));
  actors.pictured.money?.push([1001, IN, '{"login":1001}']);
  const away = await harness.staff(DESK);
  const resume = async () => {
    const channels = [{ channel: 'positions', group: 'demo\\*' }];
    return (await away.request('resume', { after_seq: '1', channels })).data;
  };
  for (const channel of ['positions', 'accounts']) await subscribe(peer, channel);
  t.match(await resume(), { resumed: true });
  const again = async (change: () => void) => {
    peer.frames.length = 0;
    change();
    await peer.request('ping');
    t.match(snapshots(peer), [
      { channel: 'accounts', group: 'demo\\*', rows: [{ login: 1001 }] },
      { channel: 'positions', group: 'demo\\*', rows: [{ id: 7 }] },
    ]);
    t.same(await resume(), { resumed: false }, 'who was away begins again');
  };
  const demo = staffSession(DESK, { group_scope: ['demo\\*'] });
  await again(() => actors.setSession(demo));
  actors.happens({ parts: ['positions'] });
  await again(() => actors.front.moved(null, actors.newestSeq));
  peer.frames.length = 0;
  actors.setSession({ ...demo, expires_at: demo.expires_at + 1 });
  await peer.request('ping');
  t.same(snapshots(peer), [], 'not for a session that reaches the same');
});

t.test('A deleted account vanishes', async (t) => {
  const { actors, peer } = await deskOf(t);
  actors.pictured.money?.push([1001, IN, '{"login":1001}']);
  await subscribe(peer, 'accounts');
  actors.front.accounts([{ login: 1001, group: null }]);
  actors.front.moved([{ login: 1001, from: { group: IN, hidden: false }, to: null }], 1);
  await peer.request('ping');
  t.match(snapshots(peer).at(-1), { channel: 'accounts', login: 1001, rows: [] });
});

t.test(
  'A desk for which too many accounts are moved at once is closed, and begins again',
  async (t) => {
    const { actors, peer } = await deskOf(t);
    await subscribe(peer, 'positions');
    const go = paused(actors);
    for (let login = 1; login <= 300; login += 1) actors.move(login, IN, OUT);
    go();
    t.match(await peer.closed, { code: 4009 });
  },
);

t.test(
  'Of moves the newest ten thousand are kept, and older ones may concern anybody',
  async (t) => {
    const { harness, actors } = await deskOf(t);
    for (let login = 1; login <= 10_010; login += 1) {
      actors.move(login, OUT, 'real\\other');
      actors.happens({ login: 20_000, account_seq: login, parts: ['deals'] });
    }
    const resume = async (after_seq: string) => {
      const channels = [{ channel: 'positions', group: 'demo\\*' }];
      const peer = await harness.staff(DESK);
      return (await peer.request('resume', { after_seq, channels })).data;
    };
    t.match(await resume('20'), { resumed: true });
    t.same(await resume('18'), { resumed: false });
  },
);

t.test('Money of a mask is live where it is known, else stored', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  actors.setSession(staffSession(DESK));
  for (const login of [1001, 1002]) {
    actors.pictured.money?.push([login, IN, JSON.stringify({ login, balance: '5.00' })]);
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
  actors.pictured.money?.push([1001, IN, '{"login":1001,"balance":"100.00"}']);
  await subscribe(peer, 'accounts');
  t.match(snapshots(peer).at(-1)?.rows, [{ login: 1001, balance: '100.00' }]);
});

t.test('Where accounts are is known from their shards again when any may be moved', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  await subscribe(peer, 'accounts');
  actors.move(1001, OUT, IN);
  actors.front.moved(null, actors.newestSeq);
  actors.front.money(1001, OUT, '{"login":1001}');
  actors.front.money(1002, IN, '{"login":1002}');
  harness.clock.advance(1_000);
  t.match((await peer.event('account_money')).data, { rows: [{ login: 1002 }] });
});

t.test('When all masks are shown again, each is sent before the next is read', async (t) => {
  const { actors, peer } = await deskOf(t);
  for (const channel of ['positions', 'orders']) {
    for (const mask of ['demo\\*', '*']) await subscribe(peer, channel, mask);
  }
  const { query } = actors;
  let reads = 0;
  actors.query = async (by, name, input) => {
    const before = 4 + reads;
    reads += 1;
    await turnUntil('what was read before', () => snapshots(peer).length === before);
    return query(by, name, input);
  };
  actors.front.moved(null, actors.newestSeq);
  await turnUntil('all masks', () => snapshots(peer).length === 8);
  t.equal(reads, 4);
});

t.test('Nothing is kept of a desk that is closed while it is shown its masks', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  for (const channel of ['positions', 'orders']) await subscribe(peer, channel);
  const kept = () => privateSize(harness.hub as object, '#staffEvents', '#following');
  const go = paused(actors);
  actors.front.moved(null, actors.newestSeq);
  t.equal(kept(), 1);
  peer.ws.terminate();
  await turnUntil('the end of the socket', () => kept() === 0);
  go();
  for (let n = 0; n < 10; n += 1) await turn();
  t.equal(kept(), 0);
});

t.test('A desk whose events wait is told of no later seq', async (t) => {
  const { harness, actors, peer } = await deskOf(t);
  await subscribe(peer, 'positions');
  const { call } = actors;
  let answer = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  actors.call = async (...asked) => {
    await waits;
    return call(...asked);
  };
  const id = peer.send('subscribe', { channel: 'accounts', logins: [1001] });
  await peer.pong();
  actors.move(1002, OUT, IN);
  const { seq } = actors.happens({ parts: ['positions'] });
  harness.clock.advance(5_250);
  t.match((await peer.event('heartbeat')).data, { seq: String(seq - 1) });
  answer();
  const answered = await peer.next((frame) => frame.id === id);
  t.match(answered.data, { seq: String(seq - 1) });
  await turnUntil('the event', () => order(peer).length > 0);
  harness.clock.advance(5_250);
  t.match((await peer.event('heartbeat')).data, { seq: String(seq) });
});
