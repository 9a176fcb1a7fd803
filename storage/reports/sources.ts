// Sources of reports: rows by key, in batches of a few ms, each a read of its own.

import { type AccountRecord, accountLeverage } from '../../wire/accounts/account.js';
import { addLogins, BITS_BYTES, loginsOfBits } from '../../wire/base/login-set.js';
import { dateText } from '../../wire/base/time.js';
import type { ReportTask } from '../../wire/rest/trading/report-jobs.js';
import type { ReportSource } from '../../wire/settings/report-modules.js';
import { dailyId, loginOfDaily } from '../../wire/trading/daily.js';
import type { Database, Statement } from '../database/database.js';
import { CLOSED_POSITIONS, LEDGERS, storedRow } from '../database/schema.js';
import { wideSum } from '../database/wide-sums.js';
import { DailyRows } from '../read/daily-rows.js';
import { rowOf, StoredEvents } from '../read/rows/entries.js';
import { CoveredAccounts } from './covered.js';

/** A row with the fields of its source, in the units of the field table. */
export type SourceRow = Readonly<Record<string, unknown>>;
/** Yields the rows of one read after the other. */
export type SourceRows = Generator<readonly SourceRow[], void>;

/** Rows of one read. */
const READ_ROWS = 500;
const DAY_MS = 86_400_000;

/** An entry, and the values of its key. */
type ReadEntry = readonly [
  seq: number,
  login: number,
  shown: number,
  time: number,
  ...rest: (number | string)[],
];

/** Which id of an entry a source shows. */
type ShownColumn = 'deal_id' | 'order_id' | 'closed_id';

/** The orders of entries: the index, and the columns that order the entries of one time. */
const ENTRY_ORDERS = {
  all: { index: 'entries_at', rest: ['id'] },
  login: { index: 'entries_time', rest: ['order_id', 'deal_id', 'closed_id', 'symbol', 'id'] },
} as const;

/**
 * The entries of a period that show something, in the order of time; of given logins one login
 * after the other. Entries after the event `newest` are left out. A read goes on within the time
 * of the last entry before it goes on to later times: interest of all accounts has one time.
 */
function* entriesOf(
  db: Database,
  shown: ShownColumn,
  { period: { from, to }, logins }: ReportTask,
  newest: number,
): Generator<readonly ReadEntry[], void> {
  const ofLogins = logins.length > 0;
  const { index, rest } = ENTRY_ORDERS[ofLogins ? 'login' : 'all'];
  const columns = ['time', ...rest].join(', ');
  const find = (condition: string): Statement =>
    db
      .prepare(
        `SELECT seq, login, ${shown}, ${columns} FROM entries INDEXED BY ${index}
         WHERE ${ofLogins ? 'login = ? AND' : ''} time > 0 AND ${shown} > 0 AND ${condition}
         ORDER BY ${columns} LIMIT ${READ_ROWS}`,
      )
      .raw();
  const later = find('time > ? AND time < ?');
  const ofTime = find(`time = ? AND (${rest.join(', ')}) > (${rest.map(() => '?').join(', ')})`);
  const owners: readonly (readonly number[])[] = ofLogins
    ? [...new Set(logins)].sort((a, b) => a - b).map((login) => [login])
    : [[]];
  for (const owner of owners) {
    let time = from - 1;
    let after: readonly (number | string)[] | undefined;
    for (;;) {
      const rows = (
        after === undefined ? later.all(...owner, time, to) : ofTime.all(...owner, time, ...after)
      ) as ReadEntry[];
      yield rows.filter(([seq]) => seq <= newest);
      const last = rows.length < READ_ROWS ? undefined : rows.at(-1);
      if (last === undefined && after === undefined) break;
      time = last?.[3] ?? time;
      after = last?.slice(4);
    }
  }
}

function* deals(db: Database, task: ReportTask, newest: number): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const events = new StoredEvents(db);
  for (const entries of entriesOf(db, 'deal_id', task, newest)) {
    yield entries.flatMap(([seq, login, id]) => {
      const { currency } = covered.now(login) ?? {};
      return currency === undefined ? [] : [{ ...rowOf(events.event(seq).deals, id), currency }];
    });
  }
}

function* orders(db: Database, task: ReportTask, newest: number): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const events = new StoredEvents(db);
  for (const entries of entriesOf(db, 'order_id', task, newest)) {
    const seen = entries.filter(([, login]) => covered.now(login) !== undefined);
    yield seen.map(([seq, , id]) => rowOf(events.event(seq).orders, id));
  }
}

/** The group that is asked for is the group at the close. */
function* closed(db: Database, task: ReportTask, newest: number): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const find = db.prepare('SELECT row FROM closed_positions WHERE id = ?').pluck();
  const read = storedRow(CLOSED_POSITIONS);
  for (const entries of entriesOf(db, 'closed_id', task, newest)) {
    yield entries.flatMap(([, login, id]) => {
      const bucket = covered.of(login);
      const stored = bucket && (find.get(id) as Buffer | undefined);
      if (bucket === undefined || stored === undefined) return [];
      const row = read(stored);
      const fits = covered.fitsGroup(row.group) && covered.fitsCompany(bucket.licence_company);
      return fits ? [{ ...row, currency: bucket.currency }] : [];
    });
  }
}

/** The ids of the daily rows of days, by day and login, in parts of one read. */
function* dailyIds(
  db: Database,
  { first_day, last_day }: ReportTask['period'],
): Generator<readonly number[], void> {
  const dayFrom = db.prepare('SELECT MIN(day) FROM daily_logins WHERE day >= ?').pluck();
  const blockFrom = db
    .prepare('SELECT MIN(block) FROM daily_logins WHERE day = ? AND block >= ?')
    .pluck();
  const sets = db.prepare('SELECT logins FROM daily_logins WHERE day = ? AND block = ?').pluck();
  for (let day = first_day; ; day += 1) {
    const next = dayFrom.get(day) as number | null;
    if (next === null || next > last_day) return;
    day = next;
    for (let block = 0; ; block += 1) {
      const found = blockFrom.get(day, block) as number | null;
      if (found === null) break;
      block = found;
      const bits = new Uint8Array(BITS_BYTES);
      for (const logins of sets.all(day, block) as Buffer[]) addLogins(bits, logins);
      const ids = loginsOfBits(block, bits).map((login) => dailyId(day, login));
      for (let at = 0; at < ids.length; at += READ_ROWS) yield ids.slice(at, at + READ_ROWS);
    }
  }
}

/** The group and company that are asked for are the group and company of the day. */
function* dailies(db: Database, task: ReportTask): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const rows = new DailyRows(db);
  const shown = (ids: readonly number[]): SourceRow[] => {
    const seen = ids.filter((id) => covered.of(loginOfDaily(id)) !== undefined);
    return rows
      .all(seen)
      .filter(({ group, company }) => covered.fitsGroup(group) && covered.fitsCompany(company));
  };
  const { period, logins } = task;
  if (logins.length === 0) {
    for (const ids of dailyIds(db, period)) yield shown(ids);
    return;
  }
  const [from, to] = [dateText(period.first_day * DAY_MS), dateText(period.last_day * DAY_MS)];
  for (const login of [...logins].sort((a, b) => a - b)) yield shown(rows.idsOf(login, from, to));
}

interface ListedAccount {
  readonly login: number;
  readonly record: string;
  readonly ledger: Buffer | null;
  readonly last_access: number;
}

const accountsAfter = (db: Database): Statement =>
  db.prepare(
    `SELECT login, record, last_access,
       (SELECT row FROM account_rows
        WHERE login = accounts.login AND kind = ${LEDGERS.kind} AND id = accounts.login) AS ledger
     FROM accounts JOIN records ON kind = 'account' AND key = CAST(login AS TEXT)
     WHERE login > ? ORDER BY login LIMIT ${READ_ROWS}`,
  );

function* accounts(db: Database, task: ReportTask): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const find = accountsAfter(db);
  const read = storedRow(LEDGERS);
  const rowOfAccount = (one: ListedAccount): SourceRow[] => {
    const { login, last_access } = one;
    const bucket = covered.now(login);
    if (bucket === undefined) return [];
    const record = JSON.parse(one.record) as AccountRecord;
    const { balance, credit } = one.ledger === null ? { balance: 0, credit: 0 } : read(one.ledger);
    const { group, currency, currency_digits, licence_company: company } = bucket;
    const { enabled, trading_enabled } = record;
    return [
      {
        ...{ login, group, company, currency, currency_digits, enabled, trading_enabled },
        leverage: accountLeverage(record, bucket),
        ...{ balance, credit, last_access },
        created_at: Date.parse(record.created_at),
      },
    ];
  };
  for (let after = 0; ; ) {
    const rows = find.all(after) as ListedAccount[];
    yield rows.flatMap(rowOfAccount);
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_ROWS) return;
    after = last.login;
  }
}

interface ExposedVolume {
  readonly bucket: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly positions: number;
  readonly high: number;
  readonly low: number;
}

/** The table has a row for each group, symbol and side: it is read at once, in one picture. */
function* exposure(db: Database, task: ReportTask): SourceRows {
  const covered = new CoveredAccounts(db, task);
  const rows = db
    .prepare(
      `SELECT bucket, name AS symbol, side, exposure.positions, high, low
       FROM exposure JOIN symbol_names ON symbol_names.id = exposure.symbol`,
    )
    .all() as ExposedVolume[];
  const sums = new Map<string, { buy: bigint; sell: bigint; positions: number }>();
  for (const { bucket, symbol, side, positions, high, low } of rows) {
    if (!covered.hasBucket(bucket)) continue;
    const sum = sums.get(symbol) ?? { buy: 0n, sell: 0n, positions: 0 };
    sums.set(symbol, sum);
    sum[side] += wideSum(high, low);
    sum.positions += positions;
  }
  const open = [...sums].filter(([, { positions }]) => positions > 0);
  yield open
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, { buy, sell, positions }]) => ({
      ...{ symbol, buy_volume: buy, sell_volume: sell, net_volume: buy - sell, positions },
    }));
}

/** Reads the rows of a source for a run; events after `newest` have no rows. */
export const SOURCES: Readonly<
  Record<ReportSource, (db: Database, task: ReportTask, newest: number) => SourceRows>
> = { dailies, exposure, accounts, deals, orders, closed };
