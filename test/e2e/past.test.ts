// A server over accounts of the past: missed days are made up for, demo accounts come to their end.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import t from 'tap';
import { catchUp } from '../../actors/commands/made-database.js';
import { verify } from '../../actors/commands/verify.js';
import { compileSettings } from '../../engine/engine.js';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { DATABASE_FILE, type Database, LOG_FOLDER } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { SOURCES } from '../../storage/reports/sources.js';
import { RIGHTS } from '../../wire/accounts/rights.js';
import { packEvent } from '../../wire/codec/pack.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import type { Daily } from '../../wire/trading/daily.js';
import { buildDeskEvent } from '../support/build.js';
import { deposit } from '../support/client/staff.js';
import { now } from '../support/clock.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { recordOf } from '../support/stored-rows.js';

const DAY_MS = 86_400_000;
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Fields that a record is to have. */
interface Rewrite {
  readonly kind: 'account' | 'access' | 'platform';
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads the database of a stopped server once it has all that the log has. */
const reading = <T>(data: string, read: (db: Database) => T): T => {
  const db = openProjection(join(data, DATABASE_FILE));
  catchUp(db, join(data, LOG_FOLDER));
  const found = read(db);
  db.close();
  return found;
};

/** The daily rows of all accounts; those of idle days are made when they are read. */
const dailyRows = (db: Database): Daily[] => {
  const period = { from: 0, to: 0, first_day: 0, last_day: Number.MAX_SAFE_INTEGER };
  const viewer = { rights: RIGHTS, group_scope: ['*'] };
  const task = { id: 1, module: 'daily', title: '', viewer, period, logins: [] };
  const rows = [...SOURCES.dailies(db, { ...task, groups: '', company: '' }, 0)].flat();
  return rows as unknown as Daily[];
};

/** Changes records of a data folder whose server is down, in one event. */
const rewrite = (data: string, rewrites: readonly Rewrite[]): void => {
  const event = reading(data, (db) => {
    const changes = rewrites.map(({ kind, key, fields }) => {
      const known = recordOf(db, kind, key);
      if (known === undefined) throw new Error(`there is no ${kind} ${key}`);
      const version = known.version + 1;
      const stamp = kind === 'account' ? { version } : {};
      return { kind, key, version, record: { ...known.record, ...fields, ...stamp } };
    });
    const { config_version } = readCheckpoint(db);
    return buildDeskEvent({ time: now(), config_version: config_version + 1, changes });
  });
  const log = Log.open(join(data, LOG_FOLDER));
  log.append(1, frameEvents([packEvent(event)]));
  log.close();
};

const began = now();
const then = new Date(began - 30 * DAY_MS).toISOString();
const data = t.testdir();

const PLATFORM = { optimization_time: '03:00', demo: { mode: 1, period_days: 7 } };

const daysIn = ({ records }: Pick<ServerProcess, 'records'>) =>
  records.filter(({ msg }) => msg === 'end of day');

/** A server whose accounts are a month old: two hold a position, one was left. */
const past = await until('accounts whose day has not ended meanwhile', async () => {
  t.testdir();
  const server = await ServerProcess.start({ data });
  await server.quote('EURUSD', '1.10000', '1.10000');
  const busy = [await server.openAccount(), await server.openAccount()];
  const idle = await server.openAccount();
  for (const trader of busy) t.equal((await trader.trade(BUY)).code, 'ok');
  await server.quote('EURUSD', '1.08000', '1.08000');
  await server.stop();
  if (daysIn(server).length > 0) return undefined;
  const logins = [...busy, idle].map(({ login }) => login);
  rewrite(data, [
    ...logins.flatMap((login) => [
      { kind: 'account' as const, key: String(login), fields: { created_at: then } },
      { kind: 'access' as const, key: String(login), fields: { at: then } },
    ]),
    { kind: 'platform', key: 'platform', fields: PLATFORM },
  ]);
  return { busy, idle, logins };
});

// The first start is killed in the middle of the days that it missed.
const killed = ServerProcess.launch({ data });
await killed.record('end of day');
await killed.kill();
const server = await ServerProcess.start({ data });
t.teardown(() => server.kill());

t.test('maintenance archives a demo account, and leaves one with a position', async (t) => {
  const { busy, idle } = past;
  const staff = await server.staff();
  const shown = async (login: number) =>
    (await staff.get<{ archived_at: string | null }>(`/accounts/${login}`)).data;
  const account = await until('end of a demo account', async () => {
    const one = await shown(idle.login);
    return one.archived_at !== null && one;
  });
  t.match(account, { enabled: false, last_access: then, balance: '1000.00' });
  for (const { login } of busy) t.match(await shown(login), { enabled: true, archived_at: null });

  const again = server.client('trader').signIn(idle.login, idle.password);
  await t.rejects(again, /auth.account_disabled/);
  t.equal((await deposit(staff, idle.login, '5')).code, 'trade.disabled');
  const request_id = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a07';
  const refused = await staff.post(`/accounts/${idle.login}/trade`, { request_id, ...BUY });
  t.equal(refused.code, 'trade.disabled');
  const [{ login, password } = idle] = busy;
  // Its period is over, too: staff close the position in place of the owner.
  await t.rejects(server.client('trader').signIn(login, password), /auth.account_disabled/);
  type Rows = { readonly items: readonly { readonly id: number }[] };
  const [position] = (await staff.get<Rows>(`/accounts/${login}/positions`)).data.items;
  await server.quote('EURUSD', '1.10000', '1.10010');
  const close = { request_id: randomUUID(), kind: 'close', position_id: position?.id };
  t.equal((await staff.post(`/accounts/${login}/trade`, close)).code, 'ok');
});

t.test('days that ended while the server was down are ended before it listens', async (t) => {
  // Another one may end at any time, for these accounts and those that are new.
  const due = compileSettings(NO_SETTINGS).calendar.between(Date.parse(then), began);
  const dates = due.map((at) => new Date(at).toISOString().slice(0, 10));
  const { records } = server;
  const listening = records.findIndex(({ msg }) => msg === 'listening');
  const daysOf = (part: typeof records) =>
    daysIn({ records: part }).filter(({ at }) => dates.includes(String(at).slice(0, 10)));
  // What the killed one told may not be in the log, and what is there may not have been told.
  t.ok(daysOf(records).length <= due.length, 'none is ended twice');
  t.same(daysOf(records.slice(listening)), [], 'none is ended later');
  const staff = await server.staff();
  const last = String(dates.at(-1));
  for (const path of [
    `accounts/${past.idle.login}/daily?`,
    `reports/daily?login=${past.idle.login}&`,
  ]) {
    type Days = { readonly items: readonly { readonly date: string }[] };
    const { items } = (await staff.get<Days>(`/${path}to=${last}&limit=1000`)).data;
    t.same(
      items.map(({ date }) => date).toReversed(),
      dates,
      'staff read each day, also idle ones',
    );
  }
  t.equal((await server.stop()).code, 0);
  t.match(verify(data), { ok: true, data: { violations: [], broken: 0 } });

  const rows = reading(data, dailyRows)
    .filter(({ date }) => date <= String(dates.at(-1)))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  for (const login of past.logins) {
    const mine = rows.filter((row) => row.login === login);
    const days = mine.map(({ date }) => date);
    t.same(days, dates, `the days of ${login}`);
    const begins = mine.slice(1).map((row) => row.balance_prev_day);
    const ends = mine.slice(0, -1).map((row) => row.balance);
    t.same(begins, ends, 'each begins where the one before it ended');
    const profit = login === past.idle.login ? 0 : -20_00;
    const values = [...new Set(mine.map((row) => row.profit))];
    t.same(values, [profit], 'valued at the last price of before');
  }
  t.equal(rows.length, past.logins.length * dates.length, 'accounts opened today have none');
});
