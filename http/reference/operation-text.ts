// The documentation of an operation beyond the table of routes: its behaviour, the triggers of its
// errors, and a request that succeeds on the demo platform.

import type { Code } from '../../wire/base/codes.js';
import { EXPORT_ROWS_MAX } from '../rest/export.js';

/** A request as the documentation shows it; `test/http/reference/` sends each to a server. */
export interface ExampleRequest {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The text of an operation. */
export interface OperationText {
  /** Its behaviour in sentences; rights and sessions are added from the table. */
  readonly says: string;
  /** The triggers of its codes, where `triggers.ts` does not say enough. */
  readonly errors?: Readonly<Partial<Record<Code, string>>>;
  readonly example?: ExampleRequest;
  /** Is its answer a stored file, of whatever media type, without an envelope? */
  readonly isFile?: true;
}

/** Texts by the name of the route. */
export type OperationTexts = Readonly<Record<string, OperationText>>;

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
