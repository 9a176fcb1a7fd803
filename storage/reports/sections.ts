// Sections: the rows of a source become a table by the declaration of a module.

import type { Digits, FieldTable, FieldType, Row } from '../../wire/base/field-table.js';
import { showRow } from '../../wire/base/field-table.js';
import { JOB_LIMITS, type ReportColumn } from '../../wire/rest/trading/report-jobs.js';
import {
  type ReportDeclaration,
  type ReportFilter,
  reportFieldType,
} from '../../wire/settings/report-modules.js';
import type { SourceRow, SourceRows } from './sources.js';

/** Why a report cannot be made, in words for its requester. */
export class UnmadeReport extends Error {}

/** The type words of columns by field type, and their decimals. */
const COLUMN_TYPES: Readonly<Record<string, readonly [ReportColumn['type'], number | null]>> = {
  int: ['integer', 0],
  bool: ['boolean', null],
  money: ['money', null],
  price: ['price', null],
  average: ['price', null],
  volume: ['volume', 8],
  size: ['volume', 8],
  percent: ['percent', 2],
  rate: ['rate', 12],
  time: ['time', null],
};

const columnOf = (name: string, type: FieldType): ReportColumn => {
  const known = typeof type === 'string' ? COLUMN_TYPES[type] : undefined;
  const [word, digits] = known ?? (['text', null] as const);
  return { name, type: word, digits };
};

/** The columns of a module's table. */
export const columnsOf = (module: ReportDeclaration): readonly ReportColumn[] =>
  module.columns.map((name) => columnOf(name, reportFieldType(module, name)));

const takes = ({ actions, reasons, nonzero }: ReportFilter, row: SourceRow): boolean =>
  actions?.includes(row.action as never) === true ||
  reasons?.includes(row.reason as never) === true ||
  nonzero?.some((name) => row[name] !== 0) === true;

type ColumnSums = Record<string, bigint>;

const digitsOf = (row: SourceRow): Digits => ({
  digits: Number(row.digits ?? 0),
  currency_digits: Number(row.currency_digits ?? 2),
});

/**
 * Sums of rows with the same key; the first row gives the values of the key. Groups of one currency
 * can have different numbers of decimals: sums of money have the most decimals of the summed rows.
 */
interface SummedRows {
  readonly first: SourceRow;
  readonly sums: ColumnSums;
  currency_digits: number;
}

/** The factor that converts units of money with `digits` decimals to units with `more` decimals. */
const factor = (digits: number, more: number): bigint => 10n ** BigInt(more - digits);

/** The table of a report while its rows are read. */
export class SectionRows {
  readonly #table: FieldTable;
  /** The columns that are summed, and are money. */
  readonly #money: ReadonlySet<string>;
  readonly #totals = new Map<string, SummedRows>();
  readonly #groups = new Map<string, SummedRows>();

  constructor(private readonly module: ReportDeclaration) {
    const types = module.columns.map((name) => [name, reportFieldType(module, name)]);
    this.#table = Object.fromEntries(types) as FieldTable;
    this.#money = new Set(module.sums.filter((name) => this.#table[name] === 'money'));
  }

  /** The rows of the table, read after read; the rows of groups come after the last read. */
  *all(source: SourceRows): Generator<readonly (readonly unknown[])[], void> {
    const { only, group_by } = this.module;
    for (const read of source) {
      const rows = only === undefined ? read : read.filter((row) => takes(only, row));
      for (const row of rows) this.#take(row);
      yield group_by === undefined ? rows.map((row) => this.#shown(row)) : [];
    }
    if (group_by !== undefined) yield this.#summed(group_by);
  }

  /** The sums over all rows so far, by currency. */
  totals(): readonly Readonly<Record<string, string>>[] {
    const { sums: names } = this.module;
    const all = [...this.#totals].sort(([a], [b]) => (a < b ? -1 : 1));
    return all.map(([currency, { sums, currency_digits }]) => {
      const table = Object.fromEntries(names.map((name) => [name, this.#table[name]]));
      const shown = showRow(table as FieldTable, sums as never, { digits: 0, currency_digits });
      const texts = Object.entries(shown).map(([name, value]) => [name, String(value)]);
      return { currency, ...Object.fromEntries(texts) };
    });
  }

  #take(row: SourceRow): void {
    const { group_by } = this.module;
    this.#add(this.#totals, String(row.currency ?? ''), row);
    if (group_by === undefined) return;
    const key = JSON.stringify(group_by.map((name) => row[name]));
    this.#add(this.#groups, key, row);
    if (this.#groups.size <= JOB_LIMITS.groups) return;
    throw new UnmadeReport(`more than ${JOB_LIMITS.groups} rows of sums; narrow the report`);
  }

  #add(into: Map<string, SummedRows>, key: string, row: SourceRow): void {
    const { sums: names } = this.module;
    const { currency_digits } = digitsOf(row);
    let held = into.get(key);
    if (held === undefined) {
      const sums = Object.fromEntries(names.map((name) => [name, 0n]));
      held = { first: row, sums, currency_digits };
      into.set(key, held);
    }
    const { sums } = held;
    if (currency_digits > held.currency_digits) {
      const by = factor(held.currency_digits, currency_digits);
      for (const name of this.#money) sums[name] = (sums[name] as bigint) * by;
      held.currency_digits = currency_digits;
    }
    const by = factor(currency_digits, held.currency_digits);
    for (const name of names) {
      const value = name === 'count' ? 1n : BigInt(row[name] as number | bigint);
      sums[name] = (sums[name] as bigint) + (this.#money.has(name) ? value * by : value);
    }
  }

  #shown(row: SourceRow): readonly unknown[] {
    return Object.values(showRow(this.#table, row as Row<FieldTable>, digitsOf(row)));
  }

  /** The rows of sums in the order of their keys. */
  #summed(group_by: readonly string[]): (readonly unknown[])[] {
    const before = (a: unknown, b: unknown): number => {
      if (typeof a === 'number' && typeof b === 'number') return a - b;
      return String(a) < String(b) ? -1 : Number(String(a) > String(b));
    };
    const groups = [...this.#groups.values()].sort(({ first: a }, { first: b }) => {
      for (const name of group_by) {
        const order = before(a[name], b[name]);
        if (order !== 0) return order;
      }
      return 0;
    });
    return groups.map(({ first, sums, currency_digits }) =>
      this.#shown({ ...first, ...sums, currency_digits }),
    );
  }
}
