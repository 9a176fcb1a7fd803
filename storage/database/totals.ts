// Totals: number and checksum of all rows that are loaded into memory, so that a missing row is
// noticed.

/** The number of counted rows, and the sum of their checksums, modulo 2^32. */
export class RowTotal {
  constructor(
    public rows = 0,
    public sum = 0,
  ) {}

  /** Counts a row. */
  add(sum: number): void {
    this.rows += 1;
    this.sum = (this.sum + sum) >>> 0;
  }

  /** Removes a row from the count. */
  take(sum: number): void {
    this.rows -= 1;
    this.sum = (this.sum - sum) >>> 0;
  }
}

/** Totals by table name; rows with checksum 0 are not loaded into memory and not counted. */
export class Totals {
  /** The highest ids of an order and of a deal; 0 = none. */
  order = 0;
  deal = 0;
  readonly #tables = new Map<string, RowTotal>();

  /** Parses totals; an empty text means none. */
  read(text: string): this {
    const { order = 0, deal = 0, tables = {} } = text === '' ? {} : JSON.parse(text);
    this.order = order;
    this.deal = deal;
    this.#tables.clear();
    for (const [name, [rows, sum]] of Object.entries<[number, number]>(tables)) {
      this.#tables.set(name, new RowTotal(rows, sum));
    }
    return this;
  }

  /** Formats totals; equal totals give equal texts. */
  write(): string {
    const tables = [...this.#tables]
      .filter(([, { rows }]) => rows > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { rows, sum }]) => [name, [rows, sum]] as const);
    const { order, deal } = this;
    return JSON.stringify({ order, deal, tables: Object.fromEntries(tables) });
  }

  /** Counts a row. */
  add(table: string, sum: number): void {
    if (sum !== 0) this.#of(table).add(sum);
  }

  /** Removes a row from the count. */
  take(table: string, sum: number): void {
    if (sum !== 0) this.#of(table).take(sum);
  }

  /** Compares a table that was read: its fault in words; undefined = none. */
  faultOf(table: string, read: RowTotal): string | undefined {
    const { rows, sum } = this.#of(table);
    if (read.rows !== rows) return `${table}: ${read.rows} rows where ${rows} were written`;
    return read.sum === sum ? undefined : `${table}: some row is not what was written`;
  }

  #of(table: string): RowTotal {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    const tally = new RowTotal();
    this.#tables.set(table, tally);
    return tally;
  }
}
