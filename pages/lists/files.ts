// Files of lists: what the server exports, and how the browser saves it.

import { unwrap } from '../../client/index.js';
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
