// Reads MessagePack in place: a cursor over packed bytes; values are skipped or read one by one.
//
// Every form of a value is accepted, not only the form that is written now: the log keeps the
// output of older writers. An unexpected value is an error. The bytes come from our own log and its
// checksum was verified: nothing more is checked.

import { packr } from './msgpack.js';

/** Packed bytes and the position of the next read. */
export class MsgpackReader {
  readonly view: DataView;
  at = 0;

  constructor(readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

/** Sizes of the values whose head is 0xc0 to 0xdf; 0 = the value has its own length. */
const SIZES_FROM_C0 = [
  1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 5, 9, 2, 3, 5, 9, 2, 3, 5, 9, 3, 4, 6, 10, 18, 0, 0, 0, 0, 0, 0, 0,
];
/** Sizes of values by their head byte. */
const SIZES = new Uint8Array(256).map((_, head) => {
  if (head < 0x80 || head >= 0xe0) return 1;
  if (head < 0xa0) return 0;
  return head < 0xc0 ? 1 + (head & 0x1f) : (SIZES_FROM_C0[head - 0xc0] as number);
});

const unexpected = ({ bytes, at }: MsgpackReader, wanted: string): Error =>
  new Error(`byte ${at} is ${bytes[at] ?? 'behind the end'}, not the beginning of ${wanted}`);

/** Skips the head of a value with its own length; returns the number of nested values. */
const skipHead = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const head = bytes[at] as number;
  switch (head) {
    case 0xc4:
    case 0xd9:
      from.at += 2 + view.getUint8(at + 1);
      return 0;
    case 0xc5:
    case 0xda:
      from.at += 3 + view.getUint16(at + 1);
      return 0;
    case 0xc6:
    case 0xdb:
      from.at += 5 + view.getUint32(at + 1);
      return 0;
    case 0xc7:
      from.at += 3 + view.getUint8(at + 1);
      return 0;
    case 0xc8:
      from.at += 4 + view.getUint16(at + 1);
      return 0;
    case 0xc9:
      from.at += 6 + view.getUint32(at + 1);
      return 0;
    case 0xdc:
      from.at += 3;
      return view.getUint16(at + 1);
    case 0xdd:
      from.at += 5;
      return view.getUint32(at + 1);
    case 0xde:
      from.at += 3;
      return 2 * view.getUint16(at + 1);
    case 0xdf:
      from.at += 5;
      return 2 * view.getUint32(at + 1);
    default:
      throw unexpected(from, 'a value');
  }
};

/** Skips `values` values, with all nested ones. */
export const skip = (from: MsgpackReader, values: number): void => {
  const { bytes } = from;
  let { at } = from;
  for (let left = values; left > 0; left -= 1) {
    const head = bytes[at] as number;
    const size = SIZES[head] as number;
    if (size > 0) at += size;
    else if ((head & 0xe0) === 0x80) {
      // A short list, or a short map of twice as many values.
      left += head & 0x10 ? head & 0xf : 2 * (head & 0xf);
      at += 1;
    } else {
      from.at = at;
      left += skipHead(from);
      at = from.at;
    }
  }
  from.at = at;
};

/** Reads the head of a list; returns the number of items. */
export const readList = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const head = bytes[at] as number;
  if ((head & 0xf0) === 0x90) {
    from.at = at + 1;
    return head & 0xf;
  }
  if (head === 0xdc) {
    from.at = at + 3;
    return view.getUint16(at + 1);
  }
  if (head !== 0xdd) throw unexpected(from, 'a list');
  from.at = at + 5;
  return view.getUint32(at + 1);
};

/** Reads any value, by the library. */
export const readAny = (from: MsgpackReader): unknown => {
  const { at } = from;
  skip(from, 1);
  return packr.unpack(from.bytes.subarray(at, from.at));
};

const longNumber = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const head = bytes[at] as number;
  from.at = at + (SIZES[head] as number);
  switch (head) {
    case 0xca:
      return view.getFloat32(at + 1);
    case 0xcb:
      return view.getFloat64(at + 1);
    case 0xcc:
      return view.getUint8(at + 1);
    case 0xcd:
      return view.getUint16(at + 1);
    case 0xce:
      return view.getUint32(at + 1);
    case 0xcf:
      return Number(view.getBigUint64(at + 1));
    case 0xd0:
      return view.getInt8(at + 1);
    case 0xd1:
      return view.getInt16(at + 1);
    case 0xd2:
      return view.getInt32(at + 1);
    case 0xd3:
      return Number(view.getBigInt64(at + 1));
    default:
      from.at = at;
      throw unexpected(from, 'a number');
  }
};

/** Reads a number of any form. */
export const readNumber = (from: MsgpackReader): number => {
  const head = from.bytes[from.at] as number;
  if (head < 0x80) {
    from.at += 1;
    return head;
  }
  if (head >= 0xe0) {
    from.at += 1;
    return head - 0x100;
  }
  return longNumber(from);
};

/** Reads a whole number of any length. */
export const readBig = (from: MsgpackReader): bigint => {
  const { bytes, view, at } = from;
  const head = bytes[at] as number;
  if (head === 0xd3) {
    from.at = at + 9;
    return view.getBigInt64(at + 1);
  }
  if (head === 0xcf) {
    from.at = at + 9;
    return view.getBigUint64(at + 1);
  }
  // Beyond 64 bits the library writes an extension.
  if ((head >= 0xd4 && head <= 0xd8) || (head >= 0xc7 && head <= 0xc9)) {
    return readAny(from) as bigint;
  }
  return BigInt(readNumber(from));
};

/** True or false. */
export const readBool = (from: MsgpackReader): boolean => {
  const head = from.bytes[from.at];
  if (head !== 0xc2 && head !== 0xc3) throw unexpected(from, 'true or false');
  from.at += 1;
  return head === 0xc3;
};

/** Longer texts rarely repeat. */
const WORD_MAX = 16;
const WORDS = 1024;
/** Cached short texts by a hash of their bytes: symbols, states, names of groups. */
const words: string[] = new Array(WORDS).fill('');
const wordLengths = new Uint8Array(WORDS);
const wordBytes = new Uint8Array(WORDS * WORD_MAX);

const isWord = (slot: number, { bytes, at }: MsgpackReader, length: number): boolean => {
  if (wordLengths[slot] !== length) return false;
  const start = slot * WORD_MAX;
  let same = 0;
  while (same < length && wordBytes[start + same] === bytes[at + same]) same += 1;
  return same === length;
};

/** Reads a short text: a cached text costs a fifth of a new one. */
const readWord = (from: MsgpackReader, length: number): string => {
  const { bytes, at } = from;
  let hash = length;
  for (let n = 0; n < length; n += 1) hash = Math.imul(hash ^ (bytes[at + n] as number), 0x1000193);
  const slot = (hash ^ (hash >>> 15)) & (WORDS - 1);
  if (!isWord(slot, from, length)) {
    words[slot] = bytes.toString('utf8', at, at + length);
    wordLengths[slot] = length;
    wordBytes.set(bytes.subarray(at, at + length), slot * WORD_MAX);
  }
  from.at = at + length;
  return words[slot] as string;
};

const isAscii = (bytes: Buffer, at: number, end: number): boolean => {
  for (let n = at; n < end; n += 1) if ((bytes[n] as number) > 0x7f) return false;
  return true;
};

/** Reads the head of a text; returns its length in bytes. */
const readTextHead = (from: MsgpackReader): number => {
  const { bytes, view, at } = from;
  const head = bytes[at] as number;
  if ((head & 0xe0) === 0xa0) {
    from.at = at + 1;
    return head & 0x1f;
  }
  if (head === 0xd9) {
    from.at = at + 2;
    return view.getUint8(at + 1);
  }
  if (head === 0xda) {
    from.at = at + 3;
    return view.getUint16(at + 1);
  }
  if (head !== 0xdb) throw unexpected(from, 'a text');
  from.at = at + 5;
  return view.getUint32(at + 1);
};

/** A text. */
export const readText = (from: MsgpackReader): string => {
  const length = readTextHead(from);
  if (length <= WORD_MAX) return length === 0 ? '' : readWord(from, length);
  const { bytes, at } = from;
  from.at = at + length;
  return bytes.toString(isAscii(bytes, at, from.at) ? 'latin1' : 'utf8', at, from.at);
};

/** A list of numbers. */
export const readNumbers = (from: MsgpackReader): number[] => {
  const items = readList(from);
  const numbers: number[] = [];
  for (let n = 0; n < items; n += 1) numbers.push(readNumber(from));
  return numbers;
};

/** Is it the head of a number? */
export const isNumber = (head: number): boolean =>
  head < 0x80 || head >= 0xe0 || (head >= 0xca && head <= 0xd3);
