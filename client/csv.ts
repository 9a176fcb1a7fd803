// Writes CSV by RFC 4180 so that no spreadsheet runs a cell, or a part of one, as a formula.

/**
 * The ends of a cell: in this form of CSV the comma and line ends, in other spreadsheets a
 * semicolon or a tab. These spreadsheets do not read `7,"a;=1"` as quoted, because the quote does
 * not begin it.
 */
const SEPARATOR = /([,;\t\r\n])/;
/** A spreadsheet takes a text that begins so for a formula, also in letters of full width. */
const FORMULA = /^'*["\s]*[=+\-@\uff0b\uff0d\uff1d\uff20]/;
/** A number, also as the last one of a JSON text. */
const NUMBER = /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?[\s\]}]*$/i;
/** A spreadsheet drops the first character of such a cell, and looks at the rest. */
const BLANK = /^'*[\t\r\n]/;
/** Texts without a match are written as they are. */
const UNSAFE = /[",;\t\r\n]|^['\s]*[=+\-@\uff0b\uff0d\uff1d\uff20]/;
const QUOTED = /[",;\t\r\n]/;

const isFormula = (part: string): boolean => FORMULA.test(part) && !NUMBER.test(part);

const mapParts = (text: string, map: (part: string) => string): string =>
  text.split(SEPARATOR).map(map).join('');

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (!UNSAFE.test(text)) return text;
  const parts = mapParts(text, (part) => (isFormula(part) ? `'${part}` : part));
  const safe = BLANK.test(text) ? `'${parts}` : parts;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/**
 * A line of CSV with its end. Texts are quoted where they contain a separator, and have an
 * apostrophe before what a spreadsheet would take for a formula; numbers stay numbers. Objects and
 * lists are written as JSON, null and undefined as empty cells.
 */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map(cellOf).join(',')}\r\n`;

/** A text as it was before `csvLine` wrote it; `cell` is without its quotes. */
export const csvText = (cell: string): string => {
  const text = cell.startsWith("'") && BLANK.test(cell) ? cell.slice(1) : cell;
  return mapParts(text, (part) => (part.startsWith("'") && isFormula(part) ? part.slice(1) : part));
};
