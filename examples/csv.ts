// Reads CSV with the names of its columns in the first line.

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
