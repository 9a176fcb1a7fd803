// Entries: finds stored events by the rows that they show, and reads rows out of them.

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

  /** The rows that history shows of the event with a seq. Throws when no entry has the seq. */
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

/** Orders by id, working or over, and their deals. */
export class StoredOrders {
  readonly #ended: Statement;
  readonly #working: Statement;
  readonly #deals: Statement;
  readonly #read = storedRow(ORDERS);

  constructor(
    db: Database,
    private readonly events: StoredEvents,
  ) {
    this.#ended = db
      .prepare('SELECT seq FROM entries WHERE order_id = ? AND order_id > 0 LIMIT 1')
      .pluck();
    this.#working = db
      .prepare(
        `SELECT row FROM account_rows JOIN orders USING (login, id)
         WHERE orders.id = ? AND kind = ${ORDERS.kind}`,
      )
      .pluck();
    this.#deals = db.prepare(
      `SELECT ${DEAL_PLACE} FROM entries
       WHERE deal_order_id = ? AND deal_order_id > 0 AND login = ? ORDER BY deal_id DESC`,
    );
  }

  /** An order with the cause of its end, null while it works; undefined = unknown. */
  find(id: number): { readonly order: Order; readonly cause: Cause | null } | undefined {
    const seq = this.#ended.get(id) as number | undefined;
    if (seq !== undefined) {
      const { orders, cause } = this.events.event(seq);
      return { order: rowOf(orders, id), cause };
    }
    const row = this.#working.get(id) as Buffer | undefined;
    return row && { order: this.#read(row), cause: null };
  }

  /** The deals of an order of a login, the newest first. */
  dealsOf(login: number, orderId: number): DealPlace[] {
    return this.#deals.all(orderId, login) as DealPlace[];
  }
}

/** The row of an id. Throws when there is none. */
export const rowOf = <R extends { readonly id: number }>(rows: readonly R[], id: number): R => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the event does not have row ${id}`);
  return row;
};
