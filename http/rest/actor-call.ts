// Calls of account actors: their answers are whole envelopes, passed on or parsed.

import { setTimeout as pause } from 'node:timers/promises';
import { type Code, type Refusal, refuse } from '../../wire/base/codes.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { Passed } from './route.js';

/** Accounts that are asked at the same time; a login's share of a shard's queue fits as many. */
const LANES = 32;
/** Pause in ms before an account is asked again for which the queue was full. */
const PAUSE_MS = 5;

/** The caller and the request. */
export interface Asking {
  readonly caller: Caller;
  readonly requestId: string;
}

/** The envelope of an answer to be passed on. */
export interface PassedEnvelope {
  readonly success: boolean;
  readonly code: Code;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Parses the envelope of a passed answer. */
export const envelopeOf = ({ text }: Passed): PassedEnvelope => JSON.parse(text) as PassedEnvelope;

/** The answer for an account that the caller may not reach. */
export const refusedAs = (code: Code): PassedEnvelope => ({
  success: false,
  code,
  message: '',
  data: null,
});

/**
 * Turns the refusal of a position, deal or request into the refusal of an unknown id, with this
 * `message`. So a caller cannot find out whether the id belongs to an account that is hidden, or
 * outside the caller's scope.
 */
export const asUnknown = <R extends Refusal>(
  refusal: R,
  message: string,
): R | Refusal<'not_found'> =>
  refusal.code === 'not_found' || refusal.code === 'forbidden'
    ? refuse('not_found', message)
    : refusal;

/** The same answer with other data, which `shape` makes from its envelope. */
export const reshaped = (
  passed: Passed,
  requestId: string,
  shape: (envelope: PassedEnvelope) => unknown,
): Passed => {
  const envelope = envelopeOf(passed);
  const data = JSON.stringify(shape(envelope) ?? null);
  const text = envelopeText(requestId, envelope.code, data, envelope.message);
  return { status: passed.status, text };
};

/** Does each of many keys, so many at a time; at first as many as a shard's queue surely takes. */
export const inLanes = async <K>(
  keys: Iterable<K>,
  work: (key: K) => Promise<void>,
  lanes = LANES,
): Promise<void> => {
  const left = keys[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Asks an account, again while its queue is full, until `isOver`. */
export const askedUntil = async (
  ask: () => Promise<Passed>,
  isOver: () => boolean,
): Promise<PassedEnvelope> => {
  let answer = envelopeOf(await ask());
  while (answer.code === 'trade.too_many_requests' && !isOver()) {
    await pause(PAUSE_MS);
    answer = envelopeOf(await ask());
  }
  return answer;
};
