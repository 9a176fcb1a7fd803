// Account records: reads rows of single accounts from the database, for the audit.

import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../wire/codec/row-reader.js';
import { CORRECTION, type Deal } from '../../wire/trading/records.js';
import { readCheckpoint } from '../database/checkpoint.js';
import { atMost, type Database, inSnapshot, type Statement } from '../database/database.js';
import {
  type AccountRowKind,
  LEDGERS,
  ORDERS,
  POSITIONS,
  QUEUE,
  SWITCHED,
  storedRow,
} from '../database/schema.js';
import { StoredEvents } from './rows/entries.js';
import { checkRow } from './snapshot.js';

/** A deal, and the seq of the event that created it. */
export interface BookedDeal extends Deal {
  readonly seq: number;
}

/** The position of an entry in an account's history. */
export type EntryKey = readonly [
  time: number,
  order_id: number,
  deal_id: number,
  closed_id: number,
  symbol: string,
  id: number,
];

/** The position before the first entry. */
export const FIRST_ENTRY: EntryKey = [-1, 0, 0, 0, '', 0];

const KEY = 'time, order_id, deal_id, closed_id, symbol, id';

/** Finds the row of an id; an account has one ledger, whose id is the login. */
type RowFinder<T extends FieldTable> = (login: number, id: number) => Row<T> | undefined;

/** Makes a function that reads rows of a kind; it throws when the row was changed. */
const finder = <T extends FieldTable>(db: Database, rows: AccountRowKind<T>): RowFinder<T> => {
  const find = db
    .prepare('SELECT sum, row FROM account_rows WHERE login = ? AND kind = ? AND id = ?')
    .raw();
  const read = storedRow(rows);
  return (login, id) => {
    const found = find.get(login, rows.kind, id) as [sum: number, row: Buffer] | undefined;
    if (found === undefined) return undefined;
    const [sum, row] = found;
    checkRow(db, rows, { id, login, sum, row });
    return read(row);
  };
};

/** Reads rows of accounts by key; each read takes a few µs, whatever the size of the tables. */
export class AccountRecords {
  readonly switches: RowFinder<typeof SWITCHED.fields>;
  readonly ledger: RowFinder<typeof LEDGERS.fields>;
  readonly order: RowFinder<typeof ORDERS.fields>;
  readonly position: RowFinder<typeof POSITIONS.fields>;
  readonly queued: RowFinder<typeof QUEUE.fields>;
  readonly #events: StoredEvents;
  readonly #entries: Statement;
  readonly #changed: Statement;
  readonly #corrections: Statement;
  readonly #marginMode: Statement;
  readonly #readCorrection = rowReader(CORRECTION, ['side', 'volume']);

  constructor(private readonly db: Database) {
    this.#events = new StoredEvents(db);
    this.switches = finder(db, SWITCHED);
    this.ledger = finder(db, LEDGERS);
    this.order = finder(db, ORDERS);
    this.position = finder(db, POSITIONS);
    this.queued = finder(db, QUEUE);
    this.#entries = db
      .prepare(
        `SELECT ${KEY} FROM entries
         WHERE login = ? AND time > 0 AND (${KEY}) > (?, ?, ?, ?, ?, ?)
         ORDER BY ${KEY} ${atMost('?')}`,
      )
      .raw();
    this.#changed = db.prepare('SELECT MAX(seq) FROM deal_changes WHERE deal_id = ?').pluck();
    this.#marginMode = db
      .prepare(
        `SELECT json_extract(record, '$.margin_mode') FROM records
         WHERE kind = 'group' AND key = ?`,
      )
      .pluck();
    this.#corrections = db.prepare('SELECT row FROM corrections WHERE position_id = ?').pluck();
  }

  /** Do the accounts of a group hold one position of a symbol at most? */
  isNetting(group: string): boolean {
    return this.#marginMode.get(group) === 'netting';
  }

  /** Runs reads in one snapshot; `read` gets the seq of its newest event. */
  snapshot<T>(read: (checkpoint: number) => T): T {
    return inSnapshot(this.db, () => read(readCheckpoint(this.db).seq));
  }

  /** Entries of an account's history after a position, oldest first; each deal is in one. */
  entries(login: number, after: EntryKey, limit: number): EntryKey[] {
    return this.#entries.all(login, ...after, limit) as unknown as EntryKey[];
  }

  /** A deal; undefined when no deal has that id. */
  deal(id: number): BookedDeal | undefined {
    const found = this.#events.deal(id);
    return found === undefined ? undefined : { seq: found.seq, ...found.deal };
  }

  /** Seq of the last event that changed a deal; 0 = none. */
  changedAt(dealId: number): number {
    return (this.#changed.get(dealId) as number | null) ?? 0;
  }

  /** The signed volume by which corrections without a deal reduced a position. */
  corrected(positionId: number): number {
    const rows = this.#corrections.all(positionId) as Buffer[];
    return rows
      .map((row) => this.#readCorrection(new MsgpackReader(row)))
      .reduce((sum, { side, volume }) => sum + (side === 'buy' ? volume : -volume), 0);
  }
}
