// A server that was down at the ends of days: it makes up for them before it listens.

import { join } from 'node:path';
import t from 'tap';
import { catchUp } from '../../actors/tools/rebuild.js';
import { compileSettings, endsOfDayBetween } from '../../engine/engine.js';
import { DATABASE_FILE, LOG_FOLDER } from '../../storage/database.js';
import { DAILIES, openProjection } from '../../storage/schema.js';
import { NO_SETTINGS } from '../../wire/config.js';
import type { Daily } from '../../wire/daily.js';
import { throwIn } from '../support/client/staff.js';
import { runCommand } from '../support/command.js';
import { seed } from '../support/seed.js';
import { ServerProcess } from '../support/server-process.js';
import { rowsIn } from '../support/stored-rows.js';
import { signInStaff } from '../support/trader.js';
import { rewrite } from './past.js';

const ACCOUNTS = 100;
const DAY_MS = 86_400_000;

/** The daily rows of all accounts, by login and date, once the database has them all. */
const dailies = (data: string): readonly Daily[] => {
  const db = openProjection(join(data, DATABASE_FILE));
  catchUp(db, join(data, LOG_FOLDER));
  const rows = rowsIn(db, DAILIES).sort((a, b) => a.login - b.login || (a.date < b.date ? -1 : 1));
  db.close();
  return rows;
};

t.test('days that ended while the server was down are ended before it listens', async (t) => {
  const data = t.testdir();
  const { firstLogin } = await seed(data, { accounts: ACCOUNTS, eventsAfter: 0 });
  const logins = Array.from({ length: ACCOUNTS }, (_, n) => firstLogin + n);
  const before = await ServerProcess.start({ data });
  await throwIn(await signInStaff(before), 'EURUSD', '1.09000', '1.09000');
  await before.stop();
  const now = Date.now();
  const created_at = new Date(now - 8 * DAY_MS).toISOString();
  rewrite(
    data,
    logins.map((login) => ({ kind: 'account', key: String(login), fields: { created_at } })),
  );
  const due = endsOfDayBetween(compileSettings(NO_SETTINGS), now - 8 * DAY_MS, now);

  // The first start is killed in the middle of them.
  const killed = ServerProcess.launch({ data });
  await killed.record('end of day');
  await killed.kill();
  const begun = killed.records.filter(({ msg }) => msg === 'end of day');

  const server = await ServerProcess.start({ data });
  const told = server.records.filter(({ msg }) => msg === 'end of day');
  const listening = server.records.findIndex(({ msg }) => msg === 'listening');
  t.ok(server.records.findLastIndex(({ msg }) => msg === 'end of day') < listening);
  t.equal(told.at(-1)?.at, new Date(due.at(-1) ?? 0).toISOString());
  t.ok(told.length <= due.length && begun.length + told.length >= due.length);
  t.equal((await server.stop()).code, 0);

  const verified = await runCommand(['verify', '--data', data]);
  t.match(verified.record, { violations: [], broken: 0 });
  const rows = dailies(data);
  const dates = due.map((at) => new Date(at).toISOString().slice(0, 10));
  for (const login of logins) {
    const mine = rows.filter((row) => row.login === login);
    t.same(
      mine.map(({ date }) => date),
      dates,
      `the days of ${login}`,
    );
    t.same(
      mine.slice(1).map((row) => row.balance_prev_day),
      mine.slice(0, -1).map((row) => row.balance),
      'each begins where the one before it ended',
    );
    t.ok(
      mine.every(({ profit }) => profit === -20_00),
      'valued at the last price of before',
    );
  }
  t.equal(rows.length, ACCOUNTS * dates.length, 'accounts that were opened today have none');
});
