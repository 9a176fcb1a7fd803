// Picked trades: positions and working orders that staff act on together.

import type { FieldTable, Row } from '../../../wire/base/field-table.js';
import type { Picked, PickQuery } from '../../../wire/queries/position-queries.js';
import type { Queries } from '../../../wire/queries/queries.js';
import type { Database, Statement } from '../../database/database.js';
import { type AccountRowKind, ORDERS, POSITIONS, storedRow } from '../../database/schema.js';
import { type Buckets, SEEN, type SeenBuckets } from './buckets.js';
import { fencedRead } from './fenced-read.js';
import { type ShownRow, showOpen } from './open-rows.js';

/** The number of the symbol whose name is exactly this: acts do not ignore the letter case. */
const EXACT_SYMBOL =
  '(SELECT id FROM symbol_names WHERE name = @symbol AND name = @symbol COLLATE BINARY)';

interface Found {
  readonly rows: readonly ShownRow[];
  readonly total: number;
}
const NO_TRADES: Found = { rows: [], total: 0 };

class Picker<T extends FieldTable> {
  readonly #named: Statement;
  readonly #ofSymbol: Statement;
  readonly #read: (row: Buffer) => Row<T>;

  constructor(
    db: Database,
    private readonly table: AccountRowKind<T>,
  ) {
    const pick = (where: string) =>
      db
        .prepare(
          `SELECT bucket, row FROM ${table.name} CROSS JOIN account_rows USING (login, id)
           WHERE kind = ${table.kind} AND ${where} AND ${SEEN} ORDER BY id`,
        )
        .raw();
    this.#named = pick('id IN (SELECT value FROM json_each(@ids))');
    this.#ofSymbol = pick(`symbol = ${EXACT_SYMBOL}`);
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
      if (rows.length < limit) rows.push(showOpen(this.table, row, seen.groupOf(bucket)));
    }
    return { rows, total };
  }
}

/** Reads open trades, so that they can be acted on. */
export class PickedTrades {
  readonly #positions: Picker<typeof POSITIONS.fields>;
  readonly #orders: Picker<typeof ORDERS.fields>;
  readonly #owner: Statement;

  constructor(
    private readonly db: Database,
    private readonly buckets: Buckets,
  ) {
    this.#positions = new Picker(db, POSITIONS);
    this.#orders = new Picker(db, ORDERS);
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
    return fencedRead(this.db, query, nothing, () => this.#pick(query));
  }

  #pick(query: PickQuery): Pick<Picked, 'positions' | 'orders' | 'total'> {
    const { ids, limit } = query;
    const seen = this.buckets.seen(query);
    const positions =
      query.positions === 'none'
        ? NO_TRADES
        : this.#positions.pick(query, ids?.positions, query.positions === 'stops', limit, seen);
    const left = limit - positions.rows.length;
    const orders =
      query.orders === 'none'
        ? NO_TRADES
        : this.#orders.pick(query, ids?.orders, query.orders === 'stops', left, seen);
    const total = positions.total + orders.total;
    return { positions: positions.rows, orders: orders.rows, total };
  }

  /** The logins of positions. */
  owners(query: Queries['open.owners']['input']): Queries['open.owners']['output'] {
    return fencedRead(this.db, query, { owners: [] }, () => ({
      owners: query.ids.flatMap((id) => {
        const login = this.#owner.get({ id }) as number | undefined;
        return login === undefined ? [] : [[id, login] as const];
      }),
    }));
  }
}
