// Bench `orders`: durable market orders answered a second, as a share of a bare echo.
//
// 64 sockets, each with an account of its own, keep 1 and then 16 orders under way. Rounds of the
// server and of the echo take turns, so that what else the machine does falls on both.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RestClient } from '../test/client/rest.js';
import { openAccount, throwIn } from '../test/client/staff.js';
import { ADMIN_PASSWORD, TestServer } from '../test/server.js';
import { ID_MARK, type LoadJob, type LoadResult, runLoad, UNIQUE_MARK } from './job.js';
import { median, rounded } from './measures.js';

const SOCKETS = 64;
const DEPTHS = [1, 16];
const ROUNDS = 4;
const WARMUP_MS = 1_000;
const MEASURE_MS = 4_000;

/** Buys and sells in turn, in a netting account: its state stays small however long it runs. */
const orderFrame = (side: 'buy' | 'sell'): string =>
  `{"id":${ID_MARK},"op":"trade","data":{"request_id":"5f0c7a52-9d1e-4c6b-8a4e-${UNIQUE_MARK}",` +
  `"kind":"open","symbol":"EURUSD","side":"${side}","volume":"0.01"}}`;

const signInAll = async (server: TestServer): Promise<string[]> => {
  const staff = new RestClient(server.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10002');
  const headers: string[] = [];
  for (let n = 0; n < SOCKETS; n += 1) {
    const { login, password } = await openAccount(staff, 'demo\\netting', '100000000');
    const trader = new RestClient(server.url(''), 'trader');
    await trader.signIn(login, password);
    const { authorization } = trader.socketHeaders();
    headers.push(`Authorization: ${authorization}\r\nSec-WebSocket-Protocol: brokerd.v1.json\r\n`);
  }
  return headers;
};

const startEcho = async (size: number): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(fileURLToPath(new URL('./echo.js', import.meta.url)), [String(size)]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
};

const perSecond = ({ answers, seconds }: LoadResult): number => answers / seconds;

const summary = (depth: number, orders: LoadResult[], echoes: LoadResult[]) => {
  const times = (results: LoadResult[]) => ({
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
    order_ms: times(orders),
    echo_ms: times(echoes),
    refused: orders.reduce((sum, { refused }) => sum + refused, 0),
  };
};

/** Runs the bench; answers its line. */
export const orders = async (): Promise<Record<string, unknown>> => {
  const server = await TestServer.start({ args: ['--trade-rate', '0'] });
  const headers = await signInAll(server);
  const frames = [orderFrame('buy'), orderFrame('sell')];
  const job: LoadJob = {
    port: server.port,
    path: '/trader/v1/socket',
    headers,
    frames,
    depth: 1,
    warmupMs: WARMUP_MS,
    measureMs: MEASURE_MS,
  };
  const { answerBytes } = await runLoad(job);
  const echo = await startEcho(answerBytes);
  const lines = [];
  for (const depth of DEPTHS) {
    const done: LoadResult[] = [];
    const echoed: LoadResult[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      echoed.push(await runLoad({ ...job, depth, port: echo.port, path: '/' }));
      done.push(await runLoad({ ...job, depth }));
    }
    lines.push(summary(depth, done, echoed));
  }
  echo.child.kill();
  await server.stop();
  const request_bytes = frames[0]?.length ?? 0;
  return { request_bytes, answer_bytes: answerBytes, rounds: ROUNDS, results: lines };
};
