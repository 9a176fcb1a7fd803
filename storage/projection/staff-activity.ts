// Staff activity: the staff users who have caused journal lines and are not deleted.

import type { JournalLine } from '../../wire/trading/events.js';
import type { Database, Statement } from '../database/database.js';

/** The kind of journal lines about sign-ins and sign-outs. */
const COMING_AND_GOING = 'auth';

/** Does a journal line count as activity of its user? Signing in and out does not. */
export const countsAsActivity = (
  by: number,
  { kind, login }: Pick<JournalLine, 'kind' | 'login'>,
): boolean => kind !== COMING_AND_GOING || login !== by;

/** Stores active logins within the open transaction. */
export class StaffActivity {
  readonly #insert: Statement;
  /** Logins that are stored already: most events are caused by few users. */
  readonly #noted = new Set<number>();

  constructor(db: Database) {
    this.#insert = db.prepare('INSERT OR IGNORE INTO acted VALUES (?)');
  }

  /** Stores the user who caused an event; 0 = no staff user. */
  note(login: number): void {
    if (login === 0 || this.#noted.has(login)) return;
    this.#insert.run(login);
    this.#noted.add(login);
  }

  /** Discards the cached logins after a rollback. */
  clear(): void {
    this.#noted.clear();
  }
}

/** Makes a test whether a login has activity, as far as events are projected. */
export const hasActivity = (db: Database): ((login: number) => boolean) => {
  const find = db.prepare('SELECT 1 FROM acted WHERE login = ?');
  return (login) => find.get(login) !== undefined;
};

/**
 * Makes a test whether an account has history: orders that ended, deals or payments, made
 * or owed, as far as events are projected.
 */
export const hasHistory = (db: Database): ((login: number) => boolean) => {
  const find = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM entries WHERE login = @login AND time > 0)
         OR EXISTS (SELECT 1 FROM derived WHERE login = @login)`,
    )
    .pluck();
  return (login) => find.get({ login }) === 1;
};

/** Makes a test whether an account is the agent of another one, as far as events are projected. */
export const isAgent = (db: Database): ((login: number) => boolean) => {
  const find = db.prepare(
    `SELECT 1 FROM account_buckets AS held WHERE EXISTS (
       SELECT 1 FROM accounts INDEXED BY accounts_agent WHERE bucket = held.id AND agent = ?)`,
  );
  return (login) => find.get(login) !== undefined;
};
