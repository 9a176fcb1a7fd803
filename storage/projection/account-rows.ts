// Account rows: writes the events of accounts into the database's tables.

import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import {
  MsgpackReader,
  readList,
  readNumber,
  readTextHead,
  skip,
} from '../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../wire/codec/row-reader.js';
import {
  type AccountHead,
  type AccountVisitor,
  pass,
  visitAccount,
} from '../../wire/codec/unpack.js';
import { DAILY } from '../../wire/trading/daily.js';
import type { DerivedCommand, JournalLine } from '../../wire/trading/events.js';
import { QUEUED } from '../../wire/trading/queued.js';
import {
  CLOSED_POSITION,
  type ClosedPosition,
  CORRECTION,
  DEAL,
  ORDER,
  POSITION,
} from '../../wire/trading/records.js';
import type { Database } from '../database/database.js';
import {
  CLOSED_POSITIONS,
  CORRECTIONS,
  DAILIES,
  DEALS,
  DERIVED,
  LEDGERS,
  type LoadedTable,
  ORDERS,
  POSITIONS,
  QUEUE,
  REQUESTS,
} from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { numbersSum, valuesSum } from '../files/checksum.js';
import { closedPosition, TRADE_FIELDS, type TradeDeal } from './closed-positions.js';
import { HistoryEntries } from './history-entries.js';
import { type OpenTrade, OpenTrades, openingDeal } from './open-deals.js';
import { requestKey } from './request-key.js';
import { NewestRows, NewRows, type RowColumns } from './row-writers.js';
import type { StaffActivity } from './staff-activity.js';

const readOrder = rowReader(ORDER, ['id', 'symbol', 'created_at', 'done_at']);
const readDeal = rowReader(DEAL, TRADE_FIELDS);
const readPosition = rowReader(POSITION, ['id', 'volume', 'closed']);
const readQueued = rowReader(QUEUED, ['id', 'state']);
const readDaily = rowReader(DAILY, ['id', 'date']);
const readCorrection = rowReader(CORRECTION, ['id', 'position_id']);
const packClosed = rowPacker(CLOSED_POSITION);

/** Was the trade cancelled by a bust? Then the closed positions that it was part of are removed. */
const isCanceled = ({ action }: TradeDeal): boolean =>
  action === 'buy_canceled' || action === 'sell_canceled';

/** Does the deal end a trade of a position that stays open: by a reversal, or a swap's reopen? */
const endsTrade = ({ entry, reason }: TradeDeal): boolean =>
  entry === 'inout' || (entry === 'out' && reason === 'rollover');

/** The deals of a position, which has the id of a deal or order; 0 = none. */
const OF_POSITION = 'position_id = ? AND position_id > 0';

const statements = (db: Database) => ({
  lastTrade: db
    .prepare(
      `SELECT MAX(id) FROM closed_positions
       WHERE id IN (SELECT id FROM deals WHERE ${OF_POSITION})`,
    )
    .pluck(),
  tradeDeals: db
    .prepare(`SELECT row FROM deals WHERE ${OF_POSITION} AND id >= ? ORDER BY id`)
    .pluck(),
  dropTrades: db.prepare(
    `DELETE FROM closed_positions
     WHERE id IN (SELECT id FROM deals WHERE ${OF_POSITION} AND id >= ?)
     RETURNING id, login, closed_at`,
  ),
  changeDeal: db.prepare('INSERT INTO deal_changes VALUES (?, ?) ON CONFLICT DO NOTHING'),
  derive: db.prepare('INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  settle: db.prepare('DELETE FROM derived WHERE request_id = ? AND login = ?'),
  owed: db.prepare('SELECT * FROM derived').raw(),
  journal: db.prepare(
    'INSERT INTO journal (seq, time, by, ip, kind, login, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
});

/** Rows whose columns are fields of the record, except the checksum and the row itself. */
const newestRows = (db: Database, table: LoadedTable, totals: Totals): NewestRows => {
  const read = rowReader(table.fields, table.columns.slice(0, -2));
  return new NewestRows(db, table, totals, (from) => read(from) as unknown as RowColumns);
};

type DroppedTrade = Pick<ClosedPosition, 'id' | 'login' | 'closed_at'>;

/**
 * The key of a pending derived command: other accounts may use its id for requests of their own.
 */
const owedKey = (requestId: string, login: number): string => `${login} ${requestId}`;

/** Writes account events into the open transaction. */
export class AccountProjection implements AccountVisitor {
  readonly #sql: ReturnType<typeof statements>;
  /** Orders that ended in the event that created them, so that no table has them. */
  readonly #ended: NewRows;
  readonly #orders: NewestRows;
  readonly #deals: NewRows;
  readonly #positions: NewestRows;
  readonly #closed: NewRows;
  readonly #ledgers: NewestRows;
  readonly #requests: NewRows;
  readonly #queue: NewestRows;
  readonly #dailies: NewRows;
  readonly #corrections: NewRows;
  readonly #history: HistoryEntries;
  readonly #openTrades = new OpenTrades();
  /** Positions opened within the transaction, so that no table has them. */
  readonly #opened = new Set<number>();
  /**
   * Derived commands without a result so far, by id and account, with their checksums; rarely any.
   */
  readonly #owed = new Map<string, number>();
  readonly #scratch = new Bytes();
  // Of the current event:
  #seq = 0;
  #login = 0;
  #head: AccountHead = { group: '', time: 0 };
  #dealer = 0;
  readonly #dealt: TradeDeal[] = [];

  /** `totals` is updated with the loaded rows and the ids. */
  constructor(
    db: Database,
    private readonly totals: Totals,
    private readonly acted: StaffActivity,
  ) {
    this.#sql = statements(db);
    this.#orders = newestRows(db, ORDERS, totals);
    this.#ended = new NewRows(db, ORDERS, this.#orders.uncount);
    this.#deals = new NewRows(db, DEALS);
    this.#positions = newestRows(db, POSITIONS, totals);
    this.#closed = new NewRows(db, CLOSED_POSITIONS);
    this.#ledgers = newestRows(db, LEDGERS, totals);
    this.#requests = new NewRows(db, REQUESTS);
    this.#queue = newestRows(db, QUEUE, totals);
    this.#dailies = new NewRows(db, DAILIES);
    this.#corrections = new NewRows(db, CORRECTIONS);
    this.#history = new HistoryEntries(db);
    this.clear();
  }

  /** Writes an event whose body is at the cursor. */
  take(seq: number, login: number, from: MsgpackReader): void {
    this.#seq = seq;
    this.#login = login;
    this.#dealt.length = 0;
    visitAccount(from, this);
    this.#history.add(seq, login);
  }

  /** Writes the rows that wait for the end of the transaction. */
  flush(): void {
    for (const rows of this.#waiting()) rows.flush();
    this.#opened.clear();
  }

  /** Discards waiting rows after a rollback. */
  clear(): void {
    for (const rows of this.#waiting()) rows.clear();
    this.#opened.clear();
    this.#openTrades.clear();
    this.#owed.clear();
    for (const row of this.#sql.owed.all() as [string, number, ...unknown[]][]) {
      this.#owed.set(owedKey(row[0], row[1]), valuesSum(...row));
    }
  }

  #waiting() {
    const changing = [this.#orders, this.#positions, this.#ledgers, this.#queue];
    const added = [this.#ended, this.#deals, this.#closed, this.#requests, this.#dailies];
    return [...added, this.#corrections, this.#history, ...changing];
  }

  head(head: AccountHead): void {
    this.#head = head;
  }

  cause(from: MsgpackReader): void {
    readList(from);
    skip(from, 2);
    this.#dealer = readNumber(from);
    this.acted.note(this.#dealer);
    pass(from);
  }

  ledger(from: MsgpackReader): void {
    const begin = from.at;
    pass(from);
    this.#ledgers.set(this.#seq, this.#login, from, begin);
  }

  order(from: MsgpackReader): void {
    const begin = from.at;
    const { id, symbol, created_at, done_at } = readOrder(from);
    this.#ordered(id);
    if (done_at !== created_at) this.#orders.set(this.#seq, id, from, begin);
    else {
      this.#orders.forget(id);
      const row = from.bytes.subarray(begin, from.at);
      this.#ended.next(this.#seq).push(id, this.#login, done_at, 0, row);
    }
    if (done_at > 0) this.#history.show('order_id', id, done_at, symbol);
  }

  deal(from: MsgpackReader): void {
    const begin = from.at;
    const deal = readDeal(from);
    const { id, position_id, symbol, created_at } = deal;
    this.#dealtWith(id);
    const row = from.bytes.subarray(begin, from.at);
    this.#deals.next(this.#seq).push(id, this.#login, position_id, this.#seq, row);
    if (isCanceled(deal)) return this.#cancel(deal);
    this.#dealt.push(deal);
    this.#openTrades.add(deal);
    this.#history.show('deal_id', id, created_at, symbol);
    if (endsTrade(deal)) this.#endTrade(position_id);
  }

  position(from: MsgpackReader): void {
    const begin = from.at;
    const { id, volume, closed } = readPosition(from);
    if (!closed) {
      this.#positions.set(this.#seq, id, from, begin);
      const deal = openingDeal(this.#dealt, { id, volume });
      if (deal !== undefined) this.#open(deal);
      return;
    }
    if (this.#opened.delete(id)) this.#positions.forget(id);
    else this.#positions.drop(this.#seq, id);
    this.#endTrade(id);
    this.#openTrades.drop(id);
  }

  remembered(from: MsgpackReader): void {
    const { bytes } = from;
    const begin = from.at;
    readList(from);
    const length = readTextHead(from);
    const end = from.at + length;
    const key = requestKey(this.#login, bytes, from.at, end);
    if (this.#owed.size > 0) this.#settle(bytes.toString('utf8', from.at, end));
    from.at = end;
    skip(from, 2);
    const row = bytes.subarray(begin, from.at);
    this.totals.add(REQUESTS.name, numbersSum(this.#seq, key, this.#login));
    this.#requests.next(this.#seq).push(this.#seq, key, this.#login, row);
  }

  derived(command: DerivedCommand): void {
    const { request_id, login, action, amount, comment } = command;
    const { from_login = 0, from_deal = 0, currency = '' } = command;
    const key = owedKey(request_id, login);
    if (this.#owed.has(key)) return;
    const origin = [from_login, from_deal, currency] as const;
    const row = [request_id, login, action, amount, comment, this.#seq, ...origin] as const;
    const sum = valuesSum(...row);
    this.#sql.derive.run(...row);
    this.totals.add(DERIVED, sum);
    this.#owed.set(key, sum);
  }

  queued(from: MsgpackReader): void {
    const begin = from.at;
    const { id, state } = readQueued(from);
    this.#ordered(id);
    if (state === 'gone') this.#queue.drop(this.#seq, id);
    else this.#queue.set(this.#seq, id, from, begin);
  }

  daily(from: MsgpackReader): void {
    const begin = from.at;
    const { id, date } = readDaily(from);
    const row = from.bytes.subarray(begin, from.at);
    this.#dailies.next(this.#seq).push(id, this.#login, date, row);
  }

  correction(from: MsgpackReader): void {
    const begin = from.at;
    const { id, position_id } = readCorrection(from);
    this.#dealtWith(id);
    const row = from.bytes.subarray(begin, from.at);
    this.#corrections.next(this.#seq).push(id, this.#login, position_id, row);
  }

  journal({ kind, login, text }: JournalLine): void {
    this.#sql.journal.run(this.#seq, this.#head.time, this.#dealer, '', kind, login, text);
  }

  /** Notes the id of an order or a waiting request. */
  #ordered(id: number): void {
    if (id > this.totals.order) this.totals.order = id;
  }

  /** Notes the id of a deal or a correction. */
  #dealtWith(id: number): void {
    if (id > this.totals.deal) this.totals.deal = id;
  }

  #settle(requestId: string): void {
    const key = owedKey(requestId, this.#login);
    const sum = this.#owed.get(key);
    if (sum === undefined) return;
    this.#owed.delete(key);
    this.totals.take(DERIVED, sum);
    this.#sql.settle.run(requestId, this.#login);
  }

  #open(deal: TradeDeal): void {
    this.#opened.add(deal.position_id);
    this.#openTrades.open(deal);
  }

  /** Stores the trade that the newest deal of a position has ended. */
  #endTrade(positionId: number): void {
    const { deals, after } = this.#openTrades.get(positionId) ?? this.#readTrade(positionId);
    const closed = closedPosition(this.#head.group, deals, after);
    if (closed === undefined) return;
    this.#openTrades.next(positionId);
    packClosed(this.#scratch.clear(), closed);
    const { id, login, group, symbol, volume, profit, swap, commission, fee, closed_at } = closed;
    const columns = this.#closed.next(this.#seq);
    columns.push(id, login, group, symbol, volume, profit, swap, commission, fee);
    columns.push(closed_at, this.#scratch.copy());
    this.#history.show('closed_id', id, closed_at, symbol);
  }

  #readTrade(positionId: number): OpenTrade {
    this.#deals.flush();
    this.#closed.flush();
    const after = (this.#sql.lastTrade.get(positionId) as number | null) ?? 0;
    const rows = this.#sql.tradeDeals.all(positionId, after) as Buffer[];
    const deals = rows
      .map((row) => readDeal(new MsgpackReader(row)))
      .filter(({ action }) => action === 'buy' || action === 'sell');
    this.#openTrades.put(positionId, { after, deals });
    return { after, deals };
  }

  /** Handles a busted deal: removes the closed trades that it had ended. */
  #cancel({ id, position_id }: TradeDeal): void {
    this.#sql.changeDeal.run(id, this.#seq);
    this.#openTrades.drop(position_id);
    for (const rows of [this.#deals, this.#closed, this.#history]) rows.flush();
    const dropped = this.#sql.dropTrades.all(position_id, id) as DroppedTrade[];
    for (const trade of dropped)
      this.#history.hide('closed_id', trade.id, trade.login, trade.closed_at);
  }
}
