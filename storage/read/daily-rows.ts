// Daily rows by their ids: stored rows, and rows of idle days, which are made when they are read.

import { blockOf, isInBlock } from '../../wire/base/login-set.js';
import { dateText } from '../../wire/base/time.js';
import { type Daily, dailyId, dayOfDaily, loginOfDaily } from '../../wire/trading/daily.js';
import { type IdleRow, idleDaily } from '../../wire/trading/idle-day.js';
import type { Database } from '../database/database.js';
import { DAILIES, storedRow } from '../database/schema.js';

const DAY_MS = 86_400_000;

const MONTH_DAYS = 31;

/** The first day of the month of a date, which the calendar may lack. */
const monthOf = (date: string): number => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return Date.UTC(year, month - 1) / DAY_MS;
};

/** Accounts that were idle on a day, with what their rows have in common. */
interface IdleBlock extends Omit<IdleRow, 'is_flat'> {
  readonly is_flat: number;
  readonly at: number;
  readonly logins: Buffer;
}

const statements = (db: Database) => ({
  row: db.prepare('SELECT row FROM dailies WHERE id = ?').pluck(),
  before: db
    .prepare('SELECT row FROM dailies WHERE login = ? AND date < ? ORDER BY date DESC LIMIT 1')
    .pluck(),
  idle: db.prepare(
    `SELECT at, logins, "group", company, currency, currency_digits, leverage, is_flat
     FROM daily_logins JOIN daily_groups ON id = group_id
     WHERE day = ? AND block = ? AND at > 0`,
  ),
  days: db
    .prepare(
      'SELECT day, logins FROM daily_logins WHERE block = ? AND day BETWEEN ? AND ? ORDER BY day',
    )
    .raw(),
});

/** Reads daily rows by one connection. */
export class DailyRows {
  readonly #sql: ReturnType<typeof statements>;
  readonly #read = storedRow(DAILIES);

  constructor(db: Database) {
    this.#sql = statements(db);
  }

  /** The rows of these ids, which the sets of accounts name. */
  all(ids: readonly number[]): readonly Daily[] {
    // Most ids that follow one another are of one day and block.
    let of = { day: -1, block: -1, idle: [] as readonly IdleBlock[] };
    return ids.map((id) => {
      const stored = this.#sql.row.get(id) as Buffer | undefined;
      if (stored !== undefined) return this.#read(stored);
      const [day, login] = [dayOfDaily(id), loginOfDaily(id)];
      const block = blockOf(login);
      if (of.day !== day || of.block !== block) {
        of = { day, block, idle: this.#sql.idle.all(day, block) as IdleBlock[] };
      }
      return this.#idle(day, login, of.idle);
    });
  }

  /** The ids of an account's rows for the dates from one to another, `YYYY-MM-DD`, oldest first. */
  idsOf(login: number, from: string, to: string): readonly number[] {
    const [first, last] = [monthOf(from), monthOf(to) + MONTH_DAYS];
    const rows = this.#sql.days.iterate(blockOf(login), first, last) as Iterable<[number, Buffer]>;
    const days = new Set<number>();
    for (const [day, logins] of rows) if (isInBlock(logins, login)) days.add(day);
    const ids: number[] = [];
    for (const day of days) {
      const date = dateText(day * DAY_MS);
      if (date >= from && date <= to) ids.push(dailyId(day, login));
    }
    return ids;
  }

  #idle(day: number, login: number, blocks: readonly IdleBlock[]): Daily {
    const found = blocks.find(({ logins }) => isInBlock(logins, login));
    const before = this.#sql.before.get(login, dateText(day * DAY_MS)) as Buffer | undefined;
    if (found === undefined || before === undefined) {
      throw new Error(`the database has no row of account ${login} for day ${day}`);
    }
    const { group, company, currency, currency_digits, leverage, at } = found;
    const is_flat = found.is_flat === 1;
    const common = { group, company, currency, currency_digits, leverage, is_flat };
    return idleDaily(this.#read(before), day, at, common);
  }
}
