// Cross-origin answers: the requests and answers that scripts of allowed origins may send and read.

import type { Answer, Header, Incoming } from '../server/exchange.js';

/** The headers that routes read, and that a script has to ask for before it sends them. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-APP-Account',
  'X-CSRF-Token',
  'X-Request-Id',
].join(', ');

/** The time for which a browser may keep the answer to a preflight request, in seconds. */
const PREFLIGHT_SEC = '7200';

/** No script may read these, whatever a server says. */
const HIDDEN = ['Set-Cookie'];

/**
 * The answer with the headers that allow a page of one of the origins, and no other page, to read
 * the body and every header of the answer.
 */
export const withOrigin = (
  request: Incoming,
  answer: Answer,
  allowedOrigins: readonly string[],
): Answer => {
  const origin = request.headers.get('origin');
  if (origin === undefined || !allowedOrigins.includes(origin)) return answer;
  const headers = answer.headers ?? [];
  const shown = headers.map(([name]) => name).filter((name) => !HIDDEN.includes(name));
  const cors: Header[] = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', [...new Set(shown)].join(', ')],
    ['Vary', 'Origin'],
  ];
  if (request.method === 'OPTIONS') {
    cors.push(['Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE']);
    cors.push(['Access-Control-Allow-Headers', REQUEST_HEADERS]);
    cors.push(['Access-Control-Max-Age', PREFLIGHT_SEC]);
  }
  return { ...answer, headers: [...headers, ...cors] };
};
