// Request ids: the ids of the requests that a route makes of accounts, by its Idempotency-Key.

import { randomUUID } from 'node:crypto';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { compile, Uuid } from '../../wire/base/schema.js';
import { uuidV8 } from '../../wire/base/uuid.js';
import type { Incoming } from '../server/exchange.js';

const fault = compile(Uuid());

/** Makes the id of each request to an account: the same for the same key of the client. */
export type RequestIds = (name: string) => string;

/**
 * The ids of a request by its Idempotency-Key, with which a repeated one does nothing twice;
 * without one the ids are new.
 */
export const requestIdsOf = ({ headers }: Incoming): Outcome<RequestIds, 'invalid_input'> => {
  const key = headers.get('idempotency-key');
  if (key !== undefined && fault(key) !== undefined) {
    return refuse('invalid_input', 'Idempotency-Key: must be a UUID');
  }
  const space = key ?? randomUUID();
  return ok((name) => uuidV8(space, name));
};
