// Prices over sockets, and answers that a socket gets.

import fc from 'fast-check';
import t from 'tap';
import { Replies } from '../../../../http/socket/connection/replies.js';
import { sessionOf } from '../../../support/memory-actors.js';
import { type Frame, type Peer, SocketHarness, TOKEN } from '../../../support/socket-harness.js';
import { test } from '../../routes/tags.js';

/** Changes are gathered for less than this. */
const GATHERED_MS = 10;

const rows = (frames: readonly Frame[]): unknown[] =>
  frames.filter(({ event }) => event === 'quotes').map(({ data }) => data);

for (const encoding of ['json', 'msgpack'] as const) {
  t.test(`Quotes come with the snapshot first, then as they change (${encoding})`, async (t) => {
    const { harness, actors, clock } = await SocketHarness.open(t);
    actors.quoted(1, 110_000, 110_020, 77);
    const peer = await harness.trader(TOKEN, { encoding });
    const symbols = ['eurusd', 'XAUUSD'];
    t.same((await peer.request('subscribe', { channel: 'quotes', symbols })).data, {
      channel: 'quotes',
      snapshot: [['EURUSD', '1.10000', '1.10020', 77, '1.10000', '1.10000', '1.10000']],
      unknown: [],
      seq: '0',
    });
    actors.quoted(3, 190_050, 190_080, 78);
    actors.quoted(2, 150_000, 150_010, 79);
    clock.advance(GATHERED_MS);
    const event = { event: 'quotes', data: [['XAUUSD', '1900.50', '1900.80', 78]] };
    t.same(await peer.event('quotes'), event);
    await peer.request('unsubscribe', { channel: 'quotes', symbols: ['XAUUSD'] });
    actors.quoted(3, 190_060, 190_090, 80);
    actors.quoted(1, 110_001, 110_021, 81);
    clock.advance(GATHERED_MS);
    t.same((await peer.event('quotes')).data, [['EURUSD', '1.10001', '1.10021', 81]]);
    await peer.request('unsubscribe', { channel: 'quotes' });
    actors.quoted(1, 110_000, 110_020, 82);
    clock.advance(GATHERED_MS);
    await peer.request('ping');
    t.equal(rows(peer.frames).length, 2);
  });
}

t.test('Each group sees its own prices, staff those of the symbol', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-with-markup', { login: 1002, group: 'demo\\wide' }));
  const plain = await harness.trader();
  const wide = await harness.trader('session-with-markup');
  const staff = await harness.staff('session-of-staff');
  for (const peer of [plain, wide, staff]) {
    await peer.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
  }
  actors.quoted(1, 110_000, 110_020, 5);
  clock.advance(GATHERED_MS);
  t.same((await plain.event('quotes')).data, [['EURUSD', '1.10000', '1.10020', 5]]);
  t.same((await staff.event('quotes')).data, [['EURUSD', '1.10000', '1.10020', 5]]);
  t.same((await wide.event('quotes')).data, [['EURUSD', '1.09990', '1.10030', 5]]);

  await t.test('an account that changes its group changes its prices', async (t) => {
    actors.setSession(sessionOf(TOKEN, { group: 'demo\\wide' }));
    actors.quoted(1, 110_010, 110_030, 6);
    clock.advance(GATHERED_MS);
    t.same((await plain.event('quotes')).data, [['EURUSD', '1.10000', '1.10040', 6]]);
  });

  await t.test('and symbols that its group is not offered do not exist', async (t) => {
    actors.setSession(sessionOf('session-of-real-one', { login: 1003, group: 'real\\standard' }));
    const real = await harness.trader('session-of-real-one');
    const symbols = ['XAUUSD', 'nothing'];
    const refused = await real.request('subscribe', { channel: 'quotes', symbols });
    t.match(refused, { code: 'trade.symbol_not_found', message: /XAUUSD/ });
    t.same(refused.data, { unknown: symbols });
    actors.quoted(1, 110_000, 110_020, 7);
    clock.advance(GATHERED_MS);
    await real.request('ping');
    t.same(rows(real.frames), [], 'a refused subscription follows nothing');
  });
});

test`One unknown symbol does not refuse a whole subscription: the answer names it`(async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t);
  actors.quoted(1, 110_000, 110_020, 4);
  const symbols = ['NOTHING', 'EURUSD', 'NOTHING', 'USDJPY'];
  const { success, data } = await peer.request('subscribe', { channel: 'quotes', symbols });
  t.ok(success);
  t.match(data, {
    unknown: ['NOTHING'],
    snapshot: [['EURUSD', '1.10000', '1.10020', 4, '1.10000', '1.10000', '1.10000']],
  });
  actors.quoted(2, 150_000, 150_010, 5);
  clock.advance(GATHERED_MS);
  t.same((await peer.event('quotes')).data, [['USDJPY', '150.000', '150.010', 5]]);
});

t.test('A snapshot has the open, high and low of the day at the prices of the group', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-with-markup', { login: 1002, group: 'demo\\wide' }));
  actors.quoted(1, 110_000, 110_020, 5);
  const row = actors.quote(1);
  actors.board.set(1, { ...row, open: 109_500_000, high: 111_000_000, low: 0 });
  for (const [token, day] of [
    [TOKEN, ['1.09500', '1.11000', null]],
    ['session-with-markup', ['1.09490', '1.10990', null]],
  ] as const) {
    const peer = await harness.trader(token);
    const filter = { channel: 'quotes', symbols: ['EURUSD'] };
    const { data } = await peer.request('subscribe', filter);
    t.same((data as { snapshot: unknown[][] }).snapshot[0]?.slice(4), day);
  }
});

t.test('A client that asks for a slower pace gets the newest at that pace', async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t);
  const slow = { channel: 'quotes', symbols: ['EURUSD', 'USDJPY'], max_rate_ms: 1000 };
  await peer.request('subscribe', slow);
  await peer.request('subscribe', { channel: 'quotes', symbols: ['XAUUSD'] });
  for (let n = 1; n <= 200; n += 1) {
    actors.quoted(1, 110_000 + n, 110_020 + n, n);
    actors.quoted(3, 190_000 + n, 190_030 + n, n);
    if (n === 100) actors.quoted(2, 150_000, 150_010, n);
    clock.advance(10);
  }
  await peer.request('ping');
  const all = rows(peer.frames) as [string, string, string, number][][];
  const times = (name: string) =>
    all.flatMap((frame) => frame.filter(([symbol]) => symbol === name).map((row) => row[3]));
  t.equal(times('XAUUSD').length, 200, 'every change of the one');
  t.same(times('EURUSD').length, 2, 'one a second of the other');
  clock.advance(1000);
  await peer.request('ping');
  t.equal((rows(peer.frames).at(-1) as number[][])[0]?.[3], 200, 'and its newest at last');
  t.same(times('USDJPY'), [100]);

  await t.test('asking again changes the pace', async (t) => {
    await peer.request('subscribe', { ...slow, symbols: ['EURUSD'], max_rate_ms: 0 });
    const before = rows(peer.frames).length;
    for (let n = 1; n <= 10; n += 1) {
      actors.quoted(1, 110_000 + n, 110_020 + n, n);
      clock.advance(10);
    }
    await peer.request('ping');
    t.equal(rows(peer.frames).length, before + 10);
  });
});

t.test('Without a pace every change comes, also those of one moment, in their order', async (t) => {
  const { actors, clock, peer } = await SocketHarness.withTrader(t);
  await peer.request('subscribe', { channel: 'quotes', symbols: ['EURUSD', 'XAUUSD'] });
  actors.quoted(1, 110_000, 110_020, 1);
  actors.quoted(3, 190_000, 190_030, 2);
  actors.quoted(1, 110_001, 110_021, 3);
  actors.quoted(1, 110_000, 110_020, 4);
  clock.advance(GATHERED_MS);
  const frame = (await peer.event('quotes')).data as [string, string, string, number][];
  t.same(
    frame.map(([symbol, , , time]) => [symbol, time]),
    [
      ['EURUSD', 1],
      ['XAUUSD', 2],
      ['EURUSD', 3],
      ['EURUSD', 4],
    ],
  );
});

/** Symbol and time of each row of quotes that came to it. */
const timesOf = ({ frames }: Peer): unknown[] =>
  (rows(frames) as [string, string, string, number][][])
    .flat()
    .map(([name, , , time]) => [name, time]);

t.test('Who comes while changes are gathered gets none that its snapshot holds', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const first = await harness.trader();
  const second = await harness.trader();
  const filter = { channel: 'quotes', symbols: ['EURUSD'] };
  await first.request('subscribe', filter);
  actors.quoted(1, 110_000, 110_020, 1);
  actors.quoted(1, 110_001, 110_021, 2);
  t.match((await second.request('subscribe', filter)).data, {
    snapshot: [['EURUSD', '1.10001', '1.10021', 2, '1.10001', '1.10001', '1.10001']],
  });
  actors.quoted(1, 110_002, 110_022, 3);
  clock.advance(GATHERED_MS);
  for (const peer of [first, second]) await peer.request('ping');
  const eurusd = (time: number) => ['EURUSD', time];
  t.same(timesOf(second), [3].map(eurusd));
  t.same(timesOf(first), [1, 2, 3].map(eurusd), 'and the others get each change once');
});

t.test('Who asks for further symbols misses no change, and others get none twice', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const other = await harness.trader();
  const peer = await harness.trader();
  await other.request('subscribe', { channel: 'quotes', symbols: ['EURUSD', 'USDJPY'] });
  await peer.request('subscribe', { channel: 'quotes', symbols: ['EURUSD'] });
  actors.quoted(1, 110_000, 110_020, 1);
  actors.quoted(1, 110_001, 110_021, 2);
  await peer.request('subscribe', { channel: 'quotes', symbols: ['USDJPY'] });
  actors.quoted(1, 110_002, 110_022, 3);
  clock.advance(GATHERED_MS);
  for (const one of [other, peer]) {
    await one.request('ping');
    t.same(
      timesOf(one),
      [1, 2, 3].map((time) => ['EURUSD', time]),
    );
  }
});

t.test('A trader follows the own positions, as the server values them', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  actors.positions = [{ id: 7, price_current: '1.10000', profit: '-1.00', margin: '110.01' }];
  const peer = await harness.trader();
  const { data } = await peer.request('subscribe', { channel: 'positions' });
  t.same(data, { channel: 'positions', snapshot: [[7, '1.10000', '-1.00']], seq: '0' });
  t.same(actors.followed, { masks: [], logins: [], positions: [1001] });
  const change = (...rows: unknown[]): void => {
    actors.front.positions(1001, JSON.stringify(rows));
    actors.front.positions(1002, JSON.stringify([[99, '1.00000', '0.00']]));
    actors.front.flush();
  };
  change([7, '1.10010', '0.00'], [8, '1.10010', '0.10']);
  change([7, '1.10020', '1.00']);
  clock.advance(GATHERED_MS);
  t.same((await peer.event('positions')).data, [
    [7, '1.10020', '1.00'],
    [8, '1.10010', '0.10'],
  ]);
  const late = await harness.trader();
  await late.request('subscribe', { channel: 'positions' });
  const { data: known } = await late.event('positions');
  t.equal((known as unknown[]).length, 2, 'a second one misses nothing');
  change([8], [7, '1.10000', '-1.00']);
  clock.advance(250);
  t.same((await peer.event('positions')).data, [[7, '1.10000', '-1.00']]);
  for (const one of [peer, late]) await one.request('unsubscribe', { channel: 'positions' });
  t.same(actors.followed.positions, []);
  const call = actors.call.bind(actors);
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  actors.call = async (...asked) => {
    await held;
    return call(...asked);
  };
  peer.send('subscribe', { channel: 'positions' });
  const left = peer.request('unsubscribe', { channel: 'positions' });
  await peer.pong();
  goOn();
  await left;
  t.same(actors.followed.positions, [], 'who leaves before the snapshot is there has left');
  const staff = await harness.staff('session-of-staff');
  const { code } = await staff.request('subscribe', { channel: 'positions' });
  t.equal(code, 'ok', 'for staff the name is that of events of positions');
});

t.test('A subscription names at most 256 symbols', async (t) => {
  const { peer } = await SocketHarness.withTrader(t);
  const ask = (count: number): Promise<Frame> =>
    peer.request('subscribe', { channel: 'quotes', symbols: Array(count).fill('EURUSD') });
  t.match(await ask(256), { success: true });
  t.match(await ask(257), { code: 'invalid_input', message: /symbols/ });
});

t.test('Bars come with a snapshot, then as they grow', async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const prices = { open: '1.10000', high: '1.10003', low: '1.09998', close: '1.10001' };
  const counts = { tick_volume: 3, real_volume: '0', spread: 20 };
  const stored = { time: '2026-11-20T10:00:00.000Z', ...prices, ...counts };
  const limits = { open: 110_000_000, high: 110_003_000, low: 109_998_000, close: 110_001_000 };
  actors.bars = async () => [
    { time: Date.parse(stored.time), ...limits, tick_volume: 3, spread: 20 },
  ];
  const peer = await harness.trader();
  const channel = { channel: 'bars', symbol: 'EURUSD', timeframe: 'm1' };
  const first = await peer.request('subscribe', channel);
  t.match(first.data, { channel: 'bars', snapshot: [stored], seq: '0' });
  actors.setSession(sessionOf('session-with-markup', { login: 1002, group: 'demo\\wide' }));
  const wide = await harness.trader('session-with-markup');
  const widened = {
    open: '1.09990',
    high: '1.09993',
    low: '1.09988',
    close: '1.09991',
    spread: 40,
  };
  const { data } = await wide.request('subscribe', channel);
  t.match(data, { snapshot: [{ ...stored, ...widened }] }, 'at the prices of its group');
  const staff = await harness.staff('session-of-staff');
  t.match((await staff.request('subscribe', channel)).data, { snapshot: [stored] });
  const minute = Date.UTC(2026, 10, 20, 10, 1);
  const grow = (close: number, time = minute, timeframe = 'm1', symbol_id = 1): void => {
    const price = { open: 110_000_000, high: 110_005_000, low: 109_995_000, close: close * 1000 };
    const bar = { symbol_id, timeframe, time, ...price, tick_volume: close % 10, spread: 20 };
    actors.front.bars([bar]);
    actors.front.flush();
  };
  grow(110_001);
  grow(110_002);
  grow(1, minute, 'm5');
  grow(2, minute, 'm1', 2);
  clock.advance(GATHERED_MS);
  const expected = {
    symbol: 'EURUSD',
    timeframe: 'm1',
    time: '2026-11-20T10:01:00.000Z',
    open: '1.10000',
    high: '1.10005',
    low: '1.09995',
    close: '1.10002',
    tick_volume: 2,
    real_volume: '0',
    spread: 20,
  };
  t.same(await peer.event('bar'), { event: 'bar', data: expected }, 'the newest of what it was');
  t.match((await wide.event('bar')).data, { close: '1.09992', high: '1.09995', spread: 40 });
  t.same((await staff.event('bar')).data, expected, 'to staff at the prices of the symbol');

  await t.test('a bar that ends is shown whole before the next one', async (t) => {
    grow(110_003);
    grow(110_004, minute + 60_000);
    clock.advance(GATHERED_MS);
    t.match((await peer.event('bar')).data, { close: '1.10003', time: expected.time });
    t.match((await peer.event('bar')).data, { close: '1.10004', time: '2026-11-20T10:02:00.000Z' });
  });

  await t.test('corrected bars are named to those who follow them', async (t) => {
    const span = { from: minute - 120_000, to: minute - 60_000 };
    actors.front.barsCorrected(2, [{ timeframe: 'm1', ...span }]);
    actors.front.barsCorrected(1, [
      { timeframe: 'm5', ...span },
      { timeframe: 'm1', ...span },
    ]);
    actors.front.flush();
    const [from, to] = ['2026-11-20T09:59:00.000Z', '2026-11-20T10:00:00.000Z'];
    const correction = { symbol: 'EURUSD', timeframe: 'm1', from, to };
    for (const one of [peer, wide]) t.same((await one.event('bars_corrected')).data, correction);
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'bars_corrected').length, 1);
  });

  await t.test('but not of a symbol that the group is offered no longer', async (t) => {
    actors.setSession(sessionOf(TOKEN, { group: 'demo\\none' }));
    grow(110_006, minute + 60_000);
    clock.advance(GATHERED_MS);
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'bar').length, 3);
    t.match(await peer.request('subscribe', channel), { code: 'trade.symbol_not_found' });
    actors.setSession(sessionOf(TOKEN));
    grow(110_007, minute + 60_000);
    clock.advance(GATHERED_MS);
    t.match((await peer.event('bar')).data, { close: '1.10007' }, 'until it is again');
    actors.setSession(sessionOf(TOKEN, { group: 'demo\\none' }));
  });

  await t.test('until the client has enough', async (t) => {
    t.match(await peer.request('unsubscribe', { channel: 'bars', symbol: 'EURUSD' }), {
      success: true,
    });
    actors.setSession(sessionOf(TOKEN));
    grow(110_005, minute + 60_000);
    clock.advance(GATHERED_MS);
    await peer.request('ping');
    t.equal(peer.frames.filter(({ event }) => event === 'bar').length, 4);
    const faults = [
      [{ ...channel, timeframe: 'm2' }, 'invalid_input'],
      [{ ...channel, symbol: 'NOPE' }, 'trade.symbol_not_found'],
      [{ channel: 'bars', symbol: 'EURUSD' }, 'invalid_input'],
    ] as const;
    for (const [fault, code] of faults) t.match(await peer.request('subscribe', fault), { code });
  });
});

t.test('Whatever finishes first, answers leave in the order of the requests', async (t) => {
  const kinds = fc.constantFrom('account' as const, 'front' as const, 'late' as const);
  const property = fc.property(
    fc.array(kinds, { maxLength: 40 }),
    fc.infiniteStream(fc.boolean()),
    (asked, coins) => {
      const sent: string[] = [];
      const replies = new Replies((text) => sent.push(String(text)), { underWay: 0 });
      const account: string[] = [];
      const late: (() => void)[] = [];
      const finishSome = (): void => {
        for (const coin of coins) {
          const step = coin ? account.shift() : late.shift();
          if (step === undefined) return;
          if (typeof step === 'string') replies.answered(step);
          else step();
        }
      };
      asked.forEach((kind, n) => {
        if (kind === 'account') {
          account.push(String(n));
          replies.expect(n);
        } else if (kind === 'front') replies.run((answer) => answer(String(n)), n);
        else replies.run((answer) => late.push(() => answer(String(n))), n);
        finishSome();
      });
      while (account.length + late.length > 0) {
        for (const text of account.splice(0)) replies.answered(text);
        for (const step of late.splice(0)) step();
      }
      const inOrder = sent.join() === asked.map((_, n) => String(n)).join();
      return inOrder && replies.waiting === 0 && replies.waitingBytes === 0;
    },
  );
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500 }));
});
