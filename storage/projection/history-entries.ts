// History entries: the rows of an event in the lists of orders, deals and closed positions.

import type { Database, Statement } from '../database/database.js';
import { HISTORY } from '../database/schema.js';
import { NewRows } from './row-writers.js';

const SHOWN = ['order_id', 'deal_id', 'closed_id'] as const;
/** The lists, each named by the column of its ids. */
export type Shown = (typeof SHOWN)[number];

interface HistoryEntry {
  readonly time: number;
  readonly symbol: string;
  order_id: number;
  deal_id: number;
  closed_id: number;
}

const isRoomIn = (entry: HistoryEntry, shown: Shown, time: number, symbol: string): boolean =>
  entry[shown] === 0 && entry.time === time && entry.symbol === symbol;

/** Entries of events; an order, its deal and the position that it closed share one. */
export class HistoryEntries {
  readonly #rows: NewRows;
  readonly #hide: Readonly<Record<Shown, readonly [Statement, Statement]>>;
  readonly #entries: HistoryEntry[] = [];

  constructor(db: Database) {
    this.#rows = new NewRows(db, HISTORY);
    // An entry that shows nothing else is deleted; kept, two such entries would be equal.
    const hide = (shown: Shown): readonly [Statement, Statement] => {
      const others = SHOWN.filter((one) => one !== shown);
      const where = `WHERE login = ? AND time = ? AND ${shown} = ?`;
      const empty = others.map((one) => `${one} = 0`).join(' AND ');
      return [
        db.prepare(`DELETE FROM history ${where} AND ${empty}`),
        db.prepare(`UPDATE history SET ${shown} = 0 ${where}`),
      ];
    };
    this.#hide = {
      order_id: hide('order_id'),
      deal_id: hide('deal_id'),
      closed_id: hide('closed_id'),
    };
  }

  /** Adds a row of a list to the entry of the current event. */
  show(shown: Shown, id: number, time: number, symbol: string): void {
    const entries = this.#entries;
    let at = 0;
    while (at < entries.length && !isRoomIn(entries[at] as HistoryEntry, shown, time, symbol))
      at += 1;
    if (at === entries.length) {
      entries.push({ time, symbol, order_id: 0, deal_id: 0, closed_id: 0 });
    }
    (entries[at] as HistoryEntry)[shown] = id;
  }

  /** Completes the entry of the current event. */
  add(seq: number, login: number): void {
    for (const { time, symbol, order_id, deal_id, closed_id } of this.#entries) {
      this.#rows.next(seq).push(login, time, order_id, deal_id, closed_id, symbol);
    }
    this.#entries.length = 0;
  }

  /** Removes a row of a list from the entry of its event. */
  hide(shown: Shown, id: number, login: number, time: number): void {
    for (const statement of this.#hide[shown]) statement.run(login, time, id);
  }

  /** Writes the waiting entries, so that they can be read. */
  flush(): void {
    this.#rows.flush();
  }

  /** Discards the waiting entries. */
  clear(): void {
    this.#rows.clear();
    this.#entries.length = 0;
  }
}
