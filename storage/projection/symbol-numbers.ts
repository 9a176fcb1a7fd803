// Symbol numbers: open rows have their symbol as a number, by which lists find and count them.

import type { Database, Statement } from '../database/database.js';

/**
 * The numbers of symbols. A symbol gets the next one when it is first asked for: in the order of
 * events, so that every database of a log has the same.
 */
export class SymbolNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #find: Statement;
  readonly #add: Statement;

  constructor(db: Database) {
    this.#find = db.prepare('SELECT id FROM symbol_names WHERE name = ?').pluck();
    this.#add = db.prepare('INSERT INTO symbol_names (name) VALUES (?) RETURNING id').pluck();
  }

  /** The number of a symbol, whatever the case of its name. */
  of(symbol: string): number {
    const known = this.#numbers.get(symbol);
    if (known !== undefined) return known;
    const number = (this.#find.get(symbol) ?? this.#add.get(symbol)) as number;
    this.#numbers.set(symbol, number);
    return number;
  }

  /** Forgets numbers of symbols, some of which may have been added before a rollback. */
  clear(): void {
    this.#numbers.clear();
  }
}
