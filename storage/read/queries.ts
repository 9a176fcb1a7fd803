// Queries: history, ledgers and stored request results, read from the database by index.

import { showRow } from '../../wire/base/field-table.js';
import { unpackRemembered } from '../../wire/codec/unpack.js';
import type {
  DealEvents,
  HistoryPage,
  HistoryQuery,
  Queries,
  QueryName,
} from '../../wire/desk/queries.js';
import { LEDGER, type TradeResult } from '../../wire/trading/records.js';
import { readCheckpoint } from '../database/checkpoint.js';
import { type Database, inSnapshot, type Statement } from '../database/database.js';
import {
  CLOSED_POSITIONS,
  DEALS,
  LEDGERS,
  ORDERS,
  PART_SEQS,
  REQUEST_PART,
  type RecordTable,
  storedRow,
} from '../database/schema.js';
import type { Shown } from '../projection/history-entries.js';
import { requestKeyOf } from '../projection/request-key.js';
import { fencedRead } from './fence.js';
import { Journal } from './journal.js';
import type { LoggedEvents } from './logged-events.js';

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
 * searched in these spans, newest first; each part of the index that they touch takes some µs.
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
      `SELECT row, seq FROM requests
       WHERE ${REQUEST_PART} = ? AND key = ? AND login = ? ORDER BY seq DESC`,
    )
    .raw();
  for (const part of partsOf(spans, newestPart(db))) {
    for (const [row, seq] of find.all(part, key, login) as [Buffer, number][]) {
      const { request_id, digest, result } = unpackRemembered(row);
      if (request_id === requestId) return { digest, result, seq };
    }
  }
  return null;
};

/** The index parts that spans touch, newest first within each span. */
function* partsOf(spans: readonly SeqSpan[], newest: number): Generator<number> {
  for (const { from, to } of spans) {
    const last = Math.min(Math.floor(to / PART_SEQS), newest);
    for (let part = last; part >= Math.floor(from / PART_SEQS); part -= 1) yield part;
  }
}

/** The index part with the newest requests; -1 = there are no requests. */
const newestPart = (db: Database): number =>
  (db.prepare(`SELECT MAX(seq) >> 16 FROM requests`).pluck().get() as number | null) ?? -1;

/**
 * Makes a test whether an account has, or had, a position or order of an id, as far as events are
 * projected.
 */
export const knownRows = (
  db: Database,
): ((login: number, what: 'position' | 'order', id: number) => boolean) => {
  const find = {
    order: db.prepare('SELECT 1 FROM orders WHERE id = ? AND login = ?'),
    position: db.prepare('SELECT 1 FROM deals WHERE position_id = ? AND login = ? LIMIT 1'),
  };
  return (login, what, id) => find[what].get(id, login) !== undefined;
};

/** The stored ledger of an account for clients; null = no event yet. */
const shownLedger = (db: Database, login: number): Queries['account.ledger']['output'] => {
  const find = db.prepare('SELECT row FROM ledgers WHERE login = ?').pluck();
  const row = find.get(login) as Buffer | undefined;
  if (row === undefined) return null;
  const ledger = storedRow(LEDGERS)(row);
  return showRow(LEDGER, ledger, { digits: 0, currency_digits: ledger.currency_digits });
};

/** The events of a deal, oldest first; none = unknown, or not projected yet. */
export const dealEvents = (db: Database, dealId: number): DealEvents =>
  inSnapshot(db, () => {
    const find = db.prepare(
      `SELECT seq FROM deals WHERE id = @dealId
       UNION SELECT seq FROM deal_changes WHERE deal_id = @dealId ORDER BY seq`,
    );
    const seqs = find.pluck().all({ dealId }) as number[];
    return { seqs, projection_seq: readCheckpoint(db).seq };
  });

/**
 * Lists the rows of one login by time, newest first. The history table has all columns for
 * filtering and sorting, so a late page walks over entries from the nearer end, not over rows.
 */
class History {
  readonly #show: (row: Buffer) => Record<string, unknown>;
  readonly #count: Statement;
  readonly #pages: { readonly newest: Statement; readonly oldest: Statement };

  constructor(db: Database, table: RecordTable, shown: Shown) {
    const { fields, name } = table;
    const read = storedRow(table);
    this.#show = (stored) => {
      const row = read(stored);
      const at = { digits: Number(row.digits), currency_digits: Number(row.currency_digits) };
      return showRow(fields, row, at);
    };
    const within = `login = @login AND time >= @from AND time < @to AND ${shown} > 0
      AND (@symbol IS NULL OR symbol = @symbol COLLATE NOCASE)`;
    const page = (way: string): Statement =>
      db
        .prepare(
          `SELECT row FROM
            (SELECT ${shown} AS found, time FROM history WHERE ${within}
             ORDER BY time ${way}, ${shown} ${way} LIMIT @rows OFFSET @skip)
           JOIN ${name} ON id = found ORDER BY time DESC, found DESC`,
        )
        .pluck();
    this.#count = db.prepare(`SELECT COUNT(*) FROM history WHERE ${within}`).pluck();
    this.#pages = { newest: page('DESC'), oldest: page('ASC') };
  }

  /** One page, and the number of rows on all pages. */
  page(query: HistoryQuery): { items: Record<string, unknown>[]; total: number } {
    const { login, from = 0, to = Number.MAX_SAFE_INTEGER, symbol = null, limit } = query;
    const within = { login, from, to, symbol };
    const total = this.#count.get(within) as number;
    const skip = (query.page - 1) * limit;
    const rows = Math.min(limit, total - skip);
    if (rows <= 0) return { items: [], total };
    const behind = total - skip - rows;
    const found =
      skip <= behind
        ? this.#pages.newest.all({ ...within, rows, skip })
        : this.#pages.oldest.all({ ...within, rows, skip: behind });
    return { items: (found as Buffer[]).map(this.#show), total };
  }
}

/** A page of history behind the query's fence. */
const historyPage = (db: Database, history: History, query: HistoryQuery): HistoryPage => {
  const { page } = query;
  const nothing = { items: [], total: 0, page };
  return fencedRead(db, query, nothing, () => ({ ...history.page(query), page }));
};

/** A function for each query. */
export type QueryTable = {
  readonly [K in QueryName]: (input: Queries[K]['input']) => Queries[K]['output'];
};

/** The queries of one reader connection; bars and events are read from files of their own. */
export const queryTable = (
  db: Database,
  bars: { query(input: Queries['bars']['input']): Queries['bars']['output'] },
  events: Pick<LoggedEvents, 'ofAccount' | 'ofAll'>,
): QueryTable => {
  const orders = new History(db, ORDERS, 'order_id');
  const deals = new History(db, DEALS, 'deal_id');
  const journal = new Journal(db);
  const closed = new History(db, CLOSED_POSITIONS, 'closed_id');
  return {
    'history.orders': (query) => historyPage(db, orders, query),
    'history.deals': (query) => historyPage(db, deals, query),
    'history.positions': (query) => historyPage(db, closed, query),
    bars: (input) => bars.query(input),
    'account.ledger': ({ login }) => shownLedger(db, login),
    journal: (query) => journal.part(query),
    'events.account': (input) => events.ofAccount(input),
    'events.all': (input) => events.ofAll(input),
    'deal.events': ({ deal_id }) => dealEvents(db, deal_id),
  };
};
