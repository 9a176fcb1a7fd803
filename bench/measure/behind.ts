// Measures how far the database falls behind saturated orders, how soon it catches up, and the
// effect on orders.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsOf } from '../../actors/folder/folder.js';
import { dropDatabase } from '../../storage/database/database.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { type ClosedLoop, type OpenLoop, runLoad, runOpenLoad } from '../load/job.js';
import { ordersOf, priceOrders, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { median, rounded } from './measures.js';
import { projectionLag, settled } from './settled.js';

const SOCKETS = 64;
const DEPTH = 16;
const SATURATED_MS = 10_000;
/** Time after a start until the code is compiled. */
const WARMUP_MS = 2_000;
/** Orders at this rate show the effect of catching up. */
const ORDERS_PER_SEC = 1_000;
const OPEN_MS = 3_000;
const ROUNDS = 3;

const ARGS = ['--trade-rate', '0'];

/** Orders at an even rate while the database catches up with the whole log, and afterwards. */
const catchUp = async (data: string, headers: readonly string[]) => {
  dropDatabase(pathsOf(data).database);
  const server = await ServerProcess.start({ args: ARGS, data });
  await priceOrders(server);
  const target = { port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') };
  const paced: OpenLoop = {
    ...{ ...target, perSecond: ORDERS_PER_SEC },
    ...{ warmupMs: 200, measureMs: OPEN_MS },
  };
  await runLoad({ ...target, depth: DEPTH, warmupMs: 0, measureMs: WARMUP_MS });
  const behind = await runOpenLoad(paced);
  if ((await projectionLag(server)) === 0) throw new Error('the database was not behind any more');
  await settled(server);
  const calm = await runOpenLoad(paced);
  await server.stop();
  if (behind.refused + calm.refused > 0) throw new Error('orders were refused');
  return { behind: behind.ms.p99, calm: calm.ms.p99, ratio: behind.ms.p99 / calm.ms.p99 };
};

/** Saturates a server, then deletes its database, so that the next starts are far behind. */
export const fallBehind = async () => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-behind-'));
  try {
    const server = await ServerProcess.start({ args: ARGS, data });
    const headers = await signInTraders(server, SOCKETS);
    const flood: ClosedLoop = {
      ...{ port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') },
      ...{ depth: DEPTH, warmupMs: 0, measureMs: SATURATED_MS },
    };
    const { answers, seconds } = await runLoad(flood);
    const lag = await projectionLag(server);
    const settledMs = await settled(server);
    // Twice the events that can be caught up with while orders are measured.
    await runLoad(flood);
    await server.stop();
    const rounds: Awaited<ReturnType<typeof catchUp>>[] = [];
    while (rounds.length < ROUNDS) rounds.push(await catchUp(data, headers));
    const middle = (of: keyof (typeof rounds)[number]) =>
      rounded(median(rounds.map((one) => one[of])), 2);
    return {
      orders_per_sec: Math.round(answers / seconds),
      lag_events: lag,
      settled_sec: rounded(settledMs / 1000, 2),
      order_p99_ms: { behind: middle('behind'), calm: middle('calm') },
      ratio: middle('ratio'),
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};
