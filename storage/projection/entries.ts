// Entries: stores the events that lists show, with the orders, deals and closed positions that each
// of them shows.

import type { Database, Statement } from '../database/database.js';
import { ENTRIES } from '../database/schema.js';
import { NewRows } from './row-writers.js';

/** The lists, each named by the column of its ids. */
export type Shown = 'order_id' | 'deal_id' | 'closed_id';

/** The place of each list's id in an entry. */
export const PLACE = { order: 0, deal: 1, closed: 2 } as const;
type EntryPlace = (typeof PLACE)[keyof typeof PLACE];

/** An entry of the current event; the object is reused for the next event. */
class EntryRow {
  time = 0;
  symbol = '';
  /** By place; 0 = it shows nothing there. */
  readonly ids = new Float64Array(3);
  positionId = 0;
  dealOrderId = 0;
  action: string | null = null;

  /** Begins an entry that shows nothing yet. */
  begin(time: number, symbol: string): this {
    this.time = time;
    this.symbol = symbol;
    this.ids.fill(0);
    this.positionId = 0;
    this.dealOrderId = 0;
    this.action = null;
    return this;
  }
}

/** Writes the entries of events; an order, its deal and the position that it closed share one. */
export class Entries {
  readonly #rows: NewRows;
  readonly #hideClosed: Statement;
  readonly #lowest: Statement;
  /** The lowest id of a further entry of an event; 0 = there is none. */
  #further = 0;
  readonly #entries: EntryRow[] = [];
  /** The number of entries of the current event, which are the first ones. */
  #count = 0;
  #isKept = false;

  constructor(db: Database) {
    this.#rows = new NewRows(db, ENTRIES);
    this.#lowest = db.prepare('SELECT MIN(0, COALESCE(MIN(id), 0)) FROM entries').pluck();
    this.#hideClosed = db.prepare(
      `UPDATE entries SET closed_id = 0, time = IIF(order_id + deal_id > 0, time, 0)
       WHERE login = ? AND time = ? AND time > 0 AND closed_id = ?`,
    );
  }

  /** Adds a row of a list to the entries of the current event; returns the entry with the row. */
  show(place: EntryPlace, id: number, time: number, symbol: string, positionId = 0): EntryRow {
    const entry = this.#roomFor(place, time, symbol);
    entry.ids[place] = id;
    if (positionId > 0) entry.positionId = positionId;
    return entry;
  }

  #roomFor(place: EntryPlace, time: number, symbol: string): EntryRow {
    for (let n = 0; n < this.#count; n += 1) {
      const entry = this.#entries[n] as EntryRow;
      if (entry.ids[place] === 0 && entry.time === time && entry.symbol === symbol) return entry;
    }
    return this.#next().begin(time, symbol);
  }

  #next(): EntryRow {
    if (this.#count === this.#entries.length) this.#entries.push(new EntryRow());
    this.#count += 1;
    return this.#entries[this.#count - 1] as EntryRow;
  }

  /** Stores the current event although it may show nothing. */
  keep(): void {
    this.#isKept = true;
  }

  /**
   * Completes the entries of the current event; `key` is its request's key, null = none, `bytes`
   * its bytes from `begin` to `end`.
   */
  add(
    seq: number,
    login: number,
    key: number | null,
    bytes: Buffer,
    begin: number,
    end: number,
  ): void {
    // An entry that shows nothing is of an event that is stored for its request, or a later form.
    if (this.#count === 0 && this.#isKept) this.#next().begin(0, '');
    for (let n = 0; n < this.#count; n += 1) {
      const isFirst = n === 0;
      if (!isFirst) this.#further -= 1;
      const entry = this.#entries[n] as EntryRow;
      const { ids, positionId, dealOrderId, action, time, symbol } = entry;
      const rows = this.#rows.begin(seq);
      rows.put(isFirst ? seq : this.#further);
      rows.put(seq);
      rows.put(login);
      rows.put(time);
      rows.put(symbol);
      rows.put(ids[PLACE.order]);
      rows.put(ids[PLACE.deal]);
      rows.put(ids[PLACE.closed]);
      rows.put(positionId);
      rows.put(dealOrderId);
      rows.put(action);
      rows.put(isFirst ? key : null);
      rows.put(isFirst ? bytes.subarray(begin, end) : null);
    }
    this.#count = 0;
    this.#isKept = false;
  }

  /** Removes a closed position from the entry of its event. */
  hideClosed(id: number, login: number, time: number): void {
    this.#hideClosed.run(login, time, id);
  }

  /** Writes the waiting entries, so that they can be read. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards the waiting entries. */
  clear(): void {
    this.#rows.clear();
    this.#count = 0;
    this.#isKept = false;
    this.#further = this.#lowest.get() as number;
  }
}
