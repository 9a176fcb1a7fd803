// The number by which a request is found: made of its login and id.

import { codeAt, known } from '../wire/characters.js';

const mix = (hash: number, value: number): number => {
  const h = Math.imul(hash ^ value, 0x85ebca6b);
  return h ^ (h >>> 15);
};

/** Bits of the upper half: with the 32 of the lower one the number takes 6 bytes in SQLite. */
const UPPER_MASK = 0x7fff;
const UPPER = 2 ** 32;

/** The two halves while characters are taken in. */
const halves = { lower: 0, upper: 0 };

const begin = (login: number): void => {
  halves.lower = mix(0x165667b1, login | 0);
  halves.upper = mix(0x27d4eb2f, Math.floor(login / UPPER) ^ login);
};

const take = (byte: number): void => {
  halves.lower = mix(halves.lower, byte);
  halves.upper = Math.imul(halves.upper ^ byte, 0x9e3779b1);
};

const end = (): number => ((halves.upper >>> 16) & UPPER_MASK) * UPPER + (halves.lower >>> 0);

/** The number of a request whose id stands in some bytes, from `at` to before `end`. */
export const requestKey = (login: number, bytes: Uint8Array, at: number, until: number): number => {
  begin(login);
  for (let n = at; n < until; n += 1) take(bytes[n] as number);
  return end();
};

/** The number of a request by its id as a text. */
export const requestKeyOf = (login: number, requestId: string): number => {
  begin(login);
  const id = known(requestId);
  for (let n = 0; n < id.length; n += 1) {
    const code = codeAt(id, n);
    if (code > 0x7f) {
      const bytes = Buffer.from(id);
      return requestKey(login, bytes, 0, bytes.length);
    }
    take(code);
  }
  return end();
};
