// The routes of the API as typed calls, authenticated by a session.

import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../types/openapi.js';
import { clientError } from './errors.js';
import { type Clock, systemClock } from './platform.js';
import { refusalOf, type Session } from './session.js';

/** Typed calls: `rest.GET('/trader/v1/quotes', { params: { query: { symbols: 'EURUSD' } } })`. */
export type Rest = Client<paths>;

/** The calls of a session, or of a page without one: of public routes. */
export const restOf = (session: Pick<Session, 'url' | 'fetch'>): Rest =>
  createClient<paths>({
    baseUrl: session.url,
    credentials: 'include',
    fetch: (request) => session.fetch(request),
  });

/** The result of a call. */
interface Call {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data in the envelope of a successful call. */
type DataOf<C> = C extends { data?: infer Answer }
  ? NonNullable<Answer> extends { data?: unknown }
    ? Exclude<NonNullable<Answer>['data'], undefined>
    : never
  : never;

type Refused = Parameters<typeof refusalOf>[0];

/**
 * The data of a call without its envelope. Throws a `BrokerError` with the server's code after a
 * refusal.
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

/** Default number of reads of a pending list. */
const READS_MAX = 30;
/** Default pause before the next read, in ms, where the list names none. */
const PAUSE_MS = 1_000;

/** The options for reading a list until it is current. */
export interface ReadCurrentOptions {
  /** Most reads, at least 1; default 30. The server asks for a pause of a second between reads. */
  readonly reads?: number;
  /** The clock of the pauses. */
  readonly clock?: Clock;
}

/** The members by which a list with a fence says whether it is current. */
interface FencedPage {
  readonly consistency?: string;
  readonly retry_after_ms?: number;
}

/**
 * Returns the page of `read` once it is current. A page with `projection_pending` is empty, because
 * the server has not written the newest events into its lists yet. Such a page is read again after
 * its `retry_after_ms`. Throws `client.pending` when the last read is pending, too, and the errors
 * of `read`.
 */
export const readCurrent = async <Page extends object>(
  read: () => Promise<Page>,
  { reads = READS_MAX, clock = systemClock }: ReadCurrentOptions = {},
): Promise<Page> => {
  for (let count = 1; ; count += 1) {
    const page = await read();
    const { consistency, retry_after_ms = PAUSE_MS }: FencedPage = page;
    if (consistency !== 'projection_pending') return page;
    if (count >= reads) {
      throw clientError('client.pending', `the list is not current after ${count} reads`, {
        data: page,
      });
    }
    await new Promise<void>((resolve) => clock.after(retry_after_ms, resolve));
  }
};
