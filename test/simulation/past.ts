// What has ended in a simulation, as the database would know it.

import { Bits } from './bits.js';
import type { House } from './house.js';
import type { Snapshot } from './tape.js';

/** Ids of closed positions and ended orders, by account. */
export class Past {
  #ids = new Map<string, Bits>();
  /** The row that ended last, by account. */
  readonly #last = new Map<number, number>();

  /** Notes what has ended. */
  add(login: number, what: 'position' | 'order', id: number): void {
    const key = `${login} ${what}`;
    const ids = this.#ids.get(key) ?? new Bits();
    this.#ids.set(key, ids);
    ids.add(id);
    this.#last.set(login, id);
  }

  /** The id of what ended last. */
  last(login: number): number | undefined {
    return this.#last.get(login);
  }

  /** Has the account had it, since the last restart? */
  known(login: number, what: 'position' | 'order', id: number): boolean {
    return this.#ids.get(`${login} ${what}`)?.has(id) === true;
  }

  /** A restart: what was before is for the accounts and the database to know. */
  restarted(): void {
    this.#ids = new Map();
  }

  /** Accounts of which neither they nor a database know what ended last. */
  forgotten(house: House, { store }: Snapshot): readonly number[] {
    const isKnown = (login: number, id: number): boolean => {
      const { positions, orders } = house.state(login).gone;
      const isRecent = positions.ids.includes(id) || orders.ids.includes(id);
      return isRecent || store.known(login, 'order', id) || store.known(login, 'position', id);
    };
    return [...this.#last].filter(([login, id]) => !isKnown(login, id)).map(([login]) => login);
  }
}
