// Bars on disk: finished and running ones, in a database file of their own.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PRICE_EXTRA, rescalePrice } from '../../wire/base/scale.js';
import type { BarRow } from '../../wire/queries/bar-queries.js';
import type { Queries } from '../../wire/queries/queries.js';
import { TIMEFRAMES } from '../../wire/trading/timeframes.js';
import {
  BAR_COLUMNS,
  BAR_LIST,
  BAR_MIGRATIONS,
  barSum,
  checkedBar,
  runningBars,
  type StoredBar,
  SUM_MASK,
  type SummedBar,
} from '../database/bar-tables.js';
import {
  atMost,
  type Database,
  openDatabase,
  openReader,
  type Statement,
  usable,
} from '../database/database.js';

/** Name of the file in the data folder. */
export const BARS_FILE = 'bars.db';
/** Most bars in the answer of one query. */
const BARS_LIMIT_MAX = 10_000;

const FRAMES = Object.keys(TIMEFRAMES);
const MINUTE = FRAMES.indexOf('m1' satisfies keyof typeof TIMEFRAMES);

/** A quote in the form of bars: prices ×10^(digits+3), time in ms. */
interface LastQuote {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly time: number;
}

const put = (db: Database, name: string): ((bar: StoredBar) => void) => {
  const places = BAR_COLUMNS.map(() => '?').join(', ');
  const statement = db.prepare(
    `INSERT OR REPLACE INTO ${name} (${BAR_LIST}, sum) VALUES (${places}, ?)`,
  );
  // Values by their places are bound in half the time of values by their names.
  return (bar) => void statement.run(...BAR_COLUMNS.map((column) => bar[column]), barSum(bar));
};

/** The same bar with prices and spread in other digits. */
export const barInDigits = (bar: StoredBar, digits: number): StoredBar => {
  if (bar.digits === digits) return bar;
  const price = (value: number): number => rescalePrice(value, bar.digits, digits);
  return {
    ...bar,
    digits,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    spread: Math.round(bar.spread * 10 ** (digits - bar.digits)),
  };
};

/** Advice for a damaged file. */
export const BARS_HELP = 'move it away, and bars begin again';

/** The writer; only the market thread has one. */
export class BarStore {
  readonly #finish: (bar: StoredBar) => void;
  readonly #run: (bar: StoredBar) => void;
  /** Takes bars of a symbol, of one timeframe or all, off the total; adds one to it. */
  readonly #uncount: Statement;
  readonly #count: Statement;
  readonly #read: Statement;
  readonly #before: Statement;
  readonly #from: Statement;
  readonly #between: Statement;

  private constructor(private readonly db: Database) {
    const of = `SELECT ${BAR_LIST}, sum FROM bar WHERE symbol_id = ? AND frame = ?`;
    this.#finish = put(db, 'bar');
    this.#run = put(db, 'running');
    this.#uncount = db.prepare(
      `UPDATE running_total
       SET rows = rows - old.n, sum = (running_total.sum - old.sum) & ${SUM_MASK}
       FROM (SELECT count(*) AS n, coalesce(sum(sum), 0) AS sum FROM running
         WHERE symbol_id = @id AND frame = coalesce(@frame, frame)) AS old`,
    );
    this.#count = db.prepare(
      `UPDATE running_total SET rows = rows + 1, sum = (sum + ?) & ${SUM_MASK}`,
    );
    this.#read = db.prepare(`${of} AND time = ?`);
    this.#before = db.prepare(`${of} AND time < ? ORDER BY time DESC LIMIT 1`);
    this.#from = db.prepare(`${of} AND time >= ? ORDER BY time LIMIT 1`);
    this.#between = db.prepare(`${of} AND time >= ? AND time < ? ORDER BY time`);
  }

  /** Opens or creates the file in the data folder. Throws when an existing file cannot be used. */
  static open(folder: string): BarStore {
    const path = join(folder, BARS_FILE);
    // A power cut may lose the newest seconds of bars; in return no tick waits for the disk.
    return usable(path, () => new BarStore(openDatabase(path, BAR_MIGRATIONS)), BARS_HELP);
  }

  /** Writes finished bars and the present state of running ones, all or none. */
  save(finished: readonly StoredBar[], running: readonly StoredBar[]): void {
    this.db.transaction(() => {
      for (const bar of finished) this.#finish(bar);
      for (const bar of running) {
        this.#uncount.run({ id: bar.symbol_id, frame: bar.frame });
        this.#run(bar);
        this.#count.run(barSum(bar));
      }
    })();
  }

  /** All running bars as last saved. Throws when one was changed or is missing. */
  running(): readonly StoredBar[] {
    return usable(this.db.name, () => runningBars(this.db), BARS_HELP);
  }

  /** The bar that opens at the time; undefined when there is none. */
  read(symbolId: number, frame: number, time: number): StoredBar | undefined {
    return this.#found(this.#read.get(symbolId, frame, time));
  }

  /** The newest bar that opens before the time. */
  before(symbolId: number, frame: number, time: number): StoredBar | undefined {
    return this.#found(this.#before.get(symbolId, frame, time));
  }

  /** The oldest finished bar that opens at the time or later. */
  from(symbolId: number, frame: number, time: number): StoredBar | undefined {
    return this.#found(this.#from.get(symbolId, frame, time));
  }

  /** The finished bars that open in `[from, to)`, oldest first. */
  between(symbolId: number, frame: number, from: number, to: number): readonly StoredBar[] {
    const rows = this.#between.all(symbolId, frame, from, to);
    return rows.map((row) => this.#found(row) as StoredBar);
  }

  #found(row: unknown): StoredBar | undefined {
    if (row === undefined) return undefined;
    return usable(this.db.name, () => checkedBar(row as SummedBar), BARS_HELP);
  }

  forget(symbolIds: readonly number[]): void {
    const finished = this.db.prepare('DELETE FROM bar WHERE symbol_id = ?');
    const running = this.db.prepare('DELETE FROM running WHERE symbol_id = ?');
    this.db.transaction(() => {
      for (const id of symbolIds) {
        finished.run(id);
        this.#uncount.run({ id, frame: null });
        running.run(id);
      }
    })();
  }

  close(): void {
    this.db.close();
  }
}

const rowOf = (bar: StoredBar): BarRow => {
  const { time, open, high, low, close, tick_volume, spread } = bar;
  return { time, open, high, low, close, tick_volume, spread };
};

/** A reader; every thread may have its own. */
export class BarReader {
  readonly #path: string;
  #db: Database | undefined;

  constructor(folder: string) {
    this.#path = join(folder, BARS_FILE);
  }

  /**
   * The bars that open in `[from, to)`, oldest first, including the running one, in the symbol's
   * present digits; of more than `limit` the newest, or with `is_forward` the oldest. None before
   * the market thread has created the file.
   */
  query(input: Queries['bars']['input']): readonly BarRow[] {
    const frame = FRAMES.indexOf(input.timeframe);
    this.#db ??= existsSync(this.#path) ? openReader(this.#path) : undefined;
    if (this.#db === undefined || frame < 0) return [];
    const limit = Math.min(input.limit, BARS_LIMIT_MAX);
    const span = [input.symbol_id, frame, input.from, input.to] as const;
    const within = 'symbol_id = ? AND frame = ? AND time >= ? AND time < ?';
    const rows = this.#db
      .prepare(
        `SELECT ${BAR_LIST} FROM bar WHERE ${within}
            AND time NOT IN (SELECT time FROM running WHERE symbol_id = ? AND frame = ?)
          UNION ALL SELECT ${BAR_LIST} FROM running WHERE ${within}
          ORDER BY time ${input.is_forward ? 'ASC' : 'DESC'} ${atMost('?')}`,
      )
      .all(...span, input.symbol_id, frame, ...span, limit) as StoredBar[];
    if (!input.is_forward) rows.reverse();
    return rows.map((bar) => rowOf(barInDigits(bar, input.digits)));
  }

  /**
   * The last quote of the newest minute, as its bar knows it: its close and its smallest spread, in
   * the given digits. None before the first bar. Throws when the bar was changed.
   */
  lastQuote(symbolId: number, digits: number): LastQuote | undefined {
    const row = usable(this.#path, () => this.#running(symbolId, MINUTE), BARS_HELP);
    if (row === undefined) return undefined;
    const { close, spread, last } = barInDigits(row, digits);
    return { bid: close, ask: close + spread * 10 ** PRICE_EXTRA, last: close, time: last };
  }

  #running(symbolId: number, frame: number): StoredBar | undefined {
    this.#db ??= existsSync(this.#path) ? openReader(this.#path) : undefined;
    const row = this.#db
      ?.prepare(`SELECT ${BAR_LIST}, sum FROM running WHERE symbol_id = ? AND frame = ?`)
      .get(symbolId, frame) as SummedBar | undefined;
    return row && checkedBar(row);
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }
}
