// The sets of accounts that have a daily row, by day and group.

import {
  addLogin,
  addLogins,
  BITS_BYTES,
  blockOf,
  type LoginSet,
  shortestBlock,
} from '../../wire/base/login-set.js';
import { type Daily, dayOfDaily } from '../../wire/trading/daily.js';
import type { IdleDayEvent, IdleRow } from '../../wire/trading/idle-day.js';
import type { Database } from '../database/database.js';

/** The key of a set; `at` is the planned end of an idle day, 0 = the rows are stored. */
type BlockKey = readonly [day: number, block: number, group: number, at: number];

/** Logins that wait to be added to the set of a day, block, group and planned end. */
interface WaitingBlock {
  readonly key: BlockKey;
  readonly bits: Uint8Array;
}

/** The columns that rows of a set share. Of stored rows group and company alone are listed. */
type GroupColumns = readonly [
  group: string,
  company: string,
  currency: string,
  currency_digits: number,
  leverage: number,
  is_flat: number,
];

const columnsOf = (row: IdleRow): GroupColumns => [
  row.group,
  row.company,
  row.currency,
  row.currency_digits,
  row.leverage,
  Number(row.is_flat),
];

const COLUMNS = '"group", company, currency, currency_digits, leverage, is_flat';

const statements = (db: Database) => ({
  group: db.prepare(`SELECT id FROM daily_groups WHERE (${COLUMNS}) = (?, ?, ?, ?, ?, ?)`).pluck(),
  addGroup: db
    .prepare(`INSERT INTO daily_groups (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`)
    .pluck(),
  logins: db
    .prepare(
      'SELECT logins FROM daily_logins WHERE day = ? AND block = ? AND group_id = ? AND at = ?',
    )
    .pluck(),
  put: db.prepare('INSERT OR REPLACE INTO daily_logins VALUES (?, ?, ?, ?, ?)'),
});

/** Adds the accounts of daily rows to the sets within the open transaction. */
export class DailyLogins {
  readonly #sql: ReturnType<typeof statements>;
  readonly #groups = new Map<string, number>();
  readonly #waiting = new Map<string, WaitingBlock>();

  constructor(db: Database) {
    this.#sql = statements(db);
  }

  /** Adds the account of a row that is stored; the set is written by `flush`. */
  add({ id, login, group, company }: Daily): void {
    const groupId = this.#groupOf([group, company, '', 0, 0, 0]);
    addLogin(this.#bitsOf([dayOfDaily(id), blockOf(login), groupId, 0]), login);
  }

  /** Adds the accounts of an idle day whose rows have the same values. */
  addIdle({ day, at }: IdleDayEvent, row: IdleRow, logins: LoginSet): void {
    const groupId = this.#groupOf(columnsOf(row));
    for (const [block, some] of logins) {
      addLogins(this.#bitsOf([day, block, groupId, at]), some);
    }
  }

  /** Writes the sets that have grown. */
  flush(): void {
    for (const { key, bits } of this.#waiting.values()) {
      const stored = this.#sql.logins.get(...key) as Buffer | undefined;
      if (stored !== undefined) addLogins(bits, stored);
      this.#sql.put.run(...key, shortestBlock(bits));
    }
    this.#waiting.clear();
  }

  /** Discards what waits, after a rollback. */
  clear(): void {
    this.#waiting.clear();
    this.#groups.clear();
  }

  #bitsOf(key: BlockKey): Uint8Array {
    const name = key.join();
    const waiting = this.#waiting.get(name) ?? { key, bits: new Uint8Array(BITS_BYTES) };
    this.#waiting.set(name, waiting);
    return waiting.bits;
  }

  #groupOf(columns: GroupColumns): number {
    const name = columns.join('\0');
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const id = (this.#sql.group.get(...columns) ?? this.#sql.addGroup.get(...columns)) as number;
    this.#groups.set(name, id);
    return id;
  }
}
