// Account rows: writes the events of accounts into the database's tables.

import type { AccountRecord } from '../../wire/accounts/account.js';
import { loginsAbove } from '../../wire/base/login-set.js';
import type { Mutable } from '../../wire/base/object.js';
import { Bytes } from '../../wire/codec/bytes.js';
import { rowPacker } from '../../wire/codec/msgpack.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import {
  enterEvent,
  type ProjectedEvent,
  readStored,
  unpackHistory,
} from '../../wire/codec/unpack.js';
import { switchesOf } from '../../wire/settings/switches.js';
import { DAILY, type Daily } from '../../wire/trading/daily.js';
import type { DerivedCommand, JournalLine } from '../../wire/trading/events.js';
import { type IdleDayEvent, ledgerAfterIdle } from '../../wire/trading/idle-day.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  CLOSED_POSITION,
  type ClosedPosition,
  CORRECTION,
  type Correction,
} from '../../wire/trading/records.js';
import type { Database } from '../database/database.js';
import {
  CLOSED_POSITIONS,
  CORRECTIONS,
  DAILIES,
  DERIVED,
  LEDGERS,
  OPEN_LISTS,
  ORDERS,
  POSITIONS,
  QUEUE,
  REQUESTS_TOTAL,
  SWITCHED,
} from '../database/schema.js';
import type { Totals } from '../database/totals.js';
import { numbersSum, valuesSum } from '../files/checksum.js';
import type { AccountTables } from './account-index.js';
import { closedPosition, isCanceled, type TradeDeal } from './closed-positions.js';
import { DailyLogins } from './daily-logins.js';
import { Entries, PLACE } from './entries.js';
import { EventFacts, type OrderFacts, type PositionFacts } from './event-facts.js';
import { type OpenTrade, OpenTrades, openingDeal } from './open-deals.js';
import {
  type EventPlace,
  KindRows,
  ListedRows,
  NewestRows,
  NewRows,
  storeWaiting,
} from './row-writers.js';
import type { StaffActivity } from './staff-activity.js';
import { SymbolNumbers } from './symbol-numbers.js';

const packClosed = rowPacker(CLOSED_POSITION);
const packDaily = rowPacker(DAILY);
const packCorrection = rowPacker(CORRECTION);

/** Does the deal end a trade of a position that stays open: by a reversal, or a swap's reopen? */
const endsTrade = ({ entry, reason }: TradeDeal): boolean =>
  entry === 'inout' || (entry === 'out' && reason === 'rollover');

const newest = <R extends { readonly id: number }>(rows: readonly R[], id: number): R | undefined =>
  rows.findLast((row) => row.id === id);

/** The entries with the deals of a position, which has the id of a deal or order; 0 = none. */
const OF_POSITION = 'FROM entries WHERE position_id = ? AND position_id > 0 AND deal_id > 0';

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
  derive: db.prepare('INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
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
  readonly #switches: KindRows<typeof SWITCHED.fields>;
  readonly #dailies: NewRows;
  readonly #dailyLogins: DailyLogins;
  readonly #corrections: NewRows;
  readonly #entries: Entries;
  readonly #openTrades = new OpenTrades();
  readonly #symbols: SymbolNumbers;
  readonly #listed: Readonly<Record<keyof typeof OPEN_LISTS, ListedRows>>;
  /**
   * Derived commands without a result so far, by id and account, with their checksums; rarely any.
   */
  readonly #owed = new Map<string, number>();
  readonly #scratch = new Bytes();
  readonly #facts = new EventFacts();
  // Of the current event:
  readonly #place: Mutable<EventPlace> = {
    seq: 0,
    from: new MsgpackReader(Buffer.alloc(0)),
    at: 0,
  };
  #login = 0;
  /** The highest id of an order before it: rows of higher ids are new. */
  #knownIds = 0;
  /** The number of its deals that were taken. */
  #dealt = 0;

  /**
   * `totals` is updated with the loaded rows and the ids, `index` with the newest money.
   */
  constructor(
    db: Database,
    private readonly totals: Totals,
    private readonly acted: StaffActivity,
    index: AccountTables,
  ) {
    this.#sql = statements(db);
    this.#symbols = new SymbolNumbers(db);
    this.#listed = {
      orders: new ListedRows(db, OPEN_LISTS.orders, this.#symbols),
      positions: new ListedRows(db, OPEN_LISTS.positions, this.#symbols),
    };
    this.#orders = new NewestRows(
      db,
      ORDERS,
      totals,
      ({ orders }, id) => newest(orders, id),
      this.#listed.orders,
    );
    this.#positions = new NewestRows(
      db,
      POSITIONS,
      totals,
      ({ positions }, id) => newest(positions, id),
      this.#listed.positions,
    );
    this.#closed = new NewRows(db, CLOSED_POSITIONS);
    this.#ledgers = new NewestRows(db, LEDGERS, totals, ({ ledger }) => ledger, {
      put: (_, ledger) => index.money(ledger),
    });
    this.#queue = new NewestRows(db, QUEUE, totals, ({ queued }, id) => newest(queued, id));
    this.#switches = new KindRows(db, SWITCHED, totals);
    this.#dailies = new NewRows(db, DAILIES);
    this.#dailyLogins = new DailyLogins(db);
    this.#corrections = new NewRows(db, CORRECTIONS);
    this.#entries = new Entries(db);
    this.clear();
  }

  /** Writes an event of a login, whose reader is at its body; it begins at `begin`. */
  take(seq: number, login: number, from: MsgpackReader, begin: number): void {
    const facts = this.#facts.read(login, from);
    this.#place.seq = seq;
    this.#place.from = from;
    this.#place.at = begin;
    this.#login = login;
    this.#knownIds = this.totals.order;
    this.#dealt = 0;
    this.acted.note(facts.dealer);
    this.#ledgers.set(this.#place, login, login);
    for (const order of facts.orders) this.#order(order);
    for (const deal of facts.deals) this.#deal(deal);
    for (const position of facts.positions) this.#position(position);
    if (facts.key !== null) this.#remember(facts.key);
    if (facts.hasMore || this.#owed.size > 0) this.#takeMore(begin);
    this.#entries.add(seq, login, facts.key, from.bytes, begin, facts.end);
  }

  /** Writes the values that only the whole event shows. */
  #takeMore(begin: number): void {
    const { from } = this.#place;
    from.at = begin;
    const event = readStored(enterEvent(from), from);
    const { remembered, daily, corrections } = event;
    if (remembered !== null) this.#settle(remembered.request_id);
    for (const command of event.derived) this.#derive(command);
    for (const row of event.queued) this.#wait(row);
    if (daily !== null) this.#day(daily);
    for (const correction of corrections) this.#correct(correction);
    for (const line of event.journal) this.#journal(event, line);
  }

  /**
   * Writes the ledgers of accounts after an idle day, and the accounts with a row of the day.
   * Returns the number of accounts.
   */
  idleDay(seq: number, event: IdleDayEvent): number {
    storeWaiting([this.#ledgers]);
    let count = 0;
    for (const { row, logins } of event.accounts) {
      for (const login of loginsAbove(logins, 0)) {
        this.#ledgers.change(seq, login, login, (ledger) => ledgerAfterIdle(ledger, event));
        count += 1;
      }
      if (row !== null) this.#dailyLogins.addIdle(event, row, logins);
    }
    return count;
  }

  /** Writes the shards' copy of an account's record; null = the record was deleted. */
  switched(seq: number, login: number, record: AccountRecord | null): void {
    if (record !== null) return this.#switches.put(seq, login, login, switchesOf(record));
    this.#switches.remove(login, login);
    this.#place.seq = seq;
    this.#ledgers.drop(this.#place, login, login);
  }

  /** Writes the rows that wait for the end of the transaction. */
  flush(): void {
    for (const rows of this.#newRows()) rows.flush();
    this.#dailyLogins.flush();
    storeWaiting(this.#newestRows());
    for (const { counts } of Object.values(this.#listed)) counts.flush();
  }

  /** Discards waiting rows after a rollback. */
  clear(): void {
    for (const rows of [...this.#newRows(), ...this.#newestRows()]) rows.clear();
    for (const { counts } of Object.values(this.#listed)) counts.clear();
    this.#dailyLogins.clear();
    this.#openTrades.clear();
    this.#symbols.clear();
    this.#owed.clear();
    for (const row of this.#sql.owed.all() as [string, number, ...unknown[]][]) {
      this.#owed.set(owedKey(row[0], row[1]), valuesSum(...row));
    }
  }

  #newRows() {
    return [this.#closed, this.#dailies, this.#corrections, this.#entries];
  }

  #newestRows() {
    return [this.#orders, this.#positions, this.#ledgers, this.#queue];
  }

  /** Writes a working order, or the end of one. An order that begins and ends here has no row. */
  #order({ id, symbol, done_at, position_id }: OrderFacts): void {
    const isNew = id > this.#knownIds;
    this.#ordered(id);
    // Now, not when its row is stored at the end of the transaction: see `SymbolNumbers`.
    this.#symbols.of(symbol);
    if (done_at === 0) return this.#orders.set(this.#place, this.#login, id, isNew);
    if (!isNew) this.#orders.drop(this.#place, this.#login, id);
    this.#entries.show(PLACE.order, id, done_at, symbol, position_id);
  }

  #deal(deal: TradeDeal): void {
    const { id, order_id, position_id, action, symbol, created_at } = deal;
    this.#dealtWith(id);
    this.#dealt += 1;
    if (isCanceled(deal)) return this.#cancel(deal);
    this.#openTrades.add(deal);
    const entry = this.#entries.show(PLACE.deal, id, created_at, symbol, position_id);
    entry.dealOrderId = order_id;
    if (symbol === '') entry.action = action;
    else this.#symbols.of(symbol);
    if (endsTrade(deal)) this.#endTrade(position_id);
  }

  #position(position: PositionFacts): void {
    const { id, closed } = position;
    this.#ordered(id);
    if (!closed) {
      const deal = openingDeal(this.#facts.deals, position);
      this.#positions.set(this.#place, this.#login, id, id > this.#knownIds);
      if (deal !== undefined) this.#openTrades.open(deal);
      return;
    }
    this.#positions.drop(this.#place, this.#login, id);
    this.#endTrade(id);
    this.#openTrades.drop(id);
  }

  /** Counts a request's outcome. */
  #remember(key: number): void {
    this.totals.add(REQUESTS_TOTAL, numbersSum(this.#place.seq, key, this.#login));
    this.#entries.keep();
  }

  #derive(command: DerivedCommand): void {
    const { request_id, login, action, amount, comment } = command;
    const { from_login = 0, from_deal = 0, currency = '', demo = false } = command;
    const key = owedKey(request_id, login);
    if (this.#owed.has(key)) return;
    const origin = [from_login, from_deal, currency, Number(demo)] as const;
    const row = [request_id, login, action, amount, comment, this.#place.seq, ...origin] as const;
    const sum = valuesSum(...row);
    this.#sql.derive.run(...row);
    this.totals.add(DERIVED, sum);
    this.#owed.set(key, sum);
  }

  #wait({ id, state }: Queued): void {
    this.#ordered(id);
    if (state === 'gone') this.#queue.drop(this.#place, this.#login, id);
    else this.#queue.set(this.#place, this.#login, id);
  }

  #day(daily: Daily): void {
    packDaily(this.#scratch.clear(), daily);
    const { id, date } = daily;
    this.#dailies.add(this.#place.seq, id, this.#login, date, this.#scratch.copy());
    this.#dailyLogins.add(daily);
  }

  #correct(correction: Correction): void {
    const { id, position_id } = correction;
    this.#dealtWith(id);
    packCorrection(this.#scratch.clear(), correction);
    const row = this.#scratch.copy();
    this.#corrections.add(this.#place.seq, id, this.#login, position_id, row);
  }

  #journal({ time, cause }: ProjectedEvent, line: JournalLine): void {
    const { kind, login, text, by = cause.dealer } = line;
    this.#sql.journal.run(this.#place.seq, time, by, '', kind, login, text);
  }

  /** Notes the id of an order, a position or a waiting request. */
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

  /** Stores the trade that the newest deal of a position has ended. */
  #endTrade(positionId: number): void {
    const { deals, after } = this.#openTrades.get(positionId) ?? this.#readTrade(positionId);
    const closed = closedPosition(this.#facts.group, deals, after);
    if (closed === undefined) return;
    this.#openTrades.next(positionId);
    packClosed(this.#scratch.clear(), closed);
    const { id, login, group, symbol, volume, profit, swap, commission, fee } = closed;
    const { currency_digits, closed_at } = closed;
    const rows = this.#closed.begin(this.#place.seq);
    rows.put(id);
    rows.put(login);
    rows.put(group);
    rows.put(symbol);
    rows.put(volume);
    rows.put(profit);
    rows.put(swap);
    rows.put(commission);
    rows.put(fee);
    rows.put(currency_digits);
    rows.put(closed_at);
    rows.put(this.#scratch.copy());
    this.#entries.show(PLACE.closed, id, closed_at, symbol);
  }

  /** Reads the deals of a position's trade. Deals of the current event are not stored yet. */
  #readTrade(positionId: number): OpenTrade {
    this.#entries.flush();
    this.#closed.flush();
    const after = (this.#sql.lastTrade.get(positionId) as number | null) ?? 0;
    const found = this.#sql.tradeDeals.all(positionId, after) as [id: number, seq: number][];
    const current = this.#facts.deals.slice(0, this.#dealt);
    const deals = [
      ...found.map(([id, seq]) => this.#storedDeal(seq, id)),
      ...current.filter((deal) => deal.position_id === positionId && !isCanceled(deal)),
    ];
    this.#openTrades.put(positionId, { after, deals });
    return { after, deals };
  }

  #storedDeal(seq: number, id: number): TradeDeal {
    const packed = this.#sql.event.get(seq) as Buffer;
    const deal = unpackHistory(packed).deals.find((one) => one.id === id);
    if (deal === undefined) throw new Error(`event ${seq} does not have deal ${id}`);
    return deal;
  }

  /** Handles a busted deal: removes the closed trades that it had ended. */
  #cancel({ id, position_id }: TradeDeal): void {
    this.#sql.changeDeal.run(id, this.#place.seq);
    this.#entries.keep();
    this.#openTrades.drop(position_id);
    for (const rows of [this.#closed, this.#entries]) rows.flush();
    const dropped = this.#sql.dropTrades.all(position_id, id) as DroppedTrade[];
    for (const trade of dropped) {
      this.#entries.hideClosed(trade.id, trade.login, trade.closed_at);
    }
  }
}
