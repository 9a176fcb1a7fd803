// The record cipher: encrypts secrets in records under the server's key, each for its own field.

import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { type Keys, namesKey, seal, unseal } from './seal.js';

/** Encrypts and decrypts; `place` is the label `kind/key/field`. */
export interface RecordCipher {
  seal(text: string, place: string): string;
  /** Undefined when it cannot be decrypted: encrypted under another key, or for another label. */
  open(sealed: string, place: string): string | undefined;
}

/** The record cipher of a server's keys. */
export const recordCipher = (keys: Keys): RecordCipher => ({
  seal: (text, place) => seal(keys, text, place),
  open: (sealed, place) => unseal(keys, sealed, place),
});

/**
 * Encrypts a text again under the current key; a text that cannot be decrypted, or is empty, is
 * returned unchanged.
 */
export type Reencrypt = (sealed: string, place: string) => string;
export const reencryptWith =
  (keys: Keys): Reencrypt =>
  (sealed, place) => {
    if (sealed === '' || namesKey(sealed, [keys[0]])) return sealed;
    const text = unseal(keys, sealed, place);
    return text === undefined ? sealed : seal(keys, text, place);
  };

/** The shown text for a stored secret. */
export const MASK = '********';
/** Is the text a mask, which stands for the stored secret? */
export const isMask = (text: string): boolean => /^\*+$/.test(text);

/**
 * The stored form of a secret in a request: omitted or a mask keeps the stored one, empty removes
 * it, and a secret equal to the stored one keeps its stored form. `name` is the field in refusals.
 */
export const sealedField = (
  cipher: RecordCipher,
  name: string,
  given: string | undefined,
  held: string,
  place: string,
): Outcome<string> => {
  if (given === undefined) return ok(held);
  if (given === '') return ok('');
  if (isMask(given)) {
    const isEmpty = held === '';
    return isEmpty ? refuse('invalid_input', `${name}: a mask, and nothing is stored`) : ok(held);
  }
  const same = held !== '' && cipher.open(held, place) === given;
  return ok(same ? held : cipher.seal(given, place));
};
