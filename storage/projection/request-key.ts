// The number that identifies a request in the index, computed from its login and id.

import { codeAt, known } from '../../wire/codec/char-codes.js';

/** Bits of the upper half: together with 32 lower bits the number takes 6 bytes in SQLite. */
const UPPER_MASK = 0x7fff;
const UPPER = 2 ** 32;

/** The two halves of a number under construction. */
class Halves {
  #lower = 0;
  #upper = 0;

  begin(login: number): void {
    this.#lower = 0x165667b1;
    this.#upper = 0x27d4eb2f;
    this.add(login | 0);
    this.add((login / UPPER) | 0);
  }

  /** Mixes in four bytes of the id. */
  add(four: number): void {
    const lower = Math.imul(this.#lower ^ four, 0x85ebca6b);
    const upper = Math.imul(this.#upper ^ four, 0x9e3779b1);
    this.#lower = lower ^ (lower >>> 15);
    this.#upper = upper ^ (upper >>> 13);
  }

  end(): number {
    return ((this.#upper >>> 16) & UPPER_MASK) * UPPER + (this.#lower >>> 0);
  }
}

const halves = new Halves();

/** The number of a request of a login. */
export const requestKeyOf = (login: number, requestId: string): number => {
  halves.begin(login);
  const id = known(requestId);
  for (let n = 0; n < id.length; n += 4) {
    let four = 0;
    const end = Math.min(n + 4, id.length);
    for (let i = n; i < end; i += 1) {
      four = (four << 8) ^ codeAt(id, i);
    }
    halves.add(four);
  }
  return halves.end();
};
