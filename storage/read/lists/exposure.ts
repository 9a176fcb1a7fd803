// Exposure: the open volume of each symbol over the accounts that a reader sees.

import { formatShortest, VOLUME_SCALE } from '../../../wire/base/scale.js';
import type { ReadAt } from '../../../wire/queries/fenced-query.js';
import type {
  ExposureQuery,
  ExposureSums,
  SymbolExposure,
} from '../../../wire/queries/report-queries.js';
import type { Database, Statement } from '../../database/database.js';
import { wideSum } from '../../database/wide-sums.js';
import type { Buckets } from '../rows/buckets.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';

/** Rows that are read in one step: some ms. */
const STEP_ROWS = 2_000;

/** A row of the table, with the two parts of its volume. */
interface StoredExposure {
  readonly bucket: number;
  readonly symbol: number;
  readonly side: 'buy' | 'sell';
  readonly positions: number;
  readonly high: number;
  readonly low: number;
}

/** The sums of a symbol, volumes ×10^8. */
interface SymbolSums {
  buy: bigint;
  sell: bigint;
  positions: number;
}

const shown = (symbol: string, { buy, sell, positions }: SymbolSums): SymbolExposure => ({
  symbol,
  buy_volume: formatShortest(buy, VOLUME_SCALE),
  sell_volume: formatShortest(sell, VOLUME_SCALE),
  net_volume: formatShortest(buy - sell, VOLUME_SCALE),
  positions,
});

/** Sums the exposure table by symbol, over one connection. */
export class Exposure {
  readonly #rows: Statement;
  readonly #name: Statement;

  constructor(
    private readonly db: Database,
    private readonly buckets: Buckets,
  ) {
    this.#rows = db.prepare(
      `SELECT * FROM exposure WHERE (bucket, symbol, side) > (?, ?, ?)
       ORDER BY bucket, symbol, side LIMIT ${STEP_ROWS}`,
    );
    this.#name = db.prepare('SELECT name FROM symbol_names WHERE id = ?').pluck();
  }

  /** The symbols with open positions, in the order of their numbers. */
  *sums(query: ExposureQuery): SlicedRead<ExposureSums & ReadAt> {
    const read = function* (this: Exposure): SlicedRead<ExposureSums> {
      const symbols = yield* this.#sums(query);
      return { rows: [...symbols].map(([id, sums]) => shown(this.#nameOf(id), sums)) };
    }.bind(this);
    return yield* fencedSteps(this.db, query, { rows: [] }, read);
  }

  *#sums(query: ExposureQuery): SlicedRead<ReadonlyMap<number, SymbolSums>> {
    const { has } = this.buckets.seen({ ...query, without_staff: true });
    const symbols = new Map<number, SymbolSums>();
    for (let after: readonly unknown[] = [-1, 0, '']; ; ) {
      const rows = this.#rows.all(...after) as StoredExposure[];
      for (const row of rows) {
        if (!has(row.bucket)) continue;
        const sums = symbols.get(row.symbol) ?? { buy: 0n, sell: 0n, positions: 0 };
        symbols.set(row.symbol, sums);
        sums[row.side] += wideSum(row.high, row.low);
        sums.positions += row.positions;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < STEP_ROWS) return symbols;
      after = [last.bucket, last.symbol, last.side];
      yield;
    }
  }

  #nameOf(id: number): string {
    return this.#name.get(id) as string;
  }
}
