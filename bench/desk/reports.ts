// Bench `reports`: reports over many accounts and days, while orders go on.
//
// `BENCH_ACCOUNTS` and `BENCH_DAYS` change the sizes (1,000,000 and 250). Each account has a
// deposit and two closed trades, 5 deals, on days drawn by lot, with a daily row for each of these
// days; every second account holds a position. Each part is measured alone and beside orders at
// 1,000 a second: `daily page` is a page of 100 rows at a place drawn by lot, of all days and of
// one day; `deals of a month` runs from the request of the job until the last byte of the CSV is
// read. The yardstick `sqlite3` sums the rows of the same CSV in one statement: they stand in a
// bare table, in the process of the bench. At last the trading day ends for all accounts:
// `end_of_day` has the time until the daily report shows the day for all, and the bytes by which
// log and database grew.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { seededRandom } from '../../actors/drill/seeded-random.js';
import { openDatabase } from '../../storage/database/database.js';
import { RestClient } from '../../test/support/client/rest.js';
import { ADMIN_PASSWORD, ServerProcess } from '../../test/support/server-process.js';
import { runOpenLoadBeside } from '../load/job.js';
import { ordersOf, SOCKET_PATH, signInTraders } from '../load/traders.js';
import { withControls } from '../measure/controls.js';
import { Histogram, rounded } from '../measure/measures.js';
import { timedAsk } from '../measure/timed-ask.js';
import { makePlatform } from './platform.js';

const ACCOUNTS = 1_000_000;
const DAYS = 250;
const GROUPS = 40;
const TRADERS = 64;
const ORDERS_PER_SEC = 1_000;
const WARMUP_MS = 3_000;
const QUIET_MS = 10_000;
/** More than all reports take: they end the load. */
const LOAD_MS = 600_000;
const PAGES = 100;
const EXPOSURES = 20;
const PAGE_ROWS = 100;
const MONTH_DAYS = 30;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** A session is renewed before its token ends. */
const RENEW_MS = 5 * MINUTE_MS;
/** How long before it the end of the day is planned, at least. */
const PLANNED_MS = 5_000;
const END_SEC_MAX = 900;
const POLL_MS = 100;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const daysAgo = (days: number): string => dateOf(Date.now() - days * DAY_MS);

/** What waits for a long time calls the result now and then: the session of staff goes on. */
const renewalOf = (staff: RestClient): (() => Promise<void>) => {
  let renewed = performance.now();
  return async () => {
    if (performance.now() - renewed < RENEW_MS) return;
    await staff.refresh();
    renewed = performance.now();
  };
};

interface Listed {
  readonly total: number;
}

/** Times of reports in ms. */
class Reports {
  readonly #times = new Map<string, Histogram>();

  constructor(readonly staff: RestClient) {}

  async ask<T>(kind: string, path: string): Promise<T> {
    const { data, ms } = await timedAsk<T>(this.staff, 'GET', path);
    const times = this.#times.get(kind) ?? new Histogram();
    times.add(ms);
    this.#times.set(kind, times);
    return data;
  }

  report() {
    return Object.fromEntries([...this.#times].map(([kind, one]) => [kind, one.percentiles()]));
  }
}

const readPages = async (reports: Reports, days: number, random: (most: number) => number) => {
  const all = `/reports/daily?from=${daysAgo(days)}&limit=${PAGE_ROWS}`;
  const { total } = await reports.ask<Listed>('first daily page', all);
  const pages = Math.max(1, Math.floor(total / PAGE_ROWS));
  for (let n = 0; n < PAGES; n += 1) {
    await reports.ask('daily page', `${all}&page=${1 + random(pages)}`);
    const day = daysAgo(1 + random(days - 1));
    await reports.ask('daily page of a day', `/reports/daily?from=${day}&to=${day}`);
  }
  for (let n = 0; n < EXPOSURES; n += 1) await reports.ask('exposure', '/reports/exposure');
};

interface Job {
  readonly id: number;
  readonly state: string;
  readonly rows: number;
  readonly error: string;
}

/** Runs the deals of the last month as a job; its rows as CSV, and the times in s. */
const dealsOfMonth = async (staff: RestClient, config_id: number) => {
  const started = performance.now();
  const since = (): number => rounded((performance.now() - started) / 1_000, 2);
  const body = { config_id, from: daysAgo(MONTH_DAYS), to: daysAgo(1), format: 'csv' };
  const renew = renewalOf(staff);
  await staff.refresh();
  let { data: job } = await timedAsk<Job>(staff, 'POST', '/reports/jobs', body);
  while (['queued', 'running'].includes(job.state)) {
    await passed(POLL_MS);
    await renew();
    job = (await timedAsk<Job>(staff, 'GET', `/reports/jobs/${job.id}?limit=1`)).data;
  }
  if (job.state !== 'done') throw new Error(`the job is ${job.state}: ${job.error}`);
  const job_sec = since();
  const path = staff.address(`/reports/jobs/${job.id}/download`);
  const answer = await fetch(path, { headers: staff.headersOf(undefined) });
  const csv = await answer.text();
  return {
    csv,
    rows: job.rows,
    job_sec,
    csv_sec: since(),
    csv_mib: rounded(csv.length / 2 ** 20, 1),
  };
};

/** The time in which SQLite sums the rows of a CSV, in one statement over a bare table. */
const summedBySqlite = (folder: string, csv: string) => {
  const rows = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const [names = [], ...deals] = rows;
  const [symbol, volume, profit] = ['symbol', 'volume', 'profit'].map((name) =>
    names.indexOf(name),
  );
  if ([symbol, volume, profit].includes(-1)) throw new Error(`the columns are ${names}`);
  const table = 'CREATE TABLE deals (symbol TEXT, volume REAL, profit REAL)';
  const db = openDatabase(join(folder, 'sums.db'), [table], { pageBytes: 8192, unshared: true });
  try {
    const put = db.prepare('INSERT INTO deals VALUES (?, ?, ?)');
    db.transaction(() => {
      for (const row of deals) {
        put.run(
          row[symbol as number],
          Number(row[volume as number]),
          Number(row[profit as number]),
        );
      }
    })();
    const sums = db.prepare(
      'SELECT symbol, COUNT(*), SUM(volume), SUM(profit) FROM deals GROUP BY symbol',
    );
    const started = performance.now();
    const found = sums.all();
    return {
      rows: deals.length,
      symbols: found.length,
      ms: rounded(performance.now() - started, 1),
    };
  } finally {
    db.close();
  }
};

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, one) => sum + (one.isFile() ? one.blocks * 512 : 0), 0);

interface Clock {
  readonly version: number;
}

/** Ends the trading day for all accounts with the last second of a minute that is not over. */
const endDay = async (staff: RestClient, data: string, accounts: number) => {
  const { data: clock } = await timedAsk<Clock>(staff, 'GET', '/platform/settings');
  const at = Math.ceil((Date.now() + PLANNED_MS) / MINUTE_MS) * MINUTE_MS - SECOND_MS;
  const today = dateOf(at);
  const eod_time = new Date(at).toISOString().slice(11, 16);
  const before = bytesIn(data);
  const body = { version: clock.version, eod_time, eod_weekdays: [0, 1, 2, 3, 4, 5, 6] };
  await timedAsk(staff, 'PATCH', '/platform/settings', body);
  await passed(at - Date.now());
  const path = `/reports/daily?from=${today}&to=${today}&limit=1`;
  const renew = renewalOf(staff);
  await staff.refresh();
  for (;;) {
    await renew();
    const { data: rows } = await timedAsk<Listed>(staff, 'GET', path);
    const sec = rounded((Date.now() - at) / 1_000, 1);
    const mib = rounded((bytesIn(data) - before) / 2 ** 20, 1);
    if (rows.total >= accounts) return { accounts: rows.total, sec, mib };
    if (sec > END_SEC_MAX) throw new Error(`${rows.total} of ${accounts} days have ended`);
    await passed(POLL_MS);
  }
};

const measure = async (folder: string, accounts: number, days: number) => {
  const data = join(folder, 'data');
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  try {
    const headers = await signInTraders(server, TRADERS);
    const staff = new RestClient(server.url(''), 'staff');
    await staff.signIn(1, ADMIN_PASSWORD);
    const config = { name: 'Bench deals', module: 'deals' };
    const made = await timedAsk<{ id: number }>(staff, 'POST', '/reports/configs', config);
    const random = seededRandom(7);
    // A server that has just started compiles as it goes.
    await readPages(new Reports(staff), days, random);
    const readAll = async () => {
      const reports = new Reports(staff);
      await readPages(reports, days, random);
      const { csv, ...deals } = await dealsOfMonth(staff, made.data.id);
      return { csv, figures: { report_ms: reports.report(), deals_of_month: deals } };
    };
    const { csv, figures: alone } = await readAll();
    const sqlite3 = summedBySqlite(folder, csv);
    const loop = {
      ...{ port: server.port, path: SOCKET_PATH, headers, frames: ordersOf('EURUSD') },
      ...{ perSecond: ORDERS_PER_SEC, warmupMs: WARMUP_MS, measureMs: LOAD_MS },
    };
    const quiet = await runOpenLoadBeside(loop, () => passed(QUIET_MS));
    const { load, done } = await runOpenLoadBeside(loop, readAll);
    const beside = {
      ...{ orders_per_sec: ORDERS_PER_SEC, quiet_order_ms: quiet.load.ms, order_ms: load.ms },
      ...{ refused: load.refused, unanswered: load.unanswered, ...done.figures },
    };
    const end_of_day = await endDay(staff, data, accounts);
    return { alone, sqlite3, beside, end_of_day };
  } finally {
    await server.stop();
  }
};

/** Runs the bench; returns its result line. */
export const reports = async (): Promise<Record<string, unknown>> => {
  const accounts = Number(process.env.BENCH_ACCOUNTS ?? ACCOUNTS);
  const days = Number(process.env.BENCH_DAYS ?? DAYS);
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-reports-'));
  try {
    const parts = { hasTrades: true, hasDailies: true, days } as const;
    const platform = await makePlatform(join(folder, 'data'), accounts, GROUPS, parts);
    const { deals, positions, dailies } = platform;
    const fill = {
      database_mib: Math.round(platform.databaseBytes / 2 ** 20),
      fill_sec: rounded(platform.fillSec, 1),
    };
    const { result, ...machine } = await withControls(() => measure(folder, accounts, days));
    return { accounts, days, deals, positions, dailies, ...fill, ...result, ...machine };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
