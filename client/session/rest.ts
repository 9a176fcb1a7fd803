// The routes of the API as typed calls, signed by a session.

import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../types/openapi.js';
import { clientError } from './errors.js';
import { refusalOf, type Session } from './session.js';

/** Typed calls: `rest.GET('/trader/v1/quotes', { params: { query: { symbols: 'EURUSD' } } })`. */
export type Rest = Client<paths>;

/** The calls of a session. */
export const restOf = (session: Session): Rest =>
  createClient<paths>({
    baseUrl: session.url,
    credentials: 'include',
    fetch: (request) => session.fetch(request),
  });

/** What a call came to. */
interface Call {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data in the envelope of a call that the server answered well. */
type DataOf<C> = C extends { data?: infer Answer }
  ? NonNullable<Answer> extends { data?: unknown }
    ? Exclude<NonNullable<Answer>['data'], undefined>
    : never
  : never;

type Refused = Parameters<typeof refusalOf>[0];

/**
 * The data of a call without its envelope. Throws a `BrokerError` with the server's code where it
 * refused.
 */
export const unwrap = async <C extends Call>(call: Promise<C>): Promise<DataOf<C>> => {
  const { data, error, response } = await call;
  if (error !== undefined) {
    if (typeof error === 'object' && error !== null && 'code' in error) {
      throw refusalOf(error as Refused, response.status);
    }
    throw clientError('client.protocol', `HTTP ${response.status} is no answer of the server`, {
      status: response.status,
      data: error,
    });
  }
  return (data as { data: DataOf<C> }).data;
};
