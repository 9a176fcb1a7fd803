// ManyMails: the messages to many that a login has neither read nor deleted.

import { BITS_BYTES, bitOf, blockOf, isInBlock, placeOf } from '../../wire/base/login-set.js';
import type { Database, Statement } from '../database/database.js';

/** Messages to many without a row of their recipient. */
export interface FoundMails {
  /** Those that began their thread, in ascending order: mostly all. */
  readonly begun: readonly number[];
  readonly answers: readonly (readonly [mail: number, thread: number])[];
}

/** No messages. */
export const NO_MAIL: FoundMails = { begun: [], answers: [] };

/** A set of recipients: the number of its first message, and its logins if they are a list. */
type SetRow = readonly [first: number, listed: Buffer | null];

const statements = (db: Database) => ({
  // Bits are tested here: the byte of the login must be one of those that have its bit. A list
  // that has the bytes of the login's place may have them as halves of others.
  sets: db
    .prepare(
      `SELECT first, CASE length(logins) WHEN ${BITS_BYTES} THEN NULL ELSE logins END
       FROM mail_sets
       WHERE block = @block AND CASE length(logins)
         WHEN ${BITS_BYTES} THEN instr(@bytes, substr(logins, @byte, 1))
         ELSE instr(logins, @place)
       END > 0`,
    )
    .raw(),
  // One text of all takes a tenth of the time of rows.
  mails: db
    .prepare(
      `SELECT json_group_array(mail) FILTER (WHERE mail = thread),
         json_group_array(json_array(mail, thread)) FILTER (WHERE mail <> thread)
       FROM json_each(@sets) CROSS JOIN mail_blocks
       WHERE block = @block AND first = value AND (@thread = 0 OR thread = @thread)`,
    )
    .raw(),
  marked: db.prepare('SELECT mail FROM mail_marked WHERE login = ?').pluck(),
});

/** Reads by one connection. */
export class ManyMails {
  readonly #sql: Readonly<Record<keyof ReturnType<typeof statements>, Statement>>;

  constructor(db: Database) {
    this.#sql = statements(db);
  }

  /** The messages of a thread; 0 = of all threads. */
  of(login: number, thread: number): FoundMails {
    const sets = this.#setsWith(login);
    if (sets.length === 0) return NO_MAIL;
    const given = { block: blockOf(login), sets: JSON.stringify(sets), thread };
    const [mails, pairs] = this.#sql.mails.get(given) as [string, string];
    const marked = new Set(this.#sql.marked.all(login) as number[]);
    const begun = JSON.parse(mails) as number[];
    const answers = JSON.parse(pairs) as [number, number][];
    return {
      begun: begun.filter((mail) => !marked.has(mail)).sort((a, b) => a - b),
      answers: answers.filter(([mail]) => !marked.has(mail)),
    };
  }

  #setsWith(login: number): number[] {
    const { byte, bytes } = bitOf(login);
    const place = placeOf(login);
    const given = { block: blockOf(login), byte: byte + 1, bytes, place };
    const found: number[] = [];
    for (const [first, listed] of this.#sql.sets.all(given) as SetRow[]) {
      if (listed === null || isInBlock(listed, login)) found.push(first);
    }
    return found;
  }
}
