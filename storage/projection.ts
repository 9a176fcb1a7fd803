// The projection: events become rows, and the checkpoint moves with them in the same transaction.

import type { DerivedCommand, DeskEvent, JournalLine } from '../wire/events.js';
import { rowToArray } from '../wire/fields.js';
import { pack } from '../wire/pack.js';
import type { QUEUED } from '../wire/queued.js';
import type { Deal, POSITION } from '../wire/records.js';
import { type AccountBody, unpackAccountBody, unpackEvent } from '../wire/unpack.js';
import { type Batch, eventsOf } from './batch.js';
import type { Database, Statement } from './database.js';
import { closedLeg } from './legs.js';
import {
  CLOSED_POSITIONS,
  CORRECTIONS,
  columnReader,
  columnsOf,
  columnWriter,
  DAILIES,
  DEALS,
  LEDGERS,
  ORDERS,
  POSITIONS,
  QUEUE,
  type RecordTable,
  upsertOf,
} from './schema.js';

/** An event that the database refuses. */
class EventError extends Error {
  constructor(seq: number, cause: unknown) {
    super(`event ${seq} cannot be projected: ${(cause as Error).message}`, { cause });
  }
}

/** Rows of one table that wait for the transaction's end: of several for one key, the last. */
class Rows {
  readonly #waiting = new Map<number, { readonly seq: number; readonly row: unknown[] }>();
  readonly #put: Statement;
  readonly #write: (row: unknown[]) => unknown[];

  constructor(db: Database, table: RecordTable) {
    this.#put = db.prepare(upsertOf(table));
    this.#write = columnWriter(table.fields);
  }

  set(key: number, seq: number, row: unknown[]): void {
    this.#waiting.set(key, { seq, row });
  }

  drop(key: number): void {
    this.#waiting.delete(key);
  }

  /** Stores a row now. Spread: values of an array are fetched by name and cost twice as much. */
  put(row: unknown[]): void {
    this.#put.run(...this.#write(row));
  }

  /** Stores what waits. */
  flush(): void {
    for (const { seq, row } of this.#waiting.values()) {
      try {
        this.put(row);
      } catch (error) {
        throw new EventError(seq, error);
      }
    }
    this.clear();
  }

  clear(): void {
    this.#waiting.clear();
  }
}

const indexIn = ({ fields }: RecordTable, field: string): number =>
  Object.keys(fields).indexOf(field);
const CLOSED_AT = indexIn(POSITIONS, 'closed' satisfies keyof typeof POSITION);
const QUEUE_STATE = indexIn(QUEUE, 'state' satisfies keyof typeof QUEUED);
const DEAL_POSITION = indexIn(DEALS, 'position_id' satisfies keyof Deal);
const DEAL_ACTION = indexIn(DEALS, 'action' satisfies keyof Deal);
const DEAL_ENTRY = indexIn(DEALS, 'entry' satisfies keyof Deal);
const DEAL_REASON = indexIn(DEALS, 'reason' satisfies keyof Deal);

/** Was the trade taken back? The legs that it was part of are legs no more. */
const isCanceled = (deal: readonly unknown[]): boolean =>
  deal[DEAL_ACTION] === 'buy_canceled' || deal[DEAL_ACTION] === 'sell_canceled';

/** Does the deal end a leg of a position that goes on: by a reversal, or a swap's reopen? */
const endsLeg = (deal: readonly unknown[]): boolean =>
  deal[DEAL_ENTRY] === 'inout' || (deal[DEAL_ENTRY] === 'out' && deal[DEAL_REASON] === 'rollover');

const WHOLE = /^(0|[1-9]\d{0,15})$/;

const statements = (db: Database) => ({
  dropPosition: db.prepare('DELETE FROM positions WHERE id = ?'),
  dropQueued: db.prepare('DELETE FROM queue WHERE id = ?'),
  dropLegs: db.prepare('DELETE FROM closed_positions WHERE position_id = ? AND id >= ?'),
  lastLeg: db.prepare('SELECT MAX(id) FROM closed_positions WHERE position_id = ?').pluck(),
  legDeals: db
    .prepare(
      `SELECT ${columnsOf(DEALS)} FROM deals WHERE position_id = ? AND position_id > 0 AND id >= ?
       AND action IN ('buy', 'sell') ORDER BY id`,
    )
    .raw(),
  remember: db.prepare(
    `INSERT INTO requests (login, request_id, digest, result, seq) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (login, request_id) DO UPDATE
     SET digest = excluded.digest, result = excluded.result, seq = excluded.seq`,
  ),
  dealEvent: db.prepare('INSERT INTO deal_events VALUES (?, ?) ON CONFLICT DO NOTHING'),
  derive: db.prepare(
    'INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  settle: db.prepare('DELETE FROM derived WHERE request_id = ?'),
  putRecord: db.prepare(
    `INSERT INTO records VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE
     SET version = excluded.version, record = excluded.record, seq = excluded.seq`,
  ),
  dropRecord: db.prepare('DELETE FROM records WHERE kind = ? AND key = ?'),
  journal: db.prepare(
    'INSERT INTO journal (seq, time, by, ip, kind, login, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  readCheckpoint: db.prepare('SELECT seq, config_version FROM checkpoint').raw(),
  moveCheckpoint: db.prepare('UPDATE checkpoint SET seq = ?, config_version = ?'),
});

/** The one writer of the projection's tables. */
export class Projection {
  readonly #db: Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #orders: Rows;
  readonly #deals: Rows;
  readonly #positions: Rows;
  readonly #ledgers: Rows;
  readonly #closed: Rows;
  readonly #queue: Rows;
  readonly #dailies: Rows;
  readonly #corrections: Rows;
  readonly #readDeal = columnReader(DEALS.fields);
  #committed = 0;
  #seq = 0;
  #configVersion = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#sql = statements(db);
    this.#orders = new Rows(db, ORDERS);
    this.#deals = new Rows(db, DEALS);
    this.#positions = new Rows(db, POSITIONS);
    this.#ledgers = new Rows(db, LEDGERS);
    this.#closed = new Rows(db, CLOSED_POSITIONS);
    this.#queue = new Rows(db, QUEUE);
    this.#dailies = new Rows(db, DAILIES);
    this.#corrections = new Rows(db, CORRECTIONS);
    this.#resume();
  }

  /** Seq of the newest event whose effect others see in the tables. */
  checkpoint(): number {
    return this.#committed;
  }

  /**
   * Takes the events after the last one taken, at most `limit` of them, into a transaction that
   * stays open until `commit`: a page that many events change is written once. Answers the seq of
   * the last one taken. The batches follow it without a gap; the first may begin before it. Throws
   * on a gap and on errors of the database, and names the event where one is at fault: everything
   * since the checkpoint is forgotten then.
   */
  take(batches: readonly Batch[], limit = Number.POSITIVE_INFINITY): number {
    return this.#undoing(() => {
      if (!this.#db.inTransaction) this.#db.exec('BEGIN IMMEDIATE');
      this.#walk(batches, limit);
      return this.#seq;
    });
  }

  /** Shows others what was taken, with the checkpoint, which it answers. Throws as `take`. */
  commit(): number {
    if (!this.#db.inTransaction) return this.#committed;
    return this.#undoing(() => {
      for (const rows of [this.#orders, this.#positions, this.#ledgers]) rows.flush();
      this.#sql.moveCheckpoint.run(this.#seq, this.#configVersion);
      this.#db.exec('COMMIT');
      this.#committed = this.#seq;
      return this.#committed;
    });
  }

  /** Takes and commits; answers the new checkpoint. */
  project(batches: readonly Batch[], limit = Number.POSITIVE_INFINITY): number {
    this.take(batches, limit);
    return this.commit();
  }

  #undoing<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      for (const rows of [this.#orders, this.#positions, this.#ledgers]) rows.clear();
      this.#resume();
      throw error;
    }
  }

  #resume(): void {
    [this.#seq, this.#configVersion] = this.#sql.readCheckpoint.get() as [number, number];
    this.#committed = this.#seq;
  }

  #walk(batches: readonly Batch[], limit: number): void {
    let left = limit;
    for (const batch of batches) {
      for (const { seq, bytes } of eventsOf(batch, this.#seq)) {
        if (left <= 0) return;
        if (seq !== this.#seq + 1) throw new Error(`event ${seq} came after ${this.#seq}`);
        try {
          this.#event(seq, bytes);
        } catch (error) {
          throw new EventError(seq, error);
        }
        this.#seq = seq;
        left -= 1;
      }
    }
  }

  #event(seq: number, bytes: Buffer): void {
    const body = unpackAccountBody(bytes);
    if (body) this.#account(seq, body);
    else this.#desk(seq, unpackEvent(bytes) as DeskEvent);
  }

  #account(seq: number, body: AccountBody): void {
    const [
      ,
      group,
      ,
      time,
      cause,
      ledger,
      ,
      orders,
      deals,
      positions,
      remembered,
      ,
      derived,
      ...more
    ] = body;
    const [queued = [], daily, correction, journal = []] = more;
    const login = Number(ledger[0]);
    this.#ledgers.set(login, seq, ledger);
    for (const row of queued) this.#queued(row);
    if (daily) this.#dailies.put(daily);
    if (correction) this.#corrections.put(correction);
    for (const order of orders) this.#orders.set(Number(order[0]), seq, order);
    for (const deal of deals) {
      this.#sql.dealEvent.run(deal[0], seq);
      this.#deals.put(deal);
      if (isCanceled(deal)) this.#sql.dropLegs.run(deal[DEAL_POSITION], deal[0]);
      else if (endsLeg(deal)) this.#endLeg(group, Number(deal[DEAL_POSITION]));
    }
    for (const position of positions) this.#position(seq, group, position);
    if (remembered) {
      const [requestId, digest, result] = remembered;
      this.#sql.remember.run(login, requestId, digest, pack(result), seq);
      this.#sql.settle.run(requestId);
    }
    for (const command of derived) this.#derived(seq, command);
    for (const line of journal) this.#tell(seq, time, cause[2], '', line);
  }

  #tell(seq: number, time: number, by: number, ip: string, line: JournalLine): void {
    this.#sql.journal.run(seq, time, by, ip, line.kind, line.login, line.text);
  }

  #derived(seq: number, command: DerivedCommand): void {
    const { request_id, login, action, amount, comment } = command;
    const { from_login = 0, from_deal = 0, currency = '' } = command;
    const origin = [from_login, from_deal, currency] as const;
    this.#sql.derive.run(request_id, login, action, amount, comment, seq, ...origin);
  }

  #queued(row: unknown[]): void {
    if (row[QUEUE_STATE] === 'gone') this.#sql.dropQueued.run(row[0]);
    else this.#queue.put(row);
  }

  #position(seq: number, group: string, position: unknown[]): void {
    const id = Number(position[0]);
    if (!position[CLOSED_AT]) {
      this.#positions.set(id, seq, position);
      return;
    }
    this.#positions.drop(id);
    this.#sql.dropPosition.run(id);
    this.#endLeg(group, id);
  }

  /** Stores the leg that the newest deal of a position has ended. */
  #endLeg(group: string, positionId: number): void {
    const after = (this.#sql.lastLeg.get(positionId) as number | null) ?? 0;
    const deals = this.#sql.legDeals.all(positionId, after) as unknown[][];
    const closed = closedLeg(group, deals.map(this.#readDeal), after);
    if (closed) this.#closed.put(rowToArray(CLOSED_POSITIONS.fields, closed));
  }

  #desk(seq: number, event: DeskEvent): void {
    for (const { kind, key, version, record } of event.changes) {
      if (record === null) {
        this.#sql.dropRecord.run(kind, key);
        continue;
      }
      const number = WHOLE.test(key) ? Number(key) : null;
      this.#sql.putRecord.run(kind, key, number, version, JSON.stringify(record), seq);
    }
    for (const line of event.journal) this.#tell(seq, event.time, event.by, event.ip, line);
    this.#configVersion = event.config_version;
  }
}
