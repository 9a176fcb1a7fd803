// The sets of accounts that have a daily row, by day and group.

import {
  addLogin,
  addLogins,
  BITS_BYTES,
  blockOf,
  shortestBlock,
} from '../../wire/base/login-set.js';
import { type Daily, dayOfDaily } from '../../wire/trading/daily.js';
import type { Database } from '../database/database.js';

/** Logins that wait to be added to the set of a day, block and group. */
interface WaitingBlock {
  readonly key: readonly [day: number, block: number, group: number];
  readonly bits: Uint8Array;
}

const statements = (db: Database) => ({
  group: db.prepare('SELECT id FROM daily_groups WHERE "group" = ? AND company = ?').pluck(),
  addGroup: db
    .prepare('INSERT INTO daily_groups ("group", company) VALUES (?, ?) RETURNING id')
    .pluck(),
  logins: db
    .prepare('SELECT logins FROM daily_logins WHERE day = ? AND block = ? AND group_id = ?')
    .pluck(),
  put: db.prepare('INSERT OR REPLACE INTO daily_logins VALUES (?, ?, ?, ?)'),
});

/** Adds the accounts of daily rows to the sets within the open transaction. */
export class DailyLogins {
  readonly #sql: ReturnType<typeof statements>;
  readonly #groups = new Map<string, number>();
  readonly #waiting = new Map<string, WaitingBlock>();

  constructor(db: Database) {
    this.#sql = statements(db);
  }

  /** Adds the account of a row; the set is written by `flush`. */
  add({ id, login, group, company }: Daily): void {
    const key = [dayOfDaily(id), blockOf(login), this.#groupOf(group, company)] as const;
    const name = key.join();
    const waiting = this.#waiting.get(name) ?? { key, bits: new Uint8Array(BITS_BYTES) };
    this.#waiting.set(name, waiting);
    addLogin(waiting.bits, login);
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

  #groupOf(group: string, company: string): number {
    const name = `${group}\0${company}`;
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const id = (this.#sql.group.get(group, company) ??
      this.#sql.addGroup.get(group, company)) as number;
    this.#groups.set(name, id);
    return id;
  }
}
