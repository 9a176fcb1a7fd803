// Values in few bytes: whole numbers in as many as they need, request ids, digests, flat objects.
//
// A whole number has six bits and the sign in its first byte, then seven bits a byte. A UUID in
// lower case takes 16 bytes, any other request id is stored as it is. Digests and objects are
// MessagePack, so that they are skipped as any value: a digest of two 32-bit numbers is an
// extension of eight bytes. In objects a known name is a number; a known text, an IPv4 address and
// 32 hexadecimal digits are extensions of 1, 4 and 16 bytes.

import { Bytes } from './bytes.js';
import { codeAt, known } from './char-codes.js';
import { type Flat, flatPacker, packText } from './msgpack.js';
import {
  isNumber,
  type MsgpackReader,
  readAny,
  readNumber,
  readText,
  skip,
} from './msgpack-reader.js';
import { KeptObjects } from './word-copy.js';

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

/** The first two bytes of the extensions here: MessagePack's number for their size, and a type. */
const EXT = { digest: 0xd701, hex: 0xd802, address: 0xd603, known: 0xd404 } as const;
const EXT_HEAD = 2;
const HEX_BYTES = 16;
const ADDRESS_BYTES = 4;
const INT_DIGITS = 10;
const MINUS = 0x2d;
const ZERO = 0x30;

/** The whole number of a text from `at` to `end`; NaN where it is not in its shortest form. */
const intAt = (text: string, at: number, end: number): number => {
  const sign = codeAt(text, at) === MINUS ? -1 : 1;
  const first = sign < 0 ? at + 1 : at;
  if (first >= end || end - first > INT_DIGITS) return Number.NaN;
  if (codeAt(text, first) === ZERO && (end - first > 1 || sign < 0)) return Number.NaN;
  let value = 0;
  for (let n = first; n < end; n += 1) {
    const digit = codeAt(text, n) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = 10 * value + digit;
  }
  return sign * value;
};

/** Writes the digest of a request: two 32-bit numbers with a dot between, or any text. */
export const packDigest = (out: Bytes, given: string): void => {
  const text = known(given);
  const dot = text.indexOf('.');
  const [one, other] = [intAt(text, 0, dot), intAt(text, dot + 1, text.length)];
  if (dot < 0 || (one | 0) !== one || (other | 0) !== other) return packText(out, text);
  const { view, at } = out;
  view.setUint16(at, EXT.digest);
  view.setInt32(at + 2, one);
  view.setInt32(at + 6, other);
  out.at = at + 10;
};

/** The first two bytes at the cursor: perhaps the first bytes of an extension. */
const headAt = ({ bytes, at }: MsgpackReader): number =>
  ((bytes[at] as number) << 8) | (bytes[at + 1] as number);

/** Reads the digest of a request. */
export const readDigest = (from: MsgpackReader): string => {
  const { view, at } = from;
  if (headAt(from) !== EXT.digest) return readText(from);
  from.at = at + 10;
  return `${view.getInt32(at + 2)}.${view.getInt32(at + 6)}`;
};

/**
 * Names and texts of members by their number, which is their place. They may only be appended, with
 * a new form of events: an older server refuses it.
 */
const KNOWN = ['terminal', 'ip', 'session', 'web', 'android', 'ios', 'desktop', 'api'];
const HEX = /^[0-9a-f]{32}$/;
const ADDRESS = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

const packName = (out: Bytes, name: string): void => {
  const number = KNOWN.indexOf(name);
  if (number < 0) packText(out, name);
  else out.byte(number);
};

const packExt = (out: Bytes, head: number, bytes: Uint8Array): void => {
  out.byte(head >> 8);
  out.byte(head & 0xff);
  out.raw(bytes);
};

/** The bytes of an IPv4 address in its usual form; undefined for another text. */
const addressBytes = (text: string): Uint8Array | undefined => {
  if (!ADDRESS.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.some((part) => part > 0xff) ? undefined : Uint8Array.from(parts);
};

const packMember = (out: Bytes, text: string): void => {
  const number = KNOWN.indexOf(text);
  if (number >= 0) return packExt(out, EXT.known, Uint8Array.of(number));
  if (HEX.test(text)) return packExt(out, EXT.hex, Buffer.from(text, 'hex'));
  const address = addressBytes(text);
  if (address === undefined) packText(out, text);
  else packExt(out, EXT.address, address);
};

const readName = (from: MsgpackReader): string => {
  const name = KNOWN[from.bytes[from.at] as number];
  if (name === undefined) return readText(from);
  from.at += 1;
  return name;
};

const readMember = (from: MsgpackReader): string => {
  const { bytes, at } = from;
  const begin = at + EXT_HEAD;
  switch (headAt(from)) {
    case EXT.known:
      from.at = begin;
      return readName(from);
    case EXT.address:
      from.at = begin + ADDRESS_BYTES;
      return bytes.subarray(begin, from.at).join('.');
    case EXT.hex:
      from.at = begin + HEX_BYTES;
      return bytes.toString('hex', begin, from.at);
    default:
      return readText(from);
  }
};

const packMembers = flatPacker(packName, packMember);
const keptObjects = new KeptObjects();

/** Writes a flat object. */
export const packFlat = (out: Bytes, value: Flat): void => {
  const bytes = keptObjects.of(value);
  if (bytes === undefined) packMembers(out, value);
  else out.eights(bytes);
};

/** Caches the bytes of an object that never changes and is written repeatedly. */
export const keepFlat = (value: Flat): void => {
  const out = new Bytes();
  packMembers(out, value);
  keptObjects.keep(value, out.copy());
};

/** Reads a flat object of texts and numbers; one of 16 members or more is a usual object. */
export const readFlat = (from: MsgpackReader): Record<string, string | number> => {
  const { bytes } = from;
  const head = bytes[from.at] as number;
  if ((head & 0xf0) !== 0x80) return readAny(from) as Record<string, string | number>;
  from.at += 1;
  const flat: Record<string, string | number> = {};
  for (let left = head & 0xf; left > 0; left -= 1) {
    const name = readName(from);
    flat[name] = isNumber(bytes[from.at] as number) ? readNumber(from) : readMember(from);
  }
  return flat;
};
