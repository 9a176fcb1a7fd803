// Account views: the group of each account and whether it is hidden, as columns of what is open, so
// that lists across accounts find the rows that a member of staff sees.

import type { Database, Statement } from '../database/database.js';

/** The fields of an account's record on which it depends who sees the account. */
export interface ViewedAccount {
  readonly group: string;
  readonly hidden?: boolean;
}

/** Writes the views of accounts into the open transaction. */
export class AccountViews {
  readonly #add: Statement;
  readonly #find: Statement;
  readonly #put: Statement;
  readonly #drop: Statement;
  readonly #move: readonly Statement[];

  constructor(db: Database) {
    this.#add = db.prepare(
      'INSERT INTO views ("group", hidden) VALUES (?, ?) ON CONFLICT DO NOTHING',
    );
    this.#find = db.prepare('SELECT view FROM views WHERE "group" = ? AND hidden = ?').pluck();
    this.#put = db.prepare(
      `INSERT INTO account_views VALUES (?, ?) ON CONFLICT (login) DO UPDATE
       SET view = excluded.view WHERE view <> excluded.view`,
    );
    this.#drop = db.prepare('DELETE FROM account_views WHERE login = ?');
    // Rows that wait for the transaction's end get the view of then.
    this.#move = ['orders', 'positions'].map((table) =>
      db.prepare(`UPDATE ${table} SET view = ? WHERE login = ?`),
    );
  }

  /** Takes an account's record over, with which its rows move; null = the account was deleted. */
  put(login: number, account: ViewedAccount | null): void {
    if (account === null) {
      this.#drop.run(login);
      return;
    }
    const view = this.#viewOf(account);
    if (this.#put.run(login, view).changes === 0) return;
    for (const move of this.#move) move.run(view, login);
  }

  /** The number of a view, which is added when it is new. */
  #viewOf({ group, hidden = false }: ViewedAccount): number {
    const key = [group, hidden ? 1 : 0] as const;
    const known = this.#find.get(...key) as number | undefined;
    if (known !== undefined) return known;
    this.#add.run(...key);
    return this.#find.get(...key) as number;
  }
}
