// The demo provider in a server: where it is reached, its restarts, and its end with the server.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ORDERS_ID, PROVIDER_ID, PROVIDER_USER } from '../../actors/providers/demo/identities.js';
import { systemEnv } from '../../actors/providers/fix/env.js';
import { MemoryStore } from '../../actors/providers/fix/session-store.js';
import { openKeys } from '../../actors/secrets/keyfile.js';
import { hmac } from '../../actors/secrets/seal.js';
import { readMetrics } from '../../bench/measure/metrics.js';
import { FixClient } from '../actors/providers/fix-client.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';

interface Connection {
  readonly id: number;
  readonly name: string;
  readonly server: string;
  readonly enabled: boolean;
  readonly version: number;
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

const portOf = (connection: Connection | undefined): number =>
  Number(/^127\.0\.0\.1:(\d+)$/.exec(connection?.server ?? '')?.[1]);

/** A peer of its session for orders, with the password of the server's key. */
const dial = (server: ServerProcess, port: number, store: MemoryStore): Promise<FixClient> => {
  const keys = openKeys(join(server.data, 'key'), false);
  if (!keys.ok) throw new Error(keys.message);
  const password = hmac(keys.data[0], '', 'demo provider').toString('base64url');
  const settings = { sender: ORDERS_ID, target: PROVIDER_ID, username: PROVIDER_USER, password };
  return FixClient.dial({ port, settings, env: systemEnv(() => undefined), store });
};

const statusOf = async (client: FixClient, id: string): Promise<string> => {
  client.send('H', `11=${id} 55=EURUSD 54=1`);
  return (await client.take()).say(150, 39);
};

t.test('A demo platform has a provider, which ends with the server and comes back', async (t) => {
  const data = t.testdir();
  const server = await started(t, { data });
  const [feed, gateway, ...more] = await records(server);
  t.same(more, []);
  t.match(
    [feed, gateway],
    [
      { enabled: true, version: 1 },
      { enabled: true, version: 1 },
    ],
  );
  const port = portOf(feed);
  t.equal(portOf(gateway), port);
  const store = new MemoryStore();
  const client = await dial(server, port, store);
  t.ok(client.endpoint.session.isOn);
  client.send('D', '11=rests 55=EURUSD 54=1 60=20260105-12:00:00 38=1000 40=2 44=0.5 59=1');
  t.equal((await client.take()).say(35, 150, 39), '35=8 150=0 39=0');
  t.match(await server.stop(), { code: 0 });
  t.match(await client.over(), /the provider stops/, 'it logs out');
  const again = await started(t, { data });
  const after = await records(again);
  const back = await dial(again, portOf(after[0]), store);
  t.equal(await statusOf(back, 'rests'), '150=I 39=0');
});

t.test('A provider that fails is started again where it was, with its orders', async (t) => {
  const env = { BROKERD_FAILPOINT: 'demo_provider.asked:1' };
  const server = await started(t, { env });
  const port = portOf((await records(server))[0]);
  const store = new MemoryStore();
  const client = await dial(server, port, store);
  client.send('D', '11=rests 55=EURUSD 54=1 60=20260105-12:00:00 38=1000 40=2 44=0.5 59=1');
  await client.take();
  t.equal((await readMetrics(server)).get('brokerd_demo_provider_up'), 0);
  await server.record('the demo provider thread is back');
  await client.over();
  const back = await dial(server, port, store);
  t.equal(await statusOf(back, 'rests'), '150=I 39=0');
  t.equal((await readMetrics(server)).get('brokerd_demo_provider_sessions'), 1);
  await server.openAccount();
  t.match(await server.stop(), { code: 0 });
});

t.test('Without demo prices there is no provider', async (t) => {
  const server = await started(t, { prices: 'none' });
  t.same(await records(server), []);
  t.notOk(existsSync(join(server.data, 'demo-provider')));
  const staff = await server.staff();
  const { data: groups } = await staff.get<{ path: string }[]>('/groups');
  t.notOk(groups.some(({ path }) => path === 'real\\provider'));
});
