// Bench `orders`: durable market orders answered a second, as a share of a bare echo.
//
// 64 sockets, each with a netting account of its own, keep 1 and then 16 orders in progress. Each
// socket buys and sells 0.01 EURUSD in turn and ends with as many sells as buys, so that every
// round begins without positions. Prices stand still. Rounds of server and echoes take turns (4 of
// each, 4 s after 1 s of warming up), so that other load on the machine affects all; figures are
// medians. An answer leaves the server only when its event is on disk; `refused` must be 0.
//
// One echo answers with as many bytes as the server (`echo_bytes`, known from a first round that
// does not count), one with 1,134 bytes, the size of an answer until 2026-11-25: a share falls when
// answers shrink, although orders take no longer. With `BENCH_OTHER`, the `dist` of another commit,
// its server takes turns, too: its figures are in `other`, and `us_ratio` is `order_us` as a
// multiple of its own.
//
// `order_us` and `echo_us` are processor time of the process for each answer; they say more than
// rates where other programs use the machine. `order_ms` and `echo_ms` count from handing the frame
// to the kernel to reading the answer, in steps of 10 µs. `bytes` has an order by place: request,
// answer, frame to another socket of its account, event, and what it leaves in the log's file, the
// log's copy, the database's file and each table. `written_bytes` and `threads`
// (`measure/order-costs.ts`) count from the start of a load until the database has its orders:
// `main` is the front, `helpers` are V8's and Node's threads, `pool` is libuv's with the hashing of
// passwords; `reader` (the audit) and `market` work by time, not by order.

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

/** A server with traders who are signed in. */
interface Candidate {
  readonly server: ServerProcess;
  readonly job: ClosedLoop;
}

/** Starts the server of a build; default: this one. */
const start = async (build?: string): Promise<Candidate> => {
  const args = ['--trade-rate', '0'];
  const server = await ServerProcess.start(build === undefined ? { args } : { args, build });
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
  return { server, job };
};

/** Rounds of the echoes and of the candidates in turn, at one depth. */
const rounds = async (depth: number, all: readonly Candidate[], echoes: readonly Echo[]) => {
  const [{ server }] = all as [Candidate];
  const before = await readHops(server);
  const tried = all.map((one) => {
    const orders: ClosedResult[] = [];
    return { job: { ...one.job, depth }, costs: new OrderCosts(one.server), orders };
  });
  const echoed = echoes.map(({ target }) => ({ target, results: [] as ClosedResult[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { job } = tried[0] as (typeof tried)[number];
    for (const { target, results } of echoed) results.push(await runLoad({ ...job, ...target }));
    for (const { job, costs, orders } of tried) orders.push(await costs.of(() => runLoad(job)));
  }
  const [own, other] = tried.map(({ orders, costs }) => ({
    orders_per_sec: Math.round(rateOf(orders)),
    order_us: costOf(orders),
    order_ms: times(orders),
    refused: orders.reduce((sum, { refused }) => sum + refused, 0),
    ...costs.each(),
  }));
  const [same, large] = echoed.map(({ results }) => compared(tried[0]?.orders ?? [], results));
  return {
    ...{ sockets: SOCKETS, depth, ...own, ...same },
    large_echo: large,
    hop_ms: hopTimes(before, await readHops(server)),
    ...(own && other && { other, us_ratio: rounded(own.order_us / other.order_us, 2) }),
  };
};

const measure = async () => {
  const candidate = await start();
  const { server, job } = candidate;
  const { answerBytes } = await runLoad(job);
  const build = process.env.BENCH_OTHER;
  const all = build === undefined ? [candidate] : [candidate, await start(build)];
  const echoes = [await startEcho(answerBytes), await startEcho(LARGE_ANSWER)];
  const results = [];
  for (const depth of DEPTHS) results.push(await rounds(depth, all, echoes));
  for (const echo of echoes) echo.end();
  // Two sockets of one account: each is sent the events of the other's orders.
  const [header = ''] = job.headers;
  const { eventBytes } = await runLoad({ ...job, headers: [header, header] });
  await settled(server);
  const kept = keptBytes(server.data);
  for (const one of all) await one.server.stop();
  const bytes = {
    ...{ request: ORDERS[0]?.length ?? 0, answer: answerBytes, other_socket: eventBytes },
    ...kept,
  };
  return { bytes, rounds: ROUNDS, results };
};

/** Runs the bench; returns its result line. Shares need no calm machine, so no run is repeated. */
export const orders = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await withControls(measure);
  return { ...result, ...machine };
};
