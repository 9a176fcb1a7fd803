// Reads the head of a client's frame, its `id` and `op`, without parsing the rest.

import type { Encoding } from './frames.js';

const [QUOTE, COMMA, CLOSING_BRACE, ZERO] = [0x22, 0x2c, 0x7d, 0x30];

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

const isDigit = (byte: number | undefined): boolean => (byte ?? 0) >= 0x30 && (byte ?? 0) <= 0x39;

/** The position after `text`, which must begin at `from`; -1 when it does not. */
const behindText = (bytes: Uint8Array, from: number, text: string): number => {
  if (from < 0) return -1;
  for (let n = 0; n < text.length; n += 1) {
    if (bytes[from + n] !== text.charCodeAt(n)) return -1;
  }
  return from + text.length;
};

/** The position after blanks and `text`; -1 when something else is there. */
const behind = (bytes: Uint8Array, from: number, text: string): number => {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return behindText(bytes, at, text);
};

/** The number whose digits begin at a position; null when there are none, or too many. */
export const numberAt = (bytes: Uint8Array, from: number): number | null => {
  let at = from;
  let number = 0;
  for (; isDigit(bytes[at]); at += 1) number = 10 * number + ((bytes[at] as number) - ZERO);
  return at > from && Number.isSafeInteger(number) ? number : null;
};

/** The position of the value of a JSON field; -1 when another field, or none, is there. */
const valueAt = (bytes: Uint8Array, from: number, field: '"id"' | '"op"'): number =>
  behind(bytes, behind(bytes, behind(bytes, from, field), ':'), '');

/** The position after digits and blanks; -1 where neither a comma nor a brace follows. */
const behindDigits = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  at = behind(bytes, at, '');
  return bytes[at] === COMMA || bytes[at] === CLOSING_BRACE ? at : -1;
};

/** The position after one of the words, each with its quotes; -1 when none is there. */
const behindWord = (bytes: Uint8Array, from: number, words: readonly string[]): number => {
  for (const word of words) {
    const end = behindText(bytes, from, word);
    if (end >= 0) return end;
  }
  return -1;
};

const jsonHead = (bytes: Uint8Array, words: readonly string[]): number => {
  const start = behind(bytes, 0, '{');
  const first = valueAt(bytes, start, '"id"');
  if (first >= 0) {
    const op = valueAt(bytes, behind(bytes, behindDigits(bytes, first), ','), '"op"');
    return behindWord(bytes, op, words) < 0 ? -1 : (numberAt(bytes, first) ?? -1);
  }
  const op = behindWord(bytes, valueAt(bytes, start, '"op"'), words);
  const second = valueAt(bytes, behind(bytes, op, ','), '"id"');
  return behindDigits(bytes, second) < 0 ? -1 : (numberAt(bytes, second) ?? -1);
};

/** Head bytes of MessagePack: maps of one to three entries, texts of two bytes, whole numbers. */
const [FIXMAP, FIXSTR, UINT8, UINT64] = [0x80, 0xa0, 0xcc, 0xcf];
const MSGPACK_ID = `${String.fromCharCode(FIXSTR | 2)}id`;
const MSGPACK_OP = `${String.fromCharCode(FIXSTR | 2)}op`;

/** The size of a whole number in bytes, with its head byte; 0 = not a whole number, or negative. */
const sizeOfNumber = (head: number | undefined): number => {
  if (head === undefined) return 0;
  if (head < FIXMAP) return 1;
  return head >= UINT8 && head <= UINT64 ? 1 + (1 << (head - UINT8)) : 0;
};

/** Reads a whole number in MessagePack; -1 when there is none, or it is not a safe integer. */
const packedNumberAt = (bytes: Uint8Array, from: number, size: number): number => {
  if (size === 0 || from + size > bytes.length) return -1;
  if (size === 1) return bytes[from] as number;
  let number = 0;
  for (let at = from + 1; at < from + size; at += 1) number = number * 256 + (bytes[at] as number);
  return Number.isSafeInteger(number) ? number : -1;
};

const msgpackHead = (bytes: Uint8Array, words: readonly string[]): number => {
  const entries = (bytes[0] ?? 0) - FIXMAP;
  if (entries < 2 || entries > 3) return -1;
  const first = behindText(bytes, 1, MSGPACK_ID);
  if (first >= 0) {
    const size = sizeOfNumber(bytes[first]);
    const op = behindText(bytes, first + size, MSGPACK_OP);
    return behindWord(bytes, op, words) < 0 ? -1 : packedNumberAt(bytes, first, size);
  }
  const op = behindWord(bytes, behindText(bytes, 1, MSGPACK_OP), words);
  const second = behindText(bytes, op, MSGPACK_ID);
  return second < 0 ? -1 : packedNumberAt(bytes, second, sizeOfNumber(bytes[second]));
};

/**
 * Makes a reader of heads. It returns the id of a frame whose first two fields are `id` and `op`,
 * in either order, and whose operation is one of `ops`. It returns -1 for every other frame: the
 * caller must then parse the whole frame.
 */
export const headOf = (
  ops: Iterable<string>,
): ((encoding: Encoding, bytes: Uint8Array) => number) => {
  const quote = String.fromCharCode(QUOTE);
  const json = [...ops].map((op) => quote + op + quote);
  const packed = [...ops].map((op) => String.fromCharCode(FIXSTR | op.length) + op);
  return (encoding, bytes) =>
    encoding === 'json' ? jsonHead(bytes, json) : msgpackHead(bytes, packed);
};
