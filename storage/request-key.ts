// The number by which the database finds a request: made of its login and id.

const mix = (hash: number, value: number): number => {
  const h = Math.imul(hash ^ value, 0x85ebca6b);
  return h ^ (h >>> 15);
};

/** Bits of the upper half: with the 32 of the lower one the number takes 6 bytes in SQLite. */
const UPPER_MASK = 0x7fff;

/** The number of the id that stands in some bytes, from `at` to before `end`. */
export const requestKey = (login: number, bytes: Uint8Array, at: number, end: number): number => {
  let lower = mix(0x165667b1, login | 0);
  let upper = mix(0x27d4eb2f, Math.floor(login / 2 ** 32) ^ login);
  for (let n = at; n < end; n += 1) {
    const byte = bytes[n] as number;
    lower = mix(lower, byte);
    upper = Math.imul(upper ^ byte, 0x9e3779b1);
  }
  return ((upper >>> 16) & UPPER_MASK) * 2 ** 32 + (lower >>> 0);
};
