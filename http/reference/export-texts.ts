// What is said of every export.

import { EXPORT_ROWS_MAX } from '../rest/export.js';
import type { OperationText } from './operation-text.js';

/** The form of the file. */
export const EXPORTED =
  'The first line names the columns; a member of an object is named with a dot. A text that a ' +
  'spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at ' +
  'which it was read.';

/** What an export is refused for. */
export const EXPORT_ERRORS: NonNullable<OperationText['errors']> = {
  invalid_input: `a parameter is wrong, or more than ${EXPORT_ROWS_MAX} rows fit`,
  timeout: 'the database does not show yet what the session was shown',
  'auth.too_many_attempts': 'the session makes other exports, or too many sessions do',
};
