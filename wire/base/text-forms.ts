// The texts of schemas in bytes: a text is checked where it stands, before it becomes a string.
//
// Only ASCII is read so. A form may refuse a text that its schema allows; it never accepts one that
// the schema refuses.

import type { TSchema } from '@sinclair/typebox';
import { compile, Decimal, RequestId, WholeText } from './schema.js';
import { SERVER_MARK } from './uuid.js';

/**
 * Finds a text from `from` on and before `limit`: returns the position after it, -1 when there is
 * none. The caller must check that the text ends there.
 */
type FindText = (bytes: Uint8Array, from: number, limit: number) => number;

/** The form of a text. */
export interface TextForm {
  readonly find: FindText;
  /** Bounds of its length. */
  readonly min: number;
  readonly max: number;
  /** Its words, where it is one of some. */
  readonly words: readonly string[] | undefined;
  /** The check of what `find` does not check; undefined when there is nothing more. */
  readonly isValid: ((text: string) => boolean) | undefined;
}

const [DIGIT, HEX, LETTER, PLAIN] = [1, 2, 4, 8] as const;
/** Plain characters are those that JSON writes as they are. */
const CLASSES = [
  [DIGIT, /[0-9]/],
  [HEX, /[0-9a-fA-F]/],
  [LETTER, /[a-z_]/],
  [PLAIN, /[ !#-[\]-~]/],
] as const;
/** The classes of each byte. */
const classes = new Uint8Array(256).map((_, byte) => {
  const char = String.fromCharCode(byte);
  return CLASSES.reduce((sum, [one, chars]) => sum | (chars.test(char) ? one : 0), 0);
});

/** The position after the bytes of a class. */
const behind = (bytes: Uint8Array, from: number, limit: number, one: number): number => {
  let at = from;
  while (at < limit && ((classes[bytes[at] as number] as number) & one) !== 0) at += 1;
  return at;
};

/** Finds a word of lower-case letters and underscores. */
export const findWord: FindText = (bytes, from, limit) => behind(bytes, from, limit, LETTER);
const findPlain: FindText = (bytes, from, limit) => behind(bytes, from, limit, PLAIN);
const findDigits: FindText = (bytes, from, limit) => behind(bytes, from, limit, DIGIT);

const [HYPHEN, DOT, EIGHT] = [0x2d, 0x2e, 0x38] as const;
/** Most digits of a decimal before and after its point, as in `DECIMAL_PATTERN`. */
const [WHOLE_MAX, PLACES_MAX] = [18, 12] as const;

const findDecimal: FindText = (bytes, from, limit) => {
  const start = bytes[from] === HYPHEN ? from + 1 : from;
  const point = findDigits(bytes, start, limit);
  if (point === start || point > start + WHOLE_MAX) return -1;
  if (point >= limit || bytes[point] !== DOT) return point;
  const end = findDigits(bytes, point + 1, limit);
  return end === point + 1 || end > point + 1 + PLACES_MAX ? -1 : end;
};

/** Where the parts of a UUID end, and where the digit of its version is. */
const PART_ENDS = [8, 13, 18, 23, 36] as const;
const VERSION = 14;

/** The bit in which the letters `A` and `a` differ; digits have it set. */
const LOWER_CASE = 0x20;
const MARK = Buffer.from(SERVER_MARK);

/** Do these bytes begin with the mark of the server's own ids? */
const isMarked = (bytes: Uint8Array, from: number): boolean =>
  MARK.every((byte, at) => ((bytes[from + at] as number) | LOWER_CASE) === byte);

const findRequestId: FindText = (bytes, from, limit) => {
  if (bytes[from + VERSION] === EIGHT && isMarked(bytes, from)) return -1;
  let at = from - 1;
  for (const end of PART_ENDS) {
    if (at >= from && bytes[at] !== HYPHEN) return -1;
    at = behind(bytes, at + 1, limit, HEX);
    if (at !== from + end) return -1;
  }
  return at;
};

/** Texts that are checked by their schema in any case are at most this long. */
const ANY_MAX = 64;

const form = (find: FindText, max: number, min = 1): TextForm => ({
  find,
  min,
  max,
  words: undefined,
  isValid: undefined,
});

/** The form of a text's schema; undefined where it is no text, or has other rules. */
export const textFormOf = (schema: TSchema): TextForm | undefined => {
  const { type, pattern, minLength = 0, maxLength = ANY_MAX, ...more } = schema;
  if (type !== 'string') return undefined;
  const words: readonly string[] | undefined =
    schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words !== undefined) return { ...form(findWord, ANY_MAX), words };
  if (pattern === Decimal().pattern) return form(findDecimal, ANY_MAX);
  if (pattern === RequestId().pattern) return form(findRequestId, ANY_MAX);
  const plain = form(findPlain, maxLength, minLength);
  const isPlain = pattern === undefined && more.format === undefined;
  if (isPlain || pattern === WholeText(0).pattern) return plain;
  const fault = compile(schema);
  return { ...plain, isValid: (text) => fault(text) === undefined };
};
