// The log's tail at start: only the newest state of each row is stored, however often it changed.

import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { Bytes } from '../../../wire/codec/bytes.js';
import type { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { packLedger, packOrder, packPosition, packQueued } from '../../../wire/codec/pack.js';
import { rowReader } from '../../../wire/codec/row-reader.js';
import type { ProjectedEvent } from '../../../wire/codec/unpack.js';
import type { Remembered } from '../../../wire/trading/events.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import { LEDGER, ORDER, POSITION } from '../../../wire/trading/records.js';
import type { Cells } from '../../shared/cells.js';
import { KeptRow } from '../accounts/kept-row.js';
import { OUTCOMES_MAX } from '../accounts/outcomes.js';
import type { GoneIds, Shard } from '../shard.js';

const readLedger = rowReader(LEDGER);
const readOrder = rowReader(ORDER);
const readPosition = rowReader(POSITION);
const readQueued = rowReader(QUEUED);

/** The newest rows of a kind by id; undefined for most accounts. */
type NewestRowsById = Map<number, KeptRow> | undefined;

const scratch = new Bytes();

const kept = <T extends { readonly id: number }>(
  rows: NewestRowsById,
  row: T,
  pack: (out: Bytes, row: T) => void,
): NewestRowsById => {
  pack(scratch.clear(), row);
  const known = rows?.get(row.id) ?? new KeptRow();
  known.set(scratch);
  return (rows ?? new Map()).set(row.id, known);
};

const readAll = <T>(rows: NewestRowsById, read: (from: MsgpackReader) => T): T[] =>
  Array.from(rows?.values() ?? [], (row) => read(row.cursor()));

/** The tail of one account: its ledger, and rows that did not begin and end within the tail. */
class TailAccount extends KeptRow {
  orders: NewestRowsById;
  positions: NewestRowsById;
  queue: NewestRowsById;
  /** Ids of rows that began and ended within the tail. */
  gone: { readonly orders: number[]; readonly positions: number[] } | undefined = undefined;
}

const NOTHING_GONE: GoneIds = { orders: [], positions: [] };

/** The limits of a shard's tail. */
interface TailEnds {
  /** The highest order id in the snapshot. */
  readonly highest: number;
  /** The log's last seq when the shard was attached. */
  readonly head: number;
  readonly shards: number;
}

/** Reads a shard's events after the checkpoint, then stores their result. */
export class ShardTail {
  readonly #accounts = new Map<number, TailAccount>();
  /** Outcomes from this seq on are kept; of older ones only the ids. */
  readonly #recentFrom: number;
  readonly #highest: number;
  #order = 0;
  #deal = 0;

  constructor(
    private readonly shard: Shard,
    private readonly cells: Cells,
    { highest, head, shards }: TailEnds,
  ) {
    this.#highest = highest;
    this.#recentFrom = head - OUTCOMES_MAX * shards;
  }

  /** Processes an event of an account; `packed` are its bytes. */
  take(seq: number, event: ProjectedEvent, packed: Buffer): void {
    const { login, correction, remembered } = event;
    const account = this.#account(login);
    packLedger(scratch.clear(), event.ledger);
    account.set(scratch);
    for (const row of event.orders) {
      this.#order = Math.max(this.#order, row.id);
      if (this.#stays(account, login, 'orders', row.id, row.done_at > 0)) {
        account.orders = kept(account.orders, row, packOrder);
      }
    }
    for (const { id } of event.deals) this.#deal = Math.max(this.#deal, id);
    for (const row of event.positions) {
      if (this.#stays(account, login, 'positions', row.id, row.closed)) {
        account.positions = kept(account.positions, row, packPosition);
      }
    }
    if (remembered !== null) this.#remember(seq, login, remembered, packed);
    for (const command of event.derived) this.shard.owe(command);
    for (const row of event.queued) {
      this.#order = Math.max(this.#order, row.id);
      account.queue = kept(account.queue, row, packQueued);
    }
    if (correction !== null) this.#deal = Math.max(this.#deal, correction.id);
  }

  /** Stores the newest rows in the accounts; sets the next ids above the highest ones. */
  store(): void {
    for (const [login, account] of this.#accounts) {
      const rows = {
        ledger: readLedger(account.cursor()),
        orders: readAll(account.orders, readOrder),
        positions: readAll(account.positions, readPosition),
        queued: readAll(account.queue, readQueued),
      };
      this.shard.restore(login, rows, account.gone ?? NOTHING_GONE);
    }
    this.#accounts.clear();
    this.cells.raise(this.#order, this.#deal);
  }

  #account(login: number): TailAccount {
    const known = this.#accounts.get(login);
    if (known !== undefined) return known;
    const account = new TailAccount();
    this.#accounts.set(login, account);
    return account;
  }

  #remember(seq: number, login: number, { request_id }: Remembered, packed: Buffer): void {
    const { index } = this.shard;
    if (seq > this.#recentFrom) index.remember(login, request_id, packed, 0, seq);
    else index.addForgotten(login, requestKeyOf(login, request_id), seq);
  }

  /**
   * Is the row to be stored? An ended row only if the snapshot has it; of a row that began and
   * ended within the tail only the id is kept.
   */
  #stays(
    account: TailAccount,
    login: number,
    kind: 'orders' | 'positions',
    id: number,
    ends: boolean,
  ): boolean {
    if (!ends) return true;
    if (id <= this.#highest && this.shard.accounts.holds(login, kind, id)) return true;
    account[kind]?.delete(id);
    account.gone ??= { orders: [], positions: [] };
    account.gone[kind].push(id);
    return false;
  }
}
