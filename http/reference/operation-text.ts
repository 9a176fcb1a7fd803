// The documentation of an operation beyond the table of routes: its behaviour, the triggers of its
// errors, and a request that succeeds on the demo platform.

import type { Code } from '../../wire/base/codes.js';

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
}

/** Texts by the name of the route. */
export type OperationTexts = Readonly<Record<string, OperationText>>;
