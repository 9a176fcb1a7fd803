// CSV as spreadsheets read it (RFC 4180), without cells that a spreadsheet would execute.

/** A spreadsheet treats a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cell = (value: unknown): string => {
  const text =
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line of CSV with its end. Texts that would be formulas begin with an apostrophe. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

/** The cells of a CSV text, line by line; empty lines are left out. */
const csvCells = (text: string): string[][] => {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') lines.push([]);
  }
  return lines.filter((cells) => cells.some((one) => one !== ''));
};

/** The rows of a CSV text, by the names in its first line. */
export const readCsv = (text: string): Record<string, string>[] => {
  const [names = [], ...rows] = csvCells(text.replace(/^\ufeff/, ''));
  return rows.map((row) =>
    Object.fromEntries(names.map((name, at) => [name.trim(), (row[at] ?? '').trim()])),
  );
};
