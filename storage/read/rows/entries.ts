// Entries: finds stored events by what they show, and reads rows out of them.

import { type HistoryRows, unpackHistory } from '../../../wire/codec/unpack.js';
import type { Cause } from '../../../wire/trading/events.js';
import type { Deal, Order } from '../../../wire/trading/records.js';
import type { Database, Statement } from '../../database/database.js';
import { ORDERS, storedRow } from '../../database/schema.js';

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

/** Where a deal stands: its account, ids, entry, and the event with its newest form. */
export interface DealPlace {
  readonly login: number;
  readonly deal_id: number;
  readonly position_id: number;
  readonly entry: number;
  readonly seq: number;
}

/** SQL for the columns of a `DealPlace`. */
export const DEAL_PLACE = `login, deal_id, position_id, id AS entry, ${NEWEST_DEAL_SEQ} AS seq`;

/** Orders by id, working or over, and the deals that may be theirs. */
export class StoredOrders {
  readonly #events: StoredEvents;
  readonly #ended: Statement;
  readonly #working: Statement;
  readonly #during: Statement;
  readonly #read = storedRow(ORDERS);

  constructor(db: Database, events: StoredEvents) {
    this.#events = events;
    this.#ended = db
      .prepare(
        'SELECT seq FROM entries WHERE order_id = ? AND order_id > 0 ORDER BY seq DESC LIMIT 1',
      )
      .pluck();
    this.#working = db
      .prepare(
        `SELECT row FROM account_rows JOIN orders USING (login, id)
         WHERE orders.id = ? AND kind = ${ORDERS.kind}`,
      )
      .pluck();
    this.#during = db.prepare(
      `SELECT ${DEAL_PLACE} FROM entries
       WHERE login = ? AND time BETWEEN ? AND ? AND time > 0 AND deal_id > 0 AND symbol = ?
       ORDER BY time DESC`,
    );
  }

  /**
   * An order with the cause of its end, null while it works; undefined = unknown. An order whose
   * fill its provider took back works again after an end.
   */
  find(id: number): { readonly order: Order; readonly cause: Cause | null } | undefined {
    const row = this.#working.get(id) as Buffer | undefined;
    if (row !== undefined) return { order: this.#read(row), cause: null };
    const seq = this.#ended.get(id) as number | undefined;
    if (seq === undefined) return undefined;
    const { orders, cause } = this.#events.event(seq);
    return { order: rowOf(orders, id), cause };
  }

  /** The deals of an order's symbol while it worked, the newest first: its own among them. */
  dealsDuring({ login, created_at, activated_at, done_at, symbol }: Order): DealPlace[] {
    const until = done_at || Number.MAX_SAFE_INTEGER;
    const found = this.#during.all(login, activated_at || created_at, until, symbol);
    return found as DealPlace[];
  }
}

/** The row of an id. Throws when there is none. */
export const rowOf = <R extends { readonly id: number }>(rows: readonly R[], id: number): R => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the event does not have row ${id}`);
  return row;
};
