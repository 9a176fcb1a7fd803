// Envelopes: the common form of all API answers, with the request id.

import { randomUUID } from 'node:crypto';
import { type Code, messageOf, type Refusal, statusOf } from '../../wire/base/codes.js';
import type { TaggedJson } from '../../wire/base/object.js';
import { envelopeText } from '../../wire/codec/text.js';
import { RETRY_AFTER } from '../../wire/desk/operations.js';
import { dataOf } from '../../wire/fields/input-faults.js';
import { dispositionOf } from '../server/disposition.js';
import type { Answer, Header, Incoming } from '../server/exchange.js';
import type { FileAnswer, Passed } from './route.js';

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,64}$/;
/** The message for requests that come while the server stops. */
export const RESTARTING = 'The server is restarting; nothing was done.';
/** A placeholder for data in an envelope; JSON never contains this character. */
const DATA = '\0';
/** Retry-After in seconds when the refusal names none. */
const RETRY_AFTER_SEC = '1';

/** The request's X-Request-Id if it is valid, or a new one. */
export const requestIdOf = ({ headers }: Incoming): string => {
  const given = headers.get('x-request-id');
  return given !== undefined && WELL_FORMED_ID.test(given) ? given : randomUUID();
};

/** A JSON answer that also has the request id in a header. */
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

/** The envelope of a success; `message` is a hint for the caller, empty unless given. */
export const success = (
  requestId: string,
  data: unknown,
  headers: readonly Header[] = [],
  message?: string,
): Answer => {
  const text = envelopeText(requestId, 'ok', JSON.stringify(data ?? null), message);
  return jsonAnswer(200, requestId, text, headers);
};

/**
 * The envelope of a success whose data are already JSON, which is not copied: it may have forty
 * megabytes.
 */
export const successOf = (
  requestId: string,
  data: string | Uint8Array,
  headers: readonly Header[] = [],
): Answer => {
  if (typeof data === 'string')
    return jsonAnswer(200, requestId, envelopeText(requestId, 'ok', data), headers);
  const [before = '', after = ''] = envelopeText(requestId, 'ok', DATA).split(DATA);
  return jsonAnswer(200, requestId, [Buffer.from(before), data, Buffer.from(after)], headers);
};

/** Does the client have the content of this tag? Tags are compared weakly. */
export const isKnown = (given: string | undefined, etag: string): boolean =>
  given
    ?.split(',')
    .some(
      (one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''),
    ) === true;

/** The browser of the session may store the answer, and asks each time whether it is current. */
const KEPT: Header = ['Cache-Control', 'private, no-cache'];

/** Tagged data, or 304 without them where the client has them already. */
export const tagged = (requestId: string, { json, etag }: TaggedJson, known: boolean): Answer => {
  const headers: readonly Header[] = [['ETag', etag], KEPT];
  if (!known) return successOf(requestId, json, headers);
  return { status: 304, headers: [['X-Request-Id', requestId], ...headers], body: '' };
};

/** Browsers that show the content of a user run nothing of it, and give it no origin. */
const SANDBOX: Header = ['Content-Security-Policy', "sandbox; default-src 'none'"];

/** A file, which browsers store; 304 where the client has it already, by the tag it `known`. */
export const fileOf = (requestId: string, answer: FileAnswer, known?: string): Answer => {
  const { file, type, name, etag, isForeign } = answer;
  const tag: readonly Header[] = etag === undefined ? [] : [['ETag', etag]];
  if (etag !== undefined && isKnown(known, etag)) {
    return { status: 304, headers: [['X-Request-Id', requestId], ...tag], body: '' };
  }
  return {
    status: 200,
    headers: [
      ['Content-Type', type],
      ['Content-Disposition', dispositionOf(name)],
      ['X-Request-Id', requestId],
      ...tag,
      ...(isForeign ? [SANDBOX] : []),
    ],
    body: file,
  };
};

/**
 * The headers of statuses that ask the client to slow down: seconds to wait, by both of their
 * names, and that nothing is left until then.
 */
const waitFor = (status: number, seconds: string = RETRY_AFTER_SEC): readonly Header[] =>
  status === 429
    ? [
        ['Retry-After', seconds],
        ['RateLimit-Remaining', '0'],
        ['RateLimit-Reset', seconds],
      ]
    : [];

/** Statuses from this one on are the server's fault: each answer has a line in the log. */
const FAULTS_FROM = 500;
/** The code in an envelope's text. */
const CODE = /^\{"request_id":"[^"]*","success":false,"code":"([^"]+)"/;

/** The unchanged answer of an actor. */
export const passed = (requestId: string, { status, text }: Passed): Answer => {
  const answer = jsonAnswer(status, requestId, text, waitFor(status));
  return status < FAULTS_FROM ? answer : { ...answer, why: CODE.exec(text)?.[1] ?? 'unknown' };
};

/** The message of a refusal as clients read it: without its retry time, or the code's own. */
export const saidBy = ({ code, message }: Refusal): string =>
  message.replace(RETRY_AFTER, '').trim() || messageOf(code);

/** The envelope of a refusal; a retry time in its message is moved to Retry-After. */
export const refusal = (
  requestId: string,
  refused: Refusal,
  headers: readonly Header[] = [],
): Answer => {
  const { code, message } = refused;
  const retry = RETRY_AFTER.exec(message)?.[1];
  const status = statusOf(code);
  const data = JSON.stringify(dataOf(refused));
  const said = saidBy(refused);
  const text = envelopeText(requestId, code, data, said);
  const answer = jsonAnswer(status, requestId, text, [...waitFor(status, retry), ...headers]);
  return { ...answer, code, ...(status >= FAULTS_FROM && { why: `${code}: ${said}` }) };
};

/** The envelope of a code with its default message. */
export const refusalOf = (requestId: string, code: Code, message?: string): Answer =>
  refusal(requestId, { ok: false, code, message: message ?? messageOf(code) });
