// Bench `orders`: durable market orders answered a second, as a share of a bare echo.
//
// 64 sockets, each with an account of its own, keep 1 and then 16 orders in progress. Rounds of
// server and echoes take turns, so that other load on the machine affects all. One echo answers
// with as many bytes as the server, one with as many as the server once did: a share falls when
// answers shrink, although orders take no longer.

import { ServerProcess } from '../test/support/server-process.js';
import { type ClosedLoop, type ClosedResult, runLoad } from './load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from './load/traders.js';
import { withControls } from './measure/controls.js';
import { median, rounded } from './measure/measures.js';
import { keptBytes, OrderCosts } from './measure/order-costs.js';
import { hopTimes, readHops } from './measure/order-hops.js';
import { settled } from './measure/settled.js';
import { type Echo, startEcho } from './yardsticks/echo-host.js';

const SOCKETS = 64;
const DEPTHS = [1, 16];
/** The size of an answer before it left out what its client knows. */
const LARGE_ANSWER = 1_134;
const ROUNDS = 4;
const WARMUP_MS = 1_000;
const MEASURE_MS = 4_000;
const ORDERS = ordersOf('EURUSD');

/** Accepted orders a second. */
const perSecond = ({ answers, refused, seconds }: ClosedResult): number =>
  (answers - refused) / seconds;

const times = (results: readonly ClosedResult[]) => ({
  p50: median(results.map(({ ms }) => ms.p50)),
  p99: median(results.map(({ ms }) => ms.p99)),
  p999: median(results.map(({ ms }) => ms.p999)),
});

const rateOf = (results: readonly ClosedResult[]): number => median(results.map(perSecond));

/** Processor time of an answer in µs. */
const costOf = (results: readonly ClosedResult[]): number =>
  rounded(median(results.map(({ serverUs }) => serverUs)), 1);

/** Orders compared with an echo. */
const compared = (orders: readonly ClosedResult[], echoes: readonly ClosedResult[]) => ({
  echo_bytes: echoes[0]?.answerBytes,
  echoes_per_sec: Math.round(rateOf(echoes)),
  share: rounded(rateOf(orders) / rateOf(echoes), 3),
  echo_us: costOf(echoes),
  echo_ms: times(echoes),
});

/** Rounds at one depth. */
const rounds = async (server: ServerProcess, job: ClosedLoop, echoes: readonly Echo[]) => {
  const before = await readHops(server);
  const costs = new OrderCosts(server);
  const orders: ClosedResult[] = [];
  const echoed = echoes.map(({ target }) => ({ target, results: [] as ClosedResult[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { target, results } of echoed) results.push(await runLoad({ ...job, ...target }));
    orders.push(await costs.of(() => runLoad(job)));
  }
  const [same, large] = echoed.map(({ results }) => compared(orders, results));
  return {
    sockets: SOCKETS,
    depth: job.depth,
    orders_per_sec: Math.round(rateOf(orders)),
    ...same,
    large_echo: large,
    order_us: costOf(orders),
    order_ms: times(orders),
    refused: orders.reduce((sum, { refused }) => sum + refused, 0),
    ...costs.each(),
    hop_ms: hopTimes(before, await readHops(server)),
  };
};

const measure = async () => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
  const headers = await signInTraders(server, SOCKETS);
  const job: ClosedLoop = {
    port: server.port,
    pid: server.process.pid ?? 0,
    path: SOCKET_PATH,
    headers,
    frames: ORDERS,
    depth: 1,
    warmupMs: WARMUP_MS,
    measureMs: MEASURE_MS,
  };
  const { answerBytes } = await runLoad(job);
  const echoes = [await startEcho(answerBytes), await startEcho(LARGE_ANSWER)];
  const results = [];
  for (const depth of DEPTHS) results.push(await rounds(server, { ...job, depth }, echoes));
  for (const echo of echoes) echo.end();
  // Two sockets of one account: each is sent the events of the other's orders.
  const twice = await runLoad({
    ...job,
    headers: headers.slice(0, 1).flatMap((one) => [one, one]),
  });
  await settled(server);
  const kept = keptBytes(server.data);
  await server.stop();
  const bytes = {
    request: ORDERS[0]?.length ?? 0,
    answer: answerBytes,
    other_socket: twice.eventBytes,
    ...kept,
  };
  return { bytes, rounds: ROUNDS, results };
};

/** Runs the bench; returns its result line. Shares need no calm machine, so no run is repeated. */
export const orders = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await withControls(measure);
  return { ...result, ...machine };
};
