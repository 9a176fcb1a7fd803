// What the documentation says of an operation beyond the table of routes: how it behaves, what
// triggers its errors, and a request that succeeds on the demo platform.

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
  /** What triggers its codes, where that is more than `triggers.ts` says of the code. */
  readonly errors?: Readonly<Partial<Record<Code, string>>>;
  readonly example?: ExampleRequest;
}

/** Texts by the name of the route. */
export type OperationTexts = Readonly<Record<string, OperationText>>;
