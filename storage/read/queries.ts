// Queries: history, ledgers and stored request results, read from the database by index.

import { showRow } from '../../wire/base/field-table.js';
import { unpackHistory } from '../../wire/codec/unpack.js';
import type { DealEvents } from '../../wire/queries/deal-queries.js';
import type { CountedPage } from '../../wire/queries/fenced-query.js';
import type { DailyQuery } from '../../wire/queries/history-queries.js';
import type { Queries, QueryName, SlicedQuery } from '../../wire/queries/queries.js';
import { DAILY } from '../../wire/trading/daily.js';
import { LEDGER, type TradeResult } from '../../wire/trading/records.js';
import { readCheckpoint } from '../database/checkpoint.js';
import { type Database, inSnapshot } from '../database/database.js';
import {
  LEDGERS,
  ORDERS,
  PART_SEQS,
  POSITIONS,
  partBelow,
  REQUEST_PART,
  storedRow,
} from '../database/schema.js';
import { requestKeyOf } from '../projection/request-key.js';
import { allocationsOf } from './allocations.js';
import { DailyRows } from './daily-rows.js';
import { fileReader } from './file-contents.js';
import { Journal } from './journal.js';
import type { LoggedEvents } from './logged-events.js';
import { MailFolders } from './mail-folders.js';
import { NotificationList } from './notifications.js';
import { Buckets } from './rows/buckets.js';
import { ClosedRows } from './rows/closed-rows.js';
import { StoredEvents, StoredOrders } from './rows/entries.js';
import { fencedRead } from './rows/fenced-read.js';
import { historyLists } from './rows/history.js';
import type { OutcomeOf } from './rows/history-filters.js';
import { OpenRows } from './rows/open-rows.js';
import { PickedTrades } from './rows/picked-trades.js';
import { PositionDeals } from './rows/position-deals.js';

/** An executed request id: digest of its content, its result and its event's seq. */
export interface StoredRequest {
  readonly digest: string;
  readonly result: TradeResult;
  readonly seq: number;
}

/** A range of seqs, both ends included. */
export interface SeqSpan {
  readonly from: number;
  readonly to: number;
}

/** All seqs. */
const EVERYWHERE: readonly SeqSpan[] = [{ from: 0, to: Number.POSITIVE_INFINITY }];

/**
 * The stored result of a login's request, its newest; null = unknown, or not projected yet. It is
 * searched in these spans, newest first; each part of the index that they touch takes half a µs.
 */
export const storedRequest = (
  db: Database,
  login: number,
  requestId: string,
  spans: readonly SeqSpan[] = EVERYWHERE,
): StoredRequest | null => {
  const key = requestKeyOf(login, requestId);
  const find = db
    .prepare(
      `WITH RECURSIVE parts (part) AS
         (SELECT ${partBelow('@last + 1')}
          UNION ALL SELECT ${partBelow('part')} FROM parts WHERE part > @first)
       SELECT event, seq FROM parts CROSS JOIN entries
       WHERE part >= @first AND ${REQUEST_PART} = part AND key = @key AND login = @login
       ORDER BY id DESC`,
    )
    .raw();
  for (const { from, to } of spans) {
    const first = Math.floor(from / PART_SEQS);
    const last = Math.floor(to / PART_SEQS);
    if (first > last) continue;
    for (const [event, seq] of find.all({ first, last, key, login }) as [Buffer, number][]) {
      const { remembered } = unpackHistory(event);
      if (remembered?.request_id === requestId) return { ...remembered, seq };
    }
  }
  return null;
};

/**
 * Makes a test whether an account has, or had, a position or order of an id, as far as events are
 * projected.
 */
export const knownRows = (
  db: Database,
): ((login: number, what: 'position' | 'order', id: number) => boolean) => {
  const find = {
    order: db.prepare(
      `SELECT 1 FROM entries WHERE order_id = @id AND order_id > 0 AND login = @login
       UNION ALL SELECT 1 FROM account_rows
       WHERE login = @login AND kind = ${ORDERS.kind} AND id = @id LIMIT 1`,
    ),
    position: db.prepare(
      `SELECT 1 FROM entries
       WHERE position_id = @id AND position_id > 0 AND login = @login LIMIT 1`,
    ),
  };
  return (login, what, id) => find[what].get({ login, id }) !== undefined;
};

/** The stored ledger of an account for clients; null = no event yet. */
const shownLedger = (db: Database, login: number): Queries['account.ledger']['output'] => {
  const find = db
    .prepare('SELECT row FROM account_rows WHERE login = ? AND kind = ? AND id = login')
    .pluck();
  const row = find.get(login, LEDGERS.kind) as Buffer | undefined;
  if (row === undefined) return null;
  const ledger = storedRow(LEDGERS)(row);
  return showRow(LEDGER, ledger, { digits: 0, currency_digits: ledger.currency_digits });
};

/** The events of a deal, oldest first; none = unknown, or not projected yet. */
export const dealEvents = (db: Database, dealId: number): DealEvents =>
  inSnapshot(db, () => {
    const find = db.prepare(
      `SELECT seq FROM entries WHERE deal_id = @dealId AND deal_id > 0
       UNION SELECT seq FROM deal_changes WHERE deal_id = @dealId ORDER BY seq`,
    );
    const seqs = find.pluck().all({ dealId }) as number[];
    return { seqs, projection_seq: readCheckpoint(db).seq };
  });

/** Lists the daily lines of one login, newest first. */
class DailyLines {
  readonly #rows: DailyRows;

  constructor(private readonly db: Database) {
    this.#rows = new DailyRows(db);
  }

  /** One page, and the number of lines on all pages. */
  page(query: DailyQuery): CountedPage {
    const { login, from = '1970-01-01', to = '9999-12-31', page, limit } = query;
    return fencedRead(this.db, query, { items: [], total: 0, page }, () => {
      const ids = this.#rows.idsOf(login, from, to).toReversed();
      const found = this.#rows.all(ids.slice((page - 1) * limit, page * limit));
      const items = found.map((row) =>
        showRow(DAILY, row, { digits: 0, currency_digits: row.currency_digits }),
      );
      return { items, total: ids.length, page };
    });
  }
}

/** A function for each query that is answered at once. */
export type QueryTable = {
  readonly [K in Exclude<QueryName, SlicedQuery>]: (
    input: Queries[K]['input'],
  ) => Queries[K]['output'];
};

/** Reads the results of reports from their files. */
export interface ReportResults {
  sections(input: Queries['reports.sections']['input']): Queries['reports.sections']['output'];
}

/** Where no reports were made. */
const NO_RESULTS: ReportResults = { sections: () => null };

/** The queries of one reader connection; bars and events are read from files of their own. */
export const queryTable = (
  db: Database,
  bars: { query(input: Queries['bars']['input']): Queries['bars']['output'] },
  events: Pick<LoggedEvents, 'ofAccount' | 'ofAll'>,
  reports: ReportResults = NO_RESULTS,
): QueryTable => {
  const stored = new StoredEvents(db);
  const outcome: OutcomeOf = (login, requestId) => storedRequest(db, login, requestId)?.result;
  const storedOrders = new StoredOrders(db, stored);
  const lists = historyLists(db, stored, storedOrders, outcome);
  const { orders, deals, payments, closed, order, deal } = lists;
  const daily = new DailyLines(db);
  const journal = new Journal(db);
  const notifications = new NotificationList(db);
  const buckets = new Buckets(db);
  const positions = new OpenRows(db, POSITIONS, buckets);
  const working = new OpenRows(db, ORDERS, buckets);
  const closedRows = new ClosedRows(db, buckets);
  const picked = new PickedTrades(db, buckets);
  const positionDeals = new PositionDeals(
    db,
    stored,
    storedOrders,
    (login, requestId) => outcome(login, requestId) !== undefined,
  );
  const mailFolders = new MailFolders(db);
  const fileOf = fileReader(db);
  const allocations = allocationsOf(db);
  return {
    'history.orders': (query) => orders.page(query),
    'history.deals': (query) => (query.action === undefined ? deals : payments).page(query),
    'history.positions': (query) => closed.page(query),
    'history.order': order,
    'history.deal': deal,
    'history.daily': (query) => daily.page(query),
    'open.positions': (query) => positions.page(query),
    'open.orders': (query) => working.page(query),
    'open.position_ids': (query) => positions.ids(query),
    'open.order_ids': (query) => working.ids(query),
    'open.count': (query) => positions.count(query),
    'open.position': (input) => positions.one(input) ?? null,
    'open.picked': (query) => picked.pick(query),
    'open.owners': (query) => picked.owners(query),
    closed: (query) => closedRows.page(query),
    'closed.ids': (query) => closedRows.ids(query),
    'closed.rows': (query) => closedRows.rows(query),
    bars: (input) => bars.query(input),
    'reports.sections': (input) => reports.sections(input),
    'account.ledger': ({ login }) => shownLedger(db, login),
    allocations: () => allocations(),
    'mail.page': (query) => mailFolders.page(query),
    'mail.thread': (query) => mailFolders.thread(query),
    journal: (query) => journal.part(query),
    'notifications.list': (query) => notifications.newest(query),
    'events.account': (input) => events.ofAccount(input),
    'events.all': (input) => events.ofAll(input),
    'deal.events': ({ deal_id }) => dealEvents(db, deal_id),
    'deal.position': (query) => positionDeals.find(query),
    'fill.booked': (query) => positionDeals.isBooked(query),
    'file.read': ({ sha256 }) => fileOf(sha256),
  };
};
