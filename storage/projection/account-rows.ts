// Account rows: writes the events of accounts into the database's tables.

import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import { type ProjectedEvent, unpackStored } from '../../wire/codec/unpack.js';
import { DAILY, type Daily } from '../../wire/trading/daily.js';
import type { DerivedCommand, JournalLine, Remembered } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  CLOSED_POSITION,
  type ClosedPosition,
  CORRECTION,
  type Correction,
  type Deal,
  type Order,
  type Position,
} from '../../wire/trading/records.js';
import type { Database } from '../database/database.js';
import {
  CLOSED_POSITIONS,
  CORRECTIONS,
  DAILIES,
  DERIVED,
  LEDGERS,
  ORDERS,
  POSITIONS,
  QUEUE,
  REQUESTS_TOTAL,
} from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { numbersSum, valuesSum } from '../files/checksum.js';
import { closedPosition, type TradeDeal } from './closed-positions.js';
import { Entries } from './entries.js';
import { type OpenTrade, OpenTrades, openingDeal } from './open-deals.js';
import { requestKeyOf } from './request-key.js';
import { NewestRows, NewRows } from './row-writers.js';
import type { StaffActivity } from './staff-activity.js';

const packClosed = rowPacker(CLOSED_POSITION);
const packDaily = rowPacker(DAILY);
const packCorrection = rowPacker(CORRECTION);

/** Was the trade cancelled by a bust? Then the closed positions that it was part of are removed. */
const isCanceled = ({ action }: TradeDeal): boolean =>
  action === 'buy_canceled' || action === 'sell_canceled';

/** Does the deal end a trade of a position that stays open: by a reversal, or a swap's reopen? */
const endsTrade = ({ entry, reason }: TradeDeal): boolean =>
  entry === 'inout' || (entry === 'out' && reason === 'rollover');

/** The entries with the deals of a position, which has the id of a deal or order; 0 = none. */
const OF_POSITION = 'FROM entries WHERE position_id = ? AND position_id > 0';

const statements = (db: Database) => ({
  lastTrade: db
    .prepare(`SELECT MAX(id) FROM closed_positions WHERE id IN (SELECT deal_id ${OF_POSITION})`)
    .pluck(),
  tradeDeals: db
    .prepare(
      `SELECT deal_id, seq ${OF_POSITION} AND deal_id >= ?
         AND deal_id NOT IN (SELECT deal_id FROM deal_changes)
       ORDER BY deal_id`,
    )
    .raw(),
  event: db.prepare('SELECT event FROM entries WHERE id = ?').pluck(),
  dropTrades: db.prepare(
    `DELETE FROM closed_positions
     WHERE id IN (SELECT deal_id ${OF_POSITION} AND deal_id >= ?)
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

type DroppedTrade = Pick<ClosedPosition, 'id' | 'login' | 'closed_at'>;

/**
 * The key of a pending derived command: other accounts may use its id for requests of their own.
 */
const owedKey = (requestId: string, login: number): string => `${login} ${requestId}`;

/** Writes account events into the open transaction. */
export class AccountProjection {
  readonly #sql: ReturnType<typeof statements>;
  readonly #orders: NewestRows<typeof ORDERS.fields>;
  readonly #positions: NewestRows<typeof POSITIONS.fields>;
  readonly #closed: NewRows;
  readonly #ledgers: NewestRows<typeof LEDGERS.fields>;
  readonly #queue: NewestRows<typeof QUEUE.fields>;
  readonly #dailies: NewRows;
  readonly #corrections: NewRows;
  readonly #entries: Entries;
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
  #group = '';
  readonly #dealt: Deal[] = [];

  /** `totals` is updated with the loaded rows and the ids. */
  constructor(
    db: Database,
    private readonly totals: Totals,
    private readonly acted: StaffActivity,
  ) {
    this.#sql = statements(db);
    this.#orders = new NewestRows(db, ORDERS, totals);
    this.#positions = new NewestRows(db, POSITIONS, totals);
    this.#closed = new NewRows(db, CLOSED_POSITIONS);
    this.#ledgers = new NewestRows(db, LEDGERS, totals);
    this.#queue = new NewestRows(db, QUEUE, totals);
    this.#dailies = new NewRows(db, DAILIES);
    this.#corrections = new NewRows(db, CORRECTIONS);
    this.#entries = new Entries(db);
    this.clear();
  }

  /** Writes an event; `packed` are its bytes. */
  take(seq: number, event: ProjectedEvent, packed: Buffer): void {
    const { login, cause, remembered, daily, correction } = event;
    this.#seq = seq;
    this.#login = login;
    this.#group = event.group;
    this.#dealt.length = 0;
    this.acted.note(cause.dealer);
    this.#ledgers.set(seq, login, event.ledger);
    for (const order of event.orders) this.#order(order);
    for (const deal of event.deals) this.#deal(deal);
    for (const position of event.positions) this.#position(position);
    const key = remembered === null ? null : this.#remember(remembered);
    for (const command of event.derived) this.#derive(command);
    for (const row of event.queued) this.#wait(row);
    if (daily !== null) this.#day(daily);
    if (correction !== null) this.#correct(correction);
    for (const line of event.journal) this.#journal(event, line);
    this.#entries.add(seq, login, key, packed);
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
    return [this.#closed, this.#dailies, this.#corrections, this.#entries, ...changing];
  }

  /** Writes a working order, or the end of one. An order that begins and ends here has no row. */
  #order(order: Order): void {
    const { id, symbol, done_at } = order;
    const isNew = id > this.totals.order;
    this.#ordered(id);
    if (done_at === 0) return this.#orders.set(this.#seq, id, order);
    if (isNew) this.#orders.forget(id);
    else this.#orders.drop(this.#seq, id);
    this.#entries.show('order_id', id, done_at, symbol);
  }

  #deal(deal: Deal): void {
    const { id, position_id, symbol, created_at } = deal;
    this.#dealtWith(id);
    if (isCanceled(deal)) return this.#cancel(deal);
    this.#dealt.push(deal);
    this.#openTrades.add(deal);
    this.#entries.show('deal_id', id, created_at, symbol, position_id);
    if (endsTrade(deal)) this.#endTrade(position_id);
  }

  #position(position: Position): void {
    const { id, closed } = position;
    if (!closed) {
      this.#positions.set(this.#seq, id, position);
      const deal = openingDeal(this.#dealt, position);
      if (deal !== undefined) this.#open(deal);
      return;
    }
    if (this.#opened.delete(id)) this.#positions.forget(id);
    else this.#positions.drop(this.#seq, id);
    this.#endTrade(id);
    this.#openTrades.drop(id);
  }

  /** Counts a request's outcome; returns its key. */
  #remember({ request_id }: Remembered): number {
    const key = requestKeyOf(this.#login, request_id);
    if (this.#owed.size > 0) this.#settle(request_id);
    this.totals.add(REQUESTS_TOTAL, numbersSum(this.#seq, key, this.#login));
    this.#entries.keep();
    return key;
  }

  #derive(command: DerivedCommand): void {
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

  #wait(row: Queued): void {
    const { id, state } = row;
    this.#ordered(id);
    if (state === 'gone') this.#queue.drop(this.#seq, id);
    else this.#queue.set(this.#seq, id, row);
  }

  #day(daily: Daily): void {
    packDaily(this.#scratch.clear(), daily);
    const { id, date } = daily;
    this.#dailies.next(this.#seq).push(id, this.#login, date, this.#scratch.copy());
  }

  #correct(correction: Correction): void {
    const { id, position_id } = correction;
    this.#dealtWith(id);
    packCorrection(this.#scratch.clear(), correction);
    const row = this.#scratch.copy();
    this.#corrections.next(this.#seq).push(id, this.#login, position_id, row);
  }

  #journal({ time, cause }: ProjectedEvent, { kind, login, text }: JournalLine): void {
    this.#sql.journal.run(this.#seq, time, cause.dealer, '', kind, login, text);
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
    const closed = closedPosition(this.#group, deals, after);
    if (closed === undefined) return;
    this.#openTrades.next(positionId);
    packClosed(this.#scratch.clear(), closed);
    const { id, login, group, symbol, volume, profit, swap, commission, fee } = closed;
    const { currency_digits, closed_at } = closed;
    const columns = this.#closed.next(this.#seq);
    columns.push(id, login, group, symbol, volume, profit, swap, commission, fee);
    columns.push(currency_digits, closed_at, this.#scratch.copy());
    this.#entries.show('closed_id', id, closed_at, symbol);
  }

  /** Reads the deals of a position's trade. Those of the current event are not stored yet. */
  #readTrade(positionId: number): OpenTrade {
    this.#entries.flush();
    this.#closed.flush();
    const after = (this.#sql.lastTrade.get(positionId) as number | null) ?? 0;
    const found = this.#sql.tradeDeals.all(positionId, after) as [id: number, seq: number][];
    const deals = [
      ...found.map(([id, seq]) => this.#storedDeal(seq, id)),
      ...this.#dealt.filter(({ position_id }) => position_id === positionId),
    ];
    this.#openTrades.put(positionId, { after, deals });
    return { after, deals };
  }

  #storedDeal(seq: number, id: number): Deal {
    const packed = this.#sql.event.get(seq) as Buffer;
    const deal = unpackStored(packed).deals.find((one) => one.id === id);
    if (deal === undefined) throw new Error(`event ${seq} does not have deal ${id}`);
    return deal;
  }

  /** Handles a busted deal: removes the closed trades that it had ended. */
  #cancel({ id, position_id }: Deal): void {
    this.#sql.changeDeal.run(id, this.#seq);
    this.#entries.keep();
    this.#openTrades.drop(position_id);
    for (const rows of [this.#closed, this.#entries]) rows.flush();
    const dropped = this.#sql.dropTrades.all(position_id, id) as DroppedTrade[];
    for (const trade of dropped) {
      this.#entries.hideClosed(trade.id, trade.login, trade.closed_at);
    }
  }
}
