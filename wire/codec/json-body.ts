// Bodies of JSON from outside, as bytes.

import { done, type Outcome, refuse } from '../base/codes.js';
import { faultOfJson, type JsonLimits } from './duplicate-keys.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Refused: duplicate fields, too many values or items, and bytes that are not JSON
 * in UTF-8.
 */
export const parseBody = (
  bytes: Uint8Array,
  limits?: JsonLimits,
): Outcome<unknown, 'invalid_input'> => {
  try {
    const text = utf8.decode(bytes);
    const fault = faultOfJson(text, 'body', limits);
    return fault === undefined ? done(JSON.parse(text)) : refuse('invalid_input', fault);
  } catch {
    return refuse('invalid_input', 'body: not valid JSON');
  }
};
