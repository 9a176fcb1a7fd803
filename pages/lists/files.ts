// Files of lists: what the server exports or a list has, and how the browser saves it.

import { csvLine } from '../../client/csv.js';
import { unwrap } from '../../client/index.js';
import type { ListPage } from '../live/lists.js';
import { type Attempt, attempt } from '../live/refusal.js';

/** Offers a file to be saved. */
export const saveFile = (name: string, parts: readonly BlobPart[], type = 'text/csv'): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([...parts], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** The answer of a route that exports a file, read as a text. */
interface FileAnswer {
  readonly data?: string | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

const fileOf = async (call: Promise<FileAnswer>): Promise<string> => {
  const { data, error, response } = await call;
  if (error === undefined && data !== undefined) return data;
  return unwrap(Promise.resolve({ error: error ?? 'no file', response }));
};

/** Saves the file that a route exports: call it with `parseAs: 'text'`. */
export const saveExport = async (name: string, call: Promise<FileAnswer>): Promise<Attempt<void>> =>
  attempt(fileOf(call).then((text) => saveFile(name, ['\ufeff', text.replace(/^\ufeff/, '')])));

/**
 * Saves all rows of a list, as the API has them: `read` answers the rows of a page, by its number
 * from 1 or by the cursor of the page before (`start` for the first). Throws as `read` does.
 */
export const saveRows = async <Row extends object>(
  name: string,
  read: (page: number, after: string) => Promise<ListPage<Row>>,
): Promise<void> => {
  const lines: string[] = [];
  let after: string | null = 'start';
  for (let page = 1; after !== null; page += 1) {
    const answer: ListPage<Row> = await read(page, after);
    const [first] = answer.items;
    if (first === undefined) break;
    if (lines.length === 0) lines.push(csvLine(Object.keys(first)));
    for (const row of answer.items) lines.push(csvLine(Object.values(row)));
    // A list without cursors ends with an empty page.
    after = answer.after === undefined ? after : answer.after;
  }
  saveFile(name, ['\ufeff', ...lines]);
};
