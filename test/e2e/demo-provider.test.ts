// The demo provider in a server: its prices and orders, its restarts, and its end with the server.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readMetrics } from '../../bench/measure/metrics.js';
import { openMailHost } from '../actors/desk/mail/servers.js';
import type { Execution } from '../support/client/shapes.js';
import { until } from '../support/guard.js';
import { metricFaults, noPromtool } from '../support/promtool.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';
import { Trader } from '../support/trader.js';
import { ownAdministrator, ownPlatform } from './first-trade.js';

const DAY_MS = 86_400_000;
const GATEWAY_UP = 'brokerd_gateway_up{gateway="Demo provider"}';
const FEED_UP = 'brokerd_market_feed_up{feed="Demo provider"}';

interface Connection {
  readonly id: number;
  readonly updated_at: string;
  readonly params: readonly { readonly key: string; readonly value: string }[];
  readonly name: string;
  readonly server: string;
  readonly enabled: boolean;
}

const started = async (t: Test, options: StartOptions = {}): Promise<ServerProcess> => {
  const server = await ServerProcess.start({ prices: 'demo', ...options });
  t.teardown(() => server.kill());
  return server;
};

/** The records of the demo provider: its datafeed and its gateway. */
const records = async (server: ServerProcess): Promise<Connection[]> => {
  const staff = await server.staff();
  const lists = await Promise.all(
    ['/datafeeds', '/gateways'].map((path) => staff.get<Connection[]>(path)),
  );
  return lists.flatMap(({ data }) => data).filter(({ name }) => name === 'Demo provider');
};

/** Waits until the demo market, the provider's datafeed and its gateway are online. */
const online = async (server: ServerProcess): Promise<void> => {
  const staff = await server.staff();
  await until('the feeds and the gateway', async () => {
    const lists = await Promise.all(
      ['/datafeeds', '/gateways'].map((path) => staff.get<{ state: string }[]>(`${path}/statuses`)),
    );
    const all = lists.flatMap(({ data }) => data);
    return all.length === 3 && all.every(({ state }) => state === 'online');
  });
};

const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };
const LIMIT = { ...EURUSD, kind: 'pending', order_kind: 'limit', price: '0.50000' };

/** An account whose orders go to the provider. */
const account = (server: ServerProcess): Promise<Trader> =>
  server.openAccount({ group: 'real\\provider' });

/** The state of an order as its trader is told. */
const stateOf = async (trader: Trader, id: number): Promise<string | undefined> =>
  (await trader.snapshot()).orders.find((order) => order.id === id)?.state;

/** Places an order that rests at the provider; its id. */
const rested = async (trader: Trader): Promise<number> => {
  const { data } = await trader.trade(LIMIT);
  await until('the order rests', async () => (await stateOf(trader, data.order_id)) === 'placed');
  return data.order_id;
};

/** Cancels an order, which the provider has to know. */
const canceled = async (trader: Trader, order_id: number): Promise<void> => {
  await trader.trade({ kind: 'pending_cancel', order_id });
  await until('the cancel', async () => (await stateOf(trader, order_id)) === undefined);
};

t.test('The demo provider fills orders of its group, through its failure and a kill', async (t) => {
  const data = t.testdir();
  const env = { BROKERD_FAILPOINT: 'demo_provider.asked:1' };
  let server = await started(t, { data, env });
  t.match(await records(server), [{ enabled: true }, { enabled: true }]);
  await online(server);
  let trader = await account(server);
  const back = async (): Promise<void> => {
    trader = await Trader.signIn(server, trader.login, trader.password);
  };
  const filled = async (): Promise<void> => {
    t.equal((await trader.trade({ ...EURUSD, kind: 'open' })).data.status, 'queued');
    const { data: dealt } = await trader.socket.take<Execution>('deal');
    const explained = await (await server.staff()).get(`/deals/${dealt.deals[0]?.id}/explain`);
    t.match(explained, { data: { gateway: { name: 'Demo provider' } } });
  };

  const failed = await rested(trader);
  t.equal((await readMetrics(server)).get('brokerd_thread_up{thread="demo_provider"}'), 0);
  await server.record('the demo provider thread is back');
  await online(server);
  t.equal(await stateOf(trader, failed), 'placed', 'it is started again where it was');
  await canceled(trader, failed);
  await filled();

  const killed = await rested(trader);
  await server.kill();
  server = await started(t, { data });
  await online(server);
  await back();
  t.equal(await stateOf(trader, killed), 'placed');
  await canceled(trader, killed);
  await filled();
  await t.test('Metrics name each feed and gateway', async (t) => {
    const metrics = await readMetrics(server);
    t.same([metrics.get(GATEWAY_UP), metrics.get(FEED_UP)], [1, 1]);
    t.ok((metrics.get('brokerd_gateway_fills_total{gateway="Demo provider"}') ?? 0) > 0);
  });
  await t.test('promtool finds no fault in the metrics', { skip: noPromtool }, async (t) => {
    t.equal(await metricFaults(server.url('/metrics')), '');
  });
  await t.test('A connection that shall be down has no metric that an alert reads', async (t) => {
    const staff = await server.staff();
    const change = async (path: string, fields: object): Promise<void> => {
      const { data } = await staff.get<{ version: number }>(path);
      const { status } = await staff.request('PATCH', path, { version: data.version, ...fields });
      t.equal(status, 200);
    };
    const [feed, gateway] = await records(server);
    await change(`/datafeeds/${feed?.id}`, { enabled: false });
    // One minute a week, five days from the start of the server.
    const day = new Date(Date.parse(gateway?.updated_at ?? '') + 5 * DAY_MS);
    const week = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const times = Object.entries({
      'Session Start Day': week,
      'Session End Day': week,
      'Session Start Time': '00:00:00',
      'Session End Time': '00:01:00',
    }).map(([key, value]) => ({ key, value }));
    const params = gateway?.params.filter(({ key }) => !key.startsWith('Session ')) ?? [];
    await change(`/gateways/${gateway?.id}`, { params: [...params, ...times] });
    await until('no figure', async () => {
      const metrics = await readMetrics(server);
      return !metrics.has(GATEWAY_UP) && !metrics.has(FEED_UP);
    });
  });
  t.match(await server.stop(), { code: 0 });
});

t.test('A platform of one’s own goes to its first order as its page shows', async (t) => {
  const data = join(t.testdir(), 'own');
  await ownAdministrator(t, data);
  const mail = await openMailHost();
  t.teardown(() => mail.close());
  const args = ['--no-demo', '--demo-provider'];
  const server = await started(t, { data, args });
  await ownPlatform(t, { server, mail: `127.0.0.1:${mail.port}` });
  await until('both e-mails', async () => mail.received.length >= 2);
  await server.stop();
  const again = await started(t, { data, prices: null });
  const feeds = await (await again.staff()).get<Connection[]>('/datafeeds');
  t.match(feeds.data, [{ name: 'Demo provider' }], 'without flags it gets no demo prices');
  t.equal(feeds.data.length, 1);
});
