// The log's tail at start: of each row only its newest state is stored, however often it changed.

import { type EventRows, GONE_MAX } from '../../engine/engine.js';
import { type FieldTable, rowFromArray } from '../../wire/fields.js';
import { QUEUED } from '../../wire/queued.js';
import { LEDGER, ORDER, POSITION, TRADE_RESULT } from '../../wire/records.js';
import { type AccountBody, unpackAccountBody } from '../../wire/unpack.js';
import type { Cells } from '../shared/cells.js';
import { OUTCOMES_MAX } from './outcomes.js';
import type { Shard } from './shard.js';

/** Rows of one account as arrays in field order, orders and positions by id. */
interface Newest {
  ledger: unknown[];
  readonly orders: Map<number, unknown[]>;
  readonly positions: Map<number, unknown[]>;
  readonly queue: Map<number, unknown[]>;
  /** Ids of what ended and left no row. */
  readonly ended: { readonly positions: number[]; readonly orders: number[] };
}

/** A remembered outcome as it was packed. */
interface Packed {
  readonly login: number;
  readonly seq: number;
  readonly body: NonNullable<AccountBody[10]>;
}

const fieldAt = (table: FieldTable, field: string): number => Object.keys(table).indexOf(field);
const DONE_AT = fieldAt(ORDER, 'done_at');
const CLOSED = fieldAt(POSITION, 'closed');

/**
 * Keeps the newest of each row. One that ends is kept only when the snapshot has it: what began
 * and ended within the tail leaves nothing but its id.
 */
const keep = (
  into: Map<number, unknown[]>,
  rows: readonly unknown[][],
  endAt: number,
  stored: ReadonlyMap<number, unknown> | undefined,
  ended: number[],
): void => {
  for (const row of rows) {
    const id = Number(row[0]);
    if (!row[endAt] || stored?.has(id)) into.set(id, row);
    else {
      into.delete(id);
      if (ended.length === GONE_MAX) ended.shift();
      ended.push(id);
    }
  }
};

const rowsOf = ({ ledger, orders, positions, queue }: Newest): EventRows => ({
  ledger: rowFromArray(LEDGER, ledger),
  orders: Array.from(orders.values(), (row) => rowFromArray(ORDER, row)),
  positions: Array.from(positions.values(), (row) => rowFromArray(POSITION, row)),
  queued: Array.from(queue.values(), (row) => rowFromArray(QUEUED, row)),
});

/** Takes a shard's events after the checkpoint, then stores what they come to. */
export class Tail {
  readonly #accounts = new Map<number, Newest>();
  readonly #recent: Packed[] = [];
  #count = 0;
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
    const [, , , , , ledger, , orders, deals, positions, remembered, , derived, ...more] = body;
    const [queued = [], , correction] = more;
    const newest = this.#newestOf(login, ledger);
    const state = this.shard.accounts.get(login)?.state;
    newest.ledger = ledger;
    keep(newest.orders, orders, DONE_AT, state?.orders, newest.ended.orders);
    keep(newest.positions, positions, CLOSED, state?.positions, newest.ended.positions);
    for (const row of queued) newest.queue.set(Number(row[0]), row);
    for (const [id] of queued) this.#order = Math.max(this.#order, Number(id));
    if (correction) this.#deal = Math.max(this.#deal, Number(correction[0]));
    for (const [id] of orders) this.#order = Math.max(this.#order, Number(id));
    for (const [id] of deals) this.#deal = Math.max(this.#deal, Number(id));
    if (remembered !== null) this.#remember({ login, seq, body: remembered });
    for (const command of derived) this.shard.owe(command);
  }

  /** Stores the newest rows in the accounts; new ids go on above those that were given out. */
  store(): void {
    for (const [login, newest] of this.#accounts) {
      this.shard.restore(login, rowsOf(newest), newest.ended);
    }
    const { index } = this.shard;
    for (const { login, seq, body } of this.#outcomes()) {
      const [request_id, digest, result] = body;
      const remembered = { request_id, digest, result: rowFromArray(TRADE_RESULT, result) };
      index.remember(login, { remembered, count: 0, seq });
    }
    this.cells.raise(this.#order, this.#deal);
  }

  /** The newest outcomes wait as they are; older ones are known by their ids alone. */
  #remember(packed: Packed): void {
    const at = this.#count % OUTCOMES_MAX;
    const oldest = this.#recent[at];
    if (oldest !== undefined) {
      this.shard.index.addForgotten(oldest.login, oldest.body[0], oldest.seq);
    }
    this.#recent[at] = packed;
    this.#count += 1;
  }

  /** The newest outcomes, oldest first. */
  #outcomes(): readonly Packed[] {
    const first = this.#recent.length < OUTCOMES_MAX ? 0 : this.#count % OUTCOMES_MAX;
    return [...this.#recent.slice(first), ...this.#recent.slice(0, first)];
  }

  #newestOf(login: number, ledger: unknown[]): Newest {
    const known = this.#accounts.get(login);
    if (known !== undefined) return known;
    const newest: Newest = {
      ledger,
      orders: new Map(),
      positions: new Map(),
      queue: new Map(),
      ended: { positions: [], orders: [] },
    };
    this.#accounts.set(login, newest);
    return newest;
  }
}
