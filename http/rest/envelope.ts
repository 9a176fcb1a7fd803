// Envelopes: the one shape of every answer of the API, and its request id.

import { randomUUID } from 'node:crypto';
import { type Code, messageOf, type Refusal, statusOf } from '../../wire/base/codes.js';
import { envelopeText } from '../../wire/codec/text.js';
import { RETRY_AFTER } from '../../wire/desk/operations.js';
import type { Answer, Header, Incoming } from '../server/exchange.js';
import type { Passed } from './route.js';

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** The answer to requests that come while the server stops. */
export const RESTARTING = 'The server is restarting; nothing was done.';
/** Stands for data where an envelope is made around them: no JSON text has it. */
const DATA = '\0';
/** Seconds that stand in Retry-After when the refusal does not say. */
const RETRY_AFTER_SEC = '1';

/** The request's own well-formed X-Request-Id, or a new one. */
export const requestIdOf = ({ headers }: Incoming): string => {
  const given = headers.get('x-request-id');
  return given !== undefined && WELL_FORMED_ID.test(given) ? given : randomUUID();
};

/** A JSON answer with the request's id in its head as well. */
const jsonAnswer = (
  status: number,
  requestId: string,
  body: Answer['body'],
  headers: readonly Header[] = [],
): Answer => ({
  status,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Request-Id', requestId],
    ...headers,
  ],
  body,
});

/** The envelope of a success. */
export const success = (
  requestId: string,
  data: unknown,
  headers: readonly Header[] = [],
): Answer =>
  jsonAnswer(200, requestId, envelopeText(requestId, 'ok', JSON.stringify(data ?? null)), headers);

/** The envelope of a success whose data are JSON already; forty megabytes are not copied. */
export const successOf = (requestId: string, data: string | Uint8Array): Answer => {
  if (typeof data === 'string')
    return jsonAnswer(200, requestId, envelopeText(requestId, 'ok', data));
  const [before = '', after = ''] = envelopeText(requestId, 'ok', DATA).split(DATA);
  return jsonAnswer(200, requestId, [Buffer.from(before), data, Buffer.from(after)]);
};

/** When to try again, where the status says that this was too much. */
const waitFor = (status: number, seconds: string = RETRY_AFTER_SEC): readonly Header[] =>
  status === 429 ? [['Retry-After', seconds]] : [];

/** Answers from here on are the server's fault: each has a line in the log. */
const FAULTS_FROM = 500;
/** The code in an envelope's text. */
const CODE = /^\{"request_id":"[^"]*","success":false,"code":"([^"]+)"/;

/** An actor's whole answer as it is. */
export const passed = (requestId: string, { status, text }: Passed): Answer => {
  const answer = jsonAnswer(status, requestId, text, waitFor(status));
  return status < FAULTS_FROM ? answer : { ...answer, why: CODE.exec(text)?.[1] ?? 'unknown' };
};

/** The envelope of a refusal; when to try again moves from its message into Retry-After. */
export const refusal = (
  requestId: string,
  { code, message }: Refusal,
  headers: readonly Header[] = [],
): Answer => {
  const retry = RETRY_AFTER.exec(message)?.[1];
  const said = retry === undefined ? message : message.replace(RETRY_AFTER, '').trim();
  const status = statusOf(code);
  const told = said === '' ? messageOf(code) : said;
  const text = envelopeText(requestId, code, 'null', told);
  const answer = jsonAnswer(status, requestId, text, [...waitFor(status, retry), ...headers]);
  return status < FAULTS_FROM ? answer : { ...answer, why: `${code}: ${told}` };
};

/** The envelope of a code with its own sentence. */
export const refusalOf = (requestId: string, code: Code, message?: string): Answer =>
  refusal(requestId, { ok: false, code, message: message ?? messageOf(code) });
