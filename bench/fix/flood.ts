// Orders of traders, here and at a provider, while another provider floods its gateway.
//
// Two traders send 100 orders a second each; the orders of one go to a provider, those of the other
// are filled here. In every other round a second provider streams messages that its gateway does
// not know, 25,000 a second where the gateway reads them. With `BENCH_OTHER`, the `dist` of another
// commit, its server has the same rounds after this one's.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RestClient } from '../../test/support/client/rest.js';
import { openAccount } from '../../test/support/client/staff.js';
import { until } from '../../test/support/guard.js';
import { OURS, THEIRS } from '../../test/support/order-provider.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { priceOrders, signedBy } from '../load/traders.js';
import { withControls } from '../measure/controls.js';
import { Histogram } from '../measure/measures.js';
import { OrderSocket } from './orders.js';

const ROUNDS = 4;
const ROUND_MS = 6_000;
const WARMUP_ORDERS = 500;
const EACH_PER_SEC = 100;

interface Child {
  readonly process: ChildProcess;
  readonly port: number;
}

const started = async (file: URL): Promise<Child> => {
  const child = fork(fileURLToPath(file));
  const [port] = (await once(child, 'message')) as [number];
  return { process: child, port };
};

/** Begins or ends the flood; the number of messages that were sent before. */
const flood = async ({ process }: Child, isOn: boolean): Promise<number> => {
  process.send(isOn);
  const [sent] = (await once(process, 'message')) as [number];
  return sent;
};

/** A server with a gateway to each provider, and a trader of each kind. */
const stage = async (build: string | undefined, innocent: Child, flooder: Child) => {
  const args = ['--trade-rate', '0'];
  const server = await ServerProcess.start(build === undefined ? { args } : { args, build });
  const staff = await priceOrders(server);
  const gateway = async (name: string, { port }: Child, target: string) => {
    const params = [
      { key: 'SenderCompID', value: OURS },
      { key: 'TargetCompID', value: target },
      { key: 'Reset On Logon', value: 'true' },
    ];
    const body = { name, reconnect_sec: 1, server: `127.0.0.1:${port}`, params };
    return (await staff.post<{ id: number }>('/gateways', body)).data.id;
  };
  const id = await gateway('Innocent', innocent, THEIRS);
  await gateway('Flooder', flooder, 'FLOOD');
  const trader = async () => {
    const { login, password } = await openAccount(staff, 'demo\\netting', '100000000');
    const client = new RestClient(server.url(''), 'trader');
    await client.signIn(login, password);
    return {
      login,
      socket: await new OrderSocket().open(server.port, signedBy(client.accessToken)),
    };
  };
  const [covered, local] = [await trader(), await trader()];
  const conditions = [{ field: 'login', op: 'eq', value: String(covered.login) }];
  await staff.post('/routing', {
    ...{ name: 'Cover', position: 1, action: 'gateway', dealers: [id], conditions },
  });
  return {
    ...{ server, staff },
    covered: async () => (await covered.socket.order()).done,
    local: () => local.socket.orderHere(),
    close: () => [covered, local].map(({ socket }) => socket.close()),
  };
};

/** Orders at a pace for a time; `took` gets how long each took, in ms. */
const trade = async (
  order: () => Promise<number>,
  untilMs: number,
  took: (ms: number) => void,
): Promise<void> => {
  while (performance.now() < untilMs) {
    const ms = await order();
    took(ms);
    await wait(Math.max(0, 1000 / EACH_PER_SEC - ms));
  }
};

const isOnline = (staff: RestClient) =>
  until('the gateways', async () => {
    const { data } = await staff.get<{ state: string }[]>('/gateways/statuses');
    return data.length === 2 && data.every(({ state }) => state === 'online');
  });

const act = async (build: string | undefined, innocent: Child, flooder: Child) => {
  const { server, staff, covered, local, close } = await stage(build, innocent, flooder);
  for (let n = 0; n < WARMUP_ORDERS; n += 1) await Promise.all([covered(), local()]);
  const figures = () => ({ provider: new Histogram(), local: new Histogram() });
  const [quiet, flooded] = [figures(), figures()];
  let sent = 0;
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const isFlooded = round % 2 === 1;
    await isOnline(staff);
    await flood(flooder, isFlooded);
    const { provider, local: here } = isFlooded ? flooded : quiet;
    const end = performance.now() + ROUND_MS;
    await Promise.all([
      trade(covered, end, (ms) => provider.add(ms)),
      trade(local, end, (ms) => here.add(ms)),
    ]);
    sent += await flood(flooder, false);
  }
  close();
  await server.stop();
  const shown = (one: ReturnType<typeof figures>) => ({
    provider_ms: one.provider.percentiles(),
    local_ms: one.local.percentiles(),
  });
  return {
    flood_per_sec: Math.round((1000 * sent) / (ROUNDS * ROUND_MS)),
    quiet: shown(quiet),
    flooded: shown(flooded),
  };
};

const withProviders = async (build: string | undefined) => {
  const innocent = await started(new URL('./order-provider.js', import.meta.url));
  const flooder = await started(new URL('./flooding-provider.js', import.meta.url));
  try {
    return await act(build, innocent, flooder);
  } finally {
    for (const child of [innocent, flooder]) child.process.disconnect();
  }
};

/** Runs the part; returns its result. */
export const floods = async (): Promise<Record<string, unknown>> => {
  const build = process.env.BENCH_OTHER;
  const { result, ...machine } = await withControls(async () => ({
    ...(await withProviders(undefined)),
    ...(build !== undefined && { other: await withProviders(build) }),
  }));
  return { asked_per_sec: EACH_PER_SEC, rounds: ROUNDS, ...result, ...machine };
};
