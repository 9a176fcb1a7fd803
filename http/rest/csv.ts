// CSV of rows: the columns of their schema, the lines of a file, and the cells of a sent file.

import type { TSchema } from '@sinclair/typebox';
import { csvLine, csvText } from '../../client/csv.js';
import { type Outcome, ok, type Refusal, refuse } from '../../wire/base/codes.js';

/** A column: its name, and the members that lead to its value. */
interface CsvColumn {
  readonly name: string;
  readonly path: readonly string[];
}

interface ColumnShape {
  readonly anyOf?: readonly ColumnShape[];
  readonly properties?: Readonly<Record<string, ColumnShape>>;
}

const columns = (properties: Readonly<Record<string, ColumnShape>>, above: readonly string[]) =>
  Object.entries(properties).flatMap(([name, shape]): CsvColumn[] => {
    const path = [...above, name];
    const inner = (shape.anyOf ?? [shape]).find((one) => one.properties !== undefined)?.properties;
    return inner === undefined ? [{ name: path.join('.'), path }] : columns(inner, path);
  });

/** The columns of a schema of rows; members of an object in a row are named with a dot. */
export const csvColumns = (row: TSchema): readonly CsvColumn[] =>
  columns((row as ColumnShape).properties ?? {}, []);

const valueAt = (row: unknown, path: readonly string[]): unknown => {
  const value = path.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | null)?.[name],
    row,
  );
  return Array.isArray(value) ? value.join(' ') : value;
};

/** The line of names. */
export const csvHead = (of: readonly CsvColumn[]): string => csvLine(of.map(({ name }) => name));

/** A line for each row; lists are written as words. */
export const csvLines = (of: readonly CsvColumn[], rows: readonly unknown[]): string =>
  rows.map((row) => csvLine(of.map(({ path }) => valueAt(row, path)))).join('');

/** The separators of cells, and their names in messages. */
const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
};
/** A first line that only names the separator, as some spreadsheets write and read it. */
const SEPARATOR_LINE = /^sep=([,;\t])(?:\r\n|\r|\n)/i;

/** A row of a file: its cells in the order of the names, and the line in which it begins. */
interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file as it was read. */
interface CsvTable {
  /** The names of the columns in lower case. */
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
  /** The separator by its name. */
  readonly separator: string;
}

const wrong = (text: string): Refusal<'invalid_input'> => refuse('invalid_input', `csv: ${text}`);

const linesIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** Most cells of a line, and most lines, empty ones too: reading them takes some ms. */
const CELLS_MAX = 256;
const LINES_MAX = 10_000;

/** Where the lines begin, and how many of them are read at most. */
interface CsvRange {
  readonly at: number;
  readonly line: number;
  readonly most: number;
}

/** The lines of a text with their cells, without lines whose cells are all empty. */
const rowsOf = (
  text: string,
  from: CsvRange,
  separator: string,
): Outcome<readonly CsvRow[], 'invalid_input'> => {
  const cell = `("[^"]*(?:""[^"]*)*"|[^"${separator}\r\n]*)(${separator}|\r\n|\n|\r|$)`;
  const reading = new RegExp(cell, 'y');
  reading.lastIndex = from.at;
  const rows: CsvRow[] = [];
  let { line } = from;
  let cells: string[] = [];
  let begin = line;
  for (;;) {
    const found = reading.exec(text);
    if (found === null) {
      const name = SEPARATORS[separator];
      return wrong(`line ${line}, column ${cells.length + 1}: a quote is wrong (${name})`);
    }
    const [, given = '', end] = found;
    const isQuoted = given.startsWith('"');
    cells.push(isQuoted ? given.slice(1, -1).replaceAll('""', '"') : given);
    if (isQuoted) line += linesIn(given);
    if (end === separator) {
      if (cells.length < CELLS_MAX) continue;
      return wrong(`line ${begin}: has more than ${CELLS_MAX} cells`);
    }
    if (cells.some((one) => one !== '')) rows.push({ line: begin, cells });
    cells = [];
    line += 1;
    begin = line;
    if (line > LINES_MAX) return wrong(`has more than ${LINES_MAX} lines`);
    if (reading.lastIndex === text.length || rows.length > from.most) return ok(rows);
  }
};

/** The separators that stand in the first line, outside of quotes. */
const separatorsOf = (head: string): readonly string[] => {
  const bare = head.replaceAll(/"[^"]*"/g, '');
  return Object.keys(SEPARATORS).filter((separator) => bare.includes(separator));
};

/** The cells of a row; empty ones behind the last column are left out. */
const withoutEnd = (cells: readonly string[], most: number): readonly string[] =>
  cells.slice(most).every((cell) => cell === '') ? cells.slice(0, most) : cells;

/**
 * A table as spreadsheets write it: the names of its columns in the first line, in any letter case;
 * comma, semicolon or tab between the cells, as the first line or a line `sep=;` before it has
 * them; empty columns at the end count for nothing. It has at most `most` rows, and one more where
 * the file has more. A refusal names line, column and separator.
 */
export const csvTable = (text: string, most: number): Outcome<CsvTable, 'invalid_input'> => {
  const begin = text.startsWith('\ufeff') ? 1 : 0;
  const named = SEPARATOR_LINE.exec(text.slice(begin));
  const from = {
    at: begin + (named?.[0].length ?? 0),
    line: named === null ? 1 : 2,
    most: most + 1,
  };
  const [first = ''] = text.slice(from.at).split(/[\r\n]/, 1);
  const found = separatorsOf(first);
  if (named === null && found.length > 1) {
    const both = found.map((one) => SEPARATORS[one]).join(' and ');
    return wrong(`line ${from.line}: its cells are separated by ${both}`);
  }
  const mark = named?.[1] ?? found[0] ?? ',';
  const separator = SEPARATORS[mark] as string;
  const read = rowsOf(text, from, mark);
  if (!read.ok) return read;
  const [head, ...rows] = read.data;
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  while (names.at(-1) === '') names.pop();
  const table = rows.map((row) => ({ ...row, cells: withoutEnd(row.cells, names.length) }));
  const uneven = table.find(({ cells }) => cells.length !== names.length);
  if (uneven !== undefined) {
    const counts = `${uneven.cells.length} cells, the first line has ${names.length}`;
    return wrong(`line ${uneven.line}: has ${counts} (separated by ${separator})`);
  }
  return ok({ names, rows: table, separator });
};

/** Three zeros behind a point or comma may be thousands. */
const WHOLE = /^-?\d{1,15}(?:[.,]00?)?$/;

/** The value of a cell of a boolean: `TRUE` in any letter case; another cell is unchanged. */
const booleanOf = (cell: string): unknown =>
  ({ true: true, false: false })[cell.trim().toLowerCase()] ?? cell;

/** The value of a cell of an integer: `100`, `100.0` or `100,0`; another cell is unchanged. */
const integerOf = (cell: string): unknown =>
  WHOLE.test(cell.trim()) ? Number(cell.trim().split(/[.,]/, 1)[0]) : cell;

const VALUES: Readonly<Record<string, (cell: string) => unknown>> = {
  integer: integerOf,
  boolean: booleanOf,
  array: (cell) => cell.trim().split(/ +/),
};

/**
 * The value of a cell by the type of its field; the field's check refuses a cell of another form.
 */
export const csvValue = (type: string | undefined, cell: string): unknown =>
  (VALUES[type ?? ''] ?? csvText)(cell);
