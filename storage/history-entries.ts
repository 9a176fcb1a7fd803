// History entries: what an event shows in the lists of orders, deals and closed positions.

import type { Database, Statement } from './database.js';
import { NewRows } from './rows.js';
import { HISTORY } from './schema.js';

/** The lists, by the column that holds the id of what an entry shows there. */
export type Shown = 'order_id' | 'deal_id' | 'closed_id';

interface Entry {
  readonly time: number;
  readonly symbol: string;
  order_id: number;
  deal_id: number;
  closed_id: number;
}

/** Entries of events; an order, its deal and the position that it closed share one. */
export class HistoryEntries {
  readonly #rows: NewRows;
  readonly #hide: Readonly<Record<Shown, Statement>>;
  #entries: Entry[] = [];

  constructor(db: Database) {
    this.#rows = new NewRows(db, HISTORY);
    const hide = (shown: Shown): Statement =>
      db.prepare(`UPDATE history SET ${shown} = 0 WHERE login = ? AND time = ? AND ${shown} = ?`);
    this.#hide = {
      order_id: hide('order_id'),
      deal_id: hide('deal_id'),
      closed_id: hide('closed_id'),
    };
  }

  /** Has the event at hand show a row of a list. */
  show(shown: Shown, id: number, time: number, symbol: string): void {
    for (const entry of this.#entries) {
      if (entry[shown] > 0 || entry.time !== time || entry.symbol !== symbol) continue;
      entry[shown] = id;
      return;
    }
    const entry = { time, symbol, order_id: 0, deal_id: 0, closed_id: 0 };
    entry[shown] = id;
    this.#entries.push(entry);
  }

  /** The event at hand is complete. */
  add(seq: number, login: number): void {
    for (const [at, entry] of this.#entries.entries()) {
      const { time, symbol, order_id, deal_id, closed_id } = entry;
      this.#rows.add(seq, login, time, seq, at, symbol, order_id, deal_id, closed_id);
    }
    this.#entries = [];
  }

  /** Has no event show a row any more. */
  hide(shown: Shown, id: number, login: number, time: number): void {
    this.#hide[shown].run(login, time, id);
  }

  /** Stores what waits: then it can be read. */
  flush(): void {
    this.#rows.flush();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#rows.clear();
    this.#entries = [];
  }
}
