// The log's tail at start: only the newest state of each row is stored, however often it changed.

import { requestKey } from '../../../storage/projection/request-key.js';
import {
  type MsgpackReader,
  readList,
  readTextHead,
  skip,
} from '../../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../../wire/codec/row-reader.js';
import {
  type AccountVisitor,
  pass,
  readRemembered,
  visitAccount,
} from '../../../wire/codec/unpack.js';
import type { DerivedCommand } from '../../../wire/trading/events.js';
import { QUEUED } from '../../../wire/trading/queued.js';
import { CORRECTION, DEAL, LEDGER, ORDER, POSITION } from '../../../wire/trading/records.js';
import type { Cells } from '../../shared/cells.js';
import { KeptRow } from '../accounts/kept-row.js';
import { OUTCOMES_MAX } from '../accounts/outcomes.js';
import type { GoneIds, Shard } from '../shard.js';

const readLedger = rowReader(LEDGER);
const readOrder = rowReader(ORDER);
const readPosition = rowReader(POSITION);
const readQueued = rowReader(QUEUED);
const readOrderEnd = rowReader(ORDER, ['id', 'done_at']);
const readPositionEnd = rowReader(POSITION, ['id', 'closed']);
const readQueuedId = rowReader(QUEUED, ['id']);
const readDealId = rowReader(DEAL, ['id']);
const readCorrectionId = rowReader(CORRECTION, ['id']);

/** The newest rows of a kind by id; undefined for most accounts. */
type NewestRowsById = Map<number, KeptRow> | undefined;

const kept = (
  rows: NewestRowsById,
  id: number,
  from: MsgpackReader,
  begin: number,
): NewestRowsById => {
  const known = rows?.get(id);
  if (known !== undefined) known.set(from, begin);
  else return (rows ?? new Map()).set(id, new KeptRow(from, begin));
  return rows;
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
export class ShardTail implements AccountVisitor {
  readonly #accounts = new Map<number, TailAccount>();
  /** Outcomes from this seq on are kept; of older ones only the ids. */
  readonly #recentFrom: number;
  readonly #highest: number;
  #order = 0;
  #deal = 0;
  // Of the current event:
  #seq = 0;
  #login = 0;
  #account: TailAccount | undefined;

  constructor(
    private readonly shard: Shard,
    private readonly cells: Cells,
    { highest, head, shards }: TailEnds,
  ) {
    this.#highest = highest;
    this.#recentFrom = head - OUTCOMES_MAX * shards;
  }

  /** Processes an event of an account whose body is at the cursor. */
  take(login: number, from: MsgpackReader, seq: number): void {
    this.#seq = seq;
    this.#login = login;
    this.#account = this.#accounts.get(login);
    visitAccount(from, this);
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

  head(): void {}

  cause(from: MsgpackReader): void {
    pass(from);
  }

  ledger(from: MsgpackReader): void {
    const begin = from.at;
    pass(from);
    if (this.#account !== undefined) return this.#account.set(from, begin);
    this.#account = new TailAccount(from, begin);
    this.#accounts.set(this.#login, this.#account);
  }

  order(from: MsgpackReader): void {
    const begin = from.at;
    const { id, done_at } = readOrderEnd(from);
    this.#order = Math.max(this.#order, id);
    this.#row('orders', id, from, begin, done_at > 0);
  }

  deal(from: MsgpackReader): void {
    this.#deal = Math.max(this.#deal, readDealId(from).id);
  }

  position(from: MsgpackReader): void {
    const begin = from.at;
    const { id, closed } = readPositionEnd(from);
    this.#row('positions', id, from, begin, closed);
  }

  remembered(from: MsgpackReader): void {
    const { index } = this.shard;
    if (this.#seq > this.#recentFrom) {
      const remembered = readRemembered(from);
      index.remember(this.#login, { remembered, count: 0, seq: this.#seq });
      return;
    }
    readList(from);
    const end = readTextHead(from) + from.at;
    const key = requestKey(this.#login, from.bytes, from.at, end);
    index.addForgotten(this.#login, key, this.#seq);
    from.at = end;
    skip(from, 2);
  }

  derived(command: DerivedCommand): void {
    this.shard.owe(command);
  }

  queued(from: MsgpackReader): void {
    const begin = from.at;
    const { id } = readQueuedId(from);
    this.#order = Math.max(this.#order, id);
    const account = this.#account as TailAccount;
    account.queue = kept(account.queue, id, from, begin);
  }

  daily(from: MsgpackReader): void {
    pass(from);
  }

  correction(from: MsgpackReader): void {
    this.#deal = Math.max(this.#deal, readCorrectionId(from).id);
  }

  journal(): void {}

  /**
   * Stores the row between `begin` and the cursor. An ended row is stored only if the snapshot has
   * it; of a row that began and ended within the tail only the id is kept.
   */
  #row(
    kind: 'orders' | 'positions',
    id: number,
    from: MsgpackReader,
    begin: number,
    ends: boolean,
  ): void {
    const account = this.#account as TailAccount;
    const holds = id <= this.#highest && this.shard.accounts.holds(this.#login, kind, id);
    if (!ends || holds) {
      account[kind] = kept(account[kind], id, from, begin);
      return;
    }
    account[kind]?.delete(id);
    account.gone ??= { orders: [], positions: [] };
    account.gone[kind].push(id);
  }
}
