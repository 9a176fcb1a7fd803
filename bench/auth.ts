// Bench `auth`: the cost of a sign-in compared with hashing alone, and of a signed-in request
// compared with a bare answer.
//
// Sign-ins and bare hashing take turns, and so do `GET /auth/me` and a bare uWebSockets.js answer
// of the same size (4 rounds of 4 s; the first round of sign-ins does not count); then orders at
// planned times run alone and beside sign-ins (`orders_beside`). A process of its own signs in 936
// accounts in turn, with the right password. `hashes_per_sec` is the rate of the server's own
// password checks, at the same low priority, in a process that does nothing else. `me_us` and
// `bare_us` are processor time of the whole process for each answer.

import { setTimeout as wait } from 'node:timers/promises';
import { startHashing } from '../actors/hashing/hashing.js';
import { SERVER_SHARE } from '../actors/shared/fair-queue.js';
import { RestClient } from '../test/support/client/rest.js';
import { openAccount } from '../test/support/client/staff.js';
import { dataOf, openDesk } from '../test/support/desk-harness.js';
import { ADMIN_PASSWORD, ServerProcess } from '../test/support/server-process.js';
import { type HttpResult, runHttpLoad } from './load/http-load-host.js';
import { hashAlone, SignIns } from './load/sign-ins-host.js';
import { withControls } from './measure/controls.js';
import { hashing } from './measure/hashing.js';
import { median, rounded } from './measure/measures.js';
import { startEcho } from './yardsticks/echo-host.js';

const ROUNDS = 4;
const WARMUP_MS = 1_000;
const MEASURE_MS = 4_000;
const AT_A_TIME = 16;
const TRADERS = 16;
const CONNECTIONS = 64;
/** Number of refused sign-ins of each kind. */
const REFUSALS = 30;
const ME = '/trader/v1/auth/me';

interface Trader {
  readonly login: number;
  readonly password: string;
}

const openTraders = async (server: ServerProcess): Promise<Trader[]> => {
  const staff = new RestClient(server.url(''), 'staff');
  await staff.signIn(1, ADMIN_PASSWORD);
  const traders: Trader[] = [];
  for (let n = 0; n < TRADERS; n += 1) {
    traders.push(await openAccount(staff, 'demo\\standard', '1000.00'));
  }
  return traders;
};

const signIns = async (server: ServerProcess, traders: readonly Trader[]) => {
  const job = { url: server.url(''), traders, atATime: AT_A_TIME };
  const ours: number[] = [];
  const bare: number[] = [];
  let failed = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const alone = await hashAlone({ password: traders[0]?.password ?? '', measureMs: MEASURE_MS });
    const running = new SignIns(job);
    await wait(MEASURE_MS);
    const count = await running.end();
    failed += count.failed;
    // The first round compiles code and opens connections.
    if (round === 0) continue;
    bare.push(alone.done / alone.seconds);
    ours.push(count.done / count.seconds);
  }
  return {
    at_a_time: AT_A_TIME,
    sign_ins_per_sec: rounded(median(ours), 1),
    hashes_per_sec: rounded(median(bare), 1),
    share: rounded(median(ours) / median(bare), 3),
    failed,
  };
};

const signedIn = async (server: ServerProcess, { login, password }: Trader) => {
  const trader = new RestClient(server.url(''), 'trader');
  await trader.signIn(login, password);
  const common = { connections: CONNECTIONS, warmupMs: WARMUP_MS, measureMs: MEASURE_MS };
  const me = {
    ...common,
    port: server.port,
    path: ME,
    pid: server.process.pid ?? 0,
    headers: [`Authorization: Bearer ${trader.accessToken}`],
  };
  const { bodyBytes } = await runHttpLoad(me);
  const echo = await startEcho(bodyBytes);
  const ours: HttpResult[] = [];
  const bare: HttpResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await runHttpLoad({ ...common, ...echo.target, headers: [] }));
    ours.push(await runHttpLoad(me));
  }
  echo.end();
  const rate = (results: HttpResult[]) => median(results.map((one) => one.answersPerSec));
  const cost = (results: HttpResult[]) => rounded(median(results.map((one) => one.serverUs)), 1);
  return {
    connections: CONNECTIONS,
    answer_bytes: bodyBytes,
    me_per_sec: Math.round(rate(ours)),
    bare_per_sec: Math.round(rate(bare)),
    share: rounded(rate(ours) / rate(bare), 3),
    me_us: cost(ours),
    bare_us: cost(bare),
  };
};

/** The time to refuse a known and an unknown login, in turn. */
const refusals = async () => {
  const desk = await openDesk();
  const pool = startHashing((error) => {
    throw error;
  });
  const [master_hash] = dataOf(await pool.hash(['Trad3r-pass'], SERVER_SHARE));
  await desk.patch('account', '1001', { master_hash });
  desk.hasher.match = (hashes, password) => pool.match(hashes, password, SERVER_SHARE);
  const timed = async (login: number, ip: string): Promise<number> => {
    const from = performance.now();
    await desk.signIn({ login, ip, password: 'Wr0ng-pass' });
    return performance.now() - from;
  };
  await timed(1001, '192.0.2.1');
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < REFUSALS; n += 1) {
    known.push(await timed(1001, `198.51.100.${n}`));
    unknown.push(await timed(70_000 + n, `203.0.113.${n}`));
  }
  await pool.close();
  return {
    known_ms: rounded(median(known), 2),
    unknown_ms: rounded(median(unknown), 2),
    ratio: rounded(median(unknown) / median(known), 2),
  };
};

const measure = async () => {
  const server = await ServerProcess.start();
  try {
    const traders = await openTraders(server);
    const [first] = traders;
    if (first === undefined) throw new Error('no trader was opened');
    const me = await signedIn(server, first);
    return { sign_ins: await signIns(server, traders), me, refusals: await refusals() };
  } finally {
    await server.stop();
  }
};

/** Runs the bench; returns its result line. */
export const auth = async (): Promise<Record<string, unknown>> => {
  const { result, ...machine } = await withControls(measure);
  return { rounds: ROUNDS, ...result, ...machine, orders_beside: await hashing() };
};
