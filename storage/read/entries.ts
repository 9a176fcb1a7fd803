// Entries: finds stored events by what they show, and reads rows out of them.

import { type HistoryRows, unpackHistory } from '../../wire/codec/unpack.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Database, Statement } from '../database/database.js';

/** SQL for the seq of the event with the newest form of an entry's deal: a bust changes deals. */
export const NEWEST_DEAL_SEQ = `COALESCE(
  (SELECT MAX(seq) FROM deal_changes WHERE deal_changes.deal_id = entries.deal_id), entries.seq)`;

/** Events by seq; the event that was read last is kept, because lists show several rows of one. */
export class StoredEvents {
  readonly #find: Statement;
  readonly #deal: Statement;
  #seq = 0;
  #event: HistoryRows | undefined;

  constructor(db: Database) {
    this.#find = db.prepare('SELECT event FROM entries WHERE id = ?').pluck();
    this.#deal = db
      .prepare(`SELECT seq, ${NEWEST_DEAL_SEQ} FROM entries WHERE deal_id = ? AND deal_id > 0`)
      .raw();
  }

  /** What history shows of the event of a seq. Throws when no entry has it. */
  event(seq: number): HistoryRows {
    if (this.#event !== undefined && this.#seq === seq) return this.#event;
    const packed = this.#find.get(seq) as Buffer | undefined;
    if (packed === undefined) throw new Error(`no entry has event ${seq}`);
    this.#event = unpackHistory(packed);
    this.#seq = seq;
    return this.#event;
  }

  /** A deal in its newest form, and the seq of the event that created it; undefined = unknown. */
  deal(id: number): { readonly seq: number; readonly deal: Deal } | undefined {
    const found = this.#deal.get(id) as [seq: number, newest: number] | undefined;
    if (found === undefined) return undefined;
    const [seq, newest] = found;
    return { seq, deal: rowOf(this.event(newest).deals, id) };
  }
}

/** The row of an id. Throws when there is none. */
export const rowOf = <R extends { readonly id: number }>(rows: readonly R[], id: number): R => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the event does not have row ${id}`);
  return row;
};
