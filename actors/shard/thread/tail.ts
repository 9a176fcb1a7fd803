// The log's tail at start: of each row only the event with its newest state is kept, however often
// the row changed.

import { type IdTaker, takeIds } from '../../../storage/log/event-ids.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { rowOf } from '../../../storage/read/rows/entries.js';
import { loginsAbove } from '../../../wire/base/login-set.js';
import type { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { type ProjectedEvent, readStored } from '../../../wire/codec/unpack.js';
import { type IdleDayEvent, ledgerAfterIdle } from '../../../wire/trading/idle-day.js';
import type { Cells } from '../../shared/cells.js';
import { OUTCOMES_MAX } from '../accounts/outcomes.js';
import type { GoneIds, Shard } from '../shard.js';
import type { ReadAgain } from '../shard-messages.js';
import { TailEvent } from './tail-event.js';

/** The events with the newest rows of a kind, by the rows' id; undefined for most accounts. */
type NewestById = Map<number, TailEvent> | undefined;

const NO_DAYS: readonly IdleDayEvent[] = [];

/** The tail of one account: its newest event, and rows that did not begin and end within it. */
class TailAccount extends TailEvent {
  orders: NewestById = undefined;
  positions: NewestById = undefined;
  queue: NewestById = undefined;
  /** Idle days after its newest event. */
  idleDays: readonly IdleDayEvent[] = NO_DAYS;
  /** Ids of rows that began and ended within the tail. */
  gone: { readonly orders: number[]; readonly positions: number[] } | undefined = undefined;
}

/** The kept rows of a kind; `rows` takes them out of an event. */
const rowsOf = <R extends { readonly id: number }>(
  newest: NewestById,
  rows: (event: ProjectedEvent) => readonly R[],
): R[] => Array.from(newest ?? [], ([id, event]) => rowOf(rows(event.read()), id));

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
export class ShardTail implements IdTaker {
  readonly #accounts = new Map<number, TailAccount>();
  /** Events of rows that ended, used again for others. */
  readonly #unused: TailEvent[] = [];
  /** Outcomes from this seq on are kept; of older ones only the ids. */
  readonly #recentFrom: number;
  readonly #highest: number;
  #order = 0;
  #deal = 0;
  // Of the current event:
  #seq = 0;
  #login = 0;
  #account = new TailAccount();
  #packed: Uint8Array = Buffer.alloc(0);

  constructor(
    private readonly shard: Shard,
    private readonly cells: Cells,
    { highest, head, shards }: TailEnds,
  ) {
    this.#highest = highest;
    this.#recentFrom = head - OUTCOMES_MAX * shards;
  }

  /** Processes an event of an account; its body is at the cursor, `packed` are all its bytes. */
  take(seq: number, login: number, from: MsgpackReader, packed: Uint8Array): void {
    this.#seq = seq;
    this.#login = login;
    this.#account = this.#accountOf(login);
    this.#packed = packed;
    this.#account.set(packed);
    this.#account.idleDays = NO_DAYS;
    if (!takeIds(login, from, this)) this.#read(readStored(login, from));
  }

  #read(event: ProjectedEvent): void {
    const { corrections, remembered } = event;
    for (const { id, done_at } of event.orders) this.order(id, done_at > 0);
    for (const { id } of event.deals) this.deal(id);
    for (const { id, closed } of event.positions) this.position(id, closed);
    if (remembered !== null) this.request(remembered.request_id);
    for (const command of event.derived) this.shard.owe(command);
    for (const { id } of event.queued) {
      this.#ordered(id);
      this.#account.queue = this.#kept(this.#account.queue, id);
    }
    for (const { id } of corrections) this.deal(id);
  }

  order(id: number, ended: boolean): void {
    this.#ordered(id);
    if (this.#stays('orders', id, ended)) {
      this.#account.orders = this.#kept(this.#account.orders, id);
    }
  }

  deal(id: number): void {
    if (id > this.#deal) this.#deal = id;
  }

  position(id: number, ended: boolean): void {
    if (this.#stays('positions', id, ended)) {
      this.#account.positions = this.#kept(this.#account.positions, id);
    }
  }

  request(id: string): void {
    const { index } = this.shard;
    const [login, seq] = [this.#login, this.#seq];
    if (seq > this.#recentFrom) index.remember(login, id, this.#packed, 0, seq);
    else index.addForgotten(login, requestKeyOf(login, id), seq);
  }

  /** Processes an idle day of accounts, of which `mine` are on the shard. */
  idleDay(event: IdleDayEvent, mine: (login: number) => boolean): void {
    const { accounts } = this.shard;
    for (const { logins } of event.accounts) {
      for (const login of loginsAbove(logins, 0)) {
        if (!mine(login)) continue;
        const account = this.#accounts.get(login);
        if (account !== undefined) account.idleDays = [...account.idleDays, event];
        else {
          const still = accounts.still(login);
          if (still !== undefined) accounts.putLedger(login, ledgerAfterIdle(still.ledger, event));
        }
      }
    }
    this.shard.deps.notBefore(event.time);
  }

  /** Drops the rows of a deleted account. */
  forget(login: number): void {
    this.#accounts.delete(login);
  }

  /**
   * Stores the newest rows in the accounts; sets the next ids above the highest ones. Returns how
   * many accounts and orders they are.
   */
  store(): ReadAgain {
    let orders = 0;
    const accounts = this.#accounts.size;
    for (const [login, account] of this.#accounts) {
      const rows = {
        ledger: account.idleDays.reduce(ledgerAfterIdle, account.read().ledger),
        orders: rowsOf(account.orders, ({ orders }) => orders),
        positions: rowsOf(account.positions, ({ positions }) => positions),
        queued: rowsOf(account.queue, ({ queued }) => queued),
      };
      this.shard.restore(login, rows, account.gone ?? NOTHING_GONE);
      orders += rows.orders.length + (account.gone?.orders.length ?? 0);
    }
    this.#accounts.clear();
    this.#unused.length = 0;
    this.cells.raise(this.#order, this.#deal);
    return { accounts, orders };
  }

  #accountOf(login: number): TailAccount {
    const known = this.#accounts.get(login);
    if (known !== undefined) return known;
    const account = new TailAccount();
    this.#accounts.set(login, account);
    return account;
  }

  /** Notes the id of an order or a waiting request. */
  #ordered(id: number): void {
    if (id > this.#order) this.#order = id;
  }

  /** Keeps the current event as the newest of a row. */
  #kept(rows: NewestById, id: number): NewestById {
    const kept = rows?.get(id) ?? this.#unused.pop() ?? new TailEvent();
    kept.set(this.#packed);
    return (rows ?? new Map()).set(id, kept);
  }

  /**
   * Is the row to be stored? An ended row only if the snapshot has it; of a row that began and
   * ended within the tail only the id is kept.
   */
  #stays(kind: 'orders' | 'positions', id: number, ended: boolean): boolean {
    if (!ended) return true;
    const account = this.#account;
    if (id <= this.#highest && this.shard.accounts.holds(this.#login, kind, id)) return true;
    const kept = account[kind]?.get(id);
    if (kept !== undefined) {
      account[kind]?.delete(id);
      this.#unused.push(kept);
    }
    account.gone ??= { orders: [], positions: [] };
    account.gone[kind].push(id);
    return false;
  }
}
