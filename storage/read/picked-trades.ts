// Picked trades: positions and working orders that staff act on together, and sums of lots.

import type { FieldTable, Row } from '../../wire/base/field-table.js';
import type {
  AccountLots,
  LotsQuery,
  Picked,
  PickQuery,
  Queries,
} from '../../wire/desk/queries.js';
import type { Database, Statement } from '../database/database.js';
import { type AccountRowKind, ORDERS, POSITIONS, storedRow } from '../database/schema.js';
import { type Buckets, SEEN, type SeenBuckets } from './buckets.js';
import { fencedRead } from './fence.js';
import { type ShownRow, showOpen } from './open-rows.js';

interface Found {
  readonly rows: readonly ShownRow[];
  readonly total: number;
}
const NOTHING: Found = { rows: [], total: 0 };

/** Picks the rows of a table. */
class Picker<T extends FieldTable> {
  readonly #table: AccountRowKind<T>;
  readonly #named: Statement;
  readonly #ofSymbol: Statement;
  readonly #read: (row: Buffer) => Row<T>;

  constructor(db: Database, table: AccountRowKind<T>) {
    const pick = (where: string) =>
      db
        .prepare(
          `SELECT bucket, row FROM ${table.name} CROSS JOIN account_rows USING (login, id)
           WHERE kind = ${table.kind} AND ${where} AND ${SEEN} ORDER BY id`,
        )
        .raw();
    this.#table = table;
    this.#named = pick('id IN (SELECT value FROM json_each(@ids))');
    this.#ofSymbol = pick('symbol = @symbol COLLATE NOCASE');
    this.#read = storedRow(table);
  }

  /** The rows that fit, at most `limit` of them, and the number of all. */
  pick(
    { symbol = '' }: PickQuery,
    ids: readonly number[] | undefined,
    onlyStops: boolean,
    limit: number,
    seen: SeenBuckets,
  ): Found {
    const { all, buckets } = seen;
    const given = { symbol, all, buckets, ids: JSON.stringify(ids ?? []) };
    const rows: ShownRow[] = [];
    let total = 0;
    const found = (ids === undefined ? this.#ofSymbol : this.#named).iterate(given);
    for (const [bucket, packed] of found as Iterable<[number, Buffer]>) {
      if (!onlyStops && rows.length >= limit) {
        total += 1;
        continue;
      }
      const row = this.#read(packed);
      const { sl, tp } = row as unknown as { readonly sl: number; readonly tp: number };
      if (onlyStops && sl === 0 && tp === 0) continue;
      total += 1;
      if (rows.length < limit) rows.push(showOpen(this.#table, row, seen.groupOf(bucket)));
    }
    return { rows, total };
  }
}

const LOTS = `SELECT login, bucket,
    SUM(IIF(side = 'buy', volume, 0)), SUM(IIF(side = 'sell', volume, 0))
  FROM positions WHERE login > @after AND ${SEEN}
    AND (@every OR symbol IN (SELECT value FROM json_each(@symbols)))
  GROUP BY login, bucket ORDER BY login LIMIT @limit`;

/** What is read of open trades to act on them. */
export class PickedTrades {
  readonly #db: Database;
  readonly #buckets: Buckets;
  readonly #positions: Picker<typeof POSITIONS.fields>;
  readonly #orders: Picker<typeof ORDERS.fields>;
  readonly #lots: Statement;
  readonly #owner: Statement;

  constructor(db: Database, buckets: Buckets) {
    this.#db = db;
    this.#buckets = buckets;
    this.#positions = new Picker(db, POSITIONS);
    this.#orders = new Picker(db, ORDERS);
    this.#lots = db.prepare(LOTS).raw();
    this.#owner = db
      .prepare(
        `SELECT login FROM positions WHERE id = @id
         UNION ALL SELECT login FROM entries WHERE position_id = @id AND position_id > 0 LIMIT 1`,
      )
      .pluck();
  }

  /** The picked trades; before the database shows what the reader was shown there are none. */
  pick(query: PickQuery): Picked {
    const nothing = { positions: [], orders: [], total: 0 };
    return fencedRead(this.#db, query, nothing, () => this.#pick(query));
  }

  #pick(query: PickQuery): Pick<Picked, 'positions' | 'orders' | 'total'> {
    const { ids, limit } = query;
    const seen = this.#buckets.seen(query);
    const positions =
      query.positions === 'none'
        ? NOTHING
        : this.#positions.pick(query, ids?.positions, query.positions === 'stops', limit, seen);
    const left = limit - positions.rows.length;
    const orders =
      query.orders === 'none'
        ? NOTHING
        : this.#orders.pick(query, ids?.orders, query.orders === 'stops', left, seen);
    const total = positions.total + orders.total;
    return { positions: positions.rows, orders: orders.rows, total };
  }

  /** The lots of the next accounts, by login. */
  lots(query: LotsQuery): readonly AccountLots[] {
    const { symbols, after, limit } = query;
    const seen = this.#buckets.seen(query);
    const { all, buckets } = seen;
    const every = symbols === undefined ? 1 : 0;
    const given = { after, limit, all, buckets, every, symbols: JSON.stringify(symbols ?? []) };
    const rows = this.#lots.all(given) as [number, number, number, number][];
    return rows.map(([login, bucket, buy, sell]) => {
      const group = seen.groupOf(bucket);
      return { login, group, buy, sell };
    });
  }

  /** The logins of positions. */
  owners(query: Queries['open.owners']['input']): Queries['open.owners']['output'] {
    return fencedRead(this.#db, query, { owners: [] }, () => ({
      owners: query.ids.flatMap((id) => {
        const login = this.#owner.get({ id }) as number | undefined;
        return login === undefined ? [] : [[id, login] as const];
      }),
    }));
  }
}
