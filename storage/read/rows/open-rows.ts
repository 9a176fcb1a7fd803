// Open rows: positions and working orders across accounts, in pages by login and id.

import { type Digits, type FieldTable, type Row, showRow } from '../../../wire/base/field-table.js';
import type { CountedPage, ReadAt } from '../../../wire/queries/fenced-query.js';
import type {
  OpenCount,
  OpenIdsQuery,
  OpenQuery,
  OpenSnapshotQuery,
  RowIds,
  SnapshotRows,
} from '../../../wire/queries/position-queries.js';
import { BLOCK_IDS } from '../../database/account-tables.js';
import { atMost, type Database, type Statement } from '../../database/database.js';
import {
  type AccountRowKind,
  ALL_SYMBOLS,
  openBlocks,
  SYMBOL_NUMBER,
  storedRow,
} from '../../database/schema.js';
import { type Buckets, SEEN, type SeenBuckets } from './buckets.js';
import { fencedRead } from './fenced-read.js';

const SYMBOL = `symbol = ${SYMBOL_NUMBER}`;

/**
 * The indexes that a list can be read from, each with the condition of its rows. `login` has few
 * rows; `bucket` reads the rows of some groups, and sorts them; `all` walks over the rows of all
 * groups, and skips the rows of others. For a viewer of all groups there are `whole` and
 * `whole_symbol`, of which the database keeps the numbers of rows. `held` has the few orders of
 * which a fill is held.
 */
const SOURCES = {
  login: `login = @login AND (@symbol IS NULL OR ${SYMBOL}) AND ${SEEN}`,
  symbol: `${SYMBOL} AND ${SEEN}`,
  whole_symbol: SYMBOL,
  bucket: 'bucket IN (SELECT value FROM json_each(@buckets))',
  all: SEEN,
  whole: '1',
  held: `volume_held > 0 AND (@login IS NULL OR login = @login)
    AND (@symbol IS NULL OR ${SYMBOL}) AND ${SEEN}`,
} as const;
type RowSource = keyof typeof SOURCES;
/** Where the numbers of rows are kept, by source. */
const KEPT: Readonly<Partial<Record<RowSource, string>>> = {
  whole: 'symbol_names',
  whole_symbol: 'symbol_names WHERE name = @symbol',
};

/** The bucket of an account is one, so that it does not change the order by login and id. */
const order = (way: string): string => `ORDER BY login ${way}, bucket ${way}, id ${way}`;

/** Rows that a snapshot shows in one step: some ms. */
const STEP_ROWS = 250;

/** Rows of some groups that are sorted rather than found among all rows: some ms. */
const SORTED_MAX = 20_000;

const statementsOf = (db: Database, { name: table, kind }: AccountRowKind, source: RowSource) => {
  const within = `${table} WHERE login >= @from AND ${SOURCES[source]}`;
  const page = (way: string): Statement =>
    db
      .prepare(
        `SELECT seen, row, owner, found FROM
          (SELECT login AS owner, id AS found, bucket AS seen FROM ${within} ${order(way)}
           ${atMost('@rows')} OFFSET @skip)
         CROSS JOIN account_rows ON login = owner AND kind = ${kind} AND id = found
         ORDER BY owner, found`,
      )
      .raw();
  const kept = KEPT[source];
  const counted = kept === undefined ? `COUNT(*) FROM ${within}` : `TOTAL(${table}) FROM ${kept}`;
  return {
    count: db.prepare(`SELECT ${counted}`).pluck(),
    ids: db.prepare(`SELECT id FROM ${within} ${order('ASC')}`).pluck(),
    first: page('ASC'),
    last: page('DESC'),
  };
};

/** A row of a page: the bucket of its account, its bytes, its account and id. */
type PageRow = [seen: number, row: Buffer, owner: number, found: number];

/** The parameters of the statements, and the groups of the rows. */
interface Given extends SeenBuckets {
  readonly login: number | null;
  readonly symbol: string | null;
  readonly held: boolean;
}

/** The bound parameters, from the first login on: statements take the parameters that they name. */
const boundOf = ({ all, buckets, login, symbol }: Given) => ({
  ...{ all, buckets, login, symbol },
  from: 1,
});

/** A row as clients see it, with the group of its account. */
export type ShownRow = Record<string, unknown>;

/** A row for clients, with the group of its account. */
export const showOpen = <T extends FieldTable>(
  { fields }: AccountRowKind<T>,
  row: Row<T>,
  group: string,
): ShownRow => {
  const { digits, currency_digits } = row as Row<T> & Digits;
  return { ...showRow(fields, row, { digits, currency_digits }), group };
};

/** Lists the rows of a table of open trades. */
export class OpenRows<T extends FieldTable> {
  /** The numbers of rows by block of logins: of all symbols, or of one. */
  readonly #blocks: Statement;
  /** The statements of the indexes that were read so far. */
  readonly #sources = new Map<RowSource, ReturnType<typeof statementsOf>>();
  readonly #one: Statement;
  /** Finds a row of a bucket. */
  readonly #inBucket: Statement;
  readonly #read: (row: Buffer) => Row<T>;

  constructor(
    private readonly db: Database,
    private readonly table: AccountRowKind<T>,
    private readonly buckets: Buckets,
  ) {
    const ofSymbol = `symbol = IIF(@symbol IS NULL, ${ALL_SYMBOLS}, ${SYMBOL_NUMBER})`;
    this.#blocks = db
      .prepare(
        `SELECT block, count FROM ${openBlocks(table.name)} WHERE ${ofSymbol} ORDER BY block`,
      )
      .raw();
    this.#one = db
      .prepare(
        `SELECT bucket, row FROM ${table.name} CROSS JOIN account_rows USING (login, id)
         WHERE id = ? AND kind = ${table.kind}`,
      )
      .raw();
    this.#inBucket = db.prepare(`SELECT 1 FROM ${table.name} WHERE bucket = ? LIMIT 1`);
    this.#read = storedRow(table);
  }

  /** The number of rows. */
  count(query: OpenCount): { total: number } & ReadAt {
    return fencedRead(this.db, query, { total: 0 }, () => ({
      total: this.#count(this.#given(query)),
    }));
  }

  /** One page, and the number of rows on all pages. */
  page(query: OpenQuery): CountedPage {
    const { page } = query;
    const nothing = { items: [], total: 0, page };
    return fencedRead(this.db, query, nothing, () => ({ ...this.#page(query), page }));
  }

  /** The number of rows, and their ids in the order of the pages; none if there are too many. */
  ids(query: OpenIdsQuery): RowIds {
    return fencedRead(this.db, query, { total: 0, ids: [] }, () => {
      const given = this.#given(query);
      const total = this.#count(given);
      if (total > query.most) return { total, ids: [] };
      const { ids } = this.#of(this.#sourceOf(given, total));
      return { total, ids: ids.all(boundOf(given)) as number[] };
    });
  }

  /** The row of an id, if the reader sees its account; undefined = there is none. */
  one({ viewer, id }: Pick<OpenQuery, 'viewer'> & { readonly id: number }): ShownRow | undefined {
    const found = this.#one.get(id) as [bucket: number, row: Buffer] | undefined;
    if (found === undefined) return undefined;
    const seen = this.buckets.seen({ viewer });
    return seen.has(found[0]) ? this.#shown(...found, seen) : undefined;
  }

  /** All rows, in steps. */
  *snapshot(query: OpenSnapshotQuery): Generator<void, Omit<SnapshotRows, keyof ReadAt>> {
    const given = this.#given(query);
    const total = this.#count(given);
    const rows: [number, string, string][] = [];
    if (total > query.most) return { rows, total };
    yield;
    const { first } = this.#of(this.#indexOf(given));
    const found = first.all({ ...boundOf(given), rows: total, skip: 0 }) as PageRow[];
    for (const [at, [bucket, packed]] of found.entries()) {
      if (at % STEP_ROWS === 0) yield;
      const row = this.#shown(bucket, packed, given);
      rows.push([row.login as number, row.group as string, JSON.stringify(row)]);
    }
    return { rows, total };
  }

  #given(query: OpenCount): Given {
    const { login = null, symbol = null, held = false } = query;
    const hasRows = (bucket: number): boolean => this.#inBucket.get(bucket) !== undefined;
    return { ...this.buckets.seen(query, hasRows), login, symbol, held };
  }

  /** The statements of an index. */
  #of(source: RowSource): ReturnType<typeof statementsOf> {
    let statements = this.#sources.get(source);
    if (statements === undefined) {
      statements = statementsOf(this.db, this.table, source);
      this.#sources.set(source, statements);
    }
    return statements;
  }

  /** The most selective index. */
  #indexOf({ login, symbol, all, held }: Given): RowSource {
    if (held) return 'held';
    if (login !== null) return 'login';
    if (symbol !== null) return all === 1 ? 'whole_symbol' : 'symbol';
    return all === 1 ? 'whole' : 'bucket';
  }

  #count(given: Given): number {
    return this.#of(this.#indexOf(given)).count.get(boundOf(given)) as number;
  }

  /** The index for reading so many rows in order. */
  #sourceOf(given: Given, total: number): RowSource {
    const source = this.#indexOf(given);
    return source === 'bucket' && total > SORTED_MAX ? 'all' : source;
  }

  /** The first login of the block in which a page begins, and its rows before the page. */
  #beginOf({ symbol }: Given, skip: number): { from: number; skip: number } {
    let left = skip;
    const blocks = this.#blocks.iterate({ symbol }) as Iterable<[block: number, count: number]>;
    for (const [block, count] of blocks) {
      if (left < count) return { from: block * BLOCK_IDS, skip: left };
      left -= count;
    }
    throw new Error(`${this.table.name}: the numbers by block are too small`);
  }

  /** A page is found from its block, where the numbers are kept, or from the nearer end. */
  #page(query: OpenQuery): { items: ShownRow[]; total: number } {
    const given = this.#given(query);
    const { limit } = query;
    const skip = (query.page - 1) * limit;
    const total = this.#count(given);
    const rows = Math.min(limit, total - skip);
    if (rows <= 0) return { items: [], total };
    const source = this.#sourceOf(given, total);
    const { first, last } = this.#of(source);
    const behind = total - skip - rows;
    const begin = source in KEPT ? this.#beginOf(given, skip) : { skip };
    const bound = { ...boundOf(given), rows };
    const found =
      begin.skip <= behind
        ? first.all({ ...bound, ...begin })
        : last.all({ ...bound, skip: behind });
    const items = (found as PageRow[]).map(([bucket, row]) => this.#shown(bucket, row, given));
    return { items, total };
  }

  #shown(bucket: number, packed: Buffer, { groupOf }: SeenBuckets): ShownRow {
    return showOpen(this.table, this.#read(packed), groupOf(bucket));
  }
}
