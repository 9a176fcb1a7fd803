// CSV of rows: the columns of their schema, the lines of a file, and the cells of a sent file.

import type { TSchema } from '@sinclair/typebox';
import { csvLine } from '../../client/csv.js';

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
