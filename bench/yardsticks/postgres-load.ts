// The SQL load: connections that trade without pause, in a process of its own.

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Histogram } from '../measure/measures.js';
import { connectionTo } from './postgres-cluster.js';
import type { SqlJob, SqlResult } from './postgres-host.js';
import { SqlTrader } from './postgres-trade.js';

const run = async ({ port, way, connections, warmupMs, measureMs }: SqlJob): Promise<SqlResult> => {
  const clients = Array.from({ length: connections }, () => new pg.Client(connectionTo(port)));
  await Promise.all(clients.map((client) => client.connect()));
  const times = new Histogram();
  let running = true;
  const trading = clients.map(async (client, at) => {
    const trader = new SqlTrader(client, at + 1, way);
    while (running) {
      const started = performance.now();
      await trader.trade();
      times.add(performance.now() - started);
    }
  });
  await wait(warmupMs);
  times.clear();
  const started = performance.now();
  await wait(measureMs);
  const result = {
    trades: times.count,
    seconds: (performance.now() - started) / 1000,
    ms: times.percentiles(),
  };
  running = false;
  await Promise.all(trading);
  await Promise.all(clients.map((client) => client.end()));
  return result;
};

process.once('message', async (job: SqlJob) => {
  process.send?.(await run(job), () => process.disconnect());
});
