// The main job on a server process: a trader's days, what is watched for him, and a clean stop.

import t from 'tap';
import { pathsOf } from '../../actors/folder/folder.js';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { openReader } from '../../storage/database/database.js';
import { Log } from '../../storage/log/log.js';

import type { Execution } from '../support/client/shapes.js';
import { now } from '../support/clock.js';
import { until } from '../support/guard.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { begin, STEPS } from './day.js';

/** Orders that are under way when the server is told to stop. */
const ORDERS = countOf({ test: 100, deep: 500, soak: 500 });
const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };

const data = t.testdir();
const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
t.teardown(() => server.kill());

t.test('A day of a trader, seen by staff', async (t) => {
  for (const encoding of ['json', 'msgpack'] as const) {
    const day = await begin(t, server, encoding);
    for (const [title, step] of STEPS) {
      await t.test(`${title} (${encoding})`, (t) => step(t, day));
    }
    await day.trader.socket.close();
    await day.desk.close();
  }
});

const HOPS = ['front', 'queue', 'shard', 'log', 'commit', 'answer', 'total'];

/** Of how many orders `/metrics` tells how long each hop took, and of how long in all. */
const hopsOf = async (
  one: ServerProcess,
): Promise<Record<string, { count: number; sum: number }>> => {
  const text = await (await fetch(one.url('/metrics'))).text();
  const metric = (member: string, hop: string): number =>
    Number(new RegExp(`^brokerd_order_seconds_${member}{hop="${hop}"} (.*)$`, 'm').exec(text)?.[1]);
  return Object.fromEntries(
    HOPS.map((hop) => [hop, { count: metric('count', hop), sum: metric('sum', hop) }]),
  );
};

t.test('In a netting group orders add up to one position', async (t) => {
  const before = await hopsOf(server);
  const trader = await server.openAccount({ group: 'demo\\netting' });
  await server.quote('EURUSD', '1.10000', '1.10000');
  const order = { kind: 'open', symbol: 'EURUSD' };
  t.equal((await trader.trade({ ...order, side: 'buy', volume: '0.1' })).code, 'ok');
  await server.quote('EURUSD', '1.10100', '1.10100');
  t.equal((await trader.trade({ ...order, side: 'buy', volume: '0.1' })).code, 'ok');
  const grown = (await trader.snapshot()).positions;
  t.hasStrict(grown, [{ side: 'buy', volume: '0.2', price_open: '1.10050000' }]);
  t.equal((await trader.trade({ ...order, side: 'sell', volume: '0.3' })).code, 'ok');
  const turned = await trader.socket.take<Execution>('deal', ({ data }) =>
    data.deals.some(({ entry }) => entry === 'inout'),
  );
  t.hasStrict(turned.data.deals, [{ volume: '0.3', volume_closed: '0.2', profit: '10.00' }]);
  const { positions, money } = await trader.snapshot();
  t.hasStrict(positions, [
    { id: grown[0]?.id, side: 'sell', volume: '0.1', price_open: '1.10100000' },
  ]);
  t.hasStrict(money, { balance: '1010.00', margin: '110.10' });
  const after = await hopsOf(server);
  const counts = Object.entries(after).map(([hop, { count }]) => count - (before[hop]?.count ?? 0));
  t.same(counts, Array(7).fill(3), 'each hop of the three orders is timed');
});

t.test('The hops of orders together are all their time', async (t) => {
  const { total, ...hops } = await hopsOf(server);
  const together = Object.values(hops).reduce((sum, one) => sum + one.sum, 0);
  t.ok(Math.abs(together - (total?.sum ?? 0)) < 1e-6, `${together} s`);
  const empty = Object.values(hops).filter(({ sum }) => sum <= 0);
  t.same(empty, []);
});

const enter = async (): Promise<Trader> => {
  await server.quote('EURUSD', '1.10000', '1.10010');
  return server.openAccount({ deposit: '10000' });
};

t.test('A trailing stop follows the market and closes where it stands', async (t) => {
  const trader = await enter();
  const { data: opened } = await trader.trade({ kind: 'open', ...EURUSD, trail_pts: 50 });
  t.match((await trader.snapshot()).positions, [{ sl: '1.09950', trail_pts: 50 }]);
  await server.quote('EURUSD', '1.10100', '1.10110');
  const moved = await trader.caused('trail', 'position');
  t.match(moved.data.positions, [{ id: opened.position_id, sl: '1.10050', trail_pts: 50 }]);
  await server.quote('EURUSD', '1.10060', '1.10070');
  t.match((await trader.snapshot()).positions, [{ sl: '1.10050' }], 'it does not go back');
  await server.quote('EURUSD', '1.10045', '1.10055');
  const closed = await trader.dealt('sl');
  t.match(closed.data.deals, [{ position_id: opened.position_id, comment: 'sl 1.10050' }]);
  t.same((await trader.snapshot()).positions, []);
});

t.test('Of a pair of orders one cancels the other, over REST and sockets', async (t) => {
  const trader = await enter();
  const stop = { kind: 'pending', ...EURUSD, order_kind: 'stop', price: '1.10100' };
  const { data: above } = await trader.trade(stop);
  const below = { ...stop, side: 'sell', price: '1.09900', oco_order_id: above.order_id };
  const { data: other } = await trader.trade(below);
  t.match((await trader.snapshot()).orders, [
    { id: above.order_id, oco_order_id: other.order_id },
    { id: other.order_id, oco_order_id: above.order_id },
  ]);
  t.equal((await trader.trade(below)).code, 'trade.order_changed', 'a pair is of two');
  await server.quote('EURUSD', '1.10090', '1.10100');
  await trader.dealt('client');
  const ended = await trader.caused('oco', 'order');
  t.match(ended.data.orders, [{ id: other.order_id, state: 'canceled' }]);
  t.same((await trader.snapshot()).orders, []);
  t.same(trader.socket.gaps, []);
});

t.test('A lifetime ends by itself, and not before its time', async (t) => {
  const trader = await enter();
  const limit = { kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' };
  let aheadMs = 100;
  const expiresAt = await until('an order with a lifetime', async () => {
    aheadMs *= 2;
    const at = now() + aheadMs;
    const times = { expiration: 'specified', expires_at: new Date(at).toISOString() };
    return (await trader.trade({ ...limit, ...times })).code === 'ok' && at;
  });
  const ended = await trader.caused('expiration', 'order');
  const { orders, time } = ended.data;
  t.equal(orders[0]?.state, 'expired');
  t.ok(Date.parse(time) >= expiresAt, `${time}, not ${expiresAt}`);
});

t.test(
  'A server told to stop twice under load brings its database to the end of its log',
  async (t) => {
    const trader = await enter();
    const wish = { kind: 'open', ...EURUSD, volume: '0.01' };
    const asked = Array.from({ length: ORDERS }, () => trader.trade(wish).catch(() => undefined));
    await asked[0];
    server.process.kill('SIGTERM');
    await server.record('stopping');
    t.same(await server.stop(), { code: 0, signal: null });
    await Promise.all(asked);
    const log = Log.open(pathsOf(data).log);
    const db = openReader(pathsOf(data).database);
    t.equal(readCheckpoint(db).seq, log.head().seq);
    db.close();
    log.close();
  },
);
