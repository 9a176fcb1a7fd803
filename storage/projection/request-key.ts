// The number that identifies a request in the index, computed from its login and id.

import { codeAt, known } from '../../wire/codec/char-codes.js';
import type { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import {
  isSameId,
  readRequestId,
  readUuid,
  skipRequestId,
} from '../../wire/codec/packed-values.js';

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

/**
 * The number of a request of a login whose packed id is at the cursor; it may equal the id that is
 * packed at `beforeAt`. Makes no text of a UUID.
 */
export const readRequestKey = (login: number, from: MsgpackReader, beforeAt: number): number => {
  const { at } = from;
  if (!isSameId(from)) return keyAtCursor(login, from);
  from.at = beforeAt;
  const key = keyAtCursor(login, from);
  from.at = at;
  skipRequestId(from);
  return key;
};

const keyAtCursor = (login: number, from: MsgpackReader): number => {
  const codes = readUuid(from);
  if (codes === undefined) return requestKeyOf(login, readRequestId(from));
  halves.begin(login);
  for (let n = 0; n < codes.length; n += 4) {
    const [first, second] = [codes[n] as number, codes[n + 1] as number];
    const [third, fourth] = [codes[n + 2] as number, codes[n + 3] as number];
    halves.add((first << 24) ^ (second << 16) ^ (third << 8) ^ fourth);
  }
  return halves.end();
};
