// CSV by RFC 4180: the columns of a row's schema, texts that no spreadsheet runs as a formula, and
// the cells of a file.

import type { TSchema } from '@sinclair/typebox';
import { DECIMAL_PATTERN } from '../../wire/base/scale.js';

/** A column: its name, the members that lead to its value, and whether people write its texts. */
interface CsvColumn {
  readonly name: string;
  readonly path: readonly string[];
  readonly isText: boolean;
}

interface ColumnShape {
  readonly type?: string;
  readonly anyOf?: readonly ColumnShape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, ColumnShape>>;
}

const PLAIN: readonly (string | undefined)[] = ['integer', 'number', 'boolean', 'null'];

/** Is it a value that the server writes, and no text of people? Decimals and times are texts. */
const isPlain = ({ type, format, pattern }: ColumnShape): boolean =>
  PLAIN.includes(type) || format === 'date-time' || pattern === DECIMAL_PATTERN;

const columns = (properties: Readonly<Record<string, ColumnShape>>, above: readonly string[]) =>
  Object.entries(properties).flatMap(([name, shape]): CsvColumn[] => {
    const path = [...above, name];
    const shapes = shape.anyOf ?? [shape];
    const inner = shapes.find((one) => one.properties !== undefined)?.properties;
    if (inner !== undefined) return columns(inner, path);
    return [{ name: path.join('.'), path, isText: !shapes.every(isPlain) }];
  });

/** The columns of a schema of rows; members of an object in a row are named with a dot. */
export const csvColumns = (row: TSchema): readonly CsvColumn[] =>
  columns((row as ColumnShape).properties ?? {}, []);

/** Spreadsheets take a text for a formula that begins so. */
const FORMULA = /^[=+\-@\t\r\n]/;
const QUOTED = /[",\r\n]/;

const cell = (value: unknown, isText: boolean): string => {
  if (value === null || value === undefined) return '';
  const isList = Array.isArray(value);
  const text = isList
    ? value.join(' ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  const safe = isText && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], row);

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** The line of names. */
export const csvHead = (of: readonly CsvColumn[]): string => line(of.map(({ name }) => name));

/** A line for each row; a text that would be a formula begins with an apostrophe. */
export const csvLines = (of: readonly CsvColumn[], rows: readonly unknown[]): string => {
  let text = '';
  for (const row of rows) {
    text += line(of.map(({ path, isText }) => cell(valueAt(row, path), isText)));
  }
  return text;
};

/** A cell, quoted or not, and what ends it; the end of the text, too. */
const CELL = /("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y;

/** The lines of a text with their cells, without blank lines; a sentence if a quote is wrong. */
export const csvCells = (text: string): readonly (readonly string[])[] | string => {
  const lines: string[][] = [];
  let cells: string[] = [];
  const reading = new RegExp(CELL);
  reading.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    const found = reading.exec(text);
    if (found === null) return `a quote is wrong in line ${lines.length + 1}`;
    const [, cell = '', end] = found;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') lines.push(cells);
    cells = [];
    if (reading.lastIndex === text.length) return lines;
  }
};

/** A text of a cell as it was before `csvLines` wrote it. */
export const csvText = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
