// Entries: stores the events that lists show, with what each shows of orders, deals and closed
// positions.

import type { Database, Statement } from '../database/database.js';
import { ENTRIES } from '../database/schema.js';
import { NewRows } from './row-writers.js';

/** The lists, each named by the column of its ids. */
export type Shown = 'order_id' | 'deal_id' | 'closed_id';

interface EntryRow {
  readonly time: number;
  readonly symbol: string;
  order_id: number;
  deal_id: number;
  closed_id: number;
  position_id: number;
}

/** An entry that shows nothing: of an event that is stored for its request, or for a later form. */
const NOTHING: EntryRow = {
  time: 0,
  symbol: '',
  order_id: 0,
  deal_id: 0,
  closed_id: 0,
  position_id: 0,
};

const isRoomIn = (entry: EntryRow, shown: Shown, time: number, symbol: string): boolean =>
  entry[shown] === 0 && entry.time === time && entry.symbol === symbol;

/** Writes the entries of events; an order, its deal and the position that it closed share one. */
export class Entries {
  readonly #rows: NewRows;
  readonly #hideClosed: Statement;
  readonly #lowest: Statement;
  /** The lowest id of a further entry of an event; 0 = there is none. */
  #further = 0;
  /** The entries of the current event. */
  readonly #entries: EntryRow[] = [];
  #isKept = false;

  constructor(db: Database) {
    this.#rows = new NewRows(db, ENTRIES);
    this.#lowest = db.prepare('SELECT MIN(0, COALESCE(MIN(id), 0)) FROM entries').pluck();
    this.#hideClosed = db.prepare(
      `UPDATE entries SET closed_id = 0, time = IIF(order_id + deal_id > 0, time, 0)
       WHERE login = ? AND time = ? AND time > 0 AND closed_id = ?`,
    );
  }

  /** Adds a row of a list to the entries of the current event. */
  show(shown: Shown, id: number, time: number, symbol: string, positionId = 0): void {
    const entries = this.#entries;
    let entry = entries.find((one) => isRoomIn(one, shown, time, symbol));
    if (entry === undefined) {
      entry = { ...NOTHING, time, symbol };
      entries.push(entry);
    }
    entry[shown] = id;
    if (positionId > 0) entry.position_id = positionId;
  }

  /** Stores the current event although it may show nothing. */
  keep(): void {
    this.#isKept = true;
  }

  /** Completes the entries of the current event; `key` is that of its request, null = none. */
  add(seq: number, login: number, key: number | null, event: Buffer): void {
    const entries = this.#entries;
    if (entries.length === 0 && this.#isKept) entries.push(NOTHING);
    for (let place = 0; place < entries.length; place += 1) {
      const { time, symbol, order_id, deal_id, closed_id, position_id } = entries[
        place
      ] as EntryRow;
      if (place > 0) this.#further -= 1;
      const row = this.#rows.next(seq);
      row.push(place === 0 ? seq : this.#further, seq, login, time, symbol);
      row.push(order_id, deal_id, closed_id, position_id);
      if (place === 0) row.push(key, event);
      else row.push(null, null);
    }
    entries.length = 0;
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
    this.#entries.length = 0;
    this.#isKept = false;
    this.#further = this.#lowest.get() as number;
  }
}
