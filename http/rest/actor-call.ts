// Answers of account actors: whole envelopes, passed on or parsed.

import { patience } from '../../actors/client.js';
import type { Code } from '../../wire/base/codes.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { Passed } from './route.js';

/** Time to wait for live values of accounts. */
export const LIVE_MS = patience(250);

/** The envelope of an answer to be passed on. */
export interface PassedEnvelope {
  readonly success: boolean;
  readonly code: Code;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Parses the envelope of a passed answer. */
export const envelopeOf = ({ text }: Passed): PassedEnvelope => JSON.parse(text) as PassedEnvelope;

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

/** The data of an answer within the time limit for live values; else null. */
export const liveData = async (
  call: Promise<Passed>,
): Promise<Readonly<Record<string, unknown>> | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LIVE_MS);
  });
  const answer = await Promise.race([call, late]).finally(() => clearTimeout(timer));
  if (answer === null) return null;
  const { success, data } = envelopeOf(answer);
  return success ? data : null;
};
