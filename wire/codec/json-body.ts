// Bodies of JSON from outside, as bytes.

import { done, type Outcome, refuse } from '../base/codes.js';
import { excessIn, faultOfJson, type JsonLimits } from './duplicate-keys.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Refused: too many values or items, duplicate fields, and bytes that are not JSON
 * in UTF-8.
 */
export const parseBody = (
  bytes: Uint8Array,
  limits?: JsonLimits,
): Outcome<unknown, 'invalid_input'> => {
  const excess = excessIn(bytes, limits);
  if (excess !== undefined) return refuse('invalid_input', `body: ${excess}`);
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    const fault = faultOfJson(text, 'body');
    return fault === undefined ? done(value) : refuse('invalid_input', fault);
  } catch {
    return refuse('invalid_input', 'body: not valid JSON');
  }
};
