// Acted: the staff users with lines to their name who are not deleted.

import type { JournalLine } from '../../wire/trading/events.js';
import type { Database, Statement } from '../database/database.js';

/** The kind of lines about sign-ins and sign-outs. */
const COMING_AND_GOING = 'auth';

/** Does a journal line count as activity of the user who caused it? Signing in and out does not. */
export const countsAsActivity = (
  by: number,
  { kind, login }: Pick<JournalLine, 'kind' | 'login'>,
): boolean => kind !== COMING_AND_GOING || login !== by;

/** Notes logins within the transaction that is open. */
export class StaffActivity {
  readonly #insert: Statement;
  /** Those that are noted already: most events are of few of them. */
  readonly #noted = new Set<number>();

  constructor(db: Database) {
    this.#insert = db.prepare('INSERT OR IGNORE INTO acted VALUES (?)');
  }

  /** Notes who caused an event; 0 = nobody of staff. */
  note(login: number): void {
    if (login === 0 || this.#noted.has(login)) return;
    this.#insert.run(login);
    this.#noted.add(login);
  }

  /** Forgets what is noted: the transaction was undone. */
  clear(): void {
    this.#noted.clear();
  }
}

/** Says whether there is something to a login's name, as far as is projected. */
export const hasActivity = (db: Database): ((login: number) => boolean) => {
  const find = db.prepare('SELECT 1 FROM acted WHERE login = ?');
  return (login) => find.get(login) !== undefined;
};
