// Reads packed rows: tables are compiled into readers of whole rows or of some fields.

import { emptyRow, type FieldTable, type FieldType, type Row } from '../base/field-table.js';
import {
  type MsgpackReader,
  readBig,
  readBool,
  readList,
  readNumber,
  readNumbers,
  readText,
  skip,
} from './msgpack-reader.js';
import { readFlat } from './packed-values.js';

const READERS = {
  big: readBig,
  bool: readBool,
  flat: readFlat,
  number: readNumber,
  numbers: readNumbers,
  text: readText,
};

const readerOf = (type: FieldType): keyof typeof READERS => {
  if (typeof type !== 'string' || type === 'text') return 'text';
  if (type === 'rate') return 'big';
  if (type === 'bool') return 'bool';
  if (type === 'object') return 'flat';
  return type === 'list' ? 'numbers' : 'number';
};

/** Reads a packed row and leaves the cursor after it. */
type RowReader<T extends FieldTable, K extends keyof T = keyof T> = (
  from: MsgpackReader,
) => Pick<Row<T>, K>;

/** The steps that read the named fields of a row in order, and skip the fields between them. */
const steps = (table: FieldTable, names: readonly string[]): string[] => {
  const lines: string[] = [];
  let passed = 0;
  for (const [index, [name, type]] of Object.entries(table).entries()) {
    if (!names.includes(name)) continue;
    if (index > passed) lines.push(`skip(from, ${index - passed});`);
    lines.push(`const v${index} = read.${readerOf(type)}(from);`);
    passed = index + 1;
  }
  lines.push(`if (items > ${passed}) skip(from, items - ${passed});`);
  return lines;
};

/** Reads a row that was packed before some of the named fields were appended. */
const shortReader =
  (table: FieldTable, names: readonly string[]) =>
  (from: MsgpackReader, items: number): unknown => {
    const row: Record<string, unknown> = { ...emptyRow(table) };
    for (const [name, type] of Object.entries(table).slice(0, items)) {
      row[name] = READERS[readerOf(type)](from);
    }
    return Object.fromEntries(names.map((name) => [name, row[name]]));
  };

/**
 * Compiles a table into a reader of its packed rows, which are lists in field order; it reads all
 * fields or the named ones. Fields appended after a row was packed have their empty value.
 */
export const rowReader = <T extends FieldTable, K extends keyof T & string = keyof T & string>(
  table: T,
  wanted?: readonly K[],
): RowReader<T, K> => {
  const names: readonly string[] = wanted ?? Object.keys(table);
  const all = Object.keys(table);
  const needed = Math.max(...names.map((name) => all.indexOf(name))) + 1;
  const members = names.map((name) => `${JSON.stringify(name)}: v${all.indexOf(name)}`);
  const body = [
    'const items = list(from);',
    `if (items < ${needed}) return short(from, items);`,
    ...steps(table, names),
    `return { ${members.join(', ')} };`,
  ];
  return new Function('read', 'list', 'skip', 'short', `return (from) => { ${body.join('\n')} }`)(
    READERS,
    readList,
    skip,
    shortReader(table, names),
  );
};
