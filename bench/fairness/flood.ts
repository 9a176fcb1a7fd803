// Bench `flood`: orders of 100 accounts while another one sends worthless frames on 20 sockets.
//
// Quiet and flooded rounds take turns in one run; the limits have their defaults. The hostile
// account sends `trade` and `account` frames with wrong data in blocks of 1,000 on each socket, and
// connects again 50 ms after each socket is closed. `floods` counts the frames that were sent, the
// sockets that were closed and the upgrades that were refused.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RestClient } from '../../test/support/client/rest.js';
import { openAccount } from '../../test/support/client/staff.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../test/support/server-process.js';
import { type OpenResult, runOpenLoad } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { controlled } from '../measure/controls.js';
import { median, rounded } from '../measure/measures.js';
import type { FloodCount, FloodJob } from './flooders.js';

const ACCOUNTS = 100;
const PER_SECOND = 500;
const SOCKETS = 20;
const ROUNDS = 3;
const TIMES = { warmupMs: 2_000, measureMs: 8_000 };

const flooded = async <T>(job: FloodJob, work: () => Promise<T>): Promise<[T, FloodCount]> => {
  const child = fork(fileURLToPath(new URL('./flooders.js', import.meta.url)));
  child.send(job);
  const done = await work();
  const counted = once(child, 'message') as Promise<[FloodCount]>;
  child.send('end');
  const [count] = await counted;
  return [done, count];
};

const hostileOf = async (server: ServerProcess): Promise<FloodJob> => {
  const staff = new RestClient(server.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  const { login, password } = await openAccount(staff, 'demo\\standard', '1000.00');
  const trader = new RestClient(server.url(''), 'trader');
  await trader.signIn(login, password);
  const url = `ws://127.0.0.1:${server.port}${SOCKET_PATH}`;
  const authorization = `Bearer ${trader.accessToken}`;
  return { url, authorization, sockets: SOCKETS, localAddress: '127.3.0.1' };
};

const sum = (results: readonly OpenResult[], of: 'refused' | 'unanswered' | 'answers'): number =>
  results.reduce((all, result) => all + result[of], 0);

const measure = async () => {
  const server = await ServerProcess.start();
  try {
    const headers = await signInTraders(server, ACCOUNTS);
    const job = await hostileOf(server);
    const load = { port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') };
    const run = () => runOpenLoad({ ...load, ...TIMES, perSecond: PER_SECOND });
    const quiet: OpenResult[] = [];
    const beside: OpenResult[] = [];
    const floods: FloodCount[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await run());
      const [result, count] = await flooded(job, run);
      beside.push(result);
      if (count.sent === 0) throw new Error('the flooders sent nothing');
      floods.push(count);
    }
    const p99 = (results: OpenResult[]) => median(results.map(({ ms }) => ms.p99));
    const p50 = (results: OpenResult[]) => median(results.map(({ ms }) => ms.p50));
    return {
      accounts: ACCOUNTS,
      orders_per_sec: PER_SECOND,
      hostile_sockets: SOCKETS,
      rounds: ROUNDS,
      quiet_ms: { p50: p50(quiet), p99: p99(quiet) },
      flooded_ms: { p50: p50(beside), p99: p99(beside) },
      ratio: rounded(p99(beside) / p99(quiet), 2),
      answers: sum(beside, 'answers'),
      refused: sum(beside, 'refused'),
      unanswered: sum(beside, 'unanswered'),
      floods,
    };
  } finally {
    await server.stop();
  }
};

/** Runs the bench; returns its result line. */
export const flood = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await controlled(measure);
  return { ...result, ...machine };
};
