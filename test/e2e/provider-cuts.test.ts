// A provider whose connection is cut at every point of an order's way, under load; the server, the
// gateways' thread or a shard is lost there, too. Afterwards each fill is booked once (safety D11).

import t, { type Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { shardOf } from '../../actors/shared/shard-of.js';
import { openReader } from '../../storage/database/database.js';
import { type Cut, CutProxy } from '../support/cut-proxy.js';
import { until } from '../support/guard.js';
import { type Manner, OrderProvider, OURS, THEIRS } from '../support/order-provider.js';
import { countOf, RUN } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import { dealsIn } from '../support/stored-rows.js';
import { OrdersInFlight } from './orders-in-flight.js';
import { covered, ProviderTrader, sumOf, UNITS } from './provider-load.js';

const ROUNDS = countOf({ test: 1, deep: 5, soak: 100 });
const SHARDS = 2;
const ACCOUNTS = 8;
/** So many orders are in flight when the connection is cut first. */
const LOAD = 2;

const cut = (to: Cut['to'], passes: Cut['passes'], ...shows: string[]): Cut => ({
  to,
  passes,
  shows,
});
const BEFORE_SEND = cut('provider', 'nothing', '35=D');
const FILL_IN_FLIGHT = cut('server', 'nothing', '150=F');

/** Each point, and the cuts that lead to it; `npm test` has the first ones. */
const POINTS: readonly (readonly [string, ...Cut[]])[] = [
  ['while a fill is in flight', FILL_IN_FLIGHT],
  ['when an order is sent and not acknowledged', cut('server', 'nothing', '150=0')],
  ['within an order', cut('provider', 'half', '35=D')],
  ['when a cancel is done and not acknowledged', cut('server', 'nothing', '150=4')],
  ['within reports that are sent again', FILL_IN_FLIGHT, cut('server', 'half', '43=Y')],
  ['before an order is sent', BEFORE_SEND],
  ['within a report', cut('server', 'half', '35=8')],
  ['when it is acknowledged', cut('server', 'all', '150=0')],
  ['after a partial fill', cut('server', 'all', '150=F', '39=1')],
  ['while a cancel is on its way', cut('provider', 'nothing', '35=F')],
  ['while a change is on its way', cut('provider', 'nothing', '35=G')],
  ['when a change is done and not acknowledged', cut('server', 'nothing', '150=5')],
  ['at the logon', FILL_IN_FLIGHT, cut('provider', 'nothing', '35=A')],
  ['when the logon is answered', BEFORE_SEND, cut('server', 'nothing', '35=A')],
  ['after the logon', FILL_IN_FLIGHT, cut('server', 'all', '35=A')],
  ['when a resend is asked for', FILL_IN_FLIGHT, cut('provider', 'nothing', '35=2')],
  ['within orders that are sent again', BEFORE_SEND, cut('provider', 'half', '43=Y')],
];
const CUTS = countOf({ test: 3, deep: POINTS.length, soak: POINTS.length });
/** In each round the server is killed at so many points, the next ones in turn. */
const KILLS = countOf({ test: 1, deep: 4, soak: POINTS.length });

/** In long runs each process fails once: the thread that sends, that books, that reports. */
const FAILPOINTS = ['gateways.request:60', 'gateways.report:10', 'shard.0.request:40'];

const data = t.testdir();
const provider = await OrderProvider.open();
const inFlight = new OrdersInFlight();
const proxy = await CutProxy.open(provider.port, inFlight.seen);
let starts = 0;
const start = async (): Promise<ServerProcess> => {
  const BROKERD_FAILPOINT = FAILPOINTS[starts % FAILPOINTS.length] as string;
  const env = RUN === 'test' ? {} : { BROKERD_FAILPOINT };
  starts += 1;
  const args = ['--shards', String(SHARDS)];
  const one = await ServerProcess.start({ data, args, env });
  t.teardown(() => one.kill());
  return one;
};
let server = await start();
t.teardown(() => {
  proxy.close();
  provider.close();
});

/** What the provider does with one market order after the other; limit orders wait. */
const MANNERS: readonly Manner[] = ['fill', 'parts', 'fill', 'silent', 'parts', 'fill', 'parts'];
let orders = 0;
provider.manner = ({ type }) => {
  orders += 1;
  return type === '2' ? 'rest' : (MANNERS[orders % MANNERS.length] as Manner);
};

await server.quote('EURUSD', '1.10000', '1.10010');
await server.quote('GBPUSD', '1.10000', '1.10010');
const staff = await server.staff();
const { data: gateway } = await staff.post<{ id: number }>('/gateways', {
  name: 'Bank',
  server: `127.0.0.1:${proxy.port}`,
  reconnect_sec: 1,
  params: [
    { key: 'SenderCompID', value: OURS },
    { key: 'TargetCompID', value: THEIRS },
    { key: 'Limit Orders Coverage Mode', value: 'Gateway' },
    { key: 'Order Placement Timeout', value: '1' },
  ],
});
const rule = { name: 'Cover', position: 1, action: 'gateway', dealers: [gateway.id] };
await staff.post('/routing', rule);
const traders: ProviderTrader[] = [];
const shards = new Set<number>();
while (traders.length < ACCOUNTS) {
  const trader = await server.openAccount({ deposit: '1000000' });
  traders.push(new ProviderTrader(trader, traders.length));
  shards.add(shardOf(trader.login, SHARDS));
}
t.equal(shards.size, SHARDS, 'there are accounts on each shard');

const online = () =>
  until('the gateway', async () => {
    const { data } = await (await server.staff()).get<{ state: string }[]>('/gateways/statuses');
    return data[0]?.state === 'online';
  });

/** All accounts trade while `act` goes on; then all is settled, and both sides hold the same. */
const trading = async (t: Test, act: (t: Test) => Promise<void>): Promise<void> => {
  await online();
  for (const one of traders) one.start();
  await until('orders of all accounts', () => traders.every(({ asked }) => asked.length > 0));
  await act(t);
  await Promise.all(traders.map((one) => one.stop()));
  await online();
  await Promise.all(traders.map((one) => one.settle((id) => provider.fillRest(id))));
  await until('the answers to all that was sent', () => inFlight.count === 0);
  const held = await Promise.all(traders.map((one) => one.held()));
  t.same(sumOf(held.flatMap((one) => Object.entries(one))), covered(provider));
};

/** Cuts the connection while orders are in flight, first of all when there are several. */
const cutAll = async (t: Test, cuts: readonly Cut[]): Promise<void> => {
  for (const [at, one] of cuts.entries()) {
    // What passes with the cut may end one.
    let count = 0;
    await proxy.cutAt(one, () => {
      count = inFlight.count;
      return at > 0 || count >= LOAD;
    });
    t.ok(count > 0, `orders are in flight at cut ${at + 1}`);
  }
};

/** Kills the server when the connection has been cut there, and starts it again. */
const killAt = async (t: Test, cuts: readonly Cut[]): Promise<void> => {
  await cutAll(t, cuts);
  await server.kill();
  server = await start();
  await server.quote('EURUSD', '1.10000', '1.10010');
  await server.quote('GBPUSD', '1.10000', '1.10010');
  await Promise.all(traders.map((one) => one.follow(server)));
};

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [where, ...cuts] of POINTS.slice(0, CUTS)) {
    t.test(`The connection is cut ${where}`, (t) => trading(t, (t) => cutAll(t, cuts)));
  }
  for (let n = 0; n < KILLS; n += 1) {
    const [where, ...cuts] = POINTS[(round * KILLS + n) % POINTS.length] as (typeof POINTS)[number];
    t.test(`The server is killed ${where}`, (t) => trading(t, (t) => killAt(t, cuts)));
  }
}

t.test('Each fill of the provider is one deal, and no id was used for two orders', async (t) => {
  t.equal((await server.stop()).code, 0);
  t.match(verify(data), { ok: true });
  const placed = provider.received.filter(({ type, isPossDup }) => type === 'D' && !isPossDup);
  const ids = placed.map(({ clientId }) => clientId);
  t.equal(new Set(ids).size, ids.length);
  const db = openReader(pathsOf(data).database);
  const dealt = new Map<string, number>();
  const executions = new Set<string>();
  for (const { order_id, volume, gateway_id, external_id } of dealsIn(db)) {
    if (gateway_id === 0) continue;
    const id = String(order_id);
    dealt.set(id, (dealt.get(id) ?? 0) + Math.round(volume / (1e8 / UNITS)));
    t.notOk(
      executions.has(`${id} ${external_id}`),
      `execution ${external_id} of ${id} is one deal`,
    );
    executions.add(`${id} ${external_id}`);
  }
  db.close();
  const filled = [...new Set(provider.orders.values())]
    .filter((order) => order.filled > 0)
    .map((order) => [order.firstId, order.filled] as const);
  t.same(Object.fromEntries(dealt), Object.fromEntries(filled));
});
