// How far the database falls behind saturated orders, how soon it has them, and what orders feel.

import { TestServer } from '../test/server.js';
import { type ClosedLoop, runLoad, runOpenLoad } from './job.js';
import { rounded } from './measures.js';
import { projectionLag, settled } from './metrics.js';
import { ordersOf, SOCKET_PATH, signInTraders } from './traders.js';

const SOCKETS = 64;
const DEPTH = 16;
const SATURATED_MS = 10_000;
/** Orders at an even pace tell whether catching up is felt. */
const ORDERS_PER_SEC = 1_000;
const OPEN_MS = 3_000;

/** Saturates a server twice: once it rests afterwards, once orders go on. */
export const fallBehind = async () => {
  const server = await TestServer.start({ args: ['--trade-rate', '0'] });
  const target = {
    port: server.port,
    path: SOCKET_PATH,
    headers: await signInTraders(server, SOCKETS),
    frames: ordersOf('EURUSD'),
  };
  const flood: ClosedLoop = { ...target, depth: DEPTH, warmupMs: 0, measureMs: SATURATED_MS };
  const paced = { ...target, perSecond: ORDERS_PER_SEC, warmupMs: 0, measureMs: OPEN_MS };
  const { answers, seconds } = await runLoad(flood);
  const lag = await projectionLag(server);
  const settledMs = await settled(server);
  await runLoad(flood);
  const after = await runOpenLoad(paced);
  await settled(server);
  const calm = await runOpenLoad(paced);
  await server.stop();
  return {
    orders_per_sec: Math.round(answers / seconds),
    lag_events: lag,
    settled_sec: rounded(settledMs / 1000, 2),
    order_p99_ms: { behind: after.ms.p99, calm: calm.ms.p99 },
    ratio: rounded(after.ms.p99 / calm.ms.p99, 2),
  };
};
