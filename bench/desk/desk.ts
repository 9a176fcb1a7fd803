// Bench `desk`: accounts and positions of a million accounts for staff, while orders go on.
//
// `BENCH_ACCOUNTS`, `BENCH_GROUPS` and `BENCH_ROUNDS` change the sizes. Windows are asked at the
// ends and around accounts all over the list, 100 times for every sort; lists 108 times at pages
// all over them. A first round does not count, and the database is written to the disk and read
// into memory before. `alone_disk_read_mib` and `disk_read_mib` are what the server read from the
// disk meanwhile. Clients stop the time at the last byte, before they parse
// (`measure/timed-ask.ts`); rows before 2026-11-27 used `fetch`, which added 2 ms to p50 and 7 ms
// to p99.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { RestClient } from '../../test/support/client/rest.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../test/support/server-process.js';
import { ACCOUNT_FIELDS } from '../../wire/rest/accounts/account-lists.js';
import { runOpenLoadBeside } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { withControls } from '../measure/controls.js';
import { Histogram, processorMs, rounded } from '../measure/measures.js';
import { ownMemory } from '../measure/memory.js';
import { diskReadMib } from '../measure/processes.js';
import { timedAsk } from '../measure/timed-ask.js';
import { makePlatform, type Platform } from './platform.js';

const ACCOUNTS = 1_000_000;
const GROUPS = 40;
/** Counts of each kind. Windows and pages are more, because their 99th percentile is asked for. */
const ROUNDS = 6;
const WINDOWS_A_ROUND = 4;
const PAGES_A_ROUND = 18;
const TRADERS = 64;
const ORDERS_PER_SEC = 1_000;
const WARMUP_MS = 3_000;
/** Times that 1,000 positions are closed. */
const CLOSED = 3;
/** Time of the load without reads beside it. */
const QUIET_MS = 15_000;
/** More than all reads take: they end the load. */
const LOAD_MS = 600_000;

const COUNTS = {
  all: '',
  'group mask': 'group=desk%5Cg1*',
  balance: 'f.balance.ge=50000',
  'part of a name': 'f.name.has=marvi',
  'part of an e-mail': 'f.email.has=cor1',
  country: 'f.country.eq=Anan',
  'two filters': 'f.balance.lt=100&f.enabled.eq=true',
  'four filters': 'f.balance.ge=100&f.leverage.eq=100&f.city.ne=Anan&f.name.has=ar',
} as const;

/** Asks paths of the desk, and measures each kind. */
class Reader {
  readonly times = new Map<string, Histogram>();

  constructor(readonly staff: RestClient) {}

  async ask<T>(kind: string, path: string, body?: object): Promise<T> {
    const method = body === undefined ? 'GET' : 'POST';
    const { data, ms } = await timedAsk<T>(this.staff, method, path, body);
    const times = this.times.get(kind) ?? new Histogram();
    times.add(ms);
    this.times.set(kind, times);
    return data;
  }

  report() {
    return Object.fromEntries(
      [...this.times].map(([kind, times]) => [kind, times.percentiles()] as const),
    );
  }
}

interface Window {
  readonly after: string | null;
}

/** Windows at both ends and all over the list, by every field and in both directions. */
const readWindows = async (reader: Reader, rounds: number, login: () => number): Promise<void> => {
  for (const sort of Object.keys(ACCOUNT_FIELDS)) {
    const kind = `window by ${sort}`;
    for (const dir of ['asc', 'desc']) {
      const base = `/accounts/window?sort=${sort}&dir=${dir}`;
      await reader.ask(kind, base);
      await reader.ask(kind, `${base}&edge=last`);
      for (let round = 0; round < WINDOWS_A_ROUND * rounds; round += 1) {
        const around = `${base}&edge=around&anchor=${login()}`;
        const { after } = await reader.ask<Window>(kind, around);
        await reader.ask(kind, `${base}&edge=after&cursor=${after}`);
      }
    }
  }
};

const readLists = async (reader: Reader, rounds: number, page: () => number): Promise<void> => {
  for (let round = 0; round < PAGES_A_ROUND * rounds; round += 1) {
    await reader.ask('list with live money', `/accounts?page=${page()}`);
    await reader.ask('list behind a fence', `/accounts?page=${page()}&min_projection_seq=1`);
    await reader.ask(
      'list of a group mask',
      `/accounts?group=desk%5Cg1*&page=${1 + (page() % 1_000)}`,
    );
  }
  for (let round = 0; round < rounds; round += 1) {
    await reader.ask('list by a part of the name', `/accounts?name=marvi&page=${round + 1}`);
    await reader.ask('window with a search', '/accounts/window?q=marvi&sort=balance&dir=desc');
    await reader.ask(
      'window with two filters',
      '/accounts/window?sort=name&f.balance.lt=100&f.country.eq=Anan',
    );
    await reader.ask('window with a wide filter', '/accounts/window?sort=name&f.enabled.eq=true');
    for (const [kind, query] of Object.entries(COUNTS)) {
      await reader.ask(`count: ${kind}`, `/accounts/window/count?${query}`);
    }
  }
};

const DAY_MS = 86_400_000;

const dayBefore = (days: number): string => {
  const [from, to] = [days, days - 1].map((ago) => new Date(Date.now() - ago * DAY_MS));
  return `from=${from?.toISOString()}&to=${to?.toISOString()}`;
};

/** Lists of positions and orders across accounts, and what is counted and summed over all. */
const readPositions = async (
  reader: Reader,
  rounds: number,
  { below, login }: { below: (limit: number) => number; login: () => number },
  positions: number,
): Promise<void> => {
  const pages = Math.floor(positions / 100);
  for (let round = 0; round < PAGES_A_ROUND * rounds; round += 1) {
    await reader.ask('positions', `/positions?page=${1 + below(pages)}`);
    const few = 1 + below(Math.ceil(pages / 1_000));
    await reader.ask('positions of a group mask', `/positions?group=desk%5Cg1*&page=${few}`);
    await reader.ask('positions of an account', `/positions?login=${login()}`);
  }
  for (let round = 1; round <= rounds; round += 1) {
    await reader.ask('positions of a symbol', `/positions?symbol=EURUSD&page=${1 + below(pages)}`);
    await reader.ask('count of positions', '/positions/count');
    await reader.ask('count of positions of a group mask', '/positions/count?group=desk%5Cg1*');
    await reader.ask('closed positions of a day', `/positions/closed?${dayBefore(round)}`);
    const terms = { buy: { amount_per_lot: '1' } };
    await reader.ask('payments preview over all', '/positions/payments/preview', terms);
  }
};

/** Closes 1,000 positions at a time; the time of each request. */
const closeMany = async (reader: Reader, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    const group = `desk\\g${round}`;
    const body = { close_positions: true, symbol: 'EURUSD', groups: group };
    await reader.ask('bulk close, preview', '/positions/bulk-close', { ...body, preview: true });
    const { results } = await reader.ask<{ results: readonly { status: string }[] }>(
      'bulk close of 1,000',
      '/positions/bulk-close',
      body,
    );
    const done = results.filter(({ status }) => status === 'done').length;
    if (done !== results.length) throw new Error(`${done} of ${results.length} were closed`);
  }
};

const measure = async (data: string, platform: Platform, accounts: number) => {
  const rounds = Number(process.env.BENCH_ROUNDS ?? ROUNDS);
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  try {
    const headers = await signInTraders(server, TRADERS);
    const staff = new RestClient(server.url(''), 'staff');
    await staff.signIn(1, ADMIN_PASSWORD);
    const random = seededRandom(7);
    const login = () => platform.firstLogin + random(accounts);
    const page = () => 1 + random(Math.floor(accounts / 100));
    const readAll = async (times: number): Promise<Reader> => {
      const reader = new Reader(staff);
      await readWindows(reader, times, login);
      await readLists(reader, times, page);
      await readPositions(reader, times, { below: random, login }, platform.positions);
      return reader;
    };
    const read = async () => {
      const reader = await readAll(rounds);
      await closeMany(reader, CLOSED);
      return reader.report();
    };
    // A server that has just started compiles as it goes.
    await readAll(1);
    const pid = server.process.pid ?? 0;
    const before = processorMs(pid);
    const readBefore = diskReadMib(pid);
    const alone = await read();
    const alone_cpu_ms = Math.round(processorMs(pid) - before);
    const alone_disk_read_mib = rounded(diskReadMib(pid) - readBefore, 1);
    const loop = {
      port: server.port,
      path: SOCKET_PATH,
      headers,
      frames: ordersOf('EURUSD'),
      perSecond: ORDERS_PER_SEC,
      warmupMs: WARMUP_MS,
      measureMs: LOAD_MS,
    };
    const quiet = await runOpenLoadBeside(loop, () => passed(QUIET_MS));
    const besideBefore = diskReadMib(pid);
    const { load, done } = await runOpenLoadBeside(loop, read);
    const { ms, refused, unanswered } = load;
    const own_memory_mib = Math.round(ownMemory(server) / 1024);
    const beside = {
      orders_per_sec: ORDERS_PER_SEC,
      quiet_order_ms: quiet.load.ms,
      order_ms: ms,
      refused,
      unanswered,
      disk_read_mib: rounded(diskReadMib(pid) - besideBefore, 1),
      read_ms: done,
    };
    return { read_ms: alone, alone_cpu_ms, alone_disk_read_mib, beside, own_memory_mib };
  } finally {
    await server.stop();
  }
};

/** Runs the bench; returns its result line. */
export const desk = async (): Promise<Record<string, unknown>> => {
  const accounts = Number(process.env.BENCH_ACCOUNTS ?? ACCOUNTS);
  const groups = Number(process.env.BENCH_GROUPS ?? GROUPS);
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-desk-'));
  const data = join(folder, 'data');
  try {
    const platform = await makePlatform(data, accounts, groups);
    const { databaseBytes, fillSec, deals, positions } = platform;
    const sizes = {
      database_mib: Math.round(databaseBytes / 2 ** 20),
      fill_sec: rounded(fillSec, 1),
    };
    const { result, ...machine } = await withControls(() => measure(data, platform, accounts));
    return { accounts, groups, deals, positions, ...sizes, ...result, ...machine };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
