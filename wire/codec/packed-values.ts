// Values in few bytes: whole numbers in as many as they need, and request ids. A whole number has
// six bits and the sign in its first byte, then seven bits a byte. A UUID in lower case takes 16
// bytes, any other request id is stored as it is.

import type { Bytes } from './bytes.js';
import { codeAt, known } from './char-codes.js';
import { packText } from './msgpack.js';
import { type MsgpackReader, readText, skip } from './msgpack-reader.js';

const MORE = 0x80;
const NEGATIVE = 0x40;
const FIRST_VALUES = 64;
const VALUES = 128;

/** Writes a whole number up to ±2^53 in 1 to 8 bytes; the caller has checked that it is one. */
export const packWhole = (out: Bytes, value: number): void => {
  const { buffer } = out;
  let { at } = out;
  const sign = value < 0 ? NEGATIVE : 0;
  let left = value < 0 ? -value : value;
  if (left < FIRST_VALUES) {
    buffer[at] = sign | left;
    out.at = at + 1;
    return;
  }
  if (left >= 0x8000_0000) return packLarge(out, left, sign);
  buffer[at] = MORE | sign | (left & 0x3f);
  at += 1;
  left >>>= 6;
  while (left >= VALUES) {
    buffer[at] = MORE | (left & 0x7f);
    at += 1;
    left >>>= 7;
  }
  buffer[at] = left;
  out.at = at + 1;
};

const packLarge = (out: Bytes, size: number, sign: number): void => {
  const { buffer } = out;
  let { at } = out;
  buffer[at] = MORE | sign | (size % FIRST_VALUES);
  at += 1;
  let left = Math.floor(size / FIRST_VALUES);
  while (left >= VALUES) {
    buffer[at] = MORE | (left % VALUES);
    at += 1;
    left = Math.floor(left / VALUES);
  }
  buffer[at] = left;
  out.at = at + 1;
};

/** Reads a whole number. */
export const readWhole = (from: MsgpackReader): number => {
  const { bytes } = from;
  let { at } = from;
  const first = bytes[at] as number;
  at += 1;
  let value = first & 0x3f;
  if (first & MORE) {
    let byte = bytes[at] as number;
    at += 1;
    value |= (byte & 0x7f) << 6;
    for (let scale = FIRST_VALUES * VALUES; byte & MORE; scale *= VALUES) {
      byte = bytes[at] as number;
      at += 1;
      value += (byte & 0x7f) * scale;
    }
  }
  from.at = at;
  return first & NEGATIVE ? -value : value;
};

/** Skips a whole number. */
export const skipWhole = (from: MsgpackReader): void => {
  const { bytes } = from;
  let { at } = from;
  while ((bytes[at] as number) & MORE) at += 1;
  from.at = at + 1;
};

/** The forms of a request id. */
const TEXT = 0;
const UUID = 1;
const SAME = 2;
const UUID_BYTES = 16;
const UUID_LENGTH = 36;
const HYPHEN = 0x2d;
const NO_DIGIT = 0xff;
/** The value of each hexadecimal digit in lower case. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
const DIGIT_CODES = Buffer.from('0123456789abcdef');
for (const [value, code] of DIGIT_CODES.entries()) DIGITS[code] = value;
/** The position of each byte's first digit in the text, and of the hyphens. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const HYPHENS = [8, 13, 18, 23];

const isHyphenated = (id: string): boolean => {
  for (const at of HYPHENS) if (codeAt(id, at) !== HYPHEN) return false;
  return true;
};

/** Writes 16 bytes at the cursor; false where the text is no UUID in lower case. */
const writeBytes = ({ buffer, at }: Bytes, id: string): boolean => {
  let faults = 0;
  for (let n = 0; n < UUID_BYTES; n += 1) {
    const place = PLACES[n] as number;
    const high = DIGITS[codeAt(id, place)] ?? NO_DIGIT;
    const low = DIGITS[codeAt(id, place + 1)] ?? NO_DIGIT;
    faults |= high | low;
    buffer[at + 1 + n] = (high << 4) | low;
  }
  return faults < UUID_BYTES;
};

/** Writes a request id; one that equals `before` takes a byte. */
export const packRequestId = (out: Bytes, given: string, before?: string): void => {
  if (given === before) return out.byte(SAME);
  const id = known(given);
  if (id.length === UUID_LENGTH && isHyphenated(id) && writeBytes(out, id)) {
    out.buffer[out.at] = UUID;
    out.at += 1 + UUID_BYTES;
    return;
  }
  out.byte(TEXT);
  packText(out, id);
};

const scratch = Buffer.alloc(UUID_LENGTH, '-');

/**
 * Reads a request id that is a UUID without making a text: its 36 characters, valid until the next
 * call. Undefined, with the cursor unmoved, where the id has another form.
 */
export const readUuid = (from: MsgpackReader): Uint8Array | undefined => {
  const { bytes, at } = from;
  if (bytes[at] !== UUID) return undefined;
  from.at = at + 1 + UUID_BYTES;
  for (let n = 0; n < UUID_BYTES; n += 1) {
    const byte = bytes[at + 1 + n] as number;
    const place = PLACES[n] as number;
    scratch[place] = DIGIT_CODES[byte >> 4] as number;
    scratch[place + 1] = DIGIT_CODES[byte & 0xf] as number;
  }
  return scratch;
};

/** Is the request id at the cursor the one that it may equal? */
export const isSameId = ({ bytes, at }: MsgpackReader): boolean => bytes[at] === SAME;

/** Skips a request id. */
export const skipRequestId = (from: MsgpackReader): void => {
  const form = from.bytes[from.at];
  from.at += form === UUID ? 1 + UUID_BYTES : 1;
  if (form === TEXT) skip(from, 1);
};

/** Reads a request id; `before` is the one that it may equal. */
export const readRequestId = (from: MsgpackReader, before = ''): string => {
  const { bytes, at } = from;
  const form = bytes[at];
  if (form === SAME) {
    from.at = at + 1;
    return before;
  }
  if (form === TEXT) {
    from.at = at + 1;
    return readText(from);
  }
  if (readUuid(from) !== undefined) return scratch.toString('latin1');
  throw new Error(`byte ${at} is ${form}, not the beginning of a request id`);
};
