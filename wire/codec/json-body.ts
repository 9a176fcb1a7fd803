// Bodies of JSON from outside, as bytes.

import { done, type Outcome, refuse } from '../base/codes.js';
import { faultOfJson, isOverfull, VALUES_MAX } from './duplicate-keys.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body. Refused: too many values, duplicate fields, and bytes that are not JSON in UTF-8.
 */
export const parseBody = (
  bytes: Uint8Array,
  valuesMax = VALUES_MAX,
): Outcome<unknown, 'invalid_input'> => {
  if (isOverfull(bytes, valuesMax)) {
    return refuse('invalid_input', `body: more than ${valuesMax} values`);
  }
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    const fault = faultOfJson(text, 'body');
    return fault === undefined ? done(value) : refuse('invalid_input', fault);
  } catch {
    return refuse('invalid_input', 'body: not valid JSON');
  }
};
