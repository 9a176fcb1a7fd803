// The history of an account: orders that are over, deals and closed positions, by pages or by
// cursors.

import { type Digits, type FieldTable, type Row, showRow } from '../../../wire/base/field-table.js';
import type {
  HistoryPage,
  HistoryQuery,
  HistoryRow,
  HistoryRowQuery,
} from '../../../wire/queries/history-queries.js';
import {
  type GivenCursors,
  readCursor,
  writeCursor,
} from '../../../wire/rest/lists/history-cursor.js';
import { DEAL, ORDER } from '../../../wire/trading/records.js';
import { atMost, type Database, type Statement } from '../../database/database.js';
import { CLOSED_POSITIONS, storedRow } from '../../database/schema.js';
import type { Shown } from '../../projection/entries.js';
import { NEWEST_DEAL_SEQ, rowOf, type StoredEvents, type StoredOrders } from './entries.js';
import { fencedRead } from './fenced-read.js';
import { dealsBy, type EntryFilter, type OutcomeOf, ordersBy } from './history-filters.js';

/** How a list gets its rows: SQL for the values read of an entry, and the record of them. */
interface ShownList {
  readonly shown: Shown;
  readonly read: string;
  /** The condition on its rows; default: the symbol of the query. */
  readonly only?: string;
  /** The index of its entries, where the database would choose another one. */
  readonly index?: string;
  /** Finds the entries of the filters by order, position and request; absent = it has none. */
  readonly filter?: EntryFilter;
  record(id: number, found: unknown): Record<string, unknown>;
}

const showTrading = <T extends FieldTable>(table: T, row: Row<T>): Record<string, unknown> => {
  const { digits, currency_digits } = row as Row<T> & Digits;
  return showRow(table, row, { digits, currency_digits });
};

const OF_SYMBOL = '(@symbol IS NULL OR symbol = @symbol COLLATE NOCASE)';

/** SQL for all entries of a login. */
const ofLogin = ({ index }: ShownList): string =>
  `entries ${index === undefined ? '' : `INDEXED BY ${index} `}WHERE login = @login`;
/** SQL for the entries that a filter has found. */
const FOUND = `entries NOT INDEXED
  WHERE id IN (SELECT value FROM json_each(@entries)) AND login = @login`;

/** Rows behind a cursor in the order of time, or before it. */
const BEYOND = { ASC: '>', DESC: '<' } as const;
type Way = keyof typeof BEYOND;

/** Statements for the rows of a list that SQL for entries, `source`, has. */
const statementsOf = (db: Database, list: ShownList, source: string) => {
  const { shown, read, only = OF_SYMBOL } = list;
  const within = `${source} AND time > 0 AND time >= @from AND time < @to
    AND ${shown} > 0 AND ${only}`;
  const page = (way: Way): Statement =>
    db
      .prepare(
        `SELECT found, ${read} FROM
          (SELECT ${shown} AS found, time AS at, id AS entry FROM ${within}
           ORDER BY time ${way}, ${shown} ${way} ${atMost('@rows')} OFFSET @skip)
         JOIN entries ON id = entry ORDER BY at DESC, found DESC`,
      )
      .raw();
  // Events of an account come in the order of their seqs, and their times do not fall: what comes
  // later is behind every cursor. Ids of one time need not rise: an older order may end later.
  const walk = (way: Way): Statement =>
    db
      .prepare(
        `SELECT found, ${read}, at, place FROM
          (SELECT ${shown} AS found, time AS at, seq AS place, id AS entry FROM ${within}
             AND (time ${BEYOND[way]} @time OR (seq, ${shown}) ${BEYOND[way]} (@seq, @id))
           ORDER BY time ${way}, seq ${way}, ${shown} ${way} ${atMost('@rows')})
         JOIN entries ON id = entry ORDER BY at ${way}, place ${way}, found ${way}`,
      )
      .raw();
  return {
    count: db.prepare(`SELECT COUNT(*) FROM ${within}`).pluck(),
    newest: page('DESC'),
    oldest: page('ASC'),
    after: walk('ASC'),
    before: walk('DESC'),
  };
};
type HistoryStatements = ReturnType<typeof statementsOf>;

/** The parameters of the statements. */
interface Within {
  readonly login: number;
  readonly from: number;
  readonly to: number;
  readonly symbol: string | null;
  readonly action: string | null;
  readonly entries: string;
  readonly order: number | null;
  readonly position: number | null;
}

type HistoryEntry = [found: number, read: unknown];
type PlacedEntry = [...HistoryEntry, time: number, seq: number];

/** The rows of a page, and the cursors to go on by. */
type HistoryItems = Pick<HistoryPage, 'items' | 'after' | 'before'>;

/** The cursor of a request, as what an answer without rows says of where to go on. */
const givenCursor = ({ after, before }: GivenCursors): GivenCursors => ({
  ...(after !== undefined && { after }),
  ...(before !== undefined && { before }),
});

/**
 * Lists the rows of one login by time, newest first, or from a cursor on. The index of entries has
 * all columns for filtering and sorting, so a late page walks over entries from the nearer end, not
 * over rows.
 */
class History {
  readonly #login: HistoryStatements;
  /** For the filters that the list has. */
  readonly #filters: Partial<Readonly<Record<'found' | 'order' | 'position', HistoryStatements>>>;

  constructor(
    private readonly db: Database,
    private readonly list: ShownList,
  ) {
    this.#login = statementsOf(db, list, ofLogin(list));
    const { filter } = list;
    this.#filters =
      filter === undefined
        ? {}
        : {
            found: statementsOf(db, list, FOUND),
            position: statementsOf(db, list, filter.position),
            ...(filter.order !== undefined && { order: statementsOf(db, list, filter.order) }),
          };
  }

  /** A page with the number of all rows, or the rows next to a cursor, behind the fence. */
  page(query: HistoryQuery): HistoryPage {
    const { page } = query;
    const walks = (query.after ?? query.before) !== undefined;
    const nothing = { items: [], total: walks ? null : 0, page, ...givenCursor(query) };
    return fencedRead(this.db, query, nothing, () =>
      walks ? { ...this.#walk(query), total: null, page } : { ...this.#counted(query), page },
    );
  }

  #walk(query: HistoryQuery): HistoryItems {
    const [statements, within] = this.#sourceOf(query);
    const { limit } = query;
    const isForward = query.after !== undefined;
    const place = readCursor(query.after ?? query.before ?? '');
    const bounds = isForward
      ? { from: Math.max(within.from, place.time) }
      : { to: Math.min(within.to, place.time + 1) };
    const asked = { ...within, ...bounds, ...place, rows: limit };
    const found = statements[isForward ? 'after' : 'before'].all(asked) as PlacedEntry[];
    const items = found.map(([id, read]) => this.list.record(id, read));
    const [first, last] = [found[0], found.at(-1)].map(
      (row) => row && writeCursor({ id: row[0], time: row[2], seq: row[3] }),
    );
    if (first === undefined || last === undefined) return { items, ...givenCursor(query) };
    return isForward
      ? { items, before: first, after: last }
      : { items, before: last, after: first };
  }

  #sourceOf(query: HistoryQuery): [HistoryStatements, Within] {
    const { login, from = 0, to = Number.MAX_SAFE_INTEGER, symbol = null, action = null } = query;
    const { order_id: order = null, position_id: position = null, request_id } = query;
    const within = { login, from, to, symbol, action, entries: '[]', order, position };
    const { filter } = this.list;
    const { found, ...byId } = this.#filters;
    const isAny = order !== null || position !== null || request_id !== undefined;
    if (filter === undefined || found === undefined || !isAny) return [this.#login, within];
    const indexed = byId[order === null ? 'position' : 'order'];
    if (request_id === undefined && indexed !== undefined) return [indexed, within];
    // Stored ids are in lower case.
    const asked =
      request_id === undefined ? query : { ...query, request_id: request_id.toLowerCase() };
    return [found, { ...within, entries: JSON.stringify(filter.find(asked)) }];
  }

  #counted(query: HistoryQuery): Pick<HistoryPage, 'items' | 'total'> {
    const [statements, within] = this.#sourceOf(query);
    const total = statements.count.get(within) as number;
    const skip = (query.page - 1) * query.limit;
    const rows = Math.min(query.limit, total - skip);
    if (rows <= 0) return { items: [], total };
    const behind = total - skip - rows;
    const found =
      skip <= behind
        ? statements.newest.all({ ...within, rows, skip })
        : statements.oldest.all({ ...within, rows, skip: behind });
    return { items: (found as HistoryEntry[]).map((row) => this.list.record(...row)), total };
  }
}

/** The lists of history, and their rows by id. */
export const historyLists = (
  db: Database,
  events: StoredEvents,
  orderRows: StoredOrders,
  outcome: OutcomeOf,
) => {
  const ofOrders: ShownList = {
    shown: 'order_id',
    read: 'seq',
    filter: ordersBy(db, events, outcome),
    record: (id, seq) => {
      const { orders, cause } = events.event(seq as number);
      return { ...showTrading(ORDER, rowOf(orders, id)), cause };
    },
  };
  const ofDeals: ShownList = {
    shown: 'deal_id',
    read: NEWEST_DEAL_SEQ,
    record: (id, seq) => showTrading(DEAL, rowOf(events.event(seq as number).deals, id)),
  };
  const readClosed = storedRow(CLOSED_POSITIONS);
  const byId =
    (find: (id: number, login: number) => Record<string, unknown> | null) =>
    (query: HistoryRowQuery): HistoryRow =>
      fencedRead(db, query, { found: null }, () => ({ found: find(query.id, query.login) }));
  return {
    orders: new History(db, ofOrders),
    deals: new History(db, { ...ofDeals, filter: dealsBy(db, events, orderRows, outcome) }),
    payments: new History(db, {
      ...ofDeals,
      only: 'action = @action',
      index: 'entries_action',
    }),
    closed: new History(db, {
      shown: 'closed_id',
      read: '(SELECT row FROM closed_positions WHERE closed_positions.id = closed_id)',
      record: (_, row) => showTrading(CLOSED_POSITIONS.fields, readClosed(row as Buffer)),
    }),
    order: byId((id, login) => {
      const known = orderRows.find(id);
      if (known?.order.login !== login) return null;
      return { ...showTrading(ORDER, known.order), cause: known.cause };
    }),
    deal: byId((id, login) => {
      const known = events.deal(id)?.deal;
      return known?.login === login ? showTrading(DEAL, known) : null;
    }),
  };
};
