// The log's tail at start: of each row only its newest state is stored, however often it changed.

import type { EventRows } from '../../engine/engine.js';
import { rowFromArray } from '../../wire/fields.js';
import { unpackAccountBody } from '../../wire/pack.js';
import { LEDGER, ORDER, POSITION, TRADE_RESULT } from '../../wire/records.js';
import type { Cells } from '../shared/cells.js';
import type { Shard } from './shard.js';

/** Rows of one account as arrays in field order, orders and positions by id. */
interface Newest {
  ledger: unknown[];
  readonly orders: Map<number, unknown[]>;
  readonly positions: Map<number, unknown[]>;
}

const keep = (into: Map<number, unknown[]>, rows: readonly unknown[][]): void => {
  for (const row of rows) into.set(Number(row[0]), row);
};

const rowsOf = ({ ledger, orders, positions }: Newest): EventRows => ({
  ledger: rowFromArray(LEDGER, ledger),
  orders: Array.from(orders.values(), (row) => rowFromArray(ORDER, row)),
  positions: Array.from(positions.values(), (row) => rowFromArray(POSITION, row)),
});

/** Takes a shard's events after the checkpoint, then stores what they come to. */
export class Tail {
  readonly #accounts = new Map<number, Newest>();
  #order = 0;
  #deal = 0;

  constructor(
    private readonly shard: Shard,
    private readonly cells: Cells,
  ) {}

  /** The next event of an account: its outcome is remembered, its derived commands are owed. */
  take(login: number, bytes: Buffer, seq: number): void {
    const body = unpackAccountBody(bytes);
    if (body === undefined) throw new Error(`event ${seq} is no account's`);
    const [, , , , , ledger, , orders, deals, positions, remembered, , derived] = body;
    const newest = this.#newestOf(login, ledger);
    newest.ledger = ledger;
    keep(newest.orders, orders);
    keep(newest.positions, positions);
    for (const [id] of orders) this.#order = Math.max(this.#order, Number(id));
    for (const [id] of deals) this.#deal = Math.max(this.#deal, Number(id));
    if (remembered !== null) {
      const [request_id, digest, result] = remembered;
      const outcome = { request_id, digest, result: rowFromArray(TRADE_RESULT, result) };
      this.shard.index.remember(login, { remembered: outcome, count: 0, seq });
    }
    for (const command of derived) this.shard.owe(command);
  }

  /** Stores the newest rows in the accounts; new ids go on above those that were given out. */
  store(): void {
    for (const [login, newest] of this.#accounts) this.shard.restore(login, rowsOf(newest));
    this.cells.raise(this.#order, this.#deal);
  }

  #newestOf(login: number, ledger: unknown[]): Newest {
    const known = this.#accounts.get(login);
    if (known !== undefined) return known;
    const newest = { ledger, orders: new Map(), positions: new Map() };
    this.#accounts.set(login, newest);
    return newest;
  }
}
