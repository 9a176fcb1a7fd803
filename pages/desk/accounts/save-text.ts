// Files of the server, and texts offered as files.

import { unwrap } from '../../../client/index.js';

interface TextCall {
  readonly data?: string | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** The text of a call that answers a file. Throws as `unwrap` does after a refusal. */
export const unwrapText = (call: Promise<TextCall>): Promise<string> =>
  unwrap(call.then(({ data = '', error, response }) => ({ data: { data }, error, response })));

/** Saves a text under a name. */
export const saveText = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
