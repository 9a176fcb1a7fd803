// The record cipher: seals secrets of records under the server's key, each for its own field.

import { type Keys, namesKey, seal, unseal } from './seal.js';

/** Seals and opens; `place` is `kind/key/field`. */
export interface RecordCipher {
  seal(text: string, place: string): string;
  /** Undefined when it cannot be opened: sealed under another key, or for another place. */
  open(sealed: string, place: string): string | undefined;
}

/** The record cipher of a server's keys. */
export const recordCipher = (keys: Keys): RecordCipher => ({
  seal: (text, place) => seal(keys, text, place),
  open: (sealed, place) => unseal(keys, sealed, place),
});

/** A sealed text under the key in use; what cannot be opened stays as it is, and so does none. */
export type Reencrypt = (sealed: string, place: string) => string;
export const reencryptWith =
  (keys: Keys): Reencrypt =>
  (sealed, place) => {
    if (sealed === '' || namesKey(sealed, [keys[0]])) return sealed;
    const text = unseal(keys, sealed, place);
    return text === undefined ? sealed : seal(keys, text, place);
  };

/**
 * The sealed form of a secret as a body gives it: left out keeps what is held, empty removes it,
 * and the one that is held already stays as it is sealed.
 */
export const sealedField = (
  cipher: RecordCipher,
  given: string | undefined,
  held: string,
  place: string,
): string => {
  if (given === undefined) return held;
  if (given === '') return '';
  return held !== '' && cipher.open(held, place) === given ? held : cipher.seal(given, place);
};
