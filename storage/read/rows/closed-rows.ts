// Closed rows: closed positions across accounts, the one closed last first, with sums over all.

import { showRow } from '../../../wire/base/field-table.js';
import { formatExact, formatShortest, VOLUME_SCALE } from '../../../wire/base/scale.js';
import type {
  ClosedIdsQuery,
  ClosedPage,
  ClosedQuery,
  ClosedSums,
  RowIds,
  RowsQuery,
} from '../../../wire/queries/position-queries.js';
import { atMost, type Database, type Statement } from '../../database/database.js';
import { CLOSED_POSITIONS, storedRow } from '../../database/schema.js';
import { highPart, lowPart, wideSum } from '../../database/wide-sums.js';
import type { Buckets } from './buckets.js';
import { fencedRead } from './fenced-read.js';

const AMOUNTS = ['volume', 'profit', 'swap', 'commission', 'fee'] as const;
type SummedAmount = (typeof AMOUNTS)[number];

const sumsOf = (name: SummedAmount): string =>
  `SUM(${highPart(name)}) AS ${name}_high, SUM(${lowPart(name)}) AS ${name}_low`;

const PERIOD = 'closed_at >= @from AND closed_at < @to';
/** The account is seen by its group of now. */
const SEEN = `(@all OR (SELECT bucket FROM accounts
  WHERE accounts.login = closed_positions.login) IN (SELECT value FROM json_each(@buckets)))`;
/** The group that is asked for is the group at the close. */
const FITS = `(@symbol IS NULL OR symbol = @symbol COLLATE NOCASE)
  AND (@every OR "group" IN (SELECT value FROM json_each(@groups))) AND ${SEEN}`;

/** The conditions by which the rows are found. */
const SOURCES = {
  login: `id IN (SELECT closed_id FROM entries
    WHERE login = @login AND time > 0 AND time >= @from AND time < @to AND closed_id > 0)`,
  time: PERIOD,
} as const;
type ClosedSource = keyof typeof SOURCES;

const statementsOf = (db: Database, source: ClosedSource) => {
  const within = `closed_positions WHERE ${SOURCES[source]} AND ${FITS}`;
  const page = (way: string): Statement =>
    db
      .prepare(
        `SELECT row FROM (SELECT closed_at AS at, id AS found FROM ${within}
           ORDER BY closed_at ${way}, id ${way} ${atMost('@rows')} OFFSET @skip)
         JOIN closed_positions ON id = found ORDER BY at DESC, found DESC`,
      )
      .pluck();
  return {
    sums: db.prepare(
      `SELECT currency_digits, COUNT(*) AS count, ${AMOUNTS.map(sumsOf).join(', ')}
       FROM ${within} GROUP BY currency_digits`,
    ),
    count: db.prepare(`SELECT COUNT(*) FROM ${within}`).pluck(),
    ids: db.prepare(`SELECT id FROM ${within} ORDER BY closed_at DESC, id DESC`).pluck(),
    newest: page('DESC'),
    oldest: page('ASC'),
  };
};

/** Sums over the rows of accounts whose currencies have as many digits. */
type SumRow = Readonly<
  Record<'currency_digits' | 'count' | `${SummedAmount}_${'high' | 'low'}`, number>
>;

const wholeSum = (row: SumRow, name: SummedAmount): bigint =>
  wideSum(row[`${name}_high`], row[`${name}_low`]);

/** Digits of the sums of no rows. */
const EMPTY_DIGITS = 2;

/**
 * The sums of all rows, with the digits of the currency that has most; amounts of several
 * currencies are simply added.
 */
const totalOf = (rows: readonly SumRow[]): ClosedSums => {
  const digits =
    rows.length === 0
      ? EMPTY_DIGITS
      : Math.max(...rows.map(({ currency_digits }) => currency_digits));
  const money = (name: SummedAmount): string => {
    let sum = 0n;
    for (const row of rows) {
      sum += wholeSum(row, name) * 10n ** BigInt(digits - row.currency_digits);
    }
    return formatExact(sum, digits, digits);
  };
  const volume = rows.reduce((sum, row) => sum + wholeSum(row, 'volume'), 0n);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    volume: formatShortest(volume, VOLUME_SCALE),
    profit: money('profit'),
    swap: money('swap'),
    commission: money('commission'),
    fee: money('fee'),
  };
};

/** Lists closed positions. */
export class ClosedRows {
  readonly #sources: Readonly<Record<ClosedSource, ReturnType<typeof statementsOf>>>;
  readonly #named: Statement;
  readonly #read = storedRow(CLOSED_POSITIONS);

  constructor(
    private readonly db: Database,
    private readonly buckets: Buckets,
  ) {
    this.#named = db
      .prepare(
        `SELECT row FROM closed_positions
         WHERE id IN (SELECT value FROM json_each(@ids)) AND ${SEEN}`,
      )
      .pluck();
    this.#sources = { login: statementsOf(db, 'login'), time: statementsOf(db, 'time') };
  }

  /** One page, with the number and the sums of the rows on all pages. */
  page(query: ClosedQuery): ClosedPage {
    const { page } = query;
    const nothing = { items: [], total: 0, totals: totalOf([]), page };
    return fencedRead(this.db, query, nothing, () => ({ ...this.#page(query), page }));
  }

  /** The number of rows, and their ids in the order of the pages; none if there are too many. */
  ids(query: ClosedIdsQuery): RowIds {
    return fencedRead(this.db, query, { total: 0, ids: [] }, () => {
      const within = this.#within(query);
      const { count, ids } = this.#sourceOf(query);
      const total = count.get(within) as number;
      return { total, ids: total > query.most ? [] : (ids.all(within) as number[]) };
    });
  }

  /** The rows of ids that the reader sees, in any order. */
  rows({ viewer, ids }: RowsQuery): Record<string, unknown>[] {
    const { all, buckets } = this.buckets.seen({ viewer });
    const found = this.#named.all({ ids: JSON.stringify(ids), all, buckets });
    return (found as Buffer[]).map((packed) => this.#shown(packed));
  }

  #sourceOf({ login }: Pick<ClosedQuery, 'login'>): ReturnType<typeof statementsOf> {
    return this.#sources[login === undefined ? 'time' : 'login'];
  }

  /** The parameters of the statements. */
  #within(query: Omit<ClosedQuery, 'page' | 'limit'>) {
    const { viewer, group, groups, from, to, login = null, symbol = null } = query;
    const { all, buckets } = this.buckets.seen({ viewer });
    const every = group === undefined && groups === undefined ? 1 : 0;
    const named = every === 1 ? '[]' : this.buckets.groups(query);
    return { from, to, login, symbol, every, groups: named, all, buckets };
  }

  #page(query: ClosedQuery): Pick<ClosedPage, 'items' | 'total' | 'totals'> {
    const { limit } = query;
    const within = this.#within(query);
    const { sums, newest, oldest } = this.#sourceOf(query);
    const totals = totalOf(sums.all(within) as SumRow[]);
    const total = totals.count;
    const skip = (query.page - 1) * limit;
    const rows = Math.min(limit, total - skip);
    if (rows <= 0) return { items: [], total, totals };
    const behind = total - skip - rows;
    const found =
      skip <= behind
        ? newest.all({ ...within, rows, skip })
        : oldest.all({ ...within, rows, skip: behind });
    return { items: (found as Buffer[]).map((packed) => this.#shown(packed)), total, totals };
  }

  #shown(packed: Buffer): Record<string, unknown> {
    const row = this.#read(packed);
    const { digits, currency_digits } = row;
    return showRow(CLOSED_POSITIONS.fields, row, { digits, currency_digits });
  }
}
