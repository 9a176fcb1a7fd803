// Bench `orders`: durable market orders answered a second, as a share of a bare echo.
//
// 64 sockets, each with an account of its own, keep 1 and then 16 orders in progress. Rounds of
// server and echo take turns, so that other load on the machine affects both.

import { ServerProcess } from '../test/support/server-process.js';
import { type ClosedLoop, type ClosedResult, runLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from './load/traders.js';
import { withControls } from './measure/controls.js';
import { median, rounded } from './measure/measures.js';
import { hopTimes, readHops } from './measure/order-hops.js';
import { startEcho } from './yardsticks/echo-host.js';

const SOCKETS = 64;
const DEPTHS = [1, 16];
const ROUNDS = 4;
const WARMUP_MS = 1_000;
const MEASURE_MS = 4_000;
const ORDERS = ordersOf('EURUSD');

/** Accepted orders a second. */
const perSecond = ({ answers, refused, seconds }: ClosedResult): number =>
  (answers - refused) / seconds;

const summary = (depth: number, orders: ClosedResult[], echoes: ClosedResult[]) => {
  const times = (results: ClosedResult[]) => ({
    p50: median(results.map(({ ms }) => ms.p50)),
    p99: median(results.map(({ ms }) => ms.p99)),
    p999: median(results.map(({ ms }) => ms.p999)),
  });
  const ordersPerSec = median(orders.map(perSecond));
  const echoesPerSec = median(echoes.map(perSecond));
  return {
    sockets: SOCKETS,
    depth,
    orders_per_sec: Math.round(ordersPerSec),
    echoes_per_sec: Math.round(echoesPerSec),
    share: rounded(ordersPerSec / echoesPerSec, 3),
    order_us: rounded(median(orders.map(({ serverUs }) => serverUs)), 1),
    echo_us: rounded(median(echoes.map(({ serverUs }) => serverUs)), 1),
    order_ms: times(orders),
    echo_ms: times(echoes),
    refused: orders.reduce((sum, { refused }) => sum + refused, 0),
  };
};

const measure = async () => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
  const job: ClosedLoop = {
    port: server.port,
    pid: server.process.pid ?? 0,
    path: SOCKET_PATH,
    headers: await signInTraders(server, SOCKETS),
    frames: ORDERS,
    depth: 1,
    warmupMs: WARMUP_MS,
    measureMs: MEASURE_MS,
  };
  const { answerBytes } = await runLoad(job);
  const echo = await startEcho(answerBytes);
  const lines = [];
  for (const depth of DEPTHS) {
    const before = await readHops(server);
    const done: ClosedResult[] = [];
    const echoed: ClosedResult[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      echoed.push(await runLoad({ ...job, depth, ...echo.target }));
      done.push(await runLoad({ ...job, depth }));
    }
    const hop_ms = hopTimes(before, await readHops(server));
    lines.push({ ...summary(depth, done, echoed), hop_ms });
  }
  echo.end();
  await server.stop();
  const request_bytes = ORDERS[0]?.length ?? 0;
  return { request_bytes, answer_bytes: answerBytes, rounds: ROUNDS, results: lines };
};

/** Runs the bench; returns its result line. Shares need no calm machine, so no run is repeated. */
export const orders = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await withControls(measure);
  return { ...result, ...machine };
};
